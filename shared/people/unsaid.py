"""Takes back what somebody said, at one table: the lines go, and open pages hear of it.

Keys: `{talk}:<id>` and `{talk}:news`, as frontend/talk.py writes them. The line numbers of others stay. A last line
without a text takes a new number: the version of a talk only grows, so that every page drops what was taken back.
"""

from collections.abc import Collection
from typing import Any

NEWS = "{talk}:news"
RECENT = 1000  # news that is kept: readers who miss more catch up by number

# The stream is written anew: the server keeps the bytes of entries that are only deleted.
UNSAY = """
local id, at, recent = ARGV[1], ARGV[2], ARGV[3]
local theirs, kept = {}, {}
for i = 4, #ARGV do theirs[ARGV[i]] = true end
local lines = redis.call('XRANGE', KEYS[1], '-', '+')
for _, line in ipairs(lines) do
  local is_kept = true
  for i = 1, #line[2], 2 do
    if line[2][i] == 'person' and theirs[line[2][i + 1]] then is_kept = false end
  end
  if is_kept then kept[#kept + 1] = line end
end
if #kept == #lines then return 0 end
local number = tonumber(string.match(lines[#lines][1], '^%d+')) + 1
local lasts = redis.call('PTTL', KEYS[1])
redis.call('DEL', KEYS[1])
for _, line in ipairs(kept) do redis.call('XADD', KEYS[1], line[1], unpack(line[2])) end
redis.call('XADD', KEYS[1], number .. '-0', 'at', at)
if lasts > 0 then redis.call('PEXPIRE', KEYS[1], lasts) end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', recent, '*', 'id', id)
return #lines - #kept
"""


class Unsaid:
    def __init__(self, client: Any) -> None:
        self._unsay = client.register_script(UNSAY)

    def take_back(self, pipe: Any, key: str, persons: Collection[str], at: str) -> None:
        """All that these people said in the talk with this key. Safe to repeat: then there is nothing left to do."""
        self._unsay(keys=[key, NEWS], args=[key.partition(":")[2], at, RECENT, *sorted(persons)], client=pipe)
