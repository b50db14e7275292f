-- In the place of pass-on.lua where a grant cannot be pushed: a mutex has no room for its terms, clients of Redisson would
-- not know of it, a batch has not the key of the token. The first in the queue is told to look and has a grace time to come;
-- it is skipped when nobody listens there, when the grace is over, or when it has not been seen for long.
-- Included behind queue.lua.

-- include turn.lua

local GRACE_MS = 250

-- Whose turn it is, and how many ms it has to come; nil when nobody waits. The ask that is here is not told: when its turn
-- has come it is taken from the queue. The fourth result is true if the server refuses to publish.
local function pass_on(here)
  while true do
    local first = call('LINDEX', queue, 0)
    if not first then
      return nil
    end
    local ask, node, _, seen, woken, lease, owner = string.match(first, ENTRY)
    if ask and ask == here then
      call('LPOP', queue)
      return ask
    end
    if ask and not is_stale(seen) then
      local grace = GRACE_MS - math.floor((clock() - woken) / 1000)
      if woken ~= '0' and grace > 0 then
        return ask, grace
      end
      local function note()
        call('LSET', queue, 0, table.concat({ask, seen, clock(), lease, owner}, ' '))
      end
      if woken == '0' then
        local heard = told(node, 'look ' .. kind .. ' ' .. name, note)
        if heard then
          return ask, GRACE_MS
        elseif heard == nil then
          return nil, nil, nil, true
        end
      end
    end
    call('LPOP', queue)
  end
end
