-- The write-back of a grant's token to a master that voted with a lower one: only while the lock is the ask's.
--
-- KEYS  1 lock, 2 queue, 3 token: as in quorum-acquire.lua
-- ARGV  1 ask             <node>/<number>
--       2 token           the highest of the votes
--       3 lease           ms
-- Reply 1 the counter is at the token or above it; 0 the lock is not that ask's

local call = redis.call
local lock, counter = KEYS[1], KEYS[3]
-- include quorum-hash.lua

if not granted(ARGV[1]) then
  return 0
end
raise(tonumber(ARGV[2]), tonumber(ARGV[3]))
call('HSET', lock, ARGV[1], ARGV[2])
return 1
