-- Whether this user may publish on Redisson's channels: a release must not fail half-way.
--
-- KEYS  1 any name that is no lock
-- Reply how many heard it

local call = redis.call
-- include redisson-tell.lua
return tell(KEYS[1])
