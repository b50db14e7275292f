-- The queue of waiting nodes at one master of a quorum. Included by scripts that define the locals call, lock and queue.
--
-- Nodes stand in the order of the tickets that they bring along, which are the same at every master: so all masters wake
-- the same node, and votes are not split. A free lock is kept for a woken head for a short grace; a head is skipped when
-- nobody listens on its channel, or when the grace is over.

local GRACE_MS = 50
local KEEP_MS = 60000

-- include names.lua
local micros

local function now_us()
  if not micros then
    local time = call('TIME')
    micros = time[1] * 1000000 + time[2]
  end
  return micros
end

local function entry(node, number, ticket, woken)
  return string.format('%s %s %s %.0f', node, number, ticket, woken)
end

-- Puts a node where its ticket belongs; it stands there once.
local function enlist(node, number, ticket)
  local behind
  for _, other in ipairs(call('LRANGE', queue, 0, -1)) do
    local who, _, theirs = string.match(other, '^(%S+) (%d+) (%d+)')
    if who == node then
      call('LREM', queue, 1, other)
    elseif not behind and tonumber(theirs) > tonumber(ticket) then
      behind = other
    end
  end
  local mine = entry(node, number, ticket, 0)
  if behind then
    call('LINSERT', queue, 'BEFORE', behind, mine)
  else
    call('RPUSH', queue, mine)
  end
  call('PEXPIRE', queue, KEEP_MS)
end

-- The ask that has the lock; nil when it is free, or no lock of ours.
local function holding()
  for _, field in ipairs(call('HKEYS', lock)) do
    if string.match(field, '^%S+/%d+$') then
      return field
    end
  end
end

-- Tells the first node that can be told to look: that node, and how many ms it has to come; nil when nobody waits.
-- The node that asks need not be told: it is here.
local function wake_head(asking)
  while true do
    local node, number, ticket, woken = string.match(call('LINDEX', queue, 0) or '', '^(%S+) (%d+) (%d+) (%d+)$')
    if node and node == asking then
      return node, 0
    end
    if node and woken ~= '0' then
      local grace = GRACE_MS - math.floor((now_us() - woken) / 1000)
      if grace > 0 then
        return node, math.min(grace, GRACE_MS)
      end
    elseif node and call('PUBLISH', prefix .. 'node:' .. node, 'look ' .. kind .. ' ' .. name) > 0 then
      call('LSET', queue, 0, entry(node, number, ticket, now_us()))
      return node, GRACE_MS
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
