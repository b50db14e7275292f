-- Removes whatever is at the lock's key, raises the token, tells the holder and wakes the head of the queue.
-- Included by force.lua, which explains the keys, and redisson-force.lua; they define the local call.

local function force(lock, queue, counter)
  -- include queue.lua

  local type = call('TYPE', lock).ok
  if type == 'none' then
    return 0
  end
  local ask = type == 'hash' and holding()
  call('DEL', lock)
  local last = tonumber(call('GET', counter) or '0') or 0
  local token = math.max(now_us(), last + 1)
  call('SET', counter, string.format('%.0f', token), 'PX', 70000 + math.ceil((token - now_us()) / 1000))
  if ask then
    local node, number = string.match(ask, '^(.*)/(%d+)$')
    call('PUBLISH', prefix .. 'node:' .. node, 'lost ' .. kind .. ' ' .. number .. ' ' .. name)
  end
  wake_head()
  return 1
end
