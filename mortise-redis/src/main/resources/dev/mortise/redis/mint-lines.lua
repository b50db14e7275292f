-- The token of a new grant, from now, counter, last_token and lease. It is spare if it is the time: then those behind it are,
-- since that of the next grant will be higher. Tokens are text: numbers would lose digits when Lua writes them.
local token, spare = now, true
local last = call('SET', counter, token, 'KEEPTTL', 'GET')
last = last_token or last
if last and (#last ~= #token or last >= token) then
  local ahead = math.max(tonumber(token), (tonumber(last) or 0) + 1)
  local ttl = math.max(70000, 2 * lease, math.ceil((ahead - token) / 1000) + 60000)
  token, spare = string.format('%.0f', ahead), false
  call('SET', counter, token, 'PX', ttl)
elseif not last or string.byte(last, 9) ~= string.byte(token, 9) or lease > 35000 then
  -- the ninth digit counts tens of seconds: setting it once in each keeps it for a minute after the last grant
  call('PEXPIRE', counter, math.max(70000, 2 * lease))
end
