"""An operator's decision is kept beside what the rules found, with a reason, and needs no rules."""

from collections.abc import Mapping
from typing import Any

import pytest

from shared.errors import MatchOver
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope
from shared.platform.cited import Cited
from shared.platform.match import Match, Play
from shared.platform.match.events import MatchAdjudicated, MatchEnded
from shared.platform.records.read_export import read_export
from shared.platform.score import Count
from shared.platform.score.events import ScoreCorrected
from shared.platform.streams import REGISTRY, Streams
from tests.console.conftest import Urbanist
from tests.console.test_repair import break_rules

pytestmark = pytest.mark.server
NOTE = "the box had a misprint"
WHY = ("--reason", NOTE)


@pytest.fixture
def ended(streams: Streams, running: str) -> str:
    """The id of a match of two that is over and not yet counted."""
    while (match := streams.match(running).state).called:
        command = last_move(match)
        streams.matches.handle(
            Message(stream=f"match:{running}", by=command.player, cause=f"move-{command.turn}", command=command)
        )
    assert isinstance(match.end, MatchEnded)
    return running


def last_move(match: Match) -> Play:
    (seat,) = match.called
    assert match.game is not None
    move = match.game.legal_moves(match.view(seat), seat)[-1]
    return Play(player=match.players[seat], seat=seat, turn=match.turn, move=move)


@pytest.fixture
def counted(streams: Streams, ended: str) -> str:
    count(streams, ended)
    return ended


def count(streams: Streams, id_: str) -> None:
    folded = streams.match(id_)
    assert folded.digest is not None
    assert folded.state.game is not None
    command = Count(match=Cited(folded.version, folded.digest), result=folded.state.game.result(folded.state.state))
    streams.scores.handle(Message(stream=f"score:{id_}", by="service:scoring", cause="count", command=command))


def score(streams: Streams, id_: str) -> Any:
    return streams.score(id_)


def test_an_adjudicated_match_has_the_places_that_were_decided_and_why(urbanist: Urbanist, streams, running):
    output = urbanist("adjudicate", running, "--places", "2,1", *WHY)
    assert output.code == 0
    assert f"match {running} was adjudicated at version" in output.out
    assert streams.match(running).state.end == MatchAdjudicated(places=(2, 1), note=NOTE)
    record = read_export(urbanist("export", running).out.encode(), REGISTRY)
    assert record.is_finished
    assert Envelope.from_bytes(record.streams["match"][-1].envelope).by.startswith("operator:")


def test_a_match_whose_rules_are_broken_can_be_adjudicated(urbanist: Urbanist, streams, running, monkeypatch):
    break_rules(monkeypatch)
    assert urbanist("adjudicate", running, "--places", "1,-", *WHY).code == 0
    assert streams.blind.load(f"match:{running}").state.end == MatchAdjudicated(places=(1, None), note=NOTE)


NONE = "--places: a place for each seat, - for none: 1,2,2"
SEATS = "one place or none for each seat, 2 in this match"
SHARED = "places count from 1, and equal ones are shared: 1, 2, 2, 4"
IMPOSSIBLE = {
    "1": SEATS,
    "1,2,3": SEATS,
    "2,2": SHARED,
    "0,1": SHARED,
    "1,3": SHARED,
    "1,first": NONE,
    "": NONE,
    "1,2,": NONE,
}


@pytest.mark.parametrize(("places", "sentence"), IMPOSSIBLE.items())
def test_places_that_nobody_could_have_are_refused(urbanist: Urbanist, streams, running, places, sentence):
    output = urbanist("adjudicate", running, "--places", places, *WHY)
    assert output == (1, "", f"urbanist: {sentence}\n")
    assert not streams.match(running).state.is_over


def test_an_ended_match_is_not_adjudicated(urbanist: Urbanist, ended: str):
    assert urbanist("adjudicate", ended, "--places", "1,2", *WHY) == (1, "", "urbanist: the match is over\n")


def test_a_corrected_line_changes_total_and_places(urbanist: Urbanist, streams: Streams, counted: str):
    before = score(streams, counted)
    name = next(iter(before.lines[0]))
    assert urbanist("correct", counted, "--line", f"1:{name}=1000", *WHY).code == 0
    after = score(streams, counted)
    assert isinstance(after, ScoreCorrected)
    assert after.lines == ({**before.lines[0], name: 1000}, before.lines[1])
    assert after.points == (sum(after.lines[0].values()), before.points[1])
    assert (after.places, after.note) == ((1, 2), NOTE)


def test_what_was_counted_stays_in_the_record(urbanist: Urbanist, counted: str):
    urbanist("correct", counted, "--places", "1,1", *WHY)
    record = read_export(urbanist("export", counted).out.encode(), REGISTRY)
    types = [Envelope.from_bytes(entry.envelope).type for entry in record.streams["score"]]
    assert types == ["score.counted", "score.corrected"]


def test_a_match_that_its_rules_can_not_count_gets_its_points_from_an_operator(
    urbanist: Urbanist, streams: Streams, ended: str, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as broken:
        break_rules(broken)
        assert urbanist("correct", ended, "--points", "31,40", *WHY).code == 0
    corrected = score(streams, ended)
    assert (corrected.points, corrected.places, corrected.lines) == ((31, 40), (2, 1), ({}, {}))
    with pytest.raises(MatchOver):  # a late count doesn't undo the correction
        count(streams, ended)


POINTS = "--points: a whole number for each of the 2 seats: 40,33"
LINE = "--line: seat, line and points, seats from 1 to 2: 2:parks=11"
PLACES = "--places: one for each of the 2 seats, equal ones shared: 1,2,2"


def words_of(lines: Mapping[str, int], sentence: str) -> str:
    return sentence.format(sum=sum(lines.values()), lines=", ".join(lines))


@pytest.mark.parametrize(("target", "places"), [(30, (1, 1)), (31, (None, None))])
def test_with_a_target_all_win_together_or_nobody_does(urbanist: Urbanist, streams, ended, target, places):
    assert urbanist("correct", ended, "--points", "30,30", "--target", target, *WHY).code == 0
    corrected = score(streams, ended)
    assert (corrected.target, corrected.places) == (target, places)
    assert urbanist("correct", ended, "--points", "29,29", *WHY).code == 0  # the target stays
    assert (score(streams, ended).target, score(streams, ended).places) == (target, (None, None))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "say what is right: --points, --line or, where there is a count, --places"),
        (("--points", "1"), POINTS),
        (("--points", "1,x"), POINTS),
        (("--points", "1000,2"), "the lines of seat 1 add up to {sum}, not 1000: say with --line which are wrong"),
        (("--line", "3:parks=1"), LINE),
        (("--line", "0:parks=1"), LINE),
        (("--line", "1:parks"), LINE),
        (("--line", "1:gardens=2"), "--line: there is no line gardens; there are {lines}"),
        (("--places", "1,2,3"), PLACES),
        (("--places", "2,3"), PLACES),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(urbanist: Urbanist, streams, counted, words, sentence):
    before = score(streams, counted)
    output = urbanist("correct", counted, *words, *WHY)
    of_first = before.lines[0]
    assert output == (1, "", f"urbanist: {words_of(of_first, sentence)}\n")
    assert score(streams, counted) == before


def test_only_a_match_that_was_played_to_its_end_has_points_to_correct(urbanist: Urbanist, running: str):
    output = urbanist("correct", running, "--points", "1,2", *WHY)
    assert output == (1, "", "urbanist: only a match that was played to its end has points to correct\n")


@pytest.mark.usefixtures("streams")
@pytest.mark.parametrize("command", [("adjudicate", "--places", "1,2"), ("correct", "--points", "1,2")])
def test_a_match_that_is_not_there_is_named(urbanist: Urbanist, command: tuple[str, ...]):
    output = urbanist(*command, "nosuchmatch1", *WHY)
    assert output == (1, "", "urbanist: there is no match nosuchmatch1\n")


def test_without_a_count_a_line_has_to_be_given_for_every_seat(urbanist: Urbanist, streams: Streams, ended: str):
    sentence = "--line: without a count, each line has to be given for every seat"
    assert urbanist("correct", ended, "--line", "1:parks=7", *WHY) == (1, "", f"urbanist: {sentence}\n")
    assert urbanist("correct", ended, "--line", "1:parks=7", "--line", "2:parks=5", *WHY).code == 0
    assert score(streams, ended).lines == ({"parks": 7}, {"parks": 5})
