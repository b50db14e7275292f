-- The queue of waiting asks at one master of a quorum. Included behind clock.lua, with queue.lua and wake.lua in it.
--
-- Asks stand in the order of the tickets that they bring along, which are the same at every master: so all masters wake the
-- same one, and votes are not split. The ticket stands in an entry where the lease does elsewhere.

-- include queue.lua
-- include wake.lua
-- include find.lua

-- Puts an ask where its ticket belongs; it stands there once.
local function stand(place, ticket, owner)
  local there = find(place)
  if there then
    call('LREM', queue, 1, there)
  end
  local mine = table.concat({place, clock(), '0', ticket, owner}, ' ')
  for _, other in ipairs(call('LRANGE', queue, 0, -1)) do
    local _, _, _, _, _, theirs = string.match(other, ENTRY)
    if theirs and tonumber(theirs) > tonumber(ticket) then
      call('LINSERT', queue, 'BEFORE', other, mine)
      return
    end
  end
  call('RPUSH', queue, mine)
  call('PEXPIRE', queue, KEEP_MS)
end
