-- What follows the end of a grant: the lock goes to the first in the queue, or to the next of the same node if nobody is
-- there. Included behind grant.lua by release.lua, which explains the arguments, and by others that end a grant.

local function hand_over(lock, queue, counter, ask, waits, last_token, next_owner, next_ask, served, deaf)
  local mute
  if waits then
    -- include queue.lua
    -- include pass-on.lua
    if served and #served > 0 then
      -- include strike-lines.lua
    end
    if next_ask and not deaf then
      -- include enlist.lua
      enlist(next_ask, lease, string.match(next_owner, ':(.*)$'))
    end
    local near = not next_ask and string.match(ask, '^[^/]+')
    local head, ms, message
    head, ms, message, mute = pass_on(next_ask, counter, last_token, near)
    if message then
      -- include run-lines.lua
      return run
    end
    if head and head ~= next_ask then
      return deaf and {ms, 0} or next_ask and {ms, 1, clock()} or 1
    end
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
  return mute and 2 or 1
end
