-- Reserves a place among the matches that a bot plays at once, and leaves the invitation, in one step.
-- KEYS: `…:playing`, `…:invited`, `bots:news`, `bots:asked:<table>`, `bots:waiting`.
-- ARGV: the table's id, the invitation, how many matches at once ('' for any), seconds until it lapses, the player.
-- Returns 1, or 0 if the bot is invited or plays there already, or -1 if it has no place left.
local id, text, most, seconds, player = unpack(ARGV)
local now = tonumber(redis.call('TIME')[1])
for _, lapsed in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
  redis.call('ZREM', KEYS[1], lapsed)
  redis.call('HDEL', KEYS[2], lapsed)
end
if redis.call('ZSCORE', KEYS[1], id) then
  return 0
end
if most ~= '' and redis.call('ZCARD', KEYS[1]) >= tonumber(most) then
  return -1
end
redis.call('ZADD', KEYS[1], now + tonumber(seconds), id)
redis.call('HSET', KEYS[2], id, text)
redis.call('EXPIRE', KEYS[2], 3600)
redis.call('HSET', KEYS[4], player, 'waiting')
redis.call('EXPIRE', KEYS[4], 3600)
redis.call('ZADD', KEYS[5], now + tonumber(seconds), id .. ' ' .. player)
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 1000, '*', 'player', player, 'table', id)
return 1
