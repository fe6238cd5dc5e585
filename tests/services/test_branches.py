"""A branch is opened like a table, is for practice, and its match continues where the other one stood."""

from typing import Any

import pytest

from shared.ledger.decider import Message
from shared.platform.match import Abort, Command
from tests.services.conftest import Platform
from tests.services.test_hosting import looked, move, started, told

pytestmark = pytest.mark.server
NEW = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": "open-0002"}


@pytest.fixture
def over(platform: Platform) -> str:
    """The id of a match between ada and a bot that was aborted after a turn or two of each."""
    id_ = started(platform)
    seen = looked(platform, id_)
    assert move(platform, id_, seen).status_code == 200
    platform.settle()
    command: Command = Abort(reason="idle")
    message = Message(stream=f"match:{id_}", by="service:test", cause="broken-off", command=command)
    platform.streams.matches.handle(message)
    return id_


def branch(platform: Platform, match: str, version: int, **more: Any) -> Any:
    body = {"match": match, "version": version, "cause": f"branch-{version}", **more}
    return platform.ask("eve", "POST", "/tables/branches", **body)


@pytest.mark.parametrize("draws", ["afresh", "kept"])
def test_a_branch_goes_on_where_the_match_stood(platform: Platform, over: str, draws: str) -> None:
    id_ = told(branch(platform, over, 6, draws=draws))["id"]
    table = told(platform.ask("eve", "GET", f"/tables/{id_}"))
    cited = table["branch"]
    assert (cited["match"], table["listed"]) == (over, False)
    assert cited["version"] >= 6
    told(platform.ask("eve", "POST", f"/tables/{id_}/seats", cause="sit-key-1", seat=1))
    told(platform.ask("eve", "POST", f"/tables/{id_}/bots", cause="bot-key-1", bot="any_move", seat=0))
    platform.settle()
    seen = looked(platform, id_, "eve")
    before = told(platform.ask("eve", "GET", f"/matches/{over}?at={cited['version']}"))
    assert seen["seat"] == 1
    assert seen["version"] >= cited["version"]
    begun = told(platform.ask("eve", "GET", f"/matches/{id_}?at={cited['version']}"))
    assert begun["view"]["cities"] == before["view"]["cities"]
    started_ = platform.streams.match(id_).state.started
    assert started_
    assert started_.practice
    assert started_.branch
    assert (started_.branch.match, started_.branch.digest) == (over, cited["digest"])


def test_a_branch_is_marked_as_practice_in_the_lists(platform: Platform, over: str) -> None:
    told(branch(platform, over, 6, listed=True))
    platform.settle()
    (row,) = platform.rows.listed("open")
    assert row.practice


@pytest.mark.parametrize(
    ("more", "field"),
    [({"version": 0}, "version"), ({"draws": "chosen"}, "draws"), ({"match": ""}, "match"), ({"seats": 3}, "seats")],
)
def test_a_branch_that_makes_no_sense_names_the_field(platform: Platform, over: str, more: Any, field: str) -> None:
    answer = branch(platform, **{"match": over, "version": 6, **more})
    assert answer.status_code == 400
    assert field in answer.get_json()["fields"]


def test_what_can_not_be_played_on_is_said_in_a_sentence(platform: Platform, over: str) -> None:
    assert branch(platform, "nosuchmatch1", 5).status_code == 404
    assert branch(platform, over, 100_000).status_code == 404
    running = told(platform.ask("ada", "POST", "/tables", **NEW))["id"]
    told(platform.ask("ada", "POST", f"/tables/{running}/seats", cause="sit-key-2"))
    platform.settle()
    assert "when it is over" in branch(platform, running, 5).text
