-- Removes whatever is at the lock's key, raises the token, tells the holder and wakes the head of the queue.
--
-- KEYS  1 lock, 2 token, 3 queue: as in acquire.lua
-- Reply 1 there was something, 0 there was nothing

local lock, queue = KEYS[1], KEYS[3]
-- include queue.lua

local type = redis.call('TYPE', lock).ok
if type == 'none' then
  return 0
end
local ask = type == 'hash' and redis.call('HGET', lock, 'ask')
redis.call('DEL', lock)
local last = tonumber(redis.call('GET', KEYS[2]) or '0') or 0
local token = math.max(now_us(), last + 1)
redis.call('SET', KEYS[2], string.format('%.0f', token), 'PX', 60000 + math.ceil((token - now_us()) / 1000))
if ask then
  local node, number = string.match(ask, '^(.*)/(%d+)$')
  if node then
    redis.call('PUBLISH', prefix .. 'node:' .. node, 'lost lock ' .. number .. ' ' .. name)
  end
end
wake_head()
return 1
