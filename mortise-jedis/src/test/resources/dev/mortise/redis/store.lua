return redis.call('SET', KEYS[1], ARGV[1]) and redis.call('INCR', KEYS[2])
