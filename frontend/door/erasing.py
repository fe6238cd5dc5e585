"""Erasure as pages and the caller do it: what has to be left is left through the services."""

from frontend.door.ask import Refusal, Services
from frontend.door.services import services
from frontend.site import Site, site
from shared.errors import Refused, Unavailable
from shared.people.erasing import Erasing
from shared.people.leaving import Commands, Leaving, Step
from shared.people.rewriting import Rewriting

WHERE = {
    Step.RESIGN: ("game-command", "matches"),
    Step.GIVE_UP: ("matchmaking", "tables"),
    Step.LEAVE: ("matchmaking", "tables"),
    Step.WITHDRAW: ("matchmaking", "tournaments"),
    Step.CALL_OFF: ("matchmaking", "tournaments"),
}


def erasing() -> Erasing:
    return erasing_by(site(), services())


def erasing_by(found: Site, ways: Services) -> Erasing:
    client = found.accounts.redis
    leaving = Leaving(client, found.streams, found.rows, asking(ways))
    return Erasing(client, leaving, Rewriting(client) if found.settings.embedded else None)


def asking(ways: Services) -> Commands:
    def ask(person: str, step: Step, id_: str, cause: str) -> None:
        service, prefix = WHERE[step]
        try:
            ways.command(service, f"/{prefix}/{id_}/{step.value}", person, {"cause": cause})
        except Refusal as refusal:
            kind = Unavailable if refusal.status >= 500 else Refused
            raise kind(str(refusal)) from refusal

    return ask
