"""The drivers' faces at a table: each shows the driver's mood in the position and fades over when it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.drivers.moods import Mood, moods
from game.engine.observation import Observation
from game.features.play.stage import TableStage
from game.people.players import Player
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.effects import CrossFade
from game.table.painting.header import portraits_box

_FADE_S = 0.12


class DriverFaces:
    """Keeps the moods that the drivers' faces show, in ``moods`` by seat.

    ``moods`` is empty before the first ``update`` and while faces are turned off in the settings. ``shown`` returns the
    position that the table shows; faces fade into each other by ``animation``, or else change at once.
    """

    def __init__(
        self,
        stage: TableStage,
        players: Sequence[Player],
        shown: Callable[[], Observation],
        animation: AnimationPlayer | None = None,
    ) -> None:
        self.moods: tuple[Mood, ...] = ()
        self._stage = stage
        self._shown = shown
        self._animation = animation
        self._drivers = [player.driver for player in players]
        self._seen: object = None

    def update(self) -> bool:
        """Update the faces to the shown position; return False if they already belong to it."""
        o, is_on = self._shown(), self._stage.app.settings.person.faces
        seen = o.moves, o.phase, o.to_move, is_on
        if seen == self._seen:
            return False
        self._seen = seen
        before, self.moods = self.moods, moods(o, self._drivers) if is_on else ()
        if before and self.moods and before != self.moods:
            self._fade([seat for seat, mood in enumerate(self.moods) if mood != before[seat]])
        if before != self.moods:
            self._stage.invalidate()
        return True

    def _fade(self, seats: Sequence[int]) -> None:
        if self._animation is None or not self._animation.timing.duration_factor:
            return
        places = self._stage.picture.places
        sides = {places.side_of(seat) for seat in seats}
        boxes = tuple(portraits_box(places.displays[side], len(places.sides[side])) for side in sides)
        self._animation.add_effect(CrossFade(duration_s=_FADE_S, boxes=boxes))
