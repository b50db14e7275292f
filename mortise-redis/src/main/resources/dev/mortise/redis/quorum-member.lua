-- What a member of a quorum is, to find mistakes in the list of its servers.
--
-- KEYS  1 any of ours
-- Reply {run id, role, number of replicas}

local server = redis.call('INFO', 'server')
local replication = redis.call('INFO', 'replication')
return {
  string.match(server, 'run_id:(%w+)'),
  string.match(replication, 'role:(%w+)'),
  tonumber(string.match(replication, 'connected_slaves:(%d+)')),
}
