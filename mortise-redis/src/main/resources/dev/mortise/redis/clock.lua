-- The server's time, asked once, so that all of a script happens at one time. Included by scripts that define the local call.

local now

local function clock()
  if not now then
    -- include now-lines.lua
  end
  return now
end
