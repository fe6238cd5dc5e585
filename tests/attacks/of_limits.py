"""What leaves nothing in a file by which anybody could name it: the verdict stays as it is."""

from collections.abc import Iterator

from shared.ledger.canonical import canonical
from tests.attacks import honest
from tests.attacks.attack import FOR_ALL, PROVED_FAIR, SEAT, Attack, Beside, Says, unsigned_at
from tests.attacks.of_anchors import proof
from tests.attacks.of_people import other_move
from tests.attacks.of_signatures import of_the_hosts_own_key
from tests.attacks.scene import Scene
from tests.records import ADA, BEA
from tests.signed import receipt


def attacks() -> Iterator[Attack]:
    def same(name: str, liar: str, lie: str, limit: str) -> Attack:
        """The file is that of an honest match."""
        return Attack(name, liar, lie, "two", lambda: honest.honest("two"), PROVED_FAIR, limit=limit)

    yield Attack(
        "accomplice_without_number",
        "an accomplice of the host",
        "brings no number, and her host knows that in time to choose",
        "two",
        lambda: Scene().seated(without=(ADA,)).begun().go_on().counted().file,
        Says("fair for seat 2: ", part="and none of seat 1"),
        limit="whether she had a number, or was asked for one in time, is not in a record; that none is in it is said",
    )
    yield Attack(
        "accomplice_hides_her_number",
        "an accomplice of the host",
        "promises a number and shows it only if the host likes the deal",
        "two",
        lambda: Scene().seated(hidden=(ADA,)).wait(11).unawaited().begun().go_on().counted().file,
        Says("fair for seat 2: ", part="and none of seat 1"),
        limit="a browser that was closed does the same",
    )
    yield Attack(
        "key_exchanged_live",
        "the host",
        "names its own key as Bea's when she sits down, and plays and signs for her",
        "two",
        of_the_hosts_own_key,
        PROVED_FAIR,
        beside=Beside("--receipt", lambda: canonical(receipt(of_the_hosts_own_key(), BEA)), "the receipt holds: "),
        limit="a file can't tell whose key it is; *Check the record* in the browser that made the other one says so",
    )
    yield Attack(
        "move_on_an_unsigned_device",
        "the host",
        "plays for somebody who sat down without a key",
        "two",
        lambda: Scene().seated(keyless=(BEA,)).begun().go_on(otherwise=(BEA,)).counted().file,
        Says(
            FOR_ALL,
            SEAT,
            f"{BEA}: your number is in it, and your moves are unsigned, because you sat down without a key",
        ),
        limit="pages work without scripts, and then nobody signs; the line of the seat says so",
    )
    yield Attack(
        "anchor_made_later",
        "the host",
        "writes the end anew, and an anchor for it with an old date",
        "two",
        lambda: other_move(-1, ADA),
        Says(unsigned_at((2, 1)), SEAT, "15 of 16 moves of yours carry your signature"),
        beside=Beside("--anchor", lambda: proof(other_move(-1, ADA)), "compare that with where you saw it"),
        limit="an anchor proves something to whoever kept its root, or has a time stamp of somebody else on it",
    )
    yield same(
        "seeds_read",
        "the host",
        "reads in its memory what will be drawn, and tells a player",
        "who knows the seed can do that, and nothing is written",
    )
    yield same(
        "two_accounts",
        "a player",
        "sits at two seats under two names",
        "an account is not a person",
    )
    yield same(
        "key_lent",
        "a player",
        "lets somebody else, or a program, move with her browser",
        "a signature says which key was there, not who held it",
    )
    yield same(
        "match_withheld",
        "the host",
        "plays many matches among accomplices and hands out the one that it likes",
        "a record says nothing about others; whoever sat at one has receipts and signatures of it",
    )
