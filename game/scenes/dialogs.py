"""Plates above a scene: their look, a question, a notice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Color, Rect, Surface

from game.i18n import _
from game.scenes.host import Host
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.layout import (
    ROLES,
    Box,
    Column,
    Flow,
    Icon,
    Label,
    Middle,
    Pad,
    Plate,
    Role,
    Row,
    Scroll,
    button,
)  # fmt: skip
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import unit
from game.ui.widgets import Style

_VEIL = 0.45
_WIDE = 760
_PAD = 36  # the padding of a plate, in t
_LEAST_SEEN = 110  # the least visible height of scrolled contents, in t
FRAME_SHADOW = 14
"""How far the shadow of a framed plate reaches, in t."""


@dataclass(frozen=True, slots=True)
class DialogButton:
    """A button of a dialog: a press closes the dialog, then calls ``act``. ``words`` is called at each drawing."""

    id: str
    words: Callable[[], str]
    act: Callable[[], None] = lambda: None
    style: Style = Style.BLUE


def paper_plate(surface: Surface, plate: Rect, head: Rect, t: float, colors: tuple[Color, Color] | None = None) -> None:
    """Paint a screen plate: paper with a gold rim and shadow, and a head with a line below (default: navy, gold)."""
    radius, rim, colors = 26 * t, max(2.0, 5 * t), colors or (THEME.navy, THEME.gold)
    draw.plate(surface, plate, radius, THEME.surface, rim=THEME.gold, rim_width=rim, shadow_px=12 * t)
    draw.header(surface, head, radius, colors[0])
    line = draw.header_line_px(t)
    surface.fill(colors[1], (head.x, head.bottom - line, head.w, line))


def overlay_plate(surface: Surface, plate: Rect, head: Rect, t: float) -> None:
    """Paint a screen plate over the veiled scene below."""
    draw.veil(surface, THEME.prompt_veil, _VEIL)
    paper_plate(surface, plate, head, t)


Ground = Callable[[Surface, Rect, Rect, float], None]
"""Draws a plate; the arguments are the surface, the plate, its head, and the text scale as delivered."""


class PlateForm(TreeForm[Host]):
    """A plate in the middle of the window, as wide as wished if there is room, and as high as its contents."""

    def framed(  # noqa: PLR0913 - a plate is described by many things
        self, title: str, *parts: Box | None, ground: Ground = overlay_plate, role: Role = ROLES.figure,
        icon: str | None = None, aside: Box | None = None, share: float = 0, id: str = "title",
    ) -> Box:  # fmt: skip
        """Return a plate with its heading, which has that ``id``, and its parts; ``aside`` is right of the heading."""
        s = self.scale
        pad, picture = s.line(_PAD), Icon(icon, round(1.1 * s.px(role)), THEME.gold_l) if icon else None
        words = Label(s, title, role, THEME.white, grow=1, id=id)
        head = Pad(Row(picture, words, aside, gap=s.line(20)), (pad, s.line(22), s.line(22)))
        body = Pad(Column(*parts, gap=pad), (pad, round(0.8 * pad), pad), grow=1)
        frame = lambda on, rect: ground(on, rect, head.rect, s.delivered)  # noqa: E731
        return Plate(Column(head, body), 0, ground=frame, share=share)

    def plate(  # noqa: PLR0913 - a plate is described by many things
        self, title: str, contents: Sequence[Callable[[], Box]], foot: Box | None, *, wide: float,
        ground: Ground = overlay_plate, role: Role = ROLES.figure, icon: str | None = None, aside: Box | None = None,
        down: float = 0.5,
    ) -> Box:  # fmt: skip
        """Return the plate with its heading, its contents, and a ``foot`` of buttons or words; ``wide`` is in t.

        ``contents`` are alternatives, those with less ornament last. If even the last is too high it is scrolled,
        together with the foot if too little of it would be visible otherwise.
        """
        s = self.scale
        pad = s.line(_PAD)
        across = max(round(wide * s.t), foot.widths()[1] + 2 * pad if foot else 0)

        def on_plate(*parts: Box | None) -> Box:
            whole = self.framed(title, *parts, ground=ground, role=role, icon=icon, aside=aside)
            return Middle(whole, across, s.line(20), down=down)

        def scrolled(box: Box, least: int) -> Box:
            return Scroll(s, self.lasting.pane("plate"), box, least=least)

        def whole(content: Callable[[], Box]) -> Callable[[], Box]:
            return lambda: on_plate(content(), foot)

        ways = [
            *map(whole, contents),
            lambda: on_plate(scrolled(contents[-1](), s.line(_LEAST_SEEN)), foot),
            lambda: on_plate(scrolled(Column(contents[-1](), foot, gap=pad), 0)),
        ]
        return self.lasting.fitting("plate", self.bounds.size, *ways)


class DialogScene(PlateForm):
    """A plate with a heading, a paragraph and a row of answers; Escape gives the last answer, which is always safe.

    That answer has the focus and its ring from the first frame on, so that an accidental Enter does no harm either.
    ``title`` and ``message`` are functions, so that they follow a change of language.
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

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.controls.focus(self._answers[-1].id, ring=True)

    def escape(self) -> None:
        self._give(self._answers[-1])

    def _give(self, answer: DialogButton) -> None:
        self.app.pop(self)
        answer.act()

    def tree(self) -> Box:
        foot = Flow(*(self._button(answer) for answer in self._answers), gap=self.scale.line(18), from_right=True)
        return self.plate(self._title(), [self._told], foot, wide=_WIDE)

    def _told(self) -> Box:
        return Label(self.scale, self._message(), ROLES.lead, balanced=True, id="message")

    def _button(self, answer: DialogButton) -> Box:
        return button(self.scale, answer.id, answer.words(), lambda: self._give(answer), style=answer.style)


def framed_plate(surface: Surface, plate: Rect, head: Rect, t: float, color: Color) -> None:
    """Paint a plate that nobody overlooks: paper in a broad white frame around it, with a head of that color."""
    radius, frame = 26 * t, plate_frame(t)
    draw.plate(surface, plate.inflate(2 * frame, 2 * frame), radius + frame, THEME.raised, shadow_px=FRAME_SHADOW * t)
    draw.plate(surface, plate, radius, THEME.surface, rim=THEME.gold_d, rim_width=max(2, 3 * t), shadow_px=0)
    draw.header(surface, head, radius, color)


def plate_frame(t: float) -> int:
    """Return the width of the frame around such a plate in pixels."""
    return max(4, round(8 * t))


class NoticeScene(DialogScene):
    """A notice with one button."""

    def __init__(self, app: Host, message: Callable[[], str]) -> None:
        super().__init__(app, "notice", lambda: _("Please note"), message, [DialogButton("ok", lambda: _("All right"))])


def confirm(app: Host, title: Callable[[], str], message: Callable[[], str], yes: DialogButton) -> DialogScene:
    """Return a question with the answers ``yes`` and going back."""
    back = DialogButton("back", lambda: _("Go back"), style=Style.PAPER)
    return DialogScene(app, "confirm", title, message, [yes, back])


def screen_plate(size: tuple[int, int], widest: float | None = None) -> tuple[Rect, Rect]:
    """Return the plate of a window and its head; in a wide window it is at most ``widest`` times as wide as high.

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
