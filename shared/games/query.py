"""The query of a calculator's address, from which its page is drawn. What can't be read is reported, not dropped."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from shared.annotations import Json
from shared.marked import marked

Query = Mapping[str, str]
ADDRESS = "address"
"""The field of what belongs to no other."""

T = TypeVar("T", bound=str)


class Wrong(NamedTuple):
    """An invalid field, as a template and its values."""

    field: str
    template: str
    values: Mapping[str, Any]

    def plain(self) -> Json:
        return {"field": self.field, "template": self.template, "values": dict(self.values)}


def unknown(query: Query, names: Collection[str]) -> Iterator[Wrong]:
    for name in query:
        if name not in names:
            yield Wrong(ADDRESS, marked("this page does not know “{said}”: it was left out"), {"said": name})


def unread(query: Query, field: str, known: Collection[str], template: str, **values: Any) -> Iterator[Wrong]:
    """Where the field says something that is not known. A field that is empty or missing is no mistake."""
    if query.get(field) and query[field] not in known:
        yield Wrong(field, template, {"said": query[field], **values})


def unread_press(query: Query, names: Collection[str], presses: Collection[str]) -> Iterator[Wrong]:
    """What every calculator says of its query: `names` are its fields, `presses` what its field `press` may hold."""
    yield from unknown(query, names)
    yield from unread(query, "press", presses, marked("there is no step “{said}” here: nothing was changed"))


def one_of(options: Sequence[T], text: str) -> T:
    """The option of this name, or the first where there is none."""
    return next((option for option in options if option == text), options[0])


def without_defaults(fields: Mapping[str, str], defaults: Query) -> dict[str, str]:
    """What the address has to say: fields that are empty, or as a newcomer is shown them anyway, are left out."""
    return {name: text for name, text in fields.items() if text and text != defaults.get(name)}
