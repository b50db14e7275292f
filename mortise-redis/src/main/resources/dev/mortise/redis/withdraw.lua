-- Takes a node out of the queue, unless it has enlisted anew since.
--
-- KEYS  1 lock, 2 token, 3 queue: as in acquire.lua
-- ARGV  1 ask           <node>/<number>
-- Reply "0"; or the token when the ask was granted and must be released

local lock, queue = KEYS[1], KEYS[3]
-- include queue.lua

local node, number = string.match(ARGV[1], '^(.*)/(%d+)$')
for _, waiting in ipairs(redis.call('LRANGE', queue, 0, -1)) do
  local other, asked = string.match(waiting, '^(%S+) (%d+)')
  if other == node and tonumber(asked) <= tonumber(number) then
    redis.call('LREM', queue, 1, waiting)
    if redis.call('EXISTS', lock) == 0 then
      wake_head()
    end
    break
  end
end

local held = redis.call('HMGET', lock, 'ask', 'token')
if held[1] == ARGV[1] then
  return held[2]
end
return '0'
