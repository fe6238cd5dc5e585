"""What a call says: plain text, for notifications and mails."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from frontend.people.who import player_of
from frontend.presentation.games import game_context
from frontend.sentences import Sentence, listed, plural, say
from frontend.site import Site
from shared.ledger.canonical import canonical
from shared.platform.rows import Row


class Words:
    def __init__(self, site: Site) -> None:
        self.site = site

    def pushed(self, id_: str) -> bytes:
        match = self.site.streams.blind.load(f"match:{id_}").state
        title, names = game_context(match.start.game)["title"], self.site.accounts.names(match.players)
        waiting = [names[player] for seat, player in enumerate(match.players) if seat not in match.called]
        body = _plain(say("{game}, with {names}", game=title, names=listed(waiting))) if waiting else title
        said = {"title": _plain(say("It is your turn")), "body": body, "tag": f"match-{id_}", "path": f"/m/{id_}"}
        return pushable(said)

    def subject(self, rows: Sequence[Row]) -> str:
        return _plain(plural("It is your turn in {n} match", "It is your turn in {n} matches", len(rows)))

    def line(self, row: Row, person: str, origin: str) -> str:
        """One match of a mail."""
        others = [player for player in row.players if player and player != player_of(person)]
        names = self.site.accounts.names(others)
        game, since = game_context(row.game)["title"], (row.called_since or "")[:16].replace("T", " ")
        said = {"game": game, "since": since, "names": listed([*dict.fromkeys(names[player] for player in others)])}
        with_others, alone = "{game} with {names}, since {since} UTC:", "{game}, since {since} UTC:"
        return f"{_plain(say(with_others if others else alone, **said))}\n{origin}/m/{row.id}"


def pushable(said: Mapping[str, str]) -> bytes:
    """What static/service-worker.js shows. It is sealed for the browser alone."""
    return canonical(dict(said))


def _plain(said: str) -> str:
    """Names of people are escaped in what pages show."""
    return said.unescape() if isinstance(said, Markup) else said


def sentence(text: str, **values: str) -> str:
    """A whole sentence of a mail."""
    return str(Sentence(text, values, is_whole=True))
