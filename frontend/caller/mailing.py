"""Mails: a question whether an address is its reader's, and a list of all matches that wait for them."""

import smtplib
import ssl
from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Protocol
from urllib.parse import unquote, urlsplit

import structlog

from frontend.caller.words import Words, sentence
from frontend.people.mailed import CONFIRM, STOP, token
from frontend.people.ways import Mailbox
from frontend.site import Site
from shared.platform.rows import Row
from shared.settings import Settings

log = structlog.get_logger()
PATIENCE = 10.0  # seconds for each answer of the mail server


class Refused(Exception):
    """The address takes no mail, and will not."""


class Post(Protocol):
    def __call__(self, mail: EmailMessage) -> None:
        """Raises Refused, OSError, SMTPException."""


def post_of(chosen: Settings) -> Post:
    return by_smtp(chosen.smtp_url) if chosen.smtp_url else to_log


def to_log(mail: EmailMessage) -> None:
    """On a machine without a mail server, for whoever tries it out."""
    log.info("mail_not_sent", to=mail["To"], subject=mail["Subject"], text=mail.get_content())


def by_smtp(url: str) -> Post:
    """A connection for each mail: there are few. By `smtp://` it is encrypted wherever the server can."""
    parts = urlsplit(url)
    host, is_tls = parts.hostname or "", parts.scheme == "smtps"

    def post(mail: EmailMessage) -> None:
        with _connected(host, parts.port, is_tls) as server:
            if not is_tls and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                server.ehlo()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            try:
                server.send_message(mail)
            except smtplib.SMTPRecipientsRefused as error:
                if all(code >= 500 for code, _ in error.recipients.values()):
                    raise Refused from error
                raise

    return post


def _connected(host: str, port: int | None, is_tls: bool) -> smtplib.SMTP:
    if is_tls:
        trusted = ssl.create_default_context()
        found: smtplib.SMTP = smtplib.SMTP_SSL(host, port or 465, timeout=PATIENCE, context=trusted)
    else:
        found = smtplib.SMTP(host, port or 587, timeout=PATIENCE)
    found.ehlo()
    return found


class Mailing:
    def __init__(self, site: Site, post: Post) -> None:
        self.site = site
        self.post = post
        self.words = Words(site)

    def wait(self, box: Mailbox) -> float:
        """Seconds until the next mail may go: some patience, and what the reader chose since the last one."""
        last = datetime.fromisoformat(box.sent).timestamp() if box.sent else 0.0
        return max(self.site.settings.mail_after, last + box.every - self.site.calls.clock())

    def question(self, person: str, box: Mailbox) -> None:
        link = self._link(CONFIRM, person, box)
        asked = sentence(
            "Somebody asked Urbanist at {origin} to write to this address when it is their turn.", origin=box.origin
        )
        todo = sentence("If that was you, open this link and press the button there:")
        otherwise = sentence("If it was not, do nothing: no more mail will come.")
        self._send(box, sentence("Shall Urbanist write to you?"), f"{asked}\n\n{todo}\n{link}\n\n{otherwise}\n")

    def digest(self, person: str, box: Mailbox, rows: Sequence[Row]) -> None:
        stop = self._link(STOP, person, box)
        lines = "\n\n".join(self.words.line(row, person, box.origin) for row in rows)
        why = sentence(
            "You chose to be written to. How often, and what else calls you: {link}", link=f"{box.origin}/settings"
        )
        end = sentence("To get no more of it: {link}", link=stop)
        self._send(box, self.words.subject(rows), f"{lines}\n\n--\n{why}\n{end}\n", stop)

    def _link(self, purpose: str, person: str, box: Mailbox) -> str:
        return f"{box.origin}/settings/mail/{purpose}?link={token(self.site.key, purpose, person, box.serial)}"

    def _send(self, box: Mailbox, subject: str, text: str, stop: str | None = None) -> None:
        mail, sender = EmailMessage(), self.site.settings.mail_from
        mail["From"] = f"Urbanist <{sender}>"
        mail["To"] = box.address
        mail["Subject"] = subject
        mail["Date"] = formatdate()
        mail["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"
        if stop:
            mail["List-Unsubscribe"] = f"<{stop}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(text)
        self.post(mail)
