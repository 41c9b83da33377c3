"""Draws the table: what rests where something moved over it, and above it what moves, the carried card last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from pygame import Rect, Surface

from game.scenes.table.hand import TableHand, Wish
from game.scenes.table.input import TableInput
from game.scenes.table.rest import TableRest
from game.scenes.table.tooltips import TableTips
from game.scenes.table.view import TableViews
from game.table.animation import card_sprites
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.animation.flight import Flight
from game.table.animation.hand_moves import draw_carried
from game.table.animation.player import AnimationPlayer
from game.table.painting.card_faces import hand_form
from game.table.painting.labels import draw_label
from game.table.painting.picture import TablePicture
from game.table.painting.target_glow import Breath
from game.table.view import TableView
from game.ui.widgets.focus import FocusGroup


class Painted(Protocol):
    """What is drawn of the table."""

    controls: FocusGroup
    input: TableInput
    hand: TableHand
    tips: TableTips
    views: TableViews
    animation: AnimationPlayer
    picture: TablePicture
    renderer: AnimationRenderer
    breath: Breath
    wish: Wish | None

    @property
    def text_factor(self) -> float:
        """How large text and controls are."""
        ...

    @property
    def is_on_top(self) -> bool:
        """Whether nothing lies above it."""
        ...


class TablePainter:
    """Draws on the surface of a window, and leaves what is there already as it is."""

    def __init__(self, table: Painted) -> None:
        self._table = table
        self.rest = TableRest(table.controls)

    def draw(self, surface: Surface, now_s: float) -> bool:
        """Draw the table of this moment; True if nothing at rest had to be painted anew."""
        table, view = self._table, self._table.views.view()
        painted = table.picture.show(view)
        table.renderer.changed(painted)
        self.rest.draw(surface, table.picture, view, table.breath.strength, painted, table.text_factor)
        drawn = table.renderer.draw(surface, table.animation, view, self._is_carried())
        above = [
            *table.hand.moves.draw(surface, now_s, view.observation.rules, table.picture.care),
            *self._draw_labels(surface, are_meant=False),
            *self._draw_carried(surface, view),
            *self._draw_labels(surface, are_meant=True),
            *(table.tips.draw(surface) if table.is_on_top else ()),
        ]
        if drawn is None:
            self.rest.lose()
        else:
            self.rest.follow([*drawn, *above])
        return not painted

    def overdrawn(self) -> None:
        """Draw all of the next picture."""
        self.rest.lose()

    def _is_carried(self) -> Callable[[Flight], bool]:
        """Whether a flight is the one of the card that the mouse carries, of which there is one."""
        carried = self._table.input.carried
        held = [self._table.hand.cards[carried]] if carried is not None else []

        def is_carried(flight: Flight) -> bool:
            if flight.hand is None or flight.card not in held:
                return False
            held.clear()
            return True

        return is_carried

    def _draw_carried(self, surface: Surface, view: TableView) -> Iterator[Rect]:
        hold, wish, rules_id = self._table.input.hold, self._table.wish, view.observation.rules
        if wish is not None and wish.move.card is not None:
            size = self._table.picture.hand_width
            form = hand_form(size)
            pose = self._table.hand.wished_pose(wish)
            yield card_sprites.draw_card(surface, wish.move.card, pose, rules_id, size=size, form=form)
        elif hold is not None and hold.lifted:
            pose = self._table.hand.carried_pose(hold)
            yield draw_carried(surface, view.observation.hand[hold.index], pose, rules_id)

    def _draw_labels(self, surface: Surface, *, are_meant: bool) -> Iterator[Rect]:
        """The labels of the lit piles, the one that is meant above the card that hides its pile."""
        meant = self._table.input.meant
        for label in self._table.views.labels:
            if (label.pile == meant) is are_meant:
                yield draw_label(surface, label, is_meant=are_meant)
