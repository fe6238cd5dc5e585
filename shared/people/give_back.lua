-- KEYS: buckets that one was taken from; ARGV: the milliseconds that each of it takes to come back.
for i, key in ipairs(KEYS) do
  local ends = redis.call('GET', key)
  if ends then redis.call('SET', key, string.format('%.0f', tonumber(ends) - tonumber(ARGV[i])), 'KEEPTTL') end
end
