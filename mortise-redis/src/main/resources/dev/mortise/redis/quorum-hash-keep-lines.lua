-- Gives the free lock to a vote, from lock, counter, vote, owner, lease and least, with a token that is at least that, and above
-- the last one.
local token = least
local last = call('SET', counter, least, 'KEEPTTL', 'GET')
local behind = last and (#last ~= #least or last >= least)
if behind then
  token = string.format('%.0f', math.max(tonumber(least), (tonumber(last) or 0) + 1))
end
-- the ninth digit counts tens of seconds: setting it once in each keeps it for a minute after the last grant
if behind or not last or string.sub(last, 1, 9) ~= string.sub(least, 1, 9) or lease > 35000 then
  -- include quorum-count-lines.lua
end
call('HSET', lock, owner, '1', vote, token)
if redis.pcall('PEXPIRE', lock, lease) ~= 1 then
  call('DEL', lock) -- A lock without a TTL would never end.
  call('PEXPIRE', lock, lease) -- It is refused again, and the reply says why.
end
