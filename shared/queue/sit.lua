-- Whether somebody may sit down at a table of the queue: they were matched for it, and have not left since.
-- KEYS: found. ARGV: the person, the table's id. Returns 1, or 0.
local found = redis.call('HGET', KEYS[1], ARGV[1])
if found ~= ARGV[2] .. ' opened' and found ~= ARGV[2] .. ' sits' then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' sits')
return 1
