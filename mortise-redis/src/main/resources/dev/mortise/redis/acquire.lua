-- Grants the lock to an ask, or refuses it and enlists its node. Sent again with the same ask it is a look.
--
-- KEYS  1 lock      hash of two fields: owner field = count, ask = token, with a "+" behind it if somebody waits
--                   (a third, since = µs, only if the token is not the server time of the grant)
--       2 queue     list: waiting nodes, next one first, each "<node> <ask number> <seen µs> <woken µs>"
--       3 token     string: the last token
-- ARGV  1 owner field   <node>:<thread>, or <node>:#<object>
--       2 ask           <node>/<number>
--       3 lease         ms
--       4 mode          0 try, 1 enlist when refused, 2 barge past the queue
-- Reply granted: the token; or {token}, if it is ahead of the server's time
--       refused: {ms after which to look again, 1 if enlisted}; ms is -1 for a key without TTL

local call = redis.call
local lease = tonumber(ARGV[3])
-- include acquire-function.lua
return acquire(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2], ARGV[4])
