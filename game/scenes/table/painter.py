"""Draws the table: what rests where it changed or something moved over it, then what moves, the carried card last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.table.animation import card_sprites
from game.table.animation.animation_step import Flight
from game.table.animation.hand_moves import draw_carried
from game.table.painting.card_faces import hand_form
from game.table.painting.target_glow import Frames, draw_label
from game.table.view import TableView
from game.ui.drawing.layers import DirtyRects
from game.ui.widgets.widget import reach

if TYPE_CHECKING:
    from game.scenes.table.scene import TableScene


class TablePainter:
    """Draws on the surface of a window, and leaves what is there already as it is. It changes nothing of the table."""

    def __init__(self, table: TableScene) -> None:
        self._table = table
        self._dirty_rects = DirtyRects()
        self._hand: object = None
        self._glow: tuple[frozenset[str], object] = (frozenset(), None)
        self._pointed: tuple[Frames, ...] = ()
        self._buttons: dict[str, object] = {}

    def draw(self, surface: Surface) -> bool:
        """Draw the table of this moment; True if nothing at rest had to be painted anew."""
        table, view = self._table, self._table.stage.view
        painted = table.picture.show(view)
        table.stage.renderer.changed(painted)
        self._draw_rest(surface, view, painted)
        drawn = table.stage.renderer.draw(surface, table.animation, view, self._is_carried())
        above = [
            *table.hand.moves.draw(surface, view.observation.rules, table.picture.budget),
            *self._draw_labels(surface, are_meant=False),
            *self._draw_carried(surface, view),
            *self._draw_labels(surface, are_meant=True),
            *table.looking.draw(surface),
            *(table.tooltips.draw(surface, table.picture.places, view, table.label_boxes) if table.is_on_top else ()),
        ]
        if drawn is None:
            self._dirty_rects.lose()
        else:
            self._dirty_rects.add([*drawn, *above])
        return not painted

    def overdrawn(self) -> None:
        """Draw all of the next picture."""
        self._dirty_rects.lose()

    # -- what rests -----------------------------------------------------------------------------------------------

    def _draw_rest(self, surface: Surface, view: TableView, painted: Iterable[Rect]) -> None:
        """Draw picture, light, hand, what a coach points at, and controls wherever the surface shows something else."""
        table, picture, strength = self._table, self._table.picture, self._table.pulse.strength
        changed = [*painted, *self._changed_hand(view), *self._changed_glow(view, strength)]
        changed += [*self._changed_pointing(view), *self._changed_buttons()]
        for area in self._dirty_rects.areas(surface, picture, changed):
            surface.set_clip(area)
            picture.render(surface)
            picture.draw_glow(surface, view, strength)
            if area.colliderect(picture.hand_extent):
                picture.draw_hand(surface, view)
            picture.draw_pointed(surface, self._pointed)
            table.controls.draw_within(surface, table.text_factor, area)
        surface.set_clip(None)

    def _changed_hand(self, view: TableView) -> Iterator[Rect]:
        picture = self._table.picture
        was, self._hand = self._hand, picture.hand_shown(view)
        if was != self._hand:
            yield picture.hand_extent

    def _changed_glow(self, view: TableView, strength: float) -> Iterator[Rect]:
        (were, was), self._glow = self._glow, (view.targets, (view.lit_card, strength))
        is_alike = was == self._glow[1] and were == view.targets
        yield from self._table.picture.glow_extents(frozenset() if is_alike else were | view.targets)

    def _changed_pointing(self, view: TableView) -> Iterator[Rect]:
        was, self._pointed = self._pointed, self._table.picture.pointed(view)
        if was != self._pointed:
            yield from self._table.picture.pointed_extents((*was, *self._pointed))

    def _changed_buttons(self) -> Iterator[Rect]:
        states: dict[str, object] = {
            w.id: (w.name, w.enabled, w.hovered, w.pressed, w.focused, w.shows_ring)
            for w in self._table.controls.widgets
        }
        was, self._buttons = self._buttons, states
        for widget in self._table.controls.widgets:
            if was.get(widget.id) != states[widget.id]:
                yield reach(widget.rect)

    # -- what moves -----------------------------------------------------------------------------------------------

    def _is_carried(self) -> Callable[[Flight], bool]:
        """Whether a flight is the one of the card that the mouse carries, of which there is one."""
        carried = self._table.hand.carried
        held = [self._table.hand.cards[carried]] if carried is not None else []

        def is_carried(flight: Flight) -> bool:
            if flight.hand is None or flight.card not in held:
                return False
            held.clear()
            return True

        return is_carried

    def _draw_carried(self, surface: Surface, view: TableView) -> Iterator[Rect]:
        hold, pending_move, rules_id = self._table.hand.hold, self._table.pending_move, view.observation.rules
        if pending_move is not None and pending_move.move.card is not None:
            size = self._table.picture.hand_width
            form = hand_form(size)
            pose = self._table.hand.waiting_pose(pending_move.take_off)
            yield card_sprites.draw_card(surface, pending_move.move.card, pose, rules_id, size=size, form=form)
        elif hold is not None and hold.lifted:
            pose = self._table.hand.carried_pose(hold)
            yield draw_carried(surface, view.observation.hand[hold.index], pose, rules_id)

    def _draw_labels(self, surface: Surface, *, are_meant: bool) -> Iterator[Rect]:
        """The labels of the lit piles, the one that is meant above the card that hides its pile."""
        meant = self._table.hand.meant
        for label in self._table.stage.labels:
            if (label.pile == meant) is are_meant:
                yield draw_label(surface, label, is_meant=are_meant)
