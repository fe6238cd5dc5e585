"""What is stored is what its moves lead to; else the first place where it isn't is named."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from shared.errors import Broken, IllegalMove, ReadOnly
from shared.games.game import Game, Result
from shared.ledger.decider import Message, no_moves
from shared.ledger.handler import Handler
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Reader
from shared.platform.again.decided_again import first_difference
from shared.platform.again.difference import Difference
from shared.platform.cited import Cited
from shared.platform.match import Abort, AgreeToStandIn, Command, Match, Play, Resign, Start
from shared.platform.match.events import (
    MatchAborted,
    MatchAdjudicated,
    SeatResigned,
    StandInAgreed,
    StandInSeated,
    StoodIn,
    TurnStarted,
)
from shared.platform.records.export import streams_of
from shared.platform.records.read_export import read_export
from shared.platform.score import Correct, Count
from shared.platform.score.events import ScoreCorrected
from shared.platform.streams import REGISTRY as REAL
from shared.platform.streams import SCORE
from tests.ledger.tiny import (
    ANNA,
    BOB,
    GAME,
    ID,
    MATCH,
    REGISTRY,
    SEED,
    CardTaken,
    Options,
    State,
    TakeCard,
    cite,
    played,
    started,
)
from tests.ledger.tiny import decide as taken
from tests.ledger.tiny import order as give
from tests.records import ID as RECORD
from tests.records import at, record, rows
from tests.records import forged as written_again

STREAM, HOST = f"match:{ID}", "service:game_command"
START = Start(
    game=GAME, options=Options(), players=(ANNA, BOB), seed=SEED, nonces=(None, None), table=None, practice=True
)


def difference(ledger: MemoryLedger, game: Game | None = GAME) -> Difference | None:
    return first_difference(ID, streams_of(ledger, ID), {game.slug: game} if game else {}, REGISTRY)


def appended(ledger: MemoryLedger, *events: Any, by: str = "operator:root", cause: str = "by-hand") -> MemoryLedger:
    """Events that nobody decided, as if somebody else had written them."""
    by_hand = replace(MATCH, decide=lambda match, order: list(events), evidence=no_moves)
    Handler(ledger, REGISTRY, by_hand).handle(Message(stream=STREAM, by=by, cause=cause, command=Resign(player=by)))
    return ledger


def counted(ledger: MemoryLedger, match: Cited | None = None, points: int = 0) -> MemoryLedger:
    result = Result(points=(points,), places=(1,), lines=({},))
    command = Count(match=match or cite(ledger, STREAM), result=result)
    message: Message[Any] = Message(stream=f"score:{ID}", by="service:s", cause="count", command=command)
    Handler(ledger, REGISTRY, SCORE).handle(message)
    return ledger


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("practice", [True, False])
def test_what_rules_wrote_they_write_again(turns, practice):
    assert difference(played(turns=turns, practice=practice)) is None


def test_a_match_that_was_counted_is_counted_the_same():
    assert difference(counted(played())) is None


def test_a_table_without_a_match_has_nothing_to_decide():
    ledger = MemoryLedger()
    ledger.streams[f"table:{ID}"] = played().read(f"table:{ID}")
    assert difference(ledger) is None


def test_orders_that_are_no_moves_stand_as_they_are():
    ledger = played(turns=1)
    give(ledger, STREAM, BOB, Resign(player=BOB))
    give(ledger, STREAM, "operator:root", Abort(reason="operator", note="closed"))
    assert difference(ledger) is None


def deciding(decide: Callable[[State, int, Any], list[Any]]) -> Game:
    return replace(GAME, decide=decide)


def test_the_first_field_that_is_different_is_named():
    def last_first(state: State, seat: int, move: TakeCard) -> list[Any]:
        return [CardTaken(seat=seat, card=state.pile[-1])] if len(state.taken) == 1 else taken(state, seat, move)

    found = difference(played(), deciding(last_first))
    assert found is not None
    assert found[:3] == ("match", 6, "data.card")
    assert str(found) == f"version 6, field data.card: stored {found.stored}, now {found.now}"
    assert found.stored != found.now


def test_a_move_that_is_refused_now_is_named_with_the_refusal():
    def refuses(state: State, seat: int, move: TakeCard) -> list[Any]:
        raise IllegalMove("nobody takes {what}", what="cards")

    found = difference(played(), deciding(refuses))
    assert found == Difference("match", 4, "move", {"name": "take_card", "guess": None}, "nobody takes cards")
    assert str(found) == 'version 4, field move: stored {"guess": null, "name": "take_card"}, now nobody takes cards'


def test_a_move_that_makes_no_sense_any_more_is_refused():
    found = difference(played(), replace(GAME, moves={}))
    assert found is not None
    assert (found.version, found.field, found.now) == (4, "move", "the move makes no sense")


def test_another_event_and_one_too_many_are_named_by_their_types():
    twice = deciding(lambda state, seat, move: taken(state, seat, move) * 2)
    ended = replace(GAME, to_move=lambda state: () if state.taken else (0,))
    assert difference(played(), twice) == Difference("match", 5, "type", "match.turn_started", "tiny.card_taken")
    assert difference(played(), ended) == Difference("match", 5, "type", "match.turn_started", "match.ended")


def test_an_event_that_does_not_follow_any_more_is_named_by_its_type():
    def both_called(state: State) -> tuple[int, ...]:
        return (1,) if state.taken else (0, 1)

    at_once = replace(GAME, to_move=both_called)
    generous = replace(at_once, decide=lambda state, seat, move: taken(state, seat, move) * 2)
    ledger, then = MemoryLedger(), replace(MATCH, initial=lambda id_: Match(id=id_, games={"tiny": generous}))
    handler = Handler(ledger, REGISTRY, then)
    handler.handle(Message(stream=STREAM, by="service:s", cause="start", command=START))
    play(handler)
    assert difference(ledger, generous) is None
    assert difference(ledger, at_once) == Difference("match", 5, "type", "tiny.card_taken", None)


def play(handler: Handler[Match, Command]) -> None:
    """The seat that is called first takes a card."""
    now = handler.load(STREAM).state
    command = Play(player=now.players[now.called[0]], seat=now.called[0], turn=now.turn, move=TakeCard())
    handler.handle(Message(stream=STREAM, by=command.player, cause="one", command=command))


def test_another_draw_is_found_in_the_sealed_part_or_by_its_seals():
    def unshuffled(seats: int, options: Options, chance: Any) -> list[Any]:
        (drawn,) = GAME.setup(seats, options, chance)
        return [replace(drawn, orders=((0, 1, 2),))]

    found = difference(started(), replace(GAME, setup=unshuffled))
    assert found is not None
    assert found.field.startswith("sealed.orders[0][")
    shorter = replace(GAME, setup=lambda seats, options, chance: GAME.setup(seats, Options(cards=1), chance))
    found = difference(started(), shorter)
    assert found is not None
    assert (found.version, found.field) == (2, "data.draws[0].items")


def test_a_long_value_is_cut_in_the_sentence():
    assert str(Difference("match", 2, "data.x", "a" * 500, 1)) == f"version 2, field data.x: stored {'a' * 120}…, now 1"


def test_what_was_revealed_must_be_what_the_event_shows():
    silent = replace(MATCH, reveals=lambda match, events: [[] for _ in events])
    ledger = played(turns=0)
    play(Handler(ledger, REGISTRY, silent))
    found = difference(ledger)
    assert found is not None
    assert (found.version, found.field, found.stored) == (4, "reveals", [])


def test_nothing_of_the_game_happens_without_a_move():
    ledger = appended(played(turns=1), CardTaken(seat=1, card="ace"))
    assert difference(ledger) == Difference("match", 6, "move", None, "only a move leads to this event")
    ledger = appended(played(turns=1), StoodIn(seat=1, player="bot:any_move@1", reason="late"))
    assert difference(ledger) == Difference("match", 6, "move", None, "only a move leads to this event")
    ledger = appended(played(turns=1), TurnStarted(seats=(0,)))
    assert str(difference(ledger)) == "version 6, field move: stored null, now only a move leads to this event"


def test_points_that_are_counted_differently_now_are_named():
    found = difference(counted(played(), points=7))
    assert found == Difference("score", 1, "data.points[0]", 7, 0)
    assert str(found) == "score, version 1, field data.points[0]: stored 7, now 0"


def test_a_correction_is_the_word_of_an_operator_and_stands():
    result = Result(points=(9,), places=(1,), lines=({},))
    for ledger in (counted(played()), played()):
        handler = Handler(ledger, REGISTRY, SCORE)
        command = Correct(result=result, note="a tile was miscounted")
        handler.handle(Message(stream=f"score:{ID}", by="operator:root", cause="correct", command=command))
        assert difference(ledger) is None


def test_a_count_of_another_event_than_the_last_is_named():
    found = difference(counted(played(), match=Cited(5, "00" * 32)))
    assert found is not None
    assert (found.kind, found.field, found.stored) == ("score", "data.match.version", 5)


def test_a_match_keeps_the_number_of_its_rules():
    ledger = played()
    assert difference(ledger, replace(GAME, rules=2)) is None


def test_options_that_came_later_are_no_difference():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class More:
        cards: int = 3
        jokers: bool = False

    assert difference(played(), replace(GAME, options=More)) is None


def test_a_match_of_another_release_or_game_can_only_be_read():
    with pytest.raises(ReadOnly, match="this release does not have the rules of this match"):
        difference(played(), None)
    with pytest.raises(ReadOnly, match=r"a newer release wrote tiny\.card_taken"):
        first_difference(ID, streams_of(played(), ID), {"tiny": GAME})


def test_what_cant_be_folded_is_broken():
    ledger = counted(played())
    del ledger.streams[STREAM]
    with pytest.raises(Broken, match=f"score:{ID} can't be read from version 1 on"):
        difference(ledger)
    ledger = played(turns=0)
    ledger.streams[STREAM] = ledger.streams[STREAM][1:]
    with pytest.raises(Broken, match=f"{STREAM} can't be read from version 1 on"):
        difference(ledger)

    def stumbles(state: State, event: Any) -> State:
        raise ZeroDivisionError

    with pytest.raises(Broken, match=f"{STREAM} can't be read from version 1 on"):
        difference(played(), replace(GAME, evolve=stumbles))


def test_a_running_match_is_checked_as_far_as_it_has_come_but_not_without_its_sealed_parts():
    ledger = played(turns=1)
    assert difference(ledger) is None
    ledger.streams[STREAM] = [stored._replace(sealed=None) for stored in ledger.streams[STREAM]]
    with pytest.raises(Broken):
        difference(ledger)


@pytest.mark.parametrize(
    ("event", "by"),
    [
        (SeatResigned(seat=1), ANNA),
        (SeatResigned(seat=7), ANNA),
        (StandInSeated(seat=0, player="bot:any_move@1"), "operator:root"),
        (StandInSeated(seat=7, player="bot:any_move@1"), "operator:root"),
        (StandInAgreed(seat=1, absent=0, turn=9), BOB),
        (StandInAgreed(seat=0, absent=0, turn=3), ANNA),
        (StandInAgreed(seat=1, absent=0, turn=3), ANNA),
        (MatchAborted(reason="operator", note=None), ANNA),
        (MatchAdjudicated(places=(1, 2), note="mine"), BOB),
    ],
    ids=str,
)
def test_an_order_that_can_not_have_been_given_is_named(event, by):
    """By its type, or by what it says and its player could not have asked for."""
    found = difference(appended(started(), event, by=by))
    assert found
    assert (found.version, found.field) in ((4, "type"), (4, "data.seat"))


def test_a_bot_stands_in_for_who_left_and_an_operator_ends_a_match():
    left = StandInSeated(seat=0, player="bot:any_move@1")
    ledger = appended(started(), SeatResigned(seat=0), left, by=ANNA)
    assert difference(appended(ledger, StandInSeated(seat=0, player="bot:greedy@1"), by=HOST, cause="better")) is None
    assert difference(appended(ledger, StandInSeated(seat=0, player=BOB), by=HOST, cause="worse"))
    assert difference(appended(started(), StandInSeated(seat=0, player="bot:greedy@1"), by=HOST))
    ended = appended(started(), MatchAdjudicated(places=(1, 2), note="so it is"))
    assert difference(ended) is None
    assert difference(appended(ended, SeatResigned(seat=1), cause="late", by=BOB))


@pytest.mark.parametrize(
    ("field", "forged"), [("player", "bot:greedy@1"), ("seat", 0), ("player", "person:ada")], ids=str
)
def test_who_made_a_move_for_a_bot_is_whose_event_it_is(field: str, forged: Any):
    """The player must be the one that wrote it, and a bot; the seat that of its move."""
    lines = rows(record("quadropolis", "stood in"))
    lines[at(lines, "match.stood_in")]["envelope"]["data"][field] = forged
    if field == "player" and forged.startswith("person"):
        cause = lines[at(lines, "match.stood_in")]["envelope"]["cause"]
        for line in (each for each in lines[1:] if each["envelope"]["cause"] == cause):
            line["envelope"]["by"] = forged
    found = first_difference(RECORD, read_export(written_again(lines), REAL).streams)
    assert found is not None
    assert found.field in (f"data.{field}", "move")


def test_a_bot_stands_in_for_who_never_came_where_others_agreed():
    agreed, seated = StandInAgreed(seat=1, absent=0, turn=3), StandInSeated(seat=0, player="bot:any_move@1")
    assert match_of(started()).called == (0,)
    assert difference(appended(started(), agreed, seated, by=BOB)) is None
    ledger = started()
    give(ledger, STREAM, BOB, AgreeToStandIn(player=BOB, absent=0, turn=match_of(ledger).turn))
    assert match_of(ledger).players[0] == "bot:any_move@1"
    assert difference(ledger) is None


def match_of(ledger: MemoryLedger) -> Match:
    return Handler(ledger, REGISTRY, MATCH).load(STREAM).state


def test_a_match_is_counted_once_and_corrected_by_operators():
    by_hand = replace(SCORE, decide=lambda score, order: [order])
    again = ScoreCorrected(points=(1,), places=(1,), lines=({},), target=None, note="mine")
    for by, event in ((ANNA, again), ("service:scoring", replace_score(counted(played())))):
        ledger = counted(played())
        given: Any = event
        Handler(ledger, REGISTRY, by_hand).handle(Message(stream=f"score:{ID}", by=by, cause="again", command=given))
        found = difference(ledger)
        assert found
        assert (found.kind, found.version, found.field) == ("score", 2, "type")


def replace_score(ledger: MemoryLedger) -> Any:
    return Reader(ledger, REGISTRY).past(f"score:{ID}").entries[0].event


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"rules": 2}, "this release does not have the rules 2 of Tiny for this number of players: 2"),
        ({"rules": 0}, "this release does not have the rules 0 of Tiny for this number of players: 2"),
        ({"players": (ANNA,) * 3}, "this release does not have the rules 1 of Tiny for this number of players: 3"),
    ],
)
def test_a_match_under_rules_or_with_seats_that_are_not_here_can_only_be_read(changed, told):
    ledger = started()
    ((first, *others),) = [list(Reader(ledger, REGISTRY).past(STREAM).entries)]
    event = replace(first.event, **changed)
    by_hand = appended(MemoryLedger(), event, *(entry.event for entry in others), by=first.envelope.by)
    with pytest.raises(ReadOnly, match=told):
        difference(by_hand)
