"""Plates above a scene: their look, a question, and something the player should know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Color, Rect, Surface

from game.i18n import _
from game.scenes.host import Host
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.scene import unit
from game.ui.widgets import Button, Style, Widget

_VEIL: Final = 0.45
FRAME_SHADOW: Final = 14
"""How far the shadow of a framed plate reaches, in t."""


@dataclass(frozen=True, slots=True)
class DialogButton:
    """One button of a dialog; pressing it closes the dialog and then does ``act``. ``words`` is asked when drawn."""

    id: str
    words: Callable[[], str]
    act: Callable[[], None] = lambda: None
    style: Style = Style.BLUE


class DialogScene(FormScene[Host]):
    """A plate with a heading, a paragraph and a row of answers; Escape gives the last answer, which never does harm.

    That answer has the focus at first, and its ring from the first frame on: a slip of Enter loses nothing either.
    ``title`` and ``message`` are functions, so that a language switch finds them anew.
    """

    opaque = False

    def __init__(
        self,
        app: Host,
        name: str,
        title: Callable[[], str],
        message: Callable[[], str],
        answers: Sequence[DialogButton],
    ) -> None:
        super().__init__(app)
        self.name = name
        self._title = title
        self._message = message
        self._answers = tuple(answers)
        self._plate = self._body = self._head = Rect(0, 0, 0, 0)

    def enter(self, app: Host) -> None:
        """Lay out; the ring shows at once what Enter does."""
        super().enter(app)
        self.controls.focus(self._answers[-1].id, ring=True)

    def escape(self) -> None:
        """Give the last answer."""
        self._give(self._answers[-1])

    def _give(self, answer: DialogButton) -> None:
        self.app.pop(self)
        answer.act()

    def build(self) -> list[Widget]:
        """Size the plate for its words, and lay the answers side by side, or one below the other if they are long."""
        t, window = self.t, self.bounds
        pad, self._px = round(36 * t), max(15.0, 25 * t)
        height, gap = max(40, round(62 * t)), round(18 * t)
        widths = [Button.natural_width(a.words(), height) for a in self._answers]
        width = min(window.w - 2 * pad, max(round(760 * t), sum(widths) + gap * (len(widths) - 1) + 2 * pad))
        is_row = sum(widths) + gap * (len(widths) - 1) <= width - 2 * pad
        body = text.paragraph_height(self._message(), "B5", self._px, width - 2 * pad)
        head = round(88 * t)
        rows = 1 if is_row else len(widths)
        self._plate = Rect(0, 0, width, head + pad + body + pad + rows * height + (rows - 1) * gap + pad)
        self._plate.center = window.center
        self._head = Rect(self._plate.x, self._plate.y, width, head)
        self._body = Rect(self._plate.x + pad, self._head.bottom + round(0.8 * pad), width - 2 * pad, body + 4)
        top = self._plate.bottom - pad - rows * height - (rows - 1) * gap
        return [
            self._button(answer, rect)
            for answer, rect in zip(self._answers, self._places(widths, height, gap, top, is_row=is_row), strict=True)
        ]

    def _places(self, widths: Sequence[int], height: int, gap: int, top: int, *, is_row: bool) -> list[Rect]:
        if not is_row:
            return [Rect(self._body.x, top + i * (height + gap), self._body.w, height) for i in range(len(widths))]
        places, right = [], self._body.right
        for width in widths:
            places.append(Rect(right - width, top, width, height))
            right -= width + gap
        return places

    def _button(self, answer: DialogButton, rect: Rect) -> Button:
        return Button(answer.id, answer.words(), rect, on_press=lambda: self._give(answer), style=answer.style)

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading and message."""
        return [("title", self._title(), self._head), ("message", self._message(), self._body)]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, heading and message."""
        overlay_plate(surface, self._plate, self._head, self.t)
        left, room = self._body.x, self._body.w
        text.draw(
            surface, self._title(), left, self._head.centery, "O9", 38 * self.t, THEME.white, max_width=room, min_px=18
        )
        across = text.balanced(self._message(), "B5", self._px, self._body.w)
        body = (self._body.x, self._body.y, across, self._body.h)
        text.paragraph(surface, self._message(), body, "B5", self._px, THEME.text)


def paper_plate(surface: Surface, plate: Rect, head: Rect, t: float, colors: tuple[Color, Color] | None = None) -> None:
    """A screen plate: paper with a gold rim and shadow, and a navy head with a gold line below it, or other colours."""
    radius, rim, colors = 26 * t, max(2.0, 5 * t), colors or (THEME.navy, THEME.gold)
    draw.plate(surface, plate, radius, THEME.surface, rim=THEME.gold, rim_width=rim, shadow_px=12 * t)
    draw.header(surface, head, radius, colors[0])
    line = max(2, round(6 * t))
    surface.fill(colors[1], (head.x, head.bottom - line, head.w, line))


def overlay_plate(surface: Surface, plate: Rect, head: Rect, t: float) -> None:
    """A screen plate over the scene below, which is veiled."""
    draw.veil(surface, THEME.prompt_veil, _VEIL)
    paper_plate(surface, plate, head, t)


def paint_head(surface: Surface, head: Rect, left: float, icon: str, words: str) -> None:
    """Draw icon and heading of a screen in the head of its plate."""
    size = 0.44 * head.h
    art.blit_icon(surface, icon, (left + size / 2, head.centery), size, THEME.gold)
    at, room = left + 1.4 * size, head.right - left - 2 * size
    text.draw(surface, words, at, head.centery, "O9", 0.42 * head.h, THEME.white, max_width=room)


def framed_plate(surface: Surface, plate: Rect, head: Rect, t: float, color: Color) -> None:
    """A plate that nobody overlooks: paper in a broad white frame that lies around it, with a head of that colour."""
    radius, frame = 26 * t, plate_frame(t)
    draw.plate(surface, plate.inflate(2 * frame, 2 * frame), radius + frame, THEME.raised, shadow_px=FRAME_SHADOW * t)
    draw.plate(surface, plate, radius, THEME.surface, rim=THEME.gold_d, rim_width=max(2, 3 * t), shadow_px=0)
    draw.header(surface, head, radius, color)


def plate_frame(t: float) -> int:
    """How many pixels broad the frame around such a plate is."""
    return max(4, round(8 * t))


class NoticeScene(DialogScene):
    """Something the player should know, with one button."""

    def __init__(self, app: Host, message: Callable[[], str]) -> None:
        super().__init__(app, "notice", lambda: _("Please note"), message, [DialogButton("ok", lambda: _("All right"))])


def confirm(app: Host, title: Callable[[], str], message: Callable[[], str], yes: DialogButton) -> DialogScene:
    """A question whose answers are ``yes`` and going back."""
    back = DialogButton("back", lambda: _("Go back"), style=Style.PAPER)
    return DialogScene(app, "confirm", title, message, [yes, back])


def screen_plate(size: tuple[int, int], widest: float | None = None) -> tuple[Rect, Rect]:
    """The plate of a window and its head; in a wide window it is at most ``widest`` times as wide as high.

    A small window has no background to spare: the plate comes close to its edges.
    """
    w, h = size
    u = unit(size)
    mx = round(max(12, 120 * u - 90 * max(0, 1 - u)))
    my = round(max(8, 60 * u - 44 * max(0, 1 - u)))
    plate = Rect(mx, my, w - 2 * mx, h - 2 * my)
    if widest is not None:
        plate.w = min(plate.w, round(widest * plate.h))
        plate.center = w // 2, h // 2
    return plate, Rect(plate.x, plate.y, plate.w, round(max(46, 106 * u)))
