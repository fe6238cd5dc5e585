"""Says once that everything is up and where, or which part is not."""

import sys
import time

import httpx

from infra.runner import go_with_the_runner
from shared.settings import Settings, settings
from shared.web.names import ways_in

PATIENCE = 60  # seconds


def main() -> None:
    go_with_the_runner()
    chosen = settings()
    if missing := still_missing(addresses(chosen)):
        sys.exit(f"Urbanist is not ready: {', '.join(missing)} did not come up in {PATIENCE} s. See the lines above.")
    print(f"Urbanist is ready: {', '.join(ways_in(chosen))}", flush=True)


def addresses(chosen: Settings) -> dict[str, str]:
    ports = {
        "frontend": chosen.port,
        "live": chosen.live_port,
        "game_command": chosen.game_command_port,
        "matchmaking": chosen.matchmaking_port,
        "scoring": chosen.scoring_port,
    }
    hosts = {"frontend": chosen.near, "live": chosen.near}
    return {name: f"http://{hosts.get(name, '127.0.0.1')}:{port}/health" for name, port in ports.items()}


def still_missing(waiting: dict[str, str], patience: float = PATIENCE) -> list[str]:
    """The names of those that did not answer in time; none as soon as all have."""
    until = time.monotonic() + patience
    with httpx.Client(timeout=2, trust_env=False) as client:  # no proxy: they are on this machine
        while waiting and time.monotonic() < until:
            waiting = {name: url for name, url in waiting.items() if not is_well(client, url)}
            if waiting:
                time.sleep(0.1)
    return list(waiting)


def is_well(client: httpx.Client, url: str) -> bool:
    try:
        return client.get(url).status_code == 200
    except httpx.HTTPError:
        return False


if __name__ == "__main__":
    main()
