-- Sets now to the server's time in µs, as text: sixteen digits until the year 2286, so that they compare like numbers.
local time = call('TIME')
now = time[1] .. string.sub('00000' .. time[2], -6)
