-- Raises the TTL of many grants to their leases, each only while it is its ask's. Never lowers one: a renewal that was
-- held up in a broken connection may come after another with a longer lease.
--
-- KEYS  locks
-- ARGV  for each: ask <node>/<number>, lease in ms
-- Reply for each: 1 renewed, 0 not that ask's

-- PEXPIRE GT is one command where it takes two else; servers before 7.0 do not know it.
local knowsGreater = true

local function raise(lock, lease)
  if knowsGreater then
    local raised = redis.pcall('PEXPIRE', lock, lease, 'GT')
    if raised == 1 then
      return
    end
    knowsGreater = type(raised) == 'number'
  end
  if redis.call('PTTL', lock) < tonumber(lease) then
    redis.call('PEXPIRE', lock, lease)
  end
end

local answers = {}
for i, lock in ipairs(KEYS) do
  if redis.pcall('HEXISTS', lock, ARGV[2 * i - 1]) == 1 then
    raise(lock, ARGV[2 * i])
    answers[i] = 1
  else
    answers[i] = 0
  end
end
return answers
