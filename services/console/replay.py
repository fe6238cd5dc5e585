"""A record shown to people: a line for each event of the match, then the score pad."""

from argparse import Namespace
from collections.abc import Iterator

from infra.verify import Line, acts_of
from services.console.files import record_in
from services.console.folding import Step, refusing, steps
from services.console.printable import printable
from services.console.sentences import named, sentence
from services.console.summary import points_line, summary
from services.console.words import say
from shared.errors import Malformed
from shared.ledger.canonical import parse
from shared.ledger.envelope import Envelope
from shared.platform.records.read_export import Record


def run(asked: Namespace) -> None:
    record = record_in(asked.file)
    if "match" not in record.streams:
        raise Malformed("{file} holds a table that no match followed", file=str(asked.file))
    last = len(record.streams["match"]) if asked.to is None else asked.to
    if not 1 <= last <= len(record.streams["match"]):
        raise Malformed("--to: this match has versions 1 to {last}", last=len(record.streams["match"]))
    for line in replayed(record, last):
        print(printable(line))


def replayed(record: Record, last: int) -> Iterator[str]:
    """A line for each event up to version `last`; of a finished match with the points by seat at that moment.

    What operators did stands above all of them.
    """
    header = record.header
    yield say("match {id}: {game}, {options}", id=record.id, game=header["game"], options=named(header["options"]))
    yield from acts(record)
    if not record.is_finished:
        yield say("the match still runs: this is what everybody may know, points come with its end")
        for stored in record.streams["match"][:last]:
            yield sentence(Envelope.from_bytes(stored.envelope))
        return
    for step in steps(record, last):
        yield sentence(step.entry.envelope) + points_after(step)
    yield from summary(step.after)
    yield from valid_points(record) if last == len(record.streams["match"]) else ()


def acts(record: Record) -> Iterator[str]:
    """What operators did, in the words of the verifiers; whoever reads on has to know it first."""
    envelopes = [parse(stored.envelope) for stream in record.streams.values() for stored in stream]
    return acts_of(Line(number, envelope, None) for number, envelope in enumerate(envelopes, 2))


def valid_points(record: Record) -> Iterator[str]:
    """Above, the rules counted: an operator may have put something else in its place."""
    for stored in record.streams.get("score", ())[-1:]:
        last = Envelope.from_bytes(stored.envelope)
        if last.type != "score.corrected":
            return
        yield say("corrected points: {points}", points=", ".join(map(str, last.data["points"])))
        first = [str(seat) for seat, place in enumerate(last.data["places"], 1) if place == 1]
        seats = ", ".join(first)
        yield say("corrected winners: {seats}", seats=seats) if seats else say("corrected winners: nobody")


def points_after(step: Step) -> str:
    """Only where the board changed."""
    match = step.after
    if match.game is None or step.before.state is match.state or step.before.state is None:
        return ""
    with refusing(step.entry.version):
        return f"  ({points_line(match.game.result(match.state))})"
