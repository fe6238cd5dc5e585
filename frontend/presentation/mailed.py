"""The context of the page behind a link in a mail about an account."""

from typing import TypedDict

from shared.people.notes import Note


class MailedContext(TypedDict):
    """`kind` says what its button does; without a `name` there is nothing left to do."""

    kind: str
    link: str
    name: str | None
    address: str


class MailedPage(TypedDict):
    mailed: MailedContext


def mailed_context(kind: str, link: str, name: str | None, note: Note | None) -> MailedContext:
    return {"kind": kind, "link": link, "name": name, "address": note.address if note else ""}
