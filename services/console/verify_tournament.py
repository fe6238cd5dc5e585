"""`urbanist verify` of a tournament: every command of it, and of each of its matches, is decided again."""

from collections.abc import Sequence
from dataclasses import replace

from infra.verify import BROKEN, LATER, NO, OK, UNREAD, Failure, Verdict
from services.console.verify_bots import BOTS_CHECK
from shared.errors import ReadOnly
from shared.ledger.canonical import canonical, parse
from shared.ledger.envelope import Stored
from shared.platform.again.of_tournament import KIND, difference_in_tournament
from shared.platform.records.tournament_file import parts


def tournament_by_rules(alone: Verdict, file: bytes, matches: Sequence[Verdict]) -> Verdict:
    """`alone` is the verdict without any rules, `matches` those on the files inside of it, with them."""
    own, *_ = parts(file)
    header, *rows = own.split(b"\n")[:-1]
    if not alone.holds:
        return with_legality(alone, UNREAD)
    if not parse(header)["finished"]:
        return with_legality(alone, LATER)
    stored = [stored_in(row) for row in rows]
    try:
        found = difference_in_tournament(parse(header)["id"], stored)
    except ReadOnly as reason:  # or Broken
        return with_legality(alone, NO, Failure(2, f"line 2, {KIND} version 1", "legality", str(reason)))
    if found:
        at = f"line {found.version + 1}, {KIND} version {found.version}"
        wrong = f"the rules lead to something else here: {found.detail}"
        return with_legality(alone, NO, Failure(found.version + 1, at, "legality", wrong))
    return in_matches(alone, file, matches)


def in_matches(alone: Verdict, file: bytes, matches: Sequence[Verdict]) -> Verdict:
    """The first that is wrong in any match, by its line in the whole file."""
    own, *files = parts(file)
    line = own.count(b"\n")
    for one, verdict in zip(files, matches, strict=True):
        if verdict.first:
            return with_legality(alone, *_in_match(verdict.first, line + verdict.first.line))
        line += one.count(b"\n")
    return with_legality(alone, OK)


def _in_match(first: Failure, line: int) -> tuple[str, Failure]:
    """Whether bots made their moves is asked of matches that are legal."""
    if first.check == BOTS_CHECK:
        return OK, Failure(line, f"line {line}", BOTS_CHECK, first.wrong)
    return NO, Failure(line, f"line {line}", "legality", f"{first.check}: {first.wrong}")


def doubts_in_matches(file: bytes, matches: Sequence[Verdict]) -> list[Failure]:
    """Those about bots, by the lines of the whole file."""
    own, *files = parts(file)
    line, found = own.count(b"\n"), list[Failure]()
    for one, verdict in zip(files, matches, strict=True):
        about_bots = [doubt for doubt in verdict.doubts if doubt.check == BOTS_CHECK]
        found += [doubt._replace(line=line + doubt.line, at=f"line {line + doubt.line}") for doubt in about_bots]
        line += one.count(b"\n")
    return found


def stored_in(row: bytes) -> Stored:
    said = parse(row)
    return Stored(canonical(said["envelope"]), None if said["sealed"] is None else canonical(said["sealed"]))


def with_legality(alone: Verdict, state: str, *failures: Failure) -> Verdict:
    checks = {**alone.checks, "legality": state}
    return replace(
        alone, grade=BROKEN if failures else alone.grade, checks=checks, failures=(*alone.failures, *failures)
    )
