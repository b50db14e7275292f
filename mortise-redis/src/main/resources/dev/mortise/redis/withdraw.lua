-- Takes a node out of the queue, unless it has enlisted anew since.
--
-- KEYS  1 lock, 2 token, 3 queue, 4 waiters: as in acquire.lua
-- ARGV  1 ask           <node>/<number>
--       2 node
--       3 ask number
--       4 channel       what a node's channel begins with
--       5 look          the message that wakes a node
-- Reply 0; or the token when the ask was granted and must be released

local queue, waiters = KEYS[3], KEYS[4]
local waiting = redis.call('HGET', waiters, ARGV[2])
if waiting and tonumber(string.match(waiting, '^%d+')) <= tonumber(ARGV[3]) then
  redis.call('LREM', queue, 1, ARGV[2])
  redis.call('HDEL', waiters, ARGV[2])
  if redis.call('EXISTS', KEYS[1]) == 0 then
    -- include queue.lua
    wake_head(nil, ARGV[4], ARGV[5])
  end
end

local held = redis.call('HMGET', KEYS[1], 'ask', 'token')
if held[1] == ARGV[1] then
  return tonumber(held[2])
end
return 0
