"""When somebody last did something here, so that guests who never came back can be forgotten (forgetting.py).

The field `seen` of the hash `person:<id>`, in milliseconds: written with a first act, and then with the cookie, once a
day.
"""

from typing import Any

import redis
import structlog
from flask import Flask, Response, g

from frontend.people.sessions import known_person
from frontend.people.who import player_of
from shared.people.register import now
from shared.people.standing import FORMER

log = structlog.get_logger()
# Nobody who was erased comes back by a request that was under way.
NOTE = "if redis.call('HGET', KEYS[1], 'state') ~= ARGV[2] then redis.call('HSET', KEYS[1], 'seen', ARGV[1]) end"


def note_visits(app: Flask, client: Any) -> None:
    note = client.register_script(NOTE)

    def noted(answer: Response) -> Response:
        """What was done stands even if this can't be noted."""
        if g.get("acted") and (person := known_person()):
            try:
                note(keys=[player_of(person)], args=[now(), FORMER])
            except redis.RedisError as error:
                log.warning("visit_not_noted", reason=str(error))
        return answer

    app.after_request(noted)
