-- As force.lua, and tells Redisson's waiters.
--
-- KEYS, reply  as in force.lua

local call = redis.call
local lease
-- include clock.lua
-- include grant.lua
-- include force-function.lua
-- include redisson-tell.lua
local there = force(KEYS[1], KEYS[2], KEYS[3])
if there == 1 then
  tell(KEYS[1])
end
return there
