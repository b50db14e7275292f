-- Takes an ask out of the queue.
--
-- KEYS  1 mutex, 2 queue: as in mutex-acquire.lua
-- ARGV  1 ask           <node>/<number>
-- Reply 0; or 1 when the ask was granted and must be released

local call = redis.call
local lock, queue = KEYS[1], KEYS[2]
-- include clock.lua
-- include queue.lua
-- include wake.lua
-- include leave.lua
leave(ARGV[1])
return call('GET', lock) == ARGV[1] and 1 or 0
