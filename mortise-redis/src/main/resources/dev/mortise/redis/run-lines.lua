-- A run: asks of one node that stand behind each other. A node that has the lock by the reply to its own release is told the
-- run behind its ask: it may hand the lock on to them, in that order, without a word, because it is nobody else's turn in
-- between. They stay in the queue until a release says that they were served (strike-lines.lua). Included where the locals
-- message, with the grant, and near, the node, are; sets run to the reply.
local LONGEST_RUN = 32
local run = {1, message}
for _, entry in ipairs(call('LRANGE', queue, 0, LONGEST_RUN - 1)) do
  local _, node, number = string.match(entry, ENTRY)
  if node ~= near then
    break
  end
  run[#run + 1] = number
end
