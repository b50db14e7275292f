-- Grants the lock to an ask, or refuses it and enlists its node. Sent again with the same ask it is a look.
-- Included by acquire.lua, which explains the arguments, and by batch.lua; they define the locals call and lease.

local now, ends

-- A token that is the time has spare ones behind it: that of the next grant will be higher.
local function reply(token, spare)
  return spare and token or {token}
end

-- Gives a free lock to an ask. In a batch all grants have one lease and one time.
local function grant(lock, counter, owner, ask, waits)
  if not now then
    -- Tokens are text: sixteen digits until the year 2286, so that they compare as numbers, which would lose digits in Lua.
    local time = call('TIME')
    now = time[1] .. string.sub('00000' .. time[2], -6)
    ends = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + lease)
  end
  local token, spare = now, true
  local last = call('SET', counter, token, 'KEEPTTL', 'GET')
  if last and (#last ~= #token or last >= token) then
    local micros = tonumber(token)
    local ahead = math.max(micros, (tonumber(last) or 0) + 1)
    call('HSET', lock, 'since', token)
    token, spare = string.format('%.0f', ahead), false
    call('SET', counter, token, 'PX', math.max(70000, 2 * lease, math.ceil((ahead - micros) / 1000) + 60000))
  elseif not last or string.byte(last, 9) ~= string.byte(token, 9) or lease > 35000 then
    -- the ninth digit counts tens of seconds: setting it once in each keeps it for a minute after the last grant
    call('PEXPIRE', counter, math.max(70000, 2 * lease))
  end
  call('HSET', lock, owner, '1', ask, token .. waits)
  call('PEXPIREAT', lock, ends) -- cheaper than PEXPIRE, which Redis rewrites into it
  return reply(token, spare)
end

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

    local node, number = string.match(ask, '^(.*)/(%d+)$')
    local left = call('PTTL', lock)
    if left == -2 and mode ~= '2' then
      left = turn(node)
    end
    if left ~= -2 then
      if mode ~= '1' or left == -1 then
        return {left, 0}
      end
      enlist(node, number)
      mark_waits()
      return {left, 1}
    end
    if call('EXISTS', queue) == 1 then
      waits = '+'
    end
  end

  return grant(lock, counter, owner, ask, waits)
end
