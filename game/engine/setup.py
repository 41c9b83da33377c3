"""The settings agreed before a match begins, and the data about a match that observations of its legs include.

The seatings that can be chosen are part of the rule sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from game.engine.rules import Rules, Seating, load_rules

_EIGHT: Final = 8
HOUSE_RULES: Final = ("rolling_start", "eight_cards")
"""The options that no booklet has; each is off if it is not named."""


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a match that change the rules of a leg; an option that the rule set lacks has no effect.

    ``rolling_start`` and ``eight_cards`` are house rules, which no booklet has (rules.md §10): an empty battle pile
    counts as a Go, and eight cards are dealt to each instead of the rule set's number.
    """

    extension: bool = True
    no_100_bonus: bool = False
    rolling_start: bool = False
    eight_cards: bool = False

    @classmethod
    def from_json(cls, values: Mapping[str, bool]) -> Options:
        """Return the options in a record or a request, whose values must have been checked."""
        return cls(**{name: values.get(name, False) for name in OPTION_NAMES})

    def hand_size(self, rules: Rules) -> int:
        """Return how many cards are dealt to each seat."""
        return _EIGHT if self.eight_cards else rules.hand_size

    def full_hand(self, rules: Rules) -> int:
        """Return how many cards a hand has after a draw, the most that it can have (rules.md D5)."""
        return self.hand_size(rules) + 1

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The names of the house rules that are on."""
        return tuple(name for name in HOUSE_RULES if getattr(self, name))

    def with_house_rules(self, names: Iterable[str]) -> Options:
        """Return the options with these house rules on, and no others."""
        wanted = frozenset(names)
        return replace(self, **{name: name in wanted for name in HOUSE_RULES})


OPTION_NAMES: Final = tuple(field.name for field in fields(Options))
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
