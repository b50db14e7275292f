-- How long the lock is kept.
--
-- KEYS  1 lock
-- Reply ms, -1 without TTL, -2 when it is free

return redis.call('PTTL', KEYS[1])
