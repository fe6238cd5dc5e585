"""A server that can't write now (memory or disk are full, its replicas are gone) is told as 503, and recovers."""

from collections.abc import Iterator

import pytest
from redis import RedisError, ResponseError

from shared.errors import Unavailable
from shared.ledger.redis import answering
from shared.web.jobs import Jobs
from tests.frontend.conftest import Pages

pytestmark = pytest.mark.server


@pytest.fixture(params=[("maxmemory", "1"), ("min-replicas-to-write", "1")], ids=["full memory", "no replicas"])
def trouble(request: pytest.FixtureRequest, pages: Pages) -> Iterator[tuple[str, str]]:
    yield request.param
    pages.platform.redis.config_set(request.param[0], "0")


def test_what_can_not_be_written_is_503_and_goes_through_later(pages: Pages, trouble: tuple[str, str]):
    ada = pages.visitor()
    id_ = pages.match(ada)
    seen, token = ada.seen(id_), ada.token()
    move = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": "move-0001"}
    pages.platform.redis.config_set(*trouble)
    for address, form in (("/play", {"bots": "1"}), ("/name", {"name": "Ada"}), (f"/m/{id_}/resign", {})):
        answer = ada.client.post(address, data={"csrf_token": token, **form})
        assert answer.status_code == 503
        assert "try again" in answer.text.lower()
    assert ada.client.post(f"/api/matches/{id_}/moves", json=move).status_code == 503
    assert ada.get(f"/m/{id_}").status_code == 200
    pages.platform.redis.config_set(trouble[0], "0")
    assert ada.client.post(f"/api/matches/{id_}/moves", json=move).status_code == 200


def test_a_service_says_so_and_its_listener_waits(pages: Pages, trouble: tuple[str, str]):
    platform = pages.platform
    order = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": "open-0001"}
    id_ = platform.ask("ada", "POST", "/tables", **order).json["id"]  # type: ignore[index]
    platform.settle()
    platform.ask("ada", "POST", f"/tables/{id_}/seats", cause="seat-0001")
    platform.redis.config_set(*trouble)
    assert platform.ask("ada", "POST", "/tables", **{**order, "cause": "open-0002"}).status_code == 503
    for which in (0, 1):  # those that have something to do
        with pytest.raises(Unavailable):
            platform.hear(which)
    for queue in platform.queues:
        with pytest.raises(Unavailable):
            Jobs(queue, 1).next_try("work")
    platform.redis.config_set(trouble[0], "0")
    platform.settle()
    assert platform.streams.match(id_).version


@pytest.mark.parametrize(
    "said",
    [
        "MISCONF Errors writing to the AOF file: No space left on device",
        "Command # 1 (SET x) of pipeline caused error: MISCONF Errors writing to the AOF file",
        "LOADING the dataset is in memory",
        "BUSY a script is running",
        "READONLY You can't write against a read only replica",
    ],
)
def test_what_a_server_can_not_do_now_is_no_mistake(said: str):
    with pytest.raises(Unavailable), answering():
        raise ResponseError(said)


@pytest.mark.parametrize("said", ["WRONGTYPE Operation against a key", "BUSYGROUP exists", "ERR unknown command"])
def test_a_mistake_stays_one(said: str):
    with pytest.raises(RedisError), answering():
        raise ResponseError(said)
