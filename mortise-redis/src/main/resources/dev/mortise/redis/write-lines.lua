-- Writes a grant, from now, lock, owner, ask, token, spare, waits and lease.
if spare then
  call('HSET', lock, owner, '1', ask, token .. waits)
else
  call('HSET', lock, owner, '1', ask, token .. waits, 'since', now)
end
if ends then
  call('PEXPIREAT', lock, ends) -- what Redis rewrites PEXPIRE into; to compute it for one alone would cost more
else
  call('PEXPIRE', lock, lease)
end
