-- Takes a node out of the queue, unless it has enlisted anew since.
--
-- KEYS  1 lock, 2 queue: as in acquire.lua
-- ARGV  1 ask           <node>/<number>
-- Reply "0"; or the token when the ask was granted and must be released

local call = redis.call
local lock, queue = KEYS[1], KEYS[2]
-- include queue.lua

local node, number = string.match(ARGV[1], '^(.*)/(%d+)$')
for _, waiting in ipairs(call('LRANGE', queue, 0, -1)) do
  local other, asked = string.match(waiting, '^(%S+) (%d+)')
  if other == node and tonumber(asked) <= tonumber(number) then
    call('LREM', queue, 1, waiting)
    if call('EXISTS', lock) == 0 then
      wake_head()
    end
    break
  end
end

return string.match(call('HGET', lock, ARGV[1]) or '0', '^%d+')
