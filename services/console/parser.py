"""The commands of `urbanist`: their names, their arguments, and the function that carries each of them out."""

import argparse
from pathlib import Path
from typing import Any, NoReturn

from services.console import correct, files, imports, lines, play, positions, repair, replay, verify
from shared.bots import names
from shared.errors import Malformed
from shared.games.registry import GAMES

DESCRIPTION = "The operators' command line: play matches between bots, export and inspect records, end stuck matches."


class Parser(argparse.ArgumentParser):
    """Refuses wrong arguments like everything else: with one sentence, and without a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise Malformed("{message}; see {program} --help", message=message, program=self.prog)


Commands = Any  # argparse keeps private the class that add_subparsers returns


def parser() -> argparse.ArgumentParser:
    top = Parser(prog="urbanist", description=DESCRIPTION)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for add in (add_play, add_entered, add_records, add_repair):
        add(commands)
    return top


def add_play(commands: Commands) -> None:
    one = commands.add_parser("play", help="let bots play matches in this process; prints a JSON line for each")
    one.add_argument("game", choices=sorted(GAMES))
    one.add_argument("--seats", type=int, required=True)
    one.add_argument("--bots", required=True, help=f"one for each seat, from {', '.join(names())}: greedy,any_move")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="mode=expert, squares=yes")
    one.add_argument("--matches", type=int, default=1)
    one.add_argument("--seed", default="0", help="the same seed plays the same matches")
    one.add_argument("--log", type=Path, metavar="DIR", help="write an export of each match to this folder")
    one.set_defaults(act=play.run)


def add_entered(commands: Commands) -> None:
    """Commands for cities and positions that somebody enters."""
    one = commands.add_parser("score", help="count cities, one JSON line each, and explain every point")
    one.add_argument("game", choices=[game.slug for game in GAMES.values() if game.calculator])
    one.set_defaults(act=lines.score)

    one = commands.add_parser("moves", help="list the legal moves of positions, one JSON line each")
    one.add_argument("game", choices=[game.slug for game in GAMES.values() if game.positions])
    one.set_defaults(act=lines.moves)

    one = commands.add_parser("position", help="print a match as a position that moves reads")
    one.add_argument("match", help="its id on this server, or a file with its export")
    one.add_argument("--at", type=int, metavar="VERSION", help="at this version; the last one by default")
    one.set_defaults(act=positions.print_position)


def add_records(commands: Commands) -> None:
    one = commands.add_parser("export", help="print the whole record of a match")
    one.add_argument("match")
    one.set_defaults(act=files.print_export)

    one = commands.add_parser("replay", help="show a record move by move")
    one.add_argument("file", type=Path)
    one.add_argument("--to", type=int, metavar="VERSION", help="stop after this version of the match")
    one.set_defaults(act=replay.run)

    one = commands.add_parser("verify", help="check records: draws, chain, seals, every move and every point")
    one.add_argument("files", nargs="*", metavar="FILE", help="an export, or - for standard input")
    one.add_argument("--all", action="store_true", help="check every record on this server")
    one.set_defaults(act=verify.run)

    one = commands.add_parser("mend", help="undo what mail, an editor or an archive did to a record: mend FILE > NEW")
    one.add_argument("file", metavar="FILE", help="the damaged export, or - for standard input")
    one.set_defaults(act=files.print_mended)

    one = commands.add_parser("import", help="archive the record of another server's match; it is never rated")
    one.add_argument("file", metavar="FILE", help="an export of a match that is over, or - for standard input")
    one.set_defaults(act=imports.run)


def add_repair(commands: Commands) -> None:
    one = commands.add_parser("abort", help="end a match for a reason, without loading its game")
    one.add_argument("match")
    one.add_argument("--reason", required=True, help="shown to everybody; at most 200 letters")
    one.set_defaults(act=repair.abort)

    one = commands.add_parser("adjudicate", help="end a match with places of your choice, without loading its game")
    one.add_argument("match")
    one.add_argument("--places", required=True, help="one for each seat, - for none: 2,1,-")
    one.add_argument("--reason", required=True, help="shown to everybody; at most 200 letters")
    one.set_defaults(act=repair.adjudicate)

    one = commands.add_parser("correct", help="replace the points of a match, without loading its game")
    one.add_argument("match")
    one.add_argument("--points", help="one number for each seat: 40,33")
    one.add_argument("--line", action="append", default=[], metavar="SEAT:NAME=POINTS", help="seats from 1: 2:parks=11")
    one.add_argument("--places", help="one for each seat, - for none; by default they follow from the points")
    one.add_argument("--target", type=int, help="points needed to win together, where there is no count yet")
    one.add_argument("--reason", required=True, help="shown to everybody; at most 200 letters")
    one.set_defaults(act=correct.correct)

    one = commands.add_parser("rebuild", help="rebuild the lobby's lists from the ledger")
    one.set_defaults(act=repair.rebuild_rows)
