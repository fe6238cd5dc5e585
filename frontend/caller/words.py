"""What a call says: plain text, for notifications and mails."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from frontend.people.who import player_of
from frontend.presentation.games import game_context
from frontend.sentences import listed, plural, say
from frontend.site import Site
from shared.language import moment
from shared.ledger.canonical import canonical
from shared.platform.rows import Row


class Words:
    def __init__(self, site: Site) -> None:
        self.site = site

    def pushed(self, id_: str) -> bytes:
        match = self.site.streams.blind.load(f"match:{id_}").state
        title, names = game_context(match.start.game)["title"], self.site.accounts.names(match.players)
        waiting = [names[player] for seat, player in enumerate(match.players) if seat not in match.called]
        body = say_plain("{game}, with {names}", game=title, names=listed(waiting)) if waiting else title
        said = {"title": say_plain("It is your turn"), "body": body, "tag": f"match-{id_}", "path": f"/m/{id_}"}
        return pushable(said)

    def subject(self, rows: Sequence[Row]) -> str:
        return plain(plural("It is your turn in {n} match", "It is your turn in {n} matches", len(rows)))

    def line(self, row: Row, person: str, origin: str) -> str:
        """One match of a mail."""
        others = [player for player in row.players if player and player != player_of(person)]
        names = self.site.accounts.names(others)
        game, since = game_context(row.game)["title"], moment(row.called_since) if row.called_since else ""
        named = listed([*dict.fromkeys(names[player] for player in others)])
        with_others = say("{game} with {names}, since {since}:", game=game, names=named, since=since)
        said = with_others if others else say("{game}, since {since}:", game=game, since=since)
        return f"{plain(said)}\n{origin}/m/{row.id}"


def pushable(said: Mapping[str, str]) -> bytes:
    """What static/service-worker.js shows. It is sealed for the browser alone."""
    return canonical(dict(said))


def say_plain(sentence: str, /, **values: Any) -> str:
    """A sentence of a mail or a notification."""
    return plain(say(sentence, **values))


def plain(said: Markup) -> str:
    """Of a mail or a notification: what pages show is escaped, names of people for instance."""
    return said.unescape()
