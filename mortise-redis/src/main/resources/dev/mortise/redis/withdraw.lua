-- Takes an ask out of the queue.
--
-- KEYS  1 lock, 2 queue, 3 token: as in acquire.lua
-- ARGV  1 ask           <node>/<number>
-- Reply "0"; or the token when the ask was granted and must be released

local call = redis.call
local lock, queue = KEYS[1], KEYS[2]
local lease
-- include clock.lua
-- include grant.lua
-- include queue.lua
-- include pass-on.lua
-- include leave.lua
leave(ARGV[1], KEYS[3])
return string.match(call('HGET', lock, ARGV[1]) or '0', '^%d+')
