"""What the caller looks for each second, off every visitor's way: it goes on with erasures that pages have begun,
forgets guests who never came back, and hears of benched bots.
"""

import time
from collections.abc import Callable, Iterable
from functools import partial

from frontend.caller.benched import call_owners
from frontend.door.ask import Services
from frontend.door.erasing import erasing_by
from frontend.site import Site
from shared.people.forgetting import Forgetting
from shared.web.life import show_life

EVERY = 1.0  # seconds between two looks whether there is something to do
AT_ONCE = 0.3  # seconds of work before news is heard again


class Upkeep:
    def __init__(self, site: Site, services: Services) -> None:
        self.site = site
        self.erasing = erasing_by(site, services)
        self.forgetting = Forgetting(site.accounts.redis, self.erasing, site.settings.forget_guests)

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        yield "erasing", partial(_a_while, self.erasing.step)
        yield "forgetting", partial(_a_while, self.forgetting.step)
        yield "benched", partial(call_owners, self.site)


def _a_while(step: Callable[[], bool]) -> None:
    until = time.monotonic() + AT_ONCE
    while step() and time.monotonic() < until:
        show_life()
