"""Anchors: each hour one, by one process, of what has changed; a chain that names whatever is rewritten afterwards."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from redis import ConnectionError as Away

from shared.errors import Broken, Busy, Malformed, NotFound, Unavailable
from shared.ledger.anchors import Anchor, Anchors, Leaf, check_all, every_stream, heads_of, proof_of
from shared.ledger.anchors.heads import TOGETHER
from shared.ledger.anchors.noted import CHANGED, TAKEN
from shared.ledger.anchors.tree import levels_of, root_of
from shared.ledger.archive.archive import put
from shared.ledger.envelope import Envelope
from shared.ledger.redis import stream_key
from tests.ledger.anchored import ID, MATCH, OTHER, TABLE, World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    found = World(tmp_path)
    yield found
    found.archive.database.close()


def made(world: World) -> Anchor:
    anchor = world.maker.make_due()
    assert anchor
    return anchor


def leaves(world: World, number: int) -> list[Leaf]:
    return [Leaf.from_bytes(line) for line in world.anchors.lines(number)]


def digest(world: World, stream: str, version: int) -> str:
    return Envelope.from_bytes(world.ledger.read(stream)[version - 1].envelope).digest


def wrong(world: World) -> list[str]:
    return [*check_all(world.ledger, Anchors(world.anchors.folder))]


# An anchor.


def test_the_first_anchor_holds_every_head_that_is_there(world: World):
    world.go_on(MATCH, 3, is_told=False)
    world.go_on(TABLE, 2, is_told=False)
    world.go_on("rating:quadropolis-classic", is_told=False)
    anchor = made(world)
    streams = [(MATCH, 3), ("rating:quadropolis-classic", 1), (TABLE, 2)]
    assert leaves(world, 1) == [Leaf(stream, version, digest(world, stream, version)) for stream, version in streams]
    assert anchor == Anchor("2026-11-30T17:20:00.000Z", 3, 1, None, root_of(levels_of(world.anchors.lines(1))).hex())
    assert world.anchors.newest == anchor


def test_what_is_kept_can_be_computed_without_this_code(world: World):
    world.go_on(MATCH, 2)
    anchor = made(world)
    said, leaf, end = (world.anchors.folder / "00000001.jsonl").read_bytes().split(b"\n")
    assert json.loads(leaf) == [MATCH, 2, digest(world, MATCH, 2)]
    assert end == b""
    assert anchor.root == sha256(b"\0" + leaf).hexdigest()
    plain = {"format": "urbanist-anchor-1", **asdict(anchor)}
    assert said == json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()
    assert anchor.digest == sha256(said).hexdigest()
    assert anchor.text == (
        f"Urbanist anchor 1 at 2026-11-30T17:20:00.000Z: 1 entries, root {anchor.root}, digest {anchor.digest}"
    )


def test_each_anchor_names_the_one_before(world: World):
    world.go_on(MATCH)
    first = made(world)
    world.later(hours=1)
    world.go_on(MATCH)
    assert (made(world).previous, first.previous) == (first.digest, None)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"[]", "an anchor has at, count, format, number, previous, root and nothing else"),
        (b'{"at":"","count":1,"format":"urbanist-1","number":1,"previous":null,"root":""}', "and nothing else"),
        (
            b'{"at":"","count":"1","format":"urbanist-anchor-1","number":null,"previous":null,"root":""}',
            "in an anchor this makes no sense: count, number",
        ),
    ],
)
def test_what_is_no_anchor_is_refused(line: bytes, sentence: str):
    with pytest.raises(Malformed, match=sentence):
        Anchor.from_bytes(line)


@pytest.mark.parametrize("line", [b"{}", b'["match:x",1]', b'["match:x","1","00"]'])
def test_what_is_no_leaf_is_refused(line: bytes):
    with pytest.raises(Malformed, match="a leaf is a stream, a version and a digest"):
        Leaf.from_bytes(line)


# When.


def test_within_an_hour_there_is_one_anchor(world: World):
    world.go_on(MATCH)
    made(world)
    world.go_on(MATCH)
    world.later(minutes=39)
    assert world.maker.make_due() is None
    world.later(minutes=1)
    assert made(world).number == 2


def test_hours_that_were_missed_are_made_up_by_the_next_one(world: World):
    world.go_on(MATCH)
    made(world)
    world.go_on(MATCH)
    world.later(hours=5)
    world.go_on(f"match:{OTHER}")
    assert made(world).number == 2
    assert [(leaf.stream, leaf.version) for leaf in leaves(world, 2)] == [(MATCH, 2), (f"match:{OTHER}", 1)]


def test_an_hour_in_which_nothing_happened_has_no_anchor(world: World):
    assert world.maker.make_due() is None
    world.go_on(MATCH)
    made(world)
    world.later(hours=1)
    assert world.maker.make_due() is None
    assert world.anchors.last == 1


def test_of_a_match_that_changed_all_streams_are_there(world: World):
    world.go_on(TABLE, 2)
    made(world)
    world.later(hours=1)
    world.go_on(MATCH)
    made(world)
    assert [leaf.stream for leaf in leaves(world, 2)] == [MATCH, TABLE]


def test_whoever_starts_again_goes_on_where_the_chain_ended(world: World):
    world.go_on(MATCH)
    made(world)
    world.go_on(MATCH)
    again = world.another()
    assert again.make_due() is None
    world.later(hours=1)
    assert (anchor := again.make_due())
    assert anchor.number == 2


def test_a_clock_that_jumps_neither_stops_anchors_nor_makes_many(world: World):
    world.go_on(MATCH)
    made(world)
    world.later(days=400)
    world.go_on(MATCH)
    made(world)
    world.later(days=-400)
    for hours in range(1, 4):
        world.later(hours=1)
        world.go_on(MATCH)
        assert made(world).number == 2 + hours
        world.go_on(MATCH)
        assert world.maker.make_due() is None
    assert wrong(world) == []


def test_of_many_that_try_at_once_one_makes_it(world: World):
    world.go_on(MATCH)
    made(world)
    world.go_on(MATCH)
    world.later(hours=1)

    def tried(_: int) -> Anchor | None:
        with suppress(Busy):
            return world.another().make_due()
        return None

    with ThreadPoolExecutor(8) as pool:
        assert [anchor.number for anchor in pool.map(tried, range(24)) if anchor] == [2]
    assert world.anchors.last == 2
    with (
        world.anchors.alone(),
        pytest.raises(Busy, match="another process is making an anchor: try again when it has ended"),
    ):
        world.another().make()


def test_what_happens_while_one_is_made_is_for_the_next(world: World, monkeypatch: pytest.MonkeyPatch):
    world.go_on(MATCH)
    made(world)
    world.later(hours=1)
    world.go_on(MATCH)
    put_one = world.maker.anchors.put

    def put_late(at: str, some: list[Leaf]) -> Anchor:
        world.go_on(MATCH)
        return put_one(at, some)

    monkeypatch.setattr(world.maker.anchors, "put", put_late)
    made(world)
    monkeypatch.undo()
    world.later(hours=1)
    made(world)
    assert [leaves(world, number)[0].version for number in (2, 3)] == [2, 3]


def test_one_that_was_killed_before_it_was_done_loses_nothing(world: World, monkeypatch: pytest.MonkeyPatch):
    world.go_on(MATCH)
    made(world)
    world.later(hours=1)
    world.go_on(MATCH)
    full = OSError(28, "No space left on device")
    with monkeypatch.context() as while_full:
        while_full.setattr("os.link", lambda *given: (_ for _ in ()).throw(full))
        with pytest.raises(OSError, match="No space left"):
            world.maker.make_due()
    assert sorted(path.name for path in world.anchors.folder.iterdir()) == ["00000001.jsonl", "lock"]
    world.go_on(f"match:{OTHER}")
    made(world)
    assert [leaf.stream for leaf in leaves(world, 2)] == [MATCH, f"match:{OTHER}"]
    assert not world.client.exists(TAKEN, CHANGED)


def test_after_a_time_without_anchors_everything_is_looked_at_again(world: World):
    world.go_on(MATCH)
    made(world)
    world.maker.noted.stop()
    world.go_on(TABLE, is_told=False)
    world.later(hours=1)
    made(world)
    assert [leaf.stream for leaf in leaves(world, 2)] == [MATCH, TABLE]


def test_a_server_that_is_away_is_unavailable(world: World, monkeypatch: pytest.MonkeyPatch):
    def away(*given: object, **more: object) -> None:
        raise Away("gone")

    monkeypatch.setattr(world.client, "sadd", away)
    with pytest.raises(Unavailable):
        world.maker.noted.note(MATCH)


def test_one_can_be_made_at_any_time(world: World):
    world.go_on(MATCH)
    made(world)
    assert world.maker.make() is None
    world.go_on(TABLE)
    assert world.maker.make()
    assert [leaf.stream for leaf in leaves(world, 2)] == [MATCH, TABLE]
    world.go_on(f"match:{OTHER}", is_told=False)
    assert world.maker.make() is None
    assert world.maker.make(every=True)
    assert [leaf.stream for leaf in leaves(world, 3)] == [MATCH, f"match:{OTHER}", TABLE]
    assert world.maker.make(every=True) is None


def test_where_nobody_notes_what_changes_everything_is_looked_at_each_time(world: World):
    """As where an operator makes them by hand."""
    world.go_on(MATCH, is_told=False)
    assert world.maker.make()
    assert world.maker.make() is None
    world.go_on(TABLE, is_told=False)
    assert world.maker.make()
    assert [leaf.stream for leaf in leaves(world, 2)] == [MATCH, TABLE]


# Heads.


def archived(world: World, *streams: str) -> None:
    with world.archive.database.writing() as connection:
        put(connection, ID, {stream.partition(":")[0]: world.ledger.read(stream) for stream in streams})
    for stream in streams:
        world.client.xtrim(stream_key(stream), maxlen=0, approximate=False)


def test_archived_heads_are_found_where_they_are_asked_for(world: World):
    world.go_on(MATCH, 4)
    archived(world, MATCH)
    assert [*heads_of(world.ledger, [MATCH], reads_archive=False)] == []
    assert [leaf.version for leaf in heads_of(world.ledger, [MATCH])] == [4]
    assert [leaf.version for leaf in heads_of(world.ledger, every_stream(world.ledger))] == [4]


def test_the_first_one_leaves_the_archive_alone_and_every_one_does_not(world: World):
    world.go_on(MATCH, is_told=False)
    archived(world, MATCH)
    assert world.maker.make() is None
    assert world.maker.make(every=True)


def test_a_damaged_head_stops_no_other(world: World, caplog: pytest.LogCaptureFixture):
    world.go_on(MATCH)
    world.client.xadd(stream_key(f"match:{OTHER}"), {"envelope": b"{}"}, id="1-0")
    world.maker.noted.note(f"match:{OTHER}")
    made(world)
    assert [leaf.stream for leaf in leaves(world, 1)] == [MATCH]
    assert f"match:{OTHER} is in no anchor, because its last event can't be read" in caplog.text


def test_no_stream_is_read_and_round_trips_are_few(world: World, monkeypatch: pytest.MonkeyPatch):
    ids = [f"{number:012}" for number in range(2 * TOGETHER)]
    for id_ in ids:
        world.go_on(f"match:{id_}")
    signs: list[int] = []
    monkeypatch.setattr(world.ledger.server, "read", None)
    anchor = world.maker.make_due(lambda: signs.append(1))
    assert anchor
    assert (anchor.count, len(signs)) == (len(ids), 2)


# Afterwards.


def test_anchors_of_an_honest_ledger_hold(world: World):
    for _ in range(3):
        world.go_on(MATCH, 2)
        world.go_on(TABLE)
        made(world)
        world.later(hours=1)
    archived(world, MATCH, TABLE)
    assert wrong(world) == []


def test_a_rewritten_stream_is_named(world: World):
    world.go_on(MATCH, 3)
    made(world)
    world.rewrite(MATCH)
    assert wrong(world) == [f"{MATCH} version 3 is not the event that anchor 1 names: it was rewritten since"]


def test_a_stream_that_was_cut_or_is_gone_is_named(world: World):
    world.go_on(MATCH, 3)
    made(world)
    world.client.delete(stream_key(MATCH))
    world.ledger.put_away(MATCH, world.events(MATCH, 0, 2))
    assert wrong(world) == [f"{MATCH} was at version 3 in anchor 1, and the ledger ends at 2"]
    world.client.delete(stream_key(MATCH))
    assert wrong(world) == [f"{MATCH} was at version 3 in anchor 1, and the ledger ends at 0"]


def test_a_stream_that_can_not_be_read_is_named(world: World):
    world.go_on(MATCH)
    made(world)
    world.client.delete(stream_key(MATCH))
    world.client.xadd(stream_key(MATCH), {"envelope": b"{}"}, id="1-0")
    assert [line.startswith(f"{MATCH} can't be read: ") for line in wrong(world)] == [True]


def change(world: World, number: int, old: bytes, new: bytes) -> None:
    path = world.anchors.folder / f"{number:08}.jsonl"
    path.write_bytes(path.read_bytes().replace(old, new))


def chain(world: World) -> None:
    for _ in range(3):
        world.go_on(MATCH)
        made(world)
        world.later(hours=1)


def test_an_anchor_that_was_changed_is_named(world: World):
    chain(world)
    change(world, 2, b'"at":"2026', b'"at":"2025')
    assert wrong(world) == ["anchor 3 names another one before it than anchor 2, as that one is now"]


def test_a_leaf_that_was_changed_is_named(world: World):
    chain(world)
    change(world, 2, b'["match:a', b'["match:b')
    assert wrong(world)[0] == "anchor 2 has another root than its leaves"


def test_a_leaf_that_is_none_is_named(world: World):
    chain(world)
    change(world, 3, b'["match:', b'[1,"match:')
    assert wrong(world) == ["anchor 3 can't be read: a leaf is a stream, a version and a digest"]


def test_an_anchor_that_is_missing_is_named(world: World):
    chain(world)
    (world.anchors.folder / "00000002.jsonl").unlink()
    assert wrong(world) == ["anchor 2 is missing: another one follows it"]


def test_an_anchor_in_the_place_of_another_is_named(world: World):
    chain(world)
    folder = world.anchors.folder
    (folder / "00000003.jsonl").write_bytes((folder / "00000002.jsonl").read_bytes())
    assert wrong(world)[:1] == ["anchor 3 calls itself 2"]


def test_an_anchor_that_can_not_be_read_is_named(world: World):
    chain(world)
    change(world, 2, b'"root"', b'"roots"')
    assert wrong(world) == [
        "anchor 2 can't be read: an anchor has at, count, format, number, previous, root and nothing else"
    ]
    with pytest.raises(Broken, match="anchor 2 can't be read"):
        Anchors(world.anchors.folder).of(2)


def test_a_time_stamp_of_something_else_is_named(world: World):
    chain(world)
    world.anchors.put_token(1, b"nothing")
    assert wrong(world) == ["the time stamp of anchor 1 is not of this anchor: it ends too early"]


def test_there_is_no_anchor_before_the_first_one(world: World):
    assert (world.anchors.last, world.anchors.newest, world.anchors.numbers) == (0, None, [])
    with pytest.raises(NotFound, match="there is no anchor 1"):
        world.anchors.of(1)
    assert [*world.anchors.since("2026")] == []


# Proofs.


def test_a_proof_names_each_version_once_in_the_first_anchor_that_has_it(world: World):
    world.go_on(TABLE, 3)
    made(world)
    world.later(hours=1)
    world.go_on(MATCH, 2)
    made(world)
    world.later(hours=1)
    world.go_on(f"match:{OTHER}")
    made(world)
    world.later(hours=1)
    world.go_on(MATCH)
    world.go_on(f"match:{OTHER}")
    made(world)
    world.later(hours=1)
    world.go_on(f"table:{OTHER}")
    made(world)
    found = json.loads(proof_of(world.ledger, world.anchors, ID))
    named = [(one["anchor"]["number"], [leaf["leaf"][:2] for leaf in one["leaves"]]) for one in found["anchors"]]
    assert named == [(1, [[TABLE, 3]]), (2, [[MATCH, 2]]), (4, [[MATCH, 3]])]
    assert (found["format"], found["id"]) == ("urbanist-anchor-1", ID)


def test_a_match_in_no_anchor_has_no_proof(world: World):
    world.go_on(f"match:{OTHER}")
    made(world)
    for _ in range(2):
        with pytest.raises(NotFound, match=f"no anchor names {ID} yet"):
            proof_of(world.ledger, world.anchors, ID)
        world.go_on(MATCH)


def test_clocks_of_two_machines_may_differ_a_little(world: World):
    world.go_on(MATCH)
    world.now -= timedelta(seconds=2)
    made(world)
    assert json.loads(proof_of(world.ledger, world.anchors, ID))["anchors"]
