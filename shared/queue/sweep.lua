-- Takes out whoever has shown no sign for too long. After a pause of the product, or a jump of the clock, nobody could:
-- then whoever seems to be gone has a moment to come back, and is matched with nobody meanwhile.
-- KEYS: tickets, signs. ARGV: now, how old a sign may be, how old that of somebody who seems to be gone is, whether there
-- was a pause. Returns how many were taken out.
local now, oldest, gone, paused = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
local signs, out = redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES'), 0
for at = 1, #signs, 2 do
  local age = math.abs(now - signs[at + 1])
  if paused and age > gone then
    redis.call('ZADD', KEYS[2], now - gone - 1, signs[at])
  elseif age > oldest then
    redis.call('ZREM', KEYS[2], signs[at])
    redis.call('HDEL', KEYS[1], signs[at])
    out = out + 1
  end
end
return out
