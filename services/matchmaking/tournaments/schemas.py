"""What calls about tournaments take, as JSON."""

import re
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from services.matchmaking.schemas import TermsOfMatch, check_options, invited, words
from shared.games.registry import GAMES
from shared.ledger.envelope import moment
from shared.ledger.forms.fields import Choice, Truth, Whole
from shared.marked import marked
from shared.platform.terms import USUAL, plain
from shared.platform.tournament.divisions import LEAST, MOST
from shared.platform.tournament.rules import (
    ABSENCES,
    CHECK_INS,
    FORMATS,
    MOST_ENTRANTS,
    MOST_GROUPS,
    MOST_ROUNDS,
    NEVER,
    STANDS_IN,
    TIE_BREAKS,
)
from shared.tournaments import ENDED, PLANNED, RUNNING, Entry
from shared.web.schemas import Caused, Hex32, Reason

LONGEST_TEXT = 2000
LONGEST_TO_SIT = 31 * 24 * 60  # minutes
MOST_AT_ONCE = 200  # entrants that an organiser adds together
MOST_POINTS = 1200  # twelfths
MINE = "mine"  # those that the asker has entered or opened
TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{3})?Z", re.ASCII)


class Moment(fields.String):
    """A time in UTC, such as 2026-12-01T18:00:00Z, as milliseconds since 1970."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        found = TIME.fullmatch(value) if isinstance(value, str) else None
        try:
            return (found and moment(f"{found[1]}{found[2] or '.000'}Z")) or self._refuse()
        except ValueError:
            return self._refuse()

    def _refuse(self) -> Any:
        raise ValidationError(marked("Must be a time in UTC, such as 2026-12-01T18:00:00Z."))


class Line(fields.String):
    """One printable line."""

    longest: int
    sentence: str

    def __init__(self, **more: Any) -> None:
        super().__init__(validate=self._check, **more)

    def _check(self, text: str) -> None:
        if not 1 <= len(text) <= self.longest or not text.strip() or not text.isprintable():
            raise ValidationError(self.sentence)


class Title(Line):
    """Of a tournament."""

    longest = 80
    sentence = marked("Must be 1 to 80 printable characters.")


class Name(Line):
    """Of somebody who is no person of this server."""

    longest = 60
    sentence = marked("Must be 1 to 60 printable characters.")


def entrants(**more: Any) -> fields.List[Any]:
    return fields.List(
        Whole(validate=validate.Range(0, MOST_ENTRANTS)), validate=validate.Length(max=MOST_ENTRANTS), **more
    )


class FinalWanted(Schema):
    """A second stage among the best."""

    format = Choice(FORMATS, required=True)
    rounds = Whole(load_default=0, validate=validate.Range(0, MOST_ROUNDS))
    entrants = Whole(required=True, validate=validate.Range(2, MOST_ENTRANTS))


class DivisionsWanted(Schema):
    """Of a league: how many entrants a division has, and how many of one rise and fall at the end of a season."""

    size = Whole(required=True, validate=validate.Range(LEAST, MOST))
    moves = Whole(load_default=1, validate=validate.Range(1, MOST // 2))


class Announced(Schema):
    """Beside the record. `start` is null where the organiser starts it. `to_sit`: minutes in which players take their
    seats at the tables of a round; `rest`: minutes between two rounds. Of a tournament `in_person`, results are entered
    by hand.
    """

    title = Title(required=True)
    text = fields.String(load_default="", validate=validate.Length(max=LONGEST_TEXT))
    start = Moment(load_default=None, allow_none=True)
    entry = Choice(words(Entry), load_default=str(Entry.PUBLIC))
    invited = invited()
    listed = Truth(load_default=True)
    in_person = Truth(load_default=False)
    to_sit = Whole(load_default=5, validate=validate.Range(1, LONGEST_TO_SIT))
    rest = Whole(load_default=0, validate=validate.Range(0, LONGEST_TO_SIT))


class NewTournament(Caused, Announced):
    """Omitted fields have what is usual. All points are twelfths. `rounds` is 0 where the format has its own end.

    `points` are by place at a full table, a `bye` brings so many; a table has `seats`, and never fewer than `shortest`.
    `absent` says whether a bot plays on for whoever leaves (`stand_in`), or they `forfeit`. `minutes`: how long a round
    may take, 0 for ever, and how long an arena without `rounds` lasts. `groups`: in how many the first stage is played,
    before its final.
    """

    game = fields.String(required=True, validate=validate.OneOf(sorted(GAMES)))
    options = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), load_default=dict)
    format = Choice(FORMATS, required=True)
    seats = Whole(load_default=2, validate=validate.Range(2, 20))
    rounds = Whole(load_default=0, validate=validate.Range(0, MOST_ROUNDS))
    shortest = Whole(load_default=None, allow_none=True, validate=validate.Range(2, 20))
    points = fields.List(
        Whole(validate=validate.Range(0, MOST_POINTS)),
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=20),
    )
    bye = Whole(load_default=None, allow_none=True, validate=validate.Range(0, MOST_POINTS))
    tie_breaks = fields.List(
        Choice(TIE_BREAKS), load_default=None, allow_none=True, validate=validate.Length(max=len(TIE_BREAKS))
    )
    terms = fields.Nested(TermsOfMatch, load_default=lambda: plain(USUAL))
    check_in = Choice(CHECK_INS, load_default=NEVER)
    absent = Choice(ABSENCES, load_default=STANDS_IN)
    late = Truth(load_default=True)
    bots = Truth(load_default=True)
    most = Whole(load_default=MOST_ENTRANTS, validate=validate.Range(2, MOST_ENTRANTS))
    minutes = Whole(load_default=0, validate=validate.Range(0, 366 * 24 * 60))
    third_place = Truth(load_default=False)
    groups = Whole(load_default=1, validate=validate.Range(1, MOST_GROUPS))
    final = fields.Nested(FinalWanted, load_default=None, allow_none=True)
    divisions = fields.Nested(DivisionsWanted, load_default=None, allow_none=True)

    @validates_schema(skip_on_field_errors=False)
    def check_options(self, said: dict[str, Any], **_: Any) -> None:
        check_options(said)


class NextSeason(Caused):
    """Of a league in divisions that is over. `start` as in a new tournament."""

    start = Moment(load_default=None, allow_none=True)


class Described(Caused):
    """Each that is there takes the place of what was. Without a `start` the tournament waits for its organiser."""

    title = Title()
    text = fields.String(validate=validate.Length(max=LONGEST_TEXT))
    start = Moment(allow_none=True)
    listed = Truth()
    invited = fields.List(fields.String(validate=validate.Length(1, 200)))


class WhichTournaments(Schema):
    """`after` is the number of rows that are left out."""

    status = Choice((PLANNED, RUNNING, ENDED, MINE), load_default=PLANNED)
    after = fields.Integer(load_default=0, validate=validate.Range(0, 10**6))


class NewEntry(Caused):
    """The hash of a nonce, which is shown before the start: then nobody can have chosen what is drawn."""

    nonce_hash = Hex32(load_default=None, allow_none=True)


class Added(Caused):
    """`bots` by name, with `every_bot` one of each that plays this here, `people` as those invited to a table, and
    where it is played on real tables `names` of anybody.

    `strengths` belong to those in the sequence bots, people, names; the first round is seeded by them.
    """

    bots = fields.List(
        fields.String(validate=validate.Length(1, 40)), load_default=list, validate=validate.Length(max=MOST_AT_ONCE)
    )
    every_bot = Truth(load_default=False)
    people = invited()
    names = fields.List(Name(), load_default=list, validate=validate.Length(max=MOST_AT_ONCE))
    strengths = fields.List(
        Whole(validate=validate.Range(0, 9999)), load_default=list, validate=validate.Length(max=3 * MOST_AT_ONCE)
    )


class OfEntrant(Caused):
    entrant = Whole(required=True, validate=validate.Range(0, MOST_ENTRANTS))


class Dropped(OfEntrant):
    note = Reason(required=True)


class Noted(Caused):
    note = Reason(required=True)


class Ended(Caused):
    """A tournament that has begun is ended with a `note`; before, it is called off."""

    note = Reason(load_default=None, allow_none=True)


class NewPairing(Caused):
    round = Whole(required=True, validate=validate.Range(0, 10**4))
    tables = fields.List(entrants(), required=True, validate=validate.Length(max=MOST_ENTRANTS))
    byes = entrants(load_default=list)
    note = Reason(required=True)


class OfTable(Caused):
    """`places` by seat, from 1, equal ones shared; null for who forfeits."""

    round = Whole(required=True, validate=validate.Range(0, 10**4))
    table = Whole(required=True, validate=validate.Range(0, MOST_ENTRANTS))
    places = fields.List(
        Whole(allow_none=True, validate=validate.Range(1, 20)), required=True, validate=validate.Length(2, 20)
    )


class NewResult(OfTable):
    """`points` of the game by seat. In place of a result that is there already, it needs a `note`."""

    points = fields.List(
        Whole(validate=validate.Range(-1000, 1000)),
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=20),
    )
    note = Reason(load_default=None, allow_none=True)


class NewWord(OfTable):
    """`seat` and the `code` of the table's sheet are for those who have not entered it with the name they ask under."""

    points = fields.List(Whole(validate=validate.Range(-1000, 1000)), required=True, validate=validate.Length(2, 20))
    seat = Whole(load_default=None, allow_none=True, validate=validate.Range(0, 19))
    code = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=40))


class Adjudicated(OfTable):
    note = Reason(required=True)
