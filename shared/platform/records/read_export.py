"""A file becomes a record only if every byte of it is what the ledger would have written.

Source: docs/ledger.md, "Import checks".
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from shared.annotations import Json
from shared.errors import Malformed, UrbanistError, filled
from shared.ledger.canonical import canonical, parse
from shared.ledger.codec import Registry
from shared.ledger.envelope import Stored, digest_in, seal_of
from shared.ledger.forms.check import check_envelope, check_fields, is_sealed
from shared.platform.records.export import FORMAT, KINDS, header_of, stream_in

FIRST = {"table": "table.opened", "match": "match.started", "deal": "deal.committed"}  # the header is made from these
BEFORE, BETWEEN = b'{"envelope":', b',"sealed":'  # of a line, around its envelope
HEADER = frozenset({"commitment", "finished", "format", "game", "id", "options", "rules", "streams"})


@dataclass(frozen=True, slots=True)
class Record:
    """What a file holds, by kind (`table`, `match`, `score`) as far as it exists. Nothing of it is stored yet."""

    header: Json
    streams: Mapping[str, Sequence[Stored]]

    @property
    def id(self) -> str:
        return str(self.header["id"])

    def stream(self, kind: str) -> str:
        """The name of a stream that it holds."""
        return str(parse(self.streams[kind][0].envelope)["stream"])

    @property
    def is_finished(self) -> bool:
        """Whether sealed parts are there as well."""
        return bool(self.header["finished"])


def read_export(file: bytes, registry: Registry) -> Record:
    """The record in a file. Raises Malformed, which names the first wrong line and what is wrong with it."""
    rows = _rows(file)
    with _line(1):
        header = _header(rows[0])
    found: dict[str, list[tuple[Json, Stored]]] = {}
    for number, row in enumerate(rows[1:], 2):
        with _line(number):
            envelope, sealed = _entry(row)
            stored = _stored(row, sealed)
            kind = _kind(envelope, header["id"], found)
            lines = found.setdefault(kind, [])
            _check_chain(envelope, stored, lines[-1][0] if lines else None)
            _check_type(envelope["type"], kind, lines[0][0] if lines else None)
            _check_sealed(envelope, sealed, header["finished"])
            _check_event(envelope, sealed, registry)
            lines.append((envelope, stored))
    with _line(1):
        _check_header(header, {kind: [envelope for envelope, _ in lines] for kind, lines in found.items()})
    return Record(header, {kind: [stored for _, stored in lines] for kind, lines in found.items()})


def _rows(file: bytes) -> list[bytes]:
    """Lines end with LF, the last one too, and are split there only: other line ends are part of texts."""
    *rows, rest = file.split(b"\n")
    with _line(len(rows) + 1):
        if rest or not rows:
            raise Malformed("does not end with a line feed")
    return rows


@contextmanager
def _line(number: int) -> Iterator[None]:
    try:
        yield
    except UrbanistError as error:
        fields = getattr(error, "fields", {})
        check = filled(error.template, error.values)
        raise Malformed("line {line}: {check}", line=number, check=check, fields=fields) from None


def _header(row: bytes) -> Json:
    header = parse(row)
    if type(header) is not dict or header.keys() != HEADER:
        raise Malformed("not the fields of a header")
    if header["format"] != FORMAT:
        raise Malformed("the format is not {format}", format=FORMAT)
    return header


def _entry(row: bytes) -> tuple[Json, Json | None]:
    said = parse(row)
    if type(said) is not dict or said.keys() != {"envelope", "sealed"}:
        raise Malformed("not an envelope and its sealed part")
    check_envelope(said["envelope"])
    if said["sealed"] is not None and not is_sealed(said["sealed"]):
        raise Malformed("not the fields of a sealed part")
    return said["envelope"], said["sealed"]


def _kind(envelope: Json, id_: str, found: Mapping[str, Any]) -> str:
    kind = str(envelope["stream"]).partition(":")[0]
    started = found["match"][0][0] if "match" in found else None
    if envelope["stream"] != stream_in(kind, id_, started):
        raise Malformed("the stream {stream} does not belong here", stream=envelope["stream"])
    if any(KINDS.index(kind) < KINDS.index(earlier) for earlier in found):
        raise Malformed("the streams are not in their order: table, match, score, deal")
    return kind


def _check_type(name: str, kind: str, first: Json | None) -> None:
    """A match holds the platform's events of matches and those of its own game."""
    if first is None and name != FIRST.get(kind, name):
        raise _other_beginning(kind, name)
    game = first["data"].get("game") if first and kind == "match" else kind
    if name.partition(".")[0] not in (kind, game):
        raise _of_another(kind, name)


def _other_beginning(kind: str, name: str) -> Malformed:
    match kind:
        case "table":
            return Malformed("a table does not begin with {type}", type=name)
        case "match":
            return Malformed("a match does not begin with {type}", type=name)
        case _:
            return Malformed("a deal does not begin with {type}", type=name)


def _of_another(kind: str, name: str) -> Malformed:
    match kind:
        case "table":
            return Malformed("{type} does not belong into a table", type=name)
        case "match":
            return Malformed("{type} does not belong into a match", type=name)
        case "score":
            return Malformed("{type} does not belong into a score", type=name)
        case _:
            return Malformed("{type} does not belong into a deal", type=name)


def _check_chain(envelope: Json, stored: Stored, before: Json | None) -> None:
    version, digest = (before["version"], before["digest"]) if before else (0, None)
    if envelope["version"] != version + 1:
        raise Malformed("version {expected} is missing", expected=version + 1)
    if envelope["previous"] != digest:
        raise Malformed("the chain is broken: previous is not the digest before")
    if digest_in(stored.envelope, envelope) != envelope["digest"]:
        raise Malformed("the digest is wrong")
    if before and envelope["at"] < before["at"]:
        raise Malformed("the time goes back")


def _check_sealed(envelope: Json, sealed: Json | None, is_finished: Any) -> None:
    if sealed is None:
        if is_finished and envelope["seal"] is not None:
            raise Malformed("the sealed part is missing")
    elif not is_finished:
        raise Malformed("a sealed part is opened before the end")
    elif seal_of(sealed["part"], bytes.fromhex(sealed["salt"])) != envelope["seal"]:
        raise Malformed("the seal does not match the sealed part")


def _check_event(envelope: Json, sealed: Json | None, registry: Registry) -> None:
    """Checks that all fields are those of its class, each in its part; what is sealed or unknown is not checked yet."""
    name, schema, part = envelope["type"], envelope["schema"], sealed and sealed["part"]
    if not registry.knows(name, schema):
        return
    cls, codec = registry.classes[name], registry.codec(name)
    if schema == registry.schema(name):
        check_fields(cls, envelope["data"], codec.public)
        if (envelope["seal"] is None) != (not codec.sealed):
            raise Malformed("{type} is sealed where it should not be, or not where it should", type=name)
        if part is not None:
            check_fields(cls, part, codec.sealed)
        return
    if moved := sorted(envelope["data"].keys() & set(codec.sealed) | (part or {}).keys() & set(codec.public)):
        raise Malformed("{type} has {names} in the wrong part", type=name, names=", ".join(moved))
    if part is not None or envelope["seal"] is None:
        check_fields(cls, registry.values(name, schema, envelope["data"], part))


def _check_header(header: Json, lines: Mapping[str, Sequence[Json]]) -> None:
    if not lines:
        raise Malformed("there is no event")
    if canonical(header) != canonical(header_of(header["id"], lines)):
        raise Malformed("the header is not that of these lines")


def _stored(row: bytes, sealed: Json | None) -> Stored:
    """Cut out of the line, whose every byte is canonical."""
    part = b"null" if sealed is None else canonical(sealed)
    return Stored(row[len(BEFORE) : -len(BETWEEN) - len(part) - 1], None if sealed is None else part)
