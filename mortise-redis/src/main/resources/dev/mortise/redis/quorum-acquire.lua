-- The vote of one master of a quorum. Sent again with the same vote it is a look.
--
-- KEYS  1 lock, 2 queue, 3 token: as in acquire.lua; a mutex has no token
-- ARGV  1 owner field     <node>:<thread>, or <node>:#<object>
--       2 vote            <node>/<number>: what the grant is known by, new for every round of votes
--       3 lease           ms
--       4 mode            0 try, 1 enlist when refused, 2 barge past the queue
--       5 least token     the clock of the node, in µs
--       6 ticket          when the node began to wait, in µs
--       7 place           <node>/<number>: the ask as it stands in the queue; left out, with what follows, if it is the vote
--       8 amnesia guard   how many seconds the server must be up to vote, or 0
-- Reply voted: {token}
--       refused: {ms after which to look again, 0}, or {ms, 1, server time in µs} when enlisted; ms is -1 for a key without
--       TTL

local call = redis.call
local lock, queue, counter = KEYS[1], KEYS[2], KEYS[3]
local owner, vote, lease, mode = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local least, place, guard = ARGV[5], ARGV[7] or vote, tonumber(ARGV[8] or 0)

local nobody = call('EXISTS', lock, queue) == 0
if nobody and guard == 0 then
  -- include quorum-hash-keep-lines.lua
  return {token}
end

-- include clock.lua
-- include quorum-hash.lua

-- A server that has begun too lately may have forgotten for whom it voted: -2, or ms until it may vote.
local function amnesia()
  if guard == 0 then
    return -2
  end
  local up = tonumber(string.match(call('INFO', 'server'), 'uptime_in_seconds:(%d+)'))
  return up < guard and (guard - up) * 1000 or -2
end

if nobody then
  local wait = amnesia()
  return wait == -2 and {keep(vote, owner, lease, least)} or {wait, 0}
end

local mine = granted(vote)
if mine then
  if call('PTTL', lock) < lease then
    call('PEXPIRE', lock, lease)
  end
  return {mine}
end

-- include quorum-queue.lua

local wait = left()
if wait == -2 then
  wait = amnesia()
end
if wait == -2 and mode ~= '2' then
  local head, grace = pass_on(place)
  if head and head ~= place then
    wait = grace
  end
end
if wait == -2 then
  return {keep(vote, owner, lease, least)}
end
if mode ~= '1' or wait == -1 then
  return {wait, 0}
end
stand(place, ARGV[6], string.match(owner, ':(%S+)$') or '-')
return {wait, 1, clock()}
