"""docker-compose.yml and infra/Dockerfile agree with the tables behind `make run`, and keep their promises."""

import re
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from infra import server
from infra.programs import every_program, programs
from shared import ports
from shared.services import DOORS, SERVICES
from shared.settings import Settings, rows
from tests.machines import compose
from tests.machines.compose import FILE, ROOT, Missing, depends_on
from tests.machines.dockerfile import instructions, stages
from tests.machines.images import DOCKERFILE, IGNORED

SECRETS = {"URBANIST_SMTP_URL": "smtps://u:p@mail", "URBANIST_OIDC_SECRET": "s3cret"}
PASSWORD = {"URBANIST_PASSWORD": "abc123", **SECRETS}
OUTSIDE = {"frontend", "live", "caller"}
OF_SERVER = {"URBANIST_PASSWORD"}
STARTS = ["python", "-m", "infra.alone"]


@pytest.fixture(scope="module")
def file() -> Any:
    return compose.read(PASSWORD)


@pytest.fixture(scope="module")
def services(file: Any) -> Any:
    return file["services"]


def alone(services: Any) -> dict[str, str]:
    """The programs by the services that run them."""
    found = {name: facts.get("command", []) for name, facts in services.items()}
    return {name: command[-1] for name, command in found.items() if command[:-1] == STARTS}


def settings_of(facts: Any) -> Settings:
    return Settings.from_environ(facts["environment"])


def test_it_keeps_to_the_official_schema():
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(FILE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_program_of_make_run_has_a_container_of_its_name(services: Any):
    found = alone(services)
    assert found == {name.replace("_", "-"): name for name in every_program(Settings.from_environ({}))}
    assert {"keeper", *dict(programs(Settings.from_environ({})))} == set(found.values())
    assert set(services) - set(found) == {"proxy", "server", "prepare"}


def test_it_sets_only_what_the_settings_know_and_every_program_the_same(services: Any):
    """But for secrets, which only those get that reach others."""
    known = {row.name for row in (*rows().values(), *ports.rows())}
    ours = {name: services[name]["environment"] for name in (*alone(services), "prepare")}
    for name, environ in ours.items():
        assert set(environ) <= known, name
        assert environ == {**ours["prepare"], **(SECRETS if name in OUTSIDE else dict.fromkeys(SECRETS, ""))}, name
    assert set(services["server"]["environment"]) == OF_SERVER


def test_services_are_asked_where_they_listen(services: Any):
    chosen = settings_of(services["frontend"])
    assert not chosen.embedded
    for service in SERVICES:
        assert chosen.urls[service.name] == f"http://{service.name}:{chosen.ports[service.program]}"
        assert f"-b 0.0.0.0:{chosen.ports[service.program]} " in every_program(chosen)[service.program]
    assert re.fullmatch(r"redis://:abc123@server:6379/0", chosen.redis_url)


def test_the_proxy_is_the_recipe_with_names_in_place_of_this_machine(services: Any):
    made = subprocess.run(
        ["sed", "-f", "infra/proxy.sed", "infra/nginx.conf"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    chosen = settings_of(services["frontend"])
    asked = [f"{door.program}:{chosen.ports[door.program]}" for door in DOORS]
    (port,) = re.findall(r"listen (\d+);", made.stdout)
    assert re.findall(r"set \$urbanist_at (\S+);", made.stdout) == asked
    assert services["proxy"]["ports"] == [f"127.0.0.1:8000:{port}"]
    assert "127.0.0.1" not in made.stdout.replace("127.0.0.11", "")
    assert chosen.live_url == "/live"


def test_pages_believe_the_network_of_the_proxy_alone(file: Any):
    (config,) = file["networks"]["door"]["ipam"]["config"]
    assert settings_of(file["services"]["frontend"]).proxies == (ip_network(config["subnet"]),)
    assert file["networks"]["inside"] == {"internal": True}
    outside = {name for name, facts in file["services"].items() if "door" in facts["networks"]}
    assert outside == {"proxy", *OUTSIDE}


def test_the_server_keeps_as_much_as_the_embedded_one(services: Any):
    said = [line.strip() for line in services["server"]["command"][-1].splitlines()]
    for name, value in zip(server.DURABLE[::2], server.DURABLE[1::2], strict=True):
        shown = value or '""'
        assert f"{name.removeprefix('--')} {shown}" in said


def test_only_the_proxy_can_be_reached_and_nobody_may_more_than_needed(services: Any):
    for name, facts in services.items():
        assert ("ports" in facts) == (name == "proxy"), name
        assert "container_name" not in facts, name  # there may be several of each
        assert (facts["read_only"], facts["cap_drop"]) == (True, ["ALL"]), name
        assert facts["security_opt"] == ["no-new-privileges:true"], name
    assert services["server"]["user"] == "valkey"


def test_everything_waits_for_the_checks_and_the_checks_for_the_server(services: Any):
    assert depends_on(services["prepare"]) == {"server": "service_healthy"}
    for name in alone(services):
        assert depends_on(services[name]) == {"prepare": "service_completed_successfully"}


def test_without_a_password_nothing_starts():
    with pytest.raises(Missing, match="Write a password into"):
        compose.read({})


def test_the_image_is_made_from_the_lock_file_and_runs_as_nobody_special():
    found = stages(DOCKERFILE)
    assert list(found) == ["build", "proxy", "urbanist"]
    assert found["urbanist"].last("USER").text == "10001:10001"
    for name in ("proxy", "urbanist"):
        assert found[name].last("HEALTHCHECK").words
    installs = [one.text for one in found["build"].does if one.name == "RUN" and "--requirement" in one.text]
    assert all("--require-hashes --requirement requirements.lock" in text for text in installs)
    assert "--use-pep517 --require-hashes" in (ROOT / "infra/install.sh").read_text()


def test_all_that_is_copied_is_sent_to_the_builder_and_nothing_else():
    copies = [one for one in instructions(DOCKERFILE.read_text()) if one.name == "COPY" and not one.flags]
    copied = {word for one in copies for word in one.words[:-1]}
    lines = [line for line in IGNORED.read_text().splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == copied
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert packages < copied


def test_what_the_hosts_page_says_stands_in_the_file():
    page = Path(ROOT, "docs/hosting.md").read_text("utf-8")
    section = page[page.index("## In containers") : page.index("## A service on another machine")]
    for name in set(re.findall(r"\$\{(\w+)", FILE.read_text("utf-8"))):
        assert name in section, name
