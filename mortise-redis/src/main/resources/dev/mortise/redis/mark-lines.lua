-- Tells the holder's release that somebody waits.
-- include holding.lua
local holder, token = holding()
if holder and string.sub(token, -1) ~= '+' then
  call('HSET', lock, holder, token .. '+')
end
