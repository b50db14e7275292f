-- Remote hand-off: grants a free lock to the first in the queue whose node can be told, and tells only it. The lease is
-- provisional, so that a node that has died or is paused costs no more than that; its watchdog asks for the rest.
-- Included behind grant.lua and queue.lua.

-- include turn.lua

local PROVISIONAL_MS = 1000

local function mint(counter, last_token, lease)
  local now = clock()
  -- include mint-lines.lua
  return token, spare
end

-- Who has the lock now, and for how many ms; nil when nobody waits. The ask that is here is not told: when its turn has
-- come it is taken from the queue, and the caller grants it. The node that is near is told by the third result, for the
-- caller to reply, instead of by a message. The fourth result is true if the server refuses to publish; the lock is free then.
local function pass_on(here, counter, last_token, near)
  local token, spare
  while true do
    local first = call('LPOP', queue)
    if not first then
      return nil
    end
    local ask, node, number, seen, _, wanted, thread = string.match(first, ENTRY)
    if ask and ask == here then
      return ask
    end
    if ask and not is_stale(seen) then
      local now = clock()
      if string.byte(seen, 9) ~= string.byte(now, 9) then
        call('PEXPIRE', queue, KEEP_MS) -- the ninth digit counts tens of seconds: for a queue that is never empty
      end
      local lease = math.min(tonumber(wanted), PROVISIONAL_MS)
      if not token then
        token, spare = mint(counter, last_token, lease)
      end
      local function give()
        local owner = node .. ':' .. thread
        local waits = '+' -- to look whether others do would cost every hand-over what it saves the last one
        -- include write-lines.lua
      end
      local message = 'granted ' .. kind .. ' ' .. number .. ' ' .. lease .. ' ' .. token .. ' ' .. now .. ' ' .. name
      if node == near then
        give()
        return ask, lease, message
      end
      local heard = told(node, message, give)
      if heard then
        return ask, lease, false
      elseif heard == nil then
        call('DEL', lock) -- The node would not come, so the lock stays free.
        return nil, nil, nil, true
      end
    end
  end
end
