"""A player who has nothing but the system's accessibility bus: run by the system's Python, which has pyatspi.

Commands come as lines of JSON and are answered by one each: what is on the screen, what was said, a press.
"""

import json
import sys
import time

import pyatspi
from gi.repository import Gio, GLib

PATIENCE_S = 20
said: list[str] = []


def switch_on():
    """Tell everybody on this bus that a screen reader runs."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        value = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", True)))
        properties = "org.freedesktop.DBus.Properties"
        bus.call_sync("org.a11y.Bus", "/org/a11y/bus", properties, "Set", value, None, 0, -1, None)


def hear(event):
    said.append(str(event.any_data))


def listen(seconds):
    """Let events come for so long."""
    context, end_s = GLib.MainContext.default(), time.monotonic() + seconds
    while time.monotonic() < end_s:
        while context.pending():
            context.iteration(False)
        time.sleep(0.01)


def window():
    """The game's window, as soon as there is one."""
    applications = [one for one in pyatspi.Registry.getDesktop(0) if one is not None]
    return next((one[0] for one in applications if one.childCount), None)


def below(one):
    """All that is in it, in reading order."""
    for part in one:
        if part is not None:
            yield part
            yield from below(part)


def told(part):
    """A part as a reader knows it."""
    states = [pyatspi.stateToString(state) for state in part.getState().getStates()]
    written = part.queryText() if "editable" in states else None
    field = [written.getText(0, -1), written.caretOffset] if written is not None else None
    return {"role": part.getRoleName(), "name": part.name, "states": states, "field": field}


def screen():
    """All that can be read now."""
    while True:
        try:
            root = window()
            return [(part, told(part)) for part in below(root)] if root is not None else []
        except Exception:  # the bus knows many kinds; something has gone while it was read
            listen(0.05)


def press(name, role):
    """Press the first thing whose name begins so, once it is there; whether it came."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        for part, known in screen():
            if known["role"] == role and known["name"].startswith(name) and "enabled" in known["states"]:
                part.queryAction().doAction(0)
                return True
        listen(0.05)
    return False


def set_caret(at):
    """Put the caret of the first field there; whether it was."""
    field = next(part for part, known in screen() if known["field"] is not None)
    return field.queryText().setCaretOffset(at)


def main():
    switch_on()
    pyatspi.Registry.registerEventListener(hear, "object:announcement")
    listen(0.1)
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        command, *about = json.loads(line)
        if command == "press":
            answer = press(*about)
        elif command == "caret":
            answer = set_caret(*about)
        else:
            listen(about[0])
            answer = {"screen": [known for _part, known in screen()], "said": list(said)}
            said.clear()
        print(json.dumps(answer), flush=True)


main()
