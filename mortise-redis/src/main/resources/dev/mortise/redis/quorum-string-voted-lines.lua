-- As quorum-hash-voted-lines.lua, of a mutex, which has no token.
local voted = call('GET', lock) == vote and '0' or nil
