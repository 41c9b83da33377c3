"""The data that the picture of the table depends on, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pygame import Surface

from game.career.head_to_head import HeadToHead
from game.drivers.moods import Mood
from game.engine.cards import Card, Family, Pile
from game.engine.moves import MoveKind
from game.engine.observation import Observation
from game.i18n.punctuation import join_with_dashes
from game.people.players import Player
from game.words.names import Names

Tone = Literal["calm", "advice", "refused", "asked"]
Offering = Literal["", "quietly", "firmly"]

DRAW, DISCARD = "draw", "discard"
"""The pile ids of the draw pile and the discard pile."""


def pile_id(pile: str, side: int) -> str:
    """Return the id of a side's pile (``battle/2``); ``pile`` is a ``Pile`` or ``display`` for the whole panel."""
    return f"{pile}/{side}"


def card_id(index: int) -> str:
    """Return the id of a card in the hand, by its index."""
    return f"card/{index}"


def header_id(side: int) -> str:
    """Return the id of the header of a side's display."""
    return f"header/{side}"


def car_id(side: int) -> str:
    """Return the id of a side's car on the road."""
    return f"car/{side}"


def is_car(id: str) -> bool:
    """Return whether an id is that of a car."""
    return id.startswith("car/")


def km_id(side: int) -> str:
    """Return the id of a side's km on its display."""
    return f"km/{side}"


def portrait_name(driver: str, mood: Mood) -> str:
    """Return the picture name of a driver's portrait in a mood."""
    return driver if mood is Mood.CALM else f"{driver}.{mood}"


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log.

    ``side`` is the side whose symbol stands before the line, or None. ``reason`` is the reason for the move as far as
    the viewer may know it, or empty; ``reason_side`` is the side that the reason concerns, whose symbol stands before
    the reason. Without a side, ``icon`` is an icon and ``face`` a portrait in place of the symbol.
    """

    side: int | None
    text: str
    reason: str = ""
    reason_side: int | None = None
    icon: str = ""
    face: str = ""

    @property
    def full_text(self) -> str:
        return join_with_dashes([self.text, self.reason]) if self.reason else self.text


@dataclass(frozen=True, slots=True)
class VisibleRemark:
    """A remark by the driver in ``seat``; ``in_log`` if the driver's header has no room for it."""

    seat: int
    text: str
    in_log: bool = False


@dataclass(frozen=True, slots=True)
class TurnView:
    """The words and tone of the turn plate; ``icon`` is the icon of a question that was put aside.

    ``button_w`` is the width in pixels of the button back to the question, 0 without one; it stands beside a low plate
    or above a high one. ``offered_button`` is a button above a high plate: quietly only if no word has to shrink for
    it, or firmly.
    """

    head: str = ""
    body: str = ""
    tone: Tone = "calm"
    icon: str = ""
    button_w: int = 0
    offered_button: Offering = ""


@dataclass(frozen=True, slots=True)
class CoachView:
    """The coach's words, and how much of the lesson is done (0 … 1).

    ``button_w`` is the width in pixels of the plate's continue button, 0 without one; ``page`` is the page shown.
    ``points_at`` are the places that the coach explains. While the coach ``asks_for_card`` which card is right, no card
    is dimmed, because that would give the answer away. ``refused`` is why the last attempt is not possible; it replaces
    the heading.
    """

    driver: str
    head: str
    body: str
    done: float
    button_w: int = 0
    page: int = 0
    points_at: tuple[str, ...] = ()
    asks_for_card: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class GoalView:
    """A goal of a tour stage, and whether it is reached for good or lost for this drive."""

    words: str
    is_reached: bool
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class CardMark:
    """A mark on a card of the hand: words, or a seal without words; ``is_best`` frames the card as the best."""

    words: str = ""
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class LogReplacement:
    """A panel in place of the log; only ``key`` is compared to find out whether it must be painted again."""

    key: object
    paint: Callable[[Surface], None] = field(compare=False)


@dataclass(frozen=True, slots=True)
class TableView:
    """One moment of the table as one player sees it.

    ``players`` are by seat. ``log_end`` is the lowest line shown of a scrolled log; None shows the newest. ``selected``
    is the index of the raised card in the hand, ``focused_pile`` the pile with the keyboard focus, ``targets`` the
    glowing piles that accept ``lit_card``, ``last_pile`` the pile just played on. ``hidden`` are the ids of things in
    flight, not painted at rest: a card of the hand (its place stays open), the top of a pile, a car, the km of a side.
    ``leaders`` are the leading sides; None computes them from the observation. ``open_place`` is the index of a card
    carried within the hand and the place left open for it. ``coach`` is set on a table with a coach; ``has_take_backs``
    adds the buttons for taking moves back to the bar. ``moods`` are by seat; an empty tuple means all calm.
    ``visible_remark`` is a driver's remark, ``head_to_head`` the person's record against each driver. ``title``
    replaces the leg and its goal in the bar, ``log_replacement`` replaces the log. ``dimmed`` are the indices of the
    cards drawn grey; None dims those that can't be played. ``marks`` are the marks on cards, by index. ``goals`` are
    those of a tour stage.
    """

    observation: Observation
    players: tuple[Player, ...]
    viewer: int
    log: tuple[LogLine, ...] = ()
    log_end: int | None = None
    turn: TurnView = TurnView()
    selected: int | None = None
    focused_pile: str | None = None
    targets: frozenset[str] = frozenset()
    lit_card: Card | None = None
    last_pile: str | None = None
    hidden: frozenset[str] = frozenset()
    leaders: frozenset[int] | None = None
    open_place: tuple[int, int] | None = None
    coach: CoachView | None = None
    has_take_backs: bool = False
    moods: tuple[Mood, ...] = ()
    visible_remark: VisibleRemark | None = None
    head_to_head: Mapping[str, HeadToHead] = field(default_factory=dict)
    title: tuple[str, str] | None = None
    log_replacement: LogReplacement | None = None
    dimmed: frozenset[int] | None = None
    marks: tuple[tuple[int, CardMark], ...] = ()
    goals: tuple[GoalView, ...] = ()
    names: Names = field(init=False, repr=False, compare=False)
    """The names of the players as the viewer reads them."""

    def __post_init__(self) -> None:
        names = Names.for_table(self.players, tuple(side.seats for side in self.observation.sides), self.viewer)
        object.__setattr__(self, "names", names)

    def face(self, seat: int) -> str | None:
        """Return the portrait name of a seat's driver in its mood, or None for a person."""
        driver = self.players[seat].driver
        return driver and portrait_name(driver, self.moods[seat] if self.moods else Mood.CALM)

    @property
    def own_side(self) -> int:
        return self.observation.side

    @property
    def active_side(self) -> int | None:
        to_move = self.observation.to_move
        return None if to_move is None else self.observation.side_of(to_move)

    def is_playable(self, index: int) -> bool:
        """Return whether a card of the hand may be played now, other than by discarding it."""
        held = self.observation.hand[index]
        return any(move.card is held and move.kind is not MoveKind.DISCARD for move in self.observation.legal)

    def looks_playable(self, index: int) -> bool:
        """Return whether a card is drawn in full color; all are while nothing can be played or the coach asks."""
        if self.dimmed is not None:
            return index not in self.dimmed
        if self.coach is not None and self.coach.asks_for_card:
            return True
        is_turn = any(move.kind is MoveKind.DISCARD for move in self.observation.legal)
        return self.is_playable(index) or not is_turn or self.observation.must_discard

    def top(self, pile: str) -> Card | None:
        """Return the top card of the discard pile or of a battle or speed pile; None for an empty or another pile."""
        name, __, side = pile.partition("/")
        cards = {
            DISCARD: lambda: self.observation.discard_pile,
            Pile.BATTLE: lambda: self.observation.sides[int(side)].battle,
            Pile.SPEED: lambda: self.observation.sides[int(side)].speed,
        }.get(name)
        return next(reversed(cards()), None) if cards is not None else None

    def stack(self, side: int, km: int) -> int:
        return sum(card.km == km for card in self.observation.sides[side].distance if card.family is Family.DISTANCE)
