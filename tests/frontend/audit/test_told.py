"""What the audit page tells beyond its verdict: whose luck it was, what was kept and noted, and who repaired."""

from base64 import b64encode
from typing import Any

import pytest

from tests.frontend.audit.conftest import Modules
from tests.records import ID, NONCE, record, rows, written

pytestmark = pytest.mark.browser

TELL = """async ({ file, kept, seen, noted }) => {
  const [{ told }, { verify }] = [await import("/told.js"), await import("/verify.js")];
  localStorage.clear();
  if (kept) localStorage.setItem("urbanist-table-%(id)s", JSON.stringify(kept));
  if (seen) localStorage.setItem("urbanist-seen", JSON.stringify({ "%(id)s": seen }));
  const said = await told(await verify(Uint8Array.from(atob(file), letter => letter.charCodeAt(0))), "%(id)s");
  return { ...said, noted: said.noted(noted ?? "") };
}"""


def tell(modules: Modules, way: str | bytes, **more: Any) -> Any:
    file = record("quadropolis", way) if isinstance(way, str) else way
    return modules.say(TELL % {"id": ID}, {"file": b64encode(file).decode(), **more})


def words(facts: list[dict[str, str]]) -> list[str]:
    return [fact["words"] for fact in facts]


def states(facts: list[dict[str, str]]) -> list[str]:
    return [fact["state"] for fact in facts]


def commitment() -> str:
    return str(rows(record("quadropolis", "fair"))[0]["commitment"])


def digest(way: str, version: int) -> str:
    events = [line["envelope"] for line in rows(record("quadropolis", way))[1:]]
    return next(str(one["digest"]) for one in events if (one["stream"], one["version"]) == (f"match:{ID}", version))


def test_every_seat_says_what_it_brought(modules: Modules):
    assert words(tell(modules, "one nonce missed")["seats"]) == [
        "Seat 1, a person: a secret number that went into the draws.",
        "Seat 2, a person: promised a secret number but did not show it, so it does not count.",
    ]
    bot = next(line for line in words(tell(modules, "fair")["seats"]) if "the bot any_move@1" in line)
    assert bot.endswith(": no secret number.")


def test_what_the_browser_kept_when_it_sat_down_is_compared(modules: Modules):
    kept = {"nonce": NONCE, "commitment": commitment()}
    assert states(tell(modules, "fair", kept=kept)["kept"]) == ["ok", "ok"]
    assert states(tell(modules, "fair", kept={**kept, "commitment": "11" * 32})["kept"]) == ["no", "ok"]
    other = tell(modules, "fair", kept={**kept, "nonce": "11" * 32})["kept"]
    assert states(other) == ["ok", "look"]
    assert "No seat of this table promised" in words(other)[1]
    missed = tell(modules, "one nonce missed", kept={**kept, "nonce": "b0" * 32})["kept"]
    assert "not shown in time" in words(missed)[1]
    assert tell(modules, "fair")["kept"] == []


def test_a_number_that_the_server_took_and_the_record_does_without_is_a_fault(modules: Modules):
    kept = {"nonce": "11" * 32, "commitment": commitment()}
    for said in ("hashed", "shown"):
        (_, other) = tell(modules, "fair", kept={**kept, "said": said})["kept"]
        assert other["state"] == "no"
        assert "no seat of this record promised it" in other["words"]
    left = tell(modules, "fair", kept={**kept, "said": "none"})["kept"]
    assert states(left) == ["ok", "look"]
    promised = {**kept, "nonce": "b0" * 32}
    assert states(tell(modules, "one nonce missed", kept={**promised, "said": "hashed"})["kept"]) == ["ok", "look"]
    (_, ignored) = tell(modules, "one nonce missed", kept={**promised, "said": "shown"})["kept"]
    assert ignored["state"] == "no"
    assert "made without it" in ignored["words"]
    counted = {**kept, "nonce": NONCE, "said": "shown"}
    assert states(tell(modules, "fair", kept=counted)["kept"]) == ["ok", "ok"]


def test_what_was_seen_while_watching_is_compared(modules: Modules):
    seen = [[5, digest("fair", 5)], [9, digest("fair", 9)]]
    assert states(tell(modules, "fair", seen={"seen": seen, "parted": []})["kept"]) == ["ok"]
    (wrong,) = tell(modules, "fair", seen={"seen": [seen[0], [9, "11" * 32]], "parted": []})["kept"]
    assert wrong["state"] == "no"
    assert f"version 9 with the digest {'11' * 32}" in wrong["words"]
    parted = {"at": "2026-05-01T12:00:00.000Z", "version": 9, "seen": "11" * 32, "served": None}
    (told,) = tell(modules, "fair", seen={"seen": [], "parted": [parted]})["kept"]
    assert told["state"] == "no"
    assert told["words"].startswith("On May 1, 2026, 12:00 PM UTC the record did not go on")


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("aborted", "operator:root broke the match off on May 1, 2026, "),
        ("adjudicated", "operator:root decided the ranks on May 1, 2026, "),
        ("corrected", "operator:root corrected the points on May 1, 2026, "),
    ],
)
def test_what_operators_did_is_told_with_who_when_and_why(modules: Modules, way: str, said: str):
    ((repair),) = words(tell(modules, way)["repairs"])
    assert repair.startswith(said)
    data = [line["envelope"]["data"] for line in rows(record("quadropolis", way))[1:]]
    note = next(one["note"] for one in data if "note" in one)
    assert repair.endswith(f": “{note}”")


def test_where_no_operator_did_anything_nothing_is_told(modules: Modules):
    assert tell(modules, "fair")["repairs"] == []


def test_a_noted_digest_is_found_or_not(modules: Modules):
    found = digest("fair", 9)
    cut, marked = f"a {found[:30]}\n{found[30:]} b", f"\u200e{found[:9]}\u200b{found[9:]}"
    for text in (found, f"  version 9: {found.upper()}\n", f"({found})", cut, marked):
        said = tell(modules, "fair", noted=text)["noted"]
        assert said["state"] == "ok"
        assert "stands at version 9 of the match" in said["words"]
    assert tell(modules, "fair", noted="11" * 32)["noted"]["state"] == "no"
    for text in ("", "hello", found[:-1], found + "0"):
        assert "no digest" in tell(modules, "fair", noted=text)["noted"]["words"]


def test_in_a_broken_record_a_noted_digest_proves_nothing(modules: Modules):
    lines = rows(record("quadropolis", "fair"))
    lines[-5]["envelope"]["cause"] = "another"
    said = tell(modules, written(lines), noted=digest("fair", 9))["noted"]
    assert said["state"] == "no"
    assert "broken" in said["words"]


def test_the_newest_event_of_the_match_is_named(modules: Modules):
    lines = [line["envelope"] for line in rows(record("quadropolis", "fair"))[1:]]
    last = [envelope for envelope in lines if envelope["stream"] == f"match:{ID}"][-1]
    head = tell(modules, "fair")["head"]
    assert (head["kind"], head["version"], head["digest"]) == ("match", last["version"], last["digest"])
    assert tell(modules, "given up")["head"]["kind"] == "table"
