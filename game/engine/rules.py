"""The rule sets as data, read from ``rulesets/*.toml`` and checked (rules.md §2, §3, §5).

Every difference between the booklets is one field of ``Rules``; no code asks which rule set is in force. A value is
written ``key = { value = …, source = "002 D11" }``; the sources are kept so that a rules screen can show them.
"""

from __future__ import annotations

import errno
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, Final, NamedTuple

from game.engine.cards import CARD_BY_ID, CARDS, Card
from game.engine.errors import RulesError, RulesFileError
from game.engine.moves import MAX_SEATS

_SHIPPED: Final = ("winning_moves", "piatnik", "dujardin", "mille_miglia")
"""Rule sets that are listed even if their file is missing: then a damaged installation is reported as such."""

VARIANTS: Final = ("winning_moves.snow", "mille_miglia.hairpins", "winning_moves.moonless")
"""Rule sets that only stages of the tour use.

The file of each states only the differences from the rule set named before the dot, and it uses that one's texts.
"""


def _folder() -> Traversable:
    return files("game.engine").joinpath("rulesets")


def _rule_sets() -> tuple[str, ...]:
    """Return the shipped rule sets in the order of the setup screen, then other files found, by name."""
    folder = _folder()
    names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    found = {name.removesuffix(".toml") for name in names if name.endswith(".toml")}
    return (*_SHIPPED, *sorted(found.difference(_SHIPPED, VARIANTS)))


RULE_SETS: Final[tuple[str, ...]] = _rule_sets()
"""The ids of the rule sets, one per file in ``rulesets/`` except for variants."""

PLAYABLE: Final[tuple[str, ...]] = (*RULE_SETS, *VARIANTS)
"""The ids of all rule sets that a match can use, including variants."""

MAX_RULE_SETS: Final = 8
"""How many different rule set numbers, counted from 0, a deal code can hold."""

KM_UNIT: Final = 25

# What a deck, a hand and the end of a match may be for a match file to hold it (game/files/limits.py):
_MOST_CARDS: Final = 50
_MOST_IN_HAND: Final = 6
_MOST_POINTS: Final = 50_000
_MOST_LEGS: Final = 100

_USED_UP: Final = {errno.EMFILE, errno.ENFILE, errno.ENOMEM}  # on these errors the system is to blame, not the file


class Seating(StrEnum):
    """Whether every seat plays for itself (solo) or two seats play as a team."""

    SOLO = "solo"
    TEAMS = "teams"


class BattleTop(StrEnum):
    """What is on top of a battle pile, as far as it decides which attacks are allowed."""

    EMPTY = "empty"
    GO = "go"
    REMEDY = "remedy"
    HAZARD = "hazard"


class PileEmpty(StrEnum):
    """When a leg ends after the draw pile is empty and no side reaches the distance."""

    UNTIL_STUCK = "until_stuck"
    UNTIL_HANDS_EMPTY = "until_hands_empty"
    TURN_OF_LAST_CARD = "turn_of_last_card"


class ExtensionGoesTo(StrEnum):
    """Who gets the extra points for an extended leg."""

    WINNER = "winner"
    EXTENDER_OR_OPPONENTS = "extender_or_opponents"


class ShutOutGoesTo(StrEnum):
    """Who gets the points for an opposing side that laid no distance."""

    WINNER = "winner"
    EVERY_STARTER = "every_starter"


@dataclass(frozen=True, slots=True)
class SeatingOption:
    """One seating that a rule set offers; ``removed`` are the cards taken out of the full deck."""

    seats: int
    seating: Seating
    is_in_booklet: bool
    distance_km: int
    may_extend: bool
    removed: tuple[Card, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Points:
    """The points that a rule set gives for each item of a leg (rules.md §5); the rule set files explain the fields."""

    km: int
    safety: int
    all_four: int
    coup_fourre: int
    leg_won: int
    delayed_action: int
    safe_trip: int
    extension: int
    extension_goes_to: ExtensionGoesTo
    shut_out: int
    shut_out_goes_to: ShutOutGoesTo
    shut_out_side_scores: frozenset[str]
    left_in_hand: int
    no_100: int


class Score(NamedTuple):
    """The points that a side made in a leg, item by item (rules.md §5); ``left_in_hand`` is 0 or negative."""

    km: int = 0
    safeties: int = 0
    all_four: int = 0
    coups_fourres: int = 0
    leg_won: int = 0
    delayed_action: int = 0
    safe_trip: int = 0
    extension: int = 0
    shut_out: int = 0
    no_100: int = 0
    left_in_hand: int = 0

    @property
    def total(self) -> int:
        return sum(self)


SCORE_ITEMS: Final[tuple[str, ...]] = Score._fields
"""The names of the scoring items, in the order of the score sheet."""


@dataclass(frozen=True, slots=True)
class BookletWords:
    """The English texts in which a rule set's file describes the rule set; the interface translates them."""

    name: str
    booklet: str
    character: str


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """One rule set; the comments of its file explain the fields. Get the one object per rule set from ``load_rules``.

    ``number`` stands for the rule set in a deal code. ``cards`` counts the full deck by card index. ``sources`` has the
    source of each key, such as ``"points.safety"``.
    """

    id: str
    number: int
    words: BookletWords
    cards: tuple[int, ...]
    seatings: tuple[SeatingOption, ...]
    hand_size: int
    extended_km: int
    extension_on_empty_pile: bool
    hazard_needs_rolling: bool
    limit_lands_on: frozenset[BattleTop]
    starts_limited: bool
    safety_plays_on: bool
    won_turn_draws: int
    won_turn_safety_plays_on: bool
    when_pile_empty: PileEmpty
    when_pile_empty_extended: PileEmpty
    nearest_wins: bool
    match_target: int | None
    match_legs: int | None
    single_leg_by_points: bool
    points: Points
    sources: Mapping[str, str]

    def __reduce__(self) -> tuple[Callable[[str], Rules], tuple[str]]:
        return load_rules, (self.id,)

    @property
    def offers_no_100_bonus(self) -> bool:
        """Whether the option ``no_100_bonus`` has any effect in this rule set."""
        return self.points.no_100 != 0

    def seating_option(self, seats: int, seating: Seating) -> SeatingOption | None:
        """Return the option for that seating, or None if the rule set does not offer it."""
        return next((o for o in self.seatings if o.seats == seats and o.seating is seating), None)

    def distance_km(self, seats: int, seating: Seating) -> int:
        """Return the distance of a leg before any extension, in km."""
        return self._option(seats, seating).distance_km

    def may_extend(self, seats: int, seating: Seating) -> bool:
        """Return whether a leg of this seating can be extended."""
        return self._option(seats, seating).may_extend

    def distances_km(self, seats: int, seating: Seating) -> tuple[int, int]:
        """Return the distances in km of a leg without extension and of the longest possible leg.

        >>> load_rules("dujardin").distances_km(2, Seating.SOLO)
        (700, 1000)
        """
        option = self._option(seats, seating)
        return option.distance_km, self.extended_km if option.may_extend else option.distance_km

    def deck(self, seats: int, seating: Seating) -> tuple[Card, ...]:
        """Return the deck for that seating, in a fixed order; the cards that the seating removes are left out.

        >>> len(load_rules("dujardin").deck(2, Seating.SOLO))
        101
        """
        counts = list(self.cards)
        for card in self._option(seats, seating).removed:
            counts[card.index] -= 1
        return tuple(card for card in CARDS for _ in range(counts[card.index]))

    def _option(self, seats: int, seating: Seating) -> SeatingOption:
        option = self.seating_option(seats, seating)
        if option is None:
            raise RulesError(f"{self.id} does not seat {seats} in the seating {seating.value}")
        return option


def sides_of(seats: int, seating: Seating) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side; the sides are in the order of their lowest seat (rules.md §1).

    >>> sides_of(4, Seating.TEAMS)
    ((0, 2), (1, 3))
    """
    sides = seats if seating is Seating.SOLO else seats // 2
    return tuple(tuple(range(side, seats, sides)) for side in range(sides))


def side_of(seat: int, sides: Sequence[Sequence[int]]) -> int:
    """Return the side of a seat; ``sides`` lists the seats of each side (see ``sides_of``).

    >>> side_of(3, sides_of(4, Seating.TEAMS))
    1
    """
    return next(side for side, seats in enumerate(sides) if seat in seats)


def shuffled(deck: tuple[Card, ...], rng: Random) -> tuple[Card, ...]:
    """Return the deck in random order.

    The cards are sorted by ``rng.random()``: Python guarantees these numbers for a seed, but not the result of
    ``Random.shuffle``. Sorting is also several times as fast.
    """
    draw = rng.random
    lots = [draw() for _ in deck]
    return tuple([deck[place] for place in sorted(range(len(deck)), key=lots.__getitem__)])


@cache
def load_rules(rules_id: str) -> Rules:
    """Return the rule set of that id, one of ``PLAYABLE``.

    Raises ``RulesError`` if there is none, ``RulesFileError`` if its file is wrong.
    """
    if rules_id not in PLAYABLE:
        raise RulesError(f"there is no rule set {rules_id!r}, expected one of {', '.join(PLAYABLE)}")
    try:
        text = _folder().joinpath(f"{rules_id.partition('.')[0]}.toml").read_text("utf-8")
        changes = _folder().joinpath(f"{rules_id}.toml").read_text("utf-8") if rules_id in VARIANTS else ""
        return parse_rules(rules_id, text, changes)
    except (OSError, ValueError, RecursionError, RulesError) as error:
        if isinstance(error, OSError) and error.errno in _USED_UP:
            raise
        why = error.strerror if isinstance(error, OSError) else str(error).removeprefix(f"{rules_id}.toml: ")
        raise RulesFileError(f"{rules_id}.toml", why) from error


@cache
def rule_sets_by_number() -> dict[int, str]:
    """Return the rule set ids by their number. Raises ``RulesFileError`` if two have the same number."""
    ids: dict[int, str] = {}
    for rules_id in PLAYABLE:
        number = load_rules(rules_id).number
        if number in ids:
            raise RulesFileError(f"{rules_id}.toml", f"number: got {number}, which {ids[number]} has already")
        ids[number] = rules_id
    return ids


def parse_rules(rules_id: str, text: str, changes: str = "") -> Rules:
    """Parse a rule set from TOML text; ``changes`` is TOML text with the keys that a variant replaces.

    Raises ``RulesError``, which names the first wrong key.
    """
    try:
        data = tomllib.loads(text)
        for key, changed in tomllib.loads(changes).items():
            data[key] = data[key] | changed if isinstance(changed, dict) else changed
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{rules_id}.toml: not TOML: {error}") from error
    return _RulesParser(rules_id, data).rules()


class _RulesParser:
    """Parses one rule set file key by key and rejects missing, wrong or unknown keys."""

    def __init__(self, rules_id: str, data: dict[str, Any]) -> None:
        self._id = rules_id
        self._data = data
        self._sources: dict[str, str] = {}

    def rules(self) -> Rules:
        self._keys("the file", self._data, {"number", "words", "deck", "seatings", "course", "match", "points"})
        cards = tuple(self._number("deck", card.id, at_most=_MOST_CARDS) for card in CARDS)
        target = self._number("match", "target_score", at_most=_MOST_POINTS)
        legs = self._number("match", "legs", at_most=_MOST_LEGS)
        if (target == 0) == (legs == 0):
            raise self._wrong("match.target_score", f"{target} with {legs} legs", "one of the two to be 0")
        rules = Rules(
            id=self._id,
            number=self._own_number(),
            words=self._english(),
            cards=cards,
            seatings=self._seatings(cards),
            hand_size=self._number("course", "hand_size", 1, at_most=_MOST_IN_HAND),
            extended_km=self._km("course.extended_km", self._number("course", "extended_km", KM_UNIT)),
            extension_on_empty_pile=self._flag("course", "extension_on_empty_pile"),
            hazard_needs_rolling=self._flag("course", "hazard_needs_rolling"),
            limit_lands_on=self._tops("limit_lands_on"),
            starts_limited=self._flag("course", "starts_limited"),
            safety_plays_on=self._flag("course", "safety_plays_on"),
            won_turn_draws=self._number("course", "won_turn_draws", 1),
            won_turn_safety_plays_on=self._flag("course", "won_turn_safety_plays_on"),
            when_pile_empty=PileEmpty(self._word("course", "when_pile_empty", PileEmpty)),
            when_pile_empty_extended=PileEmpty(self._word("course", "when_pile_empty_extended", PileEmpty)),
            nearest_wins=self._flag("course", "nearest_wins"),
            match_target=target or None,
            match_legs=legs or None,
            single_leg_by_points=self._flag("match", "single_leg_by_points"),
            points=self._points(),
            sources=self._sources,
        )
        for table in ("deck", "course", "match", "points"):
            known = {key.partition(".")[2] for key in self._sources if key.startswith(f"{table}.")}
            self._keys(table, self._data[table], known)
        return rules

    def _own_number(self) -> int:
        own = self._data["number"]
        if type(own) is not int or not 0 <= own < MAX_RULE_SETS:
            raise self._wrong("number", own, f"a whole number from 0 to {MAX_RULE_SETS - 1}")
        return own

    def _english(self) -> BookletWords:
        words = self._data["words"]
        self._keys("words", words, {"name", "booklet", "character"})
        if not all(isinstance(text, str) and text for text in words.values()):
            raise self._wrong("words", words, "a text for each key")
        return BookletWords(**words)

    def _points(self) -> Points:
        goes_to = self._word("points", "extension_goes_to", ExtensionGoesTo)
        shut_out_to = self._word("points", "shut_out_goes_to", ShutOutGoesTo)
        return Points(
            km=self._number("points", "km"),
            safety=self._number("points", "safety"),
            all_four=self._number("points", "all_four"),
            coup_fourre=self._number("points", "coup_fourre"),
            leg_won=self._number("points", "leg_won"),
            delayed_action=self._number("points", "delayed_action"),
            safe_trip=self._number("points", "safe_trip"),
            extension=self._number("points", "extension"),
            extension_goes_to=ExtensionGoesTo(goes_to),
            shut_out=self._number("points", "shut_out"),
            shut_out_goes_to=ShutOutGoesTo(shut_out_to),
            shut_out_side_scores=self._words("points", "shut_out_side_scores", SCORE_ITEMS),
            left_in_hand=self._number("points", "left_in_hand", -1000, at_most=0),
            no_100=self._number("points", "no_100"),
        )

    def _seatings(self, cards: tuple[int, ...]) -> tuple[SeatingOption, ...]:
        tables = self._data["seatings"]
        if not isinstance(tables, list) or not tables:
            raise self._wrong("seatings", tables, "a table for each seating")
        options = tuple(self._seating(i, table, cards) for i, table in enumerate(tables))
        if len({(o.seats, o.seating) for o in options}) < len(options):
            raise self._wrong("seatings", "a seating twice", "each once")
        return options

    def _seating(self, i: int, table: dict[str, Any], cards: tuple[int, ...]) -> SeatingOption:
        where = f"seatings[{i}]"
        fields = {"seats", "seating", "in_book", "distance_km", "may_extend", "removed", "source"}
        self._keys(where, table, fields)
        for key in ("in_book", "may_extend"):
            if not isinstance(table[key], bool):
                raise self._wrong(f"{where}.{key}", table[key], "true or false")
        seats, seating = table["seats"], table["seating"]
        sizes = {"solo": range(2, MAX_SEATS + 1), "teams": range(4, MAX_SEATS + 1, 2)}
        if seating not in list(sizes) or type(seats) is not int or seats not in sizes[seating]:
            raise self._wrong(where, f"{seats!r} {seating!r}", "2 to 6 seats solo, 4 or 6 in teams")
        removed = table["removed"]
        if not isinstance(removed, list) or any(not isinstance(c, str) or c not in CARD_BY_ID for c in removed):
            raise self._wrong(f"{where}.removed", removed, "a list of card ids")
        for card_id, count in Counter(removed).items():
            if count > cards[CARD_BY_ID[card_id].index]:
                raise self._wrong(f"{where}.removed", f"{count} {card_id}", "no more than the deck has")
        return SeatingOption(
            seats=seats,
            seating=Seating(seating),
            is_in_booklet=table["in_book"],
            distance_km=self._km(f"{where}.distance_km", table["distance_km"]),
            may_extend=table["may_extend"],
            removed=tuple(CARD_BY_ID[c] for c in removed),
            source=str(table["source"]),
        )

    def _tops(self, key: str) -> frozenset[BattleTop]:
        return frozenset(BattleTop(word) for word in self._words("course", key, tuple(BattleTop)))

    def _km(self, where: str, value: object) -> int:
        if type(value) is not int or not 0 < value <= 1000 or value % KM_UNIT:
            raise self._wrong(where, value, "a multiple of 25 up to 1000")
        return value

    def _number(self, table: str, key: str, at_least: int = 0, *, at_most: int = 100_000) -> int:
        value = self._value(table, key)
        if type(value) is not int or not at_least <= value <= at_most:
            raise self._wrong(f"{table}.{key}", value, f"a whole number from {at_least} to {at_most}")
        return value

    def _flag(self, table: str, key: str) -> bool:
        value = self._value(table, key)
        if not isinstance(value, bool):
            raise self._wrong(f"{table}.{key}", value, "true or false")
        return value

    def _word(self, table: str, key: str, allowed: type[StrEnum]) -> str:
        value = self._value(table, key)
        if not isinstance(value, str) or value not in list(allowed):
            raise self._wrong(f"{table}.{key}", value, f"one of {', '.join(allowed)}")
        return value

    def _words(self, table: str, key: str, allowed: tuple[str, ...]) -> frozenset[str]:
        value = self._value(table, key)
        if not isinstance(value, list) or any(word not in allowed for word in value):
            raise self._wrong(f"{table}.{key}", value, f"a list of {', '.join(allowed)}")
        return frozenset(value)

    def _value(self, table: str, key: str) -> object:
        entries = self._data[table]
        where = f"{table}.{key}"
        if not isinstance(entries, dict) or key not in entries:
            raise RulesError(f"{self._id}.toml: {where} is missing")
        entry = entries[key]
        if not isinstance(entry, dict) or entry.keys() != {"value", "source"} or not entry["source"]:
            raise self._wrong(where, entry, "a value with its source")
        self._sources[where] = str(entry["source"])
        return entry["value"]

    def _keys(self, where: str, table: object, expected: set[str]) -> None:
        if not isinstance(table, dict) or table.keys() != expected:
            found = sorted(table) if isinstance(table, dict) else table
            raise self._wrong(where, found, f"exactly the keys {', '.join(sorted(expected))}")

    def _wrong(self, where: str, got: object, expected: str) -> RulesError:
        return RulesError(f"{self._id}.toml: {where}: got {got!r}, expected {expected}")
