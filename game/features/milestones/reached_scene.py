"""The dialog that shows the milestones reached in a match one by one, above the match's score sheet or result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.features.milestones.words import milestone_condition, milestone_name, reached_count_line
from game.i18n import _
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.ui import layout as ui
from game.ui.drawing import art
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle, IconButton

_WIDE = 820
_BADGE = 190
_COUNT = replace(ui.ROLES.lead, face="B6")


class MilestonesReachedScene(PanelForm):
    """The dialog for one of the ``reached`` milestones: the one with the index ``at``.

    Enter and the arrow keys go to the next or previous one, Escape closes the dialog. ``is_new`` plays a sound, as the
    milestones are shown for the first time.
    """

    name = "milestones_reached"
    opaque = False

    def __init__(self, app: Host, reached: Sequence[str], at: int = 0, *, is_new: bool) -> None:
        super().__init__(app)
        self._reached = tuple(reached)
        self._at = at
        self._is_new = is_new

    @property
    def _id(self) -> str:
        return self._reached[self._at]

    @property
    def _is_last(self) -> bool:
        return self._at == len(self._reached) - 1

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.controls.focus("go_on", ring=True)
        if self._is_new:
            app.sound.play("milestone")

    def escape(self) -> None:
        self.app.pop(self)

    def _step(self, by: int) -> None:
        """Show the milestone ``by`` positions later; after the last one, close the dialog."""
        at = self._at + by
        if at == len(self._reached):
            self.escape()
        elif at >= 0:
            is_new = self._is_new and by > 0
            self.app.replace(MilestonesReachedScene(self.app, self._reached, at, is_new=is_new))

    def handle(self, event: Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            if event.key == pygame.K_LEFT or not self._is_last:
                self._step(1 if event.key == pygame.K_RIGHT else -1)
            return True
        return super().handle(event)

    # -- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s, several = self.scale, len(self._reached) > 1
        count = reached_count_line(self._at + 1, len(self._reached)) if several else ""
        aside = ui.Label(s, count, _COUNT, THEME.gold_l, one_line=True, id="count") if several else None
        return self.plate(
            _("Milestone reached"), [self._with_badge, self._words], self._foot(), wide=_WIDE, aside=aside
        )

    def _with_badge(self) -> ui.Box:
        side = self.scale.text_px(_BADGE)
        return ui.Row(ui.Canvas(self._paint_badge, side, side), self._words(), gap=self.scale.text_px(36))

    def _words(self) -> ui.Box:
        s = self.scale
        return ui.Column(
            ui.Label(s, milestone_name(self._id), ui.ROLES.figure, id="name"),
            ui.Label(s, milestone_condition(self._id), ui.ROLES.lead, THEME.text2, id="condition"),
            self._opened(),
            gap=s.text_px(12), grow=1,
        )  # fmt: skip

    def _opened(self) -> ui.Box | None:
        """Return the line about the garage items that the milestone unlocks, or None if it unlocks none."""
        s, opened = self.scale, self.app.unlocked_line(self._id)
        if not opened:
            return None
        words = ui.Label(s, opened, ui.ROLES.lead, THEME.brass, grow=1, id="opened")
        return ui.Row(ui.Icon("garage", round(1.2 * s.px(ui.ROLES.lead)), THEME.brass), words, gap=s.text_px(10))

    def _foot(self) -> ui.Box:
        s, words = self.scale, _("Close") if self._is_last else _("Go on")
        go_on = ui.button(s, "go_on", words, lambda: self._step(1), style=ButtonStyle.RED, wide=s.text_px(255))
        close = None if self._is_last else ui.button(s, "close", _("Close"), self.escape, style=ButtonStyle.PAPER)
        side = go_on.height_range(0)[1]
        return ui.Row(
            ui.Control(self._back_button, side, side) if self._at else None,
            ui.Flow(go_on, close, gap=s.text_px(18), grow=1, from_right=True),
            gap=s.text_px(18),
        )

    def _back_button(self, place: Rect) -> IconButton:
        back = IconButton(
            "back", _("Back"), place, on_press=lambda: self._step(-1), style=ButtonStyle.PAPER, icon="arrow"
        )
        back.is_mirrored = True
        return back

    def _paint_badge(self, surface: Surface, place: Rect) -> None:
        surface.blit(art.picture(f"badges/{self._id}", *place.size), place)
