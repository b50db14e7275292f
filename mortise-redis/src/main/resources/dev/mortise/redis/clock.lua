-- The server's time, asked once, so that all of a script happens at one time. Included by scripts that define the local call.

local now

-- In µs, as text: sixteen digits until the year 2286, so that they compare like numbers.
local function clock()
  if not now then
    local time = call('TIME')
    now = time[1] .. string.sub('00000' .. time[2], -6)
  end
  return now
end
