-- Takes a vote back at one master of a quorum, and wakes the first in the queue.
--
-- KEYS  1 lock, 2 queue, 3 token: as in quorum-acquire.lua
-- ARGV  1 vote            <node>/<number>
--       then, unless it is the grant's own, the
--       2 last token      the highest handed out inside the grant
--       3 lease           ms
-- Reply 1 released; 0 the lock is not that vote's

local call = redis.call
local lock, queue, counter = KEYS[1], KEYS[2], KEYS[3]
local vote, token, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
-- include quorum-hash-voted-lines.lua
if not voted then
  return 0
end
call('DEL', lock)
if token then
  -- include quorum-raise-lines.lua
end
if call('EXISTS', queue) == 1 then
  -- include clock.lua
  -- include quorum-queue.lua
  pass_on()
end
return 1
