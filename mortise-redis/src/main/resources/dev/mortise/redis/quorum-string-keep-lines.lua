-- As quorum-hash-keep-lines.lua, of a mutex, which has neither owner nor token.
local token = '0'
call('SET', lock, vote, 'NX', 'PX', lease)
