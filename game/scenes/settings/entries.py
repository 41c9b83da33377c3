"""The kinds of entries that a page of the settings has: each makes its control and says what is written beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from pygame import Color, Rect, Surface

from game.i18n import _, endonym, language, menu_order, percent
from game.scenes.host import Host
from game.scenes.settings.text_sample import TextSample
from game.scenes.settings.theme_tiles import ThemeTiles
from game.session.settings import LOUDEST, TEXT_SIZES, Colours, Settings
from game.ui.audio import SoundName
from game.ui.drawing import text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import MIN_TARGET_PX, Button, Dropdown, Segmented, Slider, Style, Toggle, Widget
from game.words.settings import setting_name, theme_name

Words = Callable[[], str]

_HEIGHT: Final = {"row": 78, "steps": 142, "key": 52, "themes": 176, "sample": 92}
"""Of the kinds of entries, at t = 1."""


class Page(FormScene[Host]):
    """What an entry stands on, and what takes over what it sets."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.shown = app.settings

    def take(self, settings: Settings) -> None:
        """Take these settings over, and show them."""
        self.app.save_settings(settings)
        self.lay_out()

    def hold(self, settings: Settings) -> None:
        """Take these settings over; the control that sets them is held, and would be lost if all were laid out anew."""
        self.shown = settings
        self.app.save_settings(settings)


@dataclass(frozen=True, slots=True)
class Line:
    """A line written on the page; one with an ``id`` is told in the control tree, others are a control's name."""

    words: str
    rect: Rect
    face: str
    px: float
    color: Color
    id: str = ""
    wraps: bool = False

    def paint(self, surface: Surface) -> None:
        """Draw it from the left: in one line, smaller if it must be, or in several where it ``wraps``."""
        if self.wraps:
            high = min(self.rect.h, text.paragraph_height(self.words, self.face, self.px, self.rect.w))
            place = (self.rect.x, self.rect.centery - high / 2, self.rect.w, self.rect.h)
            text.paragraph(surface, self.words, place, self.face, self.px, self.color)
            return
        room, least = self.rect.w, text.MIN_CAPTION_PX
        text.draw(
            surface, self.words, self.rect.x, self.rect.centery, self.face, self.px, self.color,
            max_width=room, min_px=least,
        )  # fmt: skip


Written = Line | TextSample
"""Something to read on the page."""


def _flush(row: Rect, t: float) -> Rect:
    """So much wider than its row that the words of a switch or slider begin and end with it."""
    return row.inflate(2 * round(8 * t), 0)


def _set(page: Page, name: str, value: object) -> Settings:
    changed: dict[str, Any] = {name: value}
    return replace(page.app.settings, **changed)


def _name_px(t: float) -> float:
    return max(text.MIN_NAME_PX, 25 * t)


def _note_px(t: float) -> float:
    return max(text.MIN_TEXT_PX, 20 * t)


def _beside(page: Page, rect: Rect, name: str, note: str) -> list[Line]:
    """Name and note in the left half of a row, as a switch has them."""
    across = round(0.48 * rect.w)
    upper = Rect(rect.x, 0, across, rect.h // 2)
    upper.centery = round(rect.y + (0.34 if note else 0.5) * rect.h)
    lower = Rect(rect.x, 0, across, rect.h // 2)
    lower.centery = round(rect.y + 0.72 * rect.h)
    lines = [Line(name, upper, "B6", _name_px(page.t), THEME.text)]
    return [*lines, Line(note, lower, "B5", _note_px(page.t), THEME.text2, "note")] if note else lines


def _steps_place(rect: Rect) -> Rect:
    place = Rect(rect.x, 0, rect.w, max(MIN_TARGET_PX, round(0.4 * rect.h)))
    place.bottom = round(rect.y + 0.9 * rect.h)
    return place


def _above(page: Page, rect: Rect, name: str, about: str) -> list[Line]:
    """The name of a setting and a sentence about it, above its steps."""
    upper = Rect(rect.x, round(rect.y + 0.04 * rect.h), rect.w, round(0.2 * rect.h))
    lower = Rect(rect.x, upper.bottom, rect.w, round(0.2 * rect.h))
    return [
        Line(setting_name(name), upper, "B6", _name_px(page.t), THEME.text),
        Line(about, lower, "B5", _note_px(page.t), THEME.text2, f"note.{name}"),
    ]


@dataclass(frozen=True, slots=True)
class Steps:
    """A setting of several steps, with a sentence about the one that is chosen."""

    name: str
    steps: type[StrEnum]
    step_name: Callable[[Any], str]
    about: Callable[[Any], str]
    height: int = _HEIGHT["steps"]

    @property
    def names(self) -> tuple[str, ...]:
        """The setting."""
        return (self.name,)

    def widget(self, page: Page, rect: Rect) -> Widget:
        """The steps side by side."""
        options = [(step.value, self.step_name(step)) for step in self.steps]
        return Segmented(
            self.name, setting_name(self.name), _steps_place(rect), options, getattr(page.app.settings, self.name),
            on_change=lambda key: page.take(_set(page, self.name, self.steps(key))),
        )  # fmt: skip

    def lines(self, page: Page, rect: Rect) -> list[Line]:
        """Its name, and below it what the chosen step means."""
        return _above(page, rect, self.name, self.about(getattr(page.app.settings, self.name)))


@dataclass(frozen=True, slots=True)
class TextSizes:
    """How large text is, with a sample of the table's; all of the page shows it at once."""

    note: Words
    names: tuple[str, ...] = ("text_size",)
    height: int = _HEIGHT["steps"] + _HEIGHT["sample"]

    def _upper(self, rect: Rect) -> Rect:
        return Rect(rect.x, rect.y, rect.w, round(rect.h * _HEIGHT["steps"] / self.height))

    def widget(self, page: Page, rect: Rect) -> Widget:
        """The sizes side by side."""
        options = [(str(size), percent(size)) for size in TEXT_SIZES]
        place, now = _steps_place(self._upper(rect)), str(page.app.settings.text_size)
        return Segmented(
            "text_size", setting_name("text_size"), place, options, now,
            on_change=lambda key: page.take(_set(page, "text_size", int(key))),
        )  # fmt: skip

    def lines(self, page: Page, rect: Rect) -> list[Written]:
        """What it is, and the sample."""
        upper = self._upper(rect)
        sample = Rect(rect.x, upper.bottom, rect.w, rect.bottom - upper.bottom - round(10 * page.t))
        return [*_above(page, upper, "text_size", self.note()), TextSample(sample, page.t)]


@dataclass(frozen=True, slots=True)
class Themes:
    """The colours, from tiles that show them."""

    names: tuple[str, ...] = ("theme",)
    height: int = _HEIGHT["themes"]

    def widget(self, page: Page, rect: Rect) -> Widget:
        """The tiles."""
        place = Rect(rect.x, 0, rect.w, round(0.8 * rect.h))
        place.bottom = rect.bottom - round(0.02 * rect.h)
        options = [(colours.value, theme_name(colours)) for colours in Colours]
        return ThemeTiles(
            "theme", setting_name("theme"), place.inflate(round(14 * page.t), 0), options, page.app.settings.theme,
            on_change=lambda key: page.take(_set(page, "theme", Colours(key))),
        )  # fmt: skip

    def lines(self, page: Page, rect: Rect) -> list[Line]:
        """What they are."""
        name = Rect(rect.x, rect.y, rect.w, round(0.18 * rect.h))
        return [Line(setting_name("theme"), name, "B6", _name_px(page.t), THEME.text)]


class _Whole:
    """An entry whose control fills the row and writes all that is to be read there."""

    __slots__ = ()

    def lines(self, page: Page, rect: Rect) -> list[Line]:  # noqa: ARG002 - as every entry's
        """None."""
        return []


@dataclass(frozen=True, slots=True)
class Switch(_Whole):
    """A setting that is on or off; with ``is_inverted`` it is on while the setting is False."""

    name: str
    note: Words
    id: str = ""
    is_inverted: bool = False
    flip: Callable[[Host], None] | None = None
    """What a key does that switches the same everywhere."""
    height: int = _HEIGHT["row"]

    @property
    def names(self) -> tuple[str, ...]:
        """The setting."""
        return (self.name,)

    def widget(self, page: Page, rect: Rect) -> Widget:
        """The switch."""

        def change(is_on: bool) -> None:
            if self.flip is not None:
                self.flip(page.app)
            else:
                page.take(_set(page, self.name, is_on != self.is_inverted))

        on = getattr(page.app.settings, self.name) != self.is_inverted
        return Toggle(
            self.id or self.name, setting_name(self.name), _flush(rect, page.t), on=on, words=(_("on"), _("off")),
            note=self.note(), on_change=change,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class EasyStart(_Whole):
    """One switch for all that makes a start easy."""

    note: Words
    names: tuple[str, ...] = ()
    height: int = _HEIGHT["row"]

    def widget(self, page: Page, rect: Rect) -> Widget:
        """The switch, on while all of it is set."""
        settings = page.app.settings
        return Toggle(
            "easy_start", setting_name("easy_start"), _flush(rect, page.t), on=settings.is_easy,
            words=(_("on"), _("off")), note=self.note(),
            on_change=lambda is_on: page.take(settings.with_easy_start(language(), is_easy=is_on)),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Steady(_Whole):
    """A number from 0 to ``highest`` on a slider, which stays as it is while it is held."""

    name: str
    highest: int = LOUDEST
    note: Words = lambda: ""
    sample: SoundName | None = None
    """What lets hear how loud that is."""
    is_dull: Callable[[Settings], bool] = lambda _settings: False
    height: int = _HEIGHT["row"]

    @property
    def names(self) -> tuple[str, ...]:
        """The setting."""
        return (self.name,)

    def widget(self, page: Page, rect: Rect) -> Widget:
        """The slider."""

        def change(at: int) -> None:
            page.hold(_set(page, self.name, at))
            if self.sample is not None:
                page.app.sound.play(self.sample)

        now = page.app.settings
        return Slider(
            self.name, setting_name(self.name), _flush(rect, page.t), at=getattr(now, self.name),
            highest=self.highest, is_dull=self.is_dull(now), on_change=change, note=self.note(),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class FullScreen(_Whole):
    """Window or full screen."""

    note: Words
    height: int = _HEIGHT["row"]
    names: tuple[str, ...] = ()

    def widget(self, page: Page, rect: Rect) -> Widget:
        """The switch."""
        return Toggle(
            "fullscreen", setting_name("fullscreen"), _flush(rect, page.t), on=page.app.window.is_fullscreen,
            words=(_("on"), _("off")), note=self.note(), on_change=lambda _on: page.app.toggle_fullscreen(),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Languages:
    """The language, from a list."""

    note: Words
    height: int = _HEIGHT["row"]
    names: tuple[str, ...] = ()

    def widget(self, page: Page, rect: Rect) -> Widget:
        """The list, in the right half."""
        field = Rect(0, 0, round(0.5 * rect.w), max(MIN_TARGET_PX, rect.h - round(22 * page.t)))
        field.midright = rect.midright
        options = [(code, endonym(code)) for code in menu_order()]
        return Dropdown(
            "language", setting_name("language"), field, options, language(),
            on_change=page.app.set_language, bounds=page.bounds,
        )  # fmt: skip

    def lines(self, page: Page, rect: Rect) -> list[Line]:
        """What it is, and the key."""
        return _beside(page, rect, setting_name("language"), self.note())


@dataclass(frozen=True, slots=True)
class Door:
    """A button that opens a screen of its own, where several settings are changed."""

    id: str
    about: Words
    button: Words
    icon: str
    open: Callable[[Host], None]
    names: tuple[str, ...] = ()
    height: int = _HEIGHT["row"]

    def widget(self, page: Page, rect: Rect) -> Widget:
        """The button, in the right half."""
        place = Rect(0, 0, round(0.5 * rect.w), max(MIN_TARGET_PX, rect.h - round(16 * page.t)))
        place.midright = rect.midright
        return Button(
            self.id, self.button(), place, on_press=lambda: self.open(page.app), style=Style.BLUE, icon=self.icon
        )

    def lines(self, page: Page, rect: Rect) -> list[Line]:
        """What is behind it."""
        across = Rect(rect.x, rect.y, round(0.48 * rect.w), rect.h)
        return [Line(self.about(), across, "B6", _name_px(page.t), THEME.text, f"about.{self.id}", wraps=True)]


@dataclass(frozen=True, slots=True)
class KeyLine:
    """What a key does, to read: ``row`` gives its name and what it does."""

    id: str
    row: Callable[[], tuple[str, str]]
    height: int = _HEIGHT["key"]
    names: tuple[str, ...] = ()

    def widget(self, page: Page, rect: Rect) -> Widget | None:  # noqa: ARG002 - as every entry's
        """None: it is only read."""
        return None

    def lines(self, page: Page, rect: Rect) -> list[Line]:
        """The key, and what it does."""
        cap, about = self.row()
        across = round(0.2 * rect.w)
        px = max(text.MIN_NAME_PX, 23 * page.t)
        left = Rect(rect.x, rect.y, across - round(8 * page.t), rect.h)
        right = Rect(rect.x + across, rect.y, rect.w - across, rect.h)
        return [
            Line(cap, left, "B6", px, THEME.text, f"{self.id}.cap"),
            Line(about, right, "B5", px, THEME.text2, self.id),
        ]


Entry = Steps | TextSizes | Themes | Switch | EasyStart | Steady | FullScreen | Languages | Door | KeyLine
"""One entry of a category: its ``height`` at t = 1, and the ``names`` of settings that "as delivered" puts back."""
