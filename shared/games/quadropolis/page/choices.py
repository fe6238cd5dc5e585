"""What a page offers to the mover: what can be chosen next, what can't and why, and what it would bring."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.annotations import Json
from shared.games.grid import Cell
from shared.games.promises import rounded
from shared.games.quadropolis.page.chosen import Chosen, Pair, keep, pairs, read
from shared.games.quadropolis.page.plain import plain_tile
from shared.games.quadropolis.play.board import BOARDS, CELLS, REACH, SITE_CELLS, SLOTS, SQUARE
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.refusals import architect_refusal, slot_refusal, target_refusal, turn_refusal
from shared.games.quadropolis.play.state import State
from shared.games.quadropolis.score.promise import promise
from shared.games.quadropolis.score.result import points, points_after
from shared.games.refusals import plain_refusal

NO_HINT: Json = {"gain": None, "promise": None}
NOTHING_BUILT: Json = {"gain": 0, "promise": 0}


def choices(view: State, seat: int, chosen: Mapping[str, str], *, hints: bool = True) -> Json:
    """`chosen` is text of the page's own (`chosen.py`); squares, lines and seats of the answer count from 0.

    `gain` is the change of the mover's total if the match ended after this move, `promise` what it is worth by the end,
    compared with discarding the tile; both are None without hints. `refused` says why a part of what was chosen is left
    out.
    """
    if (waiting := turn_refusal(view, seat)) is not None:
        return _offer(refused=plain_refusal(waiting))
    kept, refusal = keep(view, seat, read(view, chosen))
    pair = kept.pair
    move = _move(view, kept)
    return _offer(
        architects=[_architect(view, seat, kept, number) for number in BOARDS[view.mode].architects],
        slots=[_slot(view, kept, number) for number in range(len(SLOTS))],
        tiles=_tiles(view, seat, kept),
        taken=None if pair is None else _taken(view, pair),
        squares=[] if pair is None else _squares(view, seat, kept, pair, hints),
        discard=None if pair is None or view.site[pair.square] < 0 else _discard(kept, hints),
        move=None if move is None else _plain_move(move),
        next=_next(kept, move),
        refused=plain_refusal(refusal),
    )


def _offer(**parts: Any) -> Json:
    """These parts; of all others there is nothing to choose."""
    lists: Json = {"architects": [], "slots": [], "tiles": [], "squares": []}
    return {**lists, "taken": None, "discard": None, "move": None, "next": None, "refused": None, **parts}


def _architect(view: State, seat: int, kept: Chosen, number: int) -> Json:
    refusal = architect_refusal(view, seat, number)
    return {"number": number, "chosen": kept.architect == number, "refusal": plain_refusal(refusal)}


def _slot(view: State, kept: Chosen, number: int) -> Json:
    slot = SLOTS[number]
    return {
        **slot._asdict(),
        "name": slot.name,
        "chosen": kept.slot == number,
        "refusal": plain_refusal(slot_refusal(view, slot)),
        "reaches": None if kept.architect is None else SITE_CELLS[REACH[number][kept.architect - 1]]._asdict(),
    }


def _tiles(view: State, seat: int, kept: Chosen) -> list[Json]:
    """The tiles in reach, each with the architects and slots that reach it."""
    by_square: dict[int, list[Json]] = {}
    for pair in pairs(view, seat, kept):
        if view.site[pair.square] >= 0:
            by_square.setdefault(pair.square, []).append({"architect": pair.architect, **SLOTS[pair.slot]._asdict()})
    return [
        {**SITE_CELLS[square]._asdict(), "chosen": kept.tile == square, "pairs": by_square[square]}
        for square in sorted(by_square)
    ]


def _taken(view: State, pair: Pair) -> Json:
    tile = view.site[pair.square]
    return {"tile": plain_tile(tile) if tile >= 0 else None, "square": SITE_CELLS[pair.square]._asdict()}


def _squares(view: State, seat: int, kept: Chosen, pair: Pair, hints: bool) -> list[Json]:
    tile, targets = view.site[pair.square], CELLS[view.mode]
    refusals = [target_refusal(view, seat, pair.architect, tile, target) for target in targets]
    allowed = [target for target, refusal in zip(targets, refusals, strict=True) if refusal is None]
    hinted = _hinted(view, seat, pair, allowed) if hints else {}
    return [
        {
            **target._asdict(),
            "refusal": plain_refusal(refusal),
            **hinted.get(target, NO_HINT),
            "chosen": kept.target == target,
        }
        for target, refusal in zip(targets, refusals, strict=True)
    ]


def _hinted(view: State, seat: int, pair: Pair, targets: Sequence[Cell]) -> Mapping[Cell, Json]:
    """What the tile changes at once on each of these squares, and what it promises."""
    tile, squares, now = view.site[pair.square], SQUARE[view.mode], points(view, seat)
    then = points_after(view, seat, [_take(pair, target) for target in targets])
    gains = {target: worth - now for target, worth in zip(targets, then, strict=True)}
    return {
        target: {"gain": gain, "promise": rounded(promise(view, seat, tile, squares[target], gain))}
        for target, gain in gains.items()
    }


def _discard(kept: Chosen, hints: bool) -> Json:
    """Nothing is built: it changes nothing, and all promises are compared with it."""
    return {"refusal": None, **(NOTHING_BUILT if hints else NO_HINT), "chosen": kept.discard}


def _move(view: State, kept: Chosen) -> TakeTile | None:
    """The move, once it is complete; if nothing is taken, architect and slot are enough."""
    pair = kept.pair
    if pair is None:
        return None
    if kept.target is None and not kept.discard and view.site[pair.square] >= 0:
        return None
    return _take(pair, kept.target)


def _take(pair: Pair, target: Cell | None) -> TakeTile:
    return TakeTile(architect=pair.architect, slot=SLOTS[pair.slot], target=target)


def _plain_move(move: TakeTile) -> Json:
    target = None if move.target is None else move.target._asdict()
    return {"name": "take_tile", "architect": move.architect, "slot": move.slot._asdict(), "target": target}


def _next(kept: Chosen, move: TakeTile | None) -> str:
    if kept.architect is None:
        return "architect"
    if kept.slot is None:
        return "slot"
    return "target" if move is None else "confirm"
