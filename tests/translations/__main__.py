"""Brings all catalogues up to date: what is new stands there without a translation, what nobody says any more is gone.

python -m tests.translations [LANGUAGE ...]: a language that has no catalogue yet gets one.
"""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from shared.language.known import CATALOGUE, FOLDER
from tests.translations.messages import TRANSLATED, messages

BEGUN = datetime(2026, 11, 30, tzinfo=UTC)  # the same each time, so that a file changes with its sentences alone


def updated(code: str) -> Catalog:
    """The catalogue of a language with today's sentences and the translations that it had."""
    file, locale = FOLDER / code / CATALOGUE, Locale.parse(code, sep="-")
    old = read_po(file.open("rb"), locale=locale) if file.exists() else Catalog(locale=locale)
    head = f"# {locale.english_name} catalogue of Urbanist: docs/translating.md says how it is kept."
    new = Catalog(locale=locale, project="Urbanist", header_comment=head, creation_date=BEGUN, fuzzy=False)
    new.mime_headers = [("Plural-Forms", old.plural_forms)]  # the file may have fewer than the library would ask for
    for message, files in messages().items():
        known = old.get(message.one, context=message.context)
        id_ = (message.one, message.many) if message.many else message.one
        string = known.string if known and bool(known.pluralizable) == bool(message.many) else ""
        new.add(id_, string, locations=[(name, 0) for name in files], context=message.context)
    return new


def written(code: str, catalogue: Catalog) -> None:
    file = FOLDER / code / CATALOGUE
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as opened:
        write_po(opened, catalogue, width=116, omit_header=False, include_lineno=False, sort_by_file=False)


def main(codes: Sequence[str]) -> None:
    for code in codes or TRANSLATED:
        catalogue = updated(code)
        written(code, catalogue)
        missing = [each for each in catalogue if each.id and not _is_whole(each.string)]
        print(f"{code}: {len(catalogue)} sentences, {len(missing)} without a translation")


def _is_whole(string: str | Sequence[str] | None) -> bool:
    return all([string] if isinstance(string, str) else string or [None])


if __name__ == "__main__":
    main(sys.argv[1:])
