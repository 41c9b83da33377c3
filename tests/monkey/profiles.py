"""What kinds of monkeys there are: what each does how often, and where."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame

from game.i18n import LANGUAGES
from game.settings.settings import TEXT_SIZES, AnimationSpeed, BotPace, ColorTheme
from tests.monkey.episode import Action, Episode

Make = Callable[[Random, Episode], Action]

SMALL = ((960, 540), (980, 560), (1000, 700), (1100, 540), (960, 915), (800, 480), (640, 360))
TINY = ((320, 240), (200, 120), (120, 400), (40, 40), (1, 1), (960, 100), (2000, 60))
LARGE = ((1000, 1100), (1280, 720), (1080, 1350), (1920, 1080), (2560, 1080))
ANYWHERE, OUTSIDE = 0.25, 0.06
KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE),
    *(pygame.K_ESCAPE, pygame.K_d, pygame.K_DELETE, pygame.K_BACKSPACE, pygame.K_h, pygame.K_g, pygame.K_v, pygame.K_m),
    *(pygame.K_F1, pygame.K_F2, pygame.K_F5, pygame.K_F11, pygame.K_KP_ENTER, *range(pygame.K_0, pygame.K_9 + 1)),
)
OTHER_KEYS = (
    *range(pygame.K_a, pygame.K_z + 1),
    *(pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_INSERT, pygame.K_LSHIFT, pygame.K_LALT),
    *(pygame.K_F3, pygame.K_F4, pygame.K_F10, pygame.K_F12, pygame.K_PRINTSCREEN, pygame.K_KP0, 0, 0x10FFFF),
)
MODS = (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META, pygame.KMOD_NUM)
WINDOW_EVENTS = (
    *("WINDOWFOCUSLOST", "WINDOWFOCUSGAINED", "WINDOWMINIMIZED", "WINDOWRESTORED", "WINDOWMAXIMIZED", "WINDOWHIDDEN"),
    *("WINDOWSHOWN", "WINDOWEXPOSED", "WINDOWLEAVE", "WINDOWENTER", "WINDOWMOVED", "WINDOWDISPLAYCHANGED"),
    *("KEYMAPCHANGED", "CLIPBOARDUPDATE", "RENDER_TARGETS_RESET", "APP_LOWMEMORY", "APP_DIDENTERBACKGROUND"),
)
JUMPS = (0.0, 0.0, 0.1, 0.4, 2.0, 90.0, 7200.0, 1e6, -0.05, -3.0)
SEATINGS = (
    *(("winning_moves", seats, "solo") for seats in (2, 3, 4)),
    *(("dujardin", 4, "teams"), ("mille_miglia", 5, "solo"), ("mille_miglia", 6, "solo"), ("piatnik", 6, "teams")),
)


# -- where -------------------------------------------------------------------------------------------------------------


def place(rng: Random, run: Episode, *roles: str) -> list[object]:
    """Rather on a control (of these roles, if there is one) than anywhere."""
    nodes = run.app.nodes()
    nodes = [node for node in nodes if node.role in roles] or nodes
    node = rng.choice(nodes) if nodes else None
    if node is not None and node.id == "quit" and rng.random() < 0.8:
        node = rng.choice(nodes)
    if node is None or rng.random() < ANYWHERE:
        spread = OUTSIDE if rng.random() < 0.2 else 0.0
        return [None, round(rng.uniform(-spread, 1 + spread), 3), round(rng.uniform(-spread, 1 + spread), 3)]
    if rng.random() < 0.7:
        return [node.id, 0.5, 0.5]
    return [node.id, round(rng.random(), 2), round(rng.random(), 2)]


# -- what --------------------------------------------------------------------------------------------------------------


def clicks(rng: Random, run: Episode) -> Action:
    return ["click", place(rng, run), rng.choice((1, 1, 1, 1, 1, 3, 3, 2)), rng.choice((1, 1, 1, 2, 3))]


def plays(rng: Random, run: Episode) -> Action:
    """Press cards and piles."""
    return ["click", place(rng, run, "card", "pile"), rng.choice((1, 1, 1, 3)), rng.choice((1, 1, 2))]


def drags(rng: Random, run: Episode) -> Action:
    start, end = place(rng, run, "card", "slider", "scrollbar"), place(rng, run, "card", "pile")
    return ["drag", start, end, rng.randrange(1, 7)]


def holds(rng: Random, run: Episode) -> Action:
    """A press or a release alone, or a way between them."""
    name = rng.choice(("move", "move", "move", "down", "up"))
    where = place(rng, run, *rng.choice(((), ("card",), ("pile",))))
    return [name, where] if name == "move" else [name, where, rng.choice((1, 1, 1, 2, 3))]


def touches(rng: Random, run: Episode) -> Action:
    return ["touch", place(rng, run)]


def wheels(rng: Random, run: Episode) -> Action:
    return ["wheel", rng.choice((1, -1, 3, -3, 40, -40))]


def keys(rng: Random, run: Episode) -> Action:
    return ["key", rng.choice(KEYS), rng.choice((0, 0, 0, pygame.KMOD_SHIFT)), rng.choice((1, 1, 1, 1, 2, 5))]


def odd_keys(rng: Random, run: Episode) -> Action:
    return ["key", rng.choice(OTHER_KEYS), rng.choice((0, *MODS)), 1]


def bursts(rng: Random, run: Episode) -> Action:
    """Several things in one frame."""
    makes = rng.choices((clicks, keys, holds, plays, wheels, takes_back), k=rng.randrange(2, 5))
    return ["together", [make(rng, run) for make in makes]]


def sizes(rng: Random, run: Episode) -> Action:
    dice = rng.random()
    w, h = rng.choice(SMALL if dice < 0.84 else TINY if dice < 0.95 else LARGE)
    return ["resize", w, h]


def watched_sizes(rng: Random, run: Episode) -> Action:
    """A size while something moves; where nothing does, let something."""
    if not any(scene.is_moving() for scene in run.app.visible_scenes):
        return turns(rng, run)
    return ["watched", 960 + rng.randrange(50), 540 + rng.randrange(60)]


def edges(rng: Random, run: Episode) -> Action:
    return ["edge", [[rng.randrange(-9, 9), rng.randrange(-9, 9)] for _ in range(rng.randrange(2, 15))]]


def screens(rng: Random, run: Episode) -> Action:
    return ["key", pygame.K_F11, 0, 1]


def windows(rng: Random, run: Episode) -> Action:
    return ["window", rng.choice(WINDOW_EVENTS)]


def drops(rng: Random, run: Episode) -> Action:
    return ["drop", rng.choice(("DROPFILE", "DROPTEXT"))]


def restarts(rng: Random, run: Episode) -> Action:
    return ["again"]


def waits(rng: Random, run: Episode) -> Action:
    return ["frames", rng.choice((1, 2, 5, 12, 30, 45))]


def jumps(rng: Random, run: Episode) -> Action:
    return ["jump", rng.choice(JUMPS)]


def paces(rng: Random, run: Episode) -> Action:
    return ["steps", [rng.choice((0.0, 0.05, 0.1, 0.2)) for _ in range(rng.randrange(2, 6))]]


def disks(rng: Random, run: Episode) -> Action:
    return ["disk", rng.choice((5, 30, 100))]


def workers(rng: Random, run: Episode) -> Action:
    return ["worker", rng.choice(("killed", "stopped", "wrong"))]


def languages(rng: Random, run: Episode) -> Action:
    return ["language", rng.choice(LANGUAGES)]


def settings(rng: Random, run: Episode) -> Action:
    values = {
        "speed": rng.choice([speed.value for speed in AnimationSpeed]),
        "pace": rng.choice([pace.value for pace in BotPace]),
        "reduced_motion": rng.random() < 0.3,
        "text_size": rng.choice(TEXT_SIZES),
        "theme": rng.choice([colours.value for colours in ColorTheme]),
        "effects_volume": rng.randrange(11),
        "ambience_volume": rng.randrange(11),
        "music_volume": rng.randrange(11),
        "captions": rng.random() < 0.5,
    }
    return ["settings", {name: values[name] for name in rng.sample(sorted(values), rng.randrange(1, 4))}]


def seats(rng: Random, run: Episode) -> Action:
    return ["seat", *rng.choice(SEATINGS), round(rng.random(), 3)]


def turns(rng: Random, run: Episode) -> Action:
    return ["turn", rng.randrange(1000)]


def takes_back(rng: Random, run: Episode) -> Action:
    """The way back, rather than the way forth."""
    code, mod = rng.choice(((pygame.K_u, 0), (pygame.K_z, pygame.KMOD_CTRL), (pygame.K_u, pygame.KMOD_SHIFT)))
    return ["key", code, mod, rng.choice((1, 1, 2, 5))]


def hurries(rng: Random, run: Episode) -> Action:
    return ["hurry", rng.choice((3, 10, 30))]


def goes_home(rng: Random, run: Episode) -> Action:
    return ["home"]


Weights = dict[Make, float]
RARE: Weights = {
    **{drops: 0.5, odd_keys: 2, windows: 2, restarts: 0.4, jumps: 1.5, disks: 1, workers: 1, languages: 1, settings: 1},
    **{takes_back: 1},
    **{seats: 0.7, touches: 1, screens: 0.4, sizes: 0.4, edges: 0.2, goes_home: 0.1},
}
CURIOUS: Weights = {clicks: 30, keys: 12, holds: 6, drags: 3, wheels: 5, waits: 8, bursts: 4, hurries: 3}
PLAYER: Weights = {
    **{turns: 18, hurries: 12, plays: 14, drags: 12, holds: 10},
    **{keys: 10, waits: 8, bursts: 4, clicks: 6, takes_back: 4},
}
RESTLESS: Weights = {
    **{sizes: 14, edges: 6, screens: 5, watched_sizes: 10, languages: 6, settings: 8, jumps: 3, paces: 25},
    **{turns: 14, hurries: 2, drags: 6, holds: 4, clicks: 4, keys: 4, seats: 2},
}
ROUGH: Weights = {
    **{restarts: 5, workers: 6, disks: 6, jumps: 8, windows: 8, drops: 2, goes_home: 1},
    **{turns: 16, hurries: 8, clicks: 12, keys: 8, drags: 5, waits: 6, bursts: 10, takes_back: 4},
}
PROFILES: dict[str, Weights] = {
    "curious": {**RARE, **CURIOUS},
    "player": {**RARE, **PLAYER},
    "restless": {**RARE, **RESTLESS},
    "rough": {**RARE, **ROUGH},
}
"""How often each does what."""


def first_actions(rng: Random, run: Episode) -> list[Action]:
    """Where the episode begins: at the title, or amid a match; in any language."""
    begin = [languages(rng, run), settings(rng, run)]
    return begin if rng.random() < 0.3 else [*begin, seats(rng, run)]


def next_action(profile: str, rng: Random, run: Episode) -> Action:
    """What a monkey of that profile does now."""
    weights = PROFILES[profile]
    return rng.choices(list(weights), list(weights.values()))[0](rng, run)
