-- Grants the mutex to an ask, or refuses it and enlists it. Sent again with the same ask it is a look.
--
-- KEYS  1 mutex     string: the ask that has it, or what another program has set
--       2 queue     as in acquire.lua
-- ARGV  1 ask           <node>/<number>
--       2 lease         ms
--       3 mode          as in acquire.lua
-- Reply granted: {0}, in the place of a token
--       refused: {ms after which to look again, 0}, or {ms, 1, server time in µs} when enlisted; ms is -1 for an ask of ours
--       without TTL

local call = redis.call
local lock, queue = KEYS[1], KEYS[2]
local ask, lease, mode = ARGV[1], ARGV[2], ARGV[3]
-- include clock.lua

-- Other programs tell nobody when they release, and may use no TTL: then whoever waits looks as often as this.
local STRANGER_MS = 100

if call('EXISTS', lock, queue) ~= 0 then
  local value = call('GET', lock)
  local left = call('PTTL', lock)
  if value == ask then
    -- never less than a renewal has set meanwhile: this may be a copy that was held up in a broken connection
    if left < tonumber(lease) then
      call('PEXPIRE', lock, lease)
    end
    return {0}
  end

  -- include queue.lua
  -- include wake.lua

  if value and not string.match(value, '^[%w_-]+/%d+$') then
    left = left == -1 and STRANGER_MS or math.min(left, STRANGER_MS)
  end
  if left == -2 and mode ~= '2' then
    local head, grace = pass_on(ask)
    if head and head ~= ask then
      left = grace
    end
  end
  if left ~= -2 then
    if mode == '0' or mode == '2' or left == -1 then
      return {left, 0}
    end
    -- include enlist.lua
    enlist(ask, lease, '-', mode == '3')
    return {left, 1, clock()}
  end
end

call('SET', lock, ask, 'NX', 'PX', lease)
return {0}
