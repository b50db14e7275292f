-- Takes an ask out of the queue of one master of a quorum, and its vote back if that is wanted.
--
-- KEYS  1 lock, 2 queue, 3 token: as in quorum-acquire.lua
-- ARGV  1 vote            <node>/<number>
--       2 place           <node>/<number>: the ask as it stands in the queue
--       3 whole           1 to take the vote back too, 0 to tell of it
-- Reply {token} if the lock is that vote's, or was until now; 0 if it is not

local call = redis.call
local lock, queue, counter = KEYS[1], KEYS[2], KEYS[3]
-- include clock.lua
-- include quorum-hash.lua
-- include quorum-queue.lua

local token = granted(ARGV[1])
if token and ARGV[3] == '1' then
  call('DEL', lock)
end
local waiting = find(ARGV[2])
if waiting then
  call('LREM', queue, 1, waiting)
end
if (waiting or token) and call('EXISTS', lock) == 0 then
  pass_on()
end
return token and {token} or 0
