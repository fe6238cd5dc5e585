-- Somebody waits from now on, in place of wherever they waited before; whoever waits for the same already goes on.
-- KEYS: tickets, signs, found, news. ARGV: the person, the ticket, its id and pool, now, how old a sign may be.
-- Returns 1, or 0 if opponents were found already.
local person, text, id, pool, now, oldest = unpack(ARGV)
if redis.call('HEXISTS', KEYS[3], person) == 1 then
  return 0
end
local kept, sign = redis.call('HGET', KEYS[1], person), redis.call('ZSCORE', KEYS[2], person)
local waits = kept and sign and math.abs(now - sign) <= tonumber(oldest) and cjson.decode(kept).pool == pool
if not waits then
  redis.call('HSET', KEYS[1], person, text)
end
redis.call('ZADD', KEYS[2], now, person)
redis.call('EXPIRE', KEYS[1], 3600)
redis.call('EXPIRE', KEYS[2], 3600)
redis.call('LPUSH', KEYS[4], id)
redis.call('LTRIM', KEYS[4], 0, 0)
redis.call('EXPIRE', KEYS[4], 60)
return 1
