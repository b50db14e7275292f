-- Writes who a node is, for people, and counts the listeners on the node's channel. The channel has the name of the key.
--
-- KEYS  1 node       hash: label
-- ARGV  1 label
--       2 TTL in ms, or 0 to remove it
--       3 1 to publish an empty message on the node's channel
-- Reply how many connections listen on the node's channel at this server; -1 if it refuses to publish there

if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'label', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  -- Locks are given their TTL by either command. A node that may not use both learns it when it connects.
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', redis.call('TIME')[1] * 1000 + ARGV[2]))
end
if ARGV[3] == '1' and type(redis.pcall('PUBLISH', KEYS[1], '')) == 'table' then
  return -1
end
return redis.call('PUBSUB', 'NUMSUB', KEYS[1])[2]
