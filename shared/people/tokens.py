"""Tokens, by which programs act for an account: shown once, kept only as a digest, ended by their owner at any time.

Keys: the hash `person:<id>:tokens` holds by public id what the owner's list shows, as JSON; the hash
`person:token:<digest>` whose token has that digest, its scopes, its end and its last use. Both are written and deleted
together, and a token that is missing in either does not work.
"""

import json
import math
import re
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

import redis

from shared.errors import Malformed, NotAllowed
from shared.ledger.ids import id_from
from shared.ledger.redis import answering
from shared.marked import marked
from shared.people.letters import has_shape, on_one_line
from shared.people.news import tell
from shared.people.scopes import Scope
from shared.people.standing import ACCOUNT

FIND = files(__package__).joinpath("token.lua").read_text(encoding="utf-8")
SHAPE = re.compile(r"urbanist_[a-z0-9]{12}_[A-Za-z0-9_-]{43}")
MOST = 20  # of one person
LONGEST = 40  # characters of a label
DAY = 86_400_000  # milliseconds, like all times here
NOTED_EVERY = 60_000


class Bearer(NamedTuple):
    """Who acts through a token, and what it allows. `id` is the token's."""

    person: str
    scopes: frozenset[Scope]
    id: str


class Token(NamedTuple):
    """As its owner sees it. `ends` is None for one that works until it is revoked, `used` for one never used."""

    id: str
    label: str
    scopes: tuple[Scope, ...]
    at: int
    ends: int | None
    used: int | None


class Tokens:
    """Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis", clock: Callable[[], float] = time.time) -> None:
        self.redis: Any = client
        self.clock = clock
        self._find = self.redis.register_script(FIND)

    def make(self, person: str, label: str, scopes: Collection[Scope], days: int | None, form: str) -> str:
        """The text of a new token, which nobody can ask for again. Raises Malformed, and NotAllowed.

        `form` is the key of the form that asks: sent twice, it does not make two.
        """
        label = label_from(label)
        if not scopes:
            raise Malformed("choose what the token allows", fields={"scope": [marked("Choose at least one.")]})
        id_ = id_from(sha256(f"{person} {form}".encode("utf-8", "replace")).digest())
        text = f"urbanist_{id_}_{secrets.token_urlsafe(32)}"
        now = self._now()
        kept = {"label": label, "scopes": _ordered(scopes), "at": now, "digest": digest_of(text)}
        if days is not None:
            kept["ends"] = now + days * DAY
        self._store(person, id_, kept)
        return text

    def _store(self, person: str, id_: str, kept: dict[str, Any]) -> None:
        """Unless the person is closed, or makes another one, at this very moment."""
        found = {"person": person, "id": id_, "scopes": " ".join(kept["scopes"])}
        if "ends" in kept:
            found["ends"] = kept["ends"]

        def store(pipe: Any) -> None:
            self._check(pipe, person, id_)
            pipe.multi()
            pipe.hset(_list(person), id_, json.dumps(kept, ensure_ascii=False))
            pipe.hset(_key(kept["digest"]), mapping=found)

        with answering():
            self.redis.transaction(store, f"person:{person}", _list(person))

    def _check(self, pipe: Any, person: str, id_: str) -> None:
        if pipe.hget(f"person:{person}", "state") != ACCOUNT:
            raise NotAllowed("only accounts have tokens: sign up first")
        if pipe.hexists(_list(person), id_):
            raise NotAllowed(
                "this form was sent before, and its token was shown then: if it is lost, revoke it and make another"
            )
        if pipe.hlen(_list(person)) >= MOST:
            raise NotAllowed("you have {most} tokens, which is as many as one person may have: revoke one", most=MOST)

    def find(self, text: str) -> Bearer | None:
        """None if there is no such token, or if it has ended or was revoked, or its owner has no account any more."""
        if not SHAPE.fullmatch(text):
            return None
        with answering():
            found = self._find(keys=[_key(digest_of(text))], args=[self._now(), NOTED_EVERY])
        if not found:
            return None
        person, id_, scopes = found
        known = {str(scope): scope for scope in Scope}  # one of a newer release allows nothing here
        return Bearer(person, frozenset(known[each] for each in scopes.split() if each in known), id_)

    def of(self, person: str) -> list[Token]:
        """The newest first."""
        with answering():
            stored = {id_: json.loads(each) for id_, each in self.redis.hgetall(_list(person)).items()}
            with self.redis.pipeline(transaction=False) as pipe:
                for each in stored.values():
                    pipe.hget(_key(each["digest"]), "used")
                used = pipe.execute()
        found = [_read(id_, each, at) for (id_, each), at in zip(stored.items(), used, strict=True)]
        return sorted(found, key=lambda each: (each.at, each.id), reverse=True)

    def has_ended(self, token: Token) -> bool:
        return token.ends is not None and token.ends <= self._now()

    def seconds_left(self, person: str, id_: str) -> float:
        """For how long the token with this public id works for that person: 0 if it does not any more."""
        with answering(), self.redis.pipeline() as pipe:
            pipe.hget(f"person:{person}", "state")
            pipe.hget(_list(person), id_)
            state, kept = pipe.execute()
        if state != ACCOUNT or kept is None:
            return 0.0
        ends = _read(id_, json.loads(kept), None).ends
        return math.inf if ends is None else max(0.0, (ends - self._now()) / 1000)

    def revoke(self, person: str, id_: str) -> None:
        """At once and for good. One that is gone already is no error: the same form may be sent twice."""
        self._end(person, lambda pipe: [id_] if pipe.hexists(_list(person), id_) else [])

    def end_all(self, person: str) -> None:
        self._end(person, lambda pipe: pipe.hkeys(_list(person)))

    def _end(self, person: str, which: Callable[[Any], Sequence[str]]) -> None:
        def end(pipe: Any) -> None:
            ids = which(pipe)
            digests = [json.loads(each)["digest"] for each in pipe.hmget(_list(person), ids)] if ids else []
            pipe.multi()
            if ids:
                pipe.delete(*map(_key, digests))
                pipe.hdel(_list(person), *ids)
                tell(pipe, person)  # whoever keeps something open for a token looks again

        with answering():
            self.redis.transaction(end, _list(person))

    def _now(self) -> int:
        return int(self.clock() * 1000)


def keys_of(client: Any, person: str) -> list[str]:
    """All keys of a person's tokens: whoever closes the account deletes them with the rest, in one transaction."""
    found = [_list(person)]
    for text in client.hvals(_list(person)):
        with suppress(ValueError, TypeError, KeyError):  # what can't be read leads to no key
            found.append(_key(json.loads(text)["digest"]))
    return found


def label_from(wished: str) -> str:
    """One line of 1 to 40 visible characters. Raises Malformed."""
    label = on_one_line(wished)
    if not has_shape(label):
        raise Malformed(
            "a token needs a label, by which you know it again", fields={"label": [marked("Give it a label.")]}
        )
    if len(label) > LONGEST:
        fields = {"label": [marked("At most {longest} characters.").format(longest=LONGEST)]}
        raise Malformed("a label has at most {longest} characters", fields=fields, longest=LONGEST)
    return label


def digest_of(text: str) -> str:
    """Of the whole text, which is too long to be guessed: a slow hash would protect nothing more."""
    return sha256(text.encode()).hexdigest()


def _ordered(scopes: Collection[Scope]) -> list[str]:
    return [str(scope) for scope in Scope if scope in scopes]


def _read(id_: str, kept: dict[str, Any], used: str | None) -> Token:
    scopes = tuple(scope for scope in Scope if scope in kept["scopes"])
    return Token(id_, kept["label"], scopes, kept["at"], kept.get("ends"), int(used) if used else None)


def _list(person: str) -> str:
    return f"person:{person}:tokens"


def _key(digest: str) -> str:
    return f"person:token:{digest}"
