-- As names.lua, of a mutex: its key is <prefix>mutex:{<name>}, and the queue's has :queue behind it. Or its key is its bare
-- name, and the queue's is <prefix>mutex:queue:{<name>}, or <prefix>mutex:queue::<name>. Included by turn.lua.

local kind, prefix, name
if queue == lock .. ':queue' then
  kind = 'mutex'
  prefix, name = string.match(lock, '^([^{]*)mutex:{(.*)}$')
else
  kind, name = 'bare-mutex', lock
  prefix = string.match(string.sub(queue, 1, #queue - #lock - 1), '^(.*)mutex:queue:')
end
