"""Decides where each event goes: to a global action of the program, to the voice, or to the topmost scene."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect
from pygame.event import Event

from game.navigation import Navigation
from game.phrases import N_
from game.presenter import Presenter
from game.settings.bindings import Action, Bindings
from game.ui.accessibility_tree import Node
from game.ui.controllers import ControllerKind, Controllers
from game.ui.key_repeat import KeyRepeat
from game.ui.keys import Commands, is_chord, key_names, keycode_of, requests_action, run_command
from game.ui.press_filter import PressFilter
from game.ui.screen_reader.reader import READER_REQUEST
from game.ui.toast import STAYS_S
from game.ui.touch import FINGER_EVENTS, TouchInput, is_synthesized_from_touch

_FOCUS_KEYS = {
    Action.PRESS: (pygame.K_RETURN, pygame.KMOD_NONE),
    Action.ESCAPE: (pygame.K_ESCAPE, pygame.KMOD_NONE),
    Action.LEFT: (pygame.K_LEFT, pygame.KMOD_NONE),
    Action.RIGHT: (pygame.K_RIGHT, pygame.KMOD_NONE),
    Action.UP: (pygame.K_UP, pygame.KMOD_NONE),
    Action.DOWN: (pygame.K_DOWN, pygame.KMOD_NONE),
    Action.NEXT: (pygame.K_TAB, pygame.KMOD_NONE),
    Action.BACK: (pygame.K_TAB, pygame.KMOD_SHIFT),
}
_STEPS_TYPED = (pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_TAB)
_SCROLLING = (pygame.K_PAGEUP, pygame.K_PAGEDOWN)


def key_event(actions: Iterable[Action], key: int = 0, mod: int = 0) -> Event:
    """Return a key press event that triggers these actions.

    If one of them has a standard key (an arrow, Tab, Enter or Escape), the event has that key.
    """
    asked = tuple(actions)
    moving = next((_FOCUS_KEYS[action] for action in asked if action in _FOCUS_KEYS), None)
    key, mod = (key, mod) if moving is None else moving
    return Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", actions=asked)


def key_event_of_button(button: str, buttons: Bindings) -> Event | None:
    """Return the key press event that stands for a press of a controller button, or None if it has no action."""
    actions = buttons.actions(button)
    return key_event(actions) if actions else None


def with_actions(event: Event, keys: Bindings) -> Event | None:
    """Return a key press event with the actions that ``keys`` assigns to the key as its ``actions``.

    Return None for a key combination without an action, because it must not act like its plain key.
    """
    asked = next(((word, found) for word in key_names(event) if (found := keys.actions(word))), None)
    word, actions = asked or ("", ())
    if is_chord(event) and not actions:
        return None
    moving = next((action for action in actions if action in _FOCUS_KEYS), None)
    if moving is not None and word == keys.own(moving):
        return key_event(actions)
    key = pygame.K_UNKNOWN if is_chord(event) else keycode_of(event)
    return Event(pygame.KEYDOWN, event.dict | {"key": key, "actions": actions})


def repeats_while_held(event: Event) -> bool:
    """Return whether a key press event is repeated while the key is held.

    Only steps are, and the deletion of letters in a text field.
    """
    if not hasattr(event, "actions"):  # typed into a text field
        return event.key in _STEPS_TYPED
    return all(action.repeats for action in event.actions) and (bool(event.actions) or event.key in _SCROLLING)


_POINTER_EVENTS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
_AWAKE_S = 0.5  # after an input the loop stays fast, so that the next one is not delayed
_CONTROLLER_USED_S = 300.0  # a common timeout of screen savers
_LOOK_S = 1 / 30  # the polling interval of the event queue where waiting for an event is not possible


class EventDispatcher:
    """Dispatches all events of pygame.

    ``press_filter`` passes only presses meant for the visible screen. ``dropped_files`` are files that were dropped on
    the window and wait for the title screen. ``delayed_events`` wait until their screen is visible.
    """

    def __init__(self, app: Navigation, presenter: Presenter, dropped: list[Path]) -> None:
        self.press_filter = PressFilter()
        self.controllers = Controllers()
        self.dropped_files = dropped
        self.delayed_events: list[Event] = []
        self._app = app
        self._presenter = presenter
        self._touch = TouchInput()
        self._repeat = KeyRepeat()
        self._scan_s = 0.0  # when single-switch scanning moves on
        self._input_s = -_AWAKE_S
        self._controller_s = -_CONTROLLER_USED_S
        self._typing_place: Rect | None = None
        app.window.set_text_input(None)
        self._everywhere: Commands = {
            Action.RULES: app.show_rules,
            Action.KEYS: app.show_keys,
            Action.LANGUAGE: app.next_language,
            Action.SPEED: app.next_speed,
            Action.FULLSCREEN: app.toggle_fullscreen,
            Action.SOUND: app.toggle_mute,
            Action.MUSIC: app.toggle_music,
            Action.SPEECH: app.toggle_speech,
        }

    @property
    def is_input_recent(self) -> bool:
        """Whether there was an input in the last half second, or a held key repeats."""
        return self._repeat.is_held or self._app.now_s - self._input_s < _AWAKE_S

    def wait(self, most_s: float) -> None:
        """Wait for an event, ``most_s`` seconds at most."""
        wait = self._app.window.wait_for_event
        if wait is not None and not self.controllers.has_joystick:
            wait(most_s)
            return
        until_s = time.monotonic() + most_s
        while (left_s := until_s - time.monotonic()) > 0 and not pygame.event.peek():
            time.sleep(min(_LOOK_S, left_s))

    def dispatch_events(self) -> None:
        """Dispatch all events since the last frame, first those that waited for their screen."""
        if self._presenter.is_current:
            early, self.delayed_events = self.delayed_events, []
            for event in early:
                self._hand_on(event)
        try:
            events = pygame.event.get()
        except SystemError:  # raised by pygame for a dropped file whose name is not UTF-8; the events with it are lost
            self._app.show_toast("info", N_("The file’s name can’t be read. Rename it and drop it again."), 2 * STAYS_S)
            return
        for event in events:
            if event.type in FINGER_EVENTS:  # touch as mouse events
                for made in self._touch.mouse_events(event, self._app.window.size_in_points):
                    self._dispatch(made)
            elif event.type == READER_REQUEST:
                self._serve(event)
            elif not is_synthesized_from_touch(event):
                self._dispatch(event)
        self._press_again()

    def _serve(self, event: Event) -> None:
        """Do what a screen reader requests, as keys and mouse would.

        The focus is shown, since the user of the screen reader may see it.
        """
        for made in self._app.reader.events(event.request, self._app.scene.focus_control, self._node):
            self._dispatch(self._app.window.in_points(made))
        self._input_s = self._app.now_s
        self._app.shows_focus = True

    def _node(self, id: str) -> Node | None:
        return next((node for node in self._app.scene.nodes() if node.id == id), None)

    def _dispatch(self, event: Event) -> None:
        app = self._app
        self._update_audio_focus(event)
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            app.shows_focus = event.type == pygame.KEYDOWN
            self._wait_with_scan()  # leaves time to see the effect of the press
        if app.voicing.handle(event, app.visible_scenes[::-1]):
            return
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                app.quit()
            case pygame.DROPFILE:
                self._drop(Path(event.file))
            case pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED:
                app.has_changed = True
            case pygame.CONTROLLERDEVICEADDED | pygame.CONTROLLERDEVICEREMOVED:
                self._follow_controllers(event)
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP | pygame.CONTROLLERAXISMOTION:
                self._press_button(event)
            case pygame.KEYDOWN:
                if not app.scene.is_typed_key(event):
                    self._use_controller(None)
                self._press(event.key, partial(self._meaning, event))
            case _:
                if event.type == pygame.KEYUP:
                    self._repeat.release(event.key)
                self._hand_on(event)

    def _meaning(self, event: Event) -> Event | None:
        """Return the event that a key stands for now: itself in a text field, else a press with its actions."""
        return event if self._app.scene.is_typed_key(event) else with_actions(event, self._app.settings.person.keys)

    def _press(self, input: int | str, meaning: Callable[[], Event | None]) -> None:
        """Do what a key or a button stands for; if that is a step, repeat it while the key or button is held."""
        self._repeat.stop()
        press, app = meaning(), self._app
        if press is None:
            return
        if repeats_while_held(press):
            self._repeat.start(input, meaning, app.scene, app.now_s)
        self._ask(press)

    def _press_again(self) -> None:
        """Repeat a held press when due, unless its meaning has changed."""
        app = self._app
        press = None if self._presenter.is_preparing else self._repeat.pop_due(app.scene, app.now_s)
        if press is None:
            return
        if not repeats_while_held(press):
            self._repeat.stop()
        elif not app.voicing.handle(press, app.visible_scenes[::-1]):
            self._ask(press)

    def _press_button(self, event: Event) -> None:
        """Do what a controller button stands for, as if its key was pressed."""
        self._repeat.release(self.controllers.released_button(event))
        app, button = self._app, self.controllers.pressed_button(event)
        if button is None:
            return
        self._controller_s = app.now_s
        self._use_controller(self.controllers.kind(event))
        if not app.scene.handle_button(button):
            press = key_event_of_button(button, app.settings.person.buttons)
            if press is not None and not app.voicing.handle(press, app.visible_scenes[::-1]):
                self._press(button, partial(key_event_of_button, button, app.settings.person.buttons))

    def _use_controller(self, kind: ControllerKind | None) -> None:
        """Name the buttons of this kind of controller in texts about keys; with None, name keys.

        A controller's buttons are named from its first press until a key is pressed.
        """
        app = self._app
        app.shows_focus = True
        self._wait_with_scan()
        if kind is not app.controller:
            app.controller = kind
            app.update_key_names()
            for scene in app.scenes:
                scene.dirty = True

    def _follow_controllers(self, event: Event) -> None:
        """Announce a controller that was connected or disconnected; with none left, texts name keys again."""
        is_one_more = self.controllers.update_connections(event)
        self._repeat.stop()
        if is_one_more is None:
            return
        if not self.controllers.has_controller:
            self._use_controller(None)
        self._app.show_toast("controller", N_("Controller connected") if is_one_more else N_("Controller disconnected"))

    def _ask(self, event: Event) -> None:
        """Do the global action of a key press event, or else pass the event to the scene."""
        app = self._app
        if app.settings.person.scan.step_s and requests_action(event, Action.PRESS) and app.scene.select_scanned_item():
            app.sound.play("press")
            return
        if not run_command(event, self._everywhere):
            self._hand_on(event)

    def _hand_on(self, event: Event) -> None:
        """Pass an event to the scene.

        While the scene is being prepared the event is delayed, or dropped if the pointer meant the previous scene.
        """
        app = self._app
        if self._presenter.is_preparing:
            if self._presenter.shown_scene is app.scene or event.type not in _POINTER_EVENTS:
                self.delayed_events.append(event)
            return
        if self._presenter.is_current or event.type == pygame.WINDOWLEAVE:  # else positions on the screen are outdated
            if event.type in (pygame.KEYDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self._input_s = app.now_s
            event = app.window.in_pixels(event)
            if self.press_filter.accepts(event, app.scene, app.now_s):
                app.scene.handle(event)

    def _wait_with_scan(self) -> None:
        self._scan_s = self._app.now_s + self._app.settings.person.scan.step_s

    def advance_scan(self) -> None:
        """Highlight the next control for a player with a single switch, when it is time and nothing moves."""
        app = self._app
        if not app.settings.person.scan.step_s:
            app.scene.stop_scan()
        if not app.settings.person.scan.step_s or not self._presenter.is_current or not app.scene.is_settled():
            self._wait_with_scan()
        elif app.now_s >= self._scan_s:
            self._wait_with_scan()
            app.shows_focus = True
            app.scene.offer_next_control()

    def update_screen_saver(self) -> None:
        """Block the screen saver for a while after a press on a controller, which the system does not notice."""
        may_come = self._app.now_s - self._controller_s >= _CONTROLLER_USED_S
        if may_come != pygame.display.get_allow_screensaver():
            pygame.display.set_allow_screensaver(may_come)

    def update_text_input(self) -> None:
        """Turn on text input only in text fields: elsewhere an input method would get in the way."""
        place = self._app.scene.text_input_rect()
        if place != self._typing_place:
            self._typing_place = place
            self._app.window.set_text_input(place)
            if place is not None:  # a letter that was not finished when the field was left is gone
                self._app.scene.handle(Event(pygame.TEXTEDITING, text="", start=0, length=0))

    def _drop(self, path: Path) -> None:
        self.dropped_files.append(path)
        if self._app.session is not None:
            self._app.show_toast("info", N_("The file will be imported when you leave this race."), 2 * STAYS_S)

    def _update_audio_focus(self, event: Event) -> None:
        sound = self._app.sound
        match event.type:
            case pygame.WINDOWFOCUSGAINED | pygame.WINDOWFOCUSLOST:
                self._repeat.stop()
                self._app.has_focus = event.type == pygame.WINDOWFOCUSGAINED
                self._app.is_minimized = self._app.is_minimized and not self._app.has_focus
                sound.set_window_state(has_focus=self._app.has_focus)
            case pygame.WINDOWSHOWN | pygame.WINDOWRESTORED | pygame.WINDOWHIDDEN | pygame.WINDOWMINIMIZED:
                self._app.is_minimized = event.type == pygame.WINDOWMINIMIZED
                sound.set_window_state(is_seen=event.type in (pygame.WINDOWSHOWN, pygame.WINDOWRESTORED))
