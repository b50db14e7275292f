-- Takes back all that an ask may have at one master of a quorum: its vote, and its node's place in the queue, unless the
-- node has enlisted anew since.
--
-- KEYS  1 lock, 2 queue, 3 token: as in quorum-acquire.lua
-- ARGV  1 ask             <node>/<number>
-- Reply 1 there was something, 0 there was nothing

local call = redis.call
local lock, queue, counter = KEYS[1], KEYS[2], KEYS[3]
-- include quorum-hash.lua
-- include quorum-queue.lua

local found = 0
if granted(ARGV[1]) then
  call('DEL', lock)
  found = 1
end
local node, number = string.match(ARGV[1], '^(.*)/(%d+)$')
for _, waiting in ipairs(call('LRANGE', queue, 0, -1)) do
  local other, asked = string.match(waiting, '^(%S+) (%d+)')
  if other == node and tonumber(asked) <= tonumber(number) then
    call('LREM', queue, 1, waiting)
    found = 1
  end
end
if found == 1 and call('EXISTS', lock) == 0 then
  wake_head()
end
return found
