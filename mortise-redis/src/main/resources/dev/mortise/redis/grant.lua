-- Gives a lock to an ask. Included behind clock.lua by scripts that define the locals call and lease.
-- What every grant does is in lines, not in functions: a function is made anew at every call of a script, and a script that
-- finds the lock free has no need of one.

local ends -- for a batch, in which all grants have one lease and one time

local function grant(lock, counter, owner, ask, waits, last_token)
  local now = clock()
  -- include mint-lines.lua
  -- include write-lines.lua
  return spare and token or {token}
end
