-- The prefix of keys and channels, and the lock's kind and name as messages tell them. Included by turn.lua.

local kind = 'lock'
local prefix, name = string.match(lock, '^([^{]*){(.*)}$')
