-- Claims requests of several windows at once: some of each, or none at all.
-- KEYS: one counter a window. ARGV, three for each: the most it allows, its length in milliseconds, how many are wanted.
-- Returns whether they were claimed, and for each counter how many were (0: none is left) and how long its window lasts.
local answer, is_claimed = {1}, true
for i, key in ipairs(KEYS) do
  local most, length, wanted = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local used, lasts = tonumber(redis.call('GET', key) or '0'), redis.call('PTTL', key)
  answer[2 * i] = math.max(0, math.min(wanted, most - used))
  answer[2 * i + 1] = lasts < 0 and length or lasts
  is_claimed = is_claimed and answer[2 * i] > 0
end
if not is_claimed then
  answer[1] = 0
  return answer
end
for i, key in ipairs(KEYS) do
  redis.call('INCRBY', key, answer[2 * i])
  redis.call('PEXPIRE', key, answer[2 * i + 1])
end
return answer
