"""Names of actions, keys and controller buttons, and of the key or button that currently triggers an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from game.i18n import _, _p, say
from game.phrases import NP_
from game.settings.bindings import DELIVERED_KEYS, Action, Bindings, Device


@dataclass(slots=True)
class _BindingsInUse:
    """The bindings of keys or of controller buttons that texts refer to, and the ``kind`` of controller."""

    bindings: Bindings = DELIVERED_KEYS
    kind: str = "generic"


_in_use = _BindingsInUse()


def use_bindings(bindings: Bindings, kind: str = "") -> None:
    """Set the bindings whose keys or buttons texts name from now on; ``kind`` is the kind of controller for buttons."""
    _in_use.bindings, _in_use.kind = bindings, kind or _in_use.kind


def input_icon(action: Action) -> str | None:
    """Return the icon name of the button that triggers an action, or None if none does or the keyboard is in use."""
    is_controller = _in_use.bindings.device is Device.CONTROLLER
    return next((button_icon(word) for word in _in_use.bindings.inputs_of(action)), None) if is_controller else None


def _name(word: str) -> str:
    return button_name(word) if _in_use.bindings.device is Device.CONTROLLER else key_name(word)


def input_name(action: Action) -> str:
    """Return the name of the key or button that triggers an action, or "" if none does."""
    return next((_name(word) for word in _in_use.bindings.inputs_of(action)), "")


def key_line(*actions: Action) -> str:
    """Return a tooltip line that names the keys or the button of the actions: “Key: H”; "" if there are none."""
    keys = [_name(word) for action in actions for word in _in_use.bindings.inputs_of(action)]
    if _in_use.bindings.device is Device.CONTROLLER:
        return _("Button: {button}", button=keys[0]) if keys else ""
    if len(keys) > 1:
        return _("Key: {key}, or {other}", key=keys[0], other=keys[1])
    return _("Key: {key}", key=keys[0]) if keys else ""


class AnswerHint(NamedTuple):
    """A hint on how to answer a question: words, and the icon of a button if a controller is in use."""

    icon: str | None
    words: str


def answer_hints(*, yes: bool) -> list[AnswerHint]:
    """Return the hints below a question: how to answer it, how to look at the table first, how to get a hint.

    ``yes`` is true if one key means yes, false if the answer is selected with the arrow keys.
    """
    press, back, hint = (input_name(action) for action in (Action.PRESS, Action.ESCAPE, Action.HINT))
    if _in_use.bindings.device is Device.KEYBOARD and not yes:
        first = _("Arrow keys and {key}: answer", key=press)
    else:
        first = _("{key}: yes", key=press) if yes else _("{key}: answer", key=press)
    said = [
        (Action.PRESS, press, first),
        (Action.ESCAPE, back, _("{key}: look at the table", key=back)),
        (Action.HINT, hint, _("{key}: hint", key=hint)),
    ]
    return [AnswerHint(input_icon(action), words) for action, key, words in said if key]


def key_name(word: str) -> str:
    """Return a key's name in the current language; ``word`` is its id in the bindings, such as ``ctrl+page_up``."""
    *held, key = word.split("+") if not word.endswith("+") else (*word[:-1].split("+")[:-1], "+")
    own = key if len(key.upper()) > 1 and len(key) == 1 else key.upper()  # the key has no capital letter on it
    return "+".join([*map(_named, held), _named(key) or _keypad(key) or own])


def _named(key: str) -> str:
    return say(_NAMED[key]) if key in _NAMED else ""


def _keypad(key: str) -> str:
    signs = {"plus": "+", "minus": "−", "multiply": "×", "divide": "/", "point": "."}
    name = key.removeprefix("kp_")
    return _p("key", "Keypad {key}", key=signs.get(name, name)) if name != key else ""


_NAMED = {
    "ctrl": NP_("key", "Ctrl"),
    "alt": NP_("key", "Alt"),
    "shift": NP_("key", "Shift"),
    # Translators: what stands on the keys of the keyboard, or what they are called
    "enter": NP_("key", "Enter"),
    "kp_enter": NP_("key", "Keypad Enter"),
    "space": NP_("key", "Space"),
    "escape": NP_("key", "Esc"),
    "tab": NP_("key", "Tab"),
    "backspace": NP_("key", "Backspace"),
    "delete": NP_("key", "Del"),
    "insert": NP_("key", "Ins"),
    "home": NP_("key", "Home"),
    "end": NP_("key", "End"),
    "page_up": NP_("key", "Page up"),
    "page_down": NP_("key", "Page down"),
    "left": NP_("key", "Left arrow"),
    "right": NP_("key", "Right arrow"),
    "up": NP_("key", "Up arrow"),
    "down": NP_("key", "Down arrow"),
    "pause": NP_("key", "Pause"),
    "print": NP_("key", "PrtSc"),
    "context": NP_("key", "Menu key"),
}


_ICONS = {
    "select": "pad_select",
    "start": "pad_start",
    "stick_l": "pad_stick",
    "stick_r": "pad_stick",
    **dict.fromkeys(("stick_r_up", "stick_r_down", "stick_r_left", "stick_r_right"), "pad_stick"),
    **dict.fromkeys(("up", "down", "left", "right"), "pad_dpad"),
}


def button_icon(word: str) -> str:
    """Return the icon name of a controller button; the icon shows its position, the same on all controllers."""
    return _ICONS.get(word, f"pad_{word}")


def button_name(word: str) -> str:
    """Return the name that a button has on the kind of controller used last."""
    return _of_kind().get(word) or say(_PLACES[word])


def _of_kind() -> dict[str, str]:
    """Return the button names that are special to the kind of controller in use."""
    if _in_use.kind == "xbox":
        return {"south": "A", "east": "B", "west": "X", "north": "Y", "shoulder_l": "LB", "shoulder_r": "RB",
                "trigger_l": "LT", "trigger_r": "RT", "stick_l": "LS", "stick_r": "RS"}  # fmt: skip
    if _in_use.kind == "nintendo":
        return {"south": "B", "east": "A", "west": "Y", "north": "X", "shoulder_l": "L", "shoulder_r": "R",
                "trigger_l": "ZL", "trigger_r": "ZR", "select": "−", "start": "+"}  # fmt: skip
    if _in_use.kind == "playstation":
        return {"south": _p("button", "Cross"), "east": _p("button", "Circle"), "west": _p("button", "Square"),
                "north": _p("button", "Triangle"), "shoulder_l": "L1", "shoulder_r": "R1", "trigger_l": "L2",
                "trigger_r": "R2", "stick_l": "L3", "stick_r": "R3"}  # fmt: skip
    return {}


_PLACES = {
    # Translators: buttons of a game controller by their place
    "south": NP_("button", "bottom"),
    "east": NP_("button", "right"),
    "west": NP_("button", "left"),
    "north": NP_("button", "top"),
    "select": NP_("button", "Select"),
    "start": NP_("button", "Start"),
    "stick_l": NP_("button", "L stick"),
    "stick_r": NP_("button", "R stick"),
    "shoulder_l": NP_("button", "left bumper"),
    "shoulder_r": NP_("button", "right bumper"),
    "trigger_l": NP_("button", "left trigger"),
    "trigger_r": NP_("button", "right trigger"),
    "up": NP_("button", "D-pad up"),
    "down": NP_("button", "D-pad down"),
    "left": NP_("button", "D-pad left"),
    "right": NP_("button", "D-pad right"),
    "stick_r_up": NP_("button", "R stick up"),
    "stick_r_down": NP_("button", "R stick down"),
    "stick_r_left": NP_("button", "R stick left"),
    "stick_r_right": NP_("button", "R stick right"),
}


def action_name(action: Action) -> str:
    """Return an action's name as the key table shows it."""
    return say(action.phrase)
