"""Which remote bot is the visitor's: the account that registered it acts for it, by its token or its cookie."""

from frontend.people.sessions import visiting_person
from frontend.site import site
from shared.errors import NotAllowed, NotFound
from shared.platform.player import BOT
from shared.roster import Kind, Offer


def own(bot: str) -> Offer:
    """What is known of the visitor's bot, `<name>@<version>`. Raises NotFound, NotAllowed."""
    offer = site().roster.offer(f"{BOT}:{bot}") if is_version(bot) else None
    if offer is None or offer.kind is not Kind.REMOTE:
        raise NotFound("no remote bot {bot} is registered here", bot=bot)
    if offer.owner != visiting_person():
        raise NotAllowed("the bot {bot} belongs to somebody else", bot=bot)
    return offer


def is_version(bot: str) -> bool:
    version = bot.partition("@")[2]
    return version.isascii() and version.isdecimal() and version == str(int(version[:9]))
