-- As renew.lua, of mutexes.
--
-- KEYS  mutexes
-- ARGV, reply  as in renew.lua

local call, pcall = redis.call, redis.pcall
-- include lease-end-lines.lua

local answer = {#KEYS}
for i, key in ipairs(KEYS) do
  if pcall('GET', key) == ARGV[i + 1] then
    -- include raise-lines.lua
  else
    answer[#answer + 1] = i
  end
end
return answer
