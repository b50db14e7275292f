-- Takes the node of an ask out of the queue, unless it has enlisted anew since. Included behind queue.lua.

local function leave(ask)
  local node, number = string.match(ask, '^(.*)/(%d+)$')
  for _, waiting in ipairs(call('LRANGE', queue, 0, -1)) do
    local other, asked = string.match(waiting, '^(%S+) (%d+)')
    if other == node and tonumber(asked) <= tonumber(number) then
      call('LREM', queue, 1, waiting)
      if call('EXISTS', lock) == 0 then
        wake_head()
      end
      return
    end
  end
end
