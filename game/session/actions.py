"""What a player can do by a key or a button of a controller: ``ACTIONS`` is the table of it, one row an action.

An input is a word: of a key what stands on it (``h``, ``f1``, ``delete``), with ``ctrl+``, ``alt+`` and ``shift+``
before it in this order; of a controller the place of the button (``south``, ``shoulder_l``). Which key of which
keyboard that is, the interface knows (``game.ui.keys``); what both are called, ``game.words.keys``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Action(StrEnum):
    """Something that can be asked for without pointing at it; the value is its name in the settings file."""

    PRESS = "press"
    ESCAPE = "escape"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    NEXT = "next"
    BACK = "back"
    DISCARD = "discard"
    MOVE_LEFT = "move_left"
    MOVE_RIGHT = "move_right"
    HINT = "hint"
    DISPLAYS = "displays"
    LOOK_THROUGH = "look_through"
    LOG = "log"
    TAKE_BACK = "take_back"
    MAKE_AGAIN = "make_again"
    SKIP = "skip"
    DELEGATE = "delegate"
    MENU = "menu"
    RULES = "rules"
    KEYS = "keys"
    LANGUAGE = "language"
    SPEED = "speed"
    SOUND = "sound"
    MUSIC = "music"
    SPEECH = "speech"
    FULLSCREEN = "fullscreen"
    RENAME = "rename"
    DELETE = "delete"
    PLAY = "play"
    TURN_BACK = "turn_back"
    TURN_ON = "turn_on"
    SIDE_BACK = "side_back"
    SIDE_ON = "side_on"
    ROUND_BACK = "round_back"
    ROUND_ON = "round_on"
    TO_DEAL = "to_deal"
    TO_LAST = "to_last"
    OPEN_ALL = "open_all"


class Where(StrEnum):
    """On which screens an action is one: the same input may mean different things only on different screens."""

    FOCUS = "focus"
    TABLE = "table"
    EVERYWHERE = "everywhere"
    LIST = "list"
    REPLAY = "replay"

    def meets(self, other: Where) -> bool:
        """Whether both can be meant on one screen."""
        apart = (Where.TABLE, Where.LIST, Where.REPLAY)
        return self is other or self not in apart or other not in apart


class Device(StrEnum):
    """What is pressed."""

    KEYBOARD = "keyboard"
    CONTROLLER = "controller"


@dataclass(frozen=True, slots=True)
class Inputs:
    """What asks for an action on one device.

    ``own`` is what the player may put in its place ("" is nothing), ``more`` does the same as long as no other action
    is given it, and what is ``fixed`` always does: so nobody locks himself out.
    """

    own: str = ""
    more: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action, where it is one, and what asks for it as delivered."""

    action: Action
    where: Where
    keys: Inputs
    buttons: Inputs = field(default_factory=Inputs)

    def inputs(self, device: Device) -> Inputs:
        """What asks for it on that device."""
        return self.keys if device is Device.KEYBOARD else self.buttons


def _row(action: Action, where: Where, own: str, *more: str, button: str = "") -> ActionRow:
    return ActionRow(action, where, Inputs(own, more), Inputs(button))


def _focus(action: Action, *fixed: str, button: str = "", pad: str = "") -> ActionRow:
    return ActionRow(action, Where.FOCUS, Inputs(fixed=fixed), Inputs(button, fixed=(pad,) if pad else ()))


def _replay(action: Action, own: str, *more: str, button: str = "", pad: str = "") -> ActionRow:
    return ActionRow(action, Where.REPLAY, Inputs(own, more), Inputs(button, more=(pad,) if pad else ()))


ACTIONS: Final = (
    _focus(Action.PRESS, "enter", "kp_enter", "space", button="south"),
    _focus(Action.ESCAPE, "escape", button="east"),
    _focus(Action.LEFT, "left", pad="left"),
    _focus(Action.RIGHT, "right", pad="right"),
    _focus(Action.UP, "up", pad="up"),
    _focus(Action.DOWN, "down", pad="down"),
    _focus(Action.NEXT, "tab", button="shoulder_r"),
    _focus(Action.BACK, "shift+tab", button="shoulder_l"),
    _row(Action.DISCARD, Where.TABLE, "d", "delete", "backspace", button="north"),
    _row(Action.MOVE_LEFT, Where.TABLE, "shift+left"),
    _row(Action.MOVE_RIGHT, Where.TABLE, "shift+right"),
    _row(Action.HINT, Where.TABLE, "h", button="west"),
    _row(Action.DISPLAYS, Where.TABLE, "t", button="trigger_l"),
    _row(Action.LOOK_THROUGH, Where.TABLE, "v", button="stick_l"),
    _row(Action.LOG, Where.TABLE, "b", button="trigger_r"),
    _row(Action.SKIP, Where.TABLE, "e", button="stick_r"),
    _row(Action.DELEGATE, Where.TABLE, "g", button="stick_r_down"),
    _row(Action.MENU, Where.TABLE, "f10", button="start"),
    _row(Action.TAKE_BACK, Where.EVERYWHERE, "u", "ctrl+z"),
    _row(Action.MAKE_AGAIN, Where.EVERYWHERE, "shift+u", "ctrl+y", "ctrl+shift+z"),
    _row(Action.RULES, Where.EVERYWHERE, "f1", button="select"),
    _row(Action.KEYS, Where.EVERYWHERE, "f3", "?"),
    _row(Action.LANGUAGE, Where.EVERYWHERE, "f2"),
    _row(Action.SPEED, Where.EVERYWHERE, "f4"),
    _row(Action.SOUND, Where.EVERYWHERE, "m"),
    _row(Action.MUSIC, Where.EVERYWHERE, "f9"),
    ActionRow(Action.SPEECH, Where.EVERYWHERE, Inputs(fixed=("f8",))),
    _row(Action.FULLSCREEN, Where.EVERYWHERE, "f11"),
    _row(Action.RENAME, Where.LIST, "n"),
    _row(Action.DELETE, Where.LIST, "delete"),
    _replay(Action.PLAY, "", "space", button="north"),
    _replay(Action.TURN_BACK, "", "left", pad="left"),
    _replay(Action.TURN_ON, "", "right", pad="right"),
    _replay(Action.SIDE_BACK, "", "up", pad="up"),
    _replay(Action.SIDE_ON, "", "down", pad="down"),
    _replay(Action.ROUND_BACK, "page_up", button="trigger_l"),
    _replay(Action.ROUND_ON, "page_down", button="trigger_r"),
    _replay(Action.TO_DEAL, "home", button="stick_l"),
    _replay(Action.TO_LAST, "end", button="stick_r"),
    _replay(Action.OPEN_ALL, "0", "kp_0", button="west"),
)
"""All actions, in the order in which the key map shows them."""

KEY_NAMES: Final = (
    *(f"f{number}" for number in range(1, 25)),
    *("enter", "space", "escape", "tab", "backspace", "delete", "insert", "home", "end", "page_up", "page_down"),
    *("left", "right", "up", "down", "pause", "print", "context"),
    *(f"kp_{name}" for name in (*"0123456789", "enter", "plus", "minus", "multiply", "divide", "point")),
)
"""The keys that are called by a name; all others by the one letter on them."""
BUTTON_NAMES: Final = (
    *("south", "east", "west", "north", "select", "start", "stick_l", "stick_r", "shoulder_l", "shoulder_r"),
    *("trigger_l", "trigger_r", "up", "down", "left", "right"),
    *("stick_r_up", "stick_r_down", "stick_r_left", "stick_r_right"),
)
"""The buttons of a controller by their place, which is the same on each kind; its right stick counts as four."""
_CHORD: Final = re.compile(r"(ctrl\+)?(alt\+)?(shift\+)?(.|[a-z0-9_]{2,})")
_DIGITS: Final = tuple("123456789")  # choose a card of the hand


def is_input(word: str, device: Device) -> bool:
    """Whether there may be such a key or button; "" is none."""
    if device is Device.CONTROLLER:
        return word in ("", *BUTTON_NAMES)
    match = _CHORD.fullmatch(word)
    if match is None:
        return not word
    key = match[4]
    return key in KEY_NAMES if len(key) > 1 else key.isprintable() and not key.isspace() and key == key.lower()


def is_free(word: str, device: Device) -> bool:
    """Whether an input may be given to an action: what is fixed, and the digits, always do what they do."""
    digits = _DIGITS if device is Device.KEYBOARD else ()
    return word not in digits and all(word not in row.inputs(device).fixed for row in ACTIONS)


@dataclass(frozen=True, slots=True)
class Bindings:
    """What asks for which action on a device: ``changed`` is what the player has put in the place of the delivered."""

    device: Device = Device.KEYBOARD
    changed: tuple[tuple[Action, str], ...] = ()

    @classmethod
    def of(cls, device: Device, changed: Mapping[Action, str]) -> Bindings:
        """Those with these inputs instead of the delivered ones."""
        delivered = {row.action: row.inputs(device).own for row in ACTIONS}
        kept = [(a, changed[a]) for a in delivered if a in changed and changed[a] != delivered[a]]
        return cls(device, tuple(kept))

    def own(self, action: Action) -> str:
        """The input that the player may change; "" if there is none."""
        return dict(self.changed).get(action, _ROWS[action].inputs(self.device).own)

    def all_of(self, action: Action) -> Iterator[str]:
        """Everything that asks for it, its own input first."""
        row = _ROWS[action]
        inputs, own = row.inputs(self.device), self.own(action)
        if own:
            yield own
        yield from inputs.fixed
        yield from (word for word in inputs.more if word != own and not self._is_owned(word, row))

    def _is_owned(self, word: str, by_another: ActionRow) -> bool:
        """Whether another action that can be meant on the same screen was given that input."""
        others = (row for row in ACTIONS if row is not by_another and row.where.meets(by_another.where))
        return any(self.own(row.action) == word for row in others)

    def actions(self, word: str) -> tuple[Action, ...]:
        """What an input asks for: at most one thing on any screen, unless there are conflicts."""
        return tuple(row.action for row in ACTIONS if word in self.all_of(row.action))

    def conflicts(self) -> frozenset[Action]:
        """The actions whose own input is another one's too, as a settings file edited by hand may have it."""
        return frozenset(row.action for row in ACTIONS if (own := self.own(row.action)) and self._is_owned(own, row))

    def holder(self, action: Action, word: str) -> Action | None:
        """The other action whose own input that is, on a screen where both could be meant."""
        row = _ROWS[action]
        others = (other for other in ACTIONS if other is not row and other.where.meets(row.where))
        return next((other.action for other in others if self.own(other.action) == word), None)

    def with_input(self, action: Action, word: str) -> Bindings:
        """Those with that input given to the action.

        Whoever had it has none then; of a controller, which has few buttons, it gets the one that was given up.
        """
        loser = self.holder(action, word) if word else None
        changed = dict(self.changed) | {action: word}
        if loser is not None:
            changed[loser] = self.own(action) if self.device is Device.CONTROLLER else ""
        return Bindings.of(self.device, changed)


_ROWS: Final = {row.action: row for row in ACTIONS}

DELIVERED_KEYS: Final = Bindings(Device.KEYBOARD)
DELIVERED_BUTTONS: Final = Bindings(Device.CONTROLLER)
