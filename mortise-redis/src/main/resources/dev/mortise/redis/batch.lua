-- Several calls of acquire and release one after the other, each as if it had come alone: for many threads at once, most
-- of a script's cost is its call.
--
-- KEYS  those of the calls, one call's behind the other's: three of an acquire, two of a release
-- ARGV  1 what they are     a letter a call: a acquire, r release
--       then the arguments of the calls: four of an acquire, one of a release
-- Reply a reply for each; one that failed is an error and does not touch the others

local call = redis.call
-- include acquire-function.lua
-- include release-function.lua

-- Redis 7 throws a table, Redis 6 a text.
local function failure(thrown)
  return type(thrown) == 'table' and {err = thrown.err} or {err = 'ERR in a script: ' .. tostring(thrown)}
end

local calls = ARGV[1]
local replies = {}
local k, a = 1, 2
for i = 1, #calls do
  local done, reply
  if string.sub(calls, i, i) == 'a' then
    done, reply = pcall(acquire, KEYS[k], KEYS[k + 1], KEYS[k + 2], ARGV[a], ARGV[a + 1], ARGV[a + 2], ARGV[a + 3])
    k, a = k + 3, a + 4
  else
    done, reply = pcall(release, KEYS[k], KEYS[k + 1], nil, ARGV[a])
    k, a = k + 2, a + 1
  end
  replies[i] = done and reply or failure(reply)
end
return replies
