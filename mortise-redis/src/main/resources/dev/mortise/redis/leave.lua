-- Takes an ask out of the queue. Included behind pass-on.lua or wake.lua.

-- include find.lua

local function leave(ask, counter)
  local waiting = find(ask)
  if waiting then
    call('LREM', queue, 1, waiting)
    if call('EXISTS', lock) == 0 then
      pass_on(nil, counter)
    end
  end
end
