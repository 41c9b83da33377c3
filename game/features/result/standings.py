"""The scores of a match after a leg: the data of the score sheet and of the result."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from game.drivers.moods import Mood
from game.engine.rules import SCORE_ITEMS, Score, Seating, load_rules, sides_of
from game.engine.setup import Options
from game.match.session import Session
from game.words.names import NOBODY, Names
from game.words.score import bot_drove_line, item_points, take_backs_line


@dataclass(frozen=True, slots=True)
class MatchMark:
    """A mark on the result: the id of its label, its icon, and its text."""

    id: str
    icon: str
    words: str


@dataclass(frozen=True, slots=True)
class Standings:
    """The scores of a match after one of its legs.

    Three fields have an entry for each leg: ``legs`` the scores by side, ``leg_winners`` the side that won, and
    ``delegated`` the persons' seats for which a bot drove. ``take_backs`` counts the moves taken
    back in all legs; ``moods`` are the drivers' moods by seat. A match ends at a ``target_score`` or after
    ``leg_count`` legs; the other one is None. ``match_winner`` is None until the match is over.
    """

    rules_id: str
    seating: Seating
    options: Options
    names: Names
    legs: tuple[tuple[Score, ...], ...]
    leg_winners: tuple[int | None, ...]
    target_score: int | None
    leg_count: int | None
    match_winner: int | None
    take_backs: int = 0
    delegated: tuple[frozenset[int], ...] = ()
    moods: tuple[Mood, ...] = ()

    @classmethod
    def of(cls, session: Session, moods: tuple[Mood, ...] = ()) -> Standings:
        """Return the standings after the leg that the session has just finished."""
        setup, history, saved = session.setup, session.history, session.saved
        viewer = NOBODY if session.seat_control.is_hot_seat else session.viewer
        return cls(
            rules_id=setup.rules,
            seating=setup.seating,
            options=setup.options,
            names=Names.for_table(session.players, sides_of(setup.seats, setup.seating), viewer),
            legs=tuple(result.scores for result in history),
            leg_winners=tuple(result.winner for result in history),
            target_score=setup.target_score,
            leg_count=setup.legs,
            match_winner=saved.winner if session.is_match_over else None,
            take_backs=saved.take_backs,
            delegated=tuple(leg.delegated for leg in saved.legs),
            moods=moods,
        )

    @property
    def side_count(self) -> int:
        return len(self.names.sides)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The latest leg's scores by side."""
        return self.legs[-1]

    @property
    def winner(self) -> int | None:
        """The side that won the latest leg, or None if no side did."""
        return self.leg_winners[-1]

    @property
    def totals_before(self) -> tuple[int, ...]:
        """Each side's total before the latest leg."""
        return tuple(self.running_totals(side)[-2] for side in range(self.side_count))

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(self.running_totals(side)[-1] for side in range(self.side_count))

    def running_totals(self, side: int) -> tuple[int, ...]:
        """Return the side's total before the first leg, which is 0, and after each leg."""
        return tuple(accumulate((leg[side].total for leg in self.legs), initial=0))

    def legs_won(self, side: int) -> int:
        return self.leg_winners.count(side)

    @property
    def bot_drove_words(self) -> str:
        """The sentence that says for whom a bot drove in the match, or an empty string if a bot drove for nobody."""
        return bot_drove_line(self.names, self.delegated, self.rules_id)

    @property
    def is_winner_bot_driven(self) -> bool:
        """Whether a bot drove for a person on the side that leads or has won the match."""
        seats = {seat for leg in self.delegated for seat in leg}
        return not seats.isdisjoint(self.names.sides[self.ranking[0]])

    @property
    def marks(self) -> list[MatchMark]:
        """The marks of the match, or of the latest leg while the match runs: a bot drove, moves were taken back.

        Moves taken back are counted in the whole match.
        """
        is_over = self.match_winner is not None
        drove = bot_drove_line(self.names, self.delegated if is_over else self.delegated[-1:], self.rules_id)
        marks = [MatchMark("who_drove", "delegate", drove)] if drove else []
        return [*marks, MatchMark("take_backs", "undo", take_backs_line(self.take_backs))] if self.take_backs else marks

    @property
    def ranking(self) -> tuple[int, ...]:
        """The sides in order of their totals, the highest first; the winner of the match comes before all others."""
        return tuple(sorted(range(self.side_count), key=lambda s: (s != self.match_winner, -self.totals[s], s)))

    @property
    def items(self) -> tuple[str, ...]:
        """The ids of the items that can score under this rule set, seating and options, in the order of the sheet."""
        seats = sum(len(seats) for seats in self.names.sides)
        left_out = {item for item in SCORE_ITEMS if not item_points(item, self.rules_id)}
        if not (self.options.extension and load_rules(self.rules_id).may_extend(seats, self.seating)):
            left_out.add("extension")
        if not self.options.no_100_bonus:
            left_out.add("no_100")
        return tuple(item for item in SCORE_ITEMS if item not in left_out)
