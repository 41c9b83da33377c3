"""Drawing the table: first what is at rest, where it changed or was covered, then moving cards and the dragged card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pygame import Rect, Surface

from game.features.play.hand import TableHand
from game.features.play.keys import KeyboardCursor
from game.features.play.table_state import TableState
from game.table.animation import card_sprites
from game.table.animation.animation_step import Flight
from game.table.animation.hand_moves import draw_carried
from game.table.painting.target_glow import HighlightFrames, draw_label
from game.table.tooltips import Tooltips
from game.table.view import TableView
from game.ui.drawing.layers import DirtyRects
from game.ui.widgets.focus_group import drawn_area


class TablePainter:
    """Draws the table on the window's surface, only where the picture changed."""

    def __init__(self, hand: TableHand[TableState], cursor: KeyboardCursor, tooltips: Tooltips) -> None:
        self._hand = hand
        self._stage = hand.stage
        self._cursor = cursor
        self._tooltips = tooltips
        self._dirty_rects = DirtyRects()
        self._hand_seen: tuple[TableView | None, int] = (None, 0)
        self._hand_shown: object = None
        self._hand_extent = Rect(0, 0, 0, 0)
        self._glow: tuple[frozenset[str], object] = (frozenset(), None)
        self._pointed: tuple[HighlightFrames, ...] = ()
        self._buttons: dict[str, object] = {}

    def draw(self, surface: Surface) -> bool:
        """Draw the table's current view; return True if nothing at rest had to be painted again."""
        view = self._stage.view
        painted = self._stage.picture.update(view)
        self._stage.renderer.record_changes(painted)
        self._draw_rest(surface, view, painted)
        drawn = self._stage.renderer.draw(surface, self._hand.state.animation, view, self._is_carried())
        above = [
            *self._hand.moves.draw(surface, view.observation.rules, self._stage.picture.budget),
            *self._draw_labels(surface, are_meant=False),
            *self._draw_carried(surface, view),
            *self._draw_labels(surface, are_meant=True),
            *self._cursor.draw(surface),
            *(
                self._tooltips.draw(surface, self._stage.picture.places, view, self._stage.label_boxes)
                if self._stage.is_on_top
                else ()
            ),
        ]
        if drawn is None:
            self._dirty_rects.invalidate()
        else:
            self._dirty_rects.record_drawn([*drawn, *above])
        return not painted

    @property
    def changed(self) -> list[Rect] | None:
        """The areas of the surface that the last ``draw`` may have changed, or None if they are unknown."""
        return self._dirty_rects.changed

    def mark_all_dirty(self) -> None:
        """Draw everything again in the next frame, because something else was drawn above the table."""
        self._dirty_rects.invalidate()

    # -- what rests -----------------------------------------------------------------------------------------------

    def _draw_rest(self, surface: Surface, view: TableView, painted: Iterable[Rect]) -> None:
        """Draw what is at rest (table, glow, hand, coach's marks and controls) wherever the surface is out of date.

        ``painted`` are the areas of the table's picture that have just been painted again.
        """
        picture, strength = self._stage.picture, self._stage.pulse.strength
        changed = [*painted, *self._changed_hand(view), *self._changed_glow(view, strength)]
        changed += [*self._changed_pointing(view), *self._changed_buttons()]
        for area in self._dirty_rects.areas_to_redraw(surface, picture, changed):
            surface.set_clip(area)
            picture.render(surface)
            picture.draw_glow(surface, view, strength)
            if area.colliderect(self._hand_extent):
                picture.draw_hand(surface, view)
            picture.draw_coach_frames(surface, self._pointed)
            self._stage.controls.draw_within(surface, self._stage.text_factor, area)
        surface.set_clip(None)

    def _changed_hand(self, view: TableView) -> Iterator[Rect]:
        picture = self._stage.picture
        (seen, rounds), self._hand_seen = self._hand_seen, (view, picture.budget.postponed_frames)
        if seen is view and rounds == picture.budget.postponed_frames:
            return
        was, self._hand_shown = self._hand_shown, picture.hand_key(view)
        before, self._hand_extent = self._hand_extent, picture.hand_extent(view)
        if was != self._hand_shown:
            yield before.union(self._hand_extent)

    def _changed_glow(self, view: TableView, strength: float) -> Iterator[Rect]:
        (were, was), self._glow = self._glow, (view.targets, (view.lit_card, strength))
        is_alike = was == self._glow[1] and were == view.targets
        yield from self._stage.picture.glow_extents(frozenset() if is_alike else were | view.targets)

    def _changed_pointing(self, view: TableView) -> Iterator[Rect]:
        was, self._pointed = self._pointed, self._stage.picture.coach_frames(view)
        if was != self._pointed:
            yield from self._stage.picture.pointer_extents((*was, *self._pointed))

    def _changed_buttons(self) -> Iterator[Rect]:
        states: dict[str, object] = {
            w.id: (w.name, w.enabled, w.hovered, w.pressed, w.focused, w.shows_ring)
            for w in self._stage.controls.widgets
        }
        was, self._buttons = self._buttons, states
        for widget in self._stage.controls.widgets:
            if was.get(widget.id) != states[widget.id]:
                yield drawn_area(widget.rect)

    # -- what moves -----------------------------------------------------------------------------------------------

    def _is_carried(self) -> Callable[[Flight], bool]:
        """Return a function that is true for one flight at most: that of the card which the mouse drags already."""
        carried = self._hand.carried_index
        held = [self._hand.cards[carried]] if carried is not None else []

        def is_carried(flight: Flight) -> bool:
            if flight.hand_index is None or flight.card not in held:
                return False
            held.clear()
            return True

        return is_carried

    def _draw_carried(self, surface: Surface, view: TableView) -> Iterator[Rect]:
        hold, pending_move, rules_id = self._hand.held_card, self._hand.state.pending_move, view.observation.rules
        if pending_move is not None and pending_move.move.card is not None:
            size, form = self._stage.picture.hand_width, self._stage.picture.hand_form
            pose = self._hand.waiting_pose(pending_move.take_off)
            yield card_sprites.draw_card(surface, pending_move.move.card, pose, rules_id, size=size, form=form)
        elif hold is not None and hold.lifted:
            pose = self._hand.carried_pose(hold)
            yield draw_carried(
                surface, view.observation.hand[hold.index], pose, rules_id, self._stage.picture.hand_form
            )

    def _draw_labels(self, surface: Surface, *, are_meant: bool) -> Iterator[Rect]:
        """Draw labels of the lit piles and yield their areas.

        With ``are_meant`` only the label of the pile under the dragged card is drawn, which must lie above that card;
        without, all other labels are.
        """
        meant = self._hand.drop_target
        for label in self._stage.labels:
            if (label.pile == meant) is are_meant:
                yield draw_label(surface, label, is_meant=are_meant)
