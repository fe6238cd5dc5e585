"""What scoring gives, as JSON."""

from marshmallow import Schema, fields


class Points(Schema):
    """By seat. Not `counted`: what it would be worth if the match ended now."""

    counted = fields.Boolean()
    points = fields.List(fields.Integer())
    places = fields.List(fields.Integer(allow_none=True))
    lines = fields.List(fields.Dict(keys=fields.String(), values=fields.Integer()))
    target = fields.Integer(allow_none=True)
