"""A host invents what a person did. It has everything but their keys."""

from collections.abc import Iterator
from typing import Any

from infra.verify import BROKEN, FAIR
from shared.platform.match import AgreeToResume, EndAlone, Reclaim, Resign
from shared.platform.terms import DAY
from tests.attacks import honest
from tests.attacks.attack import SEAT, Attack, Says, unsigned_at
from tests.attacks.honest import CHESS, OPEN_SEATS, absent, agreed, consents, many, over_by_eve, two, until
from tests.attacks.rewritten import edited
from tests.attacks.scene import CID, EVE, Scene, before
from tests.records import ADA, BEA, Row, rows

THE_HOST, WITH_ADA = "the host", "the host, helped by Ada,"


def unsigned(player: str, signed: int, orders: int, graded: str = FAIR) -> Says:
    part = f"{player}: your number is in it, and {signed} of {orders} moves of yours carry your signature"
    return Says(unsigned_at(((ADA, BEA).index(player) + 1, orders - signed), graded=graded), SEAT, part)


def other_move(nth: int, *accomplices: str) -> bytes:
    """Bea's nth move is another one. Up to there all is as it was."""
    scene = two().go_on(before(honest.honest("two"), BEA, nth)).alone(*accomplices)
    return scene.go_on(1, otherwise={BEA}).go_on().counted().file


def with_later_signatures() -> bytes:
    """What Bea signed later in the honest match stands beside her moves here."""
    real = {line["envelope"]["version"]: line["envelope"] for line in rows(honest.honest("two"))[1:] if is_hers(line)}

    def keep(lines: list[Row]) -> None:
        for line in [*filter(is_hers, lines[1:])][4:]:
            line["envelope"]["signed"] = real[line["envelope"]["version"]]["signed"]

    return edited(other_move(3, ADA), keep, ADA, keep=True)


def is_hers(line: Row) -> bool:
    return bool(line["envelope"]["by"] == BEA and line["envelope"]["move"])


def invented(scene: Scene, *accomplices: str) -> Scene:
    return scene.alone(*accomplices)


def done(scene: Scene) -> bytes:
    return scene.go_on().counted().file


def pause() -> bytes:
    """Bea never agreed to it, nor to play on."""
    scene = agreed(agreed(Scene(terms=CHESS).seated().begun().go_on(4), ADA).alone(ADA), BEA).wait(100)
    for player in (ADA, BEA):
        scene.obey("match", player, AgreeToResume(player=player))
    return done(scene)


def consent() -> bytes:
    scene = until(many(3), CID).wait(DAY).alone(ADA)
    return done(consents(scene, (ADA, BEA), CID))


def attacks() -> Iterator[Attack]:
    def lie(name: str, liar: str, lie: str, kind: str, make: Any, says: Says) -> Attack:
        return Attack(name, liar, lie, kind, make, says)

    yield lie(
        "move_invented",
        THE_HOST,
        "plays another fourth move for Bea, and lets the match go on",
        "two",
        lambda: other_move(3),
        Says(
            unsigned_at((1, 13), (2, 13)),
            SEAT,
            f"{BEA}: your number is in it, and 3 of 16 moves of yours carry your signature",
        ),
    )
    yield lie(
        "moves_invented_with_ada",
        WITH_ADA,
        "does the same, and she signs what follows",
        "two",
        lambda: other_move(3, ADA),
        unsigned(BEA, 3, 16),
    )
    yield lie(
        "first_move_invented",
        THE_HOST,
        "plays Bea's first move",
        "two",
        lambda: other_move(0, ADA),
        Says(unsigned_at((2, 16)), SEAT, f"{BEA}: your number is in it, and 0 of 16 moves"),
    )
    yield lie(
        "last_move_invented",
        THE_HOST,
        "plays Bea's last move otherwise",
        "two",
        lambda: other_move(-1, ADA),
        unsigned(BEA, 15, 16),
    )
    yield lie(
        "later_signatures_kept",
        WITH_ADA,
        "plays a move for Bea and keeps what she signed afterwards",
        "two",
        with_later_signatures,
        Says(BROKEN, "signature", "the signature is about an event that this record does not have before it"),
    )
    yield lie(
        "resignation_invented",
        THE_HOST,
        "resigns for Bea",
        "two",
        lambda: done(two().go_on(6).alone(ADA).obey("match", BEA, Resign(player=BEA))),
        unsigned(BEA, 3, 4),
    )
    yield lie(
        "take_back_invented",
        WITH_ADA,
        "agrees for Bea that Ada takes a move back",
        "taken_back",
        lambda: honest.taken_back(ADA).counted().file,
        unsigned(BEA, 3, 17),
    )
    yield lie(
        "pause_invented", WITH_ADA, "agrees for Bea to a pause, and to play on", "paused", pause, unsigned(BEA, 2, 18)
    )
    yield lie(
        "consent_invented",
        WITH_ADA,
        "agrees for Bea that a bot plays for Cid",
        "consented",
        consent,
        unsigned(BEA, 1, 17),
    )
    yield lie(
        "reclaim_invented",
        THE_HOST,
        "sits down for Bea, who was absent, and plays on",
        "reclaimed",
        lambda: done(absent().go_on(3).alone(ADA).obey("match", BEA, Reclaim(player=BEA))),
        unsigned(BEA, 2, 15),
    )
    yield lie(
        "seat_for_an_accomplice",
        THE_HOST,
        "lets Bea resign, and an accomplice take over her seat",
        "taken_over",
        lambda: done(
            over_by_eve(
                Scene(terms=OPEN_SEATS).seated().begun().go_on(4).alone(ADA, EVE).obey("match", BEA, Resign(player=BEA))
            )
        ),
        unsigned(BEA, 2, 3, "fair for seats 1 and 2"),
    )
    yield lie(
        "ended_alone_by_an_accomplice",
        WITH_ADA,
        "lets Bea resign, and Ada end the match",
        "ended_alone",
        lambda: (
            two()
            .go_on(6)
            .alone(ADA)
            .obey("match", BEA, Resign(player=BEA))
            .obey("match", ADA, EndAlone(player=ADA))
            .file
        ),
        unsigned(BEA, 3, 4),
    )
