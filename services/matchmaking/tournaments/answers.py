"""What calls about tournaments return, as JSON."""

from marshmallow import Schema, fields, validate

from services.matchmaking.schemas import TermsOfMatch, words
from shared.platform.tournament.rules import FORMATS
from shared.tournaments import STATUSES, Entry


def whole(**more: object) -> fields.Integer:
    return fields.Integer(**more)  # type: ignore[arg-type]


class OpenedTournament(Schema):
    id = fields.String()
    version = whole()
    commitment = fields.String()


class Held(Schema):
    """`entrant` is the asker's own number, or null."""

    version = whole()
    entrant = whole(allow_none=True)


class NumberTaken(Held):
    """`receipt` is this server's signed word that your nonce is in the record (docs/ledger.md, "Signatures")."""

    receipt = fields.Dict(allow_none=True)


class AddedEntrants(Schema):
    """Their numbers, in the sequence in which they were named."""

    version = whole()
    entrants = fields.List(whole())


class Listed(Schema):
    """`rounds` are those paired so far, `length` is their number in this stage, 0 where nobody knows it yet; `playing`
    counts tables without a result. `winner` is a player, or a name.
    """

    id = fields.String()
    title = fields.String()
    organiser = fields.String()
    game = fields.String()
    format = fields.String(validate=validate.OneOf(FORMATS))
    seats = whole()
    start = fields.String(allow_none=True)
    entry = fields.String(validate=validate.OneOf(words(Entry)))
    in_person = fields.Boolean()
    status = fields.String(validate=validate.OneOf(STATUSES))
    entrants = whole()
    rounds = whole()
    length = whole()
    playing = whole()
    winner = fields.String(allow_none=True)
    at = fields.String()


class Tournaments(Schema):
    """`more`: whether there are further ones."""

    tournaments = fields.List(fields.Nested(Listed))
    more = fields.Boolean()


class FinalShown(Schema):
    format = fields.String()
    rounds = whole()
    entrants = whole()


class RulesShown(Schema):
    format = fields.String()
    seats = whole()
    shortest = whole()
    rounds = whole()
    points = fields.List(whole())
    bye = whole()
    tie_breaks = fields.List(fields.String())
    terms = fields.Nested(TermsOfMatch)
    check_in = fields.String()
    absent = fields.String()
    late = fields.Boolean()
    bots = fields.Boolean()
    most = whole()
    minutes = whole()
    go_on = whole()
    third_place = fields.Boolean()
    groups = whole()
    final = fields.Nested(FinalShown, allow_none=True)


class EntrantShown(Schema):
    """`name` is of who is no player here. `checked_in`: for the next round. `shown`: no nonce is awaited any more."""

    entrant = whole()
    player = fields.String(allow_none=True)
    name = fields.String(allow_none=True)
    strength = whole()
    is_in = fields.Boolean()
    checked_in = fields.Boolean()
    shown = fields.Boolean()


class WordShown(Schema):
    """What the player at this seat of a real table says."""

    seat = whole()
    places = fields.List(whole(allow_none=True))
    points = fields.List(whole())


class TableOfRound(Schema):
    """`entrants` and `places` are by seat. Without a result yet, all about it is null. `entered`: what players of a
    real table have said since its organiser last did; where they differ, `disputed`, the organiser decides.
    """

    table = whole()
    entrants = fields.List(whole())
    match = fields.String(allow_none=True)
    how = fields.String(allow_none=True)
    places = fields.List(whole(allow_none=True), allow_none=True)
    points = fields.List(whole(), allow_none=True)
    note = fields.String(allow_none=True)
    entered = fields.List(fields.Nested(WordShown))
    disputed = fields.Boolean()


class RoundShown(Schema):
    """`by` says who made the pairing; `ends` is null where it may take for ever."""

    round = whole()
    stage = whole()
    by = fields.String()
    began = fields.String(allow_none=True)
    ends = fields.String(allow_none=True)
    is_ended = fields.Boolean()
    byes = fields.List(whole())
    tables = fields.List(fields.Nested(TableOfRound))


class OwnTable(Schema):
    """`sit`: take this seat at the table with the match's id, until `sit_by`. `wait`: for the others. `play`: the match
    has begun.
    """

    round = whole()
    table = whole()
    seat = whole()
    match = fields.String(allow_none=True)
    status = fields.String(validate=validate.OneOf(["sit", "wait", "play"]))
    sit_by = fields.String(allow_none=True)


class Me(Schema):
    entrant = whole()
    is_in = fields.Boolean()
    checked_in = fields.Boolean()
    nonce_awaited = fields.Boolean()
    tables = fields.List(fields.Nested(OwnTable))


class Next(Schema):
    """What is waited for, and until when; null: for as long as it takes."""

    what = fields.String(validate=validate.OneOf(["start", "check_in", "pair", "play", "pause", "over"]))
    at = fields.String(allow_none=True)


class SeasonShown(Schema):
    """Of a league in divisions: entrants of each, from its start on. `former` and `next` are tournaments, or null."""

    number = whole()
    size = whole()
    moves = whole()
    former = fields.String(allow_none=True)
    next = fields.String(allow_none=True)
    divisions = fields.List(fields.List(whole()))


class Progress(Schema):
    """Tables so far, and results."""

    tables = whole()
    results = whole()


class TournamentShown(Listed):
    """`rounds` are those that are not over; `paired` counts all. `invited` is null for all but the organiser."""

    version = whole()
    text = fields.String()
    listed = fields.Boolean()
    invited = fields.List(fields.String(), allow_none=True)
    to_sit = whole()
    rest = whole()
    options = fields.Dict()
    rules = fields.Nested(RulesShown)
    season = fields.Nested(SeasonShown, allow_none=True)
    commitment = fields.String()
    seed = fields.String(allow_none=True)
    reason = fields.String(allow_none=True)
    note = fields.String(allow_none=True)
    entered = fields.List(fields.Nested(EntrantShown))
    running = fields.List(fields.Nested(RoundShown))
    progress = fields.Nested(Progress)
    next = fields.Nested(Next)
    me = fields.Nested(Me, allow_none=True)


class StandingShown(Schema):
    entrant = whole()
    player = fields.String(allow_none=True)
    name = fields.String(allow_none=True)
    place = whole()
    points = whole()
    numbers = fields.Dict(keys=fields.String(), values=fields.Integer())


class StandingsShown(Schema):
    """`columns` names the numbers by which they are sorted, the first counting most and more being better."""

    columns = fields.List(fields.String())
    standings = fields.List(fields.Nested(StandingShown))
