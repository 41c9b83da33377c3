"""The plates of the milestones reached in a match, one after the other, above its score sheet or result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.scenes.dialogs import overlay_plate
from game.scenes.host import Host
from game.ui.drawing import art, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import Button, IconButton, Style, Widget
from game.words.milestones import milestone_condition, milestone_name, reached_count

_WIDE: Final = 820
_BADGE: Final = 190


class MilestonesReachedScene(FormScene[Host]):
    """One of them with its badge and what it asks for: Enter and the arrows go on, Escape skips the rest.

    With ``is_new`` they are told for the first time, with their sound.
    """

    name = "milestones_reached"
    opaque = False

    def __init__(self, app: Host, reached: Sequence[str], at: int = 0, *, is_new: bool) -> None:
        super().__init__(app)
        self._reached = tuple(reached)
        self._at = at
        self._is_new = is_new
        self._plate = self._head = self._badge = self._words = Rect(0, 0, 0, 0)

    @property
    def _id(self) -> str:
        return self._reached[self._at]

    @property
    def _is_last(self) -> bool:
        return self._at == len(self._reached) - 1

    def enter(self, app: Host) -> None:
        """Lay out; the ring shows at once what Enter does."""
        super().enter(app)
        self.controls.focus("go_on", ring=True)
        if self._is_new:
            app.sound.play("milestone")

    def escape(self) -> None:
        """Skip the rest."""
        self.app.pop(self)

    def _turn(self, by: int) -> None:
        """Show the next one, or the one before; nothing comes after the last."""
        at = self._at + by
        if at == len(self._reached):
            self.escape()
        elif at >= 0:
            is_new = self._is_new and by > 0
            self.app.replace(MilestonesReachedScene(self.app, self._reached, at, is_new=is_new))

    def handle(self, event: Event) -> bool:
        """Besides the controls, Left and Right turn the plates."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            if event.key == pygame.K_LEFT or not self._is_last:
                self._turn(1 if event.key == pygame.K_RIGHT else -1)
            return True
        return super().handle(event)

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The badge, beside it the words, and below them the way on, back, and out."""
        t, window = self.t, self.bounds
        pad, high = round(36 * t), max(40, round(62 * t))
        width = min(window.w - 2 * pad, round(_WIDE * t))
        across = min(round(_BADGE * t), round(0.3 * width))
        self._name_px, self._px = max(18.0, 38 * t), max(text.MIN_NAME_PX, 26 * t)
        room = width - 3 * pad - across
        name = text.paragraph_height(milestone_name(self._id), "O9", self._name_px, room)
        body = text.paragraph_height(milestone_condition(self._id), "B5", self._px, room)
        words, head = name + round(0.5 * self._px) + body, round(88 * t)
        tall = max(across, words)
        self._plate = Rect(0, 0, width, head + 3 * pad + tall + high)
        self._plate.center = window.center
        self._head = Rect(self._plate.x, self._plate.y, width, head)
        middle = self._head.bottom + pad + tall // 2
        self._badge = Rect(self._plate.x + pad, middle - across // 2, across, across)
        self._words = Rect(self._badge.right + pad, middle - words // 2, room, words)
        return self._buttons(Rect(self._plate.x + pad, self._plate.bottom - pad - high, width - 2 * pad, high))

    def _buttons(self, row: Rect) -> list[Widget]:
        words = _("Close") if self._is_last else _("Go on")
        wide, gap = max(round(0.34 * row.w), Button.natural_width(words, row.h)), round(18 * self.t)
        go_on = Rect(row.right - wide, row.y, wide, row.h)
        buttons: list[Widget] = [Button("go_on", words, go_on, on_press=lambda: self._turn(1), style=Style.RED)]
        if not self._is_last:
            wide = Button.natural_width(_("Close"), row.h)
            close = Rect(go_on.x - gap - wide, row.y, wide, row.h)
            buttons.append(Button("close", _("Close"), close, on_press=self.escape, style=Style.PAPER))
        if self._at:
            back = IconButton("back", _("Back"), Rect(row.x, row.y, row.h, row.h),
                              on_press=lambda: self._turn(-1), style=Style.PAPER, icon="arrow")  # fmt: skip
            back.is_mirrored = True
            buttons.append(back)
        return buttons

    # -- picture --------------------------------------------------------------------------------------------------

    @property
    def _count(self) -> str:
        """Which of how many, where there are several."""
        return reached_count(self._at + 1, len(self._reached)) if len(self._reached) > 1 else ""

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading, which it is, its name and what it asked for."""
        told = [("title", _("Milestone reached"), self._head), ("count", self._count, self._head)]
        told += [
            ("name", milestone_name(self._id), self._words),
            ("condition", milestone_condition(self._id), self._words),
        ]
        return [one for one in told if one[1]]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, badge and words."""
        overlay_plate(surface, self._plate, self._head, self.t)
        left, right, y = self._badge.x, self._words.right, self._head.centery - 3
        px = max(text.MIN_NAME_PX, 26 * self.t)
        text.draw(surface, self._count, right, y, "B6", px, THEME.gold_l, anchor="r")
        room = right - left - text.width(self._count, "B6", px) - px
        heading = _("Milestone reached")
        text.draw(surface, heading, left, y, "O9", 38 * self.t, THEME.white, max_width=room, min_px=18)
        surface.blit(art.picture(f"badges/{self._id}", *self._badge.size), self._badge)
        x, y, w, _h = self._words
        name, condition = milestone_name(self._id), milestone_condition(self._id)
        high = text.paragraph_height(name, "O9", self._name_px, w)
        text.paragraph(surface, name, (x, y, w, high + 2), "O9", self._name_px, THEME.text)
        below = y + high + round(0.5 * self._px)
        text.paragraph(surface, condition, (x, below, w, self._words.bottom - below + 4), "B5", self._px, THEME.text2)
