-- Ends a grant and wakes the head of the queue.
--
-- KEYS  1 lock, 2 queue, 3 token: as in acquire.lua; the token only with a last token
-- ARGV  1 ask           <node>/<number>
--       2 last token    the highest handed out inside the grant; left out if it is the grant's own
-- Reply 1 released; 0 the lock is not that ask's

local call = redis.call
local lock = KEYS[1]
local token = call('HGET', lock, ARGV[1])
if not token then
  return 0
end
call('DEL', lock)
if ARGV[2] then
  call('SET', KEYS[3], ARGV[2], 'KEEPTTL')
  if call('PTTL', KEYS[3]) < 60000 then
    call('PEXPIRE', KEYS[3], 70000)
  end
end
if string.sub(token, -1) == '+' then
  local queue = KEYS[2]
  -- include queue.lua
  wake_head()
end
return 1
