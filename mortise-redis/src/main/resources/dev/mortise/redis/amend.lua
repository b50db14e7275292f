-- Writes owner and count of a grant's present hold, for people to see.
--
-- KEYS  1 lock
-- ARGV  1 ask           <node>/<number>
--       2 owner field   <node>:<thread>, or <node>:#<object>
--       3 count
-- Reply 1 written, 0 not that ask's

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  if fields[i] ~= ARGV[1] and fields[i] ~= ARGV[2] and fields[i] ~= 'since' then
    redis.call('HDEL', KEYS[1], fields[i]) -- the owner before
  end
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
return 1
