-- The queue of waiting asks. Included behind clock.lua by scripts that define the locals call, lock and queue, and followed
-- by pass-on.lua or wake.lua, which say how a free lock comes to the first of them.

local STALE_US = 15000000
local KEEP_MS = 60000
local ENTRY = '^(([%w_-]+)/(%d+)) (%d+) (%d+) (%d+) (%S+)$'

-- include names.lua
-- include told.lua

-- Whether an ask was seen so long ago that its node must be gone.
local function is_stale(seen)
  return clock() - seen >= STALE_US
end

local function find(ask)
  for i, entry in ipairs(call('LRANGE', queue, 0, -1)) do
    if string.sub(entry, 1, #ask + 1) == ask .. ' ' then
      return entry, i - 1
    end
  end
end

-- Puts an ask at the end of the queue; if it may be there already, only notes that it was seen. Whether the holder's
-- release may not know that somebody waits: those who were here before have told it.
local function enlist(ask, lease, owner, again)
  local mine = table.concat({ask, clock(), '0', lease, owner}, ' ')
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

-- The ask that has the lock, and its value; nil when it is free, or no lock of ours.
local function holding()
  local fields = call('HGETALL', lock)
  for i = 1, #fields, 2 do
    if string.match(fields[i], '^%S+/%d+$') then
      return fields[i], fields[i + 1]
    end
  end
end

-- Tells the holder's release that somebody waits.
local function mark_waits()
  local ask, token = holding()
  if ask and string.sub(token, -1) ~= '+' then
    call('HSET', lock, ask, token .. '+')
  end
end
