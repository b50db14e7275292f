-- Ends a grant and passes the lock on. Included behind grant.lua by release.lua, which explains the arguments, and by
-- batch.lua. With a list of ended locks, one that nobody waits for is added there, to be deleted together with others.

local function release(lock, queue, counter, ask, last_token, ended, next_owner, next_ask, served, deaf)
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
  if waits then
    -- include queue.lua
    -- include pass-on.lua
    -- include run.lua
    local wanted = lease
    if served and #served > 0 then
      strike(served)
    end
    if next_ask and not deaf then
      enlist(next_ask, wanted, string.match(next_owner, ':(.*)$'))
    end
    local near = not next_ask and string.match(ask, '^[^/]+')
    local head, ms, message = pass_on(next_ask, counter, last_token, near)
    if head and head ~= next_ask then
      return deaf and {ms, 0} or next_ask and {ms, 1, clock()} or message and add_run({1, message}, near) or 1
    end
    lease = wanted
    waits = next_ask and call('EXISTS', queue) == 1
  end
  if next_ask then
    return grant(lock, counter, next_owner, next_ask, waits and '+' or '', last_token)
  end
  if last_token then
    call('SET', counter, last_token, 'KEEPTTL')
    if call('PTTL', counter) < 60000 then
      call('PEXPIRE', counter, 70000)
    end
  end
  return 1
end
