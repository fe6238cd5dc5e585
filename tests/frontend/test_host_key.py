"""Everybody can note the key with which this server signs.

WRITE_EXAMPLES=yes .venv/bin/python -m pytest tests/frontend/test_host_key.py
"""

from pathlib import Path

import pytest

from frontend.door import document
from shared.people.scopes import Scope
from shared.web.host_key import NAME, key_in, public_half
from tests.documents import Heard, keep_examples, undescribed
from tests.frontend.conftest import Pages
from tests.frontend.test_bearers import program, told

pytestmark = pytest.mark.server
EXAMPLES = Path(document.__file__).with_name("examples.json")


def key_of(pages: Pages) -> str:
    return public_half(key_in(pages.site.settings.var))


def test_anybody_is_told_the_key_without_a_cookie_and_with_a_token_of_any_scope(pages: Pages):
    answer = pages.visitor().client.get("/api/key")
    assert told(answer) == {"host_key": key_of(pages)}
    assert "Set-Cookie" not in answer.headers
    for scope in Scope:
        assert told(program(pages, scope, form=f"form-{scope}").get("/key")) == {"host_key": key_of(pages)}
    refused = pages.visitor().client.get("/api/key", headers={"Authorization": "Bearer wrong"})
    assert refused.status_code == 401
    assert program(pages).post("/key").status_code == 405
    assert (pages.site.settings.var / NAME).stat().st_mode & 0o777 == 0o600


def test_it_is_described_with_an_example_and_named_on_pages(pages: Pages):
    visitor = pages.visitor()
    described = told(visitor.get("/api/docs/server/openapi.json"))
    heard = Heard(described)
    heard.hear("GET /key", visitor.client.get("/api/key"))
    keep_examples(EXAMPLES, heard.answers)
    assert undescribed(described) == []
    assert described["paths"]["/key"]["get"]["security"] == [{"token": []}, {"cookie": []}, {}]
    assert "<code>GET /api/key</code>" in visitor.get("/api/").text
    id_ = pages.match(visitor)
    assert f"<code>{key_of(pages)}</code>" in visitor.get(f"/m/{id_}/audit").text
    assert pages.streams.table(id_).state.opening.host_key == key_of(pages)
