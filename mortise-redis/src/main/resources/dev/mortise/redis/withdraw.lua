-- Takes a node out of the queue, unless it has enlisted anew since.
--
-- KEYS  1 lock, 2 queue: as in acquire.lua
-- ARGV  1 ask           <node>/<number>
-- Reply "0"; or the token when the ask was granted and must be released

local call = redis.call
local lock, queue = KEYS[1], KEYS[2]
-- include queue.lua
-- include leave.lua
leave(ARGV[1])
return string.match(call('HGET', lock, ARGV[1]) or '0', '^%d+')
