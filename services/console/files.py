"""Records written out and read back: refused where a file was damaged on its way, and mended on request."""

import sys
from argparse import Namespace
from pathlib import Path

from infra.verify import DAMAGED, Verdict, mend, verify
from infra.verify import content as content_of
from shared.errors import Malformed
from shared.platform.records.export import export
from shared.platform.records.read_export import Record, read_export
from shared.platform.streams import REGISTRY
from shared.settings import settings
from shared.web.ledger import ledger


def record_in(file: Path) -> Record:
    """Raises Malformed with what is wrong, and where it is known with its cause."""
    content = file.read_bytes()
    try:
        return read_export(content, REGISTRY)
    except Malformed as wrong:
        verdict = verify(content)
        check_whole(verdict)
        if verdict.cause:
            raise Malformed("{failure}; {cause}", failure=str(wrong), cause=verdict.cause) from None
        raise


def check_whole(verdict: Verdict) -> None:
    """Raises Malformed where the only fault of a file is that it was changed on its way."""
    if verdict.grade == DAMAGED:
        raise Malformed(
            "this file is damaged: {cause}; download it again, or write it anew: urbanist mend FILE > NEW",
            cause=verdict.cause,
        )


def print_export(asked: Namespace) -> None:
    sys.stdout.buffer.write(export(ledger(settings()), asked.match))


def print_mended(asked: Namespace) -> None:
    """Writes the restored record to standard output, and what had happened to it to standard error, in the words of
    the verifiers.
    """
    damages, mended = mend(content_of(asked.file))
    verdict = verify(mended)
    if verdict.first:
        raise Malformed("this record can't be mended: {failure}", failure=str(verdict.first))
    happened = ", and ".join(damage.happened for damage in damages) or "nothing happened to this file"
    print(f"{happened}; what is written now is: {verdict.grade}", file=sys.stderr)
    sys.stdout.buffer.write(mended)
