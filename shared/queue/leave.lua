-- Somebody waits no longer. Whoever sits at the table that was found leaves their seat there and not here.
-- KEYS: tickets, signs, found. ARGV: the person, and what to take for their last sign if they may come back at once.
-- Returns 1 if they waited, or could still have sat down.
local person, sign = ARGV[1], ARGV[2]
if sign ~= '' then
  return redis.call('ZADD', KEYS[2], 'XX', 'CH', sign, person)
end
local found = redis.call('HGET', KEYS[3], person)
if found and string.match(found, '%S+$') ~= 'sits' then
  return redis.call('HDEL', KEYS[3], person)
end
redis.call('ZREM', KEYS[2], person)
return redis.call('HDEL', KEYS[1], person)
