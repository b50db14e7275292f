-- Everything about a lock, for people.
--
-- KEYS  1 lock, 2 token, 3 queue, 4 waiters: as in acquire.lua
-- Reply {fields and values of the lock, its PTTL, waiting nodes in order, fields and values of waiters}

return {
  redis.call('HGETALL', KEYS[1]),
  redis.call('PTTL', KEYS[1]),
  redis.call('LRANGE', KEYS[3], 0, -1),
  redis.call('HGETALL', KEYS[4]),
}
