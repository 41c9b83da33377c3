"""Numbered deals: the cards of a leg as a code of nine letters, and the deal of the day.

The dealer is counted from the person's seat, so the same code gives a person in any seat the same hand, and the rivals
the same hands clockwise. Eight letters write one number in mixed radix; the ninth checks them. A letter stands for an
element of GF(4) and one of GF(5), and a code is valid if the polynomial of its letters is zero at 2 in both fields.
There every power of 2 differs from 0 and from the previous one, so every single wrong letter and every swap of two
neighbors is detected.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from random import Random
from typing import Annotated

from msgspec import Meta

from game.engine.cards import Card
from game.engine.moves import MAX_SEATS
from game.engine.rules import Rules, Seating, load_rules, rule_sets_by_number, shuffled
from game.engine.setup import OPTION_NAMES, MatchSetup, Options

LETTERS = "BCDFGHJKMNPQRSTVWXYZ"
"""The letters of codes: no vowels, so that no words appear, and no two letters that look alike."""
CODE_LETTERS = 9
CODE_GROUP_LENGTH = 3
"""The number of letters in each group of a written code, such as BDW-HBQ-QZB."""

_SEATINGS = tuple(
    (seats, seating)
    for seating, sizes in ((Seating.SOLO, range(2, MAX_SEATS + 1)), (Seating.TEAMS, range(4, MAX_SEATS + 1, 2)))
    for seats in sizes
)
"""The seatings in the order of the code: append new ones, so that old codes stay valid."""
_ROOM_FOR_SEATINGS = 8
DEAL_COUNT: int = 833_333
"""How many numbered deals there are for each kind of table, numbered from 0; the codes have room for five times as
many.
"""
DealNumber = Annotated[int, Meta(ge=0, lt=DEAL_COUNT)]

_DAY_RULES, _DAY_SEATS = "winning_moves", 4


class CodeFault(StrEnum):
    """What is wrong with a typed code."""

    UNFINISHED = "unfinished"
    """Fewer letters than a code has."""
    TYPO = "slip"
    """There are too many letters, one that codes never use, a wrong one, or two that were swapped."""
    UNKNOWN = "unknown"
    """The check letter is right, but this version does not offer such a table."""


class CodeError(ValueError):
    """Raised for a text that is not the code of a deal; ``fault`` says why."""

    def __init__(self, fault: CodeFault, text: str) -> None:
        super().__init__(f"code of a deal: {fault.value}: {text[: 2 * CODE_LETTERS]!r}")
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one leg and its rules.

    ``dealer`` counts clockwise from the person, who is 0. Create a deal with ``of`` or ``from_code``. Options that the
    rule set lacks have their defaults.
    """

    rules: str
    seats: int
    seating: Seating
    options: Options
    dealer: int
    number: int

    @classmethod
    def of(cls, setup: MatchSetup, dealer: int, number: int) -> Deal:
        """Return the deal with that number for the table of a match; ``dealer`` counts clockwise from the person.

        Raises ``ValueError`` if dealer or number is out of range.
        """
        if not (0 <= dealer < setup.seats and 0 <= number < DEAL_COUNT):
            raise ValueError(f"deal: expected a seat and a number below {DEAL_COUNT}, got {dealer} and {number}")
        options = _meant(load_rules(setup.rules), setup.seats, setup.seating, setup.options)
        return cls(setup.rules, setup.seats, setup.seating, options, dealer, number)

    @classmethod
    def draw_random(cls, setup: MatchSetup, rng: Random) -> Deal:
        return cls.of(setup, int(rng.random() * setup.seats), random_deal_number(rng))

    @classmethod
    def from_code(cls, text: str) -> Deal:
        """Return the deal of a code; case, blanks and hyphens don't matter. Raises ``CodeError``.

        >>> Deal.from_code("bdw hbq qzb").number
        4711
        """
        letters = code_letters(text)
        if any(letter not in LETTERS for letter in letters) or len(letters) > CODE_LETTERS:
            raise CodeError(CodeFault.TYPO, text)
        if len(letters) < CODE_LETTERS:
            raise CodeError(CodeFault.UNFINISHED, text)
        values = [LETTERS.index(letter) for letter in letters]
        if _remainder(values) != (0, 0):
            raise CodeError(CodeFault.TYPO, text)
        deal = _decoded(_number_of(values[:-1]))
        if deal is None:
            raise CodeError(CodeFault.UNKNOWN, text)
        return deal

    @property
    def code(self) -> str:
        """The code, written in groups of three.

        >>> setup = MatchSetup.from_booklet("winning_moves", Seating.SOLO, 4)
        >>> Deal.of(setup, dealer=1, number=4711).code
        'BDW-HBQ-QZB'
        """
        values, left = [0] * (CODE_LETTERS - 1), self.key
        for place in reversed(range(CODE_LETTERS - 1)):
            left, values[place] = divmod(left, len(LETTERS))
        letters = "".join(LETTERS[value] for value in (*values, _check_value(values)))
        return "-".join(letters[at : at + CODE_GROUP_LENGTH] for at in range(0, CODE_LETTERS, CODE_GROUP_LENGTH))

    @property
    def key(self) -> int:
        """The number that the code encodes, unique for each deal."""
        key = load_rules(self.rules).number
        key = key * _ROOM_FOR_SEATINGS + _SEATINGS.index((self.seats, self.seating))
        key = key * MAX_SEATS + self.dealer
        for name in OPTION_NAMES:
            key = 2 * key + getattr(self.options, name)
        return key * DEAL_COUNT + self.number

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in the order in which they are dealt and then drawn."""
        deck = load_rules(self.rules).deck(self.seats, self.seating)
        return shuffled(deck, Random(f"deal/{self.rules}/{self.seats}/{self.seating.value}/{self.number}"))

    @property
    def setup(self) -> MatchSetup:
        """The setup of a match of this deal, which has one leg."""
        return MatchSetup(self.rules, self.seating, self.seats, self.options, legs=1)

    def dealer_seat(self, person: int) -> int:
        """Return the dealer's seat if the person sits in seat ``person``."""
        return (person + self.dealer) % self.seats


def random_deal_number(rng: Random) -> int:
    """Return a random deal number; it uses only ``rng.random()``, which Python keeps stable for a seed."""
    return int(rng.random() * DEAL_COUNT)


def deal_of_the_day(day: date) -> Deal:
    """Return the deal that everybody in the world gets on that day.

    The rule set and the four seats, as in the first match, are the same every day, so that days can be compared.
    """
    setup = MatchSetup(_DAY_RULES, Seating.SOLO, _DAY_SEATS, legs=1)
    return Deal.draw_random(setup, Random(f"deal of the day/{day.isoformat()}"))


def code_letters(text: str) -> str:
    """Return the letters of a typed code in upper case, without blanks and hyphens.

    >>> code_letters(" bdw-Hb ")
    'BDWHB'
    """
    return "".join(c for c in text.upper() if not c.isspace() and c not in "-‐‑–—")


def _meant(rules: Rules, seats: int, seating: Seating, options: Options) -> Options:
    """Return the options with those that have no effect at that table set to their defaults."""
    default = Options()
    return replace(
        options,
        extension=options.extension if rules.may_extend(seats, seating) else default.extension,
        no_100_bonus=options.no_100_bonus if rules.offers_no_100_bonus else default.no_100_bonus,
    )


def _decoded(key: int) -> Deal | None:
    """Return the deal of that key, or None if this version offers no such table."""
    key, number = divmod(key, DEAL_COUNT)
    chosen = {}
    for name in reversed(OPTION_NAMES):
        key, is_chosen = divmod(key, 2)
        chosen[name] = bool(is_chosen)
    key, dealer = divmod(key, MAX_SEATS)
    rules_number, place = divmod(key, _ROOM_FOR_SEATINGS)
    rules_id = rule_sets_by_number().get(rules_number)
    if rules_id is None or place >= len(_SEATINGS):
        return None
    rules, (seats, seating), wanted = load_rules(rules_id), _SEATINGS[place], Options(**chosen)
    if rules.seating_option(seats, seating) is None or dealer >= seats:
        return None
    if _meant(rules, seats, seating, wanted) != wanted:
        return None
    return Deal(rules_id, seats, seating, wanted, dealer, number)


def _number_of(values: Iterable[int]) -> int:
    number = 0
    for value in values:
        number = number * len(LETTERS) + value
    return number


_TIMES_2 = (0, 2, 3, 1)
"""Multiplication by 2 in GF(4), whose elements 0 to 3 are polynomials over bits (2 is x); addition is XOR."""


def _remainder(values: Iterable[int]) -> tuple[int, int]:
    """Return the value at 2 of the polynomial of these letters, in GF(4) and in GF(5)."""
    four = five = 0
    for value in values:
        four = _TIMES_2[four] ^ (value % 4)
        five = (five * 2 + value // 4) % 5
    return four, five


def _check_value(values: Iterable[int]) -> int:
    """Return the value of the check letter: the one that makes the polynomial zero."""
    four, five = _remainder(values)
    return _TIMES_2[four] + 4 * (-2 * five % 5)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished match of a numbered deal: the date on which it began, and the result of the person's side.

    The result is its points and its rank among all ``sides``, from 1: the winner is first, equal points share a rank.
    """

    code: str
    begun_on: date
    points: int
    rank: int
    sides: int
