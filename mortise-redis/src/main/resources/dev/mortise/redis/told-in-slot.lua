-- As told.lua, in a Redis Cluster, on a sharded channel: of the lock's slot, since a script cannot publish in another one. Each node
-- has one a lock. The servers of other slots are not troubled; but whoever listens at this server's replicas is not counted.
-- So as in sharded-told.lua nobody is passed over, and first comes the act, then the message.

local function told(node, text, act)
  act()
  local of = queue == lock .. ':queue' and lock or queue
  if type(redis.pcall('SPUBLISH', of .. ':' .. node, text)) == 'table' then
    return nil
  end
  return true
end
