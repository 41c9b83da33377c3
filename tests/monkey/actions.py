"""All that a monkey can do, each a function of the episode and of values that JSON can hold.

A place is ``[id, x, y]``: so far across and down a control, or the window if the id is null; where there is no such
control nothing is done, so that a sequence with something left out still makes sense.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from random import Random
from typing import Any

import pygame

from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.features.play.scene import TableScene
from game.match.session import Session
from game.settings.settings import AnimationSpeed, BotPace, ColorTheme, Machine, Person
from tests.features.play.test_whole_leg import take_a_turn
from tests.monkey import checks
from tests.monkey.episode import Action, Episode, has_room
from tests.scenes.test_resizing import outlived
from tests.situations import situations

Place = list[Any]
ACTIONS: dict[str, Callable[..., None]] = {}
LEFT, RIGHT = 1, 3
CHOICES = {"speed": AnimationSpeed, "pace": BotPace, "theme": ColorTheme}
WHEEL_UP, WHEEL_DOWN = 4, 5


def do(run: Episode, action: Action) -> None:
    """Do it, and start the program again if that was its end."""
    name, *values = action
    run.actions.append(action)
    before = run.events
    ACTIONS[name](run, *values)
    run.events = max(run.events, before + 1)
    if not run.app.is_running:
        run.again()


def action(function: Callable[..., None]) -> Callable[..., None]:
    """Make a function something that a monkey does."""
    ACTIONS[function.__name__] = function
    return function


def point(run: Episode, place: Place) -> tuple[int, int] | None:
    """Where that is in the window; None if there is no such control."""
    id, x, y = place
    if id is None:
        w, h = run.app.window.size
        return round(x * w), round(y * h)
    rect = next((node.rect for node in run.app.nodes() if node.id == id), None)
    return None if rect is None else (rect[0] + round(x * rect[2]), rect[1] + round(y * rect[3]))


# -- mouse and touch ---------------------------------------------------------------------------------------------------


@action
def move(run: Episode, place: Place) -> None:
    """Move the mouse there."""
    if reach(run, place) and not run.is_bursting:
        run.driver.pump()


def reach(run: Episode, place: Place) -> bool:
    """Move the mouse there in the frame in which something else follows; False if there is no such control."""
    pos = point(run, place)
    if pos is None:
        return False
    rel = pos[0] - run.pointer[0], pos[1] - run.pointer[1]
    run.pointer = pos
    run.add(pygame.MOUSEMOTION, pos=pos, rel=rel, buttons=(0, 0, 0), touch=False)
    return True


@action
def down(run: Episode, place: Place, button: int) -> None:
    """Press a button of the mouse there, and hold it."""
    reach(run, place)
    run.post(pygame.MOUSEBUTTONDOWN, pos=run.pointer, button=button, touch=False)


@action
def up(run: Episode, place: Place, button: int) -> None:
    """Let a button of the mouse go there, pressed or not."""
    reach(run, place)
    run.post(pygame.MOUSEBUTTONUP, pos=run.pointer, button=button, touch=False)


@action
def click(run: Episode, place: Place, button: int, times: int) -> None:
    """Press and let go, once or more in quick succession."""
    if reach(run, place):
        for _ in range(times):
            run.post(pygame.MOUSEBUTTONDOWN, pos=run.pointer, button=button, touch=False)
            run.post(pygame.MOUSEBUTTONUP, pos=run.pointer, button=button, touch=False)


@action
def drag(run: Episode, start: Place, end: Place, steps: int) -> None:
    """Press on one place, move to the other in small steps, let go."""
    if (a := point(run, start)) is None:
        return
    down(run, start, LEFT)
    b = point(run, end) or run.pointer
    for step in range(1, steps + 1):
        pos = (a[0] + (b[0] - a[0]) * step // steps, a[1] + (b[1] - a[1]) * step // steps)
        run.pointer = pos
        run.post(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0), touch=False)
    run.post(pygame.MOUSEBUTTONUP, pos=run.pointer, button=LEFT, touch=False)


@action
def touch(run: Episode, place: Place) -> None:
    """Touch the screen: a finger, and the mouse that the system makes of it."""
    if (pos := point(run, place)) is None:
        return
    w, h = run.app.window.size
    finger = {"touch_id": 1, "finger_id": 1, "x": pos[0] / w, "y": pos[1] / h, "dx": 0.0, "dy": 0.0, "pressure": 1.0}
    run.pointer = pos
    run.add(pygame.FINGERDOWN, **finger)
    run.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=LEFT, touch=True)
    run.add(pygame.FINGERMOTION, **finger)
    run.add(pygame.FINGERUP, **finger)
    run.post(pygame.MOUSEBUTTONUP, pos=pos, button=LEFT, touch=True)


@action
def wheel(run: Episode, turns: int) -> None:
    """Turn the wheel, which is told as a press too."""
    button = WHEEL_UP if turns > 0 else WHEEL_DOWN
    run.add(pygame.MOUSEBUTTONDOWN, pos=run.pointer, button=button, touch=False)
    run.add(pygame.MOUSEBUTTONUP, pos=run.pointer, button=button, touch=False)
    run.post(pygame.MOUSEWHEEL, x=0, y=turns, flipped=False, precise_x=0.0, precise_y=float(turns), touch=False)


# -- keyboard ----------------------------------------------------------------------------------------------------------


@action
def key(run: Episode, code: int, mod: int, repeats: int) -> None:
    """Hold a key for so many presses, then let it go."""
    said = chr(code) if 31 < code < 127 else ""
    for _ in range(repeats):
        if said:
            run.add(pygame.TEXTINPUT, text=said)
        run.post(pygame.KEYDOWN, key=code, mod=mod, unicode=said, scancode=0)
    run.add(pygame.KEYUP, key=code, mod=mod, unicode=said, scancode=0)


# -- window and system -------------------------------------------------------------------------------------------------


@action
def resize(run: Episode, w: int, h: int) -> None:
    """Give the window another size."""
    run.app.window.resize((w, h))
    run.driver.pump()


@action
def edge(run: Episode, steps: list[list[int]]) -> None:
    """Drag the window's edge: one size a frame."""
    for dw, dh in steps:
        w, h = run.app.window.size
        resize(run, max(1, w + dw), max(1, h + dh))


@action
def window(run: Episode, name: str) -> None:
    """Something happens to the window."""
    run.post(getattr(pygame, name))


@action
def drop(run: Episode, name: str) -> None:
    """Something is dropped on the window."""
    run.add(pygame.DROPBEGIN)
    values = (
        {"file": str(next((run.folder / "matches").glob("*.json"), run.folder / "none"))}
        if name == "DROPFILE"
        else {"text": "1 km_50"}
    )
    run.add(getattr(pygame, name), **values)
    run.post(pygame.DROPCOMPLETE)


@action
def again(run: Episode) -> None:
    """Close the window and start the program again, whatever is just going on."""
    run.post(pygame.WINDOWCLOSE)
    run.app.is_running = False


@action
def frames(run: Episode, count: int) -> None:
    """Let frames pass."""
    run.driver.pump(count)


@action
def jump(run: Episode, seconds: float) -> None:
    """Let the clock jump."""
    run.pass_time(seconds)


@action
def steps(run: Episode, seconds: list[float]) -> None:
    """Let frames come evenly or late."""
    for step in seconds:
        run.pass_time(step)


@action
def disk(run: Episode, count: int) -> None:
    """Let the disk do nothing for so many frames."""
    run.hold_writer(count)


@action
def worker(run: Episode, trouble: str) -> None:
    """Trouble the bots' worker."""
    run.trouble_worker(trouble)


@action
def together(run: Episode, actions: list[Action]) -> None:
    """Do several things before the next frame."""
    run.is_bursting = True
    try:
        for name, *values in actions:
            ACTIONS[name](run, *values)
    finally:
        run.is_bursting = False
    run.driver.pump()


# -- game --------------------------------------------------------------------------------------------------------------


@action
def language(run: Episode, code: str) -> None:
    """Switch the language."""
    run.app.set_language(code)


@action
def settings(run: Episode, values: dict[str, Any]) -> None:
    """Change settings, as their own screen would: while that is open, nothing else does."""
    if any(scene.name == "settings" for scene in run.app._stack):
        return
    known = {field.name for kind in (Machine, Person) for field in fields(kind)}
    told = {name: CHOICES[name](value) if name in CHOICES else value for name, value in values.items() if name in known}
    run.app.save_settings(run.app.settings.with_values(**told))


@action
def seat(run: Episode, rules: str, seats: int, seating: str, which: float) -> None:
    """Take a seat in a match that is about to become interesting."""
    found = situations(MatchSetup.from_booklet(rules, Seating(seating), seats))
    app = run.app
    saved = replace(found[min(int(which * len(found)), len(found) - 1)], id=app.files.new_id(), allows_take_backs=True)
    app.files.save_match(saved.id, saved.to_bytes())
    app.start_session(Session(saved, files=app.files, clock=app.clock))
    app.show_table()


@action
def turn(run: Episode, seed: int) -> None:
    """Make a sensible move, or answer what is asked, if it is the person's turn."""
    run.driver.pump()  # a notice may come first
    hurry(run, 40)
    app = run.app
    if app.scene.name in {"coup_fourre", "extension"} and app.is_settled:
        key(run, Random(seed).choice((pygame.K_RETURN, pygame.K_TAB, pygame.K_RIGHT)), 0, 1)
        key(run, pygame.K_RETURN, 0, 1)
    elif app.scene.name == "result" and app.is_settled:
        key(run, pygame.K_RETURN, 0, 1)
    elif type(app.scene) is TableScene and app.is_settled and app.scene.match.observation.legal:
        app.scene.hand.clear_selection()
        app.scene.stage.invalidate()
        take_a_turn(run.driver, Random(seed))


@action
def hurry(run: Episode, presses: int) -> None:
    """End what moves with a key that does nothing else."""
    for _ in range(presses):
        if run.app.is_settled:
            return
        run.skip()


@action
def watched(run: Episode, w: int, h: int) -> None:
    """Give the window another size, and see that nothing made for the old one is left."""
    if not run.app.window.is_fullscreen and has_room(run.app):
        left = outlived(run.driver, (w, h))
        if left:
            raise checks.FaultError(f"outlived in {run.app.scene.name}", f"{left}")


# -- looking -----------------------------------------------------------------------------------------------------------


@action
def look(run: Episode) -> None:
    """Put everything down and see whether all is well."""
    checks.look(run)


@action
def home(run: Episode) -> None:
    """Go to the title, whatever is on the screen."""
    checks.go_home(run)
