-- The write-back of a grant's token to a master that counts lower: only while the lock is the vote's, and only if the vote
-- had no higher token. A vote that came late may have one, behind a grant that this token would repeat.
--
-- KEYS  1 lock, 2 queue, 3 token: as in quorum-acquire.lua
-- ARGV  1 vote            <node>/<number>
--       2 token           the highest of the votes
--       3 lease           ms
-- Reply 1 the token is kept; 0 it is not

local call = redis.call
local lock, counter, vote, token, lease = KEYS[1], KEYS[3], ARGV[1], ARGV[2], tonumber(ARGV[3])
-- include quorum-hash-voted-lines.lua
if not voted or tonumber(voted) > tonumber(token) then
  return 0
end
-- include quorum-raise-lines.lua
call('HSET', lock, vote, token)
return 1
