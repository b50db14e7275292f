-- The queue of waiting nodes. Included by scripts that define the locals queue and waiters.
--
-- A free lock with a queue belongs to its head. A head is told by a message on its channel and has a grace time to come;
-- it is skipped when nobody listens there, when the grace is over, or when it has not been seen for long.

local GRACE_MS = 250
local STALE_US = 15000000
local KEEP_MS = 60000

local micros
local function now()
  if not micros then
    local time = redis.call('TIME')
    micros = time[1] * 1000000 + time[2]
  end
  return micros
end

local function entry(number, seen, woken)
  return string.format('%s %.0f %.0f', number, seen, woken)
end

local function drop_head(head)
  redis.call('LPOP', queue)
  redis.call('HDEL', waiters, head)
end

local function keep_queue()
  redis.call('PEXPIRE', queue, KEEP_MS)
  redis.call('PEXPIRE', waiters, KEEP_MS)
end

-- Wakes the first node that can be woken: that node, and how many ms it has to come; nil when nobody waits.
-- The node that asks is not woken: it is here.
local function wake_head(asking, channel, look)
  while true do
    local head = redis.call('LINDEX', queue, 0)
    if not head then
      return nil
    end
    if head == asking then
      return head, 0
    end
    local number, seen, woken = string.match(redis.call('HGET', waiters, head) or '', '^(%d+) (%d+) (%d+)$')
    if number and now() - seen < STALE_US then
      local since = woken == '0' and 0 or math.floor((now() - woken) / 1000)
      if woken ~= '0' and since < GRACE_MS then
        return head, GRACE_MS - since
      end
      if woken == '0' and redis.call('PUBLISH', channel .. head, look) > 0 then
        redis.call('HSET', waiters, head, entry(number, seen, now()))
        return head, GRACE_MS
      end
    end
    drop_head(head)
  end
end
