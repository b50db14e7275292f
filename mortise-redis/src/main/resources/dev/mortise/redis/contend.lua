-- Asks for a lock that somebody has or waits for. Included behind grant.lua by acquire.lua, which explains the arguments, and
-- by batch.lua; they define the local lease.

local function contend(lock, queue, counter, owner, ask, mode)
  local mine = call('HGET', lock, ask)
  if mine then
    -- never less than a renewal has set meanwhile: this may be a copy that was held up in a broken connection
    if call('PTTL', lock) < lease then
      call('PEXPIRE', lock, lease)
    end
    local token = string.match(mine, '^%d+')
    return call('HEXISTS', lock, 'since') == 0 and token or {token}
  end

  -- include queue.lua

  local left = call('PTTL', lock)
  if left == -2 and mode ~= '2' then
    -- include pass-on.lua
    local head, ms = pass_on(ask, counter)
    if head and head ~= ask then
      left = ms
    end
  end
  if left == -2 then
    return grant(lock, counter, owner, ask, call('EXISTS', queue) == 1 and '+' or '')
  end
  if mode == '0' or mode == '2' or left == -1 then
    return {left, 0}
  end

  -- include enlist.lua
  if enlist(ask, lease, string.match(owner, ':(.*)$'), mode == '3') then
    -- include mark-lines.lua
  end
  return {left, 1, clock()}
end
