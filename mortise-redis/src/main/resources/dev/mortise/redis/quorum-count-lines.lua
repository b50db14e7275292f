-- Sets the counter to a token, from token, counter and lease: for a minute after the token's time, and after the lock.
local now
-- include now-lines.lua
local ahead = math.ceil((token - now) / 1000)
call('SET', counter, token, 'PX', math.max(70000, 2 * lease, ahead + 60000))
