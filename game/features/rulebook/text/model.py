"""The parts of a rules page, called blocks: words, cards and numbers, without a layout."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.cards import Card
from game.engine.rules import Rules, SeatingOption, load_rules
from game.engine.setup import MatchSetup


@dataclass(frozen=True, slots=True)
class RulesInPlay:
    """The rules of one match: its rule set, and its seats, distance and options."""

    rules: Rules
    setup: MatchSetup

    @classmethod
    def of(cls, setup: MatchSetup) -> RulesInPlay:
        return cls(load_rules(setup.rules), setup)

    @property
    def id(self) -> str:
        """The id of the rule set, which also selects its vocabulary."""
        return self.rules.id

    @property
    def seating(self) -> SeatingOption:
        """The seating of the match, with its distance; raises ``ValueError`` if the rule set does not have it."""
        option = self.rules.seating_option(self.setup.seats, self.setup.seating)
        if option is None:
            raise ValueError(f"{self.id} does not seat {self.setup.seats} {self.setup.seating.value}")
        return option

    @property
    def counts(self) -> dict[Card, int]:
        """How many of each card the deck has with this seating."""
        deck = self.rules.deck(self.setup.seats, self.setup.seating)
        return {card: deck.count(card) for card in dict.fromkeys(deck)}

    @property
    def hand_size(self) -> int:
        """How many cards are dealt to each."""
        return self.setup.options.hand_size(self.rules)

    @property
    def may_extend(self) -> bool:
        return self.seating.may_extend and self.setup.options.extension

    @property
    def pays_no_100(self) -> bool:
        """Whether this match pays a bonus for winning without 200 and 100 km cards."""
        return self.rules.offers_no_100_bonus and self.setup.options.no_100_bonus


@dataclass(frozen=True, slots=True)
class Lead:
    """An introduction to a rules page, in large letters."""

    words: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a part of a rules page."""

    words: str


@dataclass(frozen=True, slots=True)
class Point:
    """One rule: an icon or a number, a heading, a few sentences, and pictures of cards that it is about."""

    head: str
    words: str
    icon: str = ""
    number: str = ""
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTiles:
    """Cards, each with its number in the deck; each is a link to the page of the card."""

    cards: tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class HazardAnswer:
    """A hazard, its remedies in the order in which they are played, and the safety against it."""

    hazard: Card
    remedies: tuple[Card, ...]
    safety: Card


@dataclass(frozen=True, slots=True)
class HazardAnswers:
    """The table of all hazards with the cards that help against them; ``columns`` are its headings."""

    columns: tuple[str, str, str]
    rows: tuple[HazardAnswer, ...]


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A row of a score table: what scores, when it does, and the points as text."""

    item: str
    when: str
    points: str


@dataclass(frozen=True, slots=True)
class PointsTable:
    """A score table; with ``has_total`` the last row is the sum."""

    lines: tuple[PointsLine, ...]
    has_total: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between rule sets: its heading, what the rule set of the match says, and what others say.

    ``others`` are pairs of the name of a rule set and its rule.
    """

    head: str
    here: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CoupFourrePicture:
    """A picture of a coup fourré: a hazard and the safety laid across it."""

    hazard: Card
    safety: Card


@dataclass(frozen=True, slots=True)
class Related:
    """The cards that are related to a card in one way; ``how`` is the heading that names it. Each card is a link."""

    how: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardPortrait:
    """The main block of a card's page: its family, its number in the deck as text, its effects, and related cards."""

    card: Card
    family: str
    count: str
    effects: tuple[str, ...]
    related: tuple[Related, ...]


Block = Lead | Heading | Point | CardTiles | HazardAnswers | PointsTable | Difference | CoupFourrePicture | CardPortrait


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page of the rules; ``id`` is the id of its section or card."""

    id: str
    title: str
    blocks: tuple[Block, ...]
