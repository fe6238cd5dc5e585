"""A branch begins where another match stood, is a whole record of its own, and draws what wasn't dealt as one chose."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from infra.verify import verify
from shared.bots import player
from shared.errors import Broken, MatchNotFound, NotAllowed, ReadOnly, Refused
from shared.games.chance import Chance
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Past
from shared.platform.again.decided_again import first_difference
from shared.platform.branches import branch_from, branched
from shared.platform.cited import Cited
from shared.platform.match import Abort, Command, Match, Play, Start
from shared.platform.moves import move_from
from shared.platform.records.export import export
from shared.platform.records.read_export import read_export
from shared.platform.score import Count
from shared.platform.streams import REGISTRY, Streams
from tests.registry import forget

WHOLE, BRANCH = "wholematch01", "branchmatch1"
BOT = player("any_move")

every_game = pytest.mark.parametrize("slug", sorted(GAMES))
afresh_or_kept = pytest.mark.parametrize("afresh", [True, False], ids=["afresh", "kept"])


def obey(streams: Streams, id_: str, command: Command, cause: str) -> None:
    by = command.player if isinstance(command, Play) else "service:test"
    streams.matches.handle(Message(stream=f"match:{id_}", by=by, cause=cause, command=command))


def start(slug: str, seed: str = "5e" * 32, **more: Any) -> Start:
    game = GAMES[slug]
    players = (BOT,) * max(game.seats)
    nonces = (None,) * len(players)
    facts: dict[str, Any] = {"game": game, "options": game.options(), "players": players, "nonces": nonces}
    return Start(**facts, seed=seed, table=None, practice=True, **more)


def play_on(streams: Streams, id_: str, most: int = 1000) -> Match:
    """Careless, and always the same."""
    for _ in range(most):
        match = streams.match(id_).state
        if not match.called:
            break
        seat = match.called[0]
        assert match.game is not None
        moves = match.game.legal_moves(match.state, seat)
        move = moves[Chance(b"careless").below(str(len(match.game.to_move(match.state)) + match.version), len(moves))]
        obey(streams, id_, Play(player=BOT, seat=seat, turn=match.turn, move=move), f"move-{match.turn}-{seat}")
    return streams.match(id_).state


def played(slug: str, most: int = 1000) -> Streams:
    streams = Streams(MemoryLedger())
    obey(streams, WHOLE, start(slug), "start")
    play_on(streams, WHOLE, most)
    return streams


def begin_branch(streams: Streams, version: int, afresh: bool, seed: str = "0d" * 32) -> Match:
    started = streams.match(WHOLE).state.started
    assert started is not None
    cited = branch_from(streams, WHOLE, version, afresh)
    obey(streams, BRANCH, start(started.game, seed, branched=branched(streams, cited)), "start")
    return streams.match(BRANCH).state


def past(streams: Streams, id_: str) -> Past:
    return streams.matches.reader.past(f"match:{id_}")


@every_game
@afresh_or_kept
def test_a_branch_tells_the_same_story_up_to_where_it_goes_on(slug: str, afresh: bool):
    streams = played(slug)
    last = past(streams, WHOLE).version
    for version in (1, last // 4, last // 2):
        match = begin_branch(streams, version, afresh, "0d" * 32)
        branch, whole = past(streams, BRANCH), past(streams, WHOLE)
        assert match.started
        assert match.started.branch
        assert version <= match.started.branch.version == branch.version
        assert match.started.branch.digest == whole.entries[branch.version - 1].envelope.digest
        for mine, theirs in zip(branch.entries[2:], whole.entries, strict=False):
            assert mine.version != theirs.version or mine.envelope.data == theirs.envelope.data
        assert [entry.asked for entry in branch.entries] == [entry.asked for entry in whole.entries[: branch.version]]
        assert [entry.envelope.type for entry in branch.entries] == [
            entry.envelope.type for entry in whole.entries[: branch.version]
        ]
        streams = played(slug)  # the next branch begins anew


@every_game
def test_with_the_draws_as_they_were_the_same_moves_lead_to_the_same_end(slug: str):
    streams = played(slug)
    whole = past(streams, WHOLE)
    match = begin_branch(streams, whole.version // 2, afresh=False)
    for entry in whole.entries[match.version :]:
        if entry.asked:
            move = move_from(GAMES[slug].moves, entry.asked.move)
            command = Play(player=BOT, seat=entry.asked.seat, turn=entry.asked.turn, move=move)
            obey(streams, BRANCH, command, f"move-{entry.version}")
    assert streams.match(BRANCH).state.state == streams.match(WHOLE).state.state
    assert streams.match(BRANCH).state.is_over


@every_game
def test_afresh_only_what_was_not_dealt_changes_its_place(slug: str):
    streams = played(slug)
    version = past(streams, WHOLE).version // 2
    match = begin_branch(streams, version, afresh=True)
    game, draws = GAMES[slug], streams.match(WHOLE).state.draws
    assert game.dealt is not None
    dealt = game.dealt(match.state)
    assert dealt.keys() <= draws.keys()
    for label, draw in match.draws.items():
        count = dealt.get(label, 0)
        assert draw.order[:count] == draws[label].order[:count]
        assert sorted(draw.order) == sorted(draws[label].order)
    assert any(draw.order != draws[label].order for label, draw in match.draws.items())


@every_game
@afresh_or_kept
def test_a_branch_is_played_to_its_end_and_its_export_can_be_read(slug: str, afresh: bool):
    streams = played(slug)
    begin_branch(streams, past(streams, WHOLE).version // 3, afresh)
    match = play_on(streams, BRANCH)
    assert match.is_over
    assert match.game is not None
    folded = streams.match(BRANCH)
    assert folded.digest is not None
    command = Count(match=Cited(folded.version, folded.digest), result=match.game.result(match.state))
    streams.scores.handle(Message(stream=f"score:{BRANCH}", by="service:test", cause="count", command=command))
    file = export(streams.ledger, BRANCH)
    record = read_export(file, REGISTRY)
    assert record.is_finished
    assert match.started is not None
    assert match.started.practice
    assert first_difference(BRANCH, record.streams) is None
    assert (str(verify(file).first), verify(file).grade) == ("None", "practice")


def test_a_repeated_move_that_was_never_made_there_is_noticed():
    streams = played("quadropolis")
    found = branched(streams, branch_from(streams, WHOLE, 40, afresh=False))
    obey(streams, BRANCH, start("quadropolis", branched=found), "start")
    stored = streams.ledger.read(f"match:{BRANCH}")
    assert first_difference(BRANCH, {"match": stored}) is None
    for change in (lambda move: move | {"turn": move["turn"] + 1}, lambda move: None):
        assert first_difference(BRANCH, {"match": rewritten(stored, change)})


def rewritten(stored: Sequence[Stored], change: Callable[[Any], Any]) -> list[Stored]:
    """The last move is changed, and the chain made whole again."""
    envelopes = [Envelope.from_bytes(entry.envelope) for entry in stored]
    last = max(at for at, envelope in enumerate(envelopes) if envelope.move)
    envelopes[last] = msgspec.structs.replace(envelopes[last], move=change(envelopes[last].move))
    previous, found = None, []
    for envelope, entry in zip(envelopes, stored, strict=True):
        whole = msgspec.structs.replace(envelope, previous=previous).with_digest()
        previous = whole.digest
        found.append(Stored(whole.to_bytes(), entry.sealed))
    return found


def test_the_same_start_of_a_branch_twice_is_one():
    streams = played("quadropolis")
    cited = branch_from(streams, WHOLE, 40, afresh=True)
    order = start("quadropolis", "0d" * 32, branched=branched(streams, cited))
    for _ in range(2):
        obey(streams, BRANCH, order, "start")
    assert past(streams, BRANCH).version == cited.version


def test_a_moment_inside_of_a_move_stands_for_its_end():
    streams = played("quadropolis")
    whole = past(streams, WHOLE)
    inside = next(entry.version for entry in whole.entries if entry.asked)
    cited = branch_from(streams, WHOLE, inside, afresh=False).version
    causes = [entry.envelope.cause for entry in whole.entries]
    assert cited > inside
    assert causes[cited - 1] == causes[inside - 1] != causes[cited]


def test_only_a_match_that_is_over_has_branches():
    streams = played("quadropolis", most=3)
    with pytest.raises(NotAllowed, match="a match can be played on differently when it is over"):
        branch_from(streams, WHOLE, 5, afresh=True)
    obey(streams, WHOLE, Abort(reason="idle"), "abort")
    assert begin_branch(streams, 5, afresh=True).called


OUTSIDE = "this match has not come that far"
AT_THE_END = "nothing is left to play from there: choose an earlier moment"


@pytest.mark.parametrize(
    ("version", "error", "words"),
    [(0, MatchNotFound, OUTSIDE), (10_000, MatchNotFound, OUTSIDE), (-1, NotAllowed, AT_THE_END)],
)
def test_there_is_nothing_to_play_on_from_before_the_beginning_or_after_the_end(
    version: int, error: type[Exception], words: str
):
    streams = played("quadropolis")
    with pytest.raises(error, match=words):
        branch_from(streams, WHOLE, version if version >= 0 else past(streams, WHOLE).version, afresh=True)


def test_a_citation_of_another_match_is_refused():
    streams = played("quadropolis")
    cited = branch_from(streams, WHOLE, 40, afresh=True)
    for other in (cited._replace(digest="0d" * 32), cited._replace(version=10_000)):
        with pytest.raises(Broken, match=f"match {WHOLE} is not the one that its branch goes on from"):
            branched(streams, other)


def test_a_branch_of_a_branch_repeats_both():
    streams = played("quadropolis")
    begin_branch(streams, 40, afresh=True)
    play_on(streams, BRANCH)
    cited = branch_from(streams, BRANCH, 70, afresh=True)
    obey(streams, "branchtwice1", start("quadropolis", "0e" * 32, branched=branched(streams, cited)), "start")
    data = [[entry.envelope.data for entry in past(streams, id_).entries[2:70]] for id_ in (BRANCH, "branchtwice1")]
    assert data[0] == data[1]


def test_a_game_that_does_not_say_what_was_dealt_keeps_its_draws(monkeypatch: pytest.MonkeyPatch):
    streams = played("quadropolis")
    monkeypatch.setitem(GAMES, "quadropolis", replace(GAMES["quadropolis"], dealt=None))
    with pytest.raises(NotAllowed, match="Quadropolis can only be played on with the draws as they were"):
        branch_from(Streams(streams.ledger), WHOLE, 40, afresh=True)
    assert branch_from(Streams(streams.ledger), WHOLE, 40, afresh=False).settled


def test_without_the_rules_there_is_no_branch(monkeypatch: pytest.MonkeyPatch):
    streams = played("quadropolis")
    forget("quadropolis", monkeypatch)
    with pytest.raises(ReadOnly):
        branch_from(Streams(streams.ledger), WHOLE, 40, afresh=True)


def test_a_repeated_move_is_judged_like_any_other():
    streams = played("quadropolis")
    found = branched(streams, branch_from(streams, WHOLE, 40, afresh=False))
    twice = replace(found, moves=(*found.moves, found.moves[0]))
    with pytest.raises(Refused):
        obey(streams, BRANCH, start("quadropolis", branched=twice), "start")
