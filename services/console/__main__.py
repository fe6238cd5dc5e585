"""`urbanist`: runs a command, and turns whatever went wrong into one sentence and an exit code."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

from services.console.parser import parser
from services.console.printable import printable
from services.console.words import language_here, verdict
from shared.errors import Malformed, Unavailable, UrbanistError
from shared.language import speak
from shared.settings import settings
from shared.space import because_of_the_disk
from shared.variables import BadSetting

INTERRUPTED = 130  # the shells' exit code for a program that Ctrl-C ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0, or 1 with a sentence on standard error, or 130 after Ctrl-C."""
    speak(language_here())
    try:
        if isinstance(sys.stdout, TextIOWrapper):  # a character that the encoding lacks is written as its number
            sys.stdout.reconfigure(errors="backslashreplace")
        asked = parser().parse_args(arguments)
        if sys.stdout is None:
            raise Malformed("standard output is closed: there is nowhere to write to")
        return asked.act(asked) or 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the pipe has closed it
        sys.stderr.close()
        return 1
    except OSError as error:
        if error.filename:
            return refused(f"{error.filename}: {error.strerror}")
        forget_output()
        return refused(error.strerror or error)
    except Unavailable as error:
        cause = because_of_the_disk(error, settings())
        # An operator may see the reason; about a full disk our own sentence says more than the server's.
        return refused(f"{verdict(error)} ({error.reason})" if cause is error and error.reason else verdict(cause))
    except UrbanistError as error:
        return refused(verdict(error))
    except BadSetting as error:
        return refused(error)


def forget_output() -> None:
    """Otherwise the interpreter tries to write the rest once more when it ends, and changes the exit code."""
    with suppress(OSError, ValueError):  # it has no number, or is closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refused(why: object) -> int:
    print(f"urbanist: {printable(str(why))}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
