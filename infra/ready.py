"""Says that everything is up, and where, as soon as it is; until then, from time to time, what is missing."""

import time
from contextlib import closing

import httpx
import redis

from infra.healthy import READ_ONLY
from infra.runner import go_with_the_runner
from shared.services import DOORS, SERVED, SERVICES, Served
from shared.settings import Settings, settings
from shared.web.names import ways_in

PATIENCE = 30  # seconds between two sentences


def main() -> None:
    go_with_the_runner()
    chosen = settings()
    waiting = addresses(chosen)
    while missing := still_missing(waiting, PATIENCE):
        print(why_not(chosen.redis_url, missing), flush=True)
        waiting = {name: waiting[name] for name in missing}
    print(f"Urbanist is ready: {', '.join(ways_in(chosen))}", flush=True)


def addresses(chosen: Settings) -> dict[str, str]:
    """Of all that must answer, on whichever machine, by the names that they have in the log."""
    found: dict[Served, str] = {door: f"http://{chosen.near}:{chosen.ports[door.program]}" for door in DOORS}
    asked = found | {service: chosen.urls[service.name] for service in SERVICES}
    return {one.program: f"{asked[one]}/health" for one in SERVED if one in asked}


def still_missing(waiting: dict[str, str], patience: float) -> list[str]:
    """The names of those that did not answer in time; returns at once when all have."""
    until = time.monotonic() + patience
    with httpx.Client(timeout=2, trust_env=False) as client:  # no proxy: they are our own
        while waiting and time.monotonic() < until:
            waiting = {name: url for name, url in waiting.items() if not is_up(client, url)}
            if waiting:
                time.sleep(0.1)
    return list(waiting)


def is_up(client: httpx.Client, url: str) -> bool:
    """Also while nothing can be stored: others say so, and the pages are there."""
    try:
        answer = client.get(url)
        return answer.status_code == 200 or answer.json()["code"] in READ_ONLY
    except (httpx.HTTPError, ValueError, KeyError, TypeError):
        return False


def why_not(redis_url: str, missing: list[str]) -> str:
    """In one sentence: the server is still reading its file, or doesn't answer, or what else is missing."""
    with closing(redis.Redis.from_url(redis_url, socket_timeout=2)) as client:
        try:
            facts = dict(client.info("persistence"))
        except redis.RedisError as error:
            return f"Urbanist is not ready yet: the server is not answering ({error})."
    if facts.get("loading"):
        part = float(facts.get("loading_loaded_perc", 0))
        return f"Urbanist is not ready yet: the server is still reading its file of all matches, {part:.0f} % so far."
    return f"Urbanist is not ready yet: {', '.join(missing)} did not answer so far. See the lines above."


if __name__ == "__main__":
    main()
