"""Records from before there were keys have the verdicts that they had then, or a lower one that is stated here."""

import pytest

from infra.verify import BROKEN, COMMITTED, FAIR, PRACTICE, QUESTIONABLE
from infra.verify import verify as alone
from services.console.verify import verify
from tests.rules import gate

THEN = {  # all others are practice
    "quadropolis-aborted": FAIR,
    "quadropolis-classic-3-two-people-and-greedy": FAIR,
    "quadropolis-corrected": FAIR,
    "quadropolis-expert-squares-4-two-people-and-greedy": FAIR,
    "quadropolis-on-a-clock": COMMITTED,
    "quadropolis-resigned": FAIR,
    "quadropolis-stood-in": COMMITTED,
    "quadropolis-taken-over": FAIR,
    "sprawlopolis-adjudicated": FAIR,
    "sprawlopolis-corrected": FAIR,
    "sprawlopolis-normal-2-two-people": FAIR,
    "sprawlopolis-on-a-clock": COMMITTED,
    "sprawlopolis-replaced": COMMITTED,
    "sprawlopolis-stood-in": COMMITTED,
}
OTHER_MOVE = "bots: bot:greedy@1 would have taken "
LOWER = {  # what verifiers know now: greedy's seat was played by another bot, and a bot replaced before it could fail
    "quadropolis-stood-in": (COMMITTED, BROKEN, OTHER_MOVE),
    "sprawlopolis-stood-in": (COMMITTED, BROKEN, OTHER_MOVE),
    "sprawlopolis-replaced": (
        QUESTIONABLE,
        QUESTIONABLE,
        "course: the bot in seat 2 was replaced, and nothing here says that it had failed",
    ),
}


@pytest.mark.parametrize("name", gate.names())
def test_an_old_record_has_its_verdict(name: str):
    file, then = gate.file_of(name), THEN.get(name, PRACTICE)
    by_file, by_rules, why = LOWER.get(name, (then, then, ""))
    assert alone(file).grade == by_file
    verdict = verify(file)
    assert verdict.grade == by_rules
    assert why in verdict.why


WITH_KEYS = {"quadropolis-taken-over"}  # of the last shapes, and kept to be an old one some day


@pytest.mark.parametrize("name", sorted(THEN.keys() - WITH_KEYS))
def test_what_nobody_could_sign_is_said_to_be_unsigned(name: str):
    verdict = alone(gate.file_of(name))
    assert verdict.seats
    assert all(own.keyless or not own.orders for own in verdict.seats)
    assert not any("carries your signature" in own.said(verdict.grade) for own in verdict.seats)
