"""A costly decision that the replay asks again: the table as the player saw it, over the bar of the replay."""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect, Surface
from pygame.event import Event

from game.features.replay.asked_panel import AskedWords, PanelButton, asked_panel
from game.features.replay.asking import AskingScene
from game.features.replay.model.attempt import Attempt
from game.features.replay.model.findings import ReviewRun
from game.features.replay.scene import ReplayScene
from game.i18n import _
from game.settings.bindings import Action
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.view import TableView
from game.ui.accessibility_tree import Node
from game.ui.keys import Commands
from game.ui.layout import Box, Scale
from game.ui.widgets import Widget
from game.ui.widgets.focus_group import ARROWS


class PinScene(AskingScene):
    """The pin of that index, asked on the table of a replay, whose picture, bar and controls this scene shares."""

    name = "pin"

    def __init__(self, replay: ReplayScene, review: ReviewRun, index: int) -> None:
        self.replay, self.review, self.index = replay, review, index
        leg, judgement = replay.leg, review.pins[index].judgement
        attempt = Attempt(leg.observation_before(judgement.place, leg.viewer), judgement, tells_played=False)
        super().__init__(replay.app, attempt, leg.saved.players, replay.back)

    @property
    def asked(self) -> str:
        return _("What would you play?")

    def commands(self) -> Commands:
        return {**super().commands(), Action.NEXT_PIN: self.go_on, Action.PIN_BACK: self.replay.ask_previous}

    # -- layout -------------------------------------------------------------------------------------------------------

    def lay_out_table(self) -> None:
        replay = self.replay
        bare = TableView(self.attempt.seen, self.players, self.attempt.seen.seat)
        actions = {**replay.bar_actions, self.back.id: self.leave_scene}
        self.animation.set_places(replay.picture.places)
        self.stage.lay_out(replay.picture, AnimationRenderer(replay.picture), actions, bare, replay.bar_buttons)
        replay.hide_later(hides=not self.attempt.is_over)

    def rebuild_layout(self) -> None:
        self.replay.rebuild_layout()
        super().rebuild_layout()

    def leave(self) -> None: ...  # the replay goes on with the picture

    @property
    def room(self) -> Rect:
        return self.replay.layout.panel

    def other_controls(self) -> list[Widget]:
        return [*self.replay.bar_controls, *super().other_controls()]

    def make_panel(self, scale: Scale) -> Box:
        turn = self.review.pins[self.index].turn
        after = [
            PanelButton("next", _("Done"), "check", self.leave_scene)
            if self.review.next_open_pin(turn - 1) is None
            else PanelButton("next", _("Next pin"), "hint", self.go_on)
        ]
        words = AskedWords(
            _("Turn {n}", n=turn),
            PanelButton("skip", _("Skip"), "arrow", self.go_on),
            after,
            asked=self.asked,
        )
        return asked_panel(
            scale, self.attempt, self.stage.names, words, self.actions, room=self.room.size, view_state=self.view_state
        )

    # -- answers ------------------------------------------------------------------------------------------------------

    def end_attempt(self) -> None:
        if self.attempt.solved:
            self.replay.keep_found_puzzle(self.index)
        else:
            self.replay.drop_puzzle(self.index)
        self.replay.show_review()

    def go_on(self) -> None:
        turn = self.review.pins[self.index].turn
        on = self.review.next_open_pin(turn)
        if on is None or (not self.attempt.is_over and on <= self.index):
            self.leave_scene()
        else:
            self.replay.ask(on)

    # -- input and picture --------------------------------------------------------------------------------------------

    def handle_key(self, event: Event) -> bool:
        focused = self.controls.focused
        is_at_bar = focused is not None and focused in self.replay.bar_controls
        if is_at_bar and event.key in ARROWS:
            return self.controls.handle(event)
        return super().handle_key(event)

    def make_view(self) -> TableView:
        return replace(super().make_view(), log=self.replay.log_of_turn())

    def preload(self) -> bool:
        return True

    def render(self, surface: Surface, now_s: float) -> None:  # noqa: ARG002 - as every scene
        self.painter.mark_all_dirty()
        self.painter.draw(surface.subsurface(Rect((0, 0), self.replay.layout.table)))
        self.replay.draw_frame(surface)
        self.root.paint(surface)
        self.controls.draw(surface, self.replay.layout.t)

    @property
    def changed_areas(self) -> list[Rect] | None:
        return None

    def nodes(self) -> list[Node]:
        return self.controls.nodes() if self.controls.popup is not None else super().nodes()
