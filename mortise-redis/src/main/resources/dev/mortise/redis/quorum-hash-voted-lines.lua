-- The token of the vote, from lock and vote; nil when the lock is not that vote's.
local voted = call('HGET', lock, vote)
