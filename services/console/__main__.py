"""The operators' command line: play matches between bots, take records out, look at them, close what can't go on."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from services.console import correct, files, imports, lines, play, positions, records, repair, verify
from services.console.printable import printable
from shared.bots import names
from shared.errors import Malformed, Unavailable, UrbanistError
from shared.games.registry import GAMES
from shared.settings import settings
from shared.space import because_of_the_disk
from shared.variables import BadSetting

INTERRUPTED = 130  # as shells say that Ctrl-C ended a program


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0, or 1 with a sentence on standard error, or 130 after Ctrl-C."""
    try:
        asked = parser().parse_args(arguments)
        if sys.stdout is None:
            raise Malformed("standard output is closed: there is nowhere to write to")
        if isinstance(sys.stdout, TextIOWrapper):  # where it can't write a letter of a record, it writes its number
            sys.stdout.reconfigure(errors="backslashreplace")
        return asked.act(asked) or 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the lines has seen enough
        sys.stderr.close()
        return 1
    except OSError as error:
        if error.filename:
            return refused(f"{error.filename}: {error.strerror}")
        forget_output()
        return refused(error.strerror or error)
    except Unavailable as error:
        told = because_of_the_disk(error, settings())
        # Whoever runs this may know why; of a full disk the server's own words say less than ours.
        return refused(f"{error} ({error.reason})" if told is error and error.reason else told)
    except (UrbanistError, BadSetting) as error:
        return refused(error)


def forget_output() -> None:
    """What could not be written would be tried once more when the interpreter ends, and change the exit code."""
    with suppress(OSError, ValueError):  # it has no number, or is closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refused(verdict: object) -> int:
    print(f"urbanist: {printable(str(verdict))}", file=sys.stderr)
    return 1


class Parser(argparse.ArgumentParser):
    """Words that make no sense are refused like everything else: one sentence, and no page of usage."""

    def error(self, message: str) -> NoReturn:
        raise Malformed("{message}; see {program} --help", message=message, program=self.prog)


Commands = Any  # argparse keeps the name of what add_subparsers gives to itself


def parser() -> argparse.ArgumentParser:
    top = Parser(prog="urbanist", description=__doc__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for add in (add_play, add_told, add_records, add_repair):
        add(commands)
    return top


def add_play(commands: Commands) -> None:
    one = commands.add_parser("play", help="let bots play in this process, one JSON line a match")
    one.add_argument("game", choices=sorted(GAMES))
    one.add_argument("--seats", type=int, required=True)
    one.add_argument("--bots", required=True, help=f"one for each seat, of {', '.join(names())}: greedy,any_move")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="mode=expert, squares=yes")
    one.add_argument("--matches", type=int, default=1)
    one.add_argument("--seed", default="0", help="the same seed plays the same matches")
    one.add_argument("--log", type=Path, metavar="DIR", help="write each match there as an export")
    one.set_defaults(act=play.run)


def add_told(commands: Commands) -> None:
    """Cities and positions that are told from outside."""
    one = commands.add_parser("score", help="count cities, one JSON line each, and explain every point")
    one.add_argument("game", choices=[game.slug for game in GAMES.values() if game.calculator])
    one.set_defaults(act=lines.score)

    one = commands.add_parser("moves", help="list the legal moves of positions, one JSON line each")
    one.add_argument("game", choices=[game.slug for game in GAMES.values() if game.positions])
    one.set_defaults(act=lines.moves)

    one = commands.add_parser("position", help="print a version of a match as such a position")
    one.add_argument("match", help="its id on this server, or a file with its export")
    one.add_argument("--at", type=int, metavar="VERSION", help="as it was then; else its last version")
    one.set_defaults(act=positions.print_position)


def add_records(commands: Commands) -> None:
    one = commands.add_parser("export", help="print the whole record of a match")
    one.add_argument("match")
    one.set_defaults(act=records.print_export)

    one = commands.add_parser("replay", help="show an export move by move")
    one.add_argument("file", type=Path)
    one.add_argument("--to", type=int, metavar="VERSION", help="stop after this version of the match")
    one.set_defaults(act=records.replay)

    one = commands.add_parser("verify", help="check records: draws, chain and seals, every move, every point")
    one.add_argument("files", nargs="*", metavar="FILE", help="an export; - is standard input")
    one.add_argument("--all", action="store_true", help="every record of this server")
    one.set_defaults(act=verify.run)

    one = commands.add_parser("mend", help="print the record in a file without what its way did to it: > NEW")
    one.add_argument("file", metavar="FILE", help="line ends, encoding, packing and the like; - is standard input")
    one.set_defaults(act=files.print_mended)

    one = commands.add_parser("import", help="keep the record of another server's match as an archive, never rated")
    one.add_argument("file", metavar="FILE", help="an export of a match that is over; - is standard input")
    one.set_defaults(act=imports.run)


def add_repair(commands: Commands) -> None:
    one = commands.add_parser("abort", help="end a match for a reason, without loading its game")
    one.add_argument("match")
    one.add_argument("--reason", required=True, help="what everybody will read, at most 200 letters")
    one.set_defaults(act=repair.abort)

    one = commands.add_parser("adjudicate", help="end a match with places that you decide, without loading its game")
    one.add_argument("match")
    one.add_argument("--places", required=True, help="by seat, - for none: 2,1,-")
    one.add_argument("--reason", required=True, help="what everybody will read, at most 200 letters")
    one.set_defaults(act=repair.adjudicate)

    one = commands.add_parser("correct", help="put other points in place of a count, without loading the game")
    one.add_argument("match")
    one.add_argument("--points", help="by seat: 40,33")
    one.add_argument("--line", action="append", default=[], metavar="SEAT:NAME=POINTS", help="seats from 1: 2:parks=11")
    one.add_argument("--places", help="by seat, - for none; else they follow from the points")
    one.add_argument("--target", type=int, help="what is needed where all play together and nobody has counted yet")
    one.add_argument("--reason", required=True, help="what everybody will read, at most 200 letters")
    one.set_defaults(act=correct.correct)

    one = commands.add_parser("rebuild", help="make the lobby's lists anew from the ledger")
    one.set_defaults(act=repair.rebuild_rows)


if __name__ == "__main__":
    sys.exit(main())
