-- Raises the TTL of a key to the lease, and never lowers it: a renewal that was held up in a broken connection may come
-- after another with a longer lease. GT makes one command of two; servers before 7.0 do not know it.
local raised = greater and pcall('PEXPIREAT', key, ends, 'GT')
if raised ~= 1 then
  greater = type(raised) == 'number'
  if call('PTTL', key) < lease then
    call('PEXPIREAT', key, ends)
  end
end
