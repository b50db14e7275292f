-- Who has the lock. Included where the locals call and lock are.

-- The ask that has the lock, and its value; nil when it is free, or no lock of ours.
local function holding()
  local fields = call('HGETALL', lock)
  for i = 1, #fields, 2 do
    if string.match(fields[i], '^%S+/%d+$') then
      return fields[i], fields[i + 1]
    end
  end
end
