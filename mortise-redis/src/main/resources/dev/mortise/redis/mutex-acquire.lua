-- Grants the mutex to an ask, or refuses it and enlists its node. Sent again with the same ask it is a look.
--
-- KEYS  1 mutex     string: the ask that has it, or what another program has set
--       2 queue     as in acquire.lua
-- ARGV  1 ask           <node>/<number>
--       2 lease         ms
--       3 mode          0 try, 1 enlist when refused, 2 barge past the queue
-- Reply granted: {0}, in the place of a token
--       refused: {ms after which to look again, 1 if enlisted}; ms is -1 for an ask of ours without TTL

local call = redis.call
local lock, queue = KEYS[1], KEYS[2]
local ask, lease, mode = ARGV[1], ARGV[2], ARGV[3]

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

  local node, number = string.match(ask, '^(.*)/(%d+)$')
  if value and not string.match(value, '^[%w_-]+/%d+$') then
    left = left == -1 and STRANGER_MS or math.min(left, STRANGER_MS)
  end
  if left == -2 and mode ~= '2' then
    left = turn(node)
  end
  if left ~= -2 then
    if mode ~= '1' or left == -1 then
      return {left, 0}
    end
    enlist(node, number)
    return {left, 1}
  end
end

call('SET', lock, ask, 'NX', 'PX', lease)
return {0}
