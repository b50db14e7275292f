-- As names.lua, in Redisson's naming: the lock's key is its name, and the queue's key is <prefix>queue:{<name>} or
-- <prefix>queue::<name>. Included by queue.lua.

local kind, name = 'lock', lock
local prefix = string.match(string.sub(queue, 1, #queue - #lock - 1), '^(.*)queue:')
