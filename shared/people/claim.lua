-- Gives a person a name that looks like no account's; an account's own name is then nobody else's.
-- KEYS: the index of names, the person's hash, the list of the person's earlier names, the news of people.
-- ARGV: the person, the name, its looks with a line each, the state that it begins (or ''), then fields and values.
-- Returns 'taken', 'gone' if the account is closed or the person erased, 'begun' if a state was to begin and the person
-- is no guest any more, or 'done'.
local index, hash, earlier, news = unpack(KEYS)
local person, name, looks, begins = unpack(ARGV, 1, 4)
for look in string.gmatch(looks, '[^\n]+') do
  local holder = redis.call('HGET', index, look)
  if holder and holder ~= person then return 'taken' end
end
local state = redis.call('HGET', hash, 'state')
if state and state ~= 'account' then return 'gone' end
if begins ~= '' and state then return 'begun' end
if begins ~= '' or state then
  local was = redis.call('HGET', hash, 'name')
  if state and was and was ~= name then
    redis.call('LPUSH', earlier, was)
    redis.call('LTRIM', earlier, 0, 49)
  end
  for look in string.gmatch(redis.call('HGET', hash, 'looks') or '', '[^\n]+') do redis.call('HDEL', index, look) end
  for look in string.gmatch(looks, '[^\n]+') do redis.call('HSET', index, look, person) end
  redis.call('HSET', hash, 'looks', looks)
end
if begins ~= '' then
  redis.call('HSET', hash, 'state', begins)
  redis.call('XADD', news, 'MAXLEN', '~', 1000, '*', 'person', person)
end
redis.call('HSET', hash, 'name', name, unpack(ARGV, 5))
return 'done'
