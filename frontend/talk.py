"""What is said at a table and in its match: outside the ledger, so that every match verifies without it.

Keys: `{talk}:<id>` holds the lines of a table and its match, numbered 1, 2, 3 …; `{talk}:news` names the ids where
somebody spoke, for the sockets' process. Neither goes into a record, a log or an answer to programs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import redis

from shared.errors import KeyReused, Malformed, filled
from shared.ledger.envelope import stamp
from shared.ledger.redis import answering
from shared.marked import marked
from shared.people.letters import has_shape, on_one_line
from shared.people.phrases import PHRASES
from shared.people.unsaid import NEWS, RECENT

LONGEST = 300  # characters of a line
MOST = 200  # lines that are kept of one id
KEPT = timedelta(days=365)  # after the last line

# The same form again is the same line. The number of the newest line only grows.
SAY = """
local person, cause, text, at, phrase, most, kept, id, recent, strictly = unpack(ARGV)
local lines = redis.call('XREVRANGE', KEYS[1], '+', '-')
for _, line in ipairs(lines) do
  local said = line[2]
  if said[2] == person and said[4] == cause then
    if said[6] == text then return 0 end
    if strictly == '1' then return 1 end
  end
end
local number = lines[1] and tonumber(string.match(lines[1][1], '^%d+')) + 1 or 1
local line = { 'person', person, 'cause', cause, 'text', text, 'at', at }
if phrase ~= '' then line[9], line[10] = 'phrase', phrase end
redis.call('XADD', KEYS[1], 'MAXLEN', most, number .. '-0', unpack(line))
redis.call('EXPIRE', KEYS[1], kept)
redis.call('XADD', KEYS[2], 'MAXLEN', '~', recent, '*', 'id', id)
return 0
"""


@dataclass(frozen=True, slots=True)
class Line:
    """`person` is an id: their name is looked up when the line is shown.

    `phrase`: the id of a quick phrase, whose English words are the text; templates say it to each reader.
    """

    number: int
    at: str
    person: str
    text: str
    phrase: str | None = None


class Said(NamedTuple):
    """What somebody says: a line of their own, or a phrase with its English words."""

    text: str
    phrase: str | None = None


class Talk:
    """Callers decide who may speak. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client
        self._say = client.register_script(SAY)

    def say(
        self, id_: str, person: str, text: str, cause: str, *, phrase: str | None = None, strictly: bool = False
    ) -> None:
        """Raises Malformed with what is wrong with the text. The same cause with the same text is one line.

        With another text it is another line: somebody has gone on typing in a form that was sent. `strictly`: Raises
        KeyReused then, as programs hear it of every other command.
        """
        line, kept = (person, cause, plain(text), stamp(datetime.now(UTC)), phrase or ""), int(KEPT.total_seconds())
        with answering():
            args: list[str | int] = [*line, MOST, kept, id_, RECENT, int(strictly)]
            is_reused = self._say(keys=[_key(id_), NEWS], args=args)
        if is_reused:
            raise KeyReused("this key was used for something else", cause=cause)

    def lines(self, id_: str) -> list[Line]:
        """All lines, the oldest first."""
        return self.heard(id_)[1]

    def heard(self, id_: str) -> tuple[int, list[Line]]:
        """The version of the talk, which may be newer than its last line, and all lines."""
        with answering():
            found = self.redis.xrange(_key(id_))
        return (_number(found[-1][0]) if found else 0), _lines(found)

    def lines_of_each(self, ids: Sequence[str]) -> list[list[Line]]:
        """All lines of several tables, in one round trip."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for id_ in ids:
                pipe.xrange(_key(id_))
            return list(map(_lines, pipe.execute()))

    def version(self, id_: str) -> int:
        """The number of the newest line, 0 if nobody has spoken."""
        with answering():
            newest = self.redis.xrevrange(_key(id_), count=1)
        return _number(newest[0][0]) if newest else 0


def said_in(text: str | None, phrase: str | None) -> Said:
    """A phrase goes before a line, which may still be being typed. Raises Malformed."""
    if phrase is None:
        return Said(plain(text or ""))
    if phrase not in PHRASES:
        raise Malformed("there is no such phrase", fields={"phrase": ["there is no such phrase"]})
    return Said(PHRASES[phrase], phrase)


def plain(text: str) -> str:
    """One line of 1 to 300 characters, as it is kept and shown."""
    line = on_one_line(text)
    if not has_shape(line):
        raise _unfit(marked("say something that can be seen"))
    if len(line) > LONGEST:
        raise _unfit(
            marked("a line has at most {longest} characters, this one has {count}"), longest=LONGEST, count=len(line)
        )
    return line


def _unfit(template: str, **values: object) -> Malformed:
    return Malformed(template, fields={"text": [filled(template, values)]}, **values)


def _lines(entries: Sequence[tuple[str, Mapping[str, str]]]) -> list[Line]:
    """Entries without a text stand for what was taken back (shared/people/unsaid.py)."""
    return [_line(*entry) for entry in entries if "text" in entry[1]]


def _line(entry: str, said: Mapping[str, str]) -> Line:
    return Line(_number(entry), said["at"], said["person"], said["text"], said.get("phrase"))


def _key(id_: str) -> str:
    return f"{{talk}}:{id_}"


def _number(entry: str) -> int:
    return int(entry.partition("-")[0])
