-- As renew.lua, of mutexes.
--
-- KEYS  mutexes
-- ARGV, reply  as in renew.lua

-- include raise.lua

local answers = {}
for i, mutex in ipairs(KEYS) do
  if redis.pcall('GET', mutex) == ARGV[i + 1] then
    raise(mutex)
    answers[i] = 1
  else
    answers[i] = 0
  end
end
return answers
