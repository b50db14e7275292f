-- Ends a grant and wakes the head of the queue.
--
-- KEYS  1 lock, 2 token, 3 queue: as in acquire.lua
-- ARGV  1 ask           <node>/<number>
--       2 last token    the highest handed out inside the grant; left out if it is the grant's own
-- Reply 1 released; 0 the lock is not that ask's

local lock = KEYS[1]
local held = redis.call('HMGET', lock, 'ask', 'waits')
if held[1] ~= ARGV[1] then
  return 0
end
redis.call('DEL', lock)
if ARGV[2] then
  redis.call('SET', KEYS[2], ARGV[2], 'KEEPTTL')
end
if held[2] then
  local queue = KEYS[3]
  -- include queue.lua
  wake_head()
end
return 1
