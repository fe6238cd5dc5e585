-- Makes an invitation that has not lapsed a place for good: until the match is over, or somebody gives it back.
-- KEYS: `…:playing`, `…:invited`. ARGV: the table's id, what lifts a time above all that lapse.
-- Returns the invitation, or nothing if there is none.
local now = tonumber(redis.call('TIME')[1])
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
local text = redis.call('HGET', KEYS[2], ARGV[1])
if not text or not score or tonumber(score) <= now then
  return false
end
if tonumber(score) < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
end
return text
