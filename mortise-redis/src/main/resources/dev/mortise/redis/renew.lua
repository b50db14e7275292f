-- Raises the TTL of many grants to a lease, each only while it is its ask's. Never lowers one: a renewal that was held up
-- in a broken connection may come after another with a longer lease.
--
-- KEYS  locks
-- ARGV  1 lease in ms, then for each lock: ask <node>/<number>
-- Reply for each: 1 renewed, 0 not that ask's

local lease = tonumber(ARGV[1])
local time = redis.call('TIME')
local ends = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + lease)

-- GT makes one command of two; servers before 7.0 do not know it. PEXPIREAT is what Redis rewrites PEXPIRE into.
local knowsGreater = true

local function raise(lock)
  if knowsGreater then
    local raised = redis.pcall('PEXPIREAT', lock, ends, 'GT')
    if raised == 1 then
      return
    end
    knowsGreater = type(raised) == 'number'
  end
  if redis.call('PTTL', lock) < lease then
    redis.call('PEXPIREAT', lock, ends)
  end
end

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
