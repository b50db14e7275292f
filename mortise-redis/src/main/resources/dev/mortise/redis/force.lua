-- Removes whatever is at the lock's key, raises the token, tells the holder and passes the lock on.
--
-- KEYS  1 lock, 2 queue, 3 token: as in acquire.lua
-- Reply 1 there was something, 0 there was nothing

local call = redis.call
local lease
-- include clock.lua
-- include grant.lua
-- include force-function.lua
return force(KEYS[1], KEYS[2], KEYS[3])
