-- Whose token this is, in one step, so that nothing of it can end between two looks.
-- KEYS[1]: `person:token:<digest>`. ARGV: now, and how old a last use must be to be noted again, in milliseconds.
-- Returns person, id and scopes, or nothing if the token does not work: only what its person's list holds does.
local found = redis.call('HMGET', KEYS[1], 'person', 'id', 'scopes', 'ends', 'used')
local person, id, scopes, ends, used = unpack(found)
local now = tonumber(ARGV[1])
if not person or (ends and tonumber(ends) <= now) then
  return false
end
local is_account = redis.call('HGET', 'person:' .. person, 'state') == 'account'
if not is_account or redis.call('HEXISTS', 'person:' .. person .. ':tokens', id) == 0 then
  return false
end
if not used or now - tonumber(used) >= tonumber(ARGV[2]) then
  -- Where the server stores nothing at the moment, tokens still work: pcall, because only this note is lost.
  redis.pcall('HSET', KEYS[1], 'used', ARGV[1])
end
return {person, id, scopes}
