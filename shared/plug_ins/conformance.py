"""Whether a bot keeps to the rules of the platform: what `urbanist bot check` and the test of every new package run.

It plays whole matches in every way that it says it plays, against `any_move`, and is then asked some of the same
questions again.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import product
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from shared.bots import mind, stand_in
from shared.bots.trying import after, begun, settled
from shared.games.chance import Chance
from shared.games.game import Game, Option
from shared.games.registry import GAMES
from shared.language import number, worded, worded_forms
from shared.plug_ins.failed import Failed
from shared.plug_ins.process import BotProcess
from shared.plug_ins.wall import Limits
from shared.plug_ins.wire import Answer, Question, is_legal
from shared.roster.offer import Offer

AGAIN = 12  # questions of each way that are asked again


class Way(NamedTuple):
    """A table that the bot says it plays at."""

    game: Game
    seats: int
    options: Mapping[str, Option]

    def __str__(self) -> str:
        return self._with_options(f"{self.game.slug} for {self.seats}")

    @property
    def words(self) -> str:
        return self._with_options(worded("{game} for {seats}", {"game": self.game.slug, "seats": self.seats}))

    def _with_options(self, words: str) -> str:
        return " ".join([words, *(f"{name}={value}" for name, value in self.options.items())])


class Finding(NamedTuple):
    """In the language that is spoken. `wrong` is empty where the bot does what it should."""

    check: str
    wrong: str = ""


class Asked(NamedTuple):
    question: Question
    answer: Answer


def findings(name: str, limits: Limits) -> Iterator[Finding]:
    """One for each check, as soon as it is made. Raises NoWall."""
    watched, fresh = BotProcess(f"bot:{name}", limits, watch=True), BotProcess(f"bot:{name}", limits)
    try:
        offer = watched.meet()
        yield Finding(worded("loads, and is {bot}", {"bot": offer.player}))
        yield from found_in(offer, watched, fresh)
    except Failed as failed:
        yield Finding(worded("loads", {}), why(failed))
    finally:
        watched.end()
        fresh.end()


def found_in(offer: Offer, watched: BotProcess, fresh: BotProcess) -> Iterator[Finding]:
    everything: list[Asked] = []
    for way in ways(offer):
        check = worded("plays {way}", {"way": way.words})
        try:
            asked = list(played(way, offer, watched))
        except Failed as failed:
            yield Finding(check, why(failed))
            continue
        yield Finding(check, illegal(asked))
        everything += asked[:: max(1, len(asked) // AGAIN)]
    if not everything:
        return
    seconds = offer.seconds
    yield Finding(worded("needs half of its {seconds} s at most", {"seconds": seconds}), slow(everything, offer))
    yield Finding(worded("asks for nothing but its view, its moves and its luck", {}), wanted(everything))
    yield Finding(worded("answers the same for the same luck", {}), unlike(everything, watched, seconds))
    backwards = everything[::-1]
    yield Finding(worded("remembers nothing of other turns and matches", {}), unlike(backwards, fresh, seconds))
    if offer.repeatable:
        yield Finding(worded("is repeatable, as it says", {}), repeated(everything, fresh, seconds))


def ways(offer: Offer) -> Iterator[Way]:
    """Every game, number of seats and combination of options that it says it plays."""
    for slug, plays in offer.games.items():
        game = GAMES[slug]
        allowed = {name: plays.options.get(name, values) for name, values in choices(game).items()}
        for seats in plays.seats:
            for chosen in product(*allowed.values()):
                yield Way(game, seats, dict(zip(allowed, chosen, strict=True)))


def choices(game: Game) -> dict[str, Sequence[Option]]:
    """The values of each option, where the game names them; else its default alone."""
    defaults = game.options()
    hints = get_type_hints(game.options)
    return {name: _values(hint) or (getattr(defaults, name),) for name, hint in hints.items()}


def _values(hint: Any) -> Sequence[Option]:
    return get_args(hint) if get_origin(hint) is Literal else (False, True) if hint is bool else ()


def played(way: Way, offer: Offer, process: BotProcess) -> Iterator[Asked]:
    """One match, in which the bot has the second seat, or the only one. Raises Failed."""
    game, own = way.game, min(1, way.seats - 1)
    key = sha256(str(way).encode()).digest()
    state, turn = begun(game, way.seats, game.options(**way.options), Chance(key)), 0
    while called := game.to_move(state):
        seat, turn = called[0], turn + 1
        view, luck = game.view(state, seat), Chance(Chance(key).salt("turn", turn))
        moves = game.legal_moves(view, seat)
        if seat == own:
            question = Question(f"{way}-{turn}", game, seat, view, moves, luck)
            answer = process.ask(question, offer.seconds)
            yield Asked(question, answer)
            move = moves[answer.move or 0] if is_legal(answer, question) else moves[0]
        else:
            move = mind(stand_in(), game, seat)(view, moves, luck)
        state = settled(game, after(game, state, seat, move))


def illegal(asked: Sequence[Asked]) -> str:
    wrong = [each.answer.illegal for each in asked if not is_legal(each.answer, each.question)]
    if not wrong:
        return ""
    return worded_forms(
        "{n} of {all} answers is none of the legal moves, such as {move}",
        "{n} of {all} answers are none of the legal moves, such as {move}",
        len(wrong),
        all=len(asked),
        move=wrong[0],
    )


def slow(asked: Sequence[Asked], offer: Offer) -> str:
    """By processor time: whoever needs most of the time that it has is late on a busy machine."""
    slowest = max(each.answer.spent or 0 for each in asked) / 1000
    if slowest <= offer.seconds / 2:
        return ""
    took = {"seconds": number(slowest, 1), "most": offer.seconds}
    return worded("the slowest answer took {seconds} of {most} s", took)


def wanted(asked: Sequence[Asked]) -> str:
    return ", ".join(dict.fromkeys(each.answer.wanted for each in asked if each.answer.wanted))


def unlike(asked: Sequence[Asked], process: BotProcess, seconds: float) -> str:
    """Which of these questions get another answer now."""
    try:
        other = [each for each in asked if process.ask(each.question, seconds).move != each.answer.move]
    except Failed as failed:
        return why(failed)
    if not other:
        return ""
    return worded_forms(
        "{n} of {all} answers differs, such as in {turn}",
        "{n} of {all} answers differ, such as in {turn}",
        len(other),
        all=len(asked),
        turn=other[0].question.turn,
    )


def repeated(asked: Sequence[Asked], process: BotProcess, seconds: float) -> str:
    """Twice, each time in a process that has just been started: hashes of texts differ between two of them."""
    for _ in range(2):
        process.end()
        if wrong := unlike(asked, process, seconds):
            return wrong
    return ""


def why(failed: Failed) -> str:
    """Below our sentence stands what the bot printed."""
    first, *printed = failed.detail.split("\n", 1)
    return "\n".join([worded(first, {}), *printed])
