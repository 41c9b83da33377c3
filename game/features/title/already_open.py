"""The dialog of a second copy of the game: it offers to show the first copy's window, or to play without saving."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from game.files.single_instance import SingleInstance, WindowRequestState
from game.i18n import _
from game.people.looks import Paint, Symbol
from game.people.profiles import Livery
from game.scenes import background
from game.scenes.dialogs import PanelForm, paint_paper_plate
from game.scenes.host import Host
from game.ui import layout as ui
from game.ui.drawing import art, draw, livery, svg
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle
from game.words.system_errors import second_copy_text

_VEIL = 0.45
_WIDTH = 980
_PICTURE = (560, 172)
_ROAD = (4.0, 110.0, 552.0, 60.0)
_LANE = (22.0, 136.0, 52.0, 6.0)  # the first dash of the middle line
_DASHES = 6
_CARS = ((Livery(Symbol.MOON, Paint.BLUE), 20.0), (Livery(), 270.0))
_CAR = (8.0, 0.62)  # their y, and their scale


class AlreadyOpenScene(PanelForm):
    """The dialog of a second copy of the game; ``instance`` is its connection to the first copy.

    If the first copy brings its window to the front, this copy quits. If the first copy ends, this one calls
    ``take_over`` to continue as the only copy. ``play_unsaved`` starts a game that saves nothing.
    """

    name = "already_open"
    first_focus = "show"

    def __init__(
        self, app: Host, instance: SingleInstance, play_unsaved: Callable[[], None], take_over: Callable[[], None]
    ) -> None:
        super().__init__(app)
        self._instance = instance
        self._play_unsaved = play_unsaved
        self._take_over = take_over
        self._reply = instance.request_state

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.controls.focus(self.first_focus, ring=True)

    def escape(self) -> None:
        self.app.quit()

    def update(self, now_s: float) -> None:  # noqa: ARG002 - the arguments are those of every scene
        if self._instance.is_owner:
            self._take_over()
        elif self._instance.request_state is not self._reply:
            self._reply = self._instance.request_state
            if self._reply is WindowRequestState.SHOWN:
                self.app.quit()
            self.lay_out()

    def _show(self) -> None:
        if self._instance.request_state is not WindowRequestState.AWAITED:
            self._instance.request_window()

    # -- words ----------------------------------------------------------------------------------------------------

    def _message(self) -> str:
        if self._reply is WindowRequestState.AWAITED:
            return _("One moment…")
        return _no_reply_words() if self._reply is WindowRequestState.TIMED_OUT else second_copy_text()

    # -- layout and picture ---------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s = self.scale
        show = ui.Button(s, "show", _("Show that window"), self._show, style=ButtonStyle.RED, icon="screen", grow=0.6)
        close = ui.Button(s, "close", _("Close this one"), self.escape, style=ButtonStyle.PAPER, icon="close", grow=0.4)
        play = ui.Button(
            s, "play", _("Play here without saving"), self._play_unsaved, style=ButtonStyle.PAPER, icon="play"
        )  # fmt: skip
        foot = ui.Column(ui.Flow(show, close, gap=s.text_px(18)), play, gap=s.text_px(18))
        return self.plate(
            _title(), [self._with_picture, self._words], foot, wide=_WIDTH, ground=paint_paper_plate, icon="screen"
        )

    def _words(self) -> ui.Box:
        others = second_copy_text(), _no_reply_words()
        return ui.Label(self.scale, self._message(), ui.ROLES.lead, balanced=True, alternatives=others, id="message")

    def _with_picture(self) -> ui.Box:
        s = self.scale
        high = s.text_px(_PICTURE[1])
        return ui.Column(ui.Canvas(_paint_cars, 0, (high // 2, high)), self._words(), gap=s.text_px(18))

    def paint(self, surface: Surface) -> None:
        surface.blit(background.picture(self.app.size), (0, 0))
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        super().paint(surface)


def _paint_cars(surface: Surface, place: Rect) -> None:
    scale = min(place.w / _PICTURE[0], place.h / _PICTURE[1])
    size = round(_PICTURE[0] * scale), round(_PICTURE[1] * scale)
    picture = art.svg(svg.group(f"scale({scale:.4f})", _drawing()), *size)
    surface.blit(picture, picture.get_rect(center=place.center))


def _title() -> str:
    return _("Milestone Rally is already open")


def _no_reply_words() -> str:
    return _("The other window isn’t responding. You can close it yourself, or play here without saving.")


def _drawing() -> str:
    """Return the SVG of two cars, one behind the other, on a piece of road."""
    x, y, wide, high = _LANE
    dashes = (svg.rect((x + n * 93, y, wide, high), 3, THEME.paper) for n in range(_DASHES))
    top, scale = _CAR
    cars = (svg.group(f"translate({left} {top}) scale({scale})", livery.car_svg(worn)) for worn, left in _CARS)
    return "".join((svg.rect(_ROAD, 9, THEME.road), *dashes, *cars))
