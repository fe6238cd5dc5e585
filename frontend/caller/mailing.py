"""Mails: a question whether an address is its reader's, and a list of all matches that wait for them."""

import smtplib
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from socket import SHUT_RDWR
from threading import Timer
from typing import Protocol
from urllib.parse import unquote, urlsplit

import structlog

from frontend.caller.words import Words, plain, say_plain
from frontend.people.mailed import CONFIRM, STOP, token
from frontend.people.ways import Mailbox
from frontend.sentences import say
from frontend.site import Site
from shared.platform.rows import Row
from shared.settings import Settings

log = structlog.get_logger()
PATIENCE = 10.0  # seconds for each answer of the mail server
WHOLE = 60.0  # seconds for all of them


class Refused(Exception):
    """The address takes no mail, and will not."""


class NotNow(Exception):
    """The server works, and does not take this mail now. Its words, which may name the address, go into no log."""


class Away(Exception):
    """There is no server, or it takes mail of nobody."""


class Post(Protocol):
    def __call__(self, mail: EmailMessage) -> None:
        """Raises Refused, NotNow, Away."""


def post_of(chosen: Settings) -> Post:
    return by_smtp(chosen.smtp_url) if chosen.smtp_url else to_log


def to_log(mail: EmailMessage) -> None:
    """On a machine without a mail server, for whoever tries it out: whole lines, so that its links can be opened."""
    log.info("mail_printed", to=mail["To"], subject=mail["Subject"])
    for line in mail.get_content().splitlines():
        log.info(f"    {line}")


def by_smtp(url: str) -> Post:
    """A connection for each mail: there are few. By `smtp://` it is encrypted wherever the server can."""
    parts = urlsplit(url)
    host, is_tls = parts.hostname or "", parts.scheme == "smtps"

    def post(mail: EmailMessage) -> None:
        server = _unconnected(is_tls)
        server._host = host  # type: ignore[attr-defined]  # whose certificate is asked for; connect() doesn't note it
        try:
            with in_time(server):
                server.connect(host, parts.port or (465 if is_tls else 587))
                server.ehlo_or_helo_if_needed()
                if not is_tls and server.has_extn("starttls"):
                    server.starttls(context=ssl.create_default_context())
                if parts.username:
                    server.login(unquote(parts.username), unquote(parts.password or ""))
                _hand_in(server, mail)
        except (OSError, smtplib.SMTPException) as error:
            raise Away(repr(error)) from error
        finally:
            server.close()

    return post


def _unconnected(is_tls: bool) -> smtplib.SMTP:
    if is_tls:
        return smtplib.SMTP_SSL(timeout=PATIENCE, context=ssl.create_default_context())
    return smtplib.SMTP(timeout=PATIENCE)


def _hand_in(server: smtplib.SMTP, mail: EmailMessage) -> None:
    """Once the server has taken it, it was sent, however the server says goodbye: nobody waits for that."""
    try:
        server.send_message(mail)
    except smtplib.SMTPRecipientsRefused as error:
        if all(code >= 500 for code, _ in error.recipients.values()):
            raise Refused from error
        raise NotNow(f"answered {[code for code, _ in error.recipients.values()]}") from error
    except smtplib.SMTPDataError as error:
        raise NotNow(f"answered {error.smtp_code}") from error
    with suppress(OSError, smtplib.SMTPException):
        server.putcmd("quit")


@contextmanager
def in_time(server: smtplib.SMTP) -> Iterator[None]:
    """A server that says a little now and then is in time with each answer, and would still keep us for ever."""

    def end() -> None:
        with suppress(OSError):  # it has just ended by itself
            if server.sock:
                server.sock.shutdown(SHUT_RDWR)

    timer = Timer(WHOLE, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


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
        asked = plain(
            say(
                "Somebody asked Urbanist at {origin} to write to this address when it is their turn.", origin=box.origin
            )
        )
        todo = say_plain("If that was you, open this link and press the button there:")
        otherwise = say_plain("If it was not, do nothing: no more mail will come.")
        self.send(
            box.address, say_plain("Shall Urbanist write to you?"), f"{asked}\n\n{todo}\n{link}\n\n{otherwise}\n"
        )

    def digest(self, person: str, box: Mailbox, rows: Sequence[Row]) -> None:
        lines = "\n\n".join(self.words.line(row, person, box.origin) for row in rows)
        self.send_chosen(person, box, self.words.subject(rows), lines)

    def send_chosen(self, person: str, box: Mailbox, subject: str, text: str) -> None:
        """What somebody has chosen to be told by mail, with how to end that."""
        stop = self._link(STOP, person, box)
        why = plain(
            say("You chose to be written to. How often, and what else calls you: {link}", link=f"{box.origin}/settings")
        )
        end = say_plain("To get no more of it: {link}", link=stop)
        self.send(box.address, subject, f"{text}\n\n--\n{why}\n{end}\n", stop)

    def _link(self, purpose: str, person: str, box: Mailbox) -> str:
        return f"{box.origin}/settings/mail/{purpose}?link={token(self.site.key, purpose, person, box.serial)}"

    def send(self, address: str, subject: str, text: str, stop: str | None = None) -> None:
        mail, sender = EmailMessage(), self.site.settings.mail_from
        mail["From"] = f"Urbanist <{sender}>"
        mail["To"] = address
        mail["Subject"] = subject
        mail["Date"] = formatdate()
        mail["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"
        if stop:
            mail["List-Unsubscribe"] = f"<{stop}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(text)
        self.post(mail)
