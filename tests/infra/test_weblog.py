"""Each failure is logged; that something is away is logged once a minute, however many ask."""

from types import SimpleNamespace

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger

from infra import weblog


def told(monkeypatch: pytest.MonkeyPatch, statuses: list[str]) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(Logger, "access", lambda log, resp, *_: lines.append(resp.status))
    log = weblog.WebLog(Config())
    for status in statuses:
        log.access(SimpleNamespace(status=status), None, {}, None)
    return lines


def test_many_refusals_at_once_are_one_line(monkeypatch):
    asked = ["200 OK", *["503 SERVICE UNAVAILABLE"] * 50, "404 NOT FOUND"]
    assert told(monkeypatch, asked) == ["503 SERVICE UNAVAILABLE"]


def test_our_own_failures_are_logged_each_time(monkeypatch):
    assert told(monkeypatch, ["503 X", "500 X", "503 X", "500 X", "502 X"]) == ["503 X", "500 X", "500 X", "502 X"]


def test_after_a_minute_it_is_logged_again(monkeypatch):
    monkeypatch.setattr(weblog, "QUIET", 0.0)
    assert told(monkeypatch, ["503 X", "503 X"]) == ["503 X", "503 X"]
