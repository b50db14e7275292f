-- The queue of waiting nodes. Included by scripts that define the locals call, lock and queue.
--
-- A free lock with a queue belongs to its head. A head is told by a message on its channel and has a grace time to come;
-- it is skipped when nobody listens there, when the grace is over, or when it has not been seen for long.

local GRACE_MS = 250
local STALE_US = 15000000
local KEEP_MS = 60000

-- include names.lua
-- include told.lua
local micros

local function now_us()
  if not micros then
    local time = call('TIME')
    micros = time[1] * 1000000 + time[2]
  end
  return micros
end

local function entry(node, number, seen, woken)
  return string.format('%s %s %.0f %.0f', node, number, seen, woken)
end

-- Puts a node at the end of the queue, or, if it is there, notes that it was seen.
local function enlist(node, number)
  local mine = entry(node, number, now_us(), 0)
  local place
  for i, other in ipairs(call('LRANGE', queue, 0, -1)) do
    if string.match(other, '^%S+') == node then
      place = i - 1
      break
    end
  end
  if place then
    call('LSET', queue, place, mine)
  else
    call('RPUSH', queue, mine)
  end
  call('PEXPIRE', queue, KEEP_MS)
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

-- Tells the first node that can be told to look: that node, and how many ms it has to come; nil when nobody waits.
-- The node that asks need not be told: it is here.
local function wake_head(asking)
  while true do
    local node, number, seen, woken = string.match(call('LINDEX', queue, 0) or '', '^(%S+) (%d+) (%d+) (%d+)$')
    if node and node == asking then
      return node, 0
    end
    if node and now_us() - seen < STALE_US then
      local grace = GRACE_MS - math.floor((now_us() - woken) / 1000)
      if woken ~= '0' and grace > 0 then
        return node, grace
      end
      if woken == '0' and told(node, 'look ' .. kind .. ' ' .. name) then
        call('LSET', queue, 0, entry(node, number, seen, now_us()))
        return node, GRACE_MS
      end
    end
    if not call('LPOP', queue) then
      return nil
    end
  end
end

-- Whether a free lock is that node's to take: -2 when it is, else how many ms the head has to come.
local function turn(node)
  local head, wait = wake_head(node)
  if head == node then
    call('LPOP', queue)
  end
  return head and head ~= node and wait or -2
end
