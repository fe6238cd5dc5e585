"""A job whose worker was killed is run again within seconds."""

import signal
import subprocess
import sys
import time
from contextlib import closing, contextmanager

import pytest
import redis
from rq import Queue, Retry
from rq.exceptions import StopRequested

from infra.worker import Worker
from tests.infra.jobs import never_end, note
from tests.servers import CLEAN, end
from tests.waiting import until

pytestmark = pytest.mark.server


class Quiet(Worker):
    """Ignores remote control: the thread that listens for it takes 0.3 seconds to end."""

    def subscribe(self) -> None:
        pass

    def unsubscribe(self) -> None:
        pass


@contextmanager
def worker(url):
    command = [
        *(sys.executable, "-m", "rq.cli", "worker", "bots", "--worker-class", "infra.worker.Worker"),
        *("--maintenance-interval", "3", "--logging_level", "WARNING"),
    ]
    process = subprocess.Popen(
        command, env={**CLEAN, "RQ_REDIS_URL": url}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            end(process)
        else:
            process.communicate()


@pytest.fixture
def client(clean_server):
    with closing(redis.Redis.from_url(clean_server)) as client:
        yield client


def wait_until(client, key, value, patience):
    until(lambda: client.get(key) == value, patience, f"{key} never was {value!r}")
    return client.get(key)


def test_a_job_of_a_killed_worker_runs_again_within_seconds(client, clean_server):
    Queue("bots", connection=client).enqueue(note, clean_server, 60, job_timeout=600, retry=Retry(max=1), result_ttl=0)
    with worker(clean_server) as first:
        assert wait_until(client, "begun", b"1", 20) == b"1"
        first.kill()
    with worker(clean_server):
        assert wait_until(client, "done", b"1", 25) == b"1"


def test_a_worker_that_is_asked_to_end_ends_soon_and_puts_its_job_back(client, clean_server):
    queue = Queue("bots", connection=client)
    job = queue.enqueue(note, clean_server, 60, job_timeout=600, result_ttl=0)
    with worker(clean_server) as first:
        assert wait_until(client, "begun", b"1", 20) == b"1"
        first.terminate()
        assert "Traceback" not in first.communicate(timeout=20)[0]  # the job would take a minute
        assert first.returncode == 0
    assert queue.get_job_ids() == [job.id]
    assert queue.started_job_registry.get_job_ids() == queue.failed_job_registry.get_job_ids() == []
    with worker(clean_server):
        assert wait_until(client, "done", b"1", 20) == b"1"
    assert client.get("begun") == b"2"


def test_a_worker_waits_quietly_while_nothing_can_be_stored(client, clean_server):
    client.config_set("min-replicas-to-write", 1)
    try:
        with worker(clean_server) as waiting:
            time.sleep(2)  # that it does not end can't be waited for
            assert waiting.poll() is None
            client.config_set("min-replicas-to-write", 0)
            queue = Queue("bots", connection=client)
            queue.enqueue(note, clean_server, 0)
            assert wait_until(client, "done", b"1", 20) == b"1"
            until(lambda: queue.started_job_registry.count == 0, 20)
            client.config_set("min-replicas-to-write", 1)
            said = waiting.communicate(timeout=20)[0]  # the runner starts another one, which waits as well
            assert (waiting.returncode, said) == (0, "")
    finally:
        client.config_set("min-replicas-to-write", 0)


def test_a_sign_of_life_that_is_refused_between_two_jobs_is_no_failure_either(client):
    made = Worker(["bots"], connection=client)
    client.config_set("min-replicas-to-write", 1)
    try:
        with pytest.raises(StopRequested):
            made.heartbeat()
    finally:
        client.config_set("min-replicas-to-write", 0)


def test_quick_jobs_leave_nothing_behind_and_are_not_looked_up_again(client, clean_server):
    """Each request waits until the server has synced its file."""
    queue, count = Queue("bots", connection=client), 5
    for _ in range(count):
        queue.enqueue(note, clean_server, 0, result_ttl=0)
    client.config_resetstat()
    Quiet(["bots"], connection=client).work(burst=True, logging_level="ERROR")
    calls = {name.removeprefix("cmdstat_"): found["calls"] for name, found in client.info("commandstats").items()}
    assert client.get("done") == str(count).encode()
    assert calls["hgetall"] == count  # the jobs themselves
    assert not {"watch", "hget"} & calls.keys()  # which look for other jobs that wait for it, and for its status
    assert [key for key in client.keys("rq:*") if b"job" in key or b"execution" in key] == []
    assert queue.started_job_registry.count == 0


def test_a_worker_that_works_all_the_time_shows_others_that_it_lives(client, clean_server, monkeypatch):
    monkeypatch.setattr("infra.worker.BEAT", 0.0)
    made = Quiet(["bots"], connection=client)
    Queue("bots", connection=client).enqueue(note, clean_server, 0, result_ttl=0)
    made.register_birth()
    born = made.last_heartbeat
    made.heartbeat()
    assert born is not None
    assert made.last_heartbeat is not None
    assert made.last_heartbeat > born
    assert client.ttl(made.key) > 60


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_job_is_stopped_also_where_the_first_alarm_was_lost(client, clean_server):
    queue = Queue("bots", connection=client)
    job = queue.enqueue(never_end, clean_server, job_timeout=1)
    begun = time.monotonic()
    Quiet(["bots"], connection=client).work(burst=True, logging_level="CRITICAL")
    assert client.get("passed") == b"1"  # it went on after the first
    assert job.get_status() == "failed"
    failed = job.latest_result()
    assert failed
    assert "JobTimeoutException" in str(failed.exc_string)
    assert time.monotonic() - begun < 30
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
