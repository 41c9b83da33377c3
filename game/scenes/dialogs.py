"""Dialogs above a scene: the look of their panels, a question, and a notice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Color, Rect, Surface

from game.i18n import Words, say
from game.phrases import N_
from game.scenes.host import Host
from game.ui import layout as ui  # fmt: skip
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import layout_unit
from game.ui.widgets import ButtonStyle

_VEIL = 0.45
_WIDE = 760
_PAD = 36  # the padding of a plate, in t
_LEAST_SEEN = 110  # the least visible height of scrolled contents, in t
FRAME_SHADOW = 14
"""How far the shadow of ``paint_framed_plate`` reaches, in pixels at text scale 1."""


@dataclass(frozen=True, slots=True)
class DialogButton:
    """A button of a dialog. A press closes the dialog, then calls ``act``.

    ``words`` is the label; it is said anew at each layout, so that it follows the language.
    """

    id: str
    words: Words
    act: Callable[[], None] = lambda: None
    style: ButtonStyle = ButtonStyle.BLUE


def paint_paper_plate(
    surface: Surface, plate: Rect, head: Rect, text_scale: float, colors: tuple[Color, Color] | None = None
) -> None:
    """Paint a paper panel with a gold rim, a shadow, and a heading bar with a line below it.

    ``head`` is the rectangle of the bar; ``colors`` are those of bar and line, by default navy and gold.
    """
    radius, rim, colors = 26 * text_scale, max(2.0, 5 * text_scale), colors or (THEME.navy, THEME.gold)
    draw.panel(surface, plate, radius, THEME.surface, rim=THEME.gold, rim_width=rim, shadow_px=12 * text_scale)
    draw.panel_header(surface, head, radius, colors[0])
    line = draw.header_line_px(text_scale)
    surface.fill(colors[1], (head.x, head.bottom - line, head.w, line))


def paint_overlay_plate(surface: Surface, plate: Rect, head: Rect, text_scale: float) -> None:
    """Darken the scene below, and paint a paper panel over it."""
    draw.veil(surface, THEME.prompt_veil, _VEIL)
    paint_paper_plate(surface, plate, head, text_scale)


PlatePainter = Callable[[Surface, Rect, Rect, float], None]
"""Paints a panel, given the surface, the panel's rectangle, that of its heading bar, and the normal text scale."""


class PanelForm(TreeForm[Host]):
    """A panel in the middle of the window, with the wanted width if that fits, and as high as its contents."""

    def framed(  # noqa: PLR0913 - a plate is described by many things
        self, title: str, *parts: ui.Box | None, ground: PlatePainter = paint_overlay_plate,
        role: ui.Role = ui.ROLES.figure,
        icon: str | None = None, aside: ui.Box | None = None, share: float = 0, id: str = "title",
    ) -> ui.Box:  # fmt: skip
        """Return a panel with a heading bar above its parts; ``aside`` is to the right of the heading.

        ``ground`` paints the panel itself, and ``id`` is the id of the heading.
        """
        s = self.scale
        pad, picture = s.text_px(_PAD), ui.Icon(icon, round(1.1 * s.px(role)), THEME.gold_l) if icon else None
        words = ui.Label(s, title, role, THEME.white, grow=1, id=id)
        head = ui.Padding(ui.Row(picture, words, aside, gap=s.text_px(20)), (pad, s.text_px(22), s.text_px(22)))
        body = ui.Padding(ui.Column(*parts, gap=pad), (pad, round(0.8 * pad), pad), grow=1)
        frame = lambda on, rect: ground(on, rect, head.rect, s.default_text_scale)  # noqa: E731
        return ui.Panel(ui.Column(head, body), 0, ground=frame, share=share)

    def plate(  # noqa: PLR0913 - a plate is described by many things
        self, title: str, contents: Sequence[Callable[[], ui.Box]], foot: ui.Box | None, *, wide: float,
        ground: PlatePainter = paint_overlay_plate, role: ui.Role = ui.ROLES.figure, icon: str | None = None,
        aside: ui.Box | None = None,
        down: float = 0.5,
    ) -> ui.Box:  # fmt: skip
        """Return a panel with its heading, its contents, and a ``foot`` of buttons or words.

        ``contents`` are alternatives, the plainest last; the first that fits is used. If even the last is too high it
        can be scrolled, together with the foot if too little of it would be visible otherwise. ``wide`` is the width
        in pixels at text scale 1, ``down`` the vertical position in the window from 0 (top) to 1.
        """
        s = self.scale
        pad = s.text_px(_PAD)
        across = max(round(wide * s.text_scale), foot.width_range()[1] + 2 * pad if foot else 0)

        def on_plate(*parts: ui.Box | None) -> ui.Box:
            whole = self.framed(title, *parts, ground=ground, role=role, icon=icon, aside=aside)
            return ui.Center(whole, across, s.text_px(20), down=down)

        def scrolled(box: ui.Box, least: int) -> ui.Box:
            return ui.Scroll(s, self.view_state.position("plate"), box, min_height=least)

        def whole(content: Callable[[], ui.Box]) -> Callable[[], ui.Box]:
            return lambda: on_plate(content(), foot)

        ways = [
            *map(whole, contents),
            lambda: on_plate(scrolled(contents[-1](), s.text_px(_LEAST_SEEN)), foot),
            lambda: on_plate(scrolled(ui.Column(contents[-1](), foot, gap=pad), 0)),
        ]
        return self.view_state.first_that_fits("plate", self.bounds.size, *ways)


class DialogScene(PanelForm):
    """A dialog with a heading, a paragraph and a row of answers; Escape gives the ``safe`` one, by default the last.

    The safe answer also has the keyboard focus at first, so that an accidental Enter does no harm. ``title`` and
    ``message`` are said anew at each layout.
    """

    opaque = False

    def __init__(
        self,
        app: Host,
        name: str,
        title: Words,
        message: Words,
        answers: Sequence[DialogButton],
        *,
        safe: DialogButton | None = None,
    ) -> None:
        super().__init__(app)
        self.name = name
        self._title = title
        self._message = message
        self._answers = tuple(answers)
        self._safe_answer = safe or self._answers[-1]

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.controls.focus(self._safe_answer.id, ring=True)

    def escape(self) -> None:
        self._give(self._safe_answer)

    def _give(self, answer: DialogButton) -> None:
        self.app.pop(self)
        answer.act()

    def tree(self) -> ui.Box:
        foot = ui.Flow(*(self._button(answer) for answer in self._answers), gap=self.scale.text_px(18), from_right=True)
        return self.plate(say(self._title), [self._told], foot, wide=_WIDE)

    def _told(self) -> ui.Box:
        return ui.Label(self.scale, say(self._message), ui.ROLES.lead, balanced=True, id="message")

    def _button(self, answer: DialogButton) -> ui.Box:
        return ui.Button(self.scale, answer.id, say(answer.words), lambda: self._give(answer), style=answer.style)


def paint_framed_plate(surface: Surface, plate: Rect, head: Rect, text_scale: float, color: Color) -> None:
    """Paint a paper panel in a broad white frame that catches the eye; ``color`` fills the heading bar ``head``."""
    radius, frame = 26 * text_scale, frame_width_px(text_scale)
    draw.panel(
        surface, plate.inflate(2 * frame, 2 * frame), radius + frame, THEME.raised, shadow_px=FRAME_SHADOW * text_scale
    )
    draw.panel(surface, plate, radius, THEME.surface, rim=THEME.gold_d, rim_width=max(2, 3 * text_scale), shadow_px=0)
    draw.panel_header(surface, head, radius, color)


def frame_width_px(text_scale: float) -> int:
    """Return the width in pixels of the white frame that ``paint_framed_plate`` paints around a panel."""
    return max(4, round(8 * text_scale))


class NoticeScene(DialogScene):
    """A dialog with a message and one button, which closes it."""

    def __init__(self, app: Host, message: Words) -> None:
        super().__init__(app, "notice", N_("Please note"), message, [DialogButton("ok", N_("All right"))])


def confirmation_dialog(app: Host, title: Words, message: Words, yes: DialogButton) -> DialogScene:
    """Return a dialog that asks for confirmation, with the answers ``yes`` and "Go back"."""
    back = DialogButton("back", N_("Go back"), style=ButtonStyle.PAPER)
    return DialogScene(app, "confirm", title, message, [yes, back])


def screen_plate(size: tuple[int, int], widest: float | None = None) -> tuple[Rect, Rect]:
    """Return the rectangles of a screen's panel and of its heading bar, for a window of this size.

    The panel is at most ``widest`` times as wide as high. In a small window it comes close to the window's edges.
    """
    w, h = size
    u = layout_unit(size)
    mx = round(max(12, 120 * u - 90 * max(0, 1 - u)))
    my = round(max(8, 60 * u - 44 * max(0, 1 - u)))
    plate = Rect(mx, my, w - 2 * mx, h - 2 * my)
    if widest is not None:
        plate.w = min(plate.w, round(widest * plate.h))
        plate.center = w // 2, h // 2
    return plate, Rect(plate.x, plate.y, plate.w, round(max(46, 106 * u)))
