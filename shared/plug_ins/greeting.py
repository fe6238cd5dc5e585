"""What a bot's process says first: what it is, or why it could not be loaded. Whoever says it is not trusted."""

import msgspec

from shared.errors import Malformed
from shared.marked import marked
from shared.plug_ins.failed import Failed
from shared.plug_ins.plug_in import PlugIn
from shared.roster.checked import check
from shared.roster.offer import Kind, Offer, field_of, offer_from, text_of

NO_SENSE = marked("its greeting makes no sense: {why}")


class Greeting(msgspec.Struct):
    name: str = ""
    version: int = 0
    offer: str = ""
    error: str | None = None


def greeting(plug_in: PlugIn) -> bytes:
    return _line(Greeting(name=plug_in.name, version=plug_in.version, offer=text_of(plug_in.offer)))


def excuse(error: str) -> bytes:
    return _line(Greeting(error=error))


def offer_in(line: bytes, name: str) -> Offer:
    """Raises Failed, also where it claims to be another bot than the one that was started."""
    try:
        said = msgspec.json.decode(line, type=Greeting)
        if said.error is not None:
            raise Failed("failed", said.error)
        kept = {"kind": str(Kind.PLUG_IN), "owner": "", field_of(said.version): said.offer}
        offer = offer_from(said.name, said.version, kept)
        if offer is not None:
            check(offer)
    except Malformed as refused:
        raise Failed("failed", NO_SENSE.format(why=refused)) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Failed("failed", marked("its greeting makes no sense")) from None
    if offer is None or offer.name != name:
        raise Failed("failed", marked("it says that it is another bot"))
    return offer


def _line(said: Greeting) -> bytes:
    return msgspec.json.encode(said) + b"\n"
