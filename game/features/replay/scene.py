"""The room to look back at a leg: the table, a panel beside it, and below both curve, timeline and controls."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Hashable
from functools import partial

import pygame
from pygame import FRect, Rect, Surface
from pygame.event import Event

from game.career.match_stats import owner_of
from game.engine.observation import Observation
from game.features.play.faces import DriverFaces
from game.features.play.stage import TableStage
from game.features.replay.controls import ALL_HANDS, ReplayCommands, ReplayControls, control_tooltip
from game.features.replay.curve import ChancesCurve, neighbor_pin
from game.features.replay.hits import HitsChoice
from game.features.replay.layout import replay_layout, tray_boxes
from game.features.replay.model.findings import PinState, ReviewRun
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import LegReview, ReviewQuestion
from game.features.replay.panel import TURN, replay_panel
from game.features.replay.playback import ReplayPlayback
from game.features.replay.timeline import TurnTimeline
from game.features.replay.trays import Tray, draw_tray, tray_nodes, trays_of
from game.features.tour.model import scenery_of
from game.features.tour.words import table_chip
from game.files.export import Export
from game.files.wall_clock import now_s
from game.i18n import _
from game.i18n.punctuation import with_full_stop
from game.phrases import N_
from game.scenes.export import show_export
from game.scenes.host import Host
from game.settings.bindings import Action, KeyContext
from game.system.logs import NAME
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.animation.reduced_motion import FADE_S
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import OptionalRegion
from game.table.log import log_lines
from game.table.painting import ground
from game.table.painting.picture import TablePicture
from game.table.targets import last_pile
from game.table.top_bar import BarButton
from game.table.view import BarChip, LogLine, TableView, TurnView
from game.ui.accessibility_tree import Node
from game.ui.animation import Animation, Timeline, ease_out_cubic, linear
from game.ui.boxes.box import Widget
from game.ui.drawing import text
from game.ui.drawing.incremental import IncrementalRender
from game.ui.drawing.theme import THEME
from game.ui.form import WidgetScene
from game.ui.keys import Commands, requests_action
from game.ui.layout import Box, Scale
from game.ui.layout.choice import Choice
from game.ui.layout.tree_form import ViewState
from game.ui.scanning import FormScan
from game.ui.scene import Scene, layout_unit
from game.ui.tooltip import (
    FOCUS_DELAY_S,
    POINTER_DELAY_S,
    Tooltip,
    TooltipTiming,
    described_node,
    draw_tooltip,
    tooltip_box,
    tooltip_node,
)

_TRAYS_S = 0.2
_TRAYS_RISE = 24.0  # u
_EXPORT = BarButton(
    "export",
    "save",
    N_("Export"),
    N_("Saves the deck and every move in a file that any program can read."),
    has_word_if_wide=True,
)
_SEAT_KEYS = {pygame.K_1 + seat: seat for seat in range(6)} | {pygame.K_KP_1 + seat: seat for seat in range(6)}


MakePin = Callable[["ReplayScene", ReviewRun, int], Scene[Host]]
"""Makes the scene that asks the pin of that index."""


class ReplayScene(WidgetScene[Host]):
    """The room to look back at a leg. It starts after turn ``place``, 0 being the deal.

    By default a finished leg starts with the deal, a running one with its last turn. With ``upcoming_turn``, the number
    of the next turn, the scene says that it shows the moment before that turn. The button ``back`` leads to the
    previous scene. With ``is_reviewed`` a finished leg is judged meanwhile in a process of its own, which ends when the
    scene is left; its costliest decisions become pins, which the scene made by ``make_pin`` asks.
    """

    name = "replay"

    def __init__(  # noqa: PLR0913 - a replay is opened from many places
        self, app: Host, leg: LegReplay, back: BarButton, *, make_pin: MakePin, is_reviewed: bool = True,
        place: int | None = None, upcoming_turn: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__(app)
        self.leg = leg
        self.region = scenery_of(leg.saved.stage)
        first = (0 if leg.is_over else leg.length) if place is None else place
        self.playback = ReplayPlayback(leg, min(leg.length, max(0, first)), upcoming_turn, app.settings)
        self.stage = TableStage(self, app.pop)
        self.stage.make_view = self._make_view
        self.controls = self.stage.controls
        self.scanning = FormScan(self.controls)
        self.back = back
        self.review: ReviewRun | None = None
        self.has_review = is_reviewed and leg.is_over and leg.saved.players[leg.viewer].is_human
        self._make_pin = make_pin
        self._pin: Scene[Host] | None = None
        self.faces = DriverFaces(self.stage, leg.saved.players, lambda: self.playback.animation.shown_observation)
        self._panel_state = ViewState(self._place_panel)
        self._panel = Box()
        self._tab, self._hits_scope, self._hits_cell = TURN, "match", ""
        self._placed: tuple[int, Observation] | None = None
        self._old: Surface | None = None
        self._fades = Timeline()
        self._tips = TooltipTiming()
        self._prerender: IncrementalRender | None = None

    # -- life -----------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:  # noqa: ARG002 - as every scene
        if self.has_review:
            question = ReviewQuestion(self.leg.record, self.leg.context, self.leg.viewer, self.leg.bots_decisions())
            self.review = ReviewRun(self.leg, LegReview(question))
        self._lay_out()
        self.controls.focus("play")

    def leave(self) -> None:
        if self.review is not None:
            self.review.close()
            if self.review.findings.is_done:
                still = [pin.judgement for pin in self.review.pins if pin.state is PinState.OPEN]
                self.app.keep_puzzles(self.leg, still)
        self.picture.free()
        self.stage.renderer.drop_fading_pictures()
        self._before, self._old = Surface((1, 1)), None

    def resize(self, size: tuple[int, int]) -> None:  # noqa: ARG002 - as every scene
        self._tips.reset()
        self._lay_out()

    def rebuild_layout(self) -> None:
        grip = self.controls.interaction_state
        self._lay_out()
        self.controls.restore(grip)

    def resume(self) -> None:
        self.stage.clear_button_states()
        self._update_controls()
        self.controls.focus("next_pin" if self._next_pin is not None else "play")

    def apply_changed_settings(self) -> None:
        self.stage.update_sound_button()
        self.playback.apply_settings(self.app.settings)
        self.stage.invalidate()

    def _lay_out(self) -> None:
        self.layout = replay_layout(self.app.size, has_chances=self.has_review)
        leg, setup = self.leg, self.leg.saved.setup
        self.bar_buttons = (self.back, *((_EXPORT,) if leg.is_open else ()))
        extra = OptionalRegion.NOTHING if self.layout.has_log else OptionalRegion.NO_LOG
        self.picture = TablePicture(self.layout.table, setup, leg.viewer, extra=extra, buttons=self.bar_buttons)
        places = self.picture.places
        boxes = tray_boxes(places.layout, setup.seats)
        self._trays = tuple(boxes[(seat - leg.viewer) % setup.seats] for seat in range(setup.seats))
        self.playback.lay_out(places, self._trays)
        self.bar_actions = {self.back.id: self.app.pop, _EXPORT.id: self._export}
        bare = TableView(self.playback.animation.shown_observation, leg.saved.players, leg.onlooker, chip=self._chip)
        renderer = AnimationRenderer(self.picture, self._draw_table)
        self.stage.lay_out(self.picture, renderer, self.bar_actions, bare, self.bar_buttons)
        acts = ReplayCommands(self.stop_and_go, self.toggle_play, self.show_hand, self.play_on, self.ask)
        self._scale = Scale(layout_unit(self.app.size), text.text_size_factor())
        self._controls = ReplayControls(
            self.playback, acts, self.layout, self._scale, self.app.size, has_chances=self.has_review
        )
        self._old, self._before = None, Surface(self.layout.table)
        self._lay_out_panel()
        self.stage.start_preloading()
        self._prerender = IncrementalRender(self.app.clock)

    @property
    def bar_controls(self) -> list[Widget]:
        """The controls of the bar below the table, in the order of the Tab key."""
        return self._controls.widgets

    # -- panel and review -----------------------------------------------------------------------------------------

    def _lay_out_panel(self) -> None:
        """Build the panel for the current turn and what the review has found."""
        self._controls.update(self.review)
        log = None if self.layout.has_log else self._log_until(self.playback.place)
        hits = HitsChoice(self._hits_scope, self._hits_cell, self._count_hits, self._choose_hits)
        self._panel = replay_panel(
            self._scale, self.playback, self.review, self._tab, hits,
            open_tab=self.open_tab, ask_next=self.ask_next, log=log, room=self.layout.panel.size,
            window=Rect((0, 0), self.app.size), view_state=self._panel_state,
        )  # fmt: skip
        self._place_panel()

    def _place_panel(self) -> None:
        """Place the panel and its controls, as after scrolling."""
        self._panel.place(self.layout.panel)
        log = [self.stage.log] if self.layout.has_log else []
        self.controls.replace([*self._panel.widgets(), *self._controls.widgets, *self.stage.bar.buttons, *log])
        self.dirty = True

    def open_tab(self, tab: str) -> None:
        """Open that tab of the panel."""
        self._tab = tab
        self._lay_out_panel()

    def _count_hits(self, scope: str) -> None:
        self._hits_scope = scope
        self._lay_out_panel()

    def _choose_hits(self, cell: str) -> None:
        self._hits_cell = cell
        self._lay_out_panel()

    def _update_review(self, review: ReviewRun) -> None:
        had_luck = review.findings.luck is not None
        if not review.update():
            return
        luck, person = review.findings.luck, owner_of(self.leg.saved)
        if luck is not None and not had_luck and self.leg.saved.id and person is not None:
            self.app.career.record_luck(person, self.leg.saved.id, self.leg.index + 1, luck.drawn + luck.attacks)
        self.show_review()

    def show_review(self) -> None:
        """Show what the review has found and how its pins were answered."""
        grip = self.controls.interaction_state
        self._lay_out_panel()
        self.controls.restore(grip)

    @property
    def _next_pin(self) -> int | None:
        return None if self.review is None else self.review.next_open_pin(self.playback.place)

    def ask_next(self) -> None:
        """Ask the next costly decision that is still open, if there is one."""
        if self._next_pin is not None:
            self.ask(self._next_pin)

    def ask_previous(self) -> None:
        """Ask the costly decision before the current turn, or the last one."""
        pins = self.review.pins if self.review is not None else ()
        before = neighbor_pin(pins, self.playback.place, -1)
        if pins:
            self.ask(len(pins) - 1 if before is None else before)

    def ask(self, index: int) -> None:
        """Ask the costly decision of that index, before whose turn the table goes."""
        if self.review is None:
            return
        self.stop_and_go(self.review.pins[index].turn - 1)
        self.playback.show_hand(self.leg.viewer)
        self.playback.finish_animations(self.app.now_s)
        self._controls.move_head(self.playback.head)
        self._old = None
        self._pin = self._make_pin(self, self.review, index)
        self.app.push(self._pin)

    def hide_later(self, *, hides: bool) -> None:
        """Cover curve and timeline after the current turn, or show them."""
        self._controls.hide_later(hides=hides)

    def _leave_pin(self) -> None:
        """Close the asked decision, if there is one: a control of the bar was used."""
        if self.app.scene is self._pin:
            self.app.pop()

    def keep_found_puzzle(self, index: int) -> None:
        """Mark a pin as found, and keep it among the puzzles as solved."""
        assert self.review is not None
        self.review.mark_pin(index, PinState.FOUND)
        self.app.keep_puzzles(self.leg, [self.review.pins[index].judgement], solved=True)

    def drop_puzzle(self, index: int) -> None:
        """Mark a pin as shown: it is no puzzle any more, even if an earlier look back kept it."""
        assert self.review is not None
        self.review.mark_pin(index, PinState.SHOWN)
        self.app.drop_puzzle(self.leg, self.review.pins[index].judgement)

    # -- going about ----------------------------------------------------------------------------------------------

    def go(self, place: int) -> None:
        """Go to the position after turn ``place``; the next and the previous turn are animated, any other fades in."""
        is_next = self.playback.is_adjacent(place)
        before = None if is_next else self._at_rest()
        if self.playback.go(place, self.app.now_s):
            self._fade_from(before)
            self._prerender = None if is_next else IncrementalRender(self.app.clock)
            self._update_controls()

    def stop_and_go(self, place: int) -> None:
        """Stop automatic playback and go to the position after turn ``place``, 0 for the deal."""
        self._leave_pin()
        self.playback.play(self.app.now_s, on=False)
        self.go(place)
        self._update_controls()

    def toggle_play(self) -> None:
        self._leave_pin()
        self.playback.play(self.app.now_s, on=not self.playback.is_playing)
        self._update_controls()

    def show_hand(self, key: str) -> None:
        """Show the hand of the seat whose number is ``key``, or all hands for ``ALL_HANDS``."""
        self._leave_pin()
        before = self._at_rest()
        was_open, seat = self.playback.seat is None, None if key == ALL_HANDS else int(key)
        self.playback.show_hand(seat)
        self._fade_from(before)
        if seat is None and not was_open:
            self._fades = Timeline(
                self.app.now_s, self._factor, {"trays": Animation(duration_s=_TRAYS_S, easing=ease_out_cubic)}
            )
            self._old = None
        self.stage.start_preloading()
        self._update_controls()

    def play_on(self) -> None:
        """Start a practice match from the current position, if that is allowed."""
        self._leave_pin()
        player = self.playback
        if self.leg.may_play_on(player.place):
            self.app.practise(self.leg.practice_match(player.place, open_cards=player.has_seen_others, now_s=now_s()))

    def _update_controls(self) -> None:
        """Update controls, panel and log to the current turn."""
        self.stage.log.end = None
        self._tips.hide()
        self.show_review()
        self.stage.invalidate()

    @property
    def _factor(self) -> float:
        """The factor for the duration of fades, from the settings; 0 if nothing is animated."""
        return self.app.settings.person.speed.factor

    def _fade_from(self, before: Surface | None) -> None:
        """Start to fade from an earlier picture of the table to the new one; do nothing if there is no picture."""
        self._old = before
        if before is None:
            return
        self._fades = Timeline(self.app.now_s, self._factor, {"fade": Animation(duration_s=FADE_S, easing=linear)})

    # -- time -----------------------------------------------------------------------------------------------------

    def update(self, now_s: float) -> None:
        if self.review is not None:
            self._update_review(self.review)
        place, was_playing = self.playback.place, self.playback.is_playing
        if self.playback.update(now_s, may_begin=lambda: self.stage.is_on_top):
            self.stage.invalidate()
        if (place, was_playing) != (self.playback.place, self.playback.is_playing):
            self._update_controls()
        self.faces.update()
        self.stage.renderer.prepare(self.playback.animation.pop_begun(), self.stage.latest_view)
        self.stage.play_cues(self.playback.animation.clock)
        if self._prerender is not None:
            self._fades.ignore_time_until(now_s)
        elif self._fades.is_running:
            self._fades.update(now_s)
            self.dirty = True
        self.dirty = self._controls.move_head(self.playback.head) or self.dirty
        self.dirty = self._tips.update(now_s) or self.picture.is_behind or self.dirty
        if not self.is_moving():
            self._old = None
            self.stage.preloader.draw_next(is_moving=False)

    def _export(self) -> None:
        """Write the leg's record to a file, and tell the player where it is."""
        name = f"{NAME}-leg-{self.leg.index + 1}-{time.strftime('%Y%m%d-%H%M%S')}.json"
        data = json.dumps(self.leg.record.to_json(), indent=1).encode()
        files = self.app.files
        show_export(
            self.app,
            lambda _progress: Export(files.writer, files.export_folders, name, lambda: data),
            lambda why: _("The record could not be saved ({error}).", error=why),
        )

    # -- input ----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.stage.pointer = event.pos
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event, event.y)
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.playback.finish_animations(self.app.now_s)
            self.stage.invalidate()
        is_key = event.type == pygame.KEYDOWN and self.controls.popup is None
        used = (is_key and self._key(event)) or self.controls.handle(event)
        self._follow_tip(event)
        self.dirty = self.dirty or used
        return used

    def _wheel(self, event: Event, notches: float) -> bool:
        if self.stage.log.contains(self.stage.pointer):
            return self.stage.log.turn(notches)
        if self.layout.panel.collidepoint(self.stage.pointer):
            return self._panel_state.handle(event, self.controls.widgets)
        self.stop_and_go(self.playback.place + (-1 if notches > 0 else 1))
        return True

    def _key(self, event: Event) -> bool:
        key, log = event.key, self.stage.log
        if self.controls.focused is log and log.handle_key(key):
            return True
        focused = self.controls.focused
        if (
            focused is not None
            and (focused.id == "chances" or focused in self._panel.widgets())
            and focused.handle_key(key)
        ):
            return True
        if super().handle(event):
            return True
        if self._plays(event):
            self.toggle_play()
        elif self.leg.is_open and _SEAT_KEYS.get(key, 6) < self.leg.saved.setup.seats:
            self.show_hand(str((self.leg.viewer + _SEAT_KEYS[key]) % self.leg.saved.setup.seats))
        else:
            return False
        return True

    def commands(self) -> Commands:
        place, leg, seats = self.playback.place, self.leg, self.leg.saved.setup.seats
        places = {
            Action.SIDE_BACK: self._same_side(-1),
            Action.SIDE_ON: self._same_side(1),
            Action.TURN_BACK: place - 1,
            Action.TURN_ON: place + 1,
            Action.ROUND_BACK: place - seats,
            Action.ROUND_ON: place + seats,
            Action.TO_DEAL: 0,
            Action.TO_LAST: leg.length,
        }
        return {
            Action.NEXT_PIN: self.ask_next,
            Action.PIN_BACK: self.ask_previous,
            **{action: partial(self.stop_and_go, place) for action, place in places.items()},
            **({Action.OPEN_ALL: partial(self.show_hand, ALL_HANDS)} if leg.is_open else {}),
        }

    def _same_side(self, way: int) -> int:
        """Return the number of the same side's next (``way`` 1) or previous turn (-1), or else of the current turn."""
        place, leg = self.playback.place, self.leg
        side = leg.turns[place - 1].side if place else leg.side_of(leg.viewer)
        found = leg.adjacent_turn(place, side, way)
        return place if found is None else found

    def _follow_tip(self, event: Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._tips.report_target(
                self._tooltip_id(self.controls.widget_at(event.pos)), self.app.now_s + POINTER_DELAY_S
            )
        elif event.type == pygame.KEYDOWN:
            self._tips.report_target(self._tooltip_id(self.controls.focused), self.app.now_s + FOCUS_DELAY_S)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.WINDOWLEAVE):
            self._tips.hide()

    def _tooltip_id(self, widget: Widget | None) -> str | None:
        """Return the id under which a tooltip is shown, or None: that of the control and its part under the mouse."""
        part: object = widget.pointed if isinstance(widget, TurnTimeline | ChancesCurve) else None
        if isinstance(widget, Choice):
            part = next((cell.id for cell in widget.cells if widget.is_pointed(cell.id)), None)
        return None if widget is None else f"{widget.id}/{part}"

    def press_target(self, event: Event) -> Hashable:
        is_play = event.type == pygame.KEYDOWN and self.controls.popup is None and self._plays(event)
        return "play" if is_play else super().press_target(event)

    def _plays(self, event: Event) -> bool:
        """Return whether a key starts or stops playback, and does not press what was offered to a single switch."""
        focused = self.controls.focused
        is_switch = (
            requests_action(event, Action.PRESS) and focused is not None and self.scanning.is_offered(focused.id)
        )
        return requests_action(event, Action.PLAY) and not is_switch

    # -- picture --------------------------------------------------------------------------------------------------

    def _make_view(self) -> TableView:
        leg, rest = self.leg, self.playback.animation.shown_observation
        return TableView(
            rest,
            leg.saved.players,
            leg.onlooker,
            log=self.log_of_turn(),
            log_end=self.stage.log.end,
            turn=self._turn_shown() if self.playback.seat is not None else TurnView(),
            last_pile=last_pile(rest),
            hidden=self.playback.animation.hidden,
            leaders=self.playback.animation.leaders,
            moods=self.faces.moods,
            chip=self._chip,
        )

    @property
    def _chip(self) -> BarChip | None:
        setup = self.leg.saved.setup
        return table_chip(self.leg.saved.stage, setup.options, setup.rules)

    def log_of_turn(self) -> tuple[LogLine, ...]:
        """Return the log up to the last turn shown, with what the viewer knows, whichever hand is visible."""
        return self._log_until(self.playback.shown_place)

    def _log_until(self, place: int) -> tuple[LogLine, ...]:
        leg, names = self.leg, self.playback.names
        return self.stage.log_lines(place, lambda: log_lines(leg.observation_at(place, leg.onlooker), names, leg.notes))

    def _turn_shown(self) -> TurnView:
        place, coming = self.playback.place, self.playback.upcoming_turn
        if coming is not None and place == coming - 1:
            return TurnView(_("Before turn {n}", n=coming))
        if not place:
            return TurnView(self.playback.turn_line(0))
        return TurnView(_("Turn {n}", n=place), with_full_stop(self.playback.turn_line(place)))

    def preload(self) -> bool:
        if not self.stage.prepaint_slice():
            return False
        if self._prerender is not None and self._prerender.draw_slice(self.app.size, self._render_offscreen):
            self._prerender = None
        return self._prerender is None

    def _render_offscreen(self, surface: Surface) -> None:
        """Draw the table, the hands and the controls once on a hidden surface, so that their pictures are cached."""
        self.picture.draw_pending(self.stage.view, surface)
        self._draw_hands(surface)
        self.draw_frame(surface)
        self._panel.paint(surface)
        self.controls.draw(surface, self.layout.t)

    @property
    def is_preloading(self) -> bool:
        return not self.stage.preloader.is_done

    def render(self, surface: Surface, now_s: float) -> None:  # noqa: ARG002 - as every scene
        table = surface.subsurface(Rect(0, 0, *self.layout.table).clip(surface.get_rect()))
        self.stage.renderer.record_changes(self.picture.update(self.stage.view))
        alpha = 0 if self._old is None else round(255 * (1 - self._fades.eased_progress("fade")))
        if alpha < 255:  # at 255 the old picture hides everything below
            self._draw_table(table)
            self.stage.renderer.draw(table, self.playback.animation, self.stage.view, lambda _flight: False)
        if self._old is not None and alpha:
            self._old.set_alpha(None if alpha == 255 else alpha)  # blitting with an alpha of 255 is fifty times slower
            table.blit(self._old, (0, 0))
        self.draw_frame(surface)
        self._panel.paint(surface)
        self.controls.draw(surface, self.layout.t)
        if (tip := self._tip()) is not None:
            draw_tooltip(surface, *tip, self.layout.t)

    def draw_frame(self, surface: Surface) -> None:
        """Draw the ground of the panel beside the table, and the bar below both."""
        (wide, high), top = self.layout.table, round(self.picture.places.layout.top.h)
        if wide < surface.get_width():
            surface.fill(THEME.navy, Rect(wide, 0, surface.get_width() - wide, top))
            ground.paint_beside(surface, (wide, high), Rect(wide, top, surface.get_width() - wide, high - top))
        else:
            ground.paint_beside(surface, (wide, high), Rect(0, high, wide, self.layout.bar.y - high))
        self._controls.draw_bar(surface)

    def _draw_table(self, table: Surface) -> None:
        self.picture.render(table)
        self._draw_hands(table)

    def _draw_hands(self, table: Surface) -> None:
        if self.playback.seat is not None:
            self.picture.draw_hand(table, self.stage.view)
            return
        layout, names = self.picture.places.layout, self.playback.names
        down = (1 - self._fades.eased_progress("trays")) * _TRAYS_RISE * layout.unit if self._fades.is_running else 0.0
        place = self.playback.place
        if self._placed is None or self._placed[0] != place:
            self._placed = place, self.leg.observation_at(place, self.leg.viewer)
        for box, tray in zip(self._trays, self._all_trays(), strict=True):
            draw_tray(table, box.moved(0, down), tray, self._placed[1], names, (layout.unit, layout.text_scale))

    def _all_trays(self) -> tuple[Tray, ...]:
        return trays_of(self.leg, self.playback.place, is_turn_shown=self.playback.shown_place == self.playback.place)

    def _at_rest(self) -> Surface | None:
        """Return a picture of the table as it is now, to fade from, or None if nothing is animated."""
        if not self._factor:
            return None
        self._draw_table(self._before)
        return self._before

    def _about(self, id: str, part: str) -> tuple[Tooltip, FloatRect] | None:
        """Return the tooltip of a control or a part of it, and the box that it must not cover, or None."""
        widget = next((w for w in self.controls.widgets if w.id == id), None)
        buttons = self.back, _EXPORT
        return None if widget is None else control_tooltip(self.playback, widget, part, buttons)

    def _tip(self) -> tuple[Tooltip, FRect] | None:
        """Return the current tooltip and its rectangle, or None."""
        id, __, part = (self._tips.shown_id or "").partition("/")
        tip = self._about(id, part)
        return None if tip is None else (tip[0], tooltip_box(*tip, self.app.size, self.layout.t))

    def is_moving(self) -> bool:
        return self.playback.is_moving or self._fades.is_running

    def is_settled(self) -> bool:
        return not (self.playback.is_playing or self.is_moving() or self.picture.is_behind)

    def rules_topic(self) -> str | None:
        return self.leg.turns[self.playback.place - 1].card.id if self.playback.place else None

    def log_lines(self) -> list[str]:
        return self.stage.log_texts()

    def _described(self, node: Node) -> Node:
        """Return the accessibility node of a control with its tooltip added; the timeline's tells the current turn."""
        tip = self._about(node.id, str(self.playback.place) if node.id == self._controls.timeline.id else "")
        return described_node(node, None if tip is None else tip[0])

    def nodes(self) -> list[Node]:
        nodes = self.controls.nodes()
        if self.controls.popup is not None:
            return nodes
        told = [*self._panel.accessible_nodes(self.layout.panel)]
        known = {node.id for node in told}
        nodes = [*told, *(self._described(node) for node in nodes if node.id not in known)]
        nodes += self._controls.text_nodes()
        nodes = self.stage.grouped_nodes([*nodes, *self.stage.nodes()], KeyContext.REPLAY)
        if self.playback.seat is None:
            layout, rules_id = self.picture.places.layout, self.leg.saved.setup.rules
            nodes += tray_nodes(
                self._trays, self._all_trays(), self.playback.names, rules_id, (layout.unit, layout.text_scale)
            )
        if (tip := self._tip()) is not None:
            nodes.append(tooltip_node(*tip))
        return nodes
