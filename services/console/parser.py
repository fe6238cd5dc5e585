"""The commands of `urbanist`: their names, their arguments, and the function that carries each of them out."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from services.console import (
    anchors,
    arena,
    bots,
    correct,
    cup,
    files,
    forget,
    imports,
    lines,
    play,
    positions,
    ratings,
    repair,
    replay,
    roles,
    upkeep,
    verify,
)
from services.console.usage import Parser
from services.console.words import plural, say
from shared.bots import names
from shared.games.registry import GAMES
from shared.people.roles import Role
from shared.platform.tournament.rules import FORMATS, SWISS, TIE_BREAKS

Commands = Any  # argparse keeps private the class that add_subparsers returns
Act = Callable[[argparse.Namespace], int | None]


def parser() -> argparse.ArgumentParser:
    """In the language that is spoken now."""
    top = Parser(
        prog="urbanist",
        description=say(
            "The operators' command line: play matches between bots, export and inspect records, end stuck matches."
        ),
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    played = (add_play, add_tournament, add_entered)
    for add_some in (*played, add_records, add_anchors, add_repair, add_people, add_upkeep, add_privacy, add_bots):
        add_some(commands)
    return top


def add_tournament(commands: Commands) -> None:
    bots_known = ", ".join(names())
    one = add(commands, "tournament", say("let bots play a tournament; prints a JSON line for each"), cup.run)
    one.add_argument("game", choices=sorted(GAMES))
    one.add_argument("--entrants", required=True, help=say("from {bots}: greedy:10,any_move:10", bots=bots_known))
    one.add_argument("--format", choices=FORMATS, default=SWISS, help=say("swiss by default"))
    one.add_argument("--seats", type=int, help=say("at a table; by default as few as the game allows"))
    one.add_argument("--rounds", type=int, default=0, help=say("where the format does not end by itself"))
    one.add_argument(
        "--minutes",
        type=int,
        default=0,
        help=say("how long an arena lasts; no clock runs here: a match takes a second for each event of its record"),
    )
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="mode=expert, squares=yes")
    one.add_argument("--tie-breaks", help=say("in their sequence, from {names}", names=", ".join(TIE_BREAKS)))
    one.add_argument("--third-place", action="store_true", help=say("who loses the semi-finals plays for it"))
    one.add_argument("--division", type=int, metavar="N", help=say("of a league: how many entrants a division has"))
    one.add_argument("--moves", type=int, default=1, help=say("of a division: how many rise, and how many fall"))
    one.add_argument("--seasons", type=int, default=1, help=say("of a league in divisions; the last one is told"))
    one.add_argument("--groups", type=int, default=1, help=say("of the first stage, before a final"))
    one.add_argument("--final", metavar="FORMAT:N", help=say("a second stage among the best: elimination:8, swiss:8:3"))
    one.add_argument("--seed", default="0", help=say("the same seed plays the same matches"))
    one.add_argument("--cores", type=int, default=1, help=say("how many share the work; one by default"))
    one.add_argument("--log", type=Path, metavar="FILE", help=say("write the record with all its matches to this file"))


def add_play(commands: Commands) -> None:
    bots_known = ", ".join(names())
    one = add(commands, "play", say("let bots play matches in this process; prints a JSON line for each"), play.run)
    one.add_argument("game", choices=sorted(GAMES))
    one.add_argument("--seats", type=int, required=True, help=say("how many bots play in a match"))
    one.add_argument(
        "--bots", required=True, help=say("one for each seat, from {bots}: greedy,any_move", bots=bots_known)
    )
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="mode=expert, squares=yes")
    one.add_argument("--matches", type=int, default=1, help=say("how many to play; one by default"))
    one.add_argument("--seed", default="0", help=say("the same seed plays the same matches"))
    one.add_argument("--log", type=Path, metavar="DIR", help=say("write an export of each match to this folder"))

    one = add(commands, "arena", say("let bots meet on the same draws and rate them, on all cores"), arena.run)
    one.add_argument("game", choices=sorted(GAMES))
    one.add_argument(
        "--bots", required=True, help=say("who meets whom, from {bots}; a name may come again", bots=bots_known)
    )
    one.add_argument(
        "--seats", type=int, help=say("how many bots play in a match; by default as few as the game allows")
    )
    one.add_argument("--mode", help=say("the same as --option mode=MODE"))
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="difficulty=harder")
    one.add_argument("--matches", type=int, default=400, help=say("at least so many, until seats are balanced"))
    one.add_argument(
        "--tries", type=int, default=1, help=say("how often each bot plays the same draws, with other luck")
    )
    one.add_argument("--seed", default="0", help=say("the same seed plays the same matches"))
    one.add_argument("--cores", type=int, help=say("how many share the work; by default all"))


def add_entered(commands: Commands) -> None:
    """Commands for cities and positions that somebody enters."""
    one = add(commands, "score", say("count cities, one JSON line each, and explain every point"), lines.score)
    one.add_argument("game", choices=[game.slug for game in GAMES.values() if game.calculator])

    one = add(commands, "moves", say("list the legal moves of positions, one JSON line each"), lines.moves)
    one.add_argument("game", choices=[game.slug for game in GAMES.values() if game.positions])

    one = add(commands, "position", say("print a match as a position that moves reads"), positions.print_position)
    one.add_argument("match", help=say("its id on this server, or a file with its export"))
    one.add_argument("--at", type=int, metavar="VERSION", help=say("at this version; the last one by default"))


def add_records(commands: Commands) -> None:
    one = add(commands, "export", say("print the whole record of a match"), files.print_export)
    one.add_argument("match", help=say("its id on this server"))

    one = add(commands, "replay", say("show a record move by move"), replay.run)
    one.add_argument("file", type=Path, help=say("an export"))
    one.add_argument("--to", type=int, metavar="VERSION", help=say("stop after this version of the match"))

    one = add(
        commands,
        "verify",
        say("check records: draws, chain, seals, every move, every point, and what bots would have played"),
        verify.run,
    )
    one.add_argument("files", nargs="*", metavar="FILE", help=say("an export, or - for standard input"))
    one.add_argument("--all", action="store_true", help=say("check every record on this server"))
    one.add_argument("--no-bots", dest="bots", action="store_false", help=say("don't run the moves of bots again"))
    one.add_argument("--jobs", type=int, default=1, metavar="N", help=say("so many records at once, each in a process"))
    one.add_argument("--receipt", metavar="FILE", help=say("what a server signed when a secret number was shown to it"))
    one.add_argument("--host-key", metavar="HEX", help=say("the key that you know the server by, beside a receipt"))
    one.add_argument("--anchor", metavar="PROOF", help=say("whether it existed when an anchor was made: its proof"))

    does = say("undo what mail, an editor or an archive did to a record: mend FILE > NEW")
    one = add(commands, "mend", does, files.print_mended)
    one.add_argument("file", metavar="FILE", help=say("the damaged export, or - for standard input"))

    one = add(commands, "import", say("archive the record of another server's match; it is never rated"), imports.run)
    one.add_argument("file", metavar="FILE", help=say("an export of a match that is over, or - for standard input"))


def add_anchors(commands: Commands) -> None:
    one = commands.add_parser("anchors", help=say("fold all matches into one digest, and check what it stands for"))
    acts = one.add_subparsers(required=True, metavar="ACT")
    add(acts, "list", say("list all anchors, a line each to keep elsewhere"), anchors.show)

    one = add(acts, "make", say("make an anchor now of what has changed since the last one"), anchors.make)
    one.add_argument("--all", action="store_true", help=say("of everything there is, also of archived matches"))

    add(acts, "verify", say("hold all anchors to each other and to the ledger"), anchors.verify)


def add_repair(commands: Commands) -> None:
    one = add(commands, "abort", say("end a match for a reason, without loading its game"), repair.abort)
    one.add_argument("match", help=say("its id on this server"))
    one.add_argument("--reason", required=True, help=reason())

    does = say("end a match with places of your choice, without loading its game")
    one = add(commands, "adjudicate", does, repair.adjudicate)
    one.add_argument("match", help=say("its id on this server"))
    one.add_argument("--places", required=True, help=say("one for each seat, - for none: 2,1,-"))
    one.add_argument("--reason", required=True, help=reason())

    does = say("close a table whose match can't start, or never will")
    one = add(commands, "close-table", does, repair.close_table)
    one.add_argument("table", help=say("its id on this server"))
    one.add_argument("--reason", required=True, help=reason_at_table())

    one = add(commands, "correct", say("replace the points of a match, without loading its game"), correct.correct)
    one.add_argument("match", help=say("its id on this server"))
    one.add_argument("--points", help=say("one number for each seat: 40,33"))
    one.add_argument(
        "--line", action="append", default=[], metavar="SEAT:NAME=POINTS", help=say("seats from 1: 2:parks=11")
    )
    one.add_argument("--places", help=say("one for each seat, - for none; by default they follow from the points"))
    one.add_argument("--target", type=int, help=say("points needed to win together, where there is no count yet"))
    one.add_argument("--reason", required=True, help=reason())


def add_people(commands: Commands) -> None:
    does = {
        "grant": (say("give an account a role"), roles.grant),
        "revoke": (say("take a role from an account"), roles.revoke),
    }
    for name, (words, act) in does.items():
        one = add(commands, name, words, act)
        one.add_argument("name", metavar="NAME", help=say("the name of the account, or its id"))
        one.add_argument("role", metavar="ROLE", choices=[str(role) for role in Role], help=", ".join(Role))

    add(commands, "roles", say("list the accounts that have a role"), roles.show)


def add_upkeep(commands: Commands) -> None:
    one = add(commands, "archive", say("move matches that ended long ago into the archive"), upkeep.archive)
    one.add_argument("--days", type=int, help=say("how long ago; by default as URBANIST_ARCHIVE_AFTER says"))

    add(commands, "rebuild", say("rebuild the lobby's lists from the ledger"), upkeep.rebuild_rows)

    one = add(
        commands,
        "ratings",
        say("compute ratings again from zero, and compare them with the stored ones"),
        ratings.check,
    )
    one.add_argument("pool", nargs="?", metavar="POOL", help=say("as quadropolis-expert; by default all pools"))


def add_privacy(commands: Commands) -> None:
    one = add(commands, "forget", say("erase a person: all that is kept about them, and no record"), forget.forget)
    one.add_argument("who", metavar="NAME", help=say("the name, or the id: person:<id>"))
    one.add_argument("--yes", action="store_true", help=say("it can't be undone"))

    one = commands.add_parser("people", help=say("back people up, apart from the ledger, and restore them"))
    acts = one.add_subparsers(required=True, metavar="ACT")
    one = add(acts, "backup", say("write all that is kept about people to a file"), forget.back_up)
    one.add_argument("file", type=Path, metavar="FILE", help=say("its owner alone may read it"))

    one = add(acts, "restore", say("bring back what is missing; whoever was erased stays erased"), forget.bring_back)
    one.add_argument("file", type=Path, metavar="FILE", help=say("a backup"))
    one.add_argument("--erased", type=Path, metavar="LIST", help=say("a newer list of erased people"))

    add(acts, "erased", say("list the ids of all who were ever erased"), forget.list_erased)


def add_bots(commands: Commands) -> None:
    one = commands.add_parser("bot", help=say("write, check and run bots of your own"))
    acts = one.add_subparsers(required=True, metavar="ACT")
    one = add(acts, "new", say("write a package with a bot that plays, to begin with"), bots.new)
    one.add_argument("name", metavar="NAME", help=say("2 to 31 of a-z, 0-9 and _: novice"))

    one = add(acts, "check", say("check whether an installed bot keeps to the rules"), bots.check)
    one.add_argument("name", metavar="NAME", help=say("as its entry point names it"))

    one = add(acts, "work", say("run installed bots until Ctrl-C: they can sit down meanwhile"), bots.work)
    one.add_argument("names", metavar="NAME", nargs="+", help=say("as their entry points name them"))

    one = add(acts, "bench", say("offer a version of a bot no longer; the stand-in plays on for it"), bots.bench)
    one.add_argument("bot", metavar="NAME@VERSION", help="novice@1")

    one = add(acts, "unbench", say("let a version of a bot play again"), bots.unbench)
    one.add_argument("bot", metavar="NAME@VERSION", help="novice@1")


def reason() -> str:
    return plural(
        "shown to everybody; at most {n} character",
        "shown to everybody; at most {n} characters",
        repair.LONGEST_REASON,
    )


def reason_at_table() -> str:
    return plural(
        "shown to everybody, where a match was to follow; at most {n} character",
        "shown to everybody, where a match was to follow; at most {n} characters",
        repair.LONGEST_REASON,
    )


def add(commands: Commands, name: str, does: str, act: Act) -> argparse.ArgumentParser:
    one: argparse.ArgumentParser = commands.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
    one.set_defaults(act=act)
    return one
