"""Numbered deals: the cards of a leg as eight letters that one can read out, and the deal of the day.

A deal says who deals counted from the person, so the same code gives a person in any seat the same hand, and the rivals
the same hands clockwise. Seven letters write one number in mixed radix; the eighth checks them. A letter stands for an
element of GF(4) and one of GF(5), and the code is right if the polynomial of its letters vanishes at 2 in both fields:
there every power of 2 differs from 0 and from the one before, so that every single wrong letter is caught, and every
swap of two neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from random import Random
from typing import Annotated

from msgspec import Meta

from game.engine.cards import Card
from game.engine.moves import MAX_SEATS
from game.engine.rules import ROOM_FOR_RULE_SETS, Rules, Seating, load_rules, rule_sets_by_number, shuffled
from game.engine.setup import MatchSetup, Options

LETTERS = "BCDFGHJKMNPQRSTVWXYZ"
"""No vowel, so that no word comes about, and no two that look alike."""
CODE_LETTERS = 8
GROUP = 4
"""A code is written in groups of so many letters."""

_SEATINGS = tuple(
    (seats, seating)
    for seating, sizes in ((Seating.SOLO, range(2, MAX_SEATS + 1)), (Seating.TEAMS, range(4, MAX_SEATS + 1, 2)))
    for seats in sizes
)
"""How one may sit down, in the order of the code: what is added comes last."""
_ROOM_FOR_SEATINGS = 8
_OPTIONS = 4
_KINDS = ROOM_FOR_RULE_SETS * _ROOM_FOR_SEATINGS * MAX_SEATS * _OPTIONS
NUMBERS: int = len(LETTERS) ** (CODE_LETTERS - 1) // _KINDS
"""How many deals there are of each kind of table, numbered from 0: 833,333."""
DealNumber = Annotated[int, Meta(ge=0, lt=NUMBERS)]

_DAY_RULES, _DAY_SEATS = "winning_moves", 4


class CodeFault(StrEnum):
    """What is wrong with a code somebody typed."""

    UNFINISHED = "unfinished"
    """It has fewer letters than a code."""
    SLIP = "slip"
    """It has too many letters, one that no code has, a wrong one, or two that changed places."""
    UNKNOWN = "unknown"
    """It is no slip, but of a table that this version of the game does not set."""


class CodeError(ValueError):
    """A text that is no code of a deal; ``fault`` says why."""

    def __init__(self, fault: CodeFault, text: str) -> None:
        super().__init__(f"code of a deal: {fault.value}: {text[: 2 * CODE_LETTERS]!r}")
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one leg, and what they are played by; ``dealer`` counts clockwise from the person, who is 0.

    Get one from ``of`` or ``from_code``. An option that the rule set lacks is as by default: it does nothing.
    """

    rules: str
    seats: int
    seating: Seating
    options: Options
    dealer: int
    number: int

    @classmethod
    def of(cls, setup: MatchSetup, dealer: int, number: int) -> Deal:
        """The deal of that number at that table. Raises ``ValueError`` for a dealer or number that doesn't exist."""
        if not (0 <= dealer < setup.seats and 0 <= number < NUMBERS):
            raise ValueError(f"deal: expected a seat and a number below {NUMBERS}, got {dealer} and {number}")
        options = _meant(load_rules(setup.rules), setup.seats, setup.seating, setup.options)
        return cls(setup.rules, setup.seats, setup.seating, options, dealer, number)

    @classmethod
    def drawn(cls, setup: MatchSetup, rng: Random) -> Deal:
        """Any deal at that table."""
        return cls.of(setup, int(rng.random() * setup.seats), drawn_number(rng))

    @classmethod
    def from_code(cls, text: str) -> Deal:
        """The deal of that code, in any case, with blanks and hyphens anywhere. Raises ``CodeError``.

        >>> Deal.from_code("btch qtsv").number
        4711
        """
        letters = code_letters(text)
        if any(letter not in LETTERS for letter in letters) or len(letters) > CODE_LETTERS:
            raise CodeError(CodeFault.SLIP, text)
        if len(letters) < CODE_LETTERS:
            raise CodeError(CodeFault.UNFINISHED, text)
        values = [LETTERS.index(letter) for letter in letters]
        if _remainder(values) != (0, 0):
            raise CodeError(CodeFault.SLIP, text)
        deal = _decoded(_number_of(values[:-1]))
        if deal is None:
            raise CodeError(CodeFault.UNKNOWN, text)
        return deal

    @property
    def code(self) -> str:
        """The code, written in two groups.

        >>> setup = MatchSetup.by_the_book("winning_moves", Seating.SOLO, 4)
        >>> Deal.of(setup, dealer=1, number=4711).code
        'BTCH-QTSV'
        """
        values, left = [0] * (CODE_LETTERS - 1), self.key
        for place in reversed(range(CODE_LETTERS - 1)):
            left, values[place] = divmod(left, len(LETTERS))
        letters = "".join(LETTERS[value] for value in (*values, _check_value(values)))
        return "-".join(letters[at : at + GROUP] for at in range(0, CODE_LETTERS, GROUP))

    @property
    def key(self) -> int:
        """The number that the code writes: one for each deal."""
        key = load_rules(self.rules).number
        key = key * _ROOM_FOR_SEATINGS + _SEATINGS.index((self.seats, self.seating))
        key = key * MAX_SEATS + self.dealer
        key = key * _OPTIONS + 2 * self.options.extension + self.options.no_100_bonus
        return key * NUMBERS + self.number

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in the order they are dealt and drawn."""
        deck = load_rules(self.rules).deck(self.seats, self.seating)
        return shuffled(deck, Random(f"deal/{self.rules}/{self.seats}/{self.seating.value}/{self.number}"))

    @property
    def setup(self) -> MatchSetup:
        """What is agreed before the deal is played: one leg."""
        return MatchSetup(self.rules, self.seating, self.seats, self.options, legs=1)

    def dealer_seat(self, person: int) -> int:
        """The seat that deals if the person sits in this one."""
        return (person + self.dealer) % self.seats


def drawn_number(rng: Random) -> int:
    """Any number of a deal; by ``random`` alone, which Python promises to stay the same for a seed."""
    return int(rng.random() * NUMBERS)


def deal_of_the_day(day: date) -> Deal:
    """The deal that everybody has on that day: the common rules, four players, each alone.

    The day's rule set is the same every day, so that days can be compared, and seats four, as the first match does.
    """
    setup = MatchSetup(_DAY_RULES, Seating.SOLO, _DAY_SEATS, legs=1)
    return Deal.drawn(setup, Random(f"deal of the day/{day.isoformat()}"))


def code_letters(text: str) -> str:
    """What of a typed text counts as letters of a code: all but blanks and hyphens, in upper case.

    >>> code_letters(" btch-Qt ")
    'BTCHQT'
    """
    return "".join(c for c in text.upper() if not c.isspace() and c not in "-‐‑–—")


def _meant(rules: Rules, seats: int, seating: Seating, options: Options) -> Options:
    """The options that do something at that table, the others as by default."""
    default = Options()
    return Options(
        extension=options.extension if rules.may_extend(seats, seating) else default.extension,
        no_100_bonus=options.no_100_bonus if rules.offers_no_100_bonus else default.no_100_bonus,
    )


def _decoded(key: int) -> Deal | None:
    """The deal of that key, None if no table of this version has it."""
    key, number = divmod(key, NUMBERS)
    key, options = divmod(key, _OPTIONS)
    key, dealer = divmod(key, MAX_SEATS)
    rules_number, place = divmod(key, _ROOM_FOR_SEATINGS)
    rules_id = rule_sets_by_number().get(rules_number)
    if rules_id is None or place >= len(_SEATINGS):
        return None
    rules, (seats, seating), wanted = load_rules(rules_id), _SEATINGS[place], Options(options >= 2, options % 2 == 1)
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
"""In GF(4), whose elements are the remainders 0 to 3 of polynomials, 2 being x, and whose sum is that of their bits."""


def _remainder(values: Iterable[int]) -> tuple[int, int]:
    """The polynomial of these letters at 2, in GF(4) and in GF(5)."""
    four = five = 0
    for value in values:
        four = _TIMES_2[four] ^ (value % 4)
        five = (five * 2 + value // 4) % 5
    return four, five


def _check_value(values: Iterable[int]) -> int:
    """The letter with which the polynomial vanishes."""
    four, five = _remainder(values)
    return _TIMES_2[four] + 4 * (-2 * five % 5)


@dataclass(frozen=True, slots=True)
class DealPlayed:
    """A deal that was chosen by its number and is over: when it was begun, and what it brought the person's side.

    ``place`` is that side's among all ``sides``, from 1; equal points share one.
    """

    code: str
    on: date
    points: int
    place: int
    sides: int
