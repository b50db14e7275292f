-- Raises the TTL of a key to the lease in ARGV[1], and never lowers it: a renewal that was held up in a broken connection
-- may come after another with a longer lease. Included by renew.lua and mutex-renew.lua.

local lease = tonumber(ARGV[1])
local time = redis.call('TIME')
local ends = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + lease)

-- GT makes one command of two; servers before 7.0 do not know it. PEXPIREAT is what Redis rewrites PEXPIRE into.
local knowsGreater = true

local function raise(key)
  if knowsGreater then
    local raised = redis.pcall('PEXPIREAT', key, ends, 'GT')
    if raised == 1 then
      return
    end
    knowsGreater = type(raised) == 'number'
  end
  if redis.call('PTTL', key) < lease then
    redis.call('PEXPIREAT', key, ends)
  end
end
