"""Signatures and keys that are not where they belong."""

from collections.abc import Iterator

from infra.verify import BROKEN, QUESTIONABLE
from tests.attacks import honest
from tests.attacks.attack import PROVED_FAIR, SEAT, Attack, Says, unsigned_at
from tests.attacks.of_numbers import with_receipt
from tests.attacks.rewritten import Edit, edited, signature
from tests.attacks.scene import HOST, Scene
from tests.records import ADA, BEA, Row, at
from tests.signed import public

THE_HOST = "the host"
NOT_ITS = "this signature is not that of the sender's key"
NOT_SEEN = "the signature is about an event that this record does not have before it"


def moves(lines: list[Row], by: str = BEA) -> list[Row]:
    return [line["envelope"] for line in lines[1:] if line["envelope"]["by"] == by and line["envelope"]["move"]]


def start(lines: list[Row]) -> Row:
    envelope: Row = lines[at(lines, "match.started")]["envelope"]
    return envelope


def moved(lines: list[Row]) -> None:
    own = moves(lines)
    own[-1]["signed"] = own[-2]["signed"]


def dropped(lines: list[Row]) -> None:
    del moves(lines)[-1]["signed"]


def all_dropped(lines: list[Row]) -> None:
    for own in moves(lines):
        del own["signed"]


def dropped_in_the_middle(lines: list[Row]) -> None:
    del moves(lines)[5]["signed"]


def of_another_match(lines: list[Row]) -> None:
    own = moves(lines)[-1]
    own["signed"] = signature(own, BEA, own["signed"]["previous"], "z" * 12)


def of_another_turn(lines: list[Row]) -> None:
    first, *_, last = moves(lines)
    last["signed"] = signature(last, BEA, first["signed"]["previous"])


def of_the_host(lines: list[Row]) -> None:
    own = moves(lines)[-1]
    own["signed"] = signature(own, HOST, own["signed"]["previous"])


def of_another_player(lines: list[Row]) -> None:
    own = moves(lines)[-1]
    own["signed"] = signature(own, ADA, own["signed"]["previous"])


def beside_another_move(lines: list[Row]) -> None:
    """Of the same turn: what she wanted was a tile from another side."""
    asked = moves(lines)[-1]["move"]["move"]
    asked["architect"] = asked["architect"] % 4 + 1


def in_the_middle(lines: list[Row]) -> None:
    own = moves(lines)[-3]
    index = next(number for number, line in enumerate(lines) if line.get("envelope") is own)
    lines[index + 1]["envelope"]["signed"] = own.pop("signed")


def at_the_table(lines: list[Row]) -> None:
    taken = lines[at(lines, "table.seat_taken")]["envelope"]
    taken["signed"] = {"previous": "0" * 64, "signature": "0" * 128}


def unsigned_start(lines: list[Row]) -> None:
    del start(lines)["signed"]


def start_by_another(lines: list[Row]) -> None:
    first = start(lines)
    first["signed"] = signature(first, ADA, first["signed"]["previous"])


def other_keys(lines: list[Row]) -> None:
    start(lines)["data"]["keys"][1] = public(HOST)


def key_taken_away(lines: list[Row]) -> None:
    lines[at(lines, "table.seat_taken", 1)]["envelope"]["data"]["key"] = None
    start(lines)["data"]["keys"][1] = None


def of_the_hosts_own_key() -> bytes:
    """The host said at the table that its own key was Bea's, and plays all of her moves."""
    scene = Scene()
    scene.impostors[BEA] = HOST
    return scene.seated().begun().go_on(otherwise={BEA}).counted().file


def of_a_bot(lines: list[Row]) -> None:
    own = moves(lines, "bot:any_move@1")[-1]
    own["signed"] = signature(own, ADA, own["signed"]["previous"])


def attacks() -> Iterator[Attack]:
    def lie(name: str, lie: str, change: Edit, says: Says, *, keep: bool = True, kind: str = "two") -> Attack:
        return Attack(name, THE_HOST, lie, kind, lambda: edited(honest.honest(kind), change, keep=keep), says)

    wrong = "signature"
    counted = f"{BEA}: your number is in it, and {{}} of 16 moves of yours carry your signature"
    yield lie("signature_moved", "puts a signature beside the next move", moved, Says(BROKEN, wrong, NOT_SEEN))
    yield lie(
        "signature_dropped", "drops a last signature", dropped, Says(unsigned_at((2, 1)), SEAT, counted.format(15))
    )
    yield lie(
        "signature_dropped_between",
        "drops one in the middle and keeps the later ones",
        dropped_in_the_middle,
        Says(BROKEN, wrong, NOT_SEEN),
    )
    yield lie(
        "signatures_all_dropped",
        "drops all of hers",
        all_dropped,
        Says(unsigned_at((1, 16), (2, 16)), SEAT, counted.format(0)),
        keep=False,
    )
    yield lie(
        "signature_of_another_match",
        "takes one from another match",
        of_another_match,
        Says(BROKEN, wrong, NOT_ITS),
    )
    yield lie(
        "signature_of_another_turn",
        "takes one that answered another turn",
        of_another_turn,
        Says(BROKEN, wrong, NOT_SEEN),
    )
    yield lie(
        "signature_of_the_host", "signs a person's move with its own key", of_the_host, Says(BROKEN, wrong, NOT_ITS)
    )
    yield lie(
        "signature_of_another_player", "lets Ada sign Bea's move", of_another_player, Says(BROKEN, wrong, NOT_ITS)
    )
    yield lie(
        "move_beside_a_signature",
        "changes the move and leaves the signature",
        beside_another_move,
        Says(BROKEN, wrong, NOT_ITS),
    )
    yield lie(
        "signature_in_the_middle",
        "puts it to what a move led to",
        in_the_middle,
        Says(BROKEN, wrong, "a signature stands in the middle of what an order led to"),
    )
    yield lie(
        "signature_at_the_table",
        "puts one where nothing is signed",
        at_the_table,
        Says(BROKEN, wrong, "only orders in a match are signed"),
    )
    yield lie(
        "bot_signed_by_a_player",
        "lets a player sign for its bot",
        of_a_bot,
        Says(BROKEN, wrong, NOT_ITS),
        kind="any_move",
    )
    yield lie(
        "start_unsigned",
        "does not sign the start, so that no receipt can convict it",
        unsigned_start,
        Says(QUESTIONABLE, "course", "the server has a key, and did not sign the start of this match"),
        keep=False,
    )
    yield lie(
        "start_signed_by_another",
        "lets somebody else sign the start",
        start_by_another,
        Says(BROKEN, wrong, "this is not the signature of the server under the start of its match"),
    )
    yield lie(
        "keys_of_another_table",
        "starts with another key than Bea gave",
        other_keys,
        Says(BROKEN, "nonce", "the keys of the match are not those that were given at its table"),
        keep=False,
    )
    yield lie(
        "key_taken_away",
        "says that Bea gave no key",
        key_taken_away,
        Says(
            unsigned_at((1, 16)),
            SEAT,
            f"{BEA}: your number is in it, and your moves are unsigned, because you sat down without a key",
        ),
        keep=False,
    )
    yield Attack(
        "key_exchanged",
        THE_HOST,
        "writes a table at which its own key is Bea's, and plays and signs for her",
        "two",
        of_the_hosts_own_key,
        PROVED_FAIR,
        beside=with_receipt(BEA, "two"),
    )
