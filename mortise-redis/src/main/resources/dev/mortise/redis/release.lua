-- Ends a grant and wakes the head of the queue.
--
-- KEYS  1 lock, 2 queue, 3 token: as in acquire.lua; the token only with a last token
-- ARGV  1 ask           <node>/<number>
--       2 last token    the highest handed out inside the grant; left out if it is the grant's own
-- Reply 1 released; 0 the lock is not that ask's

local call = redis.call
-- include release-function.lua
return release(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2])
