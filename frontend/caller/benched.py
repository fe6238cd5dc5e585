"""Whose bot is benched: its owner is called once by every way that they have chosen, wherever they are."""

from hashlib import sha256

from frontend.caller.mailing import Mailing
from frontend.caller.words import plain, pushable, say_plain
from frontend.people.calls import BENCHED_MAIL, BENCHED_PUSH, Call
from frontend.people.ways import Mailbox
from frontend.sentences import say
from frontend.site import Site
from shared.platform.player import BOT, player_from


def call_owners(site: Site) -> None:
    """Of bots benched since the last look. Noted last: after a crash it is done once more, not left out."""
    for player, since in site.roster.untold().items():
        offer = site.roster.offer(player)
        if offer and offer.owner:
            _call(site, offer.owner, player.removeprefix(f"{BOT}:"))
        site.roster.note_told(player, since)


def _call(site: Site, owner: str, bot: str) -> None:
    for browser in site.ways.browsers(owner):
        site.calls.expect(Call(BENCHED_PUSH, owner, bot, browser.id))
    if site.ways.mailbox(owner):
        site.calls.expect(Call(BENCHED_MAIL, owner, bot))


def is_still(site: Site, call: Call) -> bool:
    """Whether the bot that the call is about is benched, and its reader's."""
    offer = site.roster.offer(f"{BOT}:{call.about}")
    return offer is not None and offer.owner == call.person and site.roster.is_benched(offer.player)


def topic_of(bot: str) -> str:
    """A push service takes 32 characters."""
    return f"benched-{sha256(bot.encode()).hexdigest()[:16]}"


def pushed(bot: str) -> bytes:
    body = say_plain("It could not play too many turns, so it is not offered any more.")
    return pushable({"title": _title(bot), "body": body, "tag": f"bot-{bot}", "path": "/me"})


def mailed(mailing: Mailing, person: str, box: Mailbox, bot: str) -> None:
    said = plain(
        say(
            "Your bot {name} could not play too many turns at {origin}. So it is not offered at tables any more, and "
            "the stand-in plays on for it.",
            name=bot,
            origin=box.origin,
        )
    )
    todo = say_plain("Register what you have mended as a new version, or ask an operator to let this one play again.")
    seen = say_plain("What it failed at: {link}", link=f"{box.origin}/bots/{player_from(f'{BOT}:{bot}').name}")
    mine = say_plain("All your bots: {link}", link=f"{box.origin}/me")
    mailing.send_chosen(person, box, _title(bot), f"{said}\n\n{todo}\n\n{seen}\n{mine}")


def _title(bot: str) -> str:
    return say_plain("Your bot {name} is benched", name=bot)
