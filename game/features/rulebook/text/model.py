"""What a page of the rules is made of: words, cards and numbers, for a screen to arrange."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.cards import Card
from game.engine.rules import Rules, SeatingOption, load_rules
from game.engine.setup import MatchSetup


@dataclass(frozen=True, slots=True)
class Played:
    """The match whose rules are read: its rule set, and how many play how far with which options."""

    rules: Rules
    setup: MatchSetup

    @classmethod
    def of(cls, setup: MatchSetup) -> Played:
        """The rules of that match."""
        return cls(load_rules(setup.rules), setup)

    @property
    def id(self) -> str:
        """The id of the rule set, whose words are spoken."""
        return self.rules.id

    @property
    def seating(self) -> SeatingOption:
        """How the players sit; raises ``ValueError`` if the rule set knows no such seating."""
        option = self.rules.seating_option(self.setup.seats, self.setup.seating)
        if option is None:
            raise ValueError(f"{self.id} does not seat {self.setup.seats} {self.setup.seating.value}")
        return option

    @property
    def counts(self) -> dict[Card, int]:
        """How many of each card are in the deck of this seating."""
        deck = self.rules.deck(self.setup.seats, self.setup.seating)
        return {card: deck.count(card) for card in dict.fromkeys(deck)}

    @property
    def may_extend(self) -> bool:
        """Whether a leg of this match can be extended."""
        return self.seating.may_extend and self.setup.options.extension

    @property
    def pays_no_100(self) -> bool:
        """Whether winning without 200 and 100 is paid in this match."""
        return self.rules.offers_no_100_bonus and self.setup.options.no_100_bonus


@dataclass(frozen=True, slots=True)
class Lead:
    """What the page says first, in large letters."""

    words: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a part of the page."""

    words: str


@dataclass(frozen=True, slots=True)
class Point:
    """One rule: an icon or a number, a head, a few sentences, and the cards they are about."""

    head: str
    words: str
    icon: str = ""
    number: str = ""
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Tiles:
    """Cards with how many of each there are; each leads to its own page."""

    cards: tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class HazardAnswer:
    """A hazard, the cards that put it right one after the other, and the safety against it."""

    hazard: Card
    remedies: tuple[Card, ...]
    safety: Card


@dataclass(frozen=True, slots=True)
class HazardAnswers:
    """All hazards with their answers, below the words for the three columns."""

    columns: tuple[str, str, str]
    rows: tuple[HazardAnswer, ...]


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A line of a score table: what is paid, when, and the points as they are written."""

    item: str
    when: str
    points: str


@dataclass(frozen=True, slots=True)
class PointsTable:
    """Lines of points; the last one may be their sum."""

    lines: tuple[PointsLine, ...]
    has_total: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """What is ruled here, and how the rule sets named rule it that do so differently."""

    head: str
    here: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Lightning:
    """The picture of a coup fourré: a hazard and the safety laid crosswise against it."""

    hazard: Card
    safety: Card


@dataclass(frozen=True, slots=True)
class Related:
    """The cards that belong to a card, under a word for how; each leads to its own page."""

    how: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Portrait:
    """A card on its own page: its family, how many there are, what it does, and the cards that belong to it."""

    card: Card
    family: str
    count: str
    does: tuple[str, ...]
    related: tuple[Related, ...]


Block = Lead | Heading | Point | Tiles | HazardAnswers | PointsTable | Difference | Lightning | Portrait


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the rules: the id of a section or a card, its title, and what stands on it."""

    id: str
    title: str
    blocks: tuple[Block, ...]
