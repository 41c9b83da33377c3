"""The key map: what every action is asked for by; press a cap, then the key that is to do it from now on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.i18n.punctuation import listed
from game.scenes.host import Host
from game.scenes.key_map.controls import CLEARING, KeyCap, PageButton
from game.scenes.screen import overlay_screen
from game.session.actions import Action, Bindings, Device, Where, is_free, is_input
from game.session.settings import Scan
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.keys import words_of
from game.ui.layout import (
    ROLES,
    Box,
    Column,
    Control,
    Grid,
    Icon,
    Label,
    Pad,
    Plate,
    Row,
    Rule,
    Scroll,
    Spacer,
    button,
    segmented,
)
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import Style
from game.ui.widgets.widget import HIT_PX
from game.words.keys import action_name, button_icon, button_name, key_name, where_name
from game.words.settings import scan_name, setting_name

_SWITCH: Final = "switch"
_CONTEXTS: Final = (Where.TABLE, Where.EVERYWHERE, Where.FOCUS, Where.LIST, Where.REPLAY)
_PAGES: Final = (*(where.value for where in _CONTEXTS), _SWITCH)
_DEVICES: Final = (Device.KEYBOARD, Device.CONTROLLER)
_WIDEST: Final = 1.8  # of the plate's height
_LEFT: Final = 0.25
_LEAST_NAME: Final = 8  # times the size of its letters
_NAME: Final = replace(ROLES.name, face="B6")
_FOOT: Final = replace(ROLES.body, face="B6")


def toggle_keys(app: Host) -> None:
    """Close the key map, or open it at what the topmost scene is about."""
    if any(isinstance(scene, KeyMapScene) for scene in app.scenes):
        if isinstance(app.scene, KeyMapScene):
            app.pop(app.scene)
        return
    app.push(KeyMapScene(app))


class KeyMapScene(TreeForm[Host]):
    """A plate over any other screen. What is changed acts at once and is remembered."""

    name = "keys"
    opaque = False

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._page = Where.TABLE.value
        self.first_focus = f"page.{self._page}"
        self._waiting: tuple[Action, Device] | None = None
        self._said: Callable[[], str] | None = None
        self._lost: frozenset[tuple[Action, Device]] = frozenset()
        """What a change has just set against each other."""
        self._conflicts: dict[Device, frozenset[Action]] = {}

    def escape(self) -> None:
        """Go back; while a cap waits for its key, let it be as it was."""
        if self._waiting is not None:
            self._wait_for(None)
        else:
            self.app.pop(self)

    # -- what is bound --------------------------------------------------------------------------------------------

    def _bindings(self, device: Device) -> Bindings:
        return self.app.settings.keys if device is Device.KEYBOARD else self.app.settings.buttons

    def _save(self, bindings: Bindings) -> None:
        now = self.app.settings
        is_keyboard = bindings.device is Device.KEYBOARD
        self.app.save_settings(replace(now, keys=bindings) if is_keyboard else replace(now, buttons=bindings))

    def _wait_for(self, awaited: tuple[Action, Device] | None) -> None:
        self._waiting, self._said, self._lost = awaited, None, frozenset()
        self.lay_out()

    def _give(self, word: str) -> None:
        """Give an input to the action that waits for it."""
        assert self._waiting is not None
        action, device = self._waiting
        before, name = self._bindings(device), _input_name(word, device)
        self._wait_for(None)
        if not is_free(word, device) or not is_input(word, device):
            # Translators: a key of the keyboard or a button of a controller.
            self._said = lambda: _("{key} can’t be changed: choose another one.", key=name)
        else:
            loser = before.holder(action, word) if word else None
            self._save(before.with_input(action, word))
            if loser is not None:
                self._lost = frozenset({(action, device), (loser, device)})
                say = _conflict if device is Device.KEYBOARD else _exchange
                self._said = partial(say, name, loser)
        self.lay_out()

    def _reset(self) -> None:
        """Put everything back as it was delivered."""
        for device in _DEVICES:
            self._save(Bindings(device))
        self._waiting, self._lost = None, frozenset()
        self._said = lambda: _("Everything is back to its default.")
        self.lay_out()

    def _warns(self, row: Action, device: Device) -> bool:
        """Whether that row has just won or lost something, shares an input, or has none left."""
        now = self._bindings(device)
        has_none = not any(now.all_of(row)) and bool(row.inputs(device).own)
        return (row, device) in self._lost or row in self._conflicts[device] or has_none

    # -- controls -------------------------------------------------------------------------------------------------

    @property
    def _rows(self) -> tuple[Action, ...]:
        return tuple(row for row in Action if row.where.value == self._page)

    def _open(self, page: str) -> None:
        self._page = page
        self._wait_for(None)
        self.controls.focus(f"page.{page}")

    def _turn(self, step: int) -> bool:
        at = _PAGES.index(self._page) + step
        if not 0 <= at < len(_PAGES):
            return False
        self._open(_PAGES[at])
        return True

    # -- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> Box:
        """The pages beside the open one, or above it where text is large, and at the foot what is to be done."""
        self._conflicts = {device: self._bindings(device).conflicts() for device in _DEVICES}  # asked row by row
        return overlay_screen(self.app.size, self.scale, "keyboard", _("Keys"), self._body, widest=_WIDEST)

    def _body(self, room: tuple[int, int]) -> Box:
        return self.lasting.fitting("body", room, self._beside, self._scrolled_beside, self._above, self._stacked)

    def _beside(self) -> Box:
        return self._side_by_side(self._page_shown())

    def _scrolled_beside(self) -> Box:
        s = self.scale
        return self._side_by_side(
            Scroll(s, self.lasting.pane(f"rows.{self._page}"), self._page_shown(), least=s.gap(340))
        )

    def _side_by_side(self, shown: Box) -> Box:
        s = self.scale
        line = Rule(s.line(2))
        pages = Column(*self._pages(), Spacer(), gap=s.gap(10), share=_LEFT)
        right = Column(self._heading(), shown, Spacer(), gap=0, grow=1)
        upper = Row(pages, line, right, gap=s.gap(17), middle=False, grow=1)
        done, foot = self._done(), self._foot_line()
        return Column(upper, Row(Column(done, share=_LEFT), foot, gap=s.gap(34)), gap=s.gap(2))

    def _stacked(self) -> Box:
        return self._above(is_stacked=True)

    def _above(self, *, is_stacked: bool = False) -> Box:
        s = self.scale
        pages = Grid(*self._pages(), across=(3, 2, 1), gap=(s.gap(10), s.gap(10)))
        whole = Column(pages, self._heading(), self._page_shown(is_stacked=is_stacked), gap=s.gap(14))
        foot = Row(self._done(), self._foot_line(), gap=s.gap(14))
        return Column(Scroll(s, self.lasting.pane("whole"), whole, least=0), foot, gap=s.gap(14))

    def _pages(self) -> list[Box]:
        s = self.scale
        px = s.px(ROLES.name)
        high = round(px + 1.6 * s.least(ROLES.name))

        def page(id: str) -> Box:
            def make(rect: Rect) -> PageButton:
                return PageButton(
                    f"page.{id}", _page_name(id), rect, is_open=id == self._page,
                    on_press=partial(self._open, id), on_turn=self._turn,
                )  # fmt: skip

            return Control(make, text.width(_page_name(id), "O7", px) + high, (min(high, HIT_PX), high))

        return [page(id) for id in _PAGES]

    def _heading(self) -> Box:
        s = self.scale
        reset = button(s, "reset", _("Defaults"), self._reset, style=Style.PAPER, icon="undo", role=ROLES.name)
        return Row(Label(s, _page_name(self._page), ROLES.heading, grow=1), reset, gap=s.gap(25))

    def _done(self) -> Box:
        return button(self.scale, "done", _("Done"), self.escape, style=Style.RED, icon="check")

    def _page_shown(self, *, is_stacked: bool = False) -> Box:
        return self._switch() if self._page == _SWITCH else self._caps(is_stacked=is_stacked)

    def _switch(self) -> Box:
        """How fast things are offered to one switch, and what that is."""
        s = self.scale

        def take(key: str) -> None:
            self.app.save_settings(replace(self.app.settings, scan=Scan(key)))

        options = [(scan, scan_name(scan)) for scan in Scan]
        speed = segmented(s, "scan", setting_name("scan"), options, self.app.settings.scan, take)
        return Column(speed, Label(s, self._about_switch(), ROLES.lead, id="about"), gap=s.gap(20))

    def _about_switch(self) -> str:
        press = key_name(next(self._bindings(Device.KEYBOARD).all_of(Action.PRESS)))
        return _(
            "Everything you can press lights up, one thing after the other. One key selects: {key}, one of your own "
            "under “Navigation”, or the button that plays a card. At the table: playable cards, discard pile, buttons.",
            key=press,
        )

    def _caps(self, *, is_stacked: bool) -> Box:
        """The rows of the open page, below what heads their columns; stacked, the caps stand below the names."""
        s = self.scale
        t, wide, high = s.t, dict[Device, int](), 0
        for device, words in zip(_DEVICES, _device_names(), strict=True):
            has_icon = device is Device.CONTROLLER
            sizes = [
                KeyCap.natural_size(self._shown(row, device), t, icon=has_icon, warns=self._warns(row, device))
                for row in self._rows
            ]
            high = sizes[0][1]
            wide[device] = max(
                text.width(words, ROLES.small.face, s.px(ROLES.small)), *(across for across, _h in sizes)
            )

        def head(words: str, wide: int) -> Box:
            return Column(Label(s, words, ROLES.small, THEME.text2, one_line=True), Spacer((wide, 0), grow=0))

        names = [head(words, wide[device]) for device, words in zip(_DEVICES, _device_names(), strict=True)]
        gap = s.gap(12)
        action = None if is_stacked else Label(s, _("Action"), ROLES.small, THEME.text2, grow=1)
        heads = Row(action, *names, Spacer() if is_stacked else None, gap=gap)
        rows = []
        for row in self._rows:
            inputs = [
                Control(partial(self._cap, row, device), wide[device], (round(0.7 * high), high)) for device in _DEVICES
            ]
            ground = partial(self._paint_row, row)
            caps = Row(*inputs, Spacer(), gap=gap)
            line = Column(self._named(row), caps) if is_stacked else Row(self._named(row), *inputs, gap=gap)
            rows.append(Plate(line, (gap, s.line(2), s.line(2)), ground=ground))
        apart = max(s.line(5), HIT_PX + 1 - high - 2 * s.line(2))  # a finger meets each of them
        return Column(Pad(heads, (gap, 0, 0)), *rows, gap=apart)

    def _named(self, row: Action) -> Box:
        """What an action is called, and what else asks for it: beside that, or below it where there is less room."""
        s, said = self.scale, self._also(row)
        is_beside = s.larger <= 1 and not is_tall(self.app.size)
        name = Label(s, action_name(row), _NAME, grow=1, id=f"row.{row.value}")
        anchor: text.Anchor = "r" if is_beside else "l"
        also = Label(s, said, ROLES.small, THEME.text2, anchor=anchor, id=f"also.{row.value}") if said else None
        words = Row(name, also, gap=s.gap(12)) if is_beside else Column(name, also)
        return Column(words, Spacer((round(_LEAST_NAME * name.px), 0), grow=0), grow=1)

    def _shown(self, row: Action, device: Device) -> str:
        """What stands on a cap."""
        # Translators: on a cap that waits for a key or a button, then on one whose action has none; true of both.
        if self._waiting == (row, device):
            return _("press one")
        return _input_name(self._bindings(device).own(row), device) or _("none")

    def _cap(self, action: Action, device: Device, place: Rect) -> KeyCap:
        word = self._bindings(device).own(action)
        waits = self._waiting == (action, device)
        icon = button_icon(word) if word and device is Device.CONTROLLER and not waits else None

        def clear() -> None:
            self._waiting = action, device
            self._give("")

        return KeyCap(
            f"{device.value}.{action.value}", action_name(action), place, shown=self._shown(action, device), icon=icon,
            is_empty=not word, warns=self._warns(action, device), waits=waits, t=self.scale.t, on_clear=clear,
            on_press=lambda: self._wait_for((action, device)),
        )  # fmt: skip

    def _foot_line(self) -> Box:
        """What is to be done; what was lost on red."""
        s, ink = self.scale, THEME.white if self._lost else THEME.text2
        mark = Icon("warning", round(1.2 * s.px(ROLES.body)), THEME.gold) if self._lost else None
        words = Row(mark, Label(s, self._foot(), _FOOT, ink, grow=1, id="foot"), gap=s.gap(14))
        fill = THEME.red_d if self._lost else None
        return Plate(words, (s.gap(14) if fill else 0, s.gap(12), s.gap(12)), fill=fill, radius=s.gap(10), grow=1)

    # -- events ---------------------------------------------------------------------------------------------------

    def types(self, key: int) -> bool:
        """Whatever is pressed while a cap waits is the key for it."""
        return self._waiting is not None or super().types(key)

    def scan(self) -> None:
        """Offer the next control, unless a cap waits for what is pressed."""
        if self._waiting is None:
            super().scan()

    def takes_button(self, button: str) -> bool:
        """Take the button that a cap waits for."""
        is_awaited = self._waiting is not None and self._waiting[1] is Device.CONTROLLER
        if is_awaited:
            self._give(button)
        return is_awaited

    def handle(self, event: Event) -> bool:
        """Take the key that a cap waits for; Escape or a press of the mouse lets it be as it was."""
        if self._waiting is None:
            return super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._wait_for(None)
            return super().handle(event)
        if event.type == pygame.KEYDOWN:
            words = [word for word in words_of(event) if word != "?"]
            if event.key == pygame.K_ESCAPE:
                self.escape()
            elif self._waiting[1] is Device.CONTROLLER and event.key in CLEARING:
                self._give("")
            elif words and self._waiting[1] is Device.KEYBOARD:
                self._give(words[0])
            return True
        return False if event.type == pygame.KEYUP else super().handle(event)

    def settings_changed(self) -> None:
        """Show what is bound now."""
        self.lay_out()

    # -- words ----------------------------------------------------------------------------------------------------

    def _foot(self) -> str:
        if self._waiting is not None:
            if self._waiting[1] is Device.CONTROLLER:
                return _("Press the button for it. Esc: cancel.")
            return _("Press the key for it. Esc: cancel.")
        return self._said() if self._said is not None else _("Choose a field, then press a key. Delete clears it.")

    def _also(self, row: Action) -> str:
        """What asks for the action beside its own key."""
        now = self._bindings(Device.KEYBOARD)
        own = now.own(row)
        names = [key_name(word) for word in now.all_of(row) if word != own and not word.startswith("kp_")]
        return listed(names[:2])

    def _paint_row(self, row: Action, surface: Surface, place: Rect) -> None:
        draw.rounded(surface, place, 0.12 * place.h, THEME.row)
        if any(self._warns(row, device) for device in _DEVICES):
            surface.fill(THEME.warn, (place.x, place.y, self.scale.line(5, 3), place.h))


def _input_name(word: str, device: Device) -> str:
    if not word:
        return ""
    return key_name(word) if device is Device.KEYBOARD else button_name(word)


def _device_names() -> tuple[str, str]:
    # Translators: headings above the keys of the keyboard and the buttons of a controller
    return _("Key"), _("Controller")


def _page_name(page: str) -> str:
    return setting_name("scan") if page == _SWITCH else where_name(Where(page))


def _exchange(button: str, other: Action) -> str:
    # Translators: a button of the controller was given to another action; "other" is the one that had it
    return _("{button} was “{other}” before. The two have swapped buttons.",
             button=button, other=action_name(other))  # fmt: skip


def _conflict(key: str, loser: Action) -> str:
    # Translators: a key was given to another action; "other" is the name of the one that had it
    return _("{key} was “{other}” before. The newer one wins; the other has no key now.",
             key=key, other=action_name(loser))  # fmt: skip
