"""A tournament in the ledger: every command of it can be given again and leads to what is stored."""

from dataclasses import replace

import pytest

from infra.verify import OK, PRACTICE, verify
from shared.errors import Broken, NotFound, ReadOnly
from shared.games.chance import nonce_hash
from shared.ledger.codec import Registry
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.memory import MemoryLedger
from shared.platform.again.of_tournament import difference_in_tournament
from shared.platform.cited import Cited
from shared.platform.events import EVENTS
from shared.platform.records.tournament_file import export_tournament, exported, former_of, parts
from shared.platform.streams import Streams
from shared.platform.tournament import Command, Final, Tournament, due
from shared.platform.tournament.commands import (
    ChangePairing,
    CheckIn,
    EndRound,
    Enter,
    EnterResult,
    LinkMatch,
    PairRound,
    Pause,
    Resume,
    Return,
    ShowNonce,
    StartTournament,
    Withdraw,
)
from shared.platform.tournament.pairings import Pairing
from shared.platform.tournament.rules import rules_for
from shared.platform.tournament.season import Carried, Season
from tests.platform.tournament.held import (
    GAME,
    ID,
    ORGANISER,
    by_strength,
    commands_due,
    opening,
    player,
    result,
    swiss,
)

SERVICE, STREAM = "service:matchmaking", f"tournament:{ID}"
NONCE = "0f" * 32
TYPES = [
    "tournament.opened",
    "tournament.season_opened",
    "tournament.entered",
    "tournament.checked_in",
    "tournament.nonce_shown",
    "tournament.withdrew",
    "tournament.returned",
    "tournament.started",
    "tournament.round_paired",
    "tournament.pairing_changed",
    "tournament.match_linked",
    "tournament.result_recorded",
    "tournament.result_entered",
    "tournament.round_ended",
    "tournament.stage_ended",
    "tournament.time_ended",
    "tournament.paused",
    "tournament.resumed",
    "tournament.ended",
]


class Story:
    """Commands as services give them, one key each."""

    def __init__(self) -> None:
        self.streams, self.count = Streams(MemoryLedger()), 0

    def say(self, command: Command, by: str = SERVICE) -> Tournament:
        self.count += 1
        message = Message(stream=STREAM, by=by, cause=f"c{self.count}", command=command)
        self.streams.tournaments.handle(message)
        return self.now

    @property
    def now(self) -> Tournament:
        return self.streams.tournaments.load(STREAM).state

    @property
    def stored(self) -> list[Stored]:
        return list(self.streams.ledger.read(STREAM))


def told(match: str | None = "m1k2m3k4m5k6") -> Story:
    """Everything that can happen, once."""
    story = Story()
    rules = swiss(2, 2, check_in="start", final=Final("elimination", 0, 2))
    story.say(opening(rules), ORGANISER)
    for number in range(6):
        hash_ = nonce_hash(NONCE) if number == 0 else None
        story.say(Enter(by=player(number), player=player(number), nonce_hash=hash_), player(number))
    for number in range(5):
        story.say(CheckIn(by=player(number), entrant=number), player(number))
    story.say(ShowNonce(by=player(0), nonce=NONCE), player(0))
    story.say(Withdraw(by=player(1), entrant=1), player(1))
    story.say(Return(by=player(1), entrant=1), player(1))
    story.say(StartTournament(by=None))
    in_rounds(story, match)
    while due(story.now) != "over":
        for command in commands_due(story.now, by_strength):
            story.say(command, ORGANISER if getattr(command, "by", None) == ORGANISER else SERVICE)
    return story


def told_of_an_arena() -> Story:
    story = Story()
    story.say(opening(rules_for(GAME, "arena", 2, minutes=30)), ORGANISER)
    for number in range(4):
        story.say(Enter(by=player(number), player=player(number)), player(number))
    story.say(StartTournament(by=None))
    while due(story.now) != "over":
        for command in commands_due(story.now, by_strength):
            story.say(command, ORGANISER if getattr(command, "by", None) == ORGANISER else SERVICE)
    return story


def told_of_a_season() -> Story:
    """The second one, of those who stay and of somebody who is new."""
    story = Story()
    carried = ((Carried(3, player(3), 7), Carried(0, player(0), 0)), (Carried(2, player(2), 9), Carried(1, None, 0)))
    season = Season(2, 2, 1, "cupcupcupold", Cited(9, "cc" * 32), carried)
    story.say(replace(opening(rules_for(GAME, "league", 2)), season=season), ORGANISER)
    story.say(Enter(by=player(7), player=player(7)), player(7))
    story.say(StartTournament(by=None))
    return story


def in_rounds(story: Story, match: str | None) -> None:
    now = story.say(PairRound(round=0, instead="failed"))
    (a, b), (c, d) = now.rounds[0].tables
    tables = ((a, c), (b, d))
    note = "they live together"
    story.say(ChangePairing(by=ORGANISER, round=0, tables=tables, byes=now.rounds[0].byes, note=note), ORGANISER)
    story.say(Pause(by=ORGANISER, note="lunch"), ORGANISER)
    now = story.say(Resume(by=ORGANISER), ORGANISER)
    if match:
        story.say(LinkMatch(round=0, table=0, match=match))
    story.say(result(now.rounds[0], 0, (1, 2)), ORGANISER)
    last = now.rounds[0].byes[0]
    if match:
        story.say(EndRound(round=0, late=True))
        story.say(Withdraw(by=None, entrant=last))
    else:  # on real tables nobody but the organiser knows who is late or away, and they decide where players differ
        for seat in range(2):
            by = player(tables[1][seat])
            story.say(EnterResult(by=by, round=0, table=1, seat=seat, places=(1, 2), points=(50, 45 - seat)), by)
        story.say(result(now.rounds[0], 1, (2, 1), "the sheet says so"), ORGANISER)
        story.say(EndRound(round=0))
        story.say(Withdraw(by=ORGANISER, entrant=last, note="went home"), ORGANISER)
    if due(story.now) == "pair":
        story.say(PairRound(round=1, library=Pairing(((a, b), (c, d)), ()), made_by="py4swiss 0.3.1"))


def test_every_command_leads_to_what_is_stored_once_more():
    found = set()
    for story in (told(), told(match=None), told_of_an_arena(), told_of_a_season()):
        found |= {Envelope.from_bytes(entry.envelope).type for entry in story.stored}
        assert difference_in_tournament(ID, story.stored) is None
        fresh = Streams(story.streams.ledger)
        assert fresh.tournaments.load(STREAM).state == story.now
    assert found == set(TYPES) == {name for name in EVENTS if name.startswith("tournament.")}


def test_a_tournament_on_real_tables_is_verified_with_all_that_its_organiser_did():
    story = told(match=None)
    verdict = verify(export_tournament(story.streams.ledger, story.now))
    assert (verdict.failures, verdict.grade) == ((), "committed only")


def test_the_same_command_twice_is_done_once():
    story = Story()
    story.say(opening(swiss(2, 2)), ORGANISER)
    for seed in ("5e" * 32, "77" * 32):
        story.count = 0
        story.say(opening(swiss(2, 2), seed), ORGANISER)
    assert story.now.version == 1


def test_what_was_changed_is_named_with_its_field():
    entries = told().stored
    at = next(at for at, one in enumerate(entries) if b"tournament.round_ended" in one.envelope)
    changed = entries[at].envelope.replace(b'"place":1', b'"place":7', 1)
    found = difference_in_tournament(ID, [*entries[:at], replaced(entries[at], changed)])
    assert found
    assert (found.kind, found.field) == ("tournament", "data.standings[0].place")


def replaced(entry: Stored, envelope: bytes) -> Stored:
    return Stored(envelope, entry.sealed)


def test_what_nobody_could_have_asked_for_is_a_difference():
    entries = told().stored
    at = next(at for at, one in enumerate(entries) if b"tournament.paused" in one.envelope)
    by_eve = entries[at].envelope.replace(b'"by":"person:olga"', b'"by":"person:eve"')
    found = difference_in_tournament(ID, [*entries[:at], replaced(entries[at], by_eve)])
    assert found
    assert "only the organiser of a tournament can do this" in str(found)


def test_what_this_release_cannot_read_is_not_judged():
    entries = told().stored
    newer = Registry({name: cls for name, cls in EVENTS.items() if name != "tournament.paused"})
    with pytest.raises(ReadOnly, match=r"a newer release wrote tournament\.paused"):
        difference_in_tournament(ID, entries, registry=newer)
    with pytest.raises(ReadOnly, match="this release does not have the rules of quadropolis"):
        difference_in_tournament(ID, entries, games={})
    at = next(at for at, one in enumerate(entries) if b"tournament.result_recorded" in one.envelope)
    wild = entries[at].envelope.replace(b'"round":0', b'"round":9', 1)
    assert difference_in_tournament(ID, [*entries[:at], replaced(entries[at], wild)])
    nonsense = entries[at - 1].envelope.replace(b'"table":0', b'"table":{}', 1)
    with pytest.raises(Broken):
        difference_in_tournament(ID, [*entries[: at - 1], replaced(entries[at - 1], nonsense)])


def test_a_file_of_a_tournament_without_matches_and_of_none():
    story = Story()
    story.say(opening(swiss(2, 2, bye=6)), ORGANISER)  # no library pairs by such rules
    assert due(story.now) == "start"
    for number in range(4):
        story.say(Enter(by=ORGANISER, player=player(number)), ORGANISER)
    story.say(StartTournament(by=ORGANISER), ORGANISER)
    while due(story.now) != "over":
        for command in commands_due(story.now, by_strength):
            story.say(command, ORGANISER if hasattr(command, "by") else SERVICE)
    file = export_tournament(story.streams.ledger, story.now)
    assert parts(file) == [file]
    verdict = verify(file)
    assert (verdict.failures, set(verdict.checks.values()), verdict.grade) == ((), {OK}, "committed only")
    assert verdict.grade != PRACTICE
    assert former_of(story.stored[:1]) is None
    with pytest.raises(NotFound, match="there is no such tournament"):
        exported(ID, [], {})


def test_a_file_falls_apart_where_a_match_begins():
    own, first, second = b'{"a":1}\n{"envelope":1}\n', b'{"b":1}\n{"envelope":2}\n{"envelope":3}\n', b'{"c":1}\n'
    assert parts(own + first + second) == [own, first, second]
    assert parts(b"no end") == [b"no end"]
