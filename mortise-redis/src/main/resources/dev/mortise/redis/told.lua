-- Does an act and announces it to a node, if the node listens on its channel at this server. Included by turn.lua.
-- Returns true if it does; false if it does not, and nothing was done; nil if the server refuses to publish. Then the act was
-- done, and nobody knows of it.
-- The act comes first: a replica repeats every message to its own listeners, so no message may announce a grant that is not
-- written. If the node does not listen here, it may listen at such a replica. It then gets a hint, which makes it ask again.

local function told(node, text, act)
  local channel = prefix .. 'node:' .. node
  local counted = redis.pcall('PUBSUB', 'NUMSUB', channel)
  local listens = (counted[2] or 0) > 0
  if listens then
    act()
  else
    text = 'look ' .. kind .. ' ' .. name
  end
  if type(redis.pcall('PUBLISH', channel, text)) == 'table' then
    return nil
  end
  return listens
end
