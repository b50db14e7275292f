-- Grants the lock to an ask, or refuses it and enlists it. Sent again with the same ask it is a look.
-- Included behind grant.lua by acquire.lua, which explains the arguments, and by batch.lua; they define the local lease.

local function acquire(lock, queue, counter, owner, ask, mode)
  local waits = ''

  if call('EXISTS', lock, queue) ~= 0 then
    local mine = call('HGET', lock, ask)
    if mine then
      -- never less than a renewal has set meanwhile: this may be a copy that was held up in a broken connection
      if call('PTTL', lock) < lease then
        call('PEXPIRE', lock, lease)
      end
      return reply(string.match(mine, '^%d+'), call('HEXISTS', lock, 'since') == 0)
    end

    -- include queue.lua
    -- include pass-on.lua

    local wanted = lease
    local left = call('PTTL', lock)
    if left == -2 and mode ~= '2' then
      local head, ms = pass_on(ask, counter)
      if head and head ~= ask then
        left = ms
      end
      lease = wanted
    end
    if left ~= -2 then
      if mode == '0' or mode == '2' or left == -1 then
        return {left, 0}
      end
      if enlist(ask, wanted, string.match(owner, ':(.*)$'), mode == '3') then
        mark_waits()
      end
      return {left, 1, clock()}
    end
    if call('EXISTS', queue) == 1 then
      waits = '+'
    end
  end

  return grant(lock, counter, owner, ask, waits)
end
