-- Takes one from each of several buckets, or from none of them.
-- KEYS: the buckets, each the time in milliseconds at which it will be full again.
-- ARGV: now, how long a bucket is kept, then for each how many it holds and how many milliseconds one takes
-- to come back. Returns the milliseconds to wait, 0 if they were taken.
local now, kept = tonumber(ARGV[1]), ARGV[2]
local wait, ends = 0, {}
for i, key in ipairs(KEYS) do
  local holds, each = tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2])
  ends[i] = math.max(tonumber(redis.call('GET', key) or '0'), now) + each
  wait = math.max(wait, ends[i] - now - holds * each)
end
if wait > 0 then return math.ceil(wait) end
for i, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.0f', ends[i]), 'PX', kept)
end
return 0
