-- Raises the counter to a token, from token, counter and lease; never lowers it.
if (tonumber(call('GET', counter) or '0') or 0) < tonumber(token) then
  -- include quorum-count-lines.lua
end
