"""Whoever asked to be called is called when it is their turn and no page of it is open: once, by what they chose."""

import stat
from dataclasses import replace

import pytest

from frontend.app import create_app
from frontend.people.calls import Call
from frontend.people.sessions import HERE
from shared.log import configure
from shared.settings import settings
from shared.web.push_key import NAME, public_part, push_key
from tests.frontend.calling.conftest import Calling, link_in
from tests.frontend.conftest import Visitor
from tests.services.conftest import Platform

pytestmark = pytest.mark.server
HOUR = 3600.0


def two_who_play(calling: Calling) -> tuple[str, Visitor, Visitor]:
    """The match, whoever is called first, and the other."""
    id_, people = calling.pages.seated("quadropolis", 2)
    called = people[0] if people[0].seen(id_)["legal_moves"] else people[1]
    return id_, called, next(one for one in people if one is not called)


def test_a_turn_comes_to_the_browser_of_whoever_is_away(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    bo.post("/name", name="Bo & Co")
    ada.post("/name", name="Ada")
    ada.move(id_)
    calling.go_on()
    assert calling.push.read == [], "it is too early"
    calling.go_on(20)
    (said,) = calling.push.read
    assert said["title"] == "It is your turn"
    assert said["body"] == "Quadropolis, with Ada"
    assert (said["path"], said["tag"]) == (f"/m/{id_}", f"match-{id_}")
    (headers,) = calling.push.headers
    assert headers["Topic"] == id_
    assert headers["Authorization"].startswith("vapid t=")
    calling.go_on(60)
    assert len(calling.push.read) == 1, "nobody is called twice in a turn"


def test_a_turn_that_has_begun_comes_to_whoever_took_the_seat_over(calling: Calling):
    ada, bo, eve = (calling.pages.visitor() for _ in range(3))
    form = {"game": "quadropolis", "seats": "2", "substitutes": "yes"}
    table = ada.post("/tables/new", htmx=False, **form).headers["Location"]
    for who in (ada, bo):
        who.post(f"{table}/sit")
    calling.pages.settle()
    id_ = table[3:]
    seat = calling.pages.streams.match(id_).state.called[0]
    leaves = next(who for who in (ada, bo) if who.seen(id_)["seat"] == seat)
    calling.subscribe(eve)
    calling.go_on()
    leaves.post(f"/m/{id_}/resign", cause="resign-01")
    eve.post(f"/m/{id_}/take_over", seat=str(seat), cause="take-0001")  # before a bot has made a move
    calling.go_on(20)
    (said,) = calling.push.read
    assert (said["title"], said["path"]) == ("It is your turn", f"/m/{id_}")


def test_whoever_was_closed_meanwhile_is_not_called(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    ada.move(id_)
    calling.go_on()
    calling.site.closing.close(bo.person)
    calling.go_on(20)
    assert calling.push.read == []


def test_however_many_are_due_none_waits_for_the_next_look(calling: Calling):
    for number in range(20):
        calling.calls.expect(Call("confirm", f"person{number}"))
    while calling.caller.call_due():
        pass
    assert calling.calls.take(20) == []


def test_whoever_has_a_page_of_it_open_is_called_once_they_have_left(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    calling.calls.note_here([(bo.person, id_)])
    ada.move(id_)
    calling.go_on(10)
    calling.calls.note_here([(bo.person, id_)])
    calling.go_on(8)
    assert calling.push.read == []
    calling.go_on(20)
    assert len(calling.push.read) == 1


def test_whoever_has_moved_meanwhile_is_not_called_for_that_turn(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    ada.move(id_)
    calling.go_on()
    bo.move(id_, cause="another-key")
    calling.go_on(20)
    assert calling.push.read == []
    assert calling.calls.take(10) == []


@pytest.mark.parametrize("status", [404, 410, 403])
def test_a_browser_that_its_service_gave_up_is_forgotten(calling: Calling, status: int):
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    calling.push.status = status
    ada.move(id_)
    calling.go_on()
    calling.go_on(20)
    assert len(calling.push.headers) == 1
    assert calling.site.ways.browsers(bo.person) == []


def test_a_service_that_is_down_is_tried_again_and_not_for_ever(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    calling.push.status = 503
    ada.move(id_)
    calling.go_on()
    for _ in range(6):
        calling.go_on(70)
    assert len(calling.push.headers) == 3
    assert len(calling.site.ways.browsers(bo.person)) == 1


def test_a_browser_that_a_person_is_forgotten_in_is_not_called_for_them_any_more(calling: Calling):
    bo = calling.pages.visitor()
    calling.subscribe(bo)
    person = bo.person
    with bo.client.session_transaction() as session:
        session["persons"], session["all_brought"] = [person], True  # by a personal link
        assert session[HERE] == calling.site.ways.browsers(person)[0].id
    assert bo.post("/persons/forget", person=person).status_code == 303
    assert calling.site.ways.browsers(person) == []


def test_mail_begins_with_a_question_whose_link_does_nothing_by_itself(calling: Calling):
    ada = calling.pages.visitor()
    assert "A mail with a link is on its way" in ada.get(ada.post("/settings/mail", to="ada@example.org").location).text
    calling.go_on()
    (question,) = calling.mails.arrived
    assert question["To"] == "ada@example.org"
    assert "It is your turn" not in question["Subject"]
    link = link_in(question.get_content(), "confirm")
    stranger = calling.pages.visitor()  # mail is read in another browser, or by a program
    assert "Yes, send it there" in stranger.get(f"/settings/mail/confirm?link={link}").text
    assert calling.site.ways.mailbox(ada.person) is None
    assert "From now on, mail comes" in stranger.post("/settings/mail/confirm", link=link).text
    box = calling.site.ways.mailbox(ada.person)
    assert box is not None
    assert box.address == "ada@example.org"
    assert stranger.post("/settings/mail/confirm", link=link).status_code == 200, "twice is once"
    assert "has been used already" in stranger.get(f"/settings/mail/confirm?link={link}").text
    ada.post("/settings/mail/stop")
    refused = stranger.post("/settings/mail/confirm", link=link)
    assert "This link was used before, or a newer one was sent: look at the settings." in refused.text
    refused = stranger.get(f"/settings/mail/confirm?link={link}x")
    assert "This link is no longer valid: choose again in the settings." in refused.text


def test_one_mail_tells_of_all_matches_and_the_next_comes_an_hour_later(calling: Calling):
    games = [two_who_play(calling) for _ in range(2)]
    (first, ada, bo), (second, cleo, dan) = games
    for each in (bo, dan):
        calling.confirm(each, f"{each.person}@example.org")
    again, eve, bo_again = first, ada, bo
    ada.move(first)
    cleo.move(second)
    calling.go_on()
    calling.go_on(20)
    assert calling.mails.arrived == [], "mail has more patience than push"
    calling.go_on(1000)
    assert sorted(mail["To"] for mail in calling.mails.arrived) == sorted(
        f"{one.person}@example.org" for one in (bo, dan)
    )
    mail = next(one for one in calling.mails.arrived if one["To"] == f"{bo.person}@example.org")
    assert mail["Subject"] == "It is your turn in 1 match"
    assert f"/m/{first}" in mail.get_content()
    assert second not in mail.get_content()
    calling.mails.arrived.clear()
    bo_again.move(again, cause="a-key-of-bo")
    eve.move(again, cause="a-key-of-ada")
    calling.go_on()
    calling.go_on(20)
    calling.go_on(1000)
    assert calling.mails.arrived == [], "not within the hour"
    calling.go_on(HOUR)
    assert [one["To"] for one in calling.mails.arrived] == [f"{bo.person}@example.org"]
    calling.go_on(3 * HOUR)
    assert len(calling.mails.arrived) == 1, "no second mail about the same turn"


def test_a_mail_program_ends_it_with_one_click_without_cookie_or_token(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    calling.confirm(bo)
    ada.move(id_)
    calling.go_on()
    calling.go_on(20)
    calling.go_on(1000)
    (mail,) = calling.mails.arrived
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = mail["List-Unsubscribe"].strip("<>").removeprefix("http://localhost")
    program = calling.pages.app.test_client(use_cookies=False)
    assert "Stop sending mail to" in program.get(address).text
    assert calling.site.ways.mailbox(bo.person) is not None
    assert program.post(address, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert calling.site.ways.mailbox(bo.person) is None
    assert program.post(f"{address}x", data={"List-Unsubscribe": "One-Click"}).status_code == 404


def test_no_address_goes_into_the_log_with_a_mail_that_was_not_taken(
    calling: Calling, capsys: pytest.CaptureFixture[str]
):
    configure("caller")  # which prints to what pytest reads now
    _, ada, _ = two_who_play(calling)
    calling.mails.refuses = "451 <reader@example.org> is greylisted"
    ada.post("/settings/mail", to="reader@example.org")
    calling.go_on()
    said = capsys.readouterr().out
    assert ("mail_not_sent" in said, "451" in said, "reader@example.org" in said) == (True, True, False)


def test_a_mail_that_could_not_be_sent_is_sent_later_and_a_refused_address_is_forgotten(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    calling.confirm(bo)
    ada.move(id_)
    calling.go_on()
    calling.go_on(20)
    calling.mails.refuses = "451 come back later"
    calling.go_on(1000)
    assert calling.mails.arrived == []
    calling.mails.refuses = None
    calling.go_on(70)
    assert calling.mails.arrived == [], "a mail server that puts mail off wants more than a minute"
    calling.go_on(1000)
    assert len(calling.mails.arrived) == 1
    calling.mails.refuses = "550 nobody here"
    calling.caller.mail(Call("mail", bo.person))  # nothing new: nothing is sent
    assert calling.site.ways.mailbox(bo.person) is not None
    bo.move(id_, cause="a-key-of-bo")
    ada.move(id_, cause="a-key-of-ada")
    calling.go_on()
    calling.go_on(20)
    calling.go_on(HOUR)
    assert calling.site.ways.mailbox(bo.person) is None


def test_mail_that_was_ended_while_one_was_on_its_way_stays_ended(calling: Calling):
    _, _, bo = two_who_play(calling)
    calling.confirm(bo)
    ways = calling.site.ways
    box = ways.mailbox(bo.person)
    assert box is not None
    ways.stop_mail(bo.person)
    ways.note_sent(bo.person, box, "2026-03-01T12:00:00.000Z")
    assert ways.mailbox(bo.person) is None
    ways.keep_mailbox(bo.person, replace(box, serial="another", every=86_400))
    ways.note_sent(bo.person, box, "2026-03-01T12:00:00.000Z")
    assert ways.mailbox(bo.person) == replace(box, serial="another", every=86_400), "an older one was on its way"


def test_a_browser_that_is_called_is_kept_for_as_long_again(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    key = f"person:{bo.person}:push"
    calling.pages.platform.redis.expire(key, 3600)
    ada.move(id_)
    calling.go_on()
    calling.go_on(20)
    assert len(calling.push.read) == 1
    assert calling.pages.platform.redis.ttl(key) > 399 * 24 * 3600


def test_an_address_is_asked_once_an_hour_whoever_asks(calling: Calling):
    ada, eve = calling.pages.visitor(), calling.pages.visitor()
    assert ada.post("/settings/mail", to="ada@example.org").status_code == 303
    refused = eve.post("/settings/mail", to="Ada@example.org")
    assert refused.status_code == 403
    assert "This address was asked less than an hour ago: look into its mail, or try again later." in refused.text


@pytest.mark.parametrize("address", ["", "ada", "ada@", "ada@example.org\nBcc: eve@example.org", "a b@c.d", "@c.d"])
def test_what_is_no_address_is_refused(calling: Calling, address: str):
    refused = calling.pages.visitor().post("/settings/mail", to=address)
    assert refused.status_code == 400
    assert "This is no mail address: " in refused.text
    calling.go_on()
    assert calling.mails.arrived == []


@pytest.mark.parametrize("endpoint", ["https://10.0.0.1/x", "https://example.org/x", "http://fcm.googleapis.com/x", ""])
def test_a_push_service_that_nobody_named_is_refused(calling: Calling, endpoint: str):
    visitor = calling.pages.visitor()
    refused = visitor.post("/settings/push", **{**calling.push.subscription, "endpoint": endpoint})
    assert refused.status_code == 400
    assert "This browser is called by a service that this server does not know." in refused.text
    assert calling.site.ways.browsers(visitor.person) == []


@pytest.mark.parametrize(
    "keys",
    [
        {"auth": "short"},
        {"auth": ""},
        {"auth": "A" * 22 + "!" * 50_000},
        {"p256dh": "A" * 87},
        {"p256dh": "B" + "A" * 86},
        {"p256dh": "\u0410" * 87},
        {"p256dh": "A" * 44},
    ],
)
def test_a_key_for_which_nothing_can_be_sealed_is_refused(calling: Calling, keys: dict[str, str]):
    visitor = calling.pages.visitor()
    refused = visitor.post("/settings/push", **{**calling.push.subscription, **keys})
    assert refused.status_code == 400
    assert "This browser did not say how to keep a message to it private." in refused.text
    assert calling.site.ways.browsers(visitor.person) == []


def test_mail_comes_hourly_or_daily_and_nothing_else(calling: Calling):
    refused = calling.pages.visitor().post("/settings/mail", to="ada@example.org", every="1")
    assert refused.status_code == 400
    assert "Choose how often mail may come." in refused.text


@pytest.mark.parametrize(("host", "url", "offers"), [("0.0.0.0", "", False), ("127.0.0.1", "", True)])
def test_a_server_that_others_reach_offers_no_mail_before_it_can_send_any(
    platform: Platform, monkeypatch: pytest.MonkeyPatch, host: str, url: str, offers: bool
):
    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("URBANIST_SMTP_URL", url)
    settings.cache_clear()
    visitor = Visitor(create_app().test_client())
    assert ("This server sends no mail." not in visitor.get("/settings").text) == offers
    answer = visitor.post("/settings/mail", to="ada@example.org")
    assert answer.status_code == (303 if offers else 403)
    assert ("This server sends no mail: choose another way to be called." in answer.text) != offers


def test_everything_is_listed_on_one_page_and_can_be_forgotten(calling: Calling):
    ada = calling.pages.visitor()
    calling.subscribe(ada)
    calling.confirm(ada)
    page = ada.get("/settings")
    assert page.headers["Cache-Control"] == "private, no-store"
    mail = "Mail goes to <b>ada@<wbr>example.org</b>"
    for said in ("this browser, since", mail, "A short tone", "at most once a day"):
        assert said in page.text, said
    assert calling.push.subscription["endpoint"] not in page.text
    ada.post("/settings/mail/every", every="86400")
    assert 'value="86400" checked' in ada.get("/settings").text
    ada.post("/settings/forget")
    assert not calling.site.ways.has_any(ada.person)
    assert "Forget all of it" not in ada.get("/settings").text


def test_the_key_of_pushes_is_made_once_and_nobody_else_can_read_it(calling: Calling):
    var = calling.site.settings.var
    assert public_part(push_key(var)) == public_part(push_key(var))
    assert stat.S_IMODE((var / NAME).stat().st_mode) == 0o600
    assert public_part(push_key(var)) in calling.pages.visitor().get("/settings").text


def test_the_service_worker_is_ours_alone_and_keeps_no_page(calling: Calling):
    with calling.pages.visitor().get("/service-worker.js") as answer:
        script = answer.get_data(as_text=True)
    assert answer.content_type.startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert 'addEventListener("fetch"' not in script
    assert "caches" not in script
