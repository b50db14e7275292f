-- How a master of a quorum keeps a lock's grant: in a hash, as acquire.lua explains, and the token beside it.
-- Included behind clock.lua by scripts that define the locals call, lock and counter.

-- The token of the vote; nil when the lock is not that vote's.
local function granted(vote)
  return call('HGET', lock, vote)
end

-- The lock's TTL, as PTTL tells it.
local function left()
  return call('PTTL', lock)
end

-- Sets the counter to that token: for a minute after the token's time, and after the lock.
local function count(token, lease)
  local ahead = math.ceil((token - clock()) / 1000)
  call('SET', counter, string.format('%.0f', token), 'PX', math.max(70000, 2 * lease, ahead + 60000))
end

-- Raises the counter to that token.
local function raise(token, lease)
  if (tonumber(call('GET', counter) or '0') or 0) < token then
    count(token, lease)
  end
end

-- Gives the free lock to a vote, with a token that is at least the one given, and above the last: the token.
local function keep(vote, owner, lease, least)
  local last = call('SET', counter, least, 'KEEPTTL', 'GET')
  local token = least
  if last and (#last ~= #least or last >= least) then
    local above = math.max(tonumber(least), (tonumber(last) or 0) + 1)
    token = string.format('%.0f', above)
    count(above, lease)
  elseif not last or string.sub(last, 1, 9) ~= string.sub(least, 1, 9) or lease > 35000 then
    -- the ninth digit counts tens of seconds: setting it once in each keeps it for a minute after the last grant
    count(tonumber(least), lease)
  end
  call('HSET', lock, owner, '1', vote, token)
  call('PEXPIRE', lock, lease)
  return token
end
