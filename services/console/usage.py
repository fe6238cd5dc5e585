"""Python's own parser of arguments, speaking our languages."""

import argparse
from typing import NoReturn

from shared.errors import Malformed
from shared.language import translated, translated_forms
from shared.marked import marked

# As its authors mean it, argparse looks up what it says by gettext; but gettext's own functions know only compiled
# files on a disk, and not the language that is spoken.
vars(argparse).update(_=translated, ngettext=translated_forms)

OF_ARGPARSE = (
    marked("usage: "),
    marked("positional arguments"),
    marked("options"),
    marked("show this help message and exit"),
    marked("argument %(argument_name)s: %(message)s"),
    marked("the following arguments are required: %s"),
    marked("unrecognized arguments: %s"),
    marked("expected one argument"),
    marked("expected at least one argument"),
    marked("ignored explicit argument %r"),
    marked("ambiguous option: %(option)s could match %(matches)s"),
    marked("invalid %(type)s value: %(value)r"),
    marked("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""All that our commands can make it say."""


class Parser(argparse.ArgumentParser):
    """Refuses wrong arguments like everything else: with one sentence, and without a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise Malformed("{message}; see {program} --help", message=message, program=self.prog)
