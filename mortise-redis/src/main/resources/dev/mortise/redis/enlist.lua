-- Enlists an ask. Included behind queue.lua.

-- include find.lua

-- Puts an ask at the end of the queue; if it may be there already, only notes that it was seen. Whether the holder's
-- release may not know that somebody waits: those who were here before have told it.
local function enlist(ask, lease, owner, again)
  local mine = ask .. ' ' .. clock() .. ' 0 ' .. lease .. ' ' .. owner
  local _, place
  if again then
    _, place = find(ask)
  end
  if place then
    call('LSET', queue, place, mine)
  elseif call('RPUSH', queue, mine) > 1 then
    return false
  end
  call('PEXPIRE', queue, KEEP_MS)
  return true
end
