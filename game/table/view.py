"""The data that the picture of the table depends on, and nothing else; and the ids of the things on the table."""

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
    """Return the id of a side's pile, such as ``battle/2``; ``pile`` is a ``Pile``, or "display" for the whole."""
    return f"{pile}/{side}"


def card_id(index: int) -> str:
    """Return the id of a card in the hand, by its index."""
    return f"card/{index}"


def header_id(side: int) -> str:
    """Return the id of the header on a side's display: the row with portrait, name and state."""
    return f"header/{side}"


def car_id(side: int) -> str:
    """Return the id of a side's car on the road."""
    return f"car/{side}"


def is_car(id: str) -> bool:
    """Return whether an id is that of a car."""
    return id.startswith("car/")


def km_id(side: int) -> str:
    """Return the id of the number of km on a side's display."""
    return f"km/{side}"


def portrait_name(driver: str, mood: Mood) -> str:
    """Return the name of the picture that shows a driver in a mood."""
    return driver if mood is Mood.CALM else f"{driver}.{mood}"


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log.

    ``side`` is the side whose symbol stands before the line, or None; then an icon (``icon``) or a portrait (``face``)
    may stand there. ``reason`` is why the player made the move, as far as the viewer may know, or empty;
    ``reason_side`` is the side that the reason is about, whose symbol stands before the reason.
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
    """A remark by the driver in ``seat``; the log shows it (``in_log``) if it does not fit the driver's header."""

    seat: int
    text: str
    in_log: bool = False


@dataclass(frozen=True, slots=True)
class TurnView:
    """The words and tone of the turn plate; ``icon`` replaces the arrow before the heading.

    ``button_w`` is the width in pixels of the button back to a question that was put aside, 0 without one.
    ``offered_button`` says whether another button stands above the plate: empty means none, "firmly" always, and
    "quietly" only if no word has to shrink to make space.
    """

    head: str = ""
    body: str = ""
    tone: Tone = "calm"
    icon: str = ""
    button_w: int = 0
    offered_button: Offering = ""


@dataclass(frozen=True, slots=True)
class CoachView:
    """What the coach's panel shows: the words, and ``done``, how much of the lesson is done (0 … 1).

    ``button_w`` is the width in pixels of the continue button, 0 without one; ``page`` is the index of the page shown.
    ``points_at`` are the ids of the places that the coach explains. ``asks_for_card`` is true while the coach asks
    which card is right: then no card is dimmed, because that would give the answer away. ``refused`` says why the last
    attempt is not possible; it replaces the heading.
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
    """A goal of a tour stage, and whether it is reached for good, or can no longer be reached in this leg."""

    words: str
    is_reached: bool
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class BarChip:
    """A gold label in the top bar that says what is special about the table; ``about`` is its tooltip."""

    words: str
    about: str


@dataclass(frozen=True, slots=True)
class CardMark:
    """A mark on a card of the hand: words or, if they are empty, a seal; ``is_best`` frames the best card."""

    words: str = ""
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class LogReplacement:
    """A panel that is shown instead of the log; it is painted again when ``key`` changes."""

    key: object
    paint: Callable[[Surface], None] = field(compare=False)


@dataclass(frozen=True, slots=True)
class TableView:
    """One moment of the table as one player, the ``viewer``, sees it.

    ``players`` and ``moods`` are by seat; without ``moods`` all drivers are calm. ``log_end`` is the number of the
    lowest log line shown, None for the newest. ``selected`` is the index of the raised card in the hand,
    ``focused_pile`` the pile with the keyboard focus, ``targets`` the glowing piles that accept ``lit_card``,
    ``last_pile`` the pile on which the latest card was put. ``hidden`` are the ids of things in motion, which are not
    painted at rest: a card of the hand (a gap stays), the top of a pile, a car, the km of a side. ``leaders`` are the
    leading sides; if None, the observation tells. ``open_place`` is the index of a card that is dragged within the
    hand, and the index of the gap for it. ``has_take_backs`` adds undo and redo buttons to the top bar, ``title``
    replaces leg and goal there, ``chip`` is a label beside them. ``visible_remark`` is a driver's remark,
    ``head_to_head`` the person's record against each driver. ``dimmed`` are the indices of the cards drawn grey; if
    None, those that can't be played. ``marks`` are card indices with their marks, ``goals`` those of a tour stage.
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
    chip: BarChip | None = None
    log_replacement: LogReplacement | None = None
    dimmed: frozenset[int] | None = None
    marks: tuple[tuple[int, CardMark], ...] = ()
    goals: tuple[GoalView, ...] = ()
    names: Names = field(init=False, repr=False, compare=False)
    """The names of players and sides as the viewer reads them."""

    def __post_init__(self) -> None:
        names = Names.for_table(self.players, tuple(side.seats for side in self.observation.sides), self.viewer)
        object.__setattr__(self, "names", names)

    def face(self, seat: int) -> str | None:
        """Return the name of the picture that shows a seat's driver in the present mood, or None for a person."""
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
        """Return whether the card at that index of the hand may be played now; discarding does not count."""
        held = self.observation.hand[index]
        return any(move.card is held and move.kind is not MoveKind.DISCARD for move in self.observation.legal)

    def looks_playable(self, index: int) -> bool:
        """Return whether the card at that index of the hand is drawn in full color, not dimmed.

        All cards are while the player has no turn or must discard, and while the coach asks for a card.
        """
        if self.dimmed is not None:
            return index not in self.dimmed
        if self.coach is not None and self.coach.asks_for_card:
            return True
        is_turn = any(move.kind is MoveKind.DISCARD for move in self.observation.legal)
        return self.is_playable(index) or not is_turn or self.observation.must_discard

    def top_card(self, pile: str) -> Card | None:
        """Return the top card of a pile given its id, or None if the pile is empty.

        This works for the discard pile and for battle and speed piles; for any other pile the result is None.
        """
        name, __, side = pile.partition("/")
        cards = {
            DISCARD: lambda: self.observation.discard_pile,
            Pile.BATTLE: lambda: self.observation.sides[int(side)].battle,
            Pile.SPEED: lambda: self.observation.sides[int(side)].speed,
        }.get(name)
        return next(reversed(cards()), None) if cards is not None else None

    def stone_count(self, side: int, km: int) -> int:
        """Return how many distance cards of ``km`` a side has played in this leg."""
        return sum(card.km == km for card in self.observation.sides[side].distance if card.family is Family.DISTANCE)
