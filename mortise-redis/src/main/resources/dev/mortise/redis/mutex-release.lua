-- Ends the grant of a mutex and wakes the first in the queue.
--
-- KEYS  1 mutex, 2 queue: as in mutex-acquire.lua
-- ARGV  1 ask           <node>/<number>
-- Reply 1 released; 2 likewise, but the server refuses to publish; 0 the mutex is not that ask's

local call = redis.call
local lock, queue = KEYS[1], KEYS[2]
-- include clock.lua

if call('GET', lock) ~= ARGV[1] then
  return 0
end
call('DEL', lock)
-- the value has no room for a mark that somebody waits
if call('EXISTS', queue) == 1 then
  -- include queue.lua
  -- include wake.lua
  local _, _, _, mute = pass_on()
  return mute and 2 or 1
end
return 1
