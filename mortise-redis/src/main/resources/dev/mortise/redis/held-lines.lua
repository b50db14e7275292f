-- Whether the lock is the ask's, and whether somebody waits for it.
local held = call('HGET', lock, ask)
if not held then
  return 0
end
local waits = string.sub(held, -1) == '+'
