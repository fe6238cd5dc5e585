"""`urbanist anchors` makes, lists and checks anchors; `verify --anchor` holds a record to one, in both programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from infra import verify as alone
from shared.ledger.anchors import Anchors, Leaf, proof_of
from shared.ledger.canonical import canonical
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.redis import stream_key
from shared.platform.streams import Streams
from shared.settings import settings
from tests.console.conftest import Output, Urbanist
from tests.platform.archived import PLAYED, Place, place, play

pytestmark = pytest.mark.server
__all__ = ["place"]


@pytest.fixture
def match(streams: Streams) -> str:
    play(streams, PLAYED)
    return PLAYED


def anchors() -> Anchors:
    return Anchors(settings().anchor_folder)


def rewritten(streams: Streams, stream: str) -> list[Stored]:
    """The same stream with another key of its first command, and digests that fit: as whoever runs the server may."""
    found: list[Stored] = []
    for stored in streams.ledger.read(stream):
        said = json.loads(stored.envelope)
        said["previous"] = Envelope.from_bytes(found[-1].envelope).digest if found else None
        said["cause"] = said["cause"].replace("start", "other")
        found.append(
            Stored(
                Envelope(**{**said, "reveals": tuple(map(tuple, said["reveals"]))}).with_digest().to_bytes(),
                stored.sealed,
            )
        )
    return found


def rewrite(streams: Streams, stream: str) -> None:
    entries = rewritten(streams, stream)
    ledger: Any = streams.ledger
    ledger.client.delete(stream_key(stream))
    ledger.put_away(stream, entries)


def test_an_anchor_is_made_and_listed(urbanist: Urbanist, match: str):
    made = urbanist("anchors", "make")
    assert made == (0, anchors().of(1).text + "\n", "")
    assert urbanist("anchors", "list").out == made.out
    assert urbanist("anchors", "make").out == "nothing has changed since the last anchor\n"
    assert urbanist("anchors", "make", "--all").out == "nothing has changed since the last anchor\n"
    with anchors().alone():
        anchors().put("2026-11-30T18:00:00.000Z", [Leaf("match:x", 1, "ab" * 32)])
    anchors().put_token(2, b"token")
    assert [line[-9:] == ", stamped" for line in urbanist("anchors", "list").lines] == [False, True]


def test_anchors_hold_also_when_the_match_is_in_the_archive(urbanist: Urbanist, match: str, streams: Streams):
    urbanist("anchors", "make")
    assert urbanist("anchors", "verify") == (0, "1 anchor holds, and the ledger has all it names\n", "")
    there = Place(settings().redis_url, settings().archive)
    there.tell_rows([match])
    assert there.archive() == 1
    there.close()
    assert streams.ledger.read(f"match:{match}") == []
    assert urbanist("anchors", "verify") == (0, "1 anchor holds, and the ledger has all it names\n", "")
    assert anchors().of(1).count == 2
    assert urbanist("anchors", "make").out == "nothing has changed since the last anchor\n"
    (settings().anchor_folder / "00000001.jsonl").unlink()
    assert urbanist("anchors", "make").out == "nothing has changed since the last anchor\n"
    assert urbanist("anchors", "make", "--all").code == 0
    assert anchors().of(1).count == 2


def test_whatever_the_ledger_no_longer_has_is_named(urbanist: Urbanist, match: str, streams: Streams):
    urbanist("anchors", "make")
    last = streams.ledger.last(f"match:{match}")
    rewrite(streams, f"match:{match}")
    said = f"match:{match} version {last} is not the event that anchor 1 names: it was rewritten since"
    assert urbanist("anchors", "verify") == (1, f"{said}\nanchors: 1, things that are wrong: 1\n", "")


# Records.


@pytest.fixture
def files(urbanist: Urbanist, match: str, streams: Streams, tmp_path: Path) -> tuple[Path, Path]:
    """A record and its proof."""
    urbanist("anchors", "make")
    record, proof = tmp_path / "match.jsonl", tmp_path / "proof.json"
    record.write_text(urbanist("export", match).out, "utf-8")
    proof.write_bytes(proof_of(streams.ledger, anchors(), match))
    return record, proof


def both(urbanist: Urbanist, record: Path, proof: Path, capsys: pytest.CaptureFixture[str]) -> Output:
    """What both programs say, without the verdict on the record."""
    first = urbanist("verify", record, "--anchor", proof)
    capsys.readouterr()
    code = alone.main([str(record), "--anchor", str(proof)])
    second = Output(code, *capsys.readouterr())
    said = [[line for line in one.lines if line.startswith(f"{record}: ")][1:] for one in (first, second)]
    assert (said[0], first.code) == (said[1], second.code)
    return Output(code, "\n".join(said[0]).replace(f"{record}: ", ""), second.err)


def test_an_honest_record_was_there(urbanist: Urbanist, files: tuple[Path, Path], match: str, streams: Streams, capsys):
    anchor, streams_of = anchors().of(1), ("match", "score")
    seen = f"with the root {anchor.root} and the digest {anchor.digest}: compare that with where you saw it"
    said = [
        f"anchored: {kind} version {streams.ledger.last(f'{kind}:{match}')} was in the anchor 1 of {anchor.at}, {seen}"
        for kind in streams_of
    ]
    found = both(urbanist, *files, capsys)
    assert sorted(found.lines) == said
    assert found.code == 0


def test_a_record_that_was_written_later_is_named(
    urbanist: Urbanist, files: tuple[Path, Path], match: str, streams: Streams, capsys
):
    record, proof = files
    rewrite(streams, f"match:{match}")
    rewrite(streams, f"score:{match}")
    record.write_text(urbanist("export", match).out, "utf-8")
    found = both(urbanist, record, proof, capsys)
    last = streams.ledger.last(f"match:{match}")
    at = anchors().of(1).at
    late = "this record was written later"
    assert f"match version {last} is not the event that the anchor 1 of {at} names: {late}" in found.lines
    assert found.code == 1


def test_a_record_of_another_match_or_without_its_end_is_named(
    urbanist: Urbanist, files: tuple[Path, Path], match: str, streams: Streams, capsys
):
    record, proof = files
    last = streams.ledger.last(f"score:{match}")
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:-1]))
    at = anchors().of(1).at
    found = both(urbanist, record, proof, capsys)
    assert f"the anchor 1 of {at} names score:{match} version {last}, and this record does not have it" in found.lines
    assert found.code == 1


FORGED = "forged proof: match version {last} does not lead to the root of the anchor 1 of {at}"


def forge(proof: Path, change: Any) -> None:
    said = json.loads(proof.read_bytes())
    change(said["anchors"][0])
    proof.write_bytes(canonical(said))


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one["leaves"][0].update(index=1 - one["leaves"][0]["index"]),
        lambda one: one["leaves"][0].update(path=[]),
        lambda one: one["leaves"][0].update(path=["00" * 32]),
        lambda one: one["leaves"][0]["path"].append("00" * 32),
        lambda one: one["anchor"].update(root="00" * 32),
        lambda one: one["anchor"].update(count=9),
    ],
)
def test_a_forged_proof_is_named(
    urbanist: Urbanist, files: tuple[Path, Path], match: str, streams: Streams, change: Any, capsys
):
    forge(files[1], change)
    found = both(urbanist, *files, capsys)
    last, at = streams.ledger.last(f"match:{match}"), anchors().of(1).at
    assert FORGED.format(last=last, at=at) in found.lines
    assert found.code == 1


def test_an_event_put_into_a_proof_leads_nowhere(urbanist: Urbanist, files: tuple[Path, Path], match: str, capsys):
    """The digest is that of the rewritten event, so the record fits; but the tree has no such leaf."""
    forge(files[1], lambda one: one["leaves"][0]["leaf"].__setitem__(2, "ab" * 32))
    found = both(urbanist, *files, capsys)
    assert found.lines[0].startswith("forged proof: match version")
    assert found.code == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "this is not JSON as the ledger writes it"),
        (b"{}", "this is no proof of the format urbanist-anchor-1"),
        (b'{"anchors":[{"anchor":{},"leaves":[]}],"format":"urbanist-anchor-1","id":"x"}', "this is no proof of the"),
        (b'{"anchors":[],"format":"urbanist-anchor-2","id":"x"}', "this is no proof of the format urbanist-anchor-1"),
        (b'{"anchors":[],"format":"urbanist-anchor-1","id":"x"}', "this proof names nothing"),
    ],
)
def test_what_is_no_proof_proves_nothing(
    urbanist: Urbanist, files: tuple[Path, Path], content: bytes, sentence, capsys
):
    files[1].write_bytes(content)
    found = both(urbanist, *files, capsys)
    assert found.out.startswith(sentence)
    assert found.code == 1


def test_a_proof_that_lost_nothing_but_got_a_line_end_is_one(urbanist: Urbanist, files: tuple[Path, Path], capsys):
    files[1].write_bytes(files[1].read_bytes() + b"\r\n")
    assert both(urbanist, *files, capsys).code == 0


def test_a_missing_proof_is_told(urbanist: Urbanist, files: tuple[Path, Path], tmp_path: Path, capsys):
    found = both(urbanist, files[0], tmp_path / "none.json", capsys)
    assert found.out == f"{tmp_path / 'none.json'}: No such file or directory"
    assert found.code == 1


def test_what_is_no_record_was_in_no_anchor(files: tuple[Path, Path]):
    proof = files[1].read_bytes()
    assert alone.anchored(b"", proof) == [
        alone.Anchored("the file does not end with a line feed: its end is missing", False)
    ]
    (one, *_) = alone.anchored(b'1\n{"envelope":1}\n{"envelope":{"version":"1"}}\n', proof)
    assert one.says.endswith("and this record does not have it")


def test_a_proof_is_of_one_record(urbanist: Urbanist):
    says = "urbanist: a proof is of one record: give its file, or hold all to the ledger with anchors verify\n"
    assert urbanist("verify", "--all", "--anchor", "proof.json") == (1, "", says)


def test_a_receipt_is_beside_one_record(urbanist: Urbanist):
    says = "urbanist: a receipt is beside one record: give its file\n"
    assert urbanist("verify", "--all", "--receipt", "receipt.json") == (1, "", says)
