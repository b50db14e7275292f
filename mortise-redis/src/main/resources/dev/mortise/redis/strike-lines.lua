-- Takes those off the queue who were served: the first ones, or, if their grant was lost and they have moved, wherever they
-- are.
-- include find.lua
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
