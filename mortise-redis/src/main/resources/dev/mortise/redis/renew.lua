-- Raises the TTL of many grants to a lease, each only while it is its ask's. Never lowers one.
--
-- KEYS  locks
-- ARGV  1 lease in ms, then for each lock: ask <node>/<number>
-- Reply {how many locks, then the places, from 1 on, of those that are not their ask's}

local call, pcall = redis.call, redis.pcall
-- include lease-end-lines.lua

local answer = {#KEYS}
for i, key in ipairs(KEYS) do
  if pcall('HEXISTS', key, ARGV[i + 1]) == 1 then
    -- include raise-lines.lua
  else
    answer[#answer + 1] = i
  end
end
return answer
