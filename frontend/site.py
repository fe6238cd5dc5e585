"""What pages and sockets work with, made once per process."""

import secrets
from dataclasses import dataclass
from typing import Any

import redis
from flask import Flask, current_app
from redis.backoff import NoBackoff
from redis.retry import Retry

from frontend.choosing import offer_choosing
from frontend.compiled import draw_faster
from frontend.dense import draw_densely
from frontend.kept import offer_kept
from frontend.logs import Logs
from frontend.miniatures import Miniatures
from frontend.people.accounts import NOBODY, Accounts
from frontend.people.calls import Calls
from frontend.people.coached import Coached
from frontend.people.evenings import Evenings
from frontend.people.languages import Languages
from frontend.people.links import Links
from frontend.people.ways import Ways
from frontend.sentences import offer_sentences
from frontend.sentences_of_scripts import offer_sentences_of_scripts
from frontend.talk import Talk
from shared.ledger.anchors import Anchors
from shared.ledger.redis import connect
from shared.people.addresses import Addresses
from shared.people.blocks import Blocks
from shared.people.closing import Closing
from shared.people.directory import Directory
from shared.people.follows import Follows
from shared.people.guesses import Guesses
from shared.people.houses import Houses
from shared.people.notes import Notes
from shared.people.providers import Providers
from shared.people.register import Register
from shared.people.reports import Reports
from shared.people.sessions import Sessions
from shared.people.signs import Signs
from shared.people.tokens import Tokens
from shared.people.vacations import Vacations
from shared.people.watching import Watching
from shared.platform.books import Books, Places
from shared.platform.deals import Days, Deals
from shared.platform.records.imported import Imported
from shared.platform.rematches import Rematches
from shared.platform.rows import ArchivedRows, Rows
from shared.platform.streams import Streams
from shared.roster import Reservations, Roster
from shared.settings import Settings
from shared.tournaments import Times, TournamentRows
from shared.web.analyses import waiting_analyses
from shared.web.key import gateway_key
from shared.web.ledger import ledger
from shared.web.waiting import Waiting

NAME = "urbanist"
# For names and limits, which may be sent twice; nobody waits longer for a page.
PATIENCE: dict[str, Any] = {"socket_timeout": 2, "socket_connect_timeout": 2, "retry": Retry(NoBackoff(), 1)}


@dataclass(frozen=True, slots=True)
class Site:
    """Streams are read here and never written."""

    settings: Settings
    key: bytes
    streams: Streams
    accounts: Accounts
    register: Register
    sessions: Sessions
    guesses: Guesses
    addresses: Addresses
    notes: Notes
    providers: Providers
    coached: Coached
    languages: Languages
    links: Links
    tokens: Tokens
    reservations: Reservations
    ways: Ways
    calls: Calls
    signs: Signs
    evenings: Evenings
    follows: Follows
    rematches: Rematches
    talk: Talk
    houses: Houses
    anchors: Anchors
    blocks: Blocks
    vacations: Vacations
    watching: Watching
    directory: Directory
    closing: Closing
    reports: Reports
    roster: Roster
    rows: Rows
    tournaments: TournamentRows
    times: Times
    books: Books
    rated: Places
    imported: Imported
    days: Days
    logs: Logs
    miniatures: Miniatures
    analyses: Waiting | None  # None: matches are not analysed
    limits: "redis.Redis"  # what is counted for a while only


def make_site(settings: Settings) -> Site:
    key = gateway_key(settings.var)
    whole = ledger(settings)
    streams = Streams(whole)
    ledger_client, books = connect(settings.redis_url), Books(streams)
    client = redis.Redis.from_url(settings.redis_url, protocol=2, decode_responses=True, **PATIENCE)
    jobs = redis.Redis.from_url(settings.rq_redis_url, protocol=2, **PATIENCE)
    accounts, houses = Accounts(client), Houses(client)
    rows = Rows(ledger_client, ArchivedRows(whole.archive.database))
    return Site(
        settings=settings,
        key=key,
        streams=streams,
        accounts=accounts,
        register=accounts.register,
        sessions=Sessions(client),
        guesses=Guesses(client),
        addresses=Addresses(client),
        notes=Notes(client),
        providers=Providers(client),
        coached=Coached(client, accounts),
        languages=Languages(client, accounts),
        links=Links(client, key),
        tokens=Tokens(client),
        reservations=Reservations(client, streams),
        ways=Ways(client),
        calls=Calls(client),
        signs=Signs(client),
        evenings=Evenings(client),
        follows=Follows(client),
        rematches=Rematches(client, streams),
        talk=Talk(client),
        houses=houses,
        anchors=Anchors(settings.anchor_folder),
        blocks=Blocks(client),
        vacations=Vacations(client),
        watching=Watching(houses, streams, lambda player: is_operator(accounts, player)),
        directory=Directory(client),
        closing=Closing(client),
        reports=Reports(client),
        roster=Roster(client),
        rows=rows,
        days=Days(streams, rows, Deals(ledger_client)),
        tournaments=TournamentRows(client),
        times=Times(whole),
        books=books,
        rated=Places(ledger_client, books),
        imported=Imported(ledger_client),
        logs=Logs(streams.matches),
        miniatures=Miniatures(streams),
        analyses=waiting_analyses(jobs, settings),
        limits=client,
    )


def is_operator(accounts: Accounts, player: str) -> bool:
    return accounts.facts([player]).get(player, NOBODY).standing.is_operator


def furnish(app: Flask, found: Site) -> None:
    """Pages and sockets draw the same templates, so both offer them the same functions."""
    app.extensions[NAME] = found
    app.jinja_env.globals["new_key"] = new_key
    offer_sentences(app.jinja_env)
    offer_kept(app.jinja_env)
    offer_choosing(app.jinja_env)
    draw_faster(app.jinja_env)
    draw_densely(app.jinja_env)
    offer_sentences_of_scripts(app.jinja_env)


def new_key() -> str:
    """For a form, so that it is one command even if it is sent twice."""
    return secrets.token_urlsafe(16)


def site() -> Site:
    found: Site = current_app.extensions[NAME]
    return found
