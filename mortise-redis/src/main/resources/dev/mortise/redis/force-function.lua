-- Removes whatever is at the lock's key, raises the token, tells the holder and passes the lock on.
-- Included behind grant.lua by force.lua, which explains the keys, and by redisson-force.lua.

local function force(lock, queue, counter)
  -- include queue.lua
  -- include pass-on.lua
  -- include holding.lua

  local type = call('TYPE', lock).ok
  if type == 'none' then
    return 0
  end
  local ask = type == 'hash' and holding()
  call('DEL', lock)
  local last = tonumber(call('GET', counter) or '0') or 0
  local token = math.max(tonumber(clock()), last + 1)
  call('SET', counter, string.format('%.0f', token), 'PX', 70000 + math.ceil((token - clock()) / 1000))
  if ask then
    local node, number = string.match(ask, '^(.*)/(%d+)$')
    redis.pcall('PUBLISH', prefix .. 'node:' .. node, 'lost ' .. kind .. ' ' .. number .. ' ' .. name)
  end
  pass_on(nil, counter)
  return 1
end
