-- Keeps a report, or says why not. The same report again is the same one.
-- KEYS: the report, all reports, the open ones, those by this person, those about that person.
-- ARGV: its id, when, how many may be open, then fields and values.
local id, at, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
if redis.call('EXISTS', KEYS[1]) == 1 then return 'kept' end
local open = 0
for _, other in ipairs(redis.call('SMEMBERS', KEYS[4])) do
  if redis.call('ZSCORE', KEYS[3], other) then open = open + 1 end
end
if open >= most then return 'too many' end
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
redis.call('ZADD', KEYS[2], at, id)
redis.call('ZADD', KEYS[3], at, id)
redis.call('SADD', KEYS[4], id)
redis.call('ZADD', KEYS[5], at, id)
return 'kept'
