-- Somebody did not come: the group is no more. Those who sat wait again, as long as before, once they show a sign.
-- KEYS: matched, found, tickets, signs. ARGV: the table's id, what to take for their last sign, then each person with
-- their ticket if they wait again, or nothing. Returns 1, or 0 if there is no such group.
local table_id, sign = ARGV[1], ARGV[2]
if redis.call('HDEL', KEYS[1], table_id) == 0 then
  return 0
end
for at = 3, #ARGV, 2 do
  local found = redis.call('HGET', KEYS[2], ARGV[at])
  if found and string.match(found, '^%S+') == table_id then
    redis.call('HDEL', KEYS[2], ARGV[at])
    if ARGV[at + 1] ~= '' then
      redis.call('HSET', KEYS[3], ARGV[at], ARGV[at + 1])
      redis.call('ZADD', KEYS[4], sign, ARGV[at])
    end
  end
end
redis.call('EXPIRE', KEYS[3], 3600)
redis.call('EXPIRE', KEYS[4], 3600)
return 1
