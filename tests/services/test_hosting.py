"""A table is opened, filled and played to its counted end through the services alone."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from services.matchmaking import reactions
from shared.errors import Unavailable
from shared.ledger.redis import stream_key
from shared.platform.rows import MADE_WITH, rebuild
from tests.services.conftest import Platform, signed

pytestmark = pytest.mark.server
NONCE = "a0" * 32
HASH = sha256(bytes.fromhex(NONCE)).hexdigest()
SCORED = Path(__file__).parents[1] / "games/quadropolis/scored_cities.jsonl"


def opened(platform: Platform, **more: Any) -> str:
    body = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": "open-0001"} | more
    answer = platform.ask("ada", "POST", "/tables", **body)
    assert answer.status_code == 201, answer.text
    return str(told(answer)["id"])


def told(answer: TestResponse) -> dict[str, Any]:
    assert answer.json is not None
    return dict(answer.json)


def started(platform: Platform) -> str:
    id_ = opened(platform)
    assert platform.ask("ada", "POST", f"/tables/{id_}/seats", nonce_hash=HASH, cause="sit-00001").status_code == 200
    assert platform.ask("ada", "POST", f"/tables/{id_}/nonces", nonce=NONCE, cause="show-0001").status_code == 200
    platform.settle()
    return id_


def looked(platform: Platform, id_: str, who: str = "ada") -> dict[str, Any]:
    answer = platform.ask(who, "GET", f"/matches/{id_}")
    assert answer.status_code == 200, answer.text
    return told(answer)


def move(platform: Platform, id_: str, seen: dict[str, Any], **more: Any) -> Any:
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": f"move-{seen['turn']:05}"} | more
    return platform.ask("ada", "POST", f"/matches/{id_}/moves", **body)


def test_a_match_against_a_bot_is_played_to_its_counted_end(platform: Platform) -> None:
    id_ = started(platform)
    for _ in range(16):
        seen = looked(platform, id_)
        assert seen["called"] == [seen["seat"]]
        assert move(platform, id_, seen).status_code == 200
        platform.settle()
    assert looked(platform, id_)["status"] == "ended"
    points = told(platform.ask("eve", "GET", f"/scoring/matches/{id_}"))
    assert points["counted"] is True
    row = platform.rows.of_person("person:ada")[0]
    assert (row.status, row.points) == ("ended", points["points"])


def test_the_table_closes_with_nonces_and_the_match_cites_it(platform: Platform) -> None:
    id_ = started(platform)
    table, match = platform.streams.table(id_), platform.streams.match(id_).state
    assert match.started is not None
    assert match.started.nonces == (NONCE, None)
    assert match.started.table == (table.version, table.digest)
    assert match.started.commitment == table.state.opened.commitment  # type: ignore[union-attr]


def test_the_same_command_again_gives_the_same_answer(platform: Platform) -> None:
    assert opened(platform) == opened(platform)
    id_ = started(platform)
    seen = looked(platform, id_)
    first, again = move(platform, id_, seen), move(platform, id_, seen)
    assert (first.status_code, first.json) == (again.status_code, again.json)
    other = move(platform, id_, seen, move=seen["legal_moves"][-1])
    assert (other.status_code, other.json["code"]) == (409, "key_reused")


def test_the_key_that_opened_a_table_is_refused_for_another_command(platform: Platform) -> None:
    id_ = opened(platform, cause="open-0001")
    answer = platform.ask("ada", "POST", f"/tables/{id_}/leave", cause="open-0001")
    assert (answer.status_code, told(answer)["code"]) == (409, "key_reused")


def test_a_stale_move_is_answered_with_what_was_missed(platform: Platform) -> None:
    id_ = started(platform)
    seen = looked(platform, id_)
    move(platform, id_, seen)
    late = move(platform, id_, seen, cause="another-key")
    assert late.status_code == 409
    assert late.json["code"] in ("stale_turn", "not_your_turn")
    assert late.json["missed"][0]["type"] == "quadropolis.tile_taken"


def test_nobody_moves_who_does_not_sit_there(platform: Platform) -> None:
    id_ = started(platform)
    seen = looked(platform, id_)
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": "not-my-seat"}
    answer = platform.ask("eve", "POST", f"/matches/{id_}/moves", **body)
    assert (answer.status_code, told(answer)["code"]) == (409, "not_your_seat")
    assert looked(platform, id_)["version"] == seen["version"]


def test_a_move_that_the_rules_forbid_is_refused_in_a_sentence(platform: Platform) -> None:
    id_ = started(platform)
    seen = looked(platform, id_)
    nowhere = {"name": "take_tile", "architect": 1, "slot": {"side": "N", "line": 0}, "target": {"row": 3, "column": 3}}
    answer = move(platform, id_, seen, move=nowhere)
    assert answer.status_code == 422
    assert answer.json["code"] == "illegal_move"
    assert "{" not in answer.json["sentence"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"turn": "3"}, "turn"),
        ({"move": {"name": "fly"}}, "move"),
        ({"move": 7}, "move"),
        ({"cause": "x"}, "cause"),
        ({"seat": 1}, "seat"),
        ({"move": {"name": "take_tile", "architect": 9, "slot": {"side": "N", "line": 0}, "target": None}}, "move"),
    ],
)
def test_a_malformed_move_is_400_with_the_field(platform: Platform, wrong: dict[str, Any], field: str) -> None:
    id_ = started(platform)
    answer = move(platform, id_, looked(platform, id_), **wrong)
    assert answer.status_code == 400, answer.text
    assert field in answer.json["fields"]


def test_every_wrong_field_is_named(platform: Platform) -> None:
    answer = platform.ask("ada", "POST", "/tables", game="chess", seats="two", nonce="00", cause="?")
    assert answer.status_code == 400
    assert set(told(answer)["fields"]) == {"game", "seats", "nonce", "cause"}


def test_every_wrong_field_is_named_even_inside_others(platform: Platform) -> None:
    body = {"game": "quadropolis", "seats": 2, "listed": "zz", "options": {"mode": 1, "x": 2}}
    answer = platform.ask("ada", "POST", "/tables", **body)
    assert answer.status_code == 400
    assert set(told(answer)["fields"]) == {"cause", "listed", "options"}
    assert set(told(answer)["fields"]["options"]) == {"mode", "x"}
    nothing = platform.ask("ada", "POST", "/tables", **{**body, "options": {"squares": None, "x": None}})
    assert told(nothing)["fields"]["options"] == {
        "squares": ["Field may not be null."],
        "x": ["Unknown field."],
    }
    id_ = started(platform)
    wrong = {"name": "take_tile", "architect": "a", "slot": {"side": "X", "line": 9}, "target": None}
    answer = platform.ask("ada", "POST", f"/matches/{id_}/moves", turn="x", move=wrong)
    assert answer.status_code == 400
    assert set(told(answer)["fields"]) == {"turn", "cause", "move"}
    assert set(told(answer)["fields"]["move"]) == {"architect", "slot"}
    assert set(told(answer)["fields"]["move"]["slot"]) == {"side", "line"}


def test_malformed_json_is_400_and_a_large_body_413(platform: Platform) -> None:
    headers = {"X-Urbanist-Identity": signed(platform), "Content-Type": "application/json"}
    client = platform.clients["tables"]
    assert client.post("/tables", data=b'{"game":', headers=headers).status_code == 400
    answer = client.post("/tables", data=b'{"game":"' + b"x" * 70_000 + b'"}', headers=headers)
    assert answer.status_code == 413
    assert "64 KiB" in answer.text


def test_a_request_without_the_gateways_signature_is_refused(platform: Platform) -> None:
    for path in ("/tables/abc", "/matches/abc", "/scoring/matches/abc"):
        assert platform.ask("", "GET", path).status_code == 401
    for client in platform.clients.values():
        assert client.get("/health").json == {"status": "ok"}


def test_unknown_ids_are_404(platform: Platform) -> None:
    for path in ("/tables/abcdefghijkl", "/matches/abcdefghijkl", "/scoring/matches/abcdefghijkl"):
        answer = platform.ask("ada", "GET", path)
        assert answer.status_code == 404
        assert "abcdefghijkl" in told(answer)["sentence"]


def test_a_version_that_is_not_there_yet_is_404(platform: Platform) -> None:
    id_ = started(platform)
    assert platform.ask("ada", "GET", f"/matches/{id_}?at=2").status_code == 200
    answer = platform.ask("ada", "GET", f"/matches/{id_}?at=999")
    assert (answer.status_code, told(answer)["code"]) == (404, "match_not_found")
    last = looked(platform, id_)["head"]
    assert told(answer)["sentence"] == f"this match has the versions 1 to {last}"


def test_each_service_describes_its_api(platform: Platform) -> None:
    for name, client in platform.clients.items():
        described = told(client.get("/openapi.json", headers={"X-Urbanist-Identity": signed(platform)}))
        assert described["openapi"] == "3.1.0"
        assert any(path.startswith(f"/{name}") for path in described["paths"])
    moves = told(platform.clients["matches"].get("/openapi.json", headers={"X-Urbanist-Identity": signed(platform)}))
    assert moves["components"]["schemas"]["NewMove"]["properties"]["move"]["oneOf"]


def test_a_resigned_seat_is_played_on(platform: Platform) -> None:
    id_ = started(platform)
    assert platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-01").status_code == 200
    platform.settle()
    seen = looked(platform, id_)
    assert (seen["status"], seen["players"][0], seen["seat"]) == ("ended", "bot:any_move@1", None)
    assert platform.rows.of_person("person:ada")[0].status == "ended"


def test_an_export_opens_at_the_end_and_not_before(platform: Platform) -> None:
    id_ = started(platform)
    running = platform.ask("eve", "GET", f"/matches/{id_}/export").data
    assert all(json.loads(line)["sealed"] is None for line in running.splitlines()[1:])
    platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-01")
    platform.settle()
    finished = [json.loads(line) for line in platform.ask("eve", "GET", f"/matches/{id_}/export").data.splitlines()]
    parts = [line["sealed"]["part"] for line in finished[1:] if line["sealed"]]
    seeds = {part["seed"] for part in parts if "seed" in part}
    assert len(seeds) == 1
    assert sha256(bytes.fromhex(seeds.pop())).hexdigest() == finished[0]["commitment"]


def test_a_table_that_was_given_up_is_opened_too(platform: Platform) -> None:
    id_ = opened(platform, bots=[])
    running = platform.ask("eve", "GET", f"/matches/{id_}/export").data.splitlines()
    assert [json.loads(line)["sealed"] for line in running[1:]] == [None]
    assert platform.ask("ada", "POST", f"/tables/{id_}/close", cause="give-up-1").status_code == 200
    header, first, last = map(json.loads, platform.ask("eve", "GET", f"/matches/{id_}/export").data.splitlines())
    assert (header["finished"], last["envelope"]["data"]["reason"]) == (True, "given_up")
    assert sha256(bytes.fromhex(first["sealed"]["part"]["seed"])).hexdigest() == header["commitment"]


def test_rows_can_be_thrown_away_and_rebuilt(platform: Platform) -> None:
    id_ = started(platform)
    opened(platform, cause="open-0002", bots=[])
    platform.settle()
    before = [platform.rows.listed(status) for status in ("open", "playing")]
    assert [len(rows) for rows in before] == [1, 1]
    assert rebuild(platform.streams, platform.rows, [*platform.streams.ledger.ids("table"), id_]) == 3
    assert [platform.rows.listed(status) for status in ("open", "playing")] == before


def test_rows_of_another_release_are_hidden_and_rebuilt(platform: Platform) -> None:
    id_ = opened(platform)
    platform.settle()
    (row,) = platform.rows.listed("open")
    platform.redis.set(f"row:{id_}", json.dumps({"id": id_, "status": "open", "version": row.version}))
    platform.redis.set(MADE_WITH, "id,status,version")
    assert platform.rows.listed("open") == []
    assert not platform.tables.remake()
    assert platform.rows.listed("open") == [row]
    assert platform.rows.are_ours()


def test_while_rows_are_rebuilt_tables_appear_matches_start_and_the_most_urgent_come_first(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reactions, "AT_ONCE", 0)  # one row at a time
    old = [opened(platform, cause=f"open-1{number:03}", bots=[]) for number in range(4)]
    closed = opened(platform, cause="open-1004")
    platform.ask("ada", "POST", f"/tables/{closed}/close", cause="close-001")
    platform.settle()
    for id_ in [*old, closed]:
        platform.redis.set(f"row:{id_}", json.dumps({"id": id_, "version": 1}))
    platform.redis.delete(MADE_WITH)
    assert platform.tables.remake()
    assert len(platform.rows.listed("open")) == 1
    fresh = started(platform)
    platform.settle()
    assert [row.id for row in platform.rows.listed("playing")] == [fresh]
    seen = [len(platform.rows.listed("open"))]
    while platform.tables.remake():
        seen.append(len(platform.rows.listed("open")))
        assert bool(platform.rows.listed("given_up")) <= (seen[-1] == 4)  # nobody waits for what is over
    assert seen[:4] == [1, 2, 3, 4]
    assert sorted(row.id for row in platform.rows.listed("open")) == sorted(old)
    assert [row.id for row in platform.rows.listed("given_up")] == [closed]
    assert platform.rows.are_ours()


def test_rebuilding_starts_over_if_the_server_went_away_meanwhile(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = opened(platform)
    platform.redis.delete(MADE_WITH, f"row:{id_}")
    with monkeypatch.context() as away:
        away.setattr(platform.rows, "put", lambda row: refuse())
        with pytest.raises(Unavailable):
            platform.tables.remake()
    assert not platform.rows.are_ours()
    assert not platform.tables.remake()
    assert [row.id for row in platform.rows.listed("open")] == [id_]


def refuse() -> None:
    raise Unavailable("the ledger is not answering")


def test_rows_of_this_release_are_kept(platform: Platform) -> None:
    opened(platform)
    platform.settle()
    assert not platform.tables.remake()
    before = platform.rows.version()
    assert not platform.tables.remake()
    assert platform.rows.version() == before


def test_a_broken_record_costs_its_own_row_only(platform: Platform, caplog: pytest.LogCaptureFixture) -> None:
    id_ = opened(platform)
    (entry, _) = platform.streams.ledger.read(f"table:{id_}")
    platform.redis.xadd(stream_key("table:brokenbroken"), {"envelope": entry.envelope})
    assert rebuild(platform.streams, platform.rows, [id_, "brokenbroken"]) == 1
    assert [row.id for row in platform.rows.listed("open")] == [id_]
    assert "no row for brokenbroken: the record of table:brokenbroken can't be read from version 1 on" in caplog.text


def test_a_city_on_a_real_table_is_counted_without_a_match(platform: Platform) -> None:
    city: list[list[Any]] = [[None] * 4 for _ in range(4)]
    city[0][:2] = [{"building": "tower", "floors": 3}, {"building": "park"}]
    asked: dict[str, Any] = {"mode": "classic", "inhabitants": 0, "energy": 1, "city": city}
    count = told(platform.ask("eve", "POST", "/scoring/quadropolis", **asked))
    assert (count["total"], count["lines"]["towers"], count["lines"]["parks"]) == (8, 6, 2)
    assert {reason["message"] for reason in count["explanation"]} == {"tower_floors", "park_beside_towers"}
    city[2][3] = {"building": "park", "floors": 2}
    refused = platform.ask("eve", "POST", "/scoring/quadropolis", **asked)
    sentence = "city[2][3].floors: This kind of building does not stack."
    assert (refused.status_code, told(refused)["sentence"]) == (400, sentence)
    assert told(refused)["template"] == "this can't be understood"
    assert told(refused)["fields"] == {"city": {"2": {"3": {"floors": ["This kind of building does not stack."]}}}}
    refused = platform.ask("eve", "POST", "/scoring/quadropolis", **{**asked, "energy": "1"})
    assert refused.status_code == 400
    assert told(refused)["fields"] == {"energy": ['Not a whole number. Write 1, not "1".']}
    assert platform.ask("eve", "POST", "/scoring/ludo", **asked).status_code == 404


def test_every_known_city_has_its_points_over_http(platform: Platform) -> None:
    cases = [json.loads(line) for line in SCORED.read_text("utf-8").splitlines()]
    assert len(cases) == 18
    for case in cases:
        count = told(platform.ask("eve", "POST", "/scoring/quadropolis", **case["input"]))
        assert count["total"] == case["expect"]["total"]
        assert count["lines"] | case["expect"].get("lines", {}) == count["lines"], case["id"]


@pytest.mark.parametrize(
    ("path", "wrong", "sentence"),
    [
        ("/scoring/quadropolis", {"inhabitants": -1}, "inhabitants: Must be greater than or equal to 0"),
        ("/scoring/quadropolis", {"mode": "zzz"}, "mode: Must be one of classic, expert."),
        ("/scoring/quadropolis", {"city": [[None] * 4] * 3}, "city: Must have 4 rows, not 3."),
        ("/scoring/quadropolis", {"zzz": 1}, "zzz: Unknown field."),
        ("/scoring/sprawlopolis", {"goals": [1, 19], "rows": ["P"]}, "goals[1]: There is no goal 19."),
        ("/tables", {"game": "ludo", "seats": 2, "cause": "a-cause-of-ours"}, "game: Must be one of"),
        ("/tables", {"game": "quadropolis", "seats": 2, "cause": "!"}, "cause: Must be 8 to 64 letters"),
    ],
)
def test_the_sentence_of_a_refusal_names_the_first_wrong_field(
    platform: Platform, path: str, wrong: dict[str, Any], sentence: str
) -> None:
    right: dict[str, Any] = {"mode": "classic", "inhabitants": 0, "energy": 0, "city": [[None] * 4] * 4}
    asked = {**right, **wrong} if path.endswith("quadropolis") else wrong
    refused = platform.ask("eve", "POST", path, **asked)
    assert refused.status_code == 400
    assert told(refused)["sentence"].startswith(sentence)
