-- Tells whoever waits for the lock with Redisson, and Mortise's nodes that listen, that it is free: how many heard it, or the
-- error if the server refuses to publish.
-- Included by scripts that define the local call.

local function tell(lock)
  local tagged = string.find(lock, '{', 1, true) and lock or '{' .. lock .. '}'
  return redis.pcall('PUBLISH', 'redisson_lock__channel:' .. tagged, '0')
end
