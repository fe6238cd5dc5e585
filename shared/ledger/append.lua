-- KEYS: stream, bus. ARGV: expected version, the envelope at that version or '' for any, then per event its envelope,
-- its sealed part or '', its notice or ''.
-- Gives {1, new version}, {0, version found} where version or envelope aren't the expected ones, or {-1, version} where
-- the stream is archived.
-- Redis rolls nothing back: first everything that can fail, then the writes.
for _, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  if kind ~= 'none' and kind ~= 'stream' then
    return redis.error_reply('WRONGTYPE ' .. key .. ' is a ' .. kind)
  end
end
if #ARGV % 3 ~= 2 then
  return redis.error_reply('ERR an event is an envelope, a sealed part and a notice')
end

-- The version is in the last id, not in the length: an archived stream is trimmed, and its last id stays.
local version, last = 0, nil
if redis.call('EXISTS', KEYS[1]) == 1 then
  local facts = redis.call('XINFO', 'STREAM', KEYS[1])
  for i = 1, #facts, 2 do
    if facts[i] == 'last-generated-id' then
      version = tonumber(string.match(facts[i + 1], '^%d+'))
    elseif facts[i] == 'last-entry' and facts[i + 1] then
      last = facts[i + 1][2][2]
    end
  end
end
if version ~= tonumber(ARGV[1]) then
  return {0, version}
end
if version > 0 and redis.call('XLEN', KEYS[1]) == 0 then
  return {-1, version}
end
if ARGV[2] ~= '' and ARGV[2] ~= last then  -- a backup came back, and the stream has gone on differently
  return {0, version}
end

for i = 3, #ARGV, 3 do
  version = version + 1
  local id = string.format('%.0f-0', version)
  if ARGV[i + 1] == '' then
    redis.call('XADD', KEYS[1], id, 'envelope', ARGV[i])
  else
    redis.call('XADD', KEYS[1], id, 'envelope', ARGV[i], 'sealed', ARGV[i + 1])
  end
end
for i = 3, #ARGV, 3 do
  if ARGV[i + 2] ~= '' then
    redis.call('XADD', KEYS[2], '*', 'notice', ARGV[i + 2])
  end
end
return {1, version}
