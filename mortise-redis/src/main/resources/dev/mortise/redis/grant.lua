-- Gives a lock to an ask. Included behind clock.lua by scripts that define the locals call and lease.

local ends

-- The token of a new grant, and whether it is the time: then those behind it are spare, since that of the next grant will
-- be higher. Tokens are text: numbers would lose digits when Lua writes them.
local function mint(counter, last_token)
  local token = clock()
  local last = call('SET', counter, token, 'KEEPTTL', 'GET')
  last = last_token or last
  if last and (#last ~= #token or last >= token) then
    local ahead = math.max(token, (tonumber(last) or 0) + 1)
    local ttl = math.max(70000, 2 * lease, math.ceil((ahead - token) / 1000) + 60000)
    token = string.format('%.0f', ahead)
    call('SET', counter, token, 'PX', ttl)
    return token, false
  end
  if not last or string.byte(last, 9) ~= string.byte(token, 9) or lease > 35000 then
    -- the ninth digit counts tens of seconds: setting it once in each keeps it for a minute after the last grant
    call('PEXPIRE', counter, math.max(70000, 2 * lease))
  end
  return token, true
end

-- In a batch all grants have one lease and one time.
local function write(lock, owner, ask, token, spare, waits)
  if spare then
    call('HSET', lock, owner, '1', ask, token .. waits)
  else
    call('HSET', lock, owner, '1', ask, token .. waits, 'since', clock())
  end
  ends = ends or string.format('%.0f', string.sub(clock(), 1, -4) + lease)
  call('PEXPIREAT', lock, ends) -- cheaper than PEXPIRE, which Redis rewrites into it
end

local function reply(token, spare)
  return spare and token or {token}
end

local function grant(lock, counter, owner, ask, waits, last_token)
  local token, spare = mint(counter, last_token)
  write(lock, owner, ask, token, spare, waits)
  return reply(token, spare)
end
