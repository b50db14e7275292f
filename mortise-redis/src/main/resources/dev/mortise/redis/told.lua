-- Tells a node something: whether anybody listens on its channel. Included by queue.lua.

local function told(node, text)
  return call('PUBLISH', prefix .. 'node:' .. node, text) > 0
end
