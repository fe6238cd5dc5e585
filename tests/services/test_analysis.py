"""After the count, every move is weighed: bounded work that delays nobody, and is done again where it was lost."""

from collections import Counter
from typing import Any

import pytest
from rq import Queue

from services.scoring.analyses import MOST, WORK, analyse_first, analyses_jobs
from services.scoring.analysis import analyse_match, judged, own_moves
from services.scoring.reactions import Reactions
from shared.errors import MatchOver, Unavailable
from shared.ledger.consumer import Consumer
from shared.ledger.decider import Message
from shared.ledger.redis import connect
from shared.platform.again.decided_again import first_difference
from shared.platform.records.export import export, streams_of
from shared.platform.records.read_export import read_export
from shared.platform.score import Analyse, Command
from shared.platform.streams import REGISTRY
from shared.settings import settings
from shared.web.analyses import waiting_analyses
from shared.web.waiting import Waiting, Wish
from tests.platform.test_take_back import ID, Played
from tests.services.conftest import Platform
from tests.services.test_broken_records import READABLE

pytestmark = pytest.mark.server


class Analyst:
    """Scoring's listener with its list of waiting analyses, and a worker for the job that does them."""

    def __init__(self, platform: Platform, url: str) -> None:
        self.platform = platform
        self.queue = Queue("analysis", connection=platform.redis)
        platform.queues.append(self.queue)
        waiting = waiting_analyses(platform.redis, settings())
        assert waiting is not None
        self.waiting = waiting
        self.jobs = analyses_jobs(platform.redis)
        self.does = Reactions(platform.queues[1], platform.rows, waiting, self.jobs)
        platform.listeners[2] = (Consumer(connect(url), "scoring", "test", wait=0.001), self.does.reactions())

    def duties(self) -> None:
        for _, act in self.does.duties():
            act()

    def settle(self) -> None:
        self.platform.settle()
        self.duties()
        self.platform.settle()

    def count(self) -> None:
        """Do everything but analyses."""
        while self.platform.hear(2) or self.platform.work("scoring"):
            pass

    @property
    def wanted(self) -> list[str]:
        return in_order(self.waiting)


def in_order(waiting: Waiting) -> list[str]:
    return [each.decode() for each in waiting.client.zrange(waiting.key, 0, -1)]


@pytest.fixture
def analyst(platform: Platform, clean_server: str) -> Analyst:
    return Analyst(platform, clean_server)


def ended(platform: Platform, who: str = "ada") -> str:
    """The id of a match that a person left to bots, played to its end."""
    body = {"game": "sprawlopolis", "seats": 2, "bots": ["any_move"], "cause": "open-0001"}
    id_ = platform.ask(who, "POST", "/tables", **body).json["id"]  # type: ignore[index]
    platform.ask(who, "POST", f"/tables/{id_}/seats", cause="sit-00001")
    platform.hear(0), platform.hear(1)
    platform.ask(who, "POST", f"/matches/{id_}/resign", cause="resign-01")
    while not platform.streams.match(id_).state.is_over:
        platform.hear(1)
        platform.work("bots")
    return str(id_)


def test_every_move_of_a_counted_match_is_weighed(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    analyst.settle()
    analysis = platform.streams.analysis(id_)
    assert analysis is not None
    asked = [entry.asked for entry in platform.streams.matches.reader.past(f"match:{id_}").entries if entry.asked]
    assert [(judged.turn, judged.seat) for judged in analysis.turns] == [(one.turn, one.seat) for one in asked]
    assert min(judged.given_away for judged in analysis.turns) >= 0
    assert max(judged.given_away for judged in analysis.turns) > 0  # they played whatever was allowed
    assert analysis.bot == "bot:judge@3"
    assert platform.streams.score(id_) is not None


def test_pages_can_say_how_far_it_is(platform: Platform, analyst: Analyst):
    id_, told = ended(platform), list[tuple[int, int]]()
    analyst.count()

    def note(done: int, whole: int) -> None:
        analyst.waiting.note(id_, done, whole)
        told.append(analyst.waiting.progress(id_) or (0, 0))

    assert analyst.waiting.progress(id_) is None
    analyse_match(id_, note)
    moves = sum(entry.asked is not None for entry in platform.streams.matches.reader.past(f"match:{id_}").entries)
    assert told == [(done, moves) for done in range(1, moves + 1)] != []
    analyst.waiting.settle(id_)
    assert analyst.waiting.progress(id_) is None


def test_the_record_with_an_analysis_still_verifies(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    analyst.settle()
    record = read_export(export(platform.streams.ledger, id_), REGISTRY)
    assert len(record.streams["score"]) == 2
    assert first_difference(id_, streams_of(platform.streams.ledger, id_)) is None


def test_a_match_is_analysed_once(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    analyst.settle()
    before = platform.streams.ledger.last(f"score:{id_}")
    analyse_match(id_, lambda done, whole: None)
    analyst.waiting.wish(id_, Wish.ASKED)
    analyst.settle()
    assert platform.streams.ledger.last(f"score:{id_}") == before == 2
    assert analyst.wanted == []


def test_a_job_that_was_lost_is_queued_again(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    analyst.count()
    for _ in range(3):
        assert analyst.wanted == [id_]
        analyst.queue.empty()
        analyst.duties()
    assert analyst.queue.count == 1
    analyst.duties()
    assert analyst.queue.count == 1  # it is under way
    platform.work("analysis")
    assert platform.streams.analysis(id_) is not None


def test_a_match_that_fails_is_tried_again_and_finally_given_up(
    platform: Platform, analyst: Analyst, monkeypatch: pytest.MonkeyPatch
):
    id_ = ended(platform)
    analyst.count()
    tried = Counter[str]()

    def fail(match_id: str, told: object) -> None:
        tried[match_id] += 1
        raise ZeroDivisionError

    monkeypatch.setattr("services.scoring.analyses.analyse_match", fail)
    for _ in range(MOST):
        assert analyst.wanted == [id_]
        with pytest.raises(ZeroDivisionError):
            analyse_first(analyst.waiting)
    analyse_first(analyst.waiting)
    assert (analyst.wanted, tried[id_]) == ([], MOST)
    analyst.waiting.wish(id_, Wish.LOOKED_FOR)
    analyse_first(analyst.waiting)
    assert (analyst.wanted, tried[id_]) == ([], MOST)  # a page that is looked at again and again tries nothing again
    analyst.waiting.wish(id_, Wish.ASKED)
    with pytest.raises(ZeroDivisionError):
        analyse_first(analyst.waiting)


def test_a_server_that_is_away_is_not_the_fault_of_the_match(
    platform: Platform, analyst: Analyst, monkeypatch: pytest.MonkeyPatch
):
    id_ = ended(platform)
    analyst.count()

    def wait(match_id: str, told: object) -> None:
        raise Unavailable("the ledger is not answering: {reason}", reason="none")

    with monkeypatch.context() as patch:
        patch.setattr("services.scoring.analyses.analyse_match", wait)
        for _ in range(MOST + 1):
            with pytest.raises(Unavailable):
                analyse_first(analyst.waiting)
    analyst.settle()
    assert platform.streams.analysis(id_) is not None


def test_a_match_that_can_no_longer_be_read_stops_waiting(platform: Platform, analyst: Analyst):
    broken = ended(platform)
    analyst.count()
    READABLE["another past"](platform, broken)
    analyst.waiting.wish("nosuchmatch1", Wish.ASKED)
    assert analyst.wanted == ["nosuchmatch1", broken]
    analyst.duties()
    platform.work("analysis")
    assert analyst.wanted == []


def test_matches_asked_for_come_first_then_those_looked_at_then_the_newest(analyst: Analyst):
    for id_, wish in (
        ("unasked_1", Wish.UNASKED),
        ("looked_1", Wish.LOOKED_FOR),
        ("unasked_2", Wish.UNASKED),
        ("asked_1", Wish.ASKED),
        ("asked_2", Wish.ASKED),
        ("looked_2", Wish.LOOKED_FOR),
        ("asked_1", Wish.ASKED),  # once more: it keeps its place
        ("looked_1", Wish.UNASKED),
    ):
        assert analyst.waiting.wish(id_, wish)
        later(analyst)
    assert analyst.wanted == ["asked_1", "asked_2", "looked_1", "looked_2", "unasked_2", "unasked_1"]
    analyst.waiting.wish("unasked_1", Wish.ASKED)
    ids = ("asked_1", "unasked_1", "unasked_2", "elsewhere")
    assert list(map(analyst.waiting.position, ids)) == [0, 2, 5, None]


def later(analyst: Analyst) -> None:
    """Let a millisecond go by."""
    before, _ = divmod(now := analyst.platform.redis.time()[1], 1000)
    while now // 1000 == before:
        now = analyst.platform.redis.time()[1]


def test_a_full_list_drops_the_oldest_that_nobody_asked_for(analyst: Analyst):
    few = Waiting(analyst.platform.redis, "analyses", 3)
    for number in range(5):
        assert few.wish(f"unasked_{number}", Wish.UNASKED)
        later(analyst)
    assert analyst.wanted == ["unasked_4", "unasked_3", "unasked_2"]
    for number in range(3):
        assert few.wish(f"asked_{number}", Wish.ASKED)
        later(analyst)
    assert analyst.wanted == ["asked_0", "asked_1", "asked_2"]
    assert not few.wish("asked_3", Wish.ASKED)
    assert not few.wish("looked_0", Wish.LOOKED_FOR)
    assert not few.wish("unasked_9", Wish.UNASKED)
    assert analyst.wanted == ["asked_0", "asked_1", "asked_2"]


def requests(client: Any) -> int:
    return int(client.info("stats")["total_commands_processed"])


def asked_in_a_round(analyst: Analyst) -> int:
    before = requests(analyst.platform.redis)
    analyst.duties()
    return requests(analyst.platform.redis) - before


def test_a_round_of_the_listener_costs_the_same_however_many_wait(platform: Platform, analyst: Analyst):
    many = Waiting(platform.redis, "analyses", 5000)
    many.wish("nosuchmatch1", Wish.UNASKED)
    analyst.duties()
    with_one = asked_in_a_round(analyst)
    for number in range(2000):
        many.wish(f"{number:012}", Wish.UNASKED)
    assert asked_in_a_round(analyst) == with_one
    assert with_one < 20


def test_a_count_is_queued_at_once_while_two_thousand_wait(platform: Platform, analyst: Analyst):
    for number in range(2000):
        Waiting(platform.redis, "analyses", 5000).wish(f"{number:012}", Wish.UNASKED)
    id_ = ended(platform)
    analyst.duties()
    while platform.hear(2):
        pass
    assert [job.args[0] for job in platform.queues[1].jobs] == [id_]  # in the first step after the end of the match
    platform.work("scoring")
    assert platform.streams.score(id_) is not None
    assert platform.streams.analysis(id_) is None


def test_matches_of_bots_are_analysed_only_if_somebody_asks(platform: Platform, analyst: Analyst):
    body = {"game": "sprawlopolis", "seats": 2, "bots": ["any_move"], "cause": "open-0001"}
    id_ = str(platform.ask("ada", "POST", "/tables", **body).json["id"])  # type: ignore[index]
    platform.ask("ada", "POST", f"/tables/{id_}/bots", bot="any_move", cause="bot-00001")
    platform.settle()
    assert platform.streams.score(id_) is not None
    assert analyst.wanted == []
    analyst.waiting.wish(id_, Wish.ASKED)
    analyst.settle()
    assert platform.streams.analysis(id_) is not None


def test_waiting_matches_outlive_the_queue_and_its_jobs(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    analyst.count()
    analyst.duties()
    for key in platform.redis.scan_iter("rq:*"):
        platform.redis.delete(key)
    assert not analyst.jobs.is_under_way(WORK)
    analyst.settle()
    assert platform.streams.analysis(id_) is not None


def test_a_second_analysis_is_refused(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    analyst.settle()
    analysis = platform.streams.analysis(id_)
    assert analysis is not None
    command: Command = Analyse(match=analysis.match, bot=analysis.bot, turns=())
    types = [entry.envelope.type for entry in platform.streams.scores.reader.past(f"score:{id_}").entries]
    assert types == ["score.counted", "score.analysed"]
    again = Message(stream=f"score:{id_}", by="service:scoring", cause="again", command=command)
    with pytest.raises(MatchOver, match="this match was analysed already"):
        platform.streams.scores.handle(again)


def test_without_the_queue_nothing_is_analysed(platform: Platform):
    id_ = ended(platform)
    platform.settle()
    assert platform.streams.score(id_) is not None
    assert platform.streams.analysis(id_) is None


def test_a_move_that_was_taken_back_is_not_judged():
    played = Played(("person:ada", "bot:any_move@1"))
    while played.now.players[played.now.called[0]] != "person:ada":
        played.move()
    _, turn = played.move()
    before = played.streams.matches.reader.past(f"match:{ID}").entries
    played.ask("person:ada", turn)
    played.move(choice=3)
    entries = played.streams.matches.reader.past(f"match:{ID}").entries
    assert [asked.turn for asked in own_moves(before).values()][-1] == turn
    turns = [asked.turn for asked in own_moves(entries).values()]
    assert turn not in turns
    assert len(turns) == len(own_moves(before))
    assert [each.turn for each in judged(ID, entries)] == turns
