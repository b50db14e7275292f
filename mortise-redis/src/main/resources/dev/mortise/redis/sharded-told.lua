-- As told.lua, in a Redis Cluster: the message reaches every server, but PUBLISH counts who listens at this one. So nobody
-- is passed over for not listening; a node that does not come loses its place when its grace is over.

local function told(node, text)
  call('PUBLISH', prefix .. 'node:' .. node, text)
  return true
end
