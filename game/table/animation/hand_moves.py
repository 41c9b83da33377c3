"""What moves in the viewer's hand by the player's own doing: cards that make room or return, and the one carried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.engine.cards import Card
from game.table.animation import card_sprites
from game.table.animation.flight import Flight, Pose
from game.table.geometry.box import Box
from game.table.geometry.layout import Fan
from game.table.input.carry import Sway, middle, pulled
from game.table.input.drag import Hold
from game.table.painting.card_faces import hand_form
from game.table.painting.care import Care
from game.ui.timeline import out

_BACK_S: Final = 0.22
_SLIDE_S: Final = 0.14  # a card of the hand makes room for one that is put there
_LIFTED: Final = 2.2  # how much farther its shadow falls from a card that is carried


@dataclass(frozen=True, slots=True)
class _Return:
    """A card on its way to its place in the hand."""

    index: int
    flight: Flight
    began_s: float


class HandMoves:
    """Cards on their way within the hand, and how the carried one leans.

    ``travel`` multiplies the time of their ways. At 0 nothing travels or leans: cards are where they belong at once,
    and the carried one follows only.
    """

    def __init__(self) -> None:
        self.travel = 1.0
        self._returns: tuple[_Return, ...] = ()
        self._sway: Sway | None = None

    # -- cards on their way -------------------------------------------------------------------------------------------

    @property
    def under_way(self) -> frozenset[int]:
        """The cards that are not at their places, by their index in the hand."""
        return frozenset(back.index for back in self._returns)

    @property
    def is_moving(self) -> bool:
        """Whether the next frame differs although the pointer rests."""
        return bool(self._returns) or (self._sway is not None and self._sway.degrees != 0)

    def poses(self, spots: Fan, now_s: float) -> list[Pose]:
        """Where each card of the hand is seen at this moment."""
        poses = [Pose(x, y, spots.card_width, angle) for x, y, angle in spots.spots]
        for back in self._returns:
            poses[back.index] = back.flight.pose(now_s - back.began_s)
        return poses

    def slide(
        self, hand: Sequence[Card], before: Sequence[Pose], after: Fan, now_s: float, *, but: Iterable[int | None] = ()
    ) -> None:
        """Let cards move from where they were seen to where they lie now, all ``but`` some."""
        self._returns = ()
        for index, (start, (x, y, angle)) in enumerate(zip(before, after.spots, strict=True)):
            end = Pose(x, y, after.card_width, angle)
            if start != end and index not in set(but):
                self._send(hand[index], index, (start, end), now_s, _SLIDE_S)

    def send_back(
        self, card: Card, index: int, start: Pose, spots: Fan, now_s: float, *, shakes_px: float = 0.0
    ) -> None:
        """Let a card return from where it was carried to, shaking its head if it was refused."""
        x, y, angle = spots.spots[index]
        self._returns = tuple(back for back in self._returns if back.index != index)
        end = Pose(x, y, spots.card_width, angle)
        self._send(card, index, (start, end), now_s, _BACK_S, shakes_px=shakes_px)

    def _send(
        self,
        card: Card,
        index: int,
        way: tuple[Pose, Pose],
        now_s: float,
        duration_s: float,
        *,
        shakes_px: float = 0.0,
    ) -> None:
        duration_s *= self.travel
        if not duration_s:
            return
        form = hand_form(way[1].width)
        flight = Flight(
            card, *way, duration_s, easing=out, shakes=shakes_px, start_form=form, end_form=form, hand=index
        )
        self._returns = (*self._returns, _Return(index, flight, now_s))

    def arrive(self) -> None:
        """Put every card at its place."""
        self._returns = ()

    def forget_places(self) -> None:
        """The hand is laid out anew: every card lies at its place, and none is carried."""
        self.arrive()
        self._sway = None

    # -- the carried card ---------------------------------------------------------------------------------------------

    def carried_pose(self, hold: Hold, spots: Fan, pile: Box | None) -> Pose:
        """Where a carried card is seen: under the pointer, leaning, drawn towards the pile it would fall on."""
        degrees = self._sway.degrees if self._sway is not None else 0.0
        at = middle(hold, degrees)
        if pile is not None:
            at = pulled(at, hold.pointer, pile, spots.card_width)
        return Pose(*at, spots.card_width, degrees)

    # -- time and picture ---------------------------------------------------------------------------------------------

    def update(self, now_s: float, hold: Hold | None, width: float) -> bool:
        """Go on to this moment; True if a card has arrived."""
        if hold is None or not hold.lifted or not self.travel:
            self._sway = None
        elif self._sway is None:
            self._sway = Sway(hold.pointer[0], now_s)
        else:
            self._sway = self._sway.after(hold.pointer[0], now_s, width)
        running = tuple(back for back in self._returns if now_s < back.began_s + back.flight.end_s)
        arrived, self._returns = running != self._returns, running
        return arrived

    def draw(self, surface: Surface, now_s: float, rules_id: str, care: Care) -> list[Rect]:
        """Draw the cards on their way, those at the left below those at the right, and return where."""
        in_order = sorted(self._returns, key=lambda back: back.flight.end.x)
        flown = ((back.flight, now_s - back.began_s) for back in in_order)
        return [card_sprites.draw_flight(surface, flight, passed_s, rules_id, care=care) for flight, passed_s in flown]


def draw_carried(surface: Surface, card: Card, pose: Pose, rules_id: str) -> Rect:
    """Draw a card high above the table, and return where."""
    form = hand_form(pose.width)
    return card_sprites.draw_card(surface, card, pose, rules_id, size=pose.width, form=form, lies=0.0, lift=_LIFTED)
