-- Finds an ask in the queue: its entry, and its place from 0. Included behind queue.lua.

local function find(ask)
  for i, entry in ipairs(call('LRANGE', queue, 0, -1)) do
    if string.sub(entry, 1, #ask + 1) == ask .. ' ' then
      return entry, i - 1
    end
  end
end
