"""The settings agreed before a match begins, and the data about a match that observations of its legs include.

The seatings that can be chosen are part of the rule sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.engine.rules import Seating, load_rules


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a match that change the rules of a leg; an option that the rule set lacks has no effect."""

    extension: bool = True
    no_100_bonus: bool = False


DEFAULT_OPTIONS: Final = Options()


@dataclass(frozen=True, slots=True)
class MatchContext:
    """The data about the match that a leg itself lacks: its number from 1, the totals before it, how the match ends.

    Either ``target_score`` or ``legs`` is None.
    """

    leg: int = 1
    totals: tuple[int, ...] = ()
    target_score: int | None = None
    legs: int | None = None


def is_decided_by_leg(rules_id: str, legs: int | None) -> bool:
    """Return whether the winner of the leg wins the match, whatever the points (rules.md D23).

    ``legs`` is the match's number of legs, None if the match has a target score.
    """
    return legs == 1 and not load_rules(rules_id).single_leg_by_points


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The settings of a match, agreed before its first leg.

    Exactly one of ``target_score`` and ``legs`` is set, and it is at least 1.
    """

    rules: str
    seating: Seating
    seats: int
    options: Options = DEFAULT_OPTIONS
    target_score: int | None = None
    legs: int | None = None

    def __post_init__(self) -> None:
        ends = [end for end in (self.target_score, self.legs) if end is not None]
        if len(ends) != 1 or ends[0] < 1:
            raise ValueError(
                f"a match needs a target score or a number of legs, got {self.target_score} and {self.legs}"
            )
        if load_rules(self.rules).seating_option(self.seats, self.seating) is None:
            raise ValueError(f"{self.rules} does not seat {self.seats} in the seating {self.seating.value}")

    @property
    def is_decided_by_leg(self) -> bool:
        """Whether the match is a single leg whose winner wins the match, whatever the points (rules.md D23).

        >>> MatchSetup("mille_miglia", Seating.SOLO, 4, legs=1).is_decided_by_leg
        True
        """
        return is_decided_by_leg(self.rules, self.legs)

    @classmethod
    def from_booklet(cls, rules: str, seating: Seating, seats: int, options: Options = DEFAULT_OPTIONS) -> MatchSetup:
        """Return the settings of a match as the rule set's booklet describes it.

        >>> MatchSetup.from_booklet("mille_miglia", Seating.SOLO, 5).legs
        1
        """
        book = load_rules(rules)
        return cls(rules, seating, seats, options, target_score=book.match_target, legs=book.match_legs)
