-- Takes calls that are due, so that no other caller makes them too.
-- KEYS: the calls by their time. ARGV: the time now, the most that are wanted, the time at which they are due again.
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, call in ipairs(found) do
  redis.call('ZADD', KEYS[1], ARGV[3], call)
end
return found
