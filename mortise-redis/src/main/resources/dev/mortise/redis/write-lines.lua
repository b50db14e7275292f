-- Writes a grant, from now, lock, owner, ask, token, spare, waits and lease.
if spare then
  call('HSET', lock, owner, '1', ask, token .. waits)
else
  call('HSET', lock, owner, '1', ask, token .. waits, 'since', now)
end
-- PEXPIREAT is what Redis rewrites PEXPIRE into; to compute its time for one lock alone would cost more.
local expire, at = 'PEXPIRE', lease
if ends then
  expire, at = 'PEXPIREAT', ends
end
if redis.pcall(expire, lock, at) ~= 1 then
  call('DEL', lock) -- A lock without a TTL would never end.
  call(expire, lock, at) -- It is refused again, and the reply says why.
end
