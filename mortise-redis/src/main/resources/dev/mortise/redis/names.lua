-- The prefix of keys and channels, and the lock's name as messages tell it. Included by queue.lua.

local prefix, name = string.match(lock, '^([^{]*){(.*)}$')
