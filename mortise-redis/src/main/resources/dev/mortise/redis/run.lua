-- Runs: asks of one node that stand behind each other. A node that has the lock by the reply to its own release is told the run
-- behind its ask: it may hand the lock on to them, in that order, without a word, because it is nobody else's turn in between.
-- They stay in the queue until a release says that they were served. Included behind queue.lua.

local LONGEST_RUN = 32

-- Puts the numbers of the asks of a node, as far as nobody else's is between them, behind the words of a reply.
local function add_run(reply, node)
  for _, entry in ipairs(call('LRANGE', queue, 0, LONGEST_RUN - 1)) do
    local _, of, number = string.match(entry, ENTRY)
    if of ~= node then
      return reply
    end
    reply[#reply + 1] = number
  end
  return reply
end

-- Takes those off the queue who were served: the first ones, or, if their grant was lost and they have moved, wherever they are.
local function strike(served)
  local first = 0
  for i, entry in ipairs(call('LRANGE', queue, 0, #served - 1)) do
    if string.sub(entry, 1, #served[i] + 1) ~= served[i] .. ' ' then
      break
    end
    first = i
  end
  if first > 0 then
    call('LPOP', queue, first)
  end
  for i = first + 1, #served do
    local entry = find(served[i])
    if entry then
      call('LREM', queue, 1, entry)
    end
  end
end
