-- The queue of waiting asks. Included behind clock.lua by scripts that define the locals call, lock and queue.

local STALE_US = 15000000
local KEEP_MS = 60000
local ENTRY = '^(([%w_-]+)/(%d+)) (%d+) (%d+) (%d+) (%S+)$'
