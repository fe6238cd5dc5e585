-- The table of a group is there: from now on its people can sit down.
-- KEYS: matched, found. ARGV: the table's id, the group, then its people. Returns 1, or 0 if there is no such group.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
for at = 3, #ARGV do
  if redis.call('HGET', KEYS[2], ARGV[at]) == ARGV[1] .. ' matched' then
    redis.call('HSET', KEYS[2], ARGV[at], ARGV[1] .. ' opened')
  end
end
return 1
