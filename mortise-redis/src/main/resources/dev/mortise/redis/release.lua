-- Ends a grant and wakes the head of the queue.
--
-- KEYS  1 lock, 2 token, 3 queue, 4 waiters: as in acquire.lua
-- ARGV  1 ask           <node>/<number>
--       2 last token    the highest handed out inside the grant, or 0
--       3 channel       what a node's channel begins with
--       4 look          the message that wakes a node
-- Reply 1 released; 0 the lock is not that ask's

local held = redis.call('HMGET', KEYS[1], 'ask', 'waits', 'token')
if held[1] ~= ARGV[1] then
  return 0
end
redis.call('DEL', KEYS[1])
if tonumber(ARGV[2]) > tonumber(held[3]) then
  redis.call('SET', KEYS[2], ARGV[2], 'KEEPTTL')
end
if not held[2] then
  return 1
end

local queue, waiters = KEYS[3], KEYS[4]
-- include queue.lua

wake_head(nil, ARGV[3], ARGV[4])
return 1
