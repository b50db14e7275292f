-- As quorum-hash.lua, of a mutex: a string, without owner and token.

-- How soon to look again at a key of another program: such programs tell nobody when they release.
local STRANGER_MS = 100

local function granted(vote)
  -- include quorum-string-voted-lines.lua
  return voted
end

local function left()
  local value = call('GET', lock)
  local ms = call('PTTL', lock)
  if value and not string.match(value, '^[%w_-]+/%d+$') then
    return ms == -1 and STRANGER_MS or math.min(ms, STRANGER_MS)
  end
  return ms
end

local function keep(vote, _, lease)
  -- include quorum-string-keep-lines.lua
  return token
end
