"""A screen of the game, and what it may ask of the program that shows it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from pygame import Surface
from pygame.event import Event

from game.ui.accessibility_tree import Node

if TYPE_CHECKING:
    from game.session.problems import Problem
    from game.session.session import Session
    from game.session.settings import Settings
    from game.session.setup import MatchSetup, Plan
    from game.session.storage.match_file import Saved
    from game.session.storage.store import UserFiles
    from game.session.storage.writer import FileWriter
    from game.ui.audio.sound import Sounds


class Host(Protocol):
    """What a scene knows of the program; ``game.app.App`` is one."""

    settings: Settings
    files: UserFiles
    writer: FileWriter
    session: Session | None
    seed: int | None
    sound: Sounds

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""
        ...

    @property
    def clock(self) -> Callable[[], float]:
        """The program's clock, in seconds."""
        ...

    @property
    def now_s(self) -> float:
        """The moment of this frame, in seconds of the program's clock."""
        ...

    @property
    def is_fullscreen(self) -> bool:
        """Whether the window fills the screen."""
        ...

    @property
    def scene(self) -> Scene:
        """The topmost scene, which gets the events."""
        ...

    @property
    def scenes(self) -> Sequence[Scene]:
        """All scenes that are open, the topmost first."""
        ...

    def push(self, scene: Scene) -> None:
        """Show a scene above the present one."""
        ...

    def pop(self, scene: Scene | None = None) -> None:
        """Close the topmost scene (or this one and all above it) and show what lies below."""
        ...

    def replace(self, scene: Scene) -> None:
        """Close the topmost scene and show this one in its place."""
        ...

    def go_to(self, scene: Scene) -> None:
        """Close every scene and show this one."""
        ...

    def tell(self, problems: Sequence[Problem]) -> None:
        """Show problems one after the other, above whatever is on the screen; each kind once while the program runs."""
        ...

    def set_language(self, code: str) -> None:
        """Switch the language of every scene at once and remember it."""
        ...

    def toggle_fullscreen(self) -> None:
        """Switch between window and full screen, and remember it."""
        ...

    def toggle_mute(self) -> None:
        """Silence the program or let it be heard again; remember it, and say it."""
        ...

    def close_session(self) -> None:
        """Close the running match; it is saved and can be continued."""
        ...

    def start_session(self, session: Session) -> None:
        """Make this the running match; one that ran before is closed."""
        ...

    def go_home(self) -> None:
        """Close the running match, which is saved, and show the title."""
        ...

    def show_rules(self, topic: str | None = None) -> None:
        """Open the rules, at a section or card or else at what the player looks at; close them if they are open."""
        ...

    def show_about(self) -> None:
        """Show the About screen over the one on top."""
        ...

    def start_match(self, plan: Plan, *, instead_of: Saved | None = None) -> None:
        """Begin a match or quick race and remember its plan; one that was left is given up if the player says so."""
        ...

    def resume_match(self, saved: Saved) -> None:
        """Go on with a saved match and show the table."""
        ...

    def show_table(self) -> None:
        """Close every scene and show the table of the running match."""
        ...

    def show_score(self) -> None:
        """Show the score of the leg that has just ended; from there it goes on to the next one or the match's end."""
        ...

    def start_lesson(self) -> None:
        """Begin the first lesson, or go on where it was left; a match that waits on disk stays as it is."""
        ...

    def save_settings(self, settings: Settings) -> None:
        """Take over changed settings and write them to disk."""
        ...

    def quit(self) -> None:
        """Close the program after this frame."""
        ...


def is_tall(size: tuple[int, int]) -> bool:
    """Whether a window is laid out tall: one column instead of two (art.md §4)."""
    return size[0] < 1.05 * size[1]


def unit(size: tuple[int, int]) -> float:
    """The layout unit u of a window: 1 at 1920 × 1080, 0.84 at 1080 × 1350 (art.md §4)."""
    w, h = size
    return 0.84 * min(w / 1080, h / 1350) if is_tall(size) else min(w / 1920, h / 1080)


def text_factor(u: float) -> float:
    """The factor t of text and controls, which shrink slower than the rest (art.md §4)."""
    return max(u, 0.62 + 0.18 * u)


class Scene:
    """One screen. A subclass overrides what it needs.

    The program calls ``enter`` once when the scene is shown first, then per frame ``handle`` for every event,
    ``update``, and, only if a visible scene is ``dirty`` or ``is_moving()``, ``render`` of all visible ones from the
    lowest up, after which it sets ``dirty`` to False. An overlay (``opaque`` False) is drawn over the scene below,
    which keeps being updated and rendered but gets no events; it draws its own veil.
    """

    name: str = ""
    """The scene's id in the control tree."""
    opaque: bool = True
    """Whether it covers the whole window; False for an overlay."""

    def __init__(self, app: Host) -> None:
        self.app = app
        self.dirty = True

    def enter(self, app: Host) -> None:
        """Be shown for the first time: lay out for ``app.size``."""

    def leave(self) -> None:
        """Be closed for good."""

    def resume(self) -> None:
        """Become the topmost scene again, because what lay above was closed."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out for another window size; until this call the old picture was shown scaled."""

    def relabel(self) -> None:
        """Lay out again because the language changed, or full screen was switched."""

    def handle(self, event: Event) -> bool:  # noqa: ARG002 - for subclasses
        """React to an input event, positions in window pixels; False if it was none of the scene's business."""
        return False

    def update(self, now_s: float) -> None:
        """Advance to this moment; set ``dirty`` if the picture changed."""

    def render(self, surface: Surface, now_s: float) -> None:
        """Draw the whole scene on a surface of the window's size."""

    def overdrawn(self) -> None:
        """Learn that something else was drawn above it: what is on the screen is not what it drew there."""

    def is_moving(self) -> bool:
        """Whether an animation runs, so that the next frame differs."""
        return False

    def is_settled(self) -> bool:
        """Whether nothing is about to change by itself; the control tree is written only then."""
        return not self.is_moving()

    def rules_topic(self) -> str | None:
        """The section of the rules, or the card, that the player looks at; None for nothing special."""
        return None

    def rules_shown(self) -> MatchSetup | None:
        """The match whose rules are told here, if it is not the running one."""
        return None

    def pressed_by(self, event: Event) -> Hashable:  # noqa: ARG002 - for subclasses
        """What would take a press of the mouse or of Enter, None if nothing would; see ``game.ui.presses``."""
        return None

    def pressable(self) -> Iterable[Hashable]:
        """Everything of that kind that can be pressed now."""
        return ()

    def nodes(self) -> list[Node]:
        """The controls on the screen, in reading order."""
        return []
