-- Raises the TTL of many grants to their leases, each only while it is its ask's. Never lowers one: a renewal that was
-- held up in a broken connection may come after another with a longer lease.
--
-- KEYS  locks
-- ARGV  for each: ask <node>/<number>, lease in ms
-- Reply for each: 1 renewed, 0 not that ask's

local answers = {}
for i, lock in ipairs(KEYS) do
  if redis.pcall('HEXISTS', lock, ARGV[2 * i - 1]) == 1 then
    if redis.call('PTTL', lock) < tonumber(ARGV[2 * i]) then
      redis.call('PEXPIRE', lock, ARGV[2 * i])
    end
    answers[i] = 1
  else
    answers[i] = 0
  end
end
return answers
