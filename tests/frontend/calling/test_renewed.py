"""A push service gives a browser another address: its service worker tells the server, which forgets the old one."""

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from frontend.people.sessions import HERE
from frontend.people.ways import id_of
from shared.web.push_key import public_part, push_key
from tests.frontend.calling.conftest import Calling
from tests.frontend.conftest import Visitor
from tests.waiting import until
from tests.whole.people import a_page

pytestmark = pytest.mark.server
OWN = "http://localhost"


def renewed(calling: Calling, visitor: Visitor, origin: str | None = OWN, **more: str) -> TestResponse:
    """As the service worker says it: without a token."""
    said = {**calling.push.subscription, "endpoint": f"{calling.push.origin}/send/2", **more}
    headers = {"Origin": origin} if origin else {}
    return visitor.client.post("/settings/push/renewed", data=said, headers=headers)


def kept(calling: Calling, visitor: Visitor) -> list[str]:
    return [one.endpoint.rsplit("/", 1)[1] for one in calling.site.ways.browsers(visitor.person)]


def test_the_next_address_takes_the_place_of_the_old_one(calling: Calling):
    ada = calling.pages.visitor()
    calling.subscribe(ada)
    old = calling.push.subscription["endpoint"]
    assert renewed(calling, ada, old=old).status_code == 204
    assert kept(calling, ada) == ["2"]
    assert renewed(calling, ada, endpoint=f"{calling.push.origin}/send/3").status_code == 204, "by the cookie alone"
    assert kept(calling, ada) == ["3"]
    with ada.client.session_transaction() as session:
        assert session[HERE] == id_of(f"{calling.push.origin}/send/3")
    assert renewed(calling, ada, endpoint=f"{calling.push.origin}/send/3").status_code == 204, "twice is once"
    assert kept(calling, ada) == ["3"]


@pytest.mark.parametrize("origin", [None, "null", "http://elsewhere.example", "http://localhost:9", "http://["])
def test_pages_of_other_sites_change_nothing(calling: Calling, origin: str | None):
    ada = calling.pages.visitor()
    calling.subscribe(ada)
    refused = renewed(calling, ada, origin, old=calling.push.subscription["endpoint"])
    assert refused.status_code == 403
    assert "This browser is not one that is called." in refused.text
    assert kept(calling, ada) == ["1"]


def test_whoever_is_not_called_is_not_called_by_this_either(calling: Calling):
    ada, eve = calling.pages.visitor(), calling.pages.visitor()
    calling.subscribe(ada)
    assert eve.person
    assert renewed(calling, eve, old=calling.push.subscription["endpoint"]).status_code == 403
    assert renewed(calling, calling.pages.visitor()).status_code == 403
    assert kept(calling, eve) == []
    refused = renewed(calling, ada, endpoint="https://10.0.0.1/x")
    assert refused.status_code == 400
    assert kept(calling, ada) == ["1"]


def test_the_key_is_there_for_whoever_asks_a_service_again(calling: Calling):
    assert calling.pages.visitor().get("/settings/push/key").text == public_part(push_key(calling.site.settings.var))


@pytest.fixture
def page(calling: Calling, browser: Browser) -> Iterator[Page]:
    """The settings in a browser, whose service worker is there."""
    server = make_server("127.0.0.1", 0, calling.pages.app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    found = a_page(browser)
    found.goto(f"http://127.0.0.1:{server.server_port}/settings")
    found.evaluate("navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)")
    yield found
    found.context.close()
    server.shutdown()
    thread.join()
    server.server_close()


TELL = """async ([old, made, isOldTold]) => {
  const toJSON = ({ endpoint, p256dh, auth }) => ({ endpoint, keys: { p256dh, auth } });
  const asked = [];
  Object.defineProperty(registration, "pushManager", { value: { subscribe: async options => {
    asked.push(options.applicationServerKey);
    return { toJSON: () => toJSON(made) };
  } } });
  const event = new ExtendableEvent("pushsubscriptionchange");
  Object.defineProperty(event, "oldSubscription", { value: isOldTold ? old : null });
  const done = new Promise(resolve => { event.waitUntil = promise => resolve(promise); });
  dispatchEvent(event);
  await done;
  return asked;
}"""


@pytest.mark.browser
@pytest.mark.parametrize("is_old_told", [True, False])
def test_the_service_worker_tells_the_server(calling: Calling, page: Page, is_old_told: bool):
    """No push service answers here, so what the browser would be given is made up; the rest is its own."""
    worker = page.context.service_workers[0]
    old = calling.push.subscription
    new: dict[str, Any] = {**old, "endpoint": f"{calling.push.origin}/send/new"}
    token = page.locator("[name=csrf_token]").first.get_attribute("value") or ""
    assert page.request.post(f"{page.url}/push", form={**old, "csrf_token": token}).ok
    asked = worker.evaluate(TELL, [old, new, is_old_told])
    assert asked == [public_part(push_key(calling.site.settings.var))]
    page.reload()
    assert page.locator("[data-ways][data-here]").count() == 1
    until(lambda: "this browser, since" in page.content())
    page.locator("[data-push-on]").wait_for()  # no subscription is left in this browser: it can be asked for again
