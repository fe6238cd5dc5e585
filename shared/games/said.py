"""What the address of a calculator's page says and nobody can read: it is named, and never dropped in silence."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

Said = Mapping[str, str]
ADDRESS = "address"
"""The field of what belongs to no other."""


class Wrong(NamedTuple):
    """A field that made no sense, as a template and its values."""

    field: str
    template: str
    values: Mapping[str, Any]

    def plain(self) -> dict[str, Any]:
        return {"field": self.field, "template": self.template, "values": dict(self.values)}


def unknown(said: Said, names: Collection[str]) -> Iterator[Wrong]:
    for name in said:
        if name not in names:
            yield Wrong(ADDRESS, "this page knows no “{said}”: it was left out", {"said": name})


def unread(said: Said, field: str, known: Collection[str], template: str, **values: Any) -> Iterator[Wrong]:
    """Where the field says something else than what is known; nothing at all is no mistake."""
    if said.get(field) and said[field] not in known:
        yield Wrong(field, template, {"said": said[field], **values})
