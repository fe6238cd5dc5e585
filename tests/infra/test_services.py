"""One table of services: what is made from it agrees with it, and a service may run on another machine."""

import subprocess
import sys
from configparser import RawConfigParser
from importlib import import_module
from pathlib import Path

import pytest
from flask import Flask

from frontend.app import create_app
from frontend.door.services import NAME
from infra.programs import configuration
from infra.ready import addresses, still_missing
from infra.run import ports
from shared.services import DOORS, SERVED, SERVICES
from shared.settings import Settings, settings
from tests.servers import end, environment

ROOT = Path(__file__).parents[2]
CITY = {"city": [[None] * 5] * 5}


def sections(**environ: str) -> RawConfigParser:
    read = RawConfigParser()
    read.read_string(configuration(Settings.from_environ(environ)))
    return read


def test_no_two_rows_share_a_name_a_port_or_a_prefix():
    for facts in ("program", "offset", "port_variable"):
        assert len({getattr(one, facts) for one in SERVED}) == len(SERVED)
    queues = [queue for service in SERVICES for queue in service.queues]
    assert len({service.prefix for service in SERVICES}) == len(SERVICES)
    assert len({queue.name for queue in queues}) == len({queue.worker for queue in queues}) == len(queues)


def test_every_folder_of_a_service_has_its_row_and_every_row_its_folder():
    folders = {path.parent.name for path in (ROOT / "services").glob("*/api.py")}
    assert folders == {service.program for service in SERVICES}
    for one in (*DOORS, *SERVICES):
        assert callable(import_module(one.module).create_app)


def test_the_runner_starts_each_program_of_the_table_once():
    read = sections(PORT="9000", HOST="::")
    names = read["group:urbanist"]["programs"].split(",")
    assert names[0] == "keeper"
    assert names[-1] == "ready"
    assert {f"program:{name}" for name in names} | {"supervisord", "program:server", "group:urbanist"} == set(
        read.sections()
    )
    assert {"game_command", "game_command_listener", "bots", "slow_bots", "analysis_worker", "live"} < set(names)
    assert "-b [::]:9000 " in read["program:frontend"]["command"]
    assert "-b 127.0.0.1:9004 " in read["program:scoring"]["command"]
    assert read["program:analysis_worker"]["command"].split(" nice -n 10 ")[1].split()[1:3] == ["worker", "analysis"]
    assert sum("--check" in read[name].get("command", "") for name in read.sections()) == 1


def test_the_zone_of_an_address_is_no_variable_of_the_runner():
    assert "-b [fe80::1%%eth0]:8000 " in sections(HOST="fe80::1%eth0")["program:frontend"]["command"]


def test_a_service_on_another_machine_is_not_started_here_and_everybody_asks_it_there():
    chosen = Settings.from_environ({"SCORING_URL": "http://10.0.0.5:8004/"})
    names = sections(SCORING_URL="http://10.0.0.5:8004/")["group:urbanist"]["programs"].split(",")
    assert not {"scoring", "scoring_listener", "scoring_worker", "analysis_worker"} & set(names)
    assert {"game_command", "matchmaking", "bots"} < set(names)
    assert "SCORING_PORT" not in ports(chosen)
    assert (chosen.urls["scoring"], addresses(chosen)["scoring"]) == (
        "http://10.0.0.5:8004",
        "http://10.0.0.5:8004/health",
    )
    assert chosen.urls["matchmaking"] == "http://127.0.0.1:8003"


@pytest.mark.server
def test_the_gateway_asks_a_service_that_was_started_elsewhere(var, clean_server, free_ports, monkeypatch):
    elsewhere = f"http://127.0.0.1:{free_ports[0]}"
    command = [
        *(sys.executable, "-m", "gunicorn", "-c", "infra/gunicorn.conf.py", "-b", elsewhere.removeprefix("http://")),
        "services.scoring.api:create_app()",
    ]
    monkeypatch.setenv("REDIS_URL", clean_server)
    monkeypatch.setenv("URBANIST_VAR", str(var))
    monkeypatch.setenv("SCORING_PORT", str(free_ports[1]))  # where nobody is
    settings.cache_clear()
    alone = create_app()  # makes the key that both share
    there = subprocess.Popen(
        command, env=environment(var, REDIS_URL=clean_server, WEB_CONCURRENCY="1"), stdout=subprocess.PIPE, text=True
    )
    try:
        assert still_missing({"scoring": f"{elsewhere}/health"}, patience=30) == []
        assert alone.test_client().get("/api/docs/scoring/openapi.json").status_code == 503
        monkeypatch.setenv("SCORING_URL", elsewhere)
        settings.cache_clear()
        together = create_app()
        visitor = together.test_client()
        assert "Urbanist scoring" in visitor.get("/api/docs/scoring/openapi.json").text
        assert visitor.post("/api/scoring/sprawlopolis", json={"nonsense": 1}).status_code == 400
        hang_up(together)
    finally:
        hang_up(alone)
        end(there)
        settings.cache_clear()


def hang_up(app: Flask) -> None:
    for way in app.extensions[NAME].ways.values():
        way.close()
