-- Removes whatever is at the lock's key, raises the token, tells the holder and wakes the head of the queue.
--
-- KEYS  1 lock, 2 token, 3 queue, 4 waiters: as in acquire.lua
-- ARGV  1 channel       what a node's channel begins with
--       2 look          the message that wakes a node
--       3 lost          the message that tells the holder, up to the ask number
--       4 name          what follows the ask number in it
-- Reply 1 there was something, 0 there was nothing

local queue, waiters = KEYS[3], KEYS[4]
-- include queue.lua

local type = redis.call('TYPE', KEYS[1]).ok
if type == 'none' then
  return 0
end
local ask = type == 'hash' and redis.call('HGET', KEYS[1], 'ask')
redis.call('DEL', KEYS[1])
local last = tonumber(redis.call('GET', KEYS[2]) or '0') or 0
local token = math.max(now(), last + 1)
redis.call('SET', KEYS[2], string.format('%.0f', token), 'PX', 60000 + math.ceil((token - now()) / 1000))
if ask then
  local node, number = string.match(ask, '^(.*)/(%d+)$')
  if node then
    redis.call('PUBLISH', ARGV[1] .. node, ARGV[3] .. number .. ARGV[4])
  end
end
wake_head(nil, ARGV[1], ARGV[2])
return 1
