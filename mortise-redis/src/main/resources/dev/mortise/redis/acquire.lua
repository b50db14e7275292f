-- Grants the lock to an ask, or refuses it and enlists it. Sent again with the same ask it is a look.
--
-- KEYS  1 lock      hash of two fields: owner field = count, ask = token, with a "+" behind it if somebody waits
--                   (a third, since = µs, only if the token is not the server time of the grant)
--       2 queue     list: waiting asks, next one first, each "<ask> <seen µs> <woken µs> <lease ms> <owner>"
--       3 token     string: the last token
-- ARGV  1 owner field   <node>:<owner>; an owner is a thread's id, or #<object>
--       2 ask           <node>/<number>
--       3 lease         ms
--       4 mode          0 try, 1 enlist when refused, 2 barge past the queue, 3 as 1 for an ask that may be there already
-- Reply granted: the token; or {token}, if it is ahead of the server's time
--       refused: {ms after which to look again, 0}, or {ms, 1, server time in µs} when enlisted; ms is -1 for a key
--       without TTL

local call = redis.call
local lock, queue, counter, owner, ask = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2]
local lease = tonumber(ARGV[3])

if call('EXISTS', lock, queue) == 0 then
  local waits = ''
  local now, ends, last_token
  -- include now-lines.lua
  -- include mint-lines.lua
  -- include write-lines.lua
  return spare and token or {token}
end

-- include clock.lua
-- include grant.lua
-- include contend.lua
return contend(lock, queue, counter, owner, ask, ARGV[4])
