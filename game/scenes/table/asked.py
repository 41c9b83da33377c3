"""What mouse and keyboard ask of the table and of the hand on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.observation import Observation
from game.table.animation.choreography import TakeOff
from game.table.animation.flight import Pose
from game.table.geometry.layout import Fan
from game.table.input.drag import Hold
from game.ui.widgets.widget import FocusGroup


class Hand(Protocol):
    """What is asked of the player's cards."""

    def spots(self) -> Fan:
        """Where the cards of the hand lie."""
        ...

    def place_at(self, pos: tuple[int, int], x: float) -> int | None:
        """The place in the hand for a card carried with its middle at ``x``; None if there is none for it."""
        ...

    def make_room(self, index: int) -> None:
        """Let the hand make room at the place for one of its own cards that is carried, or close it again."""
        ...

    def reorder(self, index: int, place: int) -> None:
        """Put a card of the hand at another place, if the player may; what is chosen and held follows."""
        ...

    def carried_pose(self, hold: Hold) -> Pose:
        """Where the card under the mouse is seen."""
        ...

    def nearest(self, card: Card, piles: Iterable[str], pos: tuple[float, float]) -> str | None:
        """The pile nearest to a point of those that are near enough to draw the card."""
        ...

    def fly_back(self, index: int, pose: Pose) -> None:
        """Let a card return to the hand."""
        ...


class Table(Protocol):
    """What is asked of the table round them."""

    controls: FocusGroup

    @property
    def hand(self) -> Hand:
        """The player's cards."""
        ...

    @property
    def observation(self) -> Observation:
        """What lies on the table at this moment."""
        ...

    def is_moving(self) -> bool:
        """Whether cards or cars are on their way."""
        ...

    @property
    def is_move_due(self) -> bool:
        """Whether a move was chosen that is still to be made."""
        ...

    @property
    def text_factor(self) -> float:
        """How large text and controls are."""
        ...

    def hit(self, pos: tuple[int, int]) -> int | str | None:
        """What lies at a point: a card of the hand, a pile or display, or nothing."""
        ...

    def play(self, move: Move, take_off: TakeOff) -> None:
        """Make a move, as soon as it is possible."""
        ...

    def refuse(self, card: Card, pile: str | None) -> None:
        """Say why the card cannot be put there; a move that is legal after all needs no words."""
        ...

    def ask_discard(self, card: Card) -> None:
        """Ask whether a safety or a last remedy is really to be discarded."""
        ...

    def take_up(self) -> bool:
        """Go back to the question that was put aside; False if there is none."""
        ...

    def look_through(self) -> None:
        """Show every card of the discard pile."""
        ...

    def hint(self) -> None:
        """Ask for a hint, or put away the one that is there."""
        ...

    def open_menu(self) -> None:
        """Open the menu."""
        ...
