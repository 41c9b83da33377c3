"""What is to be drawn: everything the picture of the table depends on, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pygame import Surface

from game.career.meetings import Meetings
from game.drivers.moods import Mood
from game.engine.cards import Card, Family, Pile
from game.engine.moves import MoveKind
from game.engine.observation import Observation
from game.i18n.punctuation import chained
from game.people.players import Player
from game.words.names import Names

Tone = Literal["calm", "advice", "refused", "asked"]
Offering = Literal["", "quietly", "firmly"]

DRAW, DISCARD = "draw", "discard"
"""The ids of the two common piles."""


def pile_id(pile: str, side: int) -> str:
    """The id of a side's pile (``battle/2``); ``pile`` is a ``Pile`` or ``display`` for the whole panel."""
    return f"{pile}/{side}"


def card_id(index: int) -> str:
    """The id of a card of the hand, by its place."""
    return f"card/{index}"


def header_id(side: int) -> str:
    """The id of the header of a side's display."""
    return f"header/{side}"


def car_id(side: int) -> str:
    """The id of a side's car on the road."""
    return f"car/{side}"


def is_car(id: str) -> bool:
    """Whether that is the id of a car."""
    return id.startswith("car/")


def km_id(side: int) -> str:
    """The id of a side's km on its display."""
    return f"km/{side}"


def portrait_name(driver: str, mood: Mood) -> str:
    """The name of a driver's portrait in that mood."""
    return driver if mood is Mood.CALM else f"{driver}.{mood}"


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log; ``side`` is whose symbol stands before it, None for none.

    ``because`` is the reason that the one who did it gave, as far as it may be told, empty for none; ``about`` is the
    side of which it speaks, whose symbol stands before it. ``sign`` is an icon that stands in place of a side's symbol,
    and ``face`` a portrait.
    """

    side: int | None
    text: str
    because: str = ""
    about: int | None = None
    sign: str = ""
    face: str = ""

    @property
    def said(self) -> str:
        """The line and its reason in one."""
        return chained([self.text, self.because]) if self.because else self.text


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the driver in ``seat`` says at this moment; ``in_log`` where its header has no room for it."""

    seat: int
    text: str
    in_log: bool = False


@dataclass(frozen=True, slots=True)
class TurnShown:
    """What the turn plate says, and in which tone; ``sign`` is the icon of a question that was put aside.

    ``button_w`` is the width in pixels of the button back to it in a low plate, 0 if there is none. A button
    above a high plate is ``offering`` something: quietly, if no word has to shrink for it, or firmly, in any case.
    """

    head: str = ""
    body: str = ""
    tone: Tone = "calm"
    sign: str = ""
    button_w: int = 0
    offering: Offering = ""


@dataclass(frozen=True, slots=True)
class CoachShown:
    """What a coach says: who, heading, words, and how much of the lesson is done (0 … 1).

    ``button_w`` is the width in pixels of the button to go on that stands on the plate, 0 if there is none, and
    ``page`` that of its pages that is shown.
    ``points_at`` are the places it speaks of. One who ``asks`` which card it is lets no card's looks tell it.
    ``refused`` is why what was tried last is not possible; it stands in the place of the heading.
    """

    driver: str
    head: str
    body: str
    done: float
    button_w: int = 0
    page: int = 0
    points_at: tuple[str, ...] = ()
    asks: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class GoalShown:
    """What a star of a stage is for, and whether it is reached for good, or lost in this drive."""

    words: str
    is_reached: bool
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class CardMark:
    """What stands on a card of the hand: words, or without any a seal, and whether the card is framed as the best."""

    words: str = ""
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class Aside:
    """What stands in the log's place: how it is painted, and by what it looks, to be compared."""

    key: object
    paint: Callable[[Surface], None] = field(compare=False)


@dataclass(frozen=True, slots=True)
class TableView:
    """A moment of the table as one player sees it.

    ``players`` are by seat. ``log_end`` is the lowest line of a log that is scrolled, None follows the newest.
    ``selected`` is the raised card of the hand by its index, ``focused_pile`` the pile the keyboard points at,
    ``targets`` are the piles that would take ``lit_card`` and glow, ``last`` the pile just played on. ``hidden`` holds
    what is in flight and not to be drawn at rest: a card of the hand (its place stays open), the top of a pile, a car,
    the km of a side. ``leaders`` are the sides that lead at this moment; None is as the observation has it.
    ``makes_room`` is a card carried within the hand and the place that the others leave open for it. ``coach`` is for a
    table that has one; one that ``has_take_backs`` has buttons for them in the bar.
    ``moods`` are those of the seats; none is all calm. ``spoken`` is what a driver says,
    and ``met`` by driver how the person stands against each.
    ``title`` and what is said beside it stand in the bar in place of the leg and its goal, ``aside`` in the log's.
    ``dimmed`` are the cards that are drawn grey, None for those that can't be laid, ``marks`` what stands on some.
    ``goals`` are those of a stage of the tour.
    """

    observation: Observation
    players: tuple[Player, ...]
    viewer: int
    log: tuple[LogLine, ...] = ()
    log_end: int | None = None
    turn: TurnShown = TurnShown()
    selected: int | None = None
    focused_pile: str | None = None
    targets: frozenset[str] = frozenset()
    lit_card: Card | None = None
    last: str | None = None
    hidden: frozenset[str] = frozenset()
    leaders: frozenset[int] | None = None
    makes_room: tuple[int, int] | None = None
    coach: CoachShown | None = None
    has_take_backs: bool = False
    moods: tuple[Mood, ...] = ()
    spoken: Spoken | None = None
    met: Mapping[str, Meetings] = field(default_factory=dict)
    title: tuple[str, str] | None = None
    aside: Aside | None = None
    dimmed: frozenset[int] | None = None
    marks: tuple[tuple[int, CardMark], ...] = ()
    goals: tuple[GoalShown, ...] = ()
    names: Names = field(init=False, repr=False, compare=False)
    """Who is called what, seen by the viewer."""

    def __post_init__(self) -> None:
        names = Names.at(self.players, tuple(side.seats for side in self.observation.sides), self.viewer)
        object.__setattr__(self, "names", names)

    def face(self, seat: int) -> str | None:
        """The portrait of a seat's driver with what it shows, None for a person."""
        driver = self.players[seat].driver
        return driver and portrait_name(driver, self.moods[seat] if self.moods else Mood.CALM)

    @property
    def own_side(self) -> int:
        """The viewer's side."""
        return self.observation.side

    @property
    def active_side(self) -> int | None:
        """The side whose turn it is."""
        to_move = self.observation.to_move
        return None if to_move is None else self.observation.side_of(to_move)

    def is_playable(self, index: int) -> bool:
        """Whether a card of the hand may be laid or played now, other than by discarding it."""
        held = self.observation.hand[index]
        return any(move.card is held and move.kind is not MoveKind.DISCARD for move in self.observation.legal)

    def looks_playable(self, index: int) -> bool:
        """Whether a card is drawn in full colour, as all are while nothing can be laid or a coach asks."""
        if self.dimmed is not None:
            return index not in self.dimmed
        if self.coach is not None and self.coach.asks:
            return True
        is_turn = any(move.kind is MoveKind.DISCARD for move in self.observation.legal)
        return self.is_playable(index) or not is_turn or self.observation.must_discard

    def top(self, pile: str) -> Card | None:
        """The card on top of the discard pile, or of a side's battle or speed pile; None for no such card."""
        name, __, side = pile.partition("/")
        cards = {
            DISCARD: lambda: self.observation.discard_pile,
            Pile.BATTLE: lambda: self.observation.sides[int(side)].battle,
            Pile.SPEED: lambda: self.observation.sides[int(side)].speed,
        }.get(name)
        return next(reversed(cards()), None) if cards is not None else None

    def stack(self, side: int, km: int) -> int:
        """How many cards of that distance lie on a side's display."""
        return sum(card.km == km for card in self.observation.sides[side].distance if card.family is Family.DISTANCE)
