-- Does an act and announces it to a node, if the node listens on its channel at this server: whether it does. Included by turn.lua.
-- The act comes first: a replica repeats every message to its own listeners, so no message may announce a grant that is not
-- written. If the node does not listen here, it may listen at such a replica. It then gets a hint, which makes it ask again.

local function told(node, text, act)
  local channel = prefix .. 'node:' .. node
  local listens = call('PUBSUB', 'NUMSUB', channel)[2] > 0
  if listens then
    act()
  else
    text = 'look ' .. kind .. ' ' .. name
  end
  call('PUBLISH', channel, text)
  return listens
end
