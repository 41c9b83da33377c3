"""The second copy of the game on a user's files: a plate that leads to the first, or lets play without saving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pygame import Rect, Surface

from game.i18n import _
from game.scenes import background
from game.scenes.dialogs import paper_plate
from game.scenes.host import Host
from game.session.storage.single_instance import Reply, SingleInstance
from game.ui.drawing import art, draw, svg, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import Button, Style, Widget

_VEIL: Final = 0.45
_WIDTH: Final = 980
_PICTURE: Final = (560, 172)
_LEAST_PICTURE: Final = 0.5  # of its size: in a low window the words come first
_ROAD: Final = (4.0, 110.0, 552.0, 60.0)
_LANE: Final = (22.0, 136.0, 52.0, 6.0)  # the first dash of the middle line
_DASHES: Final = 6
_CARS: Final = (("car_moon", 20.0), ("car_star", 270.0))
_CAR: Final = (8.0, 0.62)  # their top, and their scale


class AlreadyOpenScene(FormScene[Host]):
    """The plate above the background; ``instance`` calls the other copy and knows when that has gone.

    Once the other window has come forward this one closes; if its copy ends meanwhile, this one ``take_over``s.
    """

    text_limit = (2.0, 1.7)
    name = "already_open"
    first_focus = "show"

    def __init__(
        self, app: Host, instance: SingleInstance, play_unsaved: Callable[[], None], take_over: Callable[[], None]
    ) -> None:
        super().__init__(app)
        self._instance = instance
        self._play_unsaved = play_unsaved
        self._take_over = take_over
        self._reply = instance.reply

    def enter(self, app: Host) -> None:
        """Lay out; the ring shows at once what Enter does."""
        super().enter(app)
        self.controls.focus(self.first_focus, ring=True)

    def escape(self) -> None:
        """Close this window: nothing is lost with it."""
        self.app.quit()

    def update(self, now_s: float) -> None:  # noqa: ARG002 - the arguments are those of every scene
        """Follow what becomes of the other copy."""
        if self._instance.is_owner:
            self._take_over()
        elif self._instance.reply is not self._reply:
            self._reply = self._instance.reply
            if self._reply is Reply.CAME:
                self.app.quit()
            self.lay_out()

    def _show(self) -> None:
        if self._instance.reply is not Reply.AWAITED:
            self._instance.call()

    # -- words ----------------------------------------------------------------------------------------------------

    def _message(self) -> str:
        if self._reply is Reply.AWAITED:
            return _("One moment…")
        return _silent() if self._reply is Reply.SILENT else _elsewhere()

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading and words."""
        return [("title", _title(), self._head), ("message", self._message(), self._words)]

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """Size the plate for its words: picture, words, and the buttons in two rows."""
        t, window = self.t, self.bounds
        pad, gap = round(40 * t), round(18 * t)
        width = min(window.w - pad, round(_WIDTH * t))
        inner, high, head = width - 2 * pad, max(44, round(73 * t)), max(54, round(97 * t))
        self._px = max(16.0, 26 * t)
        said = max(text.paragraph_height(words, "B5", self._px, inner) for words in (_elsewhere(), _silent()))
        fixed = head + said + 2 * high + gap + round(2.6 * pad)
        room = (window.h - pad - fixed) / _PICTURE[1]
        self._scale = min(t, inner / _PICTURE[0], max(_LEAST_PICTURE * t, room))
        across, tall = (round(side * self._scale) for side in _PICTURE)
        self._plate = Rect(0, 0, width, fixed + tall)
        self._plate.center = window.center
        self._head = Rect(self._plate.x, self._plate.y, width, head)
        self._picture = Rect(0, self._head.bottom + round(0.7 * pad), across, tall)
        self._picture.centerx = self._plate.centerx
        left = self._plate.x + pad
        self._words = Rect(left, self._picture.bottom + round(0.5 * pad), inner, said + 4)
        first = Rect(left, self._plate.bottom - round(0.8 * pad) - 2 * high - gap, inner, high)
        return self._buttons(first, gap)

    def _buttons(self, row: Rect, gap: int) -> list[Widget]:
        """The way to the other window and the way out side by side, and below them the way to play on here."""
        names = _("Show that window"), _("Close this one")
        show, close = (Button.natural_width(name, row.h, icon=True) for name in names)
        share = round(show + 0.6 * max(0, row.w - gap - show - close))
        return [
            Button("show", names[0], Rect(row.x, row.y, share, row.h),
                   on_press=self._show, style=Style.RED, icon="screen"),
            Button("close", names[1], Rect(row.x + share + gap, row.y, row.w - share - gap, row.h),
                   on_press=self.escape, style=Style.PAPER, icon="close"),
            Button("play", _("Play here without saving"), row.move(0, row.h + gap),
                   on_press=self._play_unsaved, style=Style.PAPER, icon="play"),
        ]  # fmt: skip

    # -- picture --------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """Draw background and veil, then the plate."""
        surface.blit(background.picture(self.app.size), (0, 0))
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        paper_plate(surface, self._plate, self._head, self.t)
        self._paint_head(surface)
        surface.blit(art.svg(svg.group(f"scale({self._scale:.4f})", _drawing()), *self._picture.size), self._picture)
        message = self._message()
        across = text.balanced(message, "B5", self._px, self._words.w)
        place = (self._words.x, self._words.y, across, self._words.h)
        text.paragraph(surface, message, place, "B5", self._px, THEME.text)

    def _paint_head(self, surface: Surface) -> None:
        left, y, size = self._words.x, self._head.centery, 0.4 * self._head.h
        art.blit_icon(surface, "screen", (left + size / 2, y), size, THEME.gold_l)
        left += round(1.6 * size)
        room, px = self._words.right - left, 40 * self.t
        text.draw(surface, _title(), left, y, "O9", px, THEME.white, max_width=room, min_px=18)


def _title() -> str:
    return _("Milestone Rally is already open")


def _elsewhere() -> str:
    return _("The game is running in another window. To keep your match there safe, nothing is saved in this one.")


def _silent() -> str:
    return _("The other window isn’t responding. You can close it yourself, or play here without saving.")


def _drawing() -> str:
    """Two cars, one behind the other, on a piece of road."""
    x, y, wide, high = _LANE
    dashes = (svg.rect((x + n * 93, y, wide, high), 3, THEME.paper) for n in range(_DASHES))
    top, scale = _CAR
    cars = (svg.group(f"translate({left} {top}) scale({scale})", art.fragment(f"parts/{name}")) for name, left in _CARS)
    return "".join((svg.rect(_ROAD, 9, THEME.road), *dashes, *cars))
