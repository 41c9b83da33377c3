"""The key table, where the player presses a key cap and then the key or controller button for its action."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import Words, _, say
from game.i18n.punctuation import join_with_commas
from game.phrases import N_
from game.scenes.host import Host
from game.settings.bindings import Action, Bindings, Device, KeyContext, is_assignable, is_input
from game.ui import layout as ui
from game.ui.accessibility_tree import accessible_text
from game.ui.boxes.box import HIT_PX
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.keys import key_names
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import Widget
from game.words.keys import action_name, button_icon, button_name, key_name

_PICTURE = 0.14  # of the place's width at most: the words have priority
CLEAR_KEYS = (pygame.K_DELETE, pygame.K_BACKSPACE)


class KeyCap(Widget):
    """A cap in the key table: it shows the key or controller button of an action.

    The cap takes as much of its place as it needs. A press on it makes it wait for a new key or button (``waits``).
    ``shown`` is its text, ``icon`` a picture before the text, ``t`` the text scale. With ``warns`` it has a warning
    mark. The Delete key calls ``on_clear``.
    """

    def __init__(
        self, id: str, name: str, *, shown: str, icon: str | None = None, is_empty: bool, warns: bool, waits: bool,
        t: float, on_press: Callable[[], None], on_clear: Callable[[], None], wide: int, high: ui.SizeRange,
    ) -> None:  # fmt: skip
        super().__init__(id, name, on_press=on_press, wide=wide, high=high)
        self._px, self._picture, self._rim = max(text.MIN_TEXT_PX, 24 * t), 0.0, max(2, round(4 * t))
        self._shown, self._icon = shown, icon
        self._is_empty, self._warns, self._waits = is_empty, warns, waits
        self._on_clear = on_clear

    def place(self, rect: Rect) -> None:
        high = min(rect.h - self._rim, round(2.2 * self._px))
        self._picture = min(1.4 * self._px, _PICTURE * rect.w) if self._icon else 0.0
        wide = text.width(self._shown, "O7", self._px) + 1.2 * self._picture + 1.3 * self._px
        cap = Rect(rect.x, rect.y, round(min(rect.w - (high if self._warns else 0), max(1.25 * high, wide))), high)
        cap.centery = rect.centery
        super().place(cap)

    @staticmethod
    def natural_size(shown: str, t: float, *, icon: bool, warns: bool) -> tuple[int, int]:
        """Return the width and height in px that a cap needs for its contents; ``t`` is the text scale."""
        px = max(text.MIN_TEXT_PX, 24 * t)
        high = round(2.2 * px)
        wide = text.width(shown, "O7", px) + (1.2 * 1.4 * px if icon else 0) + 1.3 * px
        return round(max(1.25 * high, wide)) + (high if warns else 0), high

    @property
    def value(self) -> str | None:
        return accessible_text(self._shown)

    def handle_key(self, key: int) -> bool:
        if key in CLEAR_KEYS and not self._is_empty:
            self._on_clear()
            return True
        return False

    def draw(self, surface: Surface, text_scale: float) -> None:
        k, radius = max(0.7, text_scale), 0.2 * self.rect.h
        edge = THEME.warn if self._warns else THEME.text
        fill = THEME.glow if self._waits else THEME.surface2 if self._is_empty else THEME.raised
        ink = THEME.ink if self._waits else THEME.text
        top = Rect(self.rect)
        if not self._is_empty and not self._waits:
            draw.rounded_rect(surface, self.rect, radius, edge if self._warns else THEME.edge)
            top.h -= max(2, round(4 * text_scale))
        draw.rounded_rect(surface, top, radius, fill, edge, max(1.5, 2 * k))
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius, k)
        room = top.w - 0.7 * self._px - 1.2 * self._picture
        px = self._px if not self._is_empty else max(text.MIN_CAPTION_PX, 0.8 * self._px)
        words, px = text.fit_line(self._shown, "O7", px, room, text.MIN_CAPTION_PX)
        across = text.width(words, "O7", px) + 1.2 * self._picture
        left = top.centerx - across / 2
        if self._icon:
            art.blit_icon(surface, self._icon, (left + self._picture / 2, top.centery), self._picture, ink)
            left += 1.2 * self._picture
        text.draw(surface, words, left, top.centery, "O7", px, ink)
        if self._warns:
            at = self.rect.right + 0.55 * self.rect.h, self.rect.centery
            art.blit_icon(surface, "warning", at, 0.7 * self.rect.h, THEME.warn)


_DEVICES = (Device.KEYBOARD, Device.CONTROLLER)
_LEAST_NAME = 8  # smallest width of a name, in text heights
_FOOT = replace(ui.ROLES.body, face="B6")
PAGES = (
    KeyContext.TABLE,
    KeyContext.EVERYWHERE,
    KeyContext.FOCUS,
    KeyContext.LIST,
    KeyContext.CALENDAR,
    KeyContext.REPLAY,
)


class KeyTable:
    """A table of actions, each with its key and its controller button, on one of the ``PAGES``; part of a ``form``.

    Every change applies at once and is saved.
    """

    def __init__(self, form: TreeForm[Host]) -> None:
        self._form = form
        self._app = form.app
        self._page = KeyContext.TABLE
        self._waiting: tuple[Action, Device] | None = None
        self._read_message: Words | None = None
        self._conflicting: frozenset[tuple[Action, Device]] = frozenset()
        """The actions whose key or button conflicts since the latest change."""
        self.is_stacked = False
        """Whether each action's caps are below its name, because the window is too narrow to put them beside it."""

    @property
    def is_waiting(self) -> bool:
        """Whether a cap waits for a key or a button."""
        return self._waiting is not None

    # -- what is bound --------------------------------------------------------------------------------------------

    def _bindings(self, device: Device) -> Bindings:
        return self._app.settings.person.keys if device is Device.KEYBOARD else self._app.settings.person.buttons

    def _save(self, bindings: Bindings) -> None:
        name = "keys" if bindings.device is Device.KEYBOARD else "buttons"
        self._app.save_settings(self._app.settings.with_values(**{name: bindings}))

    def _wait_for(self, awaited: tuple[Action, Device] | None) -> None:
        self._waiting, self._read_message, self._conflicting = awaited, None, frozenset()
        self._form.lay_out()

    def _assign(self, word: str) -> None:
        """Assign a key or button to the action whose cap waits; an empty ``word`` removes the present one."""
        assert self._waiting is not None
        action, device = self._waiting
        before, name = self._bindings(device), _input_name(word, device)
        loser = before.conflicting_action(action, word) if word else None
        # A controller that cannot press or go back could not even undo this.
        is_needed = device is Device.CONTROLLER and loser in (Action.PRESS, Action.ESCAPE) and not before.own(action)
        self._wait_for(None)
        if is_needed or not is_assignable(word, device) or not is_input(word, device):
            # Translators: a key of the keyboard or a button of a controller.
            self._read_message = N_("{key} can’t be changed: choose another one.", key=name)
        else:
            self._save(before.with_input(action, word))
            if loser is not None:
                self._conflicting = frozenset({(action, device), (loser, device)})
                say = _conflict if device is Device.KEYBOARD else _exchange
                self._read_message = partial(say, name, loser)
        self._form.lay_out()

    def _warns(self, row: Action, device: Device) -> bool:
        """Return whether an action needs a warning mark.

        It does if its key or button has just been in a conflict, if it shares one, or if it has none left.
        """
        now = self._bindings(device)
        has_none = not any(now.inputs_of(row)) and bool(row.inputs(device).own)
        return (row, device) in self._conflicting or row in _conflicts(now) or has_none

    def _turn(self, page: str) -> None:
        self._page = KeyContext(page)
        self._wait_for(None)

    # -- layout ---------------------------------------------------------------------------------------------------

    def box(self, scale: ui.Scale) -> ui.Box:
        """Return the tabs of the pages, and the rows of the open page."""
        s = scale
        titles = [(page.value, say(page.phrase)) for page in PAGES]
        pages = ui.word_choice(s, "where", _("Keys and buttons"), titles, self._page.value, self._turn)
        heading = ui.Label(s, _("Keys and buttons"), ui.ROLES.heading)
        return ui.Column(heading, pages, self._rows(s), gap=s.text_px(14), id="keys")

    def _rows(self, s: ui.Scale) -> ui.Box:
        rows, is_stacked = [row for row in Action if row.where is self._page], self.is_stacked
        t, wide, high = s.text_scale, dict[Device, int](), 0
        for device, words in zip(_DEVICES, _device_names(), strict=True):
            has_icon = device is Device.CONTROLLER
            sizes = [
                KeyCap.natural_size(self._shown(row, device), t, icon=has_icon, warns=self._warns(row, device))
                for row in rows
            ]
            high = sizes[0][1]
            wide[device] = max(
                text.width(words, ui.ROLES.small.face, s.px(ui.ROLES.small)), *(across for across, _h in sizes)
            )

        def head(words: str, wide: int) -> ui.Box:
            return ui.Column(
                ui.Label(s, words, ui.ROLES.small, THEME.text2, one_line=True), ui.Spacer((wide, 0), grow=0)
            )

        names = [head(words, wide[device]) for device, words in zip(_DEVICES, _device_names(), strict=True)]
        gap = s.space_px(12)
        action = None if is_stacked else ui.Label(s, _("Action"), ui.ROLES.small, THEME.text2, grow=1)
        heads = ui.Row(action, *names, ui.Spacer() if is_stacked else None, gap=gap)
        lines = []
        for row in rows:
            inputs = [self._cap(row, device, wide[device], (round(0.7 * high), high)) for device in _DEVICES]
            ground = partial(self._paint_row, row)
            caps = ui.Row(*inputs, ui.Spacer(), gap=gap)
            named = self._named(s, row)
            line = ui.Column(named, caps) if is_stacked else ui.Row(named, *inputs, gap=gap)
            plate = ui.Panel(line, (gap, s.text_px(2), s.text_px(2)), ground=ground)
            lines.append(ui.AccessibleGroup(plate, f"{row.value}.keys", "row"))
        apart = max(s.text_px(5), HIT_PX + 1 - high - 2 * s.text_px(2))  # each cap is large enough to touch
        table = ui.Column(ui.Padding(heads, (gap, 0, 0)), *lines, gap=apart)
        return ui.AccessibleGroup(table, "keys.table", "table", say(self._page.phrase))

    def _named(self, s: ui.Scale, row: Action) -> ui.Box:
        """Return an action's name, with its other keys beside it or, in a narrow window, below it."""
        said, is_beside = self._also(row), s.growth <= 1 and not is_tall(self._app.size)
        name = ui.Label(s, action_name(row), ui.CONTROL_NAME, grow=1, id=f"row.{row.value}")
        anchor: text.Anchor = "r" if is_beside else "l"
        also = ui.Label(s, said, ui.ROLES.small, THEME.text2, anchor=anchor, id=f"also.{row.value}") if said else None
        words = ui.Row(name, also, gap=s.space_px(12)) if is_beside else ui.Column(name, also)
        return ui.Column(words, ui.Spacer((round(_LEAST_NAME * name.px), 0), grow=0), grow=1)

    def _shown(self, row: Action, device: Device) -> str:
        # Translators: on a cap that waits for a key or a button, then on one whose action has none; true of both.
        if self._waiting == (row, device):
            return _("press one")
        return _input_name(self._bindings(device).own(row), device) or _("none")

    def _cap(self, action: Action, device: Device, wide: int, high: ui.SizeRange) -> KeyCap:
        word = self._bindings(device).own(action)
        waits = self._waiting == (action, device)
        icon = button_icon(word) if word and device is Device.CONTROLLER and not waits else None

        def clear() -> None:
            self._waiting = action, device
            self._assign("")

        return KeyCap(
            f"{device.value}.{action.value}", action_name(action), shown=self._shown(action, device), icon=icon,
            is_empty=not word, warns=self._warns(action, device), waits=waits, t=self._form.scale.text_scale,
            on_clear=clear, wide=wide, high=high, on_press=lambda: self._wait_for((action, device)),
        )  # fmt: skip

    def foot(self, s: ui.Scale) -> ui.Box:
        """Return the line below the table: an instruction, or on red the message about a conflict."""
        ink = THEME.white if self._conflicting else THEME.text2
        mark = ui.Icon("warning", round(1.2 * s.px(ui.ROLES.body)), THEME.gold) if self._conflicting else None
        words = ui.Row(mark, ui.Label(s, self._foot(), _FOOT, ink, grow=1, id="foot"), gap=s.space_px(14))
        fill = THEME.red_d if self._conflicting else None
        return ui.Panel(
            words, (s.space_px(14) if fill else 0, s.space_px(12), s.space_px(12)), fill=fill, radius=s.space_px(10)
        )

    # -- events ---------------------------------------------------------------------------------------------------

    def escape(self) -> bool:
        """Stop waiting for a key or button; return False if no cap was waiting."""
        is_waiting = self.is_waiting
        if is_waiting:
            self._wait_for(None)
        return is_waiting

    def assign_button(self, button: str) -> bool:
        """Assign a pressed controller button if a cap waits for one; return whether it was assigned."""
        is_awaited = self._waiting is not None and self._waiting[1] is Device.CONTROLLER
        if is_awaited and self._is_switch(button, Device.CONTROLLER):
            self.escape()
        elif is_awaited:
            self._assign(button)
        return is_awaited

    def _is_switch(self, word: str, device: Device) -> bool:
        """Return whether that is the single switch, which has to lead on and is given to nothing else."""
        person = self._form.app.settings.person
        return bool(person.scan.step_s) and word in self._bindings(device).inputs_of(Action.PRESS)

    def handle(self, event: Event) -> bool:
        """Assign a pressed key if a cap waits for one; Escape or a mouse press cancels.

        Return whether the event was used.
        """
        if self._waiting is None:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.escape()
        if event.type != pygame.KEYDOWN:
            return False
        words = [word for word in key_names(event) if word != "?"]
        if event.key == pygame.K_ESCAPE or any(self._is_switch(word, Device.KEYBOARD) for word in words):
            self.escape()
        elif self._waiting[1] is Device.CONTROLLER and event.key in CLEAR_KEYS:
            self._assign("")
        elif words and self._waiting[1] is Device.KEYBOARD:
            self._assign(words[0])
        return True

    # -- words ----------------------------------------------------------------------------------------------------

    def _foot(self) -> str:
        if self._waiting is not None:
            if self._waiting[1] is Device.CONTROLLER:
                return _("Press the button for it. Esc: cancel.")
            return _("Press the key for it. Esc: cancel.")
        return (
            say(self._read_message)
            if self._read_message is not None
            else _("Choose a field, then press a key. Delete clears it.")
        )

    def _also(self, row: Action) -> str:
        """Return the names of up to two more keys of an action, besides the one on its cap."""
        now = self._bindings(Device.KEYBOARD)
        own = now.own(row)
        names = [key_name(word) for word in now.inputs_of(row) if word != own and "kp_" not in word]
        return join_with_commas(names[:2])

    def _paint_row(self, row: Action, surface: Surface, place: Rect) -> None:
        draw.rounded_rect(surface, place, 0.12 * place.h, THEME.row)
        if any(self._warns(row, device) for device in _DEVICES):
            surface.fill(THEME.warn, (place.x, place.y, self._form.scale.text_px(5, 3), place.h))


@lru_cache(maxsize=2)  # called for every row, for keys and for buttons
def _conflicts(bindings: Bindings) -> frozenset[Action]:
    return bindings.conflicts()


def _input_name(word: str, device: Device) -> str:
    if not word:
        return ""
    return key_name(word) if device is Device.KEYBOARD else button_name(word)


def _device_names() -> tuple[str, str]:
    # Translators: headings above the keys of the keyboard and the buttons of a controller
    return _("Key"), _("Controller")


def _exchange(button: str, other: Action) -> str:
    # Translators: a button of the controller was given to another action; "other" is the one that had it
    return _("{button} was “{other}” before. The two have swapped buttons.",
             button=button, other=action_name(other))  # fmt: skip


def _conflict(key: str, loser: Action) -> str:
    # Translators: a key was given to another action; "other" is the name of the one that had it
    return _("{key} was “{other}” before. The newer one wins; the other has no key now.",
             key=key, other=action_name(loser))  # fmt: skip
