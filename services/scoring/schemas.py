"""What scoring returns, as JSON."""

from marshmallow import INCLUDE, Schema, fields


class Reason(Schema):
    """Where points of a line come from: `message` names a sentence of the game, and `values` fill it."""

    class Meta:
        unknown = INCLUDE

    line = fields.String()
    points = fields.Integer()
    message = fields.String(required=True)
    values = fields.Dict()


class Tie(Schema):
    """Seats with equal points: some rank before others because they have more, or fewer, of something (`by`)."""

    before = fields.List(fields.Integer())
    after = fields.List(fields.Integer())
    by = fields.String()
    values = fields.List(fields.Integer())


class Counted(Schema):
    """Points of a city on a real table, in all and by line of the score pad. What else the game says is beside."""

    class Meta:
        unknown = INCLUDE

    total = fields.Integer(required=True)
    lines = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    explanation = fields.List(fields.Nested(Reason), required=True)


class Worth(Schema):
    """What a player is worth in a pool, in millionths: the mean, and how unsure that is (a standard deviation)."""

    mu = fields.Integer(required=True)
    sigma = fields.Integer(required=True)
    matches = fields.Integer(required=True)
    provisional = fields.Boolean(required=True)


class Standing(Worth):
    """`place` counts from 1, equal ones shared; a player whose rating is provisional has none."""

    player = fields.String(required=True)
    place = fields.Integer(required=True, allow_none=True)


class Changed(Schema):
    """A rating before and after a match, as it was computed then."""

    player = fields.String(required=True)
    before = fields.Nested(Worth, required=True)
    after = fields.Nested(Worth, required=True)


class Points(Schema):
    """By seat. If not `counted`, these are the points if the match ended now.

    `places` are ranks from 1, null for each seat of a match that was lost together. `tie_breaks` is there where equal
    points led to different ranks. `pool` is that in which the match counts, null where it doesn't, and `unrated` the
    sentence that says why. `ratings` are those that it has changed, null until then.
    """

    counted = fields.Boolean()
    points = fields.List(fields.Integer())
    places = fields.List(fields.Integer(allow_none=True))
    lines = fields.List(fields.Dict(keys=fields.String(), values=fields.Integer()))
    target = fields.Integer(allow_none=True)
    tie_breaks = fields.List(fields.Nested(Tie))
    pool = fields.String(allow_none=True)
    unrated = fields.String(allow_none=True)
    ratings = fields.List(fields.Nested(Changed), allow_none=True)


class Pool(Schema):
    pool = fields.String(required=True)
    game = fields.String(required=True)
    mode = fields.String(required=True)
    settled = fields.Integer(required=True)
    provisional = fields.Integer(required=True)


class Pools(Schema):
    pools = fields.List(fields.Nested(Pool), required=True)


class Bar(Schema):
    """How many settled players are rated from `low` to less than 2 above it, in whole ratings."""

    low = fields.Integer(required=True)
    players = fields.Integer(required=True)


class Ladder(Pool):
    """The best settled players, and the best of those whose ratings are provisional: so many of each, and no more."""

    ladder = fields.List(fields.Nested(Standing), required=True)
    newcomers = fields.List(fields.Nested(Standing), required=True)
    distribution = fields.List(fields.Nested(Bar), required=True)


class Way(Standing):
    """`better_than`: how many of 100 settled players are rated lower. `history`: after the newest matches."""

    better_than = fields.Integer(required=True, allow_none=True)
    history = fields.List(fields.Nested(Worth), required=True)
