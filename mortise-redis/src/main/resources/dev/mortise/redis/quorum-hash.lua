-- How a master of a quorum keeps a lock's grant: in a hash, as acquire.lua explains, and the token beside it.
-- Included by scripts that define the locals call, lock and counter.

local function granted(vote)
  -- include quorum-hash-voted-lines.lua
  return voted
end

-- The lock's TTL, as PTTL tells it.
local function left()
  return call('PTTL', lock)
end

-- Gives the free lock to a vote: the token.
local function keep(vote, owner, lease, least)
  -- include quorum-hash-keep-lines.lua
  return token
end
