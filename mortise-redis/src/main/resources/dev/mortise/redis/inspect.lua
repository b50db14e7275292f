-- Everything about a lock, for people.
--
-- KEYS  1 lock, 2 queue: as in acquire.lua
-- Reply {fields and values of the lock, its PTTL, the queue}

return {
  redis.call('HGETALL', KEYS[1]),
  redis.call('PTTL', KEYS[1]),
  redis.call('LRANGE', KEYS[2], 0, -1),
}
