"""Records in files: read as they are, or refused with what happened to them on their way; and mended into new ones."""

import sys
from argparse import Namespace
from pathlib import Path

from infra.verify import DAMAGED, Verdict, content, mend, verify
from shared.errors import Malformed
from shared.platform.records.read_export import Record, read_export
from shared.platform.streams import REGISTRY


def record_in(file: Path) -> Record:
    """Malformed says what is wrong with it, or what made it so."""
    said = file.read_bytes()
    try:
        return read_export(said, REGISTRY)
    except Malformed as wrong:
        verdict = verify(said)
        check_whole(verdict)
        if verdict.cause:
            raise Malformed("{failure}; {cause}", failure=str(wrong), cause=verdict.cause) from None
        raise


def check_whole(verdict: Verdict) -> None:
    """Malformed where a file was changed on its way, and nothing else is wrong with it."""
    if verdict.grade == DAMAGED:
        template = "this file is damaged: {cause}; download it again, or write it anew: urbanist mend FILE > NEW"
        raise Malformed(template, cause=verdict.cause)


def print_mended(asked: Namespace) -> None:
    """The record as it was, on standard output; a sentence about what happened to it on standard error."""
    file = content(asked.file)
    damages, mended = mend(file)
    verdict = verify(mended)
    if verdict.first:
        raise Malformed("this record can't be mended: {failure}", failure=str(verdict.first))
    happened = ", and ".join(damage.happened for damage in damages) or "nothing happened to this file"
    print(f"{happened}; what is written now is: {verdict.grade}", file=sys.stderr)
    sys.stdout.buffer.write(mended)
