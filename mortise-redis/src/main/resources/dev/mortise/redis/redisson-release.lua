-- Ends a grant, wakes the first in the queue and tells Redisson's waiters.
--
-- KEYS, ARGV  as in release.lua, without a next
-- Reply 0 the lock is not that ask's; else 1 and how many listen on Redisson's channel

local call = redis.call
local lease
-- include clock.lua
-- include grant.lua
-- include release-function.lua
-- include redisson-tell.lua
if release(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2]) == 0 then
  return 0
end
return 1 + tell(KEYS[1])
