-- Ends a grant, wakes the first in the queue and tells Redisson's waiters.
--
-- KEYS, ARGV  as in release.lua, without a next
-- Reply 0 the lock is not that ask's; else 1 and how many listen on Redisson's channel

local call = redis.call
local lock, ask = KEYS[1], ARGV[1]
local last_token = ARGV[2] ~= '' and ARGV[2] or nil
local lease
-- include held-lines.lua
-- include clock.lua
-- include grant.lua
-- include hand-over.lua
-- include redisson-tell.lua
call('DEL', lock)
hand_over(lock, KEYS[2], KEYS[3], ask, waits, last_token)
local heard = tell(lock)
return type(heard) == 'table' and 1 or 1 + heard
