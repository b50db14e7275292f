-- Raises the TTL of many grants to a lease, each only while it is its ask's. Never lowers one.
--
-- KEYS  locks
-- ARGV  1 lease in ms, then for each lock: ask <node>/<number>
-- Reply for each: 1 renewed, 0 not that ask's

-- include raise.lua

local answers = {}
for i, lock in ipairs(KEYS) do
  if redis.pcall('HEXISTS', lock, ARGV[i + 1]) == 1 then
    raise(lock)
    answers[i] = 1
  else
    answers[i] = 0
  end
end
return answers
