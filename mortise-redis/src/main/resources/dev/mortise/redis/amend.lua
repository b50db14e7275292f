-- Writes the count of a hold, for people to see.
--
-- KEYS  1 lock
-- ARGV  1 ask           <node>/<number>
--       2 owner field   <node>:<thread>, or <node>:#<object>
--       3 count
-- Reply 1 written, 0 not that ask's

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
return 1
