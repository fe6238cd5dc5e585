"""A host that has seen all numbers chooses among deals: it leaves numbers out, or does not play the deal."""

from collections.abc import Iterator
from typing import Any

from infra.verify import BROKEN, COMMITTED, QUESTIONABLE
from shared.ledger.canonical import canonical
from shared.platform.table import CallOff
from shared.platform.table.events import NonceShown, TableClosed
from tests.attacks import honest
from tests.attacks.attack import PROVED_FAIR, Attack, Beside, Says
from tests.attacks.rewritten import edited
from tests.attacks.scene import DOT, EVERYBODY, OPERATOR, PATIENCE, Scene, number_of
from tests.records import ADA, BEA, MATCHMAKING, Row, at
from tests.signed import receipt

THE_HOST, A_PLAYER = "the host", "a player"
HONEST = {2: "two", 3: "three", 4: "four"}
LEFT = {2: "seat 1", 3: "seats 1 and 2", 4: "seats 1, 2 and 3"}
DEALS = {2: 3, 3: 7, 4: 15}
CLOSED = f"{QUESTIONABLE}, and {OPERATOR} closed the table without a match"
GIVEN_UP = TableClosed(match=False, reason="given_up")


def left_out(count: int, seconds: float, *hidden: str) -> bytes:
    """The numbers of these people were shown to the server, and are not in the record."""
    scene = Scene(EVERYBODY[:count]).seated(hidden=hidden).wait(seconds)
    return scene.unawaited().begun().go_on().counted().file


def denied() -> bytes:
    return Scene().seated(without=(BEA,)).begun().go_on().counted().file


def exchanged() -> bytes:
    """Number and hash are the host's own; Bea was told that they were hers, and signs."""
    scene = Scene()
    scene.numbers[BEA] = "c0" * 32
    return scene.seated().begun().go_on().counted().file


def another_seed() -> bytes:
    """Chosen when all numbers were known."""
    scene = Scene()
    scene.seed = "c4" * 32
    return scene.seated().begun().go_on().counted().file


def all_shown() -> Scene:
    """As it was when the last number had come, and the table had not closed yet."""
    return Scene().seated(hidden=(BEA,)).write("table", BEA, NonceShown(seat=1, nonce=number_of(BEA)))


def full() -> Scene:
    return Scene().seated(hidden=(BEA,)).wait(PATIENCE)


def of_another_hash(lines: list[Row]) -> None:
    lines[at(lines, "table.nonce_shown", 1)]["envelope"]["data"]["nonce"] = "c0" * 32
    lines[at(lines, "match.started")]["envelope"]["data"]["nonces"][1] = "c0" * 32


def left_out_of_the_start(lines: list[Row]) -> None:
    lines[at(lines, "match.started")]["envelope"]["data"]["nonces"][1] = None


def other_draws(lines: list[Row]) -> None:
    orders = lines[at(lines, "match.drawn")]["sealed"]["part"]["orders"]
    orders[-1] = [*reversed(orders[-1])]


def with_receipt(player: str, kind: str) -> Beside:
    """Of the honest match, in which the number is."""
    kept = receipt(honest.honest(kind), player)
    event = f"table version {kept['version']}, table.nonce_shown (the secret number) of {player}"
    return Beside("--receipt", lambda: canonical(kept), f"broken by the host: the server signed that {event}")


def attacks() -> Iterator[Attack]:
    for count in DEALS:
        last = EVERYBODY[count - 1]
        yield Attack(
            f"left_out_of_{count}",
            THE_HOST,
            f"leaves one of {count} numbers out after ten seconds, to choose among {DEALS[count]} deals",
            HONEST[count],
            lambda count=count, last=last: left_out(count, PATIENCE, last),  # type: ignore[misc]
            Says(f"fair for {LEFT[count]}: ", part=f"and none of seat {count}"),
            beside=with_receipt(last, HONEST[count]),
        )
        yield Attack(
            f"left_out_at_once_of_{count}",
            THE_HOST,
            f"leaves one of {count} numbers out and does not even wait for it",
            HONEST[count],
            lambda count=count, last=last: left_out(count, 0, last),  # type: ignore[misc]
            Says(QUESTIONABLE, "course", f"the number of seat {count} was not waited for"),
            beside=with_receipt(last, HONEST[count]),
        )
    yield Attack(
        "two_left_out_of_4",
        THE_HOST,
        "leaves two of four numbers out",
        "four",
        lambda: left_out(4, PATIENCE, BEA, DOT),
        Says("fair for seats 1 and 3: ", part="and none of seats 2 and 4"),
        beside=with_receipt(DOT, "four"),
    )
    yield Attack(
        "all_left_out",
        THE_HOST,
        "leaves all numbers out",
        "two",
        lambda: left_out(2, PATIENCE, ADA, BEA),
        Says(COMMITTED),
        beside=with_receipt(ADA, "two"),
    )
    yield Attack(
        "number_denied",
        THE_HOST,
        "says that a person never promised a number",
        "two",
        denied,
        Says("fair for seat 1: ", part="and none of seat 2"),
        beside=with_receipt(BEA, "two"),
    )
    yield Attack(
        "number_exchanged",
        THE_HOST,
        "puts a number of its own, and the hash of it, in place of a person's",
        "two",
        exchanged,
        PROVED_FAIR,
        beside=with_receipt(BEA, "two"),
    )
    yield Attack(
        "seed_chosen_late",
        THE_HOST,
        "takes another seed once all numbers are known, with another commitment",
        "two",
        another_seed,
        PROVED_FAIR,
        beside=with_receipt(BEA, "two"),
    )

    def edit(name: str, lie: str, change: Any, check: str, part: str) -> Attack:
        make = lambda: edited(honest.honest("two"), change)  # noqa: E731
        return Attack(name, THE_HOST, lie, "two", make, Says(BROKEN, check, part))

    yield edit(
        "number_of_another_hash",
        "shows another number than was promised",
        of_another_hash,
        "nonce",
        "this is not the secret number whose hash was given when sitting down",
    )
    yield edit(
        "number_lost_at_the_start",
        "starts without a number that was shown",
        left_out_of_the_start,
        "nonce",
        "the match does not use the secret numbers that were shown at its table",
    )
    yield edit(
        "draws_exchanged",
        "stores other draws than the key gives",
        other_draws,
        "draw",
        "is not the one that seed and secret numbers give",
    )
    yield Attack(
        "given_up_when_all_was_shown",
        THE_HOST,
        "closes a table without a match when all numbers are known, because it dislikes the deal",
        "two",
        lambda: all_shown().write("table", MATCHMAKING, GIVEN_UP).file,
        Says(BROKEN, "course", "closed without a match after all of its numbers were shown"),
    )
    yield Attack(
        "given_up_by_an_accomplice",
        "the host",
        "lets an accomplice, who opened the table, give it up once it is full",
        "two",
        lambda: full().write("table", ADA, GIVEN_UP).file,
        Says(BROKEN, "course", "person:ada may not close this table like this"),
    )
    yield Attack(
        "given_up_when_full",
        THE_HOST,
        "closes a full table as forgotten when only one number is missing, or is said to be",
        "two",
        lambda: full().obey("table", MATCHMAKING, CallOff(is_forgotten=True)).file,
        Says(QUESTIONABLE, "course", "closed without a match after all seats were taken"),
        beside=Beside(
            "--receipt",
            lambda: canonical(receipt(honest.honest("two"), BEA)),
            "it is not in this one, which the server did not sign",
        ),
    )
    yield Attack(
        "given_up_by_an_operator",
        "an operator",
        "closes a full table",
        "two",
        lambda: full().obey("table", OPERATOR, CallOff()).file,
        Says(CLOSED, "course", "closed without a match after all seats were taken"),
    )
    yield from of_receipts()


def of_receipts() -> Iterator[Attack]:
    def accused(name: str, lie: str, says: str, forge: Any) -> Attack:
        file = lambda: canonical(forge(receipt(honest.honest("two"), BEA)))  # noqa: E731
        make = lambda: honest.honest("two")  # noqa: E731
        return Attack(name, A_PLAYER, lie, "two", make, PROVED_FAIR, beside=Beside("--receipt", file, says))

    yield accused(
        "receipt_forged",
        "accuses an honest host by a receipt with another number",
        "the receipt is forged: its signature is not that of the key that it names",
        lambda said: {**said, "data": {**said["data"], "nonce": "c0" * 32}},
    )
    yield accused(
        "receipt_of_another_server",
        "signs a receipt with a key of their own",
        "than those that this record names, so it says nothing about this server",
        lambda said: receipt(honest.honest("two"), BEA, by="another host"),
    )
