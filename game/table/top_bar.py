"""The top bar: leg, goal and the match's totals, and its buttons: a new one is a row here and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.i18n import _, _r, number
from game.i18n.punctuation import labelled
from game.session.bindings import Action
from game.session.profiles import Livery
from game.table.geometry.box import Box
from game.table.geometry.layout import TableLayout
from game.table.goals import bar_stars, paint_bar_stars
from game.table.view import StageShown, TableView
from game.ui.drawing import livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Button, IconButton, Style
from game.ui.widgets.widget import HIT_PX
from game.words.keys import key_line

_WIDE_FROM: Final = 1500  # px at 1080p's text size


@dataclass(frozen=True, slots=True)
class BarShown:
    """What stands in the bar; ``totals`` are liveries and points, in the order of the lanes. Of a ``stage`` of the tour
    it tells the place, and the leg only if there are several.
    """

    leg: int
    target: int
    totals: tuple[tuple[Livery, int], ...]
    rules: str
    has_take_backs: bool = False
    stage: StageShown | None = None
    has_legs: bool = True


def bar_shown(view: TableView, lanes: tuple[int, ...]) -> BarShown:
    """The bar as the view has it."""
    o = view.observation
    totals = o.totals or (0,) * len(o.sides)
    order = sorted(range(len(o.sides)), key=lanes.__getitem__)
    shown = tuple((view.names.livery(side), totals[side]) for side in order)
    return BarShown(o.leg, o.target, shown, o.rules, view.has_take_backs, view.stage, o.legs != 1)


@dataclass(frozen=True, slots=True)
class BarButton:
    """A button in the bar: its icon, its word, what its tooltip says, and whether its word is left out first."""

    id: str
    icon: str
    word: Callable[[], str]
    tooltip: Callable[[], str]
    has_word_if_wide: bool = False


def _said(about: str, action: Action) -> str:
    return f"{about} {key_line(action)}".rstrip()


_HINT: Final = BarButton(
    "hint",
    "hint",
    lambda: _("Hint"),
    lambda: _said(_("What the strongest driver would do in your place, and why."), Action.HINT),
)
TABLE_BUTTONS: Final = (
    BarButton(
        "menu", "menu", lambda: _("Menu"), lambda: _said(_("Pauses the game: resume, settings, quit."), Action.ESCAPE)
    ),
    _HINT,
    BarButton(
        "rules",
        "rules",
        lambda: _("Rules"),
        lambda: _said(_("All the rules, or those for the chosen card."), Action.RULES),
        has_word_if_wide=True,
    ),
)
"""Those of a match that is played, from the left."""


def take_back_name() -> str:
    """What the button back is called, in the bar and in the menu."""
    return _("Take back your last move")


def make_again_name() -> str:
    """What the button forth is called."""
    return _("Redo")


_TAKE_BACKS: Final = (
    BarButton("take_back", "undo", take_back_name, lambda: key_line(Action.TAKE_BACK)),
    BarButton("make_again", "redo", make_again_name, lambda: key_line(Action.MAKE_AGAIN)),
)
"""Stand after a hairline, without words, where the match has them."""
_SOUND: Final = BarButton(
    "sound",
    "sound",
    lambda: _("Switch the sound off"),
    lambda: _said(_("Effects, road and music together; each has its own volume in the settings."), Action.SOUND),
)
"""Stands at the right end, without a word."""


def no_hints() -> str:
    """Why no hint can be asked for in this match, as a sentence."""
    return _("This stage is driven without hints.")


def button_about(id: str) -> str | None:
    """What the tooltip of a button of the bar says; None for any other control."""
    return next((button.tooltip() for button in (*TABLE_BUTTONS, *_TAKE_BACKS, _SOUND) if button.id == id), None)


class TopBar:
    """The ``buttons`` in the bar and the sound's; ``on_press`` has what each of them does, by its id."""

    def __init__(
        self,
        layout: TableLayout,
        on_press: Mapping[str, Callable[[], None]],
        buttons: Sequence[BarButton] = TABLE_BUTTONS,
        *,
        has_take_backs: bool = False,
        has_hints: bool = True,
    ) -> None:
        self._sound = IconButton(
            _SOUND.id, "", _sound_rect(layout), on_press=on_press[_SOUND.id], style=Style.NAVY, icon=_SOUND.icon
        )
        self.buttons: list[Button] = []
        for button, rect in zip(buttons, _rects(layout, buttons), strict=True):
            kind = Button if _has_word(button, layout) else IconButton
            press = on_press[button.id]
            px = _word_px(layout)
            made = kind(button.id, button.word(), rect, on_press=press, style=Style.NAVY, icon=button.icon, px=px)
            made.enabled = has_hints or button.id != _HINT.id
            self.buttons.append(made)
        self._take_backs: list[Button] = []
        for button, rect in zip(_TAKE_BACKS, _take_back_rects(layout, buttons) if has_take_backs else (), strict=False):
            press = on_press[button.id]
            self._take_backs.append(
                IconButton(button.id, button.word(), rect, on_press=press, style=Style.NAVY, icon=button.icon)
            )
        self.buttons += [*self._take_backs, self._sound]

    def show_take_backs(self, *, back: bool, again: bool) -> bool:
        """Let the buttons show whether there is anything back or forth; True if that is new."""
        is_changed = False
        for button, enabled in zip(self._take_backs, (back, again), strict=False):
            is_changed = is_changed or button.enabled is not enabled
            button.enabled = enabled
        return is_changed

    def show_muted(self, *, muted: bool) -> None:
        """Let the switch of the sound show what the key may have switched."""
        self._sound.icon = "mute" if muted else "sound"
        self._sound.name = _("Switch the sound on") if muted else _SOUND.word()


def _has_word(button: BarButton, layout: TableLayout) -> bool:
    """Larger words that would crowd the bar give way to their icons, which are larger than the words as delivered."""
    return layout.size[0] >= _WIDE_FROM * layout.t or not (button.has_word_if_wide or _larger(layout) > 1)


def _larger(layout: TableLayout) -> float:
    return layout.t / text.delivered(layout.u)


def _word_px(layout: TableLayout) -> float:
    height = _button_height(layout)
    return min(max(14, height * 0.46) * max(1, _larger(layout)), 0.62 * height)


def _rects(layout: TableLayout, buttons: Sequence[BarButton]) -> list[Rect]:
    """Where the buttons stand from the left end on, each wide enough for its word."""
    left, rects = layout.margin, []
    for button in buttons:
        rects.append(_button_rect(layout, left, button.word() if _has_word(button, layout) else None))
        left = rects[-1].right + 12 * layout.t
    return rects


def _take_back_rects(layout: TableLayout, buttons: Sequence[BarButton]) -> list[Rect]:
    """Where the two stand, after the others and a hairline."""
    left = _hairline(layout, buttons) + 10 * layout.t
    first = _button_rect(layout, left, None)
    return [first, _button_rect(layout, first.right + max(6 * layout.t, HIT_PX - first.w), None)]


def _hairline(layout: TableLayout, buttons: Sequence[BarButton]) -> float:
    return _rects(layout, buttons)[-1].right + 10 * layout.t


def _sound_rect(layout: TableLayout) -> Rect:
    height = _button_height(layout)
    return Rect(round(layout.size[0] - layout.margin - height), _button_y(layout), round(height), round(height))


def _button_rect(layout: TableLayout, left: float, word: str | None) -> Rect:
    height = _button_height(layout)
    width = height if word is None else text.width(word, "O7", _word_px(layout)) + height * 1.4
    return Rect(round(left), _button_y(layout), round(width), round(height))


def _button_height(layout: TableLayout) -> float:
    return max(32, layout.top.h * (0.68 if _larger(layout) <= 1 else 0.8))


def _button_y(layout: TableLayout) -> int:
    return round((layout.top.h - _button_height(layout)) / 2 - 1)


def paint_bar(
    surface: Surface, layout: TableLayout, what: BarShown, buttons: Sequence[BarButton] = TABLE_BUTTONS
) -> None:
    """Paint the bar but for its buttons."""
    bar, t = layout.top, layout.t
    surface.fill(THEME.navy, bar)
    line = max(2, round(3 * t))
    surface.fill(THEME.gold, (bar.x, bar.bottom - line, bar.w, line))
    y = bar.h / 2 - 1
    x = _words_x(layout, buttons, has_take_backs=what.has_take_backs)
    if what.has_take_backs:
        height = 0.5 * _button_height(layout)
        surface.fill(
            THEME.navy_l,
            (round(_hairline(layout, buttons)), round(y - height / 2), max(1, round(2 * t)), round(height)),
        )
    if what.stage is not None and layout.goals is None:
        x += paint_bar_stars(surface, layout, x, what.stage) + 12 * t
    leg = _r(what.rules, "Leg {n}", n=what.leg)
    if what.stage is not None:
        leg = labelled(what.stage.place, leg) if what.has_legs else what.stage.place
    needed = text.width(leg, "O8", text.MIN_NAME_PX)
    left = _paint_totals(surface, layout, what.totals, y, x + needed)
    if needed > left - x:
        return  # six sides in large letters: the points go before the number of the leg
    px = max(text.MIN_NAME_PX, 23 * t)
    x += text.draw(surface, leg, x, y, "O8", px, THEME.white, max_width=left - x) + 16 * t
    goal = _("Target {km} km", km=number(what.target))
    if x + text.width(goal, "B5", text.MIN_CAPTION_PX) <= left:  # else the red stone on the road says it alone
        px = max(text.MIN_TEXT_PX, 19 * t)
        text.draw(surface, goal, x, y, "B5", px, THEME.on_navy, max_width=left - x, min_px=text.MIN_CAPTION_PX)


def _words_x(layout: TableLayout, buttons: Sequence[BarButton], *, has_take_backs: bool) -> float:
    """Where what is told in the bar begins, after the buttons."""
    rects = _take_back_rects(layout, buttons) if has_take_backs else _rects(layout, buttons)
    return rects[-1].right + 20 * layout.t


def goals_place(layout: TableLayout, view: TableView) -> Box | None:
    """Where the goals of the stage are: on their paper, or in the bar; None if there are none."""
    if view.stage is None:
        return None
    if layout.goals is not None:
        return layout.goals
    return bar_stars(layout, _words_x(layout, TABLE_BUTTONS, has_take_backs=view.has_take_backs), view.stage)


def _paint_totals(
    surface: Surface, layout: TableLayout, totals: tuple[tuple[Livery, int], ...], y: float, wanted: float
) -> float:
    """Side symbols with the points before this leg, up to the sound's button; returns where they begin.

    They are as large as text is, or smaller if that lets them begin where it is ``wanted``.
    """
    t = layout.t
    right, natural = _sound_rect(layout).left - 16 * t, max(text.MIN_TEXT_PX, 18 * t)
    wide = sum(text.width(number(points), "O7", natural) + 1.32 * natural for _worn, points in totals)
    room = right - wanted - 21 * t * len(totals)
    px = max(text.MIN_TEXT_PX, min(natural, natural * room / wide)) if totals else natural
    x = right
    for worn, points in reversed(totals):
        x -= text.draw(surface, number(points), x, y, "O7", px, THEME.white, anchor="r") + 5 * t + px * 0.66
        livery.draw_plate(surface, worn, x, y, px * 0.66)
        x -= px * 0.66 + 16 * t
    return x
