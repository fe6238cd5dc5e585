-- All sit: the group has done its work, and how long its people waited is remembered.
-- KEYS: matched, found, waits of the pool. ARGV: the table's id, how many waits are kept, for how many
-- seconds, then each person with how long they waited. Returns 1, or 0 if there is no such group.
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then
  return 0
end
for at = 4, #ARGV, 2 do
  local found = redis.call('HGET', KEYS[2], ARGV[at])
  if found and string.match(found, '^%S+') == ARGV[1] then
    redis.call('HDEL', KEYS[2], ARGV[at])
  end
  redis.call('LPUSH', KEYS[3], ARGV[at + 1])
end
redis.call('LTRIM', KEYS[3], 0, ARGV[2] - 1)
redis.call('EXPIRE', KEYS[3], ARGV[3])
return 1
