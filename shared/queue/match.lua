-- Makes a group of people who all still wait, each with the same ticket; otherwise nothing happens.
-- KEYS: tickets, signs, matched, found. ARGV: the table's id, the group, now, how old a sign may be, then each person
-- with the id of their ticket. Returns 1, or 0.
local table_id, group, now, oldest = unpack(ARGV, 1, 4)
if redis.call('HEXISTS', KEYS[3], table_id) == 1 then
  return 0
end
for at = 5, #ARGV, 2 do
  local kept, sign = redis.call('HGET', KEYS[1], ARGV[at]), redis.call('ZSCORE', KEYS[2], ARGV[at])
  if not kept or cjson.decode(kept).id ~= ARGV[at + 1] or not sign or math.abs(now - sign) > tonumber(oldest) then
    return 0
  end
  if redis.call('HEXISTS', KEYS[4], ARGV[at]) == 1 then
    return 0
  end
end
redis.call('HSET', KEYS[3], table_id, group)
redis.call('EXPIRE', KEYS[3], 3600)
for at = 5, #ARGV, 2 do
  redis.call('HDEL', KEYS[1], ARGV[at])
  redis.call('ZREM', KEYS[2], ARGV[at])
  redis.call('HSET', KEYS[4], ARGV[at], table_id .. ' matched')
end
redis.call('EXPIRE', KEYS[4], 3600)
return 1
