-- Writes a stock unless somebody with a higher token has written before.
-- KEYS[1]  hash with the fields stock and token
-- ARGV[1]  the writer's fencing token
-- ARGV[2]  the new stock
-- Replies 1 when written, 0 when refused.
local seen = redis.call('HGET', KEYS[1], 'token')
if seen and tonumber(ARGV[1]) < tonumber(seen) then
  return 0
end
redis.call('HSET', KEYS[1], 'stock', ARGV[2], 'token', ARGV[1])
return 1
