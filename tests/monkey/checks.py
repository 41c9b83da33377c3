"""What must hold whatever a monkey did: there is a way on, and the picture is the one that is drawn from nothing."""

from __future__ import annotations

import time
from itertools import count
from typing import TYPE_CHECKING
from unittest import mock

import pygame
from pygame import Surface

from game.features.play.hand_scene import PlayableTableScene
from game.features.play.prompts.prompt_scene import PromptScene
from game.features.play.scene import TableScene
from game.features.play.stage import TableStage
from game.files.limits import SMALLEST_WINDOW
from game.ui.drawing import text
from game.ui.scene import Scene
from tests.monkey.episode import has_room
from tests.window import middle

if TYPE_CHECKING:
    from tests.monkey.episode import Episode

READ_ONLY = {"text", "log", "group", "dialog", "table", "row", "columnheader", "rowheader"}
"""The roles of what can only be looked at."""
BACK = {
    "table": "menu",
    "lesson": "menu",
    "menu": "leave",
    "result": "to_title",
    "lesson_end": "to_title",
}
"""The control that leads back to the title; everywhere else Escape does."""
MOST_FRAMES = 4000
MOST_S = 30.0  # a list of matches is read in a thread, and a busy disk may take its time
THREADS_S = 0.005
MOST_REAL_FRAMES = 30_000  # a worker that was stopped is noticed after half a minute
MOST_STEPS = 20


class FaultError(AssertionError):
    """Something that must hold does not; ``kind`` says what, so that the same fault is known again."""

    def __init__(self, kind: str, details: str) -> None:
        super().__init__(f"{kind}: {details}")
        self.kind = kind


def look(run: Episode) -> None:
    """Put everything down, and see whether all is well."""
    put_down(run)
    settle(run)
    if not run.app.is_running:
        return
    run.counts["looks"] += 1
    run.counts[f"seen {run.app.scene.name}"] += 1
    has_way_on(run)
    is_drawn_right(run)
    words_fit(run)


def put_down(run: Episode) -> None:
    """Let go of the mouse where nothing is, and leave the window with it."""
    w, h = run.app.size
    for button in (1, 3):
        run.post(pygame.MOUSEBUTTONUP, pos=(w - 2, h - 2), button=button, touch=False)
    run.post(pygame.WINDOWLEAVE)
    asked = isinstance(run.app.scene, PromptScene)  # below which nothing may seem to be pointed at
    for below in [] if asked else run.app.visible_scenes[:-1]:  # where the mouse was when something was opened
        below.handle(pygame.event.Event(pygame.WINDOWLEAVE))


def settle(run: Episode) -> None:
    """Let frames pass until the screen rests; threads, whose time is no frames', get some seconds of their own."""
    run.hold_writer(0)
    if run.app.is_minimized:  # where nobody plays on
        run.post(pygame.WINDOWRESTORED)
    most, until_s = MOST_REAL_FRAMES if run.is_real else MOST_FRAMES, time.monotonic() + MOST_S
    for frame in count():
        if run.app.is_settled or not run.app.is_running:
            return
        if frame >= most:
            if time.monotonic() > until_s:
                break
            time.sleep(THREADS_S)
        if run.app.scene.name in {"table", "lesson"}:
            run.skip()
        else:
            run.driver.pump()
    raise FaultError("unsettled", f"{run.app.scene.name} does not come to rest, with {run.driver.names()}")


def has_way_on(run: Episode) -> None:
    """There is something that can be pressed, and the keyboard gets to something."""
    scene = run.app.scene
    if not any(node.enabled and node.role not in READ_ONLY for node in run.app.nodes()):
        raise FaultError(f"no way on in {scene.name}", f"only {run.driver.names()}")


def go_home(run: Episode) -> None:
    """Get to the title by controls and keys alone, in a window that has room for them."""
    if not has_room(run.app):
        run.app.window.resize(SMALLEST_WINDOW)
        run.driver.wait(0.3)
    for step in range(MOST_STEPS):
        settle(run)
        name = run.app.scene.name
        if name == "title":
            run.counts["ways home"] += 1
            return
        nodes = {node.id: node for node in run.app.nodes()}
        way = nodes.get(BACK.get(name, ""))
        if way is None:
            run.driver.key(pygame.K_ESCAPE)
        elif not way.rect[2]:  # it is scrolled out of sight
            run.driver.key(pygame.K_PAGEDOWN if step < MOST_STEPS // 2 else pygame.K_PAGEUP)
        else:
            run.driver.click(middle(way))
    raise FaultError(f"no way home from {run.app.scene.name}", f"only {run.driver.names()}")


def words_fit(run: Episode) -> None:
    """In a window that the layouts are made for no text was cut."""
    if has_room(run.app) and text.overflows:
        raise FaultError(f"words do not fit in {text.overflows[0].scene}", f"{run.app.size}: {text.overflows}")


# -- the picture -------------------------------------------------------------------------------------------------------


def is_drawn_right(run: Episode) -> None:
    """What was drawn piece by piece is what is drawn as a whole, by the same scenes and by those laid out anew."""
    shown = run.driver.picture()
    whole = drawn_whole(run)
    compare(run, "drawn as a whole", shown, whole)
    top = run.app.scene
    if type(top) is TableScene and _is_as_new(top):
        with mock.patch.object(TableStage, "is_on_top", new=True):  # as the one it stands for
            compare(run, "a new table", whole, _drawn_by([_new_table(run)], run))
    if not (_has_open_list(top) or any(_holds_card(scene) for scene in run.app.visible_scenes)):
        for scene in run.app._stack:
            scene.resize(run.app.size)
        compare(run, "laid out anew", whole, drawn_whole(run))
    run.driver.pump()


def drawn_whole(run: Episode) -> Surface:
    """What the scenes on the screen draw on a surface that they never saw."""
    app = run.app
    surface = Surface(app.window.size)
    for scene in app.visible_scenes:
        scene.mark_overdrawn()
    app.presenter.render(surface)
    while any(isinstance(scene, PlayableTableScene) and scene.stage.picture.is_behind for scene in app.visible_scenes):
        app.presenter.render(surface)
    for scene in app.visible_scenes:
        scene.mark_overdrawn()
    app.has_changed = True
    return surface


def _new_table(run: Episode) -> TableScene:
    scene = TableScene(run.app)
    with scene.text_size_context():
        scene.enter(run.app)
    scene.stage.pulse = run.app.scene.stage.pulse  # type: ignore[attr-defined]
    return scene


def _drawn_by(scenes: list[TableScene], run: Episode) -> Surface:
    surface = Surface(run.app.window.size)
    for scene in scenes:
        with scene.text_size_context():
            scene.render(surface, run.app.now_s)
            while scene.picture.is_behind:
                scene.render(surface, run.app.now_s)
        run.app.captions.draw(surface)
        if run.app.toast is not None:
            run.app.toast.draw(surface)
        scene.leave()
    return surface


def _is_as_new(table: TableScene) -> bool:
    """Whether nothing is chosen, focused, advised, put aside or scrolled on it, and what it offers is seen."""
    is_free = table.hand.selected is None and not table.match.refusal and table.session.hints.hint is None
    is_still = table.hand.cursor_id is None and not table.questions.is_aside and table.stage.log.end is None
    is_shown = table.delegation._shown[0] == table.delegation._offer  # not since the last move got onto the disk
    return is_free and table.controls.focused is None and is_still and is_shown


def _has_open_list(scene: Scene) -> bool:
    controls = getattr(scene, "controls", None)
    return controls is not None and controls.popup is not None


def _holds_card(scene: Scene) -> bool:
    """Whether a card hangs under the mouse, as it does until the notice above is closed."""
    return isinstance(scene, PlayableTableScene) and scene.hand.held_card is not None


def compare(run: Episode, way: str, shown: Surface, other: Surface) -> None:
    """Two pictures are the same."""
    a, b = (pygame.image.tobytes(picture, "RGB") for picture in (shown, other))
    if a == b and shown.get_size() == other.get_size():
        return
    differs = pygame.mask.from_threshold(shown, (0, 0, 0), (1, 1, 1, 255), other)
    differs.invert()
    where = differs.get_bounding_rects()[:4]
    if pictures := run.pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        pygame.image.save(shown, str(pictures / "shown.png"))
        pygame.image.save(other, str(pictures / "other.png"))
    kind = f"another picture of {run.app.scene.name}, {way}"
    raise FaultError(kind, f"{run.app.size}, {len(differs.get_bounding_rects())} places, as {where}")
