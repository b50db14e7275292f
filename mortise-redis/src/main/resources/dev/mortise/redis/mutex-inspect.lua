-- Everything about a mutex, for people.
--
-- KEYS  1 mutex, 2 queue: as in mutex-acquire.lua
-- Reply {its value, its PTTL, the queue}

return {
  redis.call('GET', KEYS[1]) or '',
  redis.call('PTTL', KEYS[1]),
  redis.call('LRANGE', KEYS[2], 0, -1),
}
