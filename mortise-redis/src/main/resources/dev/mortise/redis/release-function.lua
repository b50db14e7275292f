-- Ends a grant and wakes the head of the queue.
-- Included by release.lua, which explains the arguments, and by batch.lua; they define the local call.
-- With a list of ended locks, one that nobody waits for is added there, to be deleted together with others.

local function release(lock, queue, counter, ask, last_token, ended)
  local token = call('HGET', lock, ask)
  if not token then
    return 0
  end
  local waits = string.sub(token, -1) == '+'
  if ended and not waits then
    ended[#ended + 1] = lock
    return 1
  end
  call('DEL', lock)
  if last_token then
    call('SET', counter, last_token, 'KEEPTTL')
    if call('PTTL', counter) < 60000 then
      call('PEXPIRE', counter, 70000)
    end
  end
  if waits then
    -- include queue.lua
    wake_head()
  end
  return 1
end
