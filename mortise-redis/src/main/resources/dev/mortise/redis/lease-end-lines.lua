-- When a lease ends that begins now. PEXPIREAT is what Redis rewrites PEXPIRE into, for each key.
local lease = tonumber(ARGV[1])
local time = call('TIME')
local ends = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + lease)
local greater = true
