-- Whether the server has sharded channels, and this user may publish on them: a release must not fail half-way.
--
-- KEYS  1 any name
-- Reply how many heard it; an error, NOSHARDS for a server that is too old

local heard = redis.pcall('SPUBLISH', KEYS[1], '')
if type(heard) == 'table' and string.find(string.lower(heard.err), 'unknown redis command', 1, true) then
  return redis.error_reply('NOSHARDS this server has no sharded channels')
end
return heard
