"""A job whose worker was killed is run again within seconds."""

import subprocess
import sys
import time
from contextlib import closing, contextmanager

import pytest
import redis
from rq import Queue, Retry

from tests.infra.jobs import note
from tests.servers import CLEAN, end

pytestmark = pytest.mark.server


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
    until = time.monotonic() + patience
    while client.get(key) != value and time.monotonic() < until:
        time.sleep(0.05)
    return client.get(key)


def test_a_job_of_a_killed_worker_runs_again_within_seconds(client, clean_server):
    Queue("bots", connection=client).enqueue(note, clean_server, 60, job_timeout=600, retry=Retry(max=1), result_ttl=0)
    with worker(clean_server) as first:
        assert wait_until(client, "begun", b"1", 20) == b"1"
        first.kill()
    with worker(clean_server):
        assert wait_until(client, "done", b"1", 25) == b"1"
