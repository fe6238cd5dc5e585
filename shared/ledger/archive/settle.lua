-- KEYS: stream. ARGV: the version that it was seen at, and the last version of its archived record, as high or higher.
-- Empties the stream, and sees to it that its key remembers the record's last version. 0 where it has gone on.
local version = 0
if redis.call('EXISTS', KEYS[1]) == 1 then
  local facts = redis.call('XINFO', 'STREAM', KEYS[1])
  for i = 1, #facts, 2 do
    if facts[i] == 'last-generated-id' then
      version = tonumber(string.match(facts[i + 1], '^%d+'))
    end
  end
end
if version ~= tonumber(ARGV[1]) then
  return 0
end
if version < tonumber(ARGV[2]) then
  redis.call('XADD', KEYS[1], string.format('%.0f-0', tonumber(ARGV[2])), 'envelope', '')
end
redis.call('XTRIM', KEYS[1], 'MAXLEN', 0)
return 1
