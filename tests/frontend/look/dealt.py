"""A day with its deals, for the pages about them: gone again afterwards, so that no other page shows them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from unittest.mock import patch

from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.redis import stream_key
from shared.platform.deal import End, cited_by, start_of, try_of
from shared.platform.deals import DAY, Name, commit_of, day_of
from shared.platform.player import as_player
from shared.platform.rows import Row
from tests.frontend.look.house import ADA, BART, CLEO, DORA, EVE, Page
from tests.frontend.look.samples import house

EVENING, NOON = datetime(2026, 11, 29, 18, tzinfo=UTC), datetime(2026, 11, 30, 12, 20, tzinfo=UTC)
LATER = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
TODAY = "2026-11-30"
POINTS = {CLEO: 31, DORA: 38, ADA: 31, BART: 17}


@contextmanager
def dealt(now: datetime = NOON, played: bool = True) -> Iterator[None]:
    """Yesterday's, today's and tomorrow's; four have played today's, and Eve has given up."""
    site, when = house().site, [EVENING]
    deals = site.streams.deals
    with patch.object(deals, "now", lambda: when[0]), patch.object(deals, "salt", lambda: bytes(16)):
        ids = [_commit(Name(day_of(_ms(EVENING) + DAY * ahead), slug), when) for ahead in (0, 1, 2) for slug in GAMES]
        when[0] = now
        rows = [row for id_ in ids[2:4] for row in _rows(id_)] if played else []
        for row in rows:
            site.rows.put(row)
        yield
    site.rows.forget(row.id for row in rows)
    streams = [*(f"deal:{id_}" for id_ in ids), *(f"match:{row.id}" for row in rows)]
    site.rows.client.delete("deals", *map(stream_key, streams), *(f"rows:deal:{id_}" for id_ in ids))
    site.streams.deals.folder._kept.clear()
    house().streams.matches.folder._kept.clear()


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _commit(name: Name, when: list[datetime]) -> str:
    """And end it, where its day is over."""
    site, number = house().site, list(GAMES).index(name.game)
    id_ = site.days.deals.id_for(str(name), f"dealofday{name.date[-2:]}{number}")
    when[0] = min(EVENING, datetime.fromisoformat(name.begins))
    _send(id_, "commit", commit_of(name, GAMES[name.game], f"{number:064x}"))
    return id_


def _send(id_: str, cause: str, command: object) -> None:
    handler = house().site.streams.deals
    handler.handle(Message(stream=f"deal:{id_}", by="service:matchmaking", cause=cause, command=command))  # type: ignore[arg-type]


def _rows(id_: str) -> Iterator[Row]:
    deal = house().site.streams.deal(id_)
    facts, game = deal.state.facts, GAMES[deal.state.facts.game]
    for person, points in {**POINTS, EVE: 9}.items():
        player = as_player(person)
        match, command = try_of(facts, player), start_of(facts, cited_by(deal), game, player)
        start = Message(stream=f"match:{match}", by="service:a", cause="start", command=command)
        house().streams.matches.handle(start)  # type: ignore[arg-type]
        yield Row(
            id=match,
            status="ended",
            game=facts.game,
            options=dict(facts.options),
            seats=len(facts.bots),
            players=command.players,
            opener=None,
            listed=False,
            practice=False,
            everybody=sorted(set(command.players)),
            passed_on=[],
            on_offer=[],
            was_left=False,
            resigned=[player] if person == EVE else [],
            called=[],
            points=[points] * len(facts.bots),
            winners=None,
            target=None if facts.bots[1:] else 25,
            at=f"{TODAY}T10:00:00.000Z",
            idle_since=f"{TODAY}T10:00:00.000Z",
            called_since=None,
            deal=id_,
            ended=f"{TODAY}T10:00:00.000Z",
            version=99,
        )


def seen(person: str, address: str, now: datetime = NOON, played: bool = True) -> Callable[[], Page]:
    def page() -> Page:
        with dealt(now, played):
            if now == LATER:
                for id_ in house().site.days.deals.of_each([str(Name(TODAY, slug)) for slug in GAMES]).values():
                    _send(id_, "end", End())
            return house().get(person, address)

    return page


PAGES: dict[str, Callable[[], Page]] = {
    "daily": seen(CLEO, "/daily"),
    "daily-new": seen(EVE, "/daily", played=False),
    "daily-over": seen(CLEO, f"/daily/{TODAY}", LATER),
    "daily-list": seen(CLEO, f"/daily/{TODAY}/sprawlopolis"),
}
