"""The viewer's cards on the table: where each is seen, in which order, and how they make room and return."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from game.engine.cards import Card
from game.engine.moves import Move
from game.i18n import _
from game.scenes.table.input import TableInput
from game.session.session import Session
from game.session.settings import HandOrder
from game.table.animation.choreography import TakeOff
from game.table.animation.flight import Pose
from game.table.animation.hand_moves import HandMoves
from game.table.animation.player import AnimationPlayer
from game.table.geometry.layout import Fan
from game.table.input.carry import REACH, distance_to
from game.table.input.drag import Hold
from game.table.input.hand_order import arranged, moved
from game.table.painting.labels import landing
from game.table.painting.picture import TablePicture
from game.table.view import TableView
from game.ui.scene import Host

_SHAKE_PX: Final = 5


@dataclass(frozen=True, slots=True)
class Wish:
    """A move that waits until the session can take it, and where its card lies meanwhile."""

    move: Move
    take_off: TakeOff

    def from_hand(self) -> Wish:
        """The same, its card back in the hand."""
        return Wish(self.move, self.take_off.from_hand())


class Surroundings(Protocol):
    """What the hand asks of the table; ``refused`` are the words of the latest refusal."""

    app: Host
    session: Session
    input: TableInput
    animation: AnimationPlayer
    picture: TablePicture
    refused: str

    @property
    def view(self) -> TableView:
        """The table as it is seen now."""
        ...

    def touch(self) -> None:
        """The view has to be made anew."""
        ...


class TableHand:
    """The viewer's hand: ``cards`` are those that lie there now, ``moves`` those on their way within it."""

    def __init__(self, table: Surroundings) -> None:
        self._table = table
        self.cards: tuple[Card, ...] = ()
        self.moves = HandMoves()

    @property
    def sorts_itself(self) -> bool:
        """Whether the player wants it sorted."""
        return self._table.app.settings.hand_order is HandOrder.SORTED

    def follow(self) -> bool:
        """Keep what is chosen and carried, whatever the hand is now; True if it is another."""
        hand = self._table.animation.rest.hand
        if hand == self.cards:
            return False
        self._table.input.follow(self.cards, hand)
        self.cards = hand
        self._table.session.keep_hand(hand)
        self.moves.arrive()
        return True

    def sort(self) -> None:
        """Sort what lies there, as was just set."""
        self._table.input.place = None
        self._table.animation.observation = arranged(self._table.animation.observation, HandOrder.SORTED)

    def update(self, now_s: float) -> bool:
        """Go on to this moment; True if a card has arrived."""
        self.moves.travel = self._table.animation.timing.travel
        return self.moves.update(now_s, self._table.input.hold, self._table.picture.hand_width)

    # -- where the cards are ------------------------------------------------------------------------------------------

    def spots(self) -> Fan:
        """Where the cards of the hand lie."""
        return self._table.picture.hand_spots(self._table.view)

    def poses(self) -> list[Pose]:
        """Where each card of the hand is seen now."""
        return self.moves.poses(self.spots(), self._table.app.now_s)

    def wished_pose(self, wish: Wish) -> Pose:
        """Where the card is seen of a move that cannot be made yet."""
        return wish.take_off.pose or self.poses()[wish.take_off.index]

    def take_off(self, card: Card | None) -> TakeOff:
        """Where a card of the hand is now; without it, the hand's own place."""
        index = self.cards.index(card) if card in self.cards else 0
        return TakeOff(index, self.poses()[index] if self.cards else Pose(0, 0, self.spots().card_width))

    def carried_pose(self, hold: Hold) -> Pose:
        """Where the card under the mouse is seen."""
        meant = self._table.input.meant
        pile = None if meant is None else landing(self._table.picture.places, self.cards[hold.index], meant)
        return self.moves.carried_pose(hold, self.spots(), pile)

    def nearest(self, card: Card, piles: Iterable[str], pos: tuple[float, float]) -> str | None:
        """The pile nearest to a point of those that are near enough to draw the card."""
        picture = self._table.picture
        far = {pile: distance_to(landing(picture.places, card, pile), pos) for pile in piles}
        near = min(far, key=far.__getitem__, default=None)
        return near if near is not None and far[near] < REACH * picture.hand_width else None

    # -- the order ----------------------------------------------------------------------------------------------------

    def place_at(self, pos: tuple[int, int], x: float) -> int | None:
        """The place in the hand for a card carried with its middle at ``x``; none in a hand that sorts itself."""
        return None if self.sorts_itself else self._table.picture.hand_place(self._table.view, pos, x)

    def make_room(self, index: int) -> None:
        """Let the other cards slide to where they leave open the place that a carried one would have now."""
        before = self.poses()
        self._table.touch()
        self.moves.slide(self.cards, before, self.spots(), self._table.app.now_s, but=(index,))

    def reorder(self, index: int, place: int) -> None:
        """Put a card of the hand at another place; a hand that sorts itself stays as it is, and says so."""
        table = self._table
        if self.sorts_itself:
            table.refused = _("The hand sorts itself; the settings can change that.")
            table.touch()
            return
        before = self.poses()
        order = moved(range(len(self.cards)), index, place)
        self.cards = tuple(self.cards[i] for i in order)
        table.animation.observation = replace(table.animation.observation, hand=self.cards)
        table.session.keep_hand(self.cards, save=True)
        table.input.follow_move(order)
        table.input.place = None
        table.touch()
        but = (table.input.carried, table.input.selected)
        self.moves.slide(self.cards, [before[i] for i in order], self.spots(), table.app.now_s, but=but)

    def fly_back(self, index: int, pose: Pose) -> None:
        """Let a card return to its place in the hand, shaking its head if it was refused."""
        table = self._table
        shakes_px = _SHAKE_PX * table.picture.places.layout.t if table.refused else 0.0
        self.moves.send_back(self.cards[index], index, pose, self.spots(), table.app.now_s, shakes_px=shakes_px)
        table.touch()
