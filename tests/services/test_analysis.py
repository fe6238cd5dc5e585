"""After the count a bot weighs every move, in a job of its own; what is lost on the way is done again."""

import pytest
from rq import Queue

from services.scoring.analysis import analyse_match
from services.scoring.reactions import MOST_ANALYSES, Reactions
from shared.bots import beam
from shared.errors import MatchOver
from shared.ledger.consumer import Consumer
from shared.ledger.decided_again import first_difference
from shared.ledger.decider import Command
from shared.ledger.export import export, streams_of
from shared.ledger.kinds import REGISTRY
from shared.ledger.read_export import read_export
from shared.ledger.redis import connect
from shared.ledger.scores import Analyse, Order
from tests.services.conftest import Platform
from tests.services.test_broken_records import READABLE

pytestmark = pytest.mark.server


@pytest.fixture(autouse=True)
def short_sighted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beam, "DEEP", 1)


class Analyst:
    """Scoring's listener with a queue for analyses, and a worker that runs what waits there."""

    def __init__(self, platform: Platform, url: str) -> None:
        self.platform = platform
        self.queue = Queue("analysis", connection=platform.redis)
        platform.queues.append(self.queue)
        self.does = Reactions(platform.queues[1], platform.rows, self.queue)
        platform.listeners[2] = (Consumer(connect(url), "scoring", "test", wait=0.001), self.does.table())

    def duties(self) -> None:
        for _, act in self.does.duties():
            act()

    @property
    def wanted(self) -> list[str]:
        assert self.does.analyses is not None
        return self.does.analyses.wanted("analyses")


@pytest.fixture
def analyst(platform: Platform, clean_server: str) -> Analyst:
    return Analyst(platform, clean_server)


def ended(platform: Platform) -> str:
    """The id of a match that ada left to bots, played to its end."""
    order = {"game": "sprawlopolis", "seats": 2, "bots": ["any_move"], "cause": "open-0001"}
    id_ = platform.ask("ada", "POST", "/tables", **order).json["id"]  # type: ignore[index]
    platform.ask("ada", "POST", f"/tables/{id_}/seats", cause="sit-00001")
    platform.hear(0), platform.hear(1)
    platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-01")
    while not platform.streams.match(id_).state.is_over:
        platform.hear(1)
        platform.work("bots")
    return str(id_)


def test_every_move_of_a_counted_match_is_weighed(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    platform.settle()
    analysis = platform.streams.analysis(id_)
    assert analysis is not None
    asked = [entry.asked for entry in platform.streams.matches.reader.past(f"match:{id_}").entries if entry.asked]
    assert [(judged.turn, judged.seat) for judged in analysis.turns] == [(one.turn, one.seat) for one in asked]
    assert min(judged.given_away for judged in analysis.turns) >= 0
    assert max(judged.given_away for judged in analysis.turns) > 0  # they played whatever was allowed
    assert analysis.bot == "bot:look_ahead@1"
    assert platform.streams.score(id_) is not None


def test_the_record_with_an_analysis_still_verifies(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    platform.settle()
    record = read_export(export(platform.streams.ledger, id_), REGISTRY)
    assert len(record.streams["score"]) == 2
    assert first_difference(id_, streams_of(platform.streams.ledger, id_)) is None


def test_a_match_is_analysed_once(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    platform.settle()
    before = platform.streams.ledger.last(f"score:{id_}")
    analyse_match(id_)
    analyst.duties()
    assert platform.streams.ledger.last(f"score:{id_}") == before == 2
    assert analyst.wanted == []


def test_an_analysis_that_was_lost_is_queued_again_and_at_last_given_up(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    while platform.hear(2) or platform.work("scoring"):
        pass
    for _ in range(MOST_ANALYSES):
        assert analyst.wanted == [id_]
        analyst.queue.empty()
        analyst.duties()
    analyst.queue.empty()
    analyst.duties()
    assert analyst.wanted == []


def test_what_can_not_be_read_any_more_is_not_waited_for(platform: Platform, analyst: Analyst):
    broken = ended(platform)
    while platform.hear(2) or platform.work("scoring"):
        pass
    READABLE["another past"](platform, broken)
    analyst.does.want_analysis("nosuchmatch1")
    assert analyst.wanted == sorted([broken, "nosuchmatch1"])
    analyst.duties()
    assert analyst.wanted == []


def test_a_second_analysis_is_refused(platform: Platform, analyst: Analyst):
    id_ = ended(platform)
    platform.settle()
    analysis = platform.streams.analysis(id_)
    assert analysis is not None
    order: Order = Analyse(match=analysis.match, bot=analysis.bot, turns=())
    types = [entry.envelope.type for entry in platform.streams.scores.reader.past(f"score:{id_}").entries]
    assert types == ["score.counted", "score.analysed"]
    with pytest.raises(MatchOver, match="this match was analysed already"):
        platform.streams.scores.handle(Command(stream=f"score:{id_}", by="service:scoring", cause="again", order=order))


def test_without_the_queue_nothing_is_analysed(platform: Platform):
    id_ = ended(platform)
    platform.settle()
    assert platform.streams.score(id_) is not None
    assert platform.streams.analysis(id_) is None
