"""What a newer release wrote makes a match read-only: each door says so in a sentence, none of them falls."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.console.__main__ import main
from shared.ledger.codec import Written
from shared.ledger.pen import Pen
from shared.ledger.store import Notice
from shared.platform.rows import every_id, rebuild, row_of
from shared.settings import settings
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server
NEWER = "quadropolis.garden_planted"
SENTENCE = f"a newer release wrote {NEWER}: this can only be read"


@pytest.fixture
def ada(pages: Pages) -> Visitor:
    return pages.visitor()


@pytest.fixture
def match(pages: Pages, ada: Visitor) -> str:
    """Ada is called; then a newer release, that ran here for a while, wrote something and called the bot."""
    id_ = pages.match(ada)
    append(pages, f"match:{id_}", (NEWER, {"seat": 0}), ("match.turn_started", {"seats": [1]}))
    return id_


def append(pages: Pages, stream: str, *events: tuple[str, dict[str, Any]]) -> None:
    ledger = pages.streams.ledger
    stored = ledger.read(stream)
    last = json.loads(stored[-1].envelope)
    pen = Pen(stream=stream, by="service:newer", cause="newer", at=last["at"], moves={}, salt=lambda: b"")
    written = [Written(type_, 1, data, None) for type_, data in events]
    notices = [Notice(stream, len(stored) + at, one.type, (1,)) for at, one in enumerate(written, 1)]
    entries = pen.entries(len(stored), last["digest"], written, [[]] * len(written))
    ledger.append(stream, len(stored), entries, notices)


def ask(pages: Pages, match: str, method: str, door: str, **command: Any) -> tuple[int, dict[str, Any]]:
    """As the person in the first seat, without the pages."""
    person = pages.streams.match(match).state.players[0].removeprefix("person:")
    answer = pages.platform.ask(person, method, door, **command)
    assert answer.json is not None
    return answer.status_code, dict(answer.json)


def version(pages: Pages, match: str) -> int:
    return pages.streams.ledger.last(f"match:{match}")


def test_its_page_says_so_and_offers_nothing_to_do(pages: Pages, ada: Visitor, match: str):
    page = ada.get(f"/m/{match}")
    assert page.status_code == 200
    assert f"A newer release wrote {NEWER}, which this one does not know: this match can only be read" in page.text
    for button in ('id="confirm"', 'id="resign"', "Your turn", "yours"):
        assert button not in page.text
    for at in range(1, version(pages, match) + 1):
        assert ada.get(f"/m/{match}?at={at}").status_code == 200
    assert ada.get(f"/m/{match}?architect=1").status_code == 200


def test_the_page_of_its_result_leads_there(ada: Visitor, match: str):
    assert ada.get(f"/m/{match}/result").headers["Location"] == f"/m/{match}"


def test_a_result_after_which_something_was_written_says_so_too(pages: Pages, ada: Visitor):
    match = pages.match(ada)
    append(pages, f"match:{match}", ("match.adjudicated", {"places": [1, 2], "note": "late"}))
    append(pages, f"match:{match}", (NEWER, {"seat": 0}))
    pages.settle()
    page = ada.get(f"/m/{match}/result")
    assert page.status_code == 200
    assert f"A newer release wrote {NEWER}" in page.text


def test_moves_and_resignations_are_refused_with_a_sentence(pages: Pages, ada: Visitor, match: str):
    before = version(pages, match)
    move = {"name": "take_tile", "architect": 1, "slot": {"side": "N", "line": 0}, "target": None}
    turn = pages.streams.match(match).state.turn
    by_form = ada.post(f"/m/{match}/moves", turn=str(turn), move=json.dumps(move), cause="move-00001")
    assert (by_form.status_code, SENTENCE[1:] in by_form.text) == (409, True)
    by_form = ada.post(f"/m/{match}/resign")
    assert (by_form.status_code, SENTENCE[1:] in by_form.text) == (409, True)
    for order in ({"turn": turn, "move": move, "cause": "move-00002"}, {"cause": "resign-002"}):
        door = "moves" if "move" in order else "resign"
        status, said = ask(pages, match, "POST", f"/matches/{match}/{door}", **order)
        assert (status, said["code"], said["sentence"]) == (409, "read_only", SENTENCE)
    assert version(pages, match) == before


def test_the_api_shows_it_as_it_was_before_with_the_sentence_and_no_moves(pages: Pages, match: str):
    status, seen = ask(pages, match, "GET", f"/matches/{match}")
    assert status == 200
    assert (seen["read_only"], seen["legal_moves"], seen["head"] - seen["version"]) == (SENTENCE, [], 2)
    assert seen["view"]["round"] == 1
    assert ask(pages, match, "GET", f"/scoring/matches/{match}")[1]["counted"] is False


def test_bots_and_listeners_leave_it_alone(
    pages: Pages, ada: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Though the last turn that this release can read calls a bot."""
    match = pages.match(ada)
    append(pages, f"match:{match}", ("match.turn_started", {"seats": [1]}), (NEWER, {"seat": 0}))
    before = version(pages, match)
    monkeypatch.setenv("URBANIST_BOT_PATIENCE", "0")
    settings.cache_clear()
    pages.settle()
    for _ in range(8):
        pages.platform.rounds()
        pages.settle()
    assert version(pages, match) == before
    assert "Traceback" not in caplog.text
    assert all(not queue.failed_job_registry.count for queue in pages.platform.queues)


def test_a_bot_that_was_called_before_leaves_it_alone(pages: Pages, ada: Visitor):
    """Its turn is in the queue already when the newer release writes."""
    match = pages.match(ada)
    append(pages, f"match:{match}", ("match.turn_started", {"seats": [1]}))
    pages.platform.hear(1)
    append(pages, f"match:{match}", (NEWER, {"seat": 0}))
    before = version(pages, match)
    assert pages.platform.queues[0].count == 1
    pages.settle()
    assert version(pages, match) == before
    assert not pages.platform.queues[0].failed_job_registry.count


@pytest.mark.parametrize("order", [(NEWER, "match.ended"), ("match.ended", NEWER)])
def test_it_is_not_counted(pages: Pages, ada: Visitor, order: tuple[str, str]):
    match = pages.match(ada)
    for name in order:
        append(pages, f"match:{match}", (name, {"reason": "finished"}))
    pages.settle()
    pages.platform.rounds()
    pages.settle()
    assert pages.streams.score(match) is None
    assert all(not queue.failed_job_registry.count for queue in pages.platform.queues)
    assert ada.get(f"/m/{match}").status_code == 200


def test_it_stays_in_the_lobby_also_when_the_lists_are_made_anew(pages: Pages, ada: Visitor, match: str):
    pages.settle()
    for _ in range(2):
        assert [row.id for row in pages.platform.rows.listed("playing")] == [match]
        assert match in ada.get("/").text
        rebuild(pages.streams, pages.platform.rows, every_id(pages.streams))


def test_it_is_exported_whole_and_the_console_reads_what_it_knows(
    pages: Pages, match: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["abort", match, "--reason", "written by another release"]) == 0
    pages.settle()
    row = row_of(pages.streams, match)
    assert row
    assert row.status == "aborted"
    person = pages.streams.match(match).state.players[0].removeprefix("person:")
    record = tmp_path / "record.jsonl"
    record.write_bytes(pages.platform.ask(person, "GET", f"/matches/{match}/export").data)
    capsys.readouterr()
    last = version(pages, match)
    assert main(["replay", str(record)]) == 1
    told = f"urbanist: version {last - 2}: {NEWER} comes from a newer release\n"
    assert capsys.readouterr().err == told
    assert main(["replay", str(record), "--to", str(last - 3)]) == 0
    assert main(["position", str(record), "--at", str(last - 3)]) == 0
    capsys.readouterr()
    assert main(["position", str(record)]) == 1
    assert capsys.readouterr().err == told
    assert main(["position", match]) == 1
    assert capsys.readouterr().err == f"urbanist: {SENTENCE}\n"


def test_a_table_of_a_newer_release_can_be_seen_and_not_be_taken(pages: Pages, ada: Visitor):
    address = ada.post("/tables/new", game="quadropolis", seats="2", listed="yes").headers["Location"]
    append(pages, f"table:{address.rsplit('/', 1)[1]}", ("table.cloth_laid", {}))
    pages.settle()
    assert ada.get(address).status_code == 200
    answer = ada.post(f"{address}/sit")
    assert answer.status_code == 409
    assert "A newer release wrote table.cloth_laid: this can only be read." in answer.text
