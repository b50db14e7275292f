-- Removes whatever is at the lock's key, raises the token, tells the holder and wakes the head of the queue.
--
-- KEYS  1 lock, 2 queue, 3 token: as in acquire.lua
-- Reply 1 there was something, 0 there was nothing

local call = redis.call
-- include force-function.lua
return force(KEYS[1], KEYS[2], KEYS[3])
