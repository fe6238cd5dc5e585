"""Bots of other packages play in matches; a bad one harms nobody but itself."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Queue

from services.game_command import plugged
from shared.ledger.envelope import Envelope
from shared.platform.match import Match
from shared.plug_ins import process
from shared.plug_ins.wire import Question
from shared.roster import Kind, Offer, Plays, Roster
from shared.web import jobs
from tests.plug_ins.packages import GOOD, install
from tests.services.conftest import Platform
from tests.services.test_reactions import impatient
from tests.services.test_versions import verified

__all__ = ["impatient"]  # a fixture

pytestmark = pytest.mark.server
PLAYER = "bot:novice@1"
GAMES = {"sprawlopolis": Plays((1, 2, 3, 4), {}), "quadropolis": Plays((2,), {"mode": ("classic",)})}
NOVICE = Offer("novice", 1, Kind.PLUG_IN, GAMES, 1)


class Hall:
    """A platform with the bot novice, whose worker is up."""

    def __init__(self, platform: Platform, roster: Roster, folder: Path) -> None:
        self.platform, self.roster, self.folder = platform, roster, folder
        self.queue, self.numbers = Queue(PLAYER, connection=platform.redis), count(1)
        platform.queues.append(self.queue)

    def installed(self, code: str) -> "Hall":
        install(self.folder, "novice", code, seconds=NOVICE.seconds)
        self.roster.announce(NOVICE)
        return self

    def refusal(self, *bots: str, **more: Any) -> str:
        answer = self.opened(bots, **more)
        assert answer.status_code in (403, 404)
        return str(answer.get_json()["sentence"])

    def opened(self, bots: tuple[str, ...], game: str = "sprawlopolis", **options: Any) -> Any:
        body = {"game": game, "seats": len(bots) + 1, "bots": bots, "options": options}
        return self.platform.ask("ada", "POST", "/tables", cause=f"open-{next(self.numbers):04}", **body)

    def match(self, *bots: str, wait: bool = False) -> str:
        """Ada sits down with these bots, and leaves her seat to the stand-in."""
        id_ = str(self.opened(bots).get_json()["id"])
        self.platform.settle()
        self.ask(f"/tables/{id_}/seats", nonce_hash=None)
        self.platform.hear(0), self.platform.hear(1)
        self.ask(f"/matches/{id_}/resign")
        if not wait:
            self.platform.settle()
        return id_

    def ask(self, path: str, **more: Any) -> None:
        answer = self.platform.ask("ada", "POST", path, cause="cause-0001", **more)
        assert answer.status_code == 200, answer.text

    def state(self, id_: str) -> Match:
        return self.platform.streams.match(id_).state

    def signed(self, id_: str) -> dict[str, bool]:
        """Whether all moves of each bot have a signature."""
        entries = map(Envelope.from_bytes, (e.envelope for e in self.platform.streams.ledger.read(f"match:{id_}")))
        found: dict[str, bool] = {}
        for entry in (entry for entry in entries if entry.move):
            found[entry.by] = found.get(entry.by, True) and entry.signed is not None
        return found

    def stood_in(self, id_: str) -> list[str]:
        """The reasons."""
        entries = map(Envelope.from_bytes, (e.envelope for e in self.platform.streams.ledger.read(f"match:{id_}")))
        return [entry.data["reason"] for entry in entries if entry.type == "match.stood_in"]


@pytest.fixture
def hall(platform: Platform, clean_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.syspath_prepend(str(tmp_path))
    with closing(Redis.from_url(clean_server, decode_responses=True)) as client:
        yield Hall(platform, Roster(client), tmp_path)
    plugged.end_all()


def test_a_bot_of_another_package_plays_a_whole_match(hall: Hall):
    hall.installed(GOOD)
    id_ = hall.match("novice", "greedy")
    match = hall.state(id_)
    assert (match.status, match.players[1:]) == ("ended", (PLAYER, "bot:greedy@1"))
    assert hall.stood_in(id_) == []
    assert hall.roster.errors(PLAYER) == []
    assert hall.signed(id_) == dict.fromkeys(match.players, True)
    verified(hall.platform, id_)


@pytest.mark.parametrize(
    ("code", "reason", "told"),
    [
        (
            "def move(view, moves, chance):\n    return 'rubbish'",
            "illegal",
            "this is none of the legal moves: 'rubbish'",
        ),
        ("def move(view, moves, chance):\n    raise ValueError('no idea')", "failed", "ValueError: no idea"),
    ],
    ids=["rubbish", "raises"],
)
def test_a_bot_that_fails_again_and_again_is_benched_and_the_match_ends(hall: Hall, code: str, reason: str, told: str):
    hall.installed(code)
    id_ = hall.match("novice", "greedy")
    match = hall.state(id_)
    assert (match.status, match.players[1]) == ("ended", "bot:any_move@1")
    assert hall.stood_in(id_) == [reason] * 3
    assert [told in each.reason for each in hall.roster.errors(PLAYER)] == [True] * 3
    assert hall.roster.is_benched(PLAYER)
    assert hall.refusal("novice") == "nobody runs the bot novice at the moment"
    verified(hall.platform, id_)


def test_what_a_bot_says_is_of_this_turn_and_names_the_matches_that_its_process_has_seen(hall: Hall):
    hall.installed("""
        seen = []
        def move(view, moves, chance):
            seen.append(view)
            print(f"turn {len(seen)}", flush=True)
            if len(seen) == LAST:
                raise ValueError("no idea")
            return moves[0]
        LAST = 3
        """)
    first = hall.match("novice", wait=True)
    second = "elsewhere000"
    state = hall.state(first)
    game, seat = state.rules, state.called[0]
    view = state.view(seat)
    question = Question(f"{second}-1", game, seat, view, game.legal_moves(view, seat), state.bot_chance(seat))
    plugged.kept(PLAYER).ask(question, 20)
    hall.platform.settle()
    (failure,) = hall.roster.errors(PLAYER)
    assert (failure.match, list(failure.beside)) == (first, [second])
    assert failure.reason.endswith("turn 3")
    assert "turn 1" not in failure.reason


def test_one_process_sees_few_matches(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process, "MATCHES", 1)
    hall.installed(GOOD)
    ids = []
    for _ in range(2):
        hall.roster.announce(NOVICE)  # on a busy machine a match takes longer than that lasts
        ids.append(hall.match("novice"))
    assert ids[0] != ids[1]
    assert plugged.kept(PLAYER).asked_in == {ids[-1]}


def test_an_illegal_answer_is_told_back_once(hall: Hall):
    hall.installed("""
        class Learns:
            why = None
            def refused(self, why):
                self.why = why
            def __call__(self, view, moves, chance):
                return moves[0] if self.why == "this is none of the legal moves: 7" else 7
        move = None
        """)
    module = hall.folder / "novice.py"
    module.write_text(module.read_text().replace("lambda game, seat: move", "lambda game, seat: Learns()"))
    id_ = hall.match("novice")
    assert (hall.state(id_).status, hall.stood_in(id_), hall.roster.errors(PLAYER)) == ("ended", [], [])


def test_a_bot_that_nobody_runs_any_more_is_stood_in_for_and_keeps_its_seat(hall: Hall):
    hall.installed(GOOD)
    id_ = hall.match("novice", wait=True)
    hall.platform.queues.remove(hall.queue)
    hall.platform.settle()
    assert hall.queue.count == 1
    turn = hall.state(id_).turn
    hall.platform.rounds()
    assert hall.state(id_).turn == turn  # it is up, so its worker may be busy
    hall.roster.withdraw(PLAYER)
    hall.platform.rounds()
    assert (hall.stood_in(id_), hall.state(id_).players[1]) == (["away"], PLAYER)
    assert hall.roster.errors(PLAYER) == []
    hall.roster.announce(NOVICE)
    hall.platform.queues.append(hall.queue)  # its worker drops the turn that is over
    hall.platform.settle()
    assert (hall.state(id_).status, hall.stood_in(id_)) == ("ended", ["away"])


def test_a_turn_whose_worker_is_lost_again_and_again_is_stood_in_for(hall: Hall, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jobs.Jobs, "is_under_way", lambda self, name: False)
    hall.installed(GOOD)
    id_ = hall.match("novice", wait=True)
    hall.platform.queues.remove(hall.queue)
    hall.platform.settle()
    while not hall.stood_in(id_):
        hall.platform.rounds()
    assert hall.stood_in(id_) == ["failed"]
    assert [each.reason for each in hall.roster.errors(PLAYER)] == ["its worker was lost again and again"]


def test_a_bot_sits_only_where_it_plays_and_while_it_is_up(hall: Hall):
    hall.installed(GOOD)
    expert = {"game": "quadropolis", "mode": "expert"}
    assert hall.refusal("novice", **expert) == "the bot novice does not play this game in this way"
    assert hall.refusal("nobody") == "there is no bot nobody"
    hall.roster.withdraw(PLAYER)
    assert hall.refusal("novice") == "nobody runs the bot novice at the moment"
