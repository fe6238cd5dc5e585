"""The context of the settings' page: in which ways somebody is called when it is their turn."""

from collections.abc import Mapping
from typing import TypedDict
from urllib.parse import urlsplit

from frontend.people.mailed import CONFIRM, STOP, meant
from frontend.people.ways import EVERY, Mailbox
from frontend.site import Site
from shared.errors import NotFound


class BrowserContext(TypedDict):
    """`here` says that it is the one that asks; `service` is the name of the push service that reaches it."""

    id: str
    service: str
    at: str
    here: bool


class MailContext(TypedDict):
    """`offered`: this server sends mail; `logged`: it only writes it to its log."""

    offered: bool
    logged: bool
    address: str | None
    asked: str | None
    every: int
    choices: list[int]


class SettingsContext(TypedDict):
    key: str
    browsers: list[BrowserContext]
    mail: MailContext
    said: str | None


class MailedLink(TypedDict):
    """A link out of a mail: its button does what it is for."""

    purpose: str
    link: str
    address: str | None
    done: bool


class SettingsPage(TypedDict):
    settings: SettingsContext


class LinkPage(TypedDict):
    mailed: MailedLink


def settings_context(site: Site, person: str, browser: str | None, key: str, said: str | None) -> SettingsContext:
    """`browser` is the id of the subscription that was made here, `key` our public one."""
    found = site.ways.browsers(person)
    return {
        "key": key,
        "browsers": [
            {"id": one.id, "service": urlsplit(one.endpoint).hostname or "", "at": one.at, "here": one.id == browser}
            for one in reversed(found)
        ],
        "mail": _mail(site, site.ways.mailbox(person), site.ways.asked(person)),
        "said": said,
    }


def _mail(site: Site, box: Mailbox | None, asked: Mailbox | None) -> MailContext:
    newest = box or asked
    return {
        "offered": site.settings.sends_mail,
        "logged": site.settings.smtp_url is None,
        "address": box.address if box else None,
        "asked": asked.address if asked else None,
        "every": newest.every if newest else EVERY[0],
        "choices": [*EVERY],
    }


def mailed_link(site: Site, purpose: str, link: str) -> tuple[str, str]:
    """Whose link it is, and its serial. Raises NotFound."""
    if (found := meant(site.key, purpose, link)) is None:
        raise NotFound("this link is no longer valid: choose again in the settings")
    return found


def link_context(site: Site, purpose: str, link: str, person: str, serial: str) -> MailedLink:
    """What it is about now: a link that was used before has nothing left to do."""
    asked, box = site.ways.asked(person), site.ways.mailbox(person)
    open_: Mapping[str, Mailbox | None] = {CONFIRM: asked, STOP: box}
    found = open_[purpose]
    is_open = found is not None and found.serial == serial
    address = found.address if found and is_open else None
    return {"purpose": purpose, "link": link, "address": address, "done": not is_open}
