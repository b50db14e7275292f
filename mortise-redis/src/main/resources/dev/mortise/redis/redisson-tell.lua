-- Tells whoever waits for the lock with Redisson, and Mortise's nodes that listen, that it is free: how many heard it.
-- Included by scripts that define the local call.

local function tell(lock)
  local tagged = string.find(lock, '{', 1, true) and lock or '{' .. lock .. '}'
  return call('PUBLISH', 'redisson_lock__channel:' .. tagged, '0')
end
