-- Writes who a node is, for people.
--
-- KEYS  1 node       hash: label
-- ARGV  1 label
--       2 TTL in ms, or 0 to remove it
-- Reply 1

if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'label', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1
