-- Ends a grant and passes the lock on: to the first in the queue, or to the next of the same node if nobody is there.
--
-- KEYS  1 lock, 2 queue, 3 token: as in acquire.lua
-- ARGV  1 ask           <node>/<number>
--       2 last token    the highest handed out inside the grant; empty or left out if it is the grant's own
--       then, if another owner of this node waits, its
--       3 owner field, 4 ask, 5 lease: as in acquire.lua; it is enlisted behind the others, or, if the lease has a minus
--       before it, has the lock only if nobody else waits; all empty if there is none
--       6 ... served    asks of the queue that had the lock inside the grant, in their order
-- Reply 0 the lock is not that ask's, and nothing was done; else 1, or 2 if the server refuses to publish, or what acquire.lua would reply to the next, or
--       {1, the message, the numbers of the asks ...} when the lock went to another ask of the same node, behind which those
--       of that node stand

local call = redis.call
local lock, ask = KEYS[1], ARGV[1]
-- include held-lines.lua
call('DEL', lock)
if not waits and #ARGV == 1 then
  return 1
end

local lease = tonumber(ARGV[5])
local deaf = lease and lease < 0
lease = lease and math.abs(lease)
local last_token = ARGV[2] ~= '' and ARGV[2] or nil
local next_ask = ARGV[4] ~= '' and ARGV[4] or nil
-- include clock.lua
-- include grant.lua
-- include hand-over.lua
local served = {}
for i = 6, #ARGV do
  served[i - 5] = ARGV[i]
end
return hand_over(lock, KEYS[2], KEYS[3], ask, waits, last_token, ARGV[3], next_ask, served, deaf)
