-- As told.lua, in a Redis Cluster: the message reaches every server, but PUBLISH counts who listens at this one. So nobody
-- is passed over for not listening; a node that does not come loses its place when its time is over.
-- First the act, then the message: while the slot is being moved, a key that was deleted cannot be written again, and the
-- script ends there.

local function told(node, text, act)
  act()
  if type(redis.pcall('PUBLISH', prefix .. 'node:' .. node, text)) == 'table' then
    return nil
  end
  return true
end
