-- Several calls of acquire and release one after the other, each as if it had come alone: for many threads at once, most
-- of a script's cost is its calls. Locks that nobody has or waits for are looked at together and deleted together.
--
-- KEYS  lock and queue of each acquire, then lock and queue of each release, then the token of each acquire
-- ARGV  1 what they are     a letter a call, in order: a acquire, r release
--       2 acquires          how many there are
--       3 lease, 4 mode     of all the acquires
--       then, in order, owner field and ask of an acquire, ask of a release
-- Reply a reply for each; one that failed is an error and does not touch the others

local call = redis.call
local unpack = table.unpack or unpack
local calls, acquires, lease, mode = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
-- include clock.lua
-- include grant.lua
-- include contend.lua
-- include hand-over.lua

-- Redis 7 throws a table, Redis 6 a text.
local function failure(thrown)
  return type(thrown) == 'table' and {err = thrown.err} or {err = 'ERR in a script: ' .. tostring(thrown)}
end

local all_free = acquires > 0 and call('EXISTS', unpack(KEYS, 1, 2 * acquires)) == 0
if acquires > 0 then
  ends = string.format('%.0f', string.sub(clock(), 1, -4) + lease)
end
local granted = {}
local ended = {}

local function acquire(lock, queue, counter, owner, ask)
  if call('EXISTS', lock, queue) == 0 then
    return grant(lock, counter, owner, ask, '')
  end
  return contend(lock, queue, counter, owner, ask, mode)
end

local function release(lock, queue, ask)
  -- include held-lines.lua
  if not waits then
    ended[#ended + 1] = lock
    return 1
  end
  call('DEL', lock)
  return hand_over(lock, queue, nil, ask, waits)
end

local function delete_ended()
  if #ended > 0 then
    call('DEL', unpack(ended))
    ended = {}
  end
end

local replies = {}
local asked, released, counter, arg = 1, 2 * acquires + 1, #KEYS - acquires + 1, 5
for i = 1, #calls do
  local done, reply
  if string.sub(calls, i, i) == 'a' then
    local lock = KEYS[asked]
    if all_free and not granted[lock] then
      granted[lock] = true
      done, reply = pcall(grant, lock, KEYS[counter], ARGV[arg], ARGV[arg + 1], '')
    else
      delete_ended()
      done, reply = pcall(acquire, lock, KEYS[asked + 1], KEYS[counter], ARGV[arg], ARGV[arg + 1])
    end
    asked, counter, arg = asked + 2, counter + 1, arg + 2
  else
    done, reply = pcall(release, KEYS[released], KEYS[released + 1], ARGV[arg])
    released, arg = released + 2, arg + 1
  end
  replies[i] = done and reply or failure(reply)
end
delete_ended()
return replies
