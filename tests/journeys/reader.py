"""A player who has nothing but the system's accessibility bus: run by the system's Python, which has pyatspi.

Commands come as lines of JSON and are answered by one each: what is on the screen, what was said, a press.
"""

import json
import sys
import time

import pyatspi
from gi.repository import Gio, GLib

PATIENCE_S = 20
said = []


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


def below(one, depth=0):
    """All that is in it, in reading order, each with how deep."""
    for part in one:
        if part is not None:
            yield part, depth
            yield from below(part, depth + 1)


def told(part, depth):
    """A part as a reader knows it."""
    states = [pyatspi.stateToString(state) for state in part.getState().getStates()]
    return {"role": part.getRoleName(), "name": part.name, "states": states, "depth": depth}


def screen():
    """All that can be read now; a part that has gone meanwhile is left out."""
    found, root = [], window()
    for part, depth in below(root) if root is not None else ():
        try:
            found.append((part, told(part, depth)))
        except Exception:
            continue
    return found


def look():
    while True:
        try:
            return [known for _part, known in screen()]
        except Exception:
            listen(0.05)


def press(name, role, nth):
    """Press the nth thing of that name, once it is there; what it was called, None if it is not."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        try:
            fits = [
                (part, known)
                for part, known in screen()
                if known["name"].startswith(name) and role in (None, known["role"]) and "enabled" in known["states"]
            ]
            if len(fits) > nth:
                fits[nth][0].queryAction().doAction(0)
                return fits[nth][1]["name"]
        except Exception:
            pass
        listen(0.05)
    return None


def main():
    switch_on()
    pyatspi.Registry.registerEventListener(hear, "object:announcement")
    listen(0.1)
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        command, *about = json.loads(line)
        if command == "press":
            answer = press(*about)
        else:
            listen(about[0])
            answer = {"screen": look(), "said": list(said)}
            said.clear()
        print(json.dumps(answer), flush=True)


main()
