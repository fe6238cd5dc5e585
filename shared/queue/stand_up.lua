-- Somebody has left their seat at a table of the queue.
-- KEYS: found. ARGV: the person, the table's id. Returns 1, or 0 if they had none there.
local found = redis.call('HGET', KEYS[1], ARGV[1])
if found and string.match(found, '^%S+') == ARGV[2] then
  return redis.call('HDEL', KEYS[1], ARGV[1])
end
return 0
