"""The kinds of entries on a page of the settings; each returns a box with its words and its control."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from pygame import Color, Rect, Surface

from game.engine.cards import SPEED_LIMIT, Pile, card
from game.engine.events import Attacked, Event
from game.features.settings.key_table import KeyTable
from game.i18n import Words, _, language, menu_order, own_language_name, percent, say
from game.match.plan import DEFAULT_SETUP
from game.phrases import NamedChoice
from game.scenes.host import Host
from game.settings.settings import LOUDEST, TEXT_SIZES, ColorTheme, Settings
from game.table.painting.header import Chip, ChipKind, chip_size, chip_width, draw_chips
from game.ui import layout as ui
from game.ui.audio import SoundName
from game.ui.drawing import draw, livery
from game.ui.drawing.theme import DAY, PAINTS, THEME, THEMES
from game.ui.layout.tree_form import TreeForm
from game.ui.widgets import ButtonStyle
from game.words.captions import immune_chip, limit_chip
from game.words.log import log_line
from game.words.names import Names
from game.words.profiles import own_name
from game.words.settings import setting_name

_NAME, _LOG = replace(ui.ROLES.name, size=24), replace(ui.ROLES.body, size=16.5, min_px=12)
"""The text roles of a name and of the log on the game table."""
_NAMES = Names((None, "carla"), ((0,), (1,)), 0)
_OWN, _RIVAL = 0, 1
_PLAYED: Event = Attacked(_RIVAL, _OWN, SPEED_LIMIT, Pile.SPEED)


def text_sample(scale: ui.Scale) -> ui.Box:
    """Return a panel with a sample of a name and of a line of the log, in their sizes on the game table.

    A screen reader reads the line of the log.
    """
    s, words = scale, log_line(_PLAYED, _NAMES, DEFAULT_SETUP.rules) or ""
    head = ui.Row(_plate(_OWN, 1.24 * s.px(_NAME)), ui.Label(s, _NAMES.side(_OWN), _NAME), _chips(s), gap=s.text_px(12))
    line = ui.Row(_plate(_RIVAL, 1.16 * s.px(_LOG)), ui.Label(s, words, _LOG, grow=1), gap=s.text_px(8))
    return ui.Panel(
        ui.Column(head, line, gap=s.text_px(6)), (s.text_px(18), s.text_px(10), s.text_px(10)), fill=THEME.raised,
        rim=THEME.edge,
        rim_px=s.text_px(1.6), radius=s.text_px(10), id="text_sample", label=words,
    )  # fmt: skip


def _plate(side: int, across: float) -> ui.Box:
    def paint(surface: Surface, rect: Rect) -> None:
        livery.draw_badge(surface, _NAMES.livery(side), *rect.center, rect.w / 2)

    return ui.Canvas(paint, round(across), round(across))


def _chips(scale: ui.Scale) -> ui.Box:
    chips = (
        Chip(ChipKind.LIMITED, limit_chip()),
        Chip(ChipKind.IMMUNE, immune_chip(card("driving_ace"), DEFAULT_SETUP.rules)),
    )
    size = chip_size(scale.text_scale)
    wide = round(sum(chip_width(chip, size) + size.gap for chip in chips))
    return ui.Canvas(partial(_paint_chips, chips, scale), (round(3 * size.height), wide), round(size.height))


def _paint_chips(chips: tuple[Chip, ...], scale: ui.Scale, surface: Surface, rect: Rect) -> None:
    draw_chips(surface, chips, (rect.x, rect.centery), rect.w, chip_size(scale.text_scale))


_GREENS = DAY.greens[0]
_NIGHT = Color("#16262F")


def paint_theme(colours: ColorTheme, surface: Surface, place: Rect) -> None:
    """Draw a small picture of the game table in the colors of a theme, without text."""
    theme = THEMES[colours]
    ground = theme.navy if theme.table is None else _NIGHT if theme is THEMES["night"] else _GREENS
    draw.rounded_rect(surface, place, 6, ground)

    def box(x: float, y: float, w: float, h: float, fill: Color) -> Rect:
        rect = Rect(
            place.x + round(x * place.w), place.y + round(y * place.h), round(w * place.w), max(2, round(h * place.h))
        )
        surface.fill(fill, rect)
        return rect

    box(0.02, 0.03, 0.96, 0.09, theme.navy)
    box(0.02, 0.12, 0.96, 0.16, theme.road)
    paints = list(PAINTS.values())
    for i in range(3):
        box(0.04 + 0.32 * i, 0.33, 0.28, 0.22, theme.surface)
        box(0.04 + 0.32 * i, 0.33, 0.02, 0.22, paints[i].color)
        box(0.09 + 0.32 * i, 0.39, 0.14, 0.04, theme.text)
    box(0.2, 0.6, 0.54, 0.14, theme.gold)
    box(0.21, 0.62, 0.52, 0.1, theme.surface)
    log = box(0.78, 0.6, 0.18, 0.36, theme.surface)
    for i in range(3):
        surface.fill(theme.text, (log.x + 3, log.y + round((0.2 + 0.25 * i) * log.h), log.w - 6, max(1, log.h // 14)))
    for i, fill in enumerate((theme.cream, theme.red, theme.blue, theme.gold, theme.cream)):
        box(0.2 + 0.11 * i, 0.8, 0.09, 0.17, fill)


class SettingsPage(TreeForm[Host]):
    """The form of the settings: it holds the entries of a page and saves every change.

    ``shown_settings`` are the settings that its controls show.
    """

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.shown_settings = app.settings
        self.key_table = KeyTable(self)

    def save_value(self, name: str, value: object) -> None:
        """Save a new value of the setting ``name``; the page is laid out again."""
        self.app.save_settings(self.app.settings.with_values(**{name: value}))

    def save_dragged_value(self, name: str, value: object) -> None:
        """Save a new value of the setting ``name`` without a new layout, which would interrupt a drag."""
        self.shown_settings = self.app.settings.with_values(**{name: value})
        self.app.save_settings(self.shown_settings)


class SettingEntry(Protocol):
    """An entry on a page of the settings."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the settings that the button “Defaults” resets."""

    def box(self, page: SettingsPage) -> ui.Box:
        """Return the box of the entry, with its words and its control."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """An entry for a single setting; ``name`` is the name of its field in ``Settings``."""

    name: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def title(self) -> str:
        return setting_name(self.name)


@dataclass(frozen=True, slots=True)
class _NoSetting:
    """An entry that is not one setting: its value is kept elsewhere or in several settings.

    The button “Defaults” does not reset it.
    """

    @property
    def names(self) -> tuple[str, ...]:
        return ()


def _headed(page: SettingsPage, name: str, about: str, *boxes: ui.Box) -> ui.Box:
    """Return a column: a setting's name, the sentence ``about`` it (may be empty), and ``boxes`` with its control."""
    s = page.scale
    note = ui.Label(s, about, ui.ROLES.body, THEME.text2, id=f"note.{name}") if about else None
    return ui.Column(ui.Column(ui.Label(s, setting_name(name), ui.CONTROL_NAME), note), *boxes, gap=s.text_px(10))


@dataclass(frozen=True, slots=True)
class ChoiceEntry(_Setting):
    """A setting with a few values; ``note`` is a line about all of them, if none of its own is shown with each."""

    note: Words | None = None

    def box(self, page: SettingsPage) -> ui.Box:
        now = page.shown_settings.value(self.name)
        kind: type[NamedChoice] = type(now)
        options = [(choice.value, say(choice.phrase)) for choice in kind]
        return _headed(
            page, self.name, say(self.note or now.about),
            ui.word_choice(page.scale, self.name, self.title, options, now, lambda key: page.save_value(self.name,
            kind(key))),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class TextSizeEntry(_Setting):
    """The text size, with a sample of the text on the game table; a choice changes the whole page at once."""

    def box(self, page: SettingsPage) -> ui.Box:
        options = [(str(size), percent(size)) for size in TEXT_SIZES]
        sizes = ui.word_choice(
            page.scale, self.name, self.title, options, str(page.shown_settings.person.text_size),
            lambda key: page.save_value(self.name, int(key)),
        )  # fmt: skip
        return _headed(page, self.name, "", sizes, text_sample(page.scale))


@dataclass(frozen=True, slots=True)
class ThemeEntry(_Setting):
    """The color theme, chosen from pictures."""

    def box(self, page: SettingsPage) -> ui.Box:
        s = page.scale
        wide, high = (s.space_px(170), s.space_px(320)), s.space_px(112)
        options = [
            (theme.value, say(theme.phrase), ui.Canvas(partial(paint_theme, theme), wide, high)) for theme in ColorTheme
        ]
        return _headed(
            page, self.name, "",
            ui.picture_choice(
                s, self.name, self.title, options, page.shown_settings.person.theme,
                lambda key: page.save_value(self.name, ColorTheme(key)),
            ),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SwitchEntry(_Setting):
    """A setting that is on or off; with ``is_inverted`` the switch is on while the setting is False.

    ``note`` returns a line about it; ``id`` is the id of the control if that is not the name of the setting.
    """

    note: Words
    id: str = ""
    is_inverted: bool = False
    flip: Callable[[Host], None] | None = None
    """An action to call instead of saving the new value; a key has the same action."""

    def box(self, page: SettingsPage) -> ui.Box:

        def change(is_on: bool) -> None:
            if self.flip is not None:
                self.flip(page.app)
            else:
                page.save_value(self.name, is_on != self.is_inverted)

        on = page.shown_settings.value(self.name) != self.is_inverted
        return _switch(page, self.id or self.name, self.title, say(self.note), on=on, change=change)


def _switch(page: SettingsPage, id: str, name: str, note: str, *, on: bool, change: Callable[[bool], None]) -> ui.Box:
    return ui.Switch(page.scale, id, name, on=on, words=(_("on"), _("off")), on_change=change, note=note)


@dataclass(frozen=True, slots=True)
class EasyStartEntry(_NoSetting):
    """One switch for all settings that make the start easy."""

    def box(self, page: SettingsPage) -> ui.Box:
        app = page.app

        def change(is_on: bool) -> None:
            app.save_settings(app.settings.with_easy_start(language(), is_easy=is_on))

        note = _("The best card marked, a slow pace, gentle opponents from the next race on.")
        return _switch(
            page, "easy_start", setting_name("easy_start"), note, on=page.shown_settings.is_easy_start, change=change
        )


@dataclass(frozen=True, slots=True)
class SliderEntry(_Setting):
    """A number from 0 to ``highest``, set with a slider; ``is_dimmed`` returns whether it has no effect now."""

    highest: int = LOUDEST
    note: Words = lambda: ""
    sample: SoundName | None = None
    """A sound to play after a change, as an example of the volume."""
    is_dimmed: Callable[[Settings], bool] = lambda _settings: False

    def box(self, page: SettingsPage) -> ui.Box:

        def change(at: int) -> None:
            page.save_dragged_value(self.name, at)
            if self.sample is not None:
                page.app.sound.play(self.sample)

        slider = ui.Slider(
            page.scale, self.name, self.title, at=page.shown_settings.value(self.name), highest=self.highest,
            is_dull=self.is_dimmed(page.shown_settings), on_change=change, note=say(self.note),
        )  # fmt: skip
        return ui.named_control(page.scale, self.title, say(self.note), slider)


@dataclass(frozen=True, slots=True)
class FullScreenEntry(_NoSetting):
    """The switch between window and full screen; ``note`` returns a line about it."""

    note: Words

    def box(self, page: SettingsPage) -> ui.Box:
        app = page.app
        on, name = app.window.is_fullscreen, setting_name("fullscreen")
        return _switch(page, "fullscreen", name, say(self.note), on=on, change=lambda _on: app.toggle_fullscreen())


@dataclass(frozen=True, slots=True)
class LanguageEntry(_NoSetting):
    """The language, chosen from a list; ``note`` returns a line about it."""

    note: Words

    def box(self, page: SettingsPage) -> ui.Box:
        options = [(code, own_language_name(code)) for code in menu_order()]
        name = setting_name("language")
        field = ui.Dropdown(
            page.scale, "language", name, options, language(), page.app.set_language, bounds=page.bounds, share=0.4
        )
        return ui.named_control(page.scale, name, say(self.note), field)


@dataclass(frozen=True, slots=True)
class ProfileEntry(_NoSetting):
    """The current profile, on a button that opens the profiles."""

    def box(self, page: SettingsPage) -> ui.Box:
        app, note = page.app, _("Every profile has its own settings.")
        who = ui.Button(
            page.scale, "profile", own_name(app.settings.profile), app.show_profiles, style=ButtonStyle.PAPER,
            icon="person",
            role=ui.ROLES.name,
        )  # fmt: skip
        return ui.named_control(page.scale, _("Who’s playing?"), note, who)


@dataclass(frozen=True, slots=True)
class KeyListEntry(_NoSetting):
    """A list of keys that cannot be changed; ``rows`` returns the name of each key and what it does."""

    rows: Callable[[], Iterable[tuple[str, str]]]

    def box(self, page: SettingsPage) -> ui.Box:
        s, caps = page.scale, round(6 * page.scale.px(ui.ROLES.name))

        def line(at: int, cap: str, about: str) -> ui.Box:
            key = ui.Column(
                ui.Label(s, cap, ui.CONTROL_NAME, id=f"key.{at}.cap"), ui.Spacer((caps, 0), grow=0), share=0.25
            )
            return ui.Row(
                key, ui.Label(s, about, ui.ROLES.body, THEME.text2, grow=1, id=f"key.{at}"), gap=s.text_px(16)
            )

        return ui.Column(*(line(at, *row) for at, row in enumerate(self.rows())), gap=s.text_px(12))


@dataclass(frozen=True, slots=True)
class KeyTableEntry:
    """The table in which the player assigns keys and controller buttons to actions."""

    names: tuple[str, ...] = ("keys", "buttons")

    def box(self, page: SettingsPage) -> ui.Box:
        return page.key_table.box(page.scale)
