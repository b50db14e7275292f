-- Grants the lock to an ask, or refuses it and enlists its node. Sent again with the same ask it is a look.
--
-- KEYS  1 lock      hash: owner field = count, and ask, token, since, kind, waits
--       2 token     string: the last token
--       3 queue     list: waiting nodes, next one first
--       4 waiters   hash: node = "<ask number> <seen µs> <woken µs>"
-- ARGV  1 owner field   <node>:<thread>, or <node>:#<object>
--       2 ask           <node>/<number>
--       3 lease         ms
--       4 mode          0 try, 1 enlist when refused, 2 barge past the queue
--       5 node
--       6 ask number
--       7 channel       what a node's channel begins with
--       8 look          the message that wakes a node
--       9 kind
-- Reply granted: the token
--       refused: {ms after which to look again, 1 if enlisted}; ms is -1 for a key without TTL

local lock, queue, waiters = KEYS[1], KEYS[3], KEYS[4]
local lease = tonumber(ARGV[3])

local function grant(waits)
  local time = redis.call('TIME')
  local token = time[1] * 1000000 + time[2]
  local since = string.format('%.0f', token)
  local text = since
  local last = redis.call('SET', KEYS[2], text, 'PX', math.max(60000, 2 * lease), 'GET')
  last = last and tonumber(last) or 0
  if last >= token then
    local ahead = math.ceil((last + 1 - token) / 1000)
    token = last + 1
    text = string.format('%.0f', token)
    redis.call('SET', KEYS[2], text, 'PX', math.max(60000, 2 * lease, ahead + 60000))
  end
  if waits then
    redis.call('HSET', lock, ARGV[1], 1, 'ask', ARGV[2], 'token', text, 'since', since, 'kind', ARGV[9], 'waits', 1)
  else
    redis.call('HSET', lock, ARGV[1], 1, 'ask', ARGV[2], 'token', text, 'since', since, 'kind', ARGV[9])
  end
  redis.call('PEXPIRE', lock, lease)
  return token
end

if redis.call('EXISTS', lock, queue) == 0 then
  return grant(false)
end

local held = redis.call('HMGET', lock, 'ask', 'token')
if held[1] == ARGV[2] then
  redis.call('PEXPIRE', lock, lease)
  return tonumber(held[2])
end

-- include queue.lua

local node = ARGV[5]
local left = redis.call('PTTL', lock)
if left == -2 then
  if ARGV[4] == '2' then
    return grant(redis.call('LLEN', queue) > 0)
  end
  local head, wait = wake_head(node, ARGV[7], ARGV[8])
  if head == nil or head == node then
    if head == node then
      drop_head(node)
    end
    return grant(redis.call('LLEN', queue) > 0)
  end
  left = wait
end

if ARGV[4] ~= '1' then
  return {left, 0}
end
if redis.call('HEXISTS', waiters, node) == 0 then
  redis.call('RPUSH', queue, node)
end
redis.call('HSET', waiters, node, entry(ARGV[6], now(), 0))
keep_queue()
if held[1] then
  redis.call('HSET', lock, 'waits', 1)
end
return {left, 1}
