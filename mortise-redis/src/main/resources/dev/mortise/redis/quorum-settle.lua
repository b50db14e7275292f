-- The write-back of a grant's token to a master that counts lower: only while the lock is the vote's, and only if the vote
-- had no higher token. A vote that came late may have one, behind a grant that this token would repeat.
--
-- KEYS  1 lock, 2 queue, 3 token: as in quorum-acquire.lua
-- ARGV  1 vote            <node>/<number>
--       2 token           the highest of the votes
--       3 lease           ms
-- Reply 1 the token is kept; 0 it is not

local call = redis.call
local lock, counter = KEYS[1], KEYS[3]
-- include clock.lua
-- include quorum-hash.lua

local voted = granted(ARGV[1])
if not voted or tonumber(voted) > tonumber(ARGV[2]) then
  return 0
end
raise(tonumber(ARGV[2]), tonumber(ARGV[3]))
call('HSET', lock, ARGV[1], ARGV[2])
return 1
