-- Whether a mutex is an ask's. Takes the place of amend.lua: the value has no room for an owner and a count.
--
-- KEYS  1 mutex
-- ARGV  1 ask           <node>/<number>; more are passed over
-- Reply 1 it is, 0 it is not

return redis.pcall('GET', KEYS[1]) == ARGV[1] and 1 or 0
