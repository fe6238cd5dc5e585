"""Whatever players, organisers and clocks do, and however often a step is asked for: a tournament comes to its end."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from shared.errors import NotAllowed
from shared.platform.cited import Cited
from shared.platform.tournament import Command, Event, Final, Tournament, after, decide, due, rules_for, standings
from shared.platform.tournament.commands import (
    BeginFinal,
    CheckIn,
    EndRound,
    EndTime,
    EndTournament,
    Enter,
    EnterResult,
    PairRound,
    Pause,
    RecordResult,
    Resume,
    Return,
    StartTournament,
    Withdraw,
)
from shared.platform.tournament.divisions import divisions_of, season_after
from shared.platform.tournament.events import TimeEnded
from shared.platform.tournament.rules import SWISS
from shared.platform.tournament.season import Season
from shared.platform.tournament.standings import by_strength
from tests.platform.tournament.held import GAME, ID, ORGANISER, do, opening, player

FINALS = (None, Final("elimination", 0, 4), Final("swiss", 2, 3))
KINDS = [
    ("swiss", 2, 4),
    ("swiss", 3, 3),
    ("swiss", 4, 4),
    ("round_robin", 2, 0),
    ("round_robin", 4, 0),
    ("elimination", 2, 0),
    ("elimination", 4, 0),
    ("double_elimination", 2, 0),
    ("arena", 2, 5),
    ("arena", 2, 0),
    ("arena", 3, 0),
    ("league", 3, 0),
    ("divisions", 2, 0),
    ("divisions", 3, 0),
    ("duplicate", 2, 4),
]
ENTRANTS = st.integers(0, 11)


class Held(RuleBasedStateMachine):
    """`stored` are all events, as the ledger has them; `now` is what a process remembers."""

    @initialize(
        kind=st.sampled_from(KINDS),
        final=st.sampled_from(FINALS),
        entrants=st.integers(2, 9),
        check_in=st.sampled_from(("never", "never", "rounds")),
    )
    def open(self, kind, final, entrants, check_in):
        is_divided = kind[0] == "divisions"
        name, seats, rounds = ("league", *kind[1:]) if is_divided else kind
        is_span = (name, rounds) == ("arena", 0)  # which nobody checks in for round by round
        usual = "never" if is_span else check_in
        rules = rules_for(GAME, name, seats, rounds, check_in=usual, third_place=True, minutes=30 if is_span else 0)
        is_possible = name in ("swiss", "round_robin")
        season = Season(1, seats, 1) if is_divided else None
        rules = rules._replace(final=final if is_possible else None)
        self.now = do(Tournament(id=ID), replace(opening(rules), season=season))
        self.first = self.now
        self.stored: list[Event] = []
        for number in range(entrants):
            self.do(Enter(by=player(number), player=player(number)))
        while len(self.now.entrants) < 2 * seats and name == "duplicate":
            number = len(self.now.entrants)
            self.do(Enter(by=player(number), player=player(number)))
        self.do(StartTournament(by=None))

    def do(self, command: Command) -> None:
        events = decide(self.now, command)
        self.stored += events
        self.now = after(self.now, events)

    def may(self, command: Command) -> None:
        """Whoever asks may be told no; nothing is changed by that."""
        with suppress(NotAllowed):
            self.do(command)

    @property
    def is_over(self) -> bool:
        return self.now.ended is not None

    @precondition(lambda self: not self.is_over)
    @rule(who=ENTRANTS)
    def enter_late(self, who):
        self.may(Enter(by=player(who), player=player(who)))

    @precondition(lambda self: not self.is_over)
    @rule(who=ENTRANTS)
    def leave(self, who):
        self.may(Withdraw(by=player(who), entrant=who))

    @precondition(lambda self: not self.is_over)
    @rule(who=ENTRANTS)
    def come_back(self, who):
        self.may(Return(by=player(who), entrant=who))

    @precondition(lambda self: not self.is_over)
    @rule(who=st.lists(ENTRANTS, max_size=9))
    def check_in(self, who):
        for one in who:
            self.may(CheckIn(by=player(one), entrant=one))

    @precondition(lambda self: not self.is_over)
    @rule(is_pause=st.booleans())
    def pause_or_resume(self, is_pause):
        self.may(Pause(by=ORGANISER, note="tea") if is_pause else Resume(by=ORGANISER))

    @precondition(lambda self: not self.is_over)
    @rule()
    def two_schedulers_pair_the_next_round(self):
        command = PairRound(round=len(self.now.rounds))
        if due(self.now) != "pair":
            self.may(command)
            return
        self.do(command)
        with pytest.raises(NotAllowed):
            decide(self.now, command)

    @precondition(lambda self: not self.is_over and any(self.now.playing()))
    @rule(seed=st.integers(0, 99), how_many=st.integers(1, 5))
    def some_tables_end(self, seed, how_many):
        for round_, table, seats in list(self.now.playing())[:how_many]:
            self.do(self.ended(Random(f"{seed}:{table}"), round_, table, len(seats)))

    @precondition(lambda self: not self.is_over and any(one.results for one in self.now.rounds))
    @rule(seed=st.integers(0, 99))
    def a_result_is_corrected(self, seed):
        random = Random(seed)
        one = random.choice([one for one in self.now.rounds if one.results])
        table = random.choice(sorted(one.results))
        self.may(self.ended(random, one.number, table, len(one.tables[table]), "it was misread"))

    @precondition(lambda self: any(one.open for one in self.now.rounds if not one.is_ended) and not self.is_over)
    @rule(seed=st.integers(0, 99), seats=st.permutations(range(4)))
    def players_say_how_it_ended(self, seed, seats):
        """Some of them agree and some don't."""
        random = Random(seed)
        one = random.choice([one for one in self.now.rounds if one.open and not one.is_ended])
        table = random.choice(one.open)
        for seat in seats[: random.randrange(1, 4)]:
            said = self.ended(Random(random.randrange(2)), one.number, table, len(one.tables[table]))
            self.may(
                EnterResult(
                    by=player(seat), round=one.number, table=table, seat=seat, places=said.places, points=said.points
                )
            )

    @invariant()
    def what_players_say_later_changes_nothing(self):
        for one in self.now.rounds:
            for table, said in one.entered.items():
                assert (one.results[table].places, one.results[table].points) == (said[0].places, said[0].points)
                assert len({each.seat for each in said}) == len(said) <= len(one.tables[table])

    def ended(self, random: Random, round_: int, table: int, seats: int, note: str | None = None) -> RecordResult:
        """Any places, ties and forfeits too."""
        points = [random.randrange(6) for _ in range(seats)]
        places = [None if random.randrange(8) == 0 else 1 + sum(one > own for one in points) for own in points]
        return RecordResult(
            by=ORGANISER,
            round=round_,
            table=table,
            how="by_hand",
            places=tuple(places),
            points=tuple(points),
            note=note,
        )

    @precondition(lambda self: not self.is_over)
    @rule(is_late=st.booleans())
    def the_clock_ends_a_round(self, is_late):
        if number := next((str(one.number) for one in self.now.rounds if not one.is_ended), ""):
            self.may(EndRound(round=int(number), late=is_late))

    @precondition(lambda self: self.now.season is not None)
    @rule(who=ENTRANTS)
    def a_season_ends_and_the_next_one_is_opened_from_it(self, who):
        self.go_on_in_the_next_season(who)

    def go_on_in_the_next_season(self, who):
        """It is another tournament: whoever is still in the league goes on in it, and somebody new is last."""
        self.to_its_end()
        if self.now.standings and any(one.is_in for one in self.now.entrants):
            season = season_after(self.now, Cited(self.now.version, "cc" * 32))
            carried = [one.player for division in season.carried for one in division]
            assert Counter(carried) == Counter(one.player for one in self.now.entrants if one.is_in)
            self.now = do(Tournament(id=ID), replace(opening(self.now.rules), season=season))
            self.first, self.stored = self.now, []
            self.may(Enter(by=player(20 + who), player=player(20 + who)))
            if len(self.now.entrants) > 1:
                self.do(StartTournament(by=None))
            else:
                self.do(EndTournament(by=ORGANISER))

    @invariant()
    def everybody_of_a_league_is_in_one_division(self):
        if self.now.season and self.now.nonces is not None:
            divisions = divisions_of(self.now, self.now.season, by_strength(self.now))
            assert sorted(one for division in divisions for one in division) == sorted(self.now.members)
            assert all(len(division) == self.now.season.size for division in divisions[:-1])

    @precondition(lambda self: not self.is_over)
    @rule()
    def two_clocks_end_the_time_of_an_arena(self):
        paired, was_over = len(self.now.rounds), self.now.is_time_over
        self.may(EndTime())
        if self.now.is_time_over:
            assert was_over or self.stored[-1] == TimeEnded()
            with pytest.raises(NotAllowed):
                decide(self.now, EndTime())
            with pytest.raises(NotAllowed):
                decide(self.now, PairRound(round=paired))

    @invariant()
    def what_a_process_remembers_is_what_the_ledger_has(self):
        assert after(self.first, self.stored) == self.now

    @invariant()
    def nobody_sits_at_two_tables(self):
        for one in self.now.rounds:
            there = [*(who for table in one.tables for who in table), *one.byes]
            assert len(there) == len(set(there))
        busy = Counter(who for _, _, seats in self.now.playing() for who in seats)
        assert self.now.format == "league" or not busy or max(busy.values()) == 1

    @invariant()
    def nobody_has_two_byes_while_others_who_were_there_have_none(self):
        for stage in {one.stage for one in self.now.rounds}:
            byes: Counter[int] = Counter()
            for one in self.now.rounds:
                if one.stage == stage and self.format_of(stage) == SWISS:
                    there = [who for table in one.tables for who in table]
                    assert all(
                        byes[who] <= min((byes[other] for other in there), default=byes[who]) for who in one.byes
                    )
                    byes.update(one.byes)

    def format_of(self, stage: int) -> str:
        final = self.now.rules.final
        return final.format if stage and final else self.now.rules.format

    @invariant()
    def standings_have_everybody_of_the_stage_once(self):
        found = standings(self.now)
        assert sorted(one.entrant for one in found) == sorted(self.now.members)
        assert [one.place for one in found] == list(range(1, len(found) + 1))
        assert [one.numbers for one in found] == sorted((one.numbers for one in found), reverse=True)

    def teardown(self) -> None:
        """From wherever it was left, the clock alone brings it to its end."""
        if not hasattr(self, "now"):
            return
        if self.now.season:
            self.go_on_in_the_next_season(0)
        self.to_its_end()
        assert self.now.ended
        assert self.now.standings == standings(self.now)

    def to_its_end(self) -> None:
        if self.now.is_paused:
            self.do(Resume(by=ORGANISER))
        for _ in range(400):
            if self.is_over:
                break
            self.step()

    def step(self) -> None:
        match due(self.now):
            case "pair":
                self.do(PairRound(round=len(self.now.rounds)))
            case "play" if self.now.lasts and not self.now.is_time_over:
                self.do(EndTime())
            case "play" | "end_round":
                ready = [one for one in self.now.rounds if not one.is_ended]
                first = next((one for one in ready if not one.open), ready[0])
                self.do(EndRound(round=first.number, late=True))
            case "final":
                self.do(BeginFinal())
            case "end":
                self.do(EndTournament(by=None))
            case other:
                raise AssertionError(other)


Held.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestHeld = Held.TestCase
