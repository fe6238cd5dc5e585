-- Somebody asks how it stands, and so says that they still wait.
-- KEYS: tickets, signs, found, matched. ARGV: the person, now, how old a sign may be.
-- Returns the ticket, what was found, and the group; each is empty if there is none.
local person, now, oldest = unpack(ARGV)
local found = redis.call('HGET', KEYS[3], person)
if found then
  return {'', found, redis.call('HGET', KEYS[4], string.match(found, '^%S+')) or ''}
end
local kept, sign = redis.call('HGET', KEYS[1], person), redis.call('ZSCORE', KEYS[2], person)
if not kept or not sign or math.abs(now - sign) > tonumber(oldest) then
  redis.call('HDEL', KEYS[1], person)
  redis.call('ZREM', KEYS[2], person)
  return {'', '', ''}
end
redis.call('ZADD', KEYS[2], now, person)
return {kept, '', ''}
