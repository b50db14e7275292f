-- Who a node is.
--
-- KEYS  1 node       hash: label
-- Reply the label, or nil

return redis.call('HGET', KEYS[1], 'label')
