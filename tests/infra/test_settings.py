"""What the environment may say, and what is refused with the name of the variable."""

import re
from math import inf
from pathlib import Path

import pytest
import redis

from infra.listed import BEGINS, PAGE, rows, written
from shared.services import PORTS
from shared.settings import LONGEST_SOCKET, Settings, settings
from shared.variables import GROUPS, TRIALS, BadSetting

ROOT = Path(__file__).parents[2]


def test_nothing_set_means_one_machine_with_an_embedded_server():
    chosen = Settings.from_environ({})
    assert chosen.var == Path.cwd() / "var"
    assert chosen.embedded
    assert chosen.rq_redis_url == chosen.redis_url
    assert chosen.live_url is None
    assert (chosen.nonce_wait, chosen.abort_after, chosen.bot_patience, chosen.bot_pause) == (10, 86_400, 3, 0)
    assert chosen.pace == 0.8


def test_all_ports_follow_the_first():
    chosen = Settings.from_environ({"PORT": "9000"})
    programs = ("frontend", "live", "game_command", "matchmaking", "scoring", "server")
    assert [chosen.ports[program] for program in programs] == list(range(9000, 9006))


def test_every_port_can_be_chosen():
    chosen = Settings.from_environ({"LIVE_PORT": "7001", "SCORING_PORT": "7002"})
    assert (chosen.port, chosen.live_port, chosen.ports["scoring"]) == (8000, 7001, 7002)


def test_a_given_server_is_used_for_jobs_too_unless_they_have_their_own():
    chosen = Settings.from_environ({"REDIS_URL": "redis://here:1/0"})
    assert (chosen.embedded, chosen.rq_redis_url) == (False, "redis://here:1/0")
    chosen = Settings.from_environ({"REDIS_URL": "redis://here:1/0", "RQ_REDIS_URL": "redis://there:1/0"})
    assert (chosen.redis_url, chosen.rq_redis_url) == ("redis://here:1/0", "redis://there:1/0")


def test_an_empty_variable_is_one_that_is_not_set():
    names = ("REDIS_URL", "PORT", "URBANIST_VAR", "URBANIST_NONCE_WAIT", "LIVE_URL")
    assert Settings.from_environ(dict.fromkeys(names, "")) == Settings.from_environ({})


@pytest.mark.parametrize("folder", ["/a b", "/a%20b", "/a?b#c", "/été"])
def test_clients_find_the_socket_whatever_its_folder_is_called(folder):
    url = Settings.from_environ({"URBANIST_VAR": folder}).redis_url
    with redis.ConnectionPool.from_url(url) as pool:
        assert pool.connection_kwargs["path"] == f"{folder}/redis.sock"


def test_a_folder_with_a_long_name_gets_a_port_of_this_machine():
    longest = "/" + "x" * (LONGEST_SOCKET - len("//redis.sock"))
    assert Settings.from_environ({"URBANIST_VAR": longest}).redis_url == f"unix://{longest}/redis.sock"
    assert Settings.from_environ({"URBANIST_VAR": longest + "x"}).redis_url == "redis://127.0.0.1:8005/0"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "\uff18\uff10"),
        ("LIVE_PORT", "8000.5"),
        ("REDIS_URL", "localhost:6379"),
        ("RQ_REDIS_URL", "http://localhost"),
        ("LIVE_URL", "http://example.org"),
        ("SCORING_URL", "10.0.0.5:8004"),
        ("SCORING_URL", "http://"),
        ("SCORING_URL", "http://10.0.0.5:many"),
        ("SCORING_URL", "http://10.0.0.5:8004/scoring"),
        ("SCORING_URL", "http://10.0.0.5:"),
        ("SCORING_URL", "http://a service:8004"),
        ("SCORING_URL", "http://10.0.0.500:8004"),
        ("SCORING_URL", "http://[::1]x:8004"),
        ("SCORING_URL", "http://[v1.a]:8004"),
        ("SCORING_URL", "http://" + "a" * 64),
        ("SCORING_URL", "http://me:hunter2@10.0.0.5:8004"),
        ("REDIS_URL", "redis://localhost:many/0"),
        ("REDIS_URL", "redis://[::1/0"),
        ("RQ_REDIS_URL", "rediss://:hunter2@there:99999/0"),
        ("WEB_THREADS", "0"),
        ("WEB_THREADS", "9" * 5000),
        ("PORT", "9" * 5000),
        ("URBANIST_NONCE_WAIT", "ten"),
        ("URBANIST_ABORT_AFTER", "-1"),
        ("URBANIST_BOT_PATIENCE", "inf"),
        ("URBANIST_BOT_PAUSE", "nan"),
        ("URBANIST_ANALYSIS", "perhaps"),
        ("URBANIST_ARCHIVE_AFTER", "0"),
        ("URBANIST_ARCHIVE_AFTER", "1.5"),
        ("URBANIST_ARCHIVE_AFTER", "soon"),
        ("URBANIST_ARCHIVE_AFTER", "100000"),
        ("URBANIST_SEATS_WAITING", "0"),
        ("URBANIST_SEATS_PLAYING", "many"),
        ("URBANIST_ABSENT_AFTER", "soon"),
        ("URBANIST_ANALYSES_WAITING", "0"),
        ("URBANIST_ANCHORS", "daily"),
        ("URBANIST_ANCHORS", "yes"),
        ("URBANIST_TIMESTAMP_URL", "tsa.example.org"),
        ("URBANIST_TIMESTAMP_URL", "ftp://tsa.example.org"),
        ("URBANIST_TIMESTAMP_URL", "http://[::1"),
        ("URBANIST_TIMESTAMP_URL", "http://tsa.example.org:0"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_by_its_name(name, value):
    with pytest.raises(BadSetting, match=f"^{name} "):
        Settings.from_environ({name: value})


def test_matches_are_archived_after_a_month_where_the_server_is_ours_and_else_only_if_somebody_says_so():
    assert Settings.from_environ({}).archive_after == 30
    assert Settings.from_environ({"URBANIST_ARCHIVE_AFTER": "Never"}).archive_after == inf
    assert Settings.from_environ({"REDIS_URL": "redis://here:1/0"}).archive_after == inf
    assert Settings.from_environ({"REDIS_URL": "redis://here:1/0", "URBANIST_ARCHIVE_AFTER": "7"}).archive_after == 7
    assert Settings.from_environ({"URBANIST_VAR": "/kept"}).archive == Path("/kept/archive")


def test_anchors_are_made_only_where_somebody_says_so():
    assert Settings.from_environ({}).anchors is False
    assert Settings.from_environ({"URBANIST_ANCHORS": "off"}).anchors is False
    chosen = Settings.from_environ({"URBANIST_ANCHORS": "hourly", "URBANIST_TIMESTAMP_URL": "http://tsa.example.org/t"})
    assert (chosen.anchors, chosen.timestamp_url) == (True, "http://tsa.example.org/t")
    assert Settings.from_environ({"URBANIST_VAR": "/kept"}).anchor_folder == Path("/kept/anchors")


def test_two_processes_never_share_a_port():
    with pytest.raises(BadSetting, match="PORT and SCORING_PORT are both 8000"):
        Settings.from_environ({"SCORING_PORT": "8000"})


@pytest.mark.parametrize(
    ("environ", "most"),
    [
        ({"PORT": "65535"}, 65530),
        ({"PORT": "65531"}, 65530),
        ({"PORT": "65531", "SERVER_PORT": ""}, 65530),  # an empty one is none
        ({"PORT": "65532", "SERVER_PORT": "9005"}, 65531),
    ],
)
def test_where_a_port_would_follow_beyond_the_last_one_the_variable_that_was_set_is_named(environ, most):
    with pytest.raises(BadSetting, match=f"^PORT is '{environ['PORT']}': it must be a whole number from 1 to {most}, "):
        Settings.from_environ(environ)


def test_the_last_ports_can_be_used():
    assert max(Settings.from_environ({"PORT": "65530"}).ports.values()) == 65535
    own = {name: str(9000 + at) for at, name in enumerate(PORTS) if name != "PORT"}
    assert Settings.from_environ({**own, "PORT": "65535"}).ports["frontend"] == 65535


@pytest.mark.parametrize(
    "given", ["http://10.0.0.5:8004/", "https://[FE80::1]:8004", "http://Scoring.example", "http://é.eu"]
)
def test_a_service_is_asked_at_any_address_or_name(given: str):
    assert Settings.from_environ({"SCORING_URL": given}).urls["scoring"] == given.rstrip("/")


@pytest.mark.parametrize("number", ["007", "0" * 5000 + "7"])
def test_a_number_may_begin_with_zeros(number: str):
    assert Settings.from_environ({"WEB_THREADS": number}).threads == 7


@pytest.mark.parametrize("address", ["hunter2@somewhere", "redis://:hunter2@somewhere:99999/0", "redis://[hunter2"])
def test_a_refused_address_is_not_repeated_for_it_may_hold_a_password(address: str):
    with pytest.raises(BadSetting) as refused:
        Settings.from_environ({"REDIS_URL": address})
    assert "hunter2" not in str(refused.value)


def test_a_process_reads_its_environment_once():
    assert settings() is settings()


def test_the_number_of_sockets_can_be_chosen():
    assert Settings.from_environ({}).live_sockets == 2000
    assert Settings.from_environ({"LIVE_SOCKETS": "5"}).live_sockets == 5


@pytest.mark.parametrize("text", ["0", "-1", "many", "2.5", "1000001"])
def test_a_number_of_sockets_that_makes_no_sense_is_refused(text):
    with pytest.raises(BadSetting, match="LIVE_SOCKETS is"):
        Settings.from_environ({"LIVE_SOCKETS": text})


def test_the_page_of_all_settings_is_what_the_code_says():
    """If not, `make settings` writes it again."""
    page = PAGE.read_text("utf-8")
    assert page == written(page)
    assert BEGINS in page


def test_every_row_has_a_heading_and_a_default_that_makes_sense():
    found = list(rows())
    assert len({row.name for row in found}) == len(found)
    for row in found:
        assert row.group in (*GROUPS, TRIALS)
        row.value({})


def test_no_other_variable_is_read_in_the_product():
    """What the runner passes to its programs is no setting."""
    passed = {"URBANIST_RUNNER", "URBANIST_LIFE", "URBANIST_EMBEDDED", "URBANIST_ALIVE"}
    files = (file for folder in ("shared", "services", "frontend", "infra") for file in (ROOT / folder).rglob("*.py"))
    wanted = re.compile(r'"((?:URBANIST|LIVE|WEB)_[A-Z_]+)"')
    named = {name for file in files for name in wanted.findall(file.read_text("utf-8"))}
    assert named - passed <= {row.name for row in rows()}
