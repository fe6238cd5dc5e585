"""The program that calls people, a listener like those of the services; it also erases those who asked for it, and has
anchors stamped.
"""

import time
from threading import Thread

from frontend.caller.caller import Caller
from frontend.caller.erasing import EVERY, Upkeep
from frontend.caller.mailing import post_of
from frontend.caller.pushing import Pusher
from frontend.caller.stamping import Stamper, keep_stamping
from frontend.door.ask import Services
from frontend.site import make_site
from shared.ledger.anchors import Anchors
from shared.ledger.consumer import Consumer
from shared.ledger.redis import connect
from shared.log import configure
from shared.settings import settings
from shared.web.life import collect_seldom
from shared.web.listener import Rounds, listen
from shared.web.push_key import push_key

GATHER = 0.5  # seconds between two readings of news: nobody is called that soon


def main() -> None:
    configure("caller")
    site, chosen = make_site(settings()), settings()
    caller = Caller(site, Pusher(push_key(chosen.var), chosen.mail_from), post_of(chosen))
    upkeep = Upkeep(site, Services(chosen, site.key))
    consumer = Consumer(connect(chosen.redis_url), "caller", "listener", gather=GATHER)
    collect_seldom()
    if chosen.timestamp_url:
        stamper = Stamper(Anchors(chosen.anchor_folder), chosen.timestamp_url)
        Thread(target=keep_stamping, args=(stamper, lambda: False, time.sleep), name="stamps", daemon=True).start()
    listen(consumer, caller.reactions(), Rounds(EVERY, upkeep.duties), caller.call_due)


if __name__ == "__main__":
    main()
