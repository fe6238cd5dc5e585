"""A match at a server that may lie: what people and an honest server write, and what a host can write without them.

Honest people sign with their own keys. A host that is left `alone` goes on with its own key only: it has the ledger,
every seed and every hash, and writes whatever it likes. Keys, numbers, times and salts are fixed, so the bytes are the
same in each run.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import Any, Self

from infra.verify import ORDERS
from shared.annotations import Json
from shared.bots import BOTS
from shared.games.chance import nonce_hash
from shared.games.registry import GAMES
from shared.ledger.decider import Decider, Message, no_moves
from shared.ledger.handler import Asked, Handler
from shared.platform import deal
from shared.platform.again.of_bots import built_in
from shared.platform.keys import Keys
from shared.platform.match import Match, Play, Start
from shared.platform.match.by_bot import move_by
from shared.platform.signed import move_bytes, order_bytes, signed
from shared.platform.streams import MATCH, REGISTRY, SCORE, TABLE, cite
from shared.platform.table import OpenTable, ShowNonce, StopWaiting, TakeSeat
from shared.platform.terms import USUAL, Terms
from tests.records import ADA, BEA, BOT, DEAL, ID, MATCHMAKING, SEED, SERVICE, Told, rows
from tests.signed import key, public

CID, DOT, EVE = "person:cid", "person:dot", "person:eve"
EVERYBODY = (ADA, BEA, CID, DOT)
GREEDY = "bot:greedy@1"
OPERATOR = "operator:root"
HOST = "host"
KNOWN = {bot.player for bot in BOTS}
PATIENCE = 11  # seconds, longer than an honest server waits for a number
DECIDERS: Mapping[str, Decider[Any, Any]] = {"table": TABLE, "match": MATCH, "score": SCORE}


def number_of(player: str) -> str:
    """Their secret number."""
    return sha256(f"number of {player}".encode()).hexdigest()


class Scene(Told):
    """`people` sit first, then `bots`. `keys` has the names of those who can sign; `is_still` stops the clock."""

    def __init__(
        self,
        people: Collection[str] = (ADA, BEA),
        bots: Collection[str] = (),
        game: str = "quadropolis",
        terms: Terms = USUAL,
        **options: Any,
    ) -> None:
        super().__init__(GAMES[game])
        self.people, self.bots, self.terms = tuple(people), tuple(bots), terms
        self.options = self.game.options(**options)
        self.keys = {*people, EVE, HOST}
        self.seed = SEED
        self.numbers = {player: number_of(player) for player in people}
        self.impostors: dict[str, str] = {}  # whose key is said to be that of a player
        self.is_still = False
        self.streams.matches = Handler(
            self.streams.ledger, REGISTRY, MATCH, now=self.now, salt=self.salt, sign=self.sign
        )

    # What happens.

    def seated(
        self, *, without: Collection[str] = (), hidden: Collection[str] = (), keyless: Collection[str] = ()
    ) -> Self:
        """Everybody has a key and a number; `without` bring none, `hidden` promise one, which is not in the record."""
        facts: dict[str, Any] = {"game": self.game, "options": self.options, "terms": self.terms}
        self.keys -= {*keyless}
        seats = len(self.people) + len(self.bots)
        opened = OpenTable(
            by=ADA,
            listed=True,
            seats=seats,
            seed=self.seed,
            bots=self.bots,
            host_key=self.public(HOST),
            **facts,
        )
        self.obey("table", ADA, opened)
        for player in self.people:
            promised = None if player in without else nonce_hash(self.numbers[player])
            own = None if player in keyless else self.public(player)
            self.obey("table", player, TakeSeat(by=player, nonce_hash=promised, key=own))
        for player in self.people:
            if player not in (*without, *hidden):
                self.obey("table", player, ShowNonce(by=player, nonce=self.numbers[player]))
        return self

    def unawaited(self) -> Self:
        """The table closes without the numbers that are missing."""
        return self.obey("table", MATCHMAKING, StopWaiting())

    def begun(self) -> Self:
        folded = self.streams.tables.load(f"table:{ID}")
        table = folded.state
        start = Start(
            game=self.game,
            options=self.options,
            players=table.players,
            seed=self.seed,
            nonces=table.nonces,
            table=cite(folded),
            practice=False,
            terms=self.terms,
            keys=Keys(table.opening.host_key, table.keys),
        )
        return self.obey("match", SERVICE, start)

    def dealt(self) -> Self:
        """The deal of a day, which Ada plays against a bot; she signs."""
        self.deal()
        self.waited = timedelta(hours=13)
        folded = self.streams.deal(DEAL)
        keys = Keys(self.public(HOST), (public(ADA), None))
        start = deal.start_of(folded.state.facts, deal.cited_by(folded), self.game, ADA, keys)
        return self.obey("match", SERVICE, start)

    def opened(self) -> Self:
        """The deal is over."""
        self.waited = timedelta(hours=36)
        return self.obey("deal", MATCHMAKING, deal.End())

    def wait(self, seconds: float) -> Self:
        self.waited += timedelta(seconds=seconds)
        return self

    def go_on(self, moves: int = 1000, otherwise: Collection[str] = ()) -> Self:
        """This many moves, or all. Bots play what they play, but for those whose seats are played by hand."""
        for _ in range(moves):
            match = self.match
            if not match.called:
                break
            seat = match.called[0]
            player = match.players[seat]
            move = self.move(seat, player in otherwise)
            self.obey("match", player, Play(player=player, seat=seat, turn=match.turn, move=move))
        return self

    def move(self, seat: int, otherwise: bool = False, mind: str | None = None) -> Any:
        """What whoever sits there plays, people as `any_move` would; or `otherwise` another legal move. `mind`: a bot
        that moves for them.
        """
        match, player = self.match, mind or self.match.players[seat]
        own = move_by(built_in(player if player in KNOWN else BOT), match, seat)
        others = [move for move in match.rules.legal_moves(match.view(seat), seat) if move != own]
        return others[0] if otherwise and others else own

    def public(self, player: str) -> str:
        """The key that is said to be theirs."""
        return public(self.impostors.get(player, player))

    def counted(self) -> Self:
        """Once, where it was played to its end."""
        if self.match.status == "ended" and not self.streams.scores.load(f"score:{ID}").version:
            self.count()
        return self

    # What a host can do.

    def alone(self, *accomplices: str) -> Self:
        """From here on the host writes without the others' keys."""
        self.keys = {HOST, *accomplices}
        return self

    def write(self, kind: str, by: str, *events: Any, move: Play | None = None) -> Self:
        """Events that no command leads to, or beside the first one of a move."""
        self.orders += 1
        decider = DECIDERS[kind]

        def decide(state: Any, command: None) -> list[Any]:
            first, *others = decider.decide(state, move) if move else [None]
            return [each for each in (first, *events, *others) if each]

        evidence = (lambda state, command: decider.evidence(state, move)) if move else no_moves
        unasked = replace(decider, decide=decide, evidence=evidence)
        sign = self.sign if kind == "match" else lambda asked: None
        handler: Any = Handler(self.streams.ledger, REGISTRY, unasked, now=self.now, salt=self.salt, sign=sign)
        handler.handle(Message(stream=f"{kind}:{ID}", by=by, cause=f"order-{self.orders}", command=None))
        return self

    def now(self) -> Any:
        return super().now() - timedelta(seconds=self.orders) if self.is_still else super().now()

    def sign(self, asked: Asked[Match, Any]) -> Json | None:
        """Whoever's key is at hand signs what is theirs to sign."""
        by, first = asked.message.by, asked.first
        signer = HOST if first.type == "match.started" or (by.startswith("bot:") and asked.move) else by
        is_order = first.type in ORDERS or first.data.get("reason") == "left" or first.type == "match.started"
        if signer not in self.keys or not (asked.move or is_order):
            return None
        if first.type == "match.started":
            previous = (first.data["table"] or first.data["deal"])["digest"]
        else:
            previous = asked.folded.digest or ""
        order = order_bytes(ID, first.type, first.data, previous)
        message = move_bytes(ID, asked.move, previous) if asked.move else order
        return signed(previous, key(self.impostors.get(signer, signer)).sign(message))


def movers(file: bytes) -> list[str]:
    """Who made each move of a record."""
    return [line["envelope"]["by"] for line in rows(file)[1:] if line["envelope"]["move"]]


def before(file: bytes, player: str, nth: int) -> int:
    """How many moves stand before the nth one of a player."""
    return [at for at, by in enumerate(movers(file)) if by == player][nth]
