-- Grants the lock to an ask, or refuses it and enlists its node. Sent again with the same ask it is a look.
--
-- KEYS  1 lock      hash: owner field = count, ask, token; since if it differs from the token; waits if somebody waits
--       2 token     string: the last token
--       3 queue     list: waiting nodes, next one first, each "<node> <ask number> <seen µs> <woken µs>"
-- ARGV  1 owner field   <node>:<thread>, or <node>:#<object>
--       2 ask           <node>/<number>
--       3 lease         ms
--       4 mode          0 try, 1 enlist when refused, 2 barge past the queue
-- Reply granted: the token
--       refused: {ms after which to look again, 1 if enlisted}; ms is -1 for a key without TTL

local lock, queue = KEYS[1], KEYS[3]
local waits = false

if redis.call('EXISTS', lock, queue) ~= 0 then
  local held = redis.call('HMGET', lock, 'ask', 'token')
  if held[1] == ARGV[2] then
    redis.call('PEXPIRE', lock, ARGV[3])
    return held[2]
  end

  -- include queue.lua

  local node, number = string.match(ARGV[2], '^(.*)/(%d+)$')
  local left = redis.call('PTTL', lock)
  if left == -2 and ARGV[4] ~= '2' then
    local head, wait = wake_head(node)
    if head == node then
      redis.call('LPOP', queue)
    elseif head then
      left = wait
    end
  end
  if left ~= -2 then
    if ARGV[4] ~= '1' or left == -1 then
      return {left, 0}
    end
    enlist(node, number)
    if held[1] then
      redis.call('HSET', lock, 'waits', 1)
    end
    return {left, 1}
  end
  waits = redis.call('EXISTS', queue) == 1
end

-- as text: sixteen digits until the year 2286, so that they compare as numbers, and a number would lose digits in Lua
local time = redis.call('TIME')
local token = string.format('%s%06d', time[1], time[2])
local keep = math.max(60000, 2 * ARGV[3])
local last = redis.call('SET', KEYS[2], token, 'PX', keep, 'GET')
if last and (#last ~= #token or last >= token) then
  local now = tonumber(token)
  local ahead = math.max(now, (tonumber(last) or 0) + 1)
  redis.call('HSET', lock, 'since', token)
  token = string.format('%.0f', ahead)
  redis.call('SET', KEYS[2], token, 'PX', math.max(keep, math.ceil((ahead - now) / 1000) + 60000))
end
redis.call('HSET', lock, ARGV[1], 1, 'ask', ARGV[2], 'token', token)
if waits then
  redis.call('HSET', lock, 'waits', 1)
end
redis.call('PEXPIRE', lock, ARGV[3])
return token
