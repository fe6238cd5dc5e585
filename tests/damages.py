"""How files get damaged in transit, and what every verifier must say about it: one table for all of them."""

import base64
import bz2
import gzip
import html
import io
import json
import lzma
import quopri
import unicodedata
import zipfile
from collections.abc import Callable, Mapping
from functools import cache

from shared.games.registry import GAMES
from shared.platform.match import Abort
from tests.records import with_nonce

NOTE = "the café's lights went out — naïvely"


@cache
def with_note() -> bytes:
    """A fair record in which an operator wrote more than ASCII."""
    begun = with_nonce(GAMES["quadropolis"]).start().play(3)
    return begun.obey("match", "operator:root", Abort(reason="operator", note=NOTE)).file


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__DIR__", "__MACOSX/"), content)
    return packed.getvalue()


def each_line(file: bytes, change: Callable[[bytes], bytes]) -> bytes:
    return b"".join(change(line) + b"\n" for line in file.split(b"\n")[:-1])


def values(file: bytes) -> list[object]:
    return [json.loads(line) for line in file.split(b"\n")[:-1]]


def text(file: bytes, encoding: str) -> bytes:
    return file.decode().encode(encoding)


C1 = {one: bytes([one]).decode("cp1252", "ignore") or chr(one) for one in range(0x80, 0xA0)}
PAGE = b'<!DOCTYPE html>\n<html><head><title>x</title></head><body><pre class="a">%s</pre></body></html>'
ANEW = "the JSON was written anew in another way than the ledger's; in the ledger's way"

MENDED: Mapping[str, tuple[Callable[[bytes], bytes], str]] = {
    "CR LF": (lambda file: file.replace(b"\n", b"\r\n"), "line ends were changed to CR LF; with LF"),
    "CR": (lambda file: file.replace(b"\n", b"\r"), "line ends were changed to CR; with LF"),
    "byte order mark": (lambda file: b"\xef\xbb\xbf" + file, "a byte order mark was put before the text; without it"),
    "UTF-16 with a mark": (lambda file: text(file, "utf-16"), "the text was changed to UTF-16; in UTF-8"),
    "UTF-16LE": (lambda file: text(file, "utf-16-le"), "the text was changed to UTF-16; in UTF-8"),
    "UTF-16BE": (lambda file: text(file, "utf-16-be"), "the text was changed to UTF-16; in UTF-8"),
    "UTF-16BE with a mark": (
        lambda file: b"\xfe\xff" + text(file, "utf-16-be"),
        "the text was changed to UTF-16; in UTF-8",
    ),
    "gzip": (lambda file: gzip.compress(file, mtime=0), "the file was packed by gzip; unpacked,"),
    "zip": (lambda file: zipped(record=file), "the file was packed into a zip archive; unpacked,"),
    "zip of a Mac": (
        lambda file: zipped(record=file, __DIR__record=b"\0\5\x16\7"),
        "the file was packed into a zip archive; unpacked,",
    ),
    "page that shows it": (
        lambda file: PAGE % html.escape(file.decode()).encode(),
        "a web page was saved in place of the record that it shows; taken out of it,",
    ),
    "quoted-printable": (quopri.encodestring, "the file was written for a mail, as quoted-printable; written back,"),
    "base64": (base64.encodebytes, "the file was written for a mail, as base64; written back,"),
    "zeros at the end": (lambda file: file + bytes(512), "zeros were added at the end; without them"),
    "no last LF": (lambda file: file[:-1], "the line feed at the end was taken away; with it"),
    "empty lines": (lambda file: file.replace(b"\n", b"\n\n") + b"\n", "empty lines were added; without them"),
    "spaces at ends": (
        lambda file: each_line(file, lambda line: line + b" \t"),
        "spaces were added at the ends of lines; without them",
    ),
    "curly quotes": (
        lambda file: file.replace(b'"', "”".encode()),
        "quotation marks were changed to curly ones; with straight ones",
    ),
    "Windows-1252": (lambda file: text(file, "cp1252"), "the text was changed to Windows-1252; in UTF-8"),
    "UTF-8 twice": (
        lambda file: file.decode("latin-1").translate(C1).encode(),
        "UTF-8 was taken for Windows-1252; read as UTF-8,",
    ),
    "NFD": (
        lambda file: unicodedata.normalize("NFD", file.decode()).encode(),
        "letters were taken apart from their accents (NFD); put together again,",
    ),
    "indented": (lambda file: "\n".join(json.dumps(one, indent=2) for one in values(file)).encode(), ANEW),
    "one array": (lambda file: json.dumps(values(file)).encode(), ANEW),
    "escapes": (
        lambda file: "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in values(file)).encode(),
        ANEW,
    ),
    "1.0": (lambda file: file.replace(b'"version":1}', b'"version":1.0}'), ANEW),
    "PowerShell": (
        lambda file: file.decode().replace("\n", "\r\n").encode("utf-16"),
        "the text was changed to UTF-16, and line ends were changed to CR LF; with all of that undone",
    ),
    "packed on Windows": (
        lambda file: gzip.compress(b"\xef\xbb\xbf" + file.replace(b"\n", b"\r\n"), mtime=0),
        "the file was packed by gzip, and a byte order mark was put before the text, and line ends were changed to"
        " CR LF; with all of that undone",
    ),
}
"""How a file is changed, and how the sentence about it begins; `this record is: …` follows."""

BOMB = gzip.compress(bytes(48 * 2**20), mtime=0)
PACKED = "this file is packed by {}: unpack it, and check what was in it"
WITHOUT_END = "and only {} whole ones follow: download the record again"
NOTHING, PAGE_ALONE = "there is nothing in this file", "this is a web page and not a record"

HINTED: Mapping[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda file: b"", NOTHING),
    "white": (lambda file: b"\n \n", NOTHING),
    "zeros": (lambda file: bytes(4096), NOTHING),
    "page": (lambda file: PAGE % b"No such match", PAGE_ALONE),
    "page without text": (lambda file: b"\n<html><body>Sign in</body></html>\n", PAGE_ALONE),
    "an answer": (
        lambda file: b'{"code":"not_found","sentence":"there is no match x"}\n',
        "this is what a server answered in place of a record: there is no match x",
    ),
    "cut in a line": (lambda file: file[: file.index(b"\n", 9000) + 50], WITHOUT_END),
    "cut after a line": (lambda file: b"".join(line + b"\n" for line in file.split(b"\n")[:-2]), WITHOUT_END),
    "gzip cut off": (lambda file: gzip.compress(file, mtime=0)[:-30], "packed by gzip and can't be unpacked"),
    "gzip bomb": (lambda file: BOMB, "packed by gzip and can't be unpacked"),
    "zip bomb": (lambda file: zipped(bomb=bytes(48 * 2**20)), "a zip archive that does not hold just one record"),
    "two in a zip": (lambda file: zipped(one=file, two=file), "a zip archive that does not hold just one record"),
    "bzip2": (bz2.compress, PACKED.format("bzip2")),
    "xz": (lzma.compress, PACKED.format("xz")),
}
"""Damage that can't be undone, and the sentence about it; the verdict stays `broken`."""


def forged() -> bytes:
    return with_note().replace(b'"listed":true', b'"listed":false')
