-- Ends a grant and wakes the head of the queue.
-- Included by release.lua, which explains the arguments, and by batch.lua; they define the local call.

local function release(lock, queue, counter, ask, last_token)
  local token = call('HGET', lock, ask)
  if not token then
    return 0
  end
  call('DEL', lock)
  if last_token then
    call('SET', counter, last_token, 'KEEPTTL')
    if call('PTTL', counter) < 60000 then
      call('PEXPIRE', counter, 70000)
    end
  end
  if string.sub(token, -1) == '+' then
    -- include queue.lua
    wake_head()
  end
  return 1
end
