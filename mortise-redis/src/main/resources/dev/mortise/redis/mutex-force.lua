-- Removes whatever is at the mutex's key, tells a holder of ours and wakes the first in the queue.
--
-- KEYS  1 mutex, 2 queue: as in mutex-acquire.lua
-- Reply 1 there was something, 0 there was nothing

local call = redis.call
local lock, queue = KEYS[1], KEYS[2]
-- include clock.lua
-- include queue.lua
-- include wake.lua

local type = call('TYPE', lock).ok
if type == 'none' then
  return 0
end
local value = type == 'string' and call('GET', lock) or ''
call('DEL', lock)
local node, number = string.match(value, '^([%w_-]+)/(%d+)$')
if node then
  redis.pcall('PUBLISH', prefix .. 'node:' .. node, 'lost ' .. kind .. ' ' .. number .. ' ' .. name)
end
pass_on()
return 1
