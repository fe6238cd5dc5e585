"""Whole records of tournaments, for the tests of the verifiers, and what a forger makes of them."""

import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from services.console.cup.held import Asked, held
from services.console.cup.named import entrants
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.ledger.envelope import digest_of, seal_of
from shared.platform.records.tournament_file import END, blocks, header_of, is_season, matches_of, parts
from shared.platform.tournament import Final, Tournament, rules_for
from shared.platform.tournament.season import Season

Row = dict[str, Any]
Edit = Callable[[list[Row]], None]

KINDS: dict[str, tuple[str, int, int, str, dict[str, Any]]] = {
    "swiss of two": ("swiss", 2, 3, "any_move:7", {}),
    "swiss of three": ("swiss", 3, 3, "any_move:8", {}),
    "swiss of four": ("swiss", 4, 4, "greedy:4,any_move:15", {}),
    "not FIDE's": ("swiss", 2, 4, "any_move:9", {"bye": 6}),
    "round robin of two": ("round_robin", 2, 0, "any_move:5", {}),
    "plane": ("round_robin", 3, 0, "any_move:9", {}),
    "round robin of four": ("round_robin", 4, 0, "any_move:10", {}),
    "bracket": ("elimination", 2, 0, "any_move:6", {"third_place": True}),
    "knock-out of four": ("elimination", 4, 0, "any_move:11", {}),
    "double elimination": ("double_elimination", 2, 0, "any_move:6", {}),
    "arena": ("arena", 2, 3, "any_move:5", {}),
    "arena of two": ("arena", 2, 0, "any_move:4,greedy:1", {"minutes": 6}),
    "arena of three": ("arena", 3, 0, "any_move:7", {"minutes": 5}),
    "arena and final": ("arena", 2, 0, "any_move:5", {"minutes": 3, "final": Final("elimination", 0, 4)}),
    "league": ("league", 2, 0, "any_move:4", {}),
    "divisions": ("league", 2, 0, "greedy:2,any_move:3", {}),
    "third season": ("league", 2, 0, "greedy:2,any_move:3", {}),
    "groups": ("round_robin", 2, 0, "any_move:7", {"groups": 2, "final": Final("elimination", 0, 4)}),
    "Swiss in groups": ("swiss", 3, 2, "any_move:11", {"groups": 2, "final": Final("swiss", 1, 3)}),
    "duplicate": ("duplicate", 2, 3, "greedy:3,any_move:4", {}),
    "duplicate of four": ("duplicate", 4, 2, "any_move:13", {}),
    "final": ("swiss", 4, 2, "any_move:12", {"final": Final("elimination", 0, 6)}),
}

SEASONS = {"divisions": 1, "third season": 3}  # of leagues in divisions of two, of which one rises and falls


# Three at a table where the absent forfeit: one stays away, one comes and leaves, and a bot plays to the end.
ABSENT = gzip.decompress((Path(__file__).parent / "infra/absent_cup.jsonl.gz").read_bytes())
# Two at a table: a remote bot does not come, and a person plays against the stand-in.
ABSENT_BOT = gzip.decompress((Path(__file__).parent / "infra/absent_bot_cup.jsonl.gz").read_bytes())


@cache
def played(kind: str) -> tuple[bytes, Tournament]:
    format_, seats, rounds, bots, more = KINDS[kind]
    game, seasons = GAMES["quadropolis"], SEASONS.get(kind, 0)
    rules = rules_for(game, format_, seats, rounds, **more)
    season = Season(1, 2, 1) if seasons else None
    record, tournament, _ = held(Asked(game, game.options(), rules, entrants(bots), "7", season), 1, max(seasons, 1))
    return record(), tournament


def cup(kind: str) -> bytes:
    return played(kind)[0]


def own_rows(file: bytes) -> list[Row]:
    """The events of the tournament itself."""
    own, *_ = parts(file)
    return [json.loads(line) for line in own.split(b"\n")[1:-1]]


def forged(file: bytes, edit: Edit, matches: Callable[[list[bytes]], list[bytes]] = list) -> bytes:
    """What a forger hands out: versions, seals, digests, the chain and the header all fit again."""
    _, *files = parts(file)
    rows, files = own_rows(file), matches(files)
    edit(rows)
    previous = None
    for version, row in enumerate(rows, 1):
        envelope, sealed = row["envelope"], row["sealed"]
        if sealed is not None:
            envelope["seal"] = seal_of(sealed["part"], bytes.fromhex(sealed["salt"]))
        envelope.update(version=version, previous=previous)
        previous = envelope["digest"] = digest_of(envelope)
    envelopes = [row["envelope"] for row in rows]
    ids = [json.loads(one.split(b"\n")[0])["id"] for one in files]
    lines = [canonical(one) + b"\n" for one in (header_of(envelopes[0]["stream"][11:], envelopes, ids), *rows)]
    return b"".join([*lines, *files, *filter(is_season, blocks(file)[1:])])


def unfinished(file: bytes, tournament: Tournament) -> bytes:
    """As it was handed out before its last event: nothing sealed is open."""

    def cut(rows: list[Row]) -> None:
        assert rows.pop()["envelope"]["type"] == END
        for row in rows:
            row["sealed"] = None

    found = forged(file, cut)
    assert len(matches_of(tournament)) == len(parts(found)) - 1
    return found


def nth(rows: list[Row], type_: str, number: int = 0) -> Row:
    """The data of the event of this type."""
    found: Row = [row["envelope"] for row in rows if row["envelope"]["type"] == f"tournament.{type_}"][number]["data"]
    return found
