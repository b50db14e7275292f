-- Takes a vote back at one master of a quorum, and wakes the first in the queue.
--
-- KEYS  1 lock, 2 queue, 3 token: as in quorum-acquire.lua
-- ARGV  1 vote            <node>/<number>
--       2 last token      the highest handed out inside the grant, or 0 if it is the grant's own
--       3 lease           ms
-- Reply 1 released; 0 the lock is not that vote's

local call = redis.call
local lock, queue, counter = KEYS[1], KEYS[2], KEYS[3]
-- include clock.lua
-- include quorum-hash.lua

if not granted(ARGV[1]) then
  return 0
end
call('DEL', lock)
if ARGV[2] ~= '0' then
  raise(tonumber(ARGV[2]), tonumber(ARGV[3]))
end
if call('EXISTS', queue) == 1 then
  -- include quorum-queue.lua
  pass_on()
end
return 1
