-- Grants the lock to an ask, or refuses it and enlists its node. Sent again with the same ask it is a look.
--
-- KEYS  1 lock      hash of two fields: owner field = count, ask = token, with a "+" behind it if somebody waits
--                   (a third, since = µs, only if the token is not the server time of the grant)
--       2 queue     list: waiting nodes, next one first, each "<node> <ask number> <seen µs> <woken µs>"
--       3 token     string: the last token
-- ARGV  1 owner field   <node>:<thread>, or <node>:#<object>
--       2 ask           <node>/<number>
--       3 lease         ms
--       4 mode          0 try, 1 enlist when refused, 2 barge past the queue
-- Reply granted: the token
--       refused: {ms after which to look again, 1 if enlisted}; ms is -1 for a key without TTL

local call = redis.call
local lock, queue = KEYS[1], KEYS[2]
local waits = ''

if call('EXISTS', lock, queue) ~= 0 then
  local mine = call('HGET', lock, ARGV[2])
  if mine then
    -- never less than a renewal has set meanwhile: this may be a copy that was held up in a broken connection
    if call('PTTL', lock) < tonumber(ARGV[3]) then
      call('PEXPIRE', lock, ARGV[3])
    end
    return string.match(mine, '^%d+')
  end

  -- include queue.lua

  local node, number = string.match(ARGV[2], '^(.*)/(%d+)$')
  local left = call('PTTL', lock)
  if left == -2 and ARGV[4] ~= '2' then
    local head, wait = wake_head(node)
    if head == node then
      call('LPOP', queue)
    elseif head then
      left = wait
    end
  end
  if left ~= -2 then
    if ARGV[4] ~= '1' or left == -1 then
      return {left, 0}
    end
    enlist(node, number)
    mark_waits()
    return {left, 1}
  end
  if call('EXISTS', queue) == 1 then
    waits = '+'
  end
end

-- Tokens are text: sixteen digits until the year 2286, so that they compare as numbers, which would lose digits in Lua.
local time = call('TIME')
local token = time[1] .. string.sub('00000' .. time[2], -6)
local last = call('SET', KEYS[3], token, 'KEEPTTL', 'GET')
if last and (#last ~= #token or last >= token) then
  local now = tonumber(token)
  local ahead = math.max(now, (tonumber(last) or 0) + 1)
  call('HSET', lock, 'since', token)
  token = string.format('%.0f', ahead)
  call('SET', KEYS[3], token, 'PX', math.max(70000, 2 * ARGV[3], math.ceil((ahead - now) / 1000) + 60000))
elseif not last or string.byte(last, 9) ~= string.byte(token, 9) or tonumber(ARGV[3]) > 35000 then
  -- the ninth digit counts tens of seconds: setting it once in each keeps it for a minute after the last grant
  call('PEXPIRE', KEYS[3], math.max(70000, 2 * ARGV[3]))
end
call('HSET', lock, ARGV[1], '1', ARGV[2], token .. waits)
call('PEXPIRE', lock, ARGV[3])
return token
