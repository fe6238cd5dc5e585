-- KEYS: the streams of a record. ARGV: for each of them the version that it was seen at, and the last version of its
-- archived entries, as high or higher. Empties the streams, and sees to it that their keys remember their last
-- versions; or does nothing, and gives 0, where one of them has gone on.
for index, key in ipairs(KEYS) do
  local version = 0
  if redis.call('EXISTS', key) == 1 then
    local facts = redis.call('XINFO', 'STREAM', key)
    for i = 1, #facts, 2 do
      if facts[i] == 'last-generated-id' then
        version = tonumber(string.match(facts[i + 1], '^%d+'))
      end
    end
  end
  if version ~= tonumber(ARGV[2 * index - 1]) then
    return 0
  end
end
for index, key in ipairs(KEYS) do
  local seen, last = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
  if seen < last then
    redis.call('XADD', key, string.format('%.0f-0', last), 'envelope', '')
  end
  redis.call('XTRIM', key, 'MAXLEN', 0)
end
return 1
