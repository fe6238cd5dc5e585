"""What programs are told about their bots, as JSON."""

from marshmallow import Schema, fields, validate

from shared.web.schemas import Happened


class PlaysShown(Schema):
    seats = fields.List(fields.Integer(), required=True)
    options = fields.Dict(keys=fields.String(), values=fields.List(fields.Raw()), required=True)


class Registered(Schema):
    """`bot` stands in the addresses of its calls, `player` in matches."""

    bot = fields.String(required=True)
    player = fields.String(required=True)
    games = fields.Dict(keys=fields.String(), values=fields.Nested(PlaysShown), required=True)
    seconds = fields.Integer(required=True)
    at_once = fields.Integer(required=True, allow_none=True)


class Failure(Schema):
    """A turn that the stand-in played; `at` is in seconds since 1970."""

    match = fields.String(required=True)
    turn = fields.Integer(required=True)
    reason = fields.String(required=True)
    at = fields.Integer(required=True)


class BotShown(Registered):
    """`playing` are the matches that count against `at_once`. Who `is_benched` failed too often, and is not offered."""

    is_up = fields.Boolean(required=True)
    is_benched = fields.Boolean(required=True)
    playing = fields.List(fields.String(), required=True)
    errors = fields.List(fields.Nested(Failure), required=True)


class Spoken(Schema):
    """The line as it is kept; of a `phrase`, which is null otherwise, in English."""

    said = fields.String(required=True)
    phrase = fields.String(required=True, allow_none=True)


def kind(name: str) -> fields.String:
    return fields.String(required=True, validate=validate.OneOf([name]))


class InvitedTo(Schema):
    """`seat` is null for the first free one; after so many `seconds` the invitation lapses."""

    table = fields.String(required=True)
    by = fields.String(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    game = fields.String(required=True)
    options = fields.Dict(required=True)
    seats = fields.Integer(required=True)
    seconds = fields.Integer(required=True)


class MatchTold(Schema):
    """Taken from the service that shows matches (document.py)."""


class Line(Schema):
    """`cursor` says how much has been told."""

    cursor = fields.String(required=True)


class Snapshot(Line):
    """The first line without a cursor: all running matches, all open invitations, and since when it is benched, in
    seconds since 1970, or null.
    """

    type = kind("snapshot")
    bot = fields.String(required=True)
    matches = fields.List(fields.Nested(MatchTold), required=True)
    invitations = fields.List(fields.Nested(InvitedTo), required=True)
    benched = fields.Integer(required=True, allow_none=True)


class Resumed(Line):
    """The first line with a cursor."""

    type = kind("resumed")
    bot = fields.String(required=True)


class MatchNews(Line):
    """A match as the bot sees it now, and what has happened since it was told of it last."""

    type = kind("match")
    match = fields.Nested(MatchTold, required=True)
    events = fields.List(fields.Nested(Happened), required=True)


class InvitationNews(Line, InvitedTo):
    """Somebody asks the bot to come."""

    type = kind("invitation")


class Withdrawn(Line):
    """Invitations have lapsed, or tables were given up before their matches began."""

    type = kind("withdrawn")
    tables = fields.List(fields.String(), required=True)


class Benched(Line):
    """The bot failed too often. `reason` is what went wrong last, null if an operator benched it."""

    type = kind("benched")
    since = fields.Integer(required=True)
    reason = fields.String(required=True, allow_none=True)
    sentence = fields.String(required=True)


class Unbenched(Line):
    """It may play again."""

    type = kind("unbenched")
    sentence = fields.String(required=True)


class Unreadable(Line):
    """The record of a match can't be read any more: nothing more is told of it."""

    type = kind("unreadable")
    table = fields.String(required=True)


class Alive(Line):
    """After ten seconds of silence: the newest version of each match that the bot was told of."""

    type = kind("alive")
    versions = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)


class End(Schema):
    """The last line, where the server ends the stream."""

    type = kind("end")
    reason = fields.String(required=True, validate=validate.OneOf(["replaced", "revoked", "restarting", "failed"]))
    sentence = fields.String(required=True)


LINES = (Snapshot, Resumed, MatchNews, InvitationNews, Withdrawn, Unreadable, Benched, Unbenched, Alive, End)
