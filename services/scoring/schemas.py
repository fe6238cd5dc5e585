"""What scoring gives, as JSON."""

from marshmallow import Schema, fields


class Tie(Schema):
    """Seats with equal points: some stand before others by a number of which they have more, or fewer."""

    before = fields.List(fields.Integer())
    after = fields.List(fields.Integer())
    by = fields.String()
    values = fields.List(fields.Integer())


class Points(Schema):
    """By seat. Not `counted`: what it would be worth if the match ended now.

    `tie_breaks` is there where equal points led to different places.
    """

    counted = fields.Boolean()
    points = fields.List(fields.Integer())
    places = fields.List(fields.Integer(allow_none=True))
    lines = fields.List(fields.Dict(keys=fields.String(), values=fields.Integer()))
    target = fields.Integer(allow_none=True)
    tie_breaks = fields.List(fields.Nested(Tie))
