"""Opening a replay: the leg is read in a thread, then the scene opens."""

from __future__ import annotations

from collections.abc import Callable

from game.features.replay.model.leg_replay import LegReplay, ReplayLoader
from game.features.replay.pin_scene import PinScene
from game.features.replay.scene import ReplayScene
from game.match.match_file import SavedMatch
from game.phrases import N_
from game.scenes.dialogs import NoticeScene
from game.scenes.host import Host
from game.table.top_bar import BarButton
from game.ui.scene import Scene


def open_replay(  # noqa: PLR0913 - a replay is opened from many places
    app: Host, saved: SavedMatch, index: int, back: BarButton, *, is_reviewed: bool = True, place: int | None = None,
    upcoming_turn: int | None = None,
) -> None:  # fmt: skip
    """Open the replay of the leg with that index in a saved match, as soon as it is read from the match.

    The other parameters are those of ``ReplayScene``; the person must have driven a leg that is reviewed.
    """

    def show(leg: LegReplay) -> None:
        app.replace(
            ReplayScene(
                app, leg, back, make_pin=PinScene, is_reviewed=is_reviewed, place=place, upcoming_turn=upcoming_turn,
            )
        )  # fmt: skip

    app.push(LegLoadingScene(app, ReplayLoader(saved, index), show))


class LegLoadingScene(Scene[Host]):
    """Waits until a leg is read, while the previous scene stays visible.

    It then calls ``show``, which replaces this scene. Input in the meantime is kept for the next scene.
    """

    name = "leg_loading"
    opaque = False

    def __init__(self, app: Host, loader: ReplayLoader, show: Callable[[LegReplay], None]) -> None:
        super().__init__(app)
        self._loader = loader
        self._show = show

    @property
    def _is_on_top(self) -> bool:
        return self.app.scene is self

    def update(self, now_s: float) -> None:  # noqa: ARG002 - as every scene
        loaded = self._loader.poll() if self._is_on_top else None
        if loaded is None:
            return
        (leg,) = loaded
        if leg is not None:
            self._show(leg)
        else:
            self.app.pop(self)
            self.app.push(NoticeScene(self.app, N_("The record is damaged; there is nothing to look at.")))

    def preload(self) -> bool:
        return not self._is_on_top

    def is_settled(self) -> bool:
        return False
