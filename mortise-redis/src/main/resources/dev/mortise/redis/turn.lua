-- What it takes to see to it that the next one in the queue has its turn. Included behind queue.lua by pass-on.lua and wake.lua,
-- which say how a free lock comes to it.

-- include names.lua
-- include told.lua

-- Whether an ask was seen so long ago that its node must be gone.
local function is_stale(seen)
  return clock() - seen >= STALE_US
end
