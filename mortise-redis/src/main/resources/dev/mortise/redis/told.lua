-- Tells a node something, and then does what is to be done if anybody listens on its channel: whether anybody does.
-- Included by turn.lua.

local function told(node, text, act)
  local heard = call('PUBLISH', prefix .. 'node:' .. node, text) > 0
  if heard then
    act()
  end
  return heard
end
