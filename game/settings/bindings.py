"""The actions that can have a key or a controller button: ``Action`` is the table, one row per action.

An input is a word: for a key its label (``h``, ``f1``, ``delete``), preceded by ``ctrl+``, ``alt+`` and ``shift+`` in
this order; for a controller the position of the button (``south``, ``shoulder_l``). ``game.ui.keys`` maps them to
pygame's keys, ``game.words.keys`` names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from game.phrases import NP_, NamedChoice, Phrase


class KeyContext(NamedChoice):
    """The kind of screens on which an action is available; on others the same input may have another action."""

    # Translators: pages of the key table
    FOCUS = "focus", NP_("keys", "Navigation")
    TABLE = "table", NP_("keys", "At the table")
    EVERYWHERE = "everywhere", NP_("keys", "Everywhere")
    LIST = "list", NP_("keys", "In lists")
    CALENDAR = "calendar", NP_("keys", "Calendar and tour")
    REPLAY = "replay", NP_("keys", "Replay")

    def overlaps(self, other: KeyContext) -> bool:
        """Return whether there are screens on which the actions of both contexts are available."""
        apart = (KeyContext.TABLE, KeyContext.LIST, KeyContext.CALENDAR, KeyContext.REPLAY)
        return self is other or self not in apart or other not in apart


class Device(StrEnum):
    """An input device with keys or buttons."""

    KEYBOARD = "keyboard"
    CONTROLLER = "controller"


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of an action on one device.

    The player can change ``own`` (an empty text is none). Those in ``more`` also work as long as no other action has
    them. Those in ``fixed`` always work, so that players cannot lock themselves out.
    """

    own: str = ""
    more: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()


_NO_INPUTS = Inputs()


_Row = tuple[KeyContext, Inputs, Inputs, bool]


def _row(where: KeyContext, own: str, *more: str, button: str = "", repeats: bool = False) -> _Row:
    return where, Inputs(own, more), Inputs(button), repeats


def _focus(*fixed: str, button: str = "", pad: str = "", repeats: bool = False) -> _Row:
    return KeyContext.FOCUS, Inputs(fixed=fixed), Inputs(button, fixed=(pad,) if pad else ()), repeats


def _replay(own: str, *more: str, button: str = "", pad: str = "", repeats: bool = False) -> _Row:
    return KeyContext.REPLAY, Inputs(own, more), Inputs(button, more=(pad,) if pad else ()), repeats


class Action(StrEnum):
    """What a key or button can do without pointing, in the order of the key table.

    The value is the action's name in the settings file, ``phrase`` its name in the key table. ``keys`` and ``buttons``
    are the default inputs. An action that ``repeats`` is a step, repeated while the key is held; actions that decide
    anything are done once.
    """

    phrase: Phrase
    where: KeyContext
    keys: Inputs
    buttons: Inputs
    repeats: bool

    def __new__(
        cls,
        value: str,
        phrase: Phrase,
        where: KeyContext,
        keys: Inputs,
        buttons: Inputs = _NO_INPUTS,
        repeats: bool = False,
    ) -> Action:
        action = str.__new__(cls, value)
        action._value_ = value
        action.phrase, action.where, action.keys, action.buttons = phrase, where, keys, buttons
        action.repeats = repeats
        return action

    # Translators: what a key does, as a row of the key table
    PRESS = "press", NP_("action", "Press, play the chosen card"), *_focus("enter", "kp_enter", "space", button="south")
    ESCAPE = "escape", NP_("action", "Back, or the menu"), *_focus("escape", button="east")
    LEFT = "left", NP_("action", "Left, the previous card"), *_focus("left", pad="left", repeats=True)
    RIGHT = "right", NP_("action", "Right, the next card"), *_focus("right", pad="right", repeats=True)
    UP = "up", NP_("action", "Up, from the hand to the table"), *_focus("up", pad="up", repeats=True)
    DOWN = "down", NP_("action", "Down"), *_focus("down", pad="down", repeats=True)
    NEXT = "next", NP_("action", "Next control or target"), *_focus("tab", button="shoulder_r", repeats=True)
    BACK = "back", NP_("action", "Previous control or target"), *_focus("shift+tab", button="shoulder_l", repeats=True)
    TAB_ON = "tab_on", NP_("action", "Next tab"), *_focus("ctrl+tab")
    TAB_BACK = "tab_back", NP_("action", "Previous tab"), *_focus("ctrl+shift+tab")
    DISCARD = (
        "discard",
        NP_("action", "Discard the chosen card"),
        *_row(KeyContext.TABLE, "d", "delete", "backspace", button="north"),
    )
    MOVE_LEFT = (
        "move_left",
        NP_("action", "Move the card to the left"),
        *_row(KeyContext.TABLE, "shift+left", repeats=True),
    )
    MOVE_RIGHT = (
        "move_right",
        NP_("action", "Move the card to the right"),
        *_row(KeyContext.TABLE, "shift+right", repeats=True),
    )
    HINT = "hint", NP_("action", "Hint"), *_row(KeyContext.TABLE, "h", button="west")
    DISPLAYS = (
        "displays",
        NP_("action", "Look at the cards on the table"),
        *_row(KeyContext.TABLE, "t", button="trigger_l"),
    )
    LOOK_THROUGH = (
        "look_through",
        NP_("action", "Look through the discard pile"),
        *_row(KeyContext.TABLE, "v", button="stick_l"),
    )
    LOG = "log", NP_("action", "Go to the log"), *_row(KeyContext.TABLE, "b", button="trigger_r")
    SKIP = "skip", NP_("action", "Skip to your next turn"), *_row(KeyContext.TABLE, "e", button="stick_r")
    DELEGATE = (
        "delegate",
        NP_("action", "Let a bot drive, or take over"),
        *_row(KeyContext.TABLE, "g", button="stick_r_down"),
    )
    MENU = "menu", NP_("action", "Menu"), *_row(KeyContext.TABLE, "f10", button="start")
    TAKE_BACK = "take_back", NP_("action", "Take back"), *_row(KeyContext.EVERYWHERE, "u", "ctrl+z")
    REDO = "make_again", NP_("action", "Redo"), *_row(KeyContext.EVERYWHERE, "shift+u", "ctrl+y", "ctrl+shift+z")
    RULES = "rules", NP_("action", "Rules"), *_row(KeyContext.EVERYWHERE, "f1", button="select")
    KEYS = "keys", NP_("action", "Keys"), *_row(KeyContext.EVERYWHERE, "f3", "?")
    LANGUAGE = "language", NP_("action", "Next language"), *_row(KeyContext.EVERYWHERE, "f2")
    SPEED = "speed", NP_("action", "Card speed"), *_row(KeyContext.EVERYWHERE, "f4")
    SOUND = "sound", NP_("action", "Sound on or off"), *_row(KeyContext.EVERYWHERE, "m")
    MUSIC = "music", NP_("action", "Music on or off"), *_row(KeyContext.EVERYWHERE, "f9")
    SPEECH = "speech", NP_("action", "Speech on or off"), KeyContext.EVERYWHERE, Inputs(fixed=("f8",))
    FULLSCREEN = (
        "fullscreen",
        NP_("action", "Full screen"),
        *_row(KeyContext.EVERYWHERE, "f11", "alt+enter", "alt+kp_enter"),
    )
    RENAME = "rename", NP_("action", "Name the chosen race"), *_row(KeyContext.LIST, "n")
    DELETE = "delete", NP_("action", "Delete the chosen race"), *_row(KeyContext.LIST, "delete")
    MONTH_BACK = (
        "month_back",
        NP_("action", "Previous month or region"),
        *_row(KeyContext.CALENDAR, "page_up", repeats=True),
    )
    MONTH_ON = "month_on", NP_("action", "Next month or region"), *_row(KeyContext.CALENDAR, "page_down", repeats=True)
    TODAY = "today", NP_("action", "Today’s race"), *_row(KeyContext.CALENDAR, "home")
    BY_CODE = "by_code", NP_("action", "Enter a code"), *_row(KeyContext.CALENDAR, "n")
    PLAY = "play", NP_("action", "Play or pause"), *_replay("", "space", button="north")
    TURN_BACK = "turn_back", NP_("action", "Previous turn"), *_replay("", "left", pad="left", repeats=True)
    TURN_ON = "turn_on", NP_("action", "Next turn"), *_replay("", "right", pad="right", repeats=True)
    SIDE_BACK = "side_back", NP_("action", "The same car’s previous turn"), *_replay("", "up", pad="up", repeats=True)
    SIDE_ON = "side_on", NP_("action", "The same car’s next turn"), *_replay("", "down", pad="down", repeats=True)
    ROUND_BACK = "round_back", NP_("action", "Previous round"), *_replay("page_up", button="trigger_l", repeats=True)
    ROUND_ON = "round_on", NP_("action", "Next round"), *_replay("page_down", button="trigger_r", repeats=True)
    TO_DEAL = "to_deal", NP_("action", "To the start"), *_replay("home", button="stick_l")
    TO_LAST = "to_last", NP_("action", "To the last turn"), *_replay("end", button="stick_r")
    NEXT_PIN = "next_pin", NP_("action", "Next pin"), *_replay("p")
    PIN_BACK = "pin_back", NP_("action", "Previous pin"), *_replay("shift+p")
    OPEN_ALL = "open_all", NP_("action", "Show all hands"), *_replay("0", "kp_0", button="west")

    def inputs(self, device: Device) -> Inputs:
        return self.keys if device is Device.KEYBOARD else self.buttons


KEY_NAMES = (
    *(f"f{number}" for number in range(1, 25)),
    *("enter", "space", "escape", "tab", "backspace", "delete", "insert", "home", "end", "page_up", "page_down"),
    *("left", "right", "up", "down", "pause", "print", "context"),
    *(f"kp_{name}" for name in (*"0123456789", "enter", "plus", "minus", "multiply", "divide", "point")),
)
"""The keys that have a name; every other key is written as the one character on it."""
BUTTON_NAMES = (
    *("south", "east", "west", "north", "select", "start", "stick_l", "stick_r", "shoulder_l", "shoulder_r"),
    *("trigger_l", "trigger_r", "up", "down", "left", "right"),
    *("stick_r_up", "stick_r_down", "stick_r_left", "stick_r_right"),
)
"""The controller buttons by position, the same on every model; the right stick counts as four buttons."""
_CHORD = re.compile(r"(ctrl\+)?(alt\+)?(shift\+)?(.|[a-z0-9_]{2,})")
_DIGITS = tuple("123456789")  # reserved: they choose a card of the hand


def is_input(word: str, device: Device) -> bool:
    """Return whether the word names a key or button of the device; an empty word, for no input, is accepted too."""
    if device is Device.CONTROLLER:
        return word in ("", *BUTTON_NAMES)
    match = _CHORD.fullmatch(word)
    if match is None:
        return not word
    key = match[4]
    return key in KEY_NAMES if len(key) > 1 else key.isprintable() and not key.isspace() and key == key.lower()


def is_assignable(word: str, device: Device) -> bool:
    """Return whether the player may assign that key or button to an action: no fixed one and no digit from 1 to 9."""
    digits = _DIGITS if device is Device.KEYBOARD else ()
    return word not in digits and all(word not in action.inputs(device).fixed for action in Action)


@dataclass(frozen=True, slots=True)
class Bindings:
    """The inputs of all actions on a device: ``changed`` holds the player's changes to the defaults."""

    device: Device = Device.KEYBOARD
    changed: tuple[tuple[Action, str], ...] = ()

    @classmethod
    def of(cls, device: Device, changed: Mapping[Action, str]) -> Bindings:
        """Return bindings with these changes; changes that equal the default are left out."""
        delivered = {action: action.inputs(device).own for action in Action}
        kept = [(a, changed[a]) for a in delivered if a in changed and changed[a] != delivered[a]]
        return cls(device, tuple(kept))

    def own(self, action: Action) -> str:
        """Return the input of an action that the player may change, or an empty text if there is none."""
        return dict(self.changed).get(action, action.inputs(self.device).own)

    def inputs_of(self, action: Action) -> Iterator[str]:
        """Yield all inputs that trigger an action, the one that the player may change first."""
        inputs, own = action.inputs(self.device), self.own(action)
        if own:
            yield own
        yield from inputs.fixed
        yield from (word for word in inputs.more if word != own and self.conflicting_action(action, word) is None)

    def actions(self, word: str) -> tuple[Action, ...]:
        """Return the actions that an input triggers: at most one per screen, unless there are conflicts."""
        return tuple(action for action in Action if word in self.inputs_of(action))

    def conflicts(self) -> frozenset[Action]:
        """Return the actions that share their input with another one, as a hand-edited settings file may say."""
        return frozenset(a for a in Action if (own := self.own(a)) and self.conflicting_action(a, own) is not None)

    def conflicting_action(self, action: Action, word: str) -> Action | None:
        """Return another action on the same screens whose changeable input is ``word``, or None."""
        others = (other for other in Action if other is not action and other.where.overlaps(action.where))
        return next((other for other in others if self.own(other) == word), None)

    def with_input(self, action: Action, word: str) -> Bindings:
        """Return bindings in which ``word`` triggers the action.

        Another action that had this input loses it; on a controller, with its few buttons, it gets the old input of
        ``action``.
        """
        loser = self.conflicting_action(action, word) if word else None
        changed = dict(self.changed) | {action: word}
        if loser is not None:
            changed[loser] = self.own(action) if self.device is Device.CONTROLLER else ""
        return Bindings.of(self.device, changed)


DELIVERED_KEYS = Bindings(Device.KEYBOARD)
DELIVERED_BUTTONS = Bindings(Device.CONTROLLER)
