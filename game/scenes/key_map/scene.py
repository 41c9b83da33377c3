"""The key map: what every action is asked for by; press a cap, then the key that is to do it from now on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.i18n.punctuation import listed
from game.scenes.dialogs import overlay_plate, paint_head
from game.scenes.host import Host
from game.scenes.key_map.controls import CLEARING, KeyCap, PageButton
from game.scenes.key_map.layout import KeyMapLayout, key_map_layout
from game.session.actions import ACTIONS, Action, ActionRow, Bindings, Device, Where, is_free, is_input
from game.session.settings import Scan
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.keys import words_of
from game.ui.widgets import MIN_TARGET_PX, Button, Segmented, Style, Widget
from game.words.keys import action_name, button_icon, button_name, key_name, where_name
from game.words.settings import scan_name, setting_name

_SWITCH: Final = "switch"
_CONTEXTS: Final = (Where.TABLE, Where.EVERYWHERE, Where.FOCUS, Where.LIST, Where.REPLAY)
_PAGES: Final = (*(where.value for where in _CONTEXTS), _SWITCH)
_DEVICES: Final = (Device.KEYBOARD, Device.CONTROLLER)


def toggle_keys(app: Host) -> None:
    """Close the key map, or open it at what the topmost scene is about."""
    if any(isinstance(scene, KeyMapScene) for scene in app.scenes):
        if isinstance(app.scene, KeyMapScene):
            app.pop(app.scene)
        return
    app.push(KeyMapScene(app))


class KeyMapScene(FormScene[Host]):
    """A plate over any other screen. What is changed acts at once and is remembered."""

    text_limit = (1.7, 1.2)
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

    def _warns(self, row: ActionRow, device: Device) -> bool:
        """Whether that row has just won or lost something, shares an input, or has none left."""
        now = self._bindings(device)
        has_none = not any(now.all_of(row.action)) and bool(row.inputs(device).own)
        return (row.action, device) in self._lost or row.action in now.conflicts() or has_none

    # -- controls -------------------------------------------------------------------------------------------------

    @property
    def _rows(self) -> tuple[ActionRow, ...]:
        return tuple(row for row in ACTIONS if row.where.value == self._page)

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

    def build(self) -> list[Widget]:
        """The pages, the way back to what was delivered, the caps row by row, and the button at the foot."""
        self._places: KeyMapLayout = key_map_layout(self.app.size, len(_PAGES), len(self._rows), len(_DEVICES))
        places = self._places
        pages: list[Widget] = [
            PageButton(f"page.{page}", _page_name(page), rect, is_open=page == self._page,
                       on_press=partial(self._open, page), on_turn=self._turn)
            for page, rect in zip(_PAGES, places.pages, strict=True)
        ]  # fmt: skip
        words = _("Defaults")
        icon = "undo" if Button.natural_width(words, places.reset.h, icon=True) <= places.reset.w else None
        reset = Button("reset", words, places.reset, on_press=self._reset, style=Style.PAPER, icon=icon)
        done = Button("done", _("Done"), places.done, on_press=self.escape, style=Style.RED, icon="check")
        return [*pages, reset, *(self._switch() if self._page == _SWITCH else self._caps()), done]

    def _switch(self) -> list[Widget]:
        """How fast things are offered to one switch."""
        place, t = self._places, self.t
        rect = Rect(
            place.columns.x, place.columns.y + round(16 * t), place.columns.w, max(MIN_TARGET_PX, round(60 * t))
        )

        def take(key: str) -> None:
            self.app.save_settings(replace(self.app.settings, scan=Scan(key)))

        options = [(scan, scan_name(scan)) for scan in Scan]
        return [Segmented("scan", setting_name("scan"), rect, options, self.app.settings.scan, on_change=take)]

    def _about_switch(self) -> str:
        press = key_name(next(self._bindings(Device.KEYBOARD).all_of(Action.PRESS)))
        return _(
            "Everything you can press lights up, one thing after the other. One key selects: {key}, one of your own "
            "under “Navigation”, or the button that plays a card. At the table: playable cards, discard pile, buttons.",
            key=press,
        )

    def _caps(self) -> list[Widget]:
        caps: list[Widget] = []
        for row, place in zip(self._rows, self._places.rows, strict=True):
            for device, rect in zip(_DEVICES, place.inputs, strict=True):
                caps.append(self._cap(row, device, rect))
        return caps

    def _cap(self, row: ActionRow, device: Device, place: Rect) -> KeyCap:
        action, word = row.action, self._bindings(device).own(row.action)
        waits = self._waiting == (action, device)
        icon = button_icon(word) if word and device is Device.CONTROLLER and not waits else None

        def clear() -> None:
            self._waiting = action, device
            self._give("")

        # Translators: on a cap that waits for a key or a button, then on one whose action has none; true of both.
        shown = _("press one") if waits else _input_name(word, device) or _("none")
        return KeyCap(
            f"{device.value}.{action.value}", action_name(action), place, shown=shown, icon=icon, is_empty=not word,
            warns=self._warns(row, device), waits=waits, t=self.t, on_clear=clear,
            on_press=lambda: self._wait_for((action, device)),
        )  # fmt: skip

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

    # -- picture --------------------------------------------------------------------------------------------------

    def _foot(self) -> str:
        if self._waiting is not None:
            if self._waiting[1] is Device.CONTROLLER:
                return _("Press the button for it. Esc: cancel.")
            return _("Press the key for it. Esc: cancel.")
        return self._said() if self._said is not None else _("Choose a field, then press a key. Delete clears it.")

    def _also(self, row: ActionRow) -> str:
        """What asks for the action beside its own key."""
        now = self._bindings(Device.KEYBOARD)
        own = now.own(row.action)
        names = [key_name(word) for word in now.all_of(row.action) if word != own and not word.startswith("kp_")]
        return listed(names[:2])

    def texts(self) -> Sequence[tuple[str, str, Rect]]:
        """Heading, the rows with what else asks for them, and the line at the foot."""
        places = self._places
        names = [
            (f"row.{row.action.value}", action_name(row.action), place.name)
            for row, place in zip(self._rows, places.rows, strict=True)
        ]
        also = [
            (f"also.{row.action.value}", said, place.also)
            for row, place in zip(self._rows, places.rows, strict=True)
            if (said := self._also(row))
        ]
        if self._page == _SWITCH:
            names = [("about", self._about_switch(), places.columns)]
        return [("title", _("Keys"), places.head), *names, *also, ("foot", self._foot(), places.foot)]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, rows and the line at the foot."""
        places, t = self._places, self.t
        overlay_plate(surface, places.plate, places.head, t)
        paint_head(surface, places.head, places.pages[0].x, "keyboard", _("Keys"))
        surface.fill(THEME.edge, places.line)
        px = max(text.MIN_NAME_PX, 28 * t)
        text.draw(surface, _page_name(self._page), places.heading.x, places.heading.centery, "O8", px,
                  max_width=places.heading.w, min_px=12)  # fmt: skip
        self._paint_columns(surface)
        for row, place in zip(self._rows, places.rows, strict=True):
            self._paint_row(surface, row, place.whole, place.name, place.also)
        self._paint_foot(surface, places.foot)

    def _paint_columns(self, surface: Surface) -> None:
        if not self._places.rows:
            place = self._places.columns.move(0, 2 * max(MIN_TARGET_PX, round(60 * self.t)))
            room = (place.x, place.y, place.w, self._places.foot.y - place.y)
            text.paragraph(surface, self._about_switch(), room, "B5", max(text.MIN_NAME_PX, 24 * self.t))
            return
        columns, first = self._places.columns, self._places.rows[0]
        px = max(text.MIN_CAPTION_PX, 19 * self.t)
        heads = [(_("Action"), first.name), *zip(_device_names(), first.inputs, strict=True)]
        for words, place in heads:
            text.draw(surface, words, place.x, columns.centery, "B6", px, THEME.text2, max_width=place.w, min_px=10)

    def _paint_row(self, surface: Surface, row: ActionRow, whole: Rect, name: Rect, also: Rect) -> None:
        t = self.t
        draw.rounded(surface, whole, 0.12 * whole.h, THEME.row)
        if any(self._warns(row, device) for device in _DEVICES):
            surface.fill(THEME.warn, (whole.x, whole.y, max(3, round(5 * t)), whole.h))
        px, small = max(text.MIN_NAME_PX, 25 * t), max(text.MIN_CAPTION_PX, 20 * t)
        said, is_below = self._also(row), also.y > name.y
        y = name.centery if said or not is_below else whole.centery
        text.draw(surface, action_name(row.action), name.x, y, "B6", px, max_width=name.w, min_px=11)
        if said:
            across = 0 if is_below else also.w - min(also.w, text.width(said, "B5", small))
            text.draw(surface, said, also.x + across, also.centery, "B5", small, THEME.text2, max_width=also.w,
                      min_px=10)  # fmt: skip

    def _paint_foot(self, surface: Surface, place: Rect) -> None:
        """What is to be done; what was lost on red."""
        px, ink, pad = max(text.MIN_TEXT_PX, 23 * self.t), THEME.text2, round(14 * self.t)
        left = place.x
        if self._lost:
            draw.rounded(surface, place, 0.16 * place.h, THEME.red_d)
            art.blit_icon(surface, "warning", (place.x + pad + px / 2, place.centery), 1.2 * px, THEME.gold)
            ink, left = THEME.white, round(place.x + 2 * pad + px)
        words = text.wrap(self._foot(), "B6", px, place.right - pad - left)
        step = px * text.LINE_HEIGHT
        for i, line in enumerate(words):
            y = place.centery + (i - (len(words) - 1) / 2) * step
            text.draw(surface, line, left, y, "B6", px, ink, max_width=place.right - pad - left, min_px=10)


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
