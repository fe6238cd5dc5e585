"""What a page keeps of the matches it watches: a chain that only grows, and versions with their digests."""

import json
from typing import Any

import pytest

from shared.ledger.canonical import canonical
from shared.ledger.envelope import digest_of
from tests.frontend.audit.conftest import Modules
from tests.records import ID, Row, record, rows

pytestmark = pytest.mark.browser

ENVELOPES = [
    line["envelope"] for line in rows(record("quadropolis", "fair"))[1:] if line["envelope"]["stream"] == f"match:{ID}"
]
FOLLOW = """async parts => {
  const { Followed } = await import("/followed.js");
  const followed = new Followed("%s");
  let wrong = null;
  try { for (const rows of parts) await followed.goOn(rows); } catch (error) { wrong = error.message; }
  const { version, digest, shown, wrong: reveals } = followed;
  return { version, digest, shown: shown.size, reveals, wrong };
}"""


def follow(modules: Modules, *parts: list[Row]) -> Any:
    """What is known after these envelopes came, part by part."""
    return modules.say(FOLLOW % ID, [[canonical(envelope).decode() for envelope in part] for part in parts])


def changed(at: int, change: Any) -> list[Row]:
    """The chain with one event changed and all hashes made to fit."""
    envelopes: list[Row] = json.loads(json.dumps(ENVELOPES))
    change(envelopes[at])
    previous = None
    for envelope in envelopes:
        envelope["previous"] = previous
        envelope["digest"] = previous = digest_of(envelope)
    return envelopes


def first(type_: str) -> int:
    return next(at for at, envelope in enumerate(ENVELOPES) if envelope["type"] == type_)


def test_a_chain_is_the_same_however_it_came(modules: Modules):
    whole = follow(modules, ENVELOPES)
    assert whole == follow(modules, ENVELOPES[:7], ENVELOPES[7:9], [], ENVELOPES[9:])
    assert (whole["version"], whole["digest"], whole["wrong"]) == (len(ENVELOPES), ENVELOPES[-1]["digest"], None)
    assert whole["shown"] == sum(len(envelope["reveals"]) for envelope in ENVELOPES) > 0
    assert whole["reveals"] == []


@pytest.mark.parametrize(
    ("parts", "version", "wrong"),
    [
        ((ENVELOPES[:7], ENVELOPES[8:]), 7, "version 8 should stand here"),
        ((ENVELOPES[:7], changed(3, lambda envelope: envelope.update(cause="x"))[7:]), 7, "the chain is broken"),
        ((ENVELOPES[:7], [{**ENVELOPES[7], "cause": "x"}]), 7, "the hash of this event is not the digest"),
        ((ENVELOPES[:7], [{**ENVELOPES[7], "more": 1}]), 7, "fields that do not belong there: more"),
        (([{**ENVELOPES[0], "stream": "match:aaaaaaaaaaaa"}],), 0, "version 1 should stand here"),
    ],
    ids=["left out", "another past", "changed", "more in it", "another match"],
)
def test_what_does_not_go_on_is_refused(modules: Modules, parts: tuple[list[Row], ...], version: int, wrong: str):
    said = follow(modules, *parts)
    assert said["version"] == version
    assert wrong in said["wrong"]


def test_a_wrong_reveal_is_told_with_its_version_and_does_not_stop_the_chain(modules: Modules):
    at = first("quadropolis.site_dealt")

    def lie(envelope: Row) -> None:
        envelope["reveals"][0][3] = "00" * 32

    said = follow(modules, changed(at, lie))
    assert said["version"] == len(ENVELOPES)
    ((told),) = said["reveals"]
    assert told["version"] == at + 1
    assert "which is not what was sealed there" in told["wrong"]


def test_draws_that_a_newer_release_writes_in_its_own_way_are_no_alarm(modules: Modules):
    said = follow(modules, changed(first("match.drawn"), lambda envelope: envelope.update(schema=2, data={"new": 1})))
    assert (said["version"], said["wrong"], said["reveals"], said["shown"]) == (len(ENVELOPES), None, [], said["shown"])


SEEN = """async steps => {
  const seen = await import("/seen.js");
  localStorage.clear();
  for (const [name, ...given] of steps) seen[name](...given);
  return { a: seen.seenOf("a"), kept: Object.keys(JSON.parse(localStorage.getItem("urbanist-seen") ?? "{}")) };
}"""


def test_the_newest_version_is_kept_and_an_older_one_adds_nothing(modules: Modules):
    came = [(5, "x5"), (9, "x9"), (7, "x7"), (9, "y")]
    said = modules.say(SEEN, [["see", "a", *one] for one in came])
    assert said["a"] == {"seen": [[5, "x5"], [9, "x9"]], "parted": []}


def test_few_versions_of_few_matches_are_kept_the_first_and_the_newest(modules: Modules):
    versions = [["see", "a", version, f"x{version}"] for version in range(1, 200)]
    others = [["see", f"m{number}", 1, "x"] for number in range(39)]
    said = modules.say(SEEN, [["see", "gone", 1, "x"], *versions, *others])
    assert len(said["kept"]) == 40
    assert "gone" not in said["kept"]
    kept = [version for version, _ in said["a"]["seen"]]
    assert kept == [1, *range(177, 200)]
    assert "a" not in modules.say(SEEN, [*versions, *others, ["see", "m40", 1, "x"]])["kept"]


def test_what_parted_is_told_once_and_is_kept_when_it_was_closed(modules: Modules):
    parted = """async () => {
      const { close, part, see, seenOf } = await import("/seen.js");
      localStorage.clear();
      for (const version of [3, 5, 7]) see("a", version, `x${version}`);
      for (const key of ["one", "one", "two"]) part("a", { key }, ([version]) => version < 5);
      close("a", "one");
      return seenOf("a");
    }"""
    assert modules.say(parted) == {
        "seen": [[3, "x3"]],
        "parted": [{"key": "one", "closed": True}, {"key": "two"}],
    }


MISSING = """async () => {
  const { sentence } = await import("/sentences.js");
  return [sentence("no_such_sentence"), sentence("version_expected", {})];
}"""


def test_a_sentence_that_the_page_lacks_is_reported_and_stops_nothing(modules: Modules):
    with pytest.raises(AssertionError, match="missing: sentence no_such_sentence"):
        modules.say(MISSING)
    assert len(modules.reported) == 2
    modules.reported.clear()
