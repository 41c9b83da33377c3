"""The reactions of the drivers at a table: their faces, and occasional remarks beside the name or in the log."""

from __future__ import annotations

from collections.abc import Callable

from game.drivers.moods import Mood
from game.drivers.remarks import Remark
from game.engine.observation import Observation, Phase
from game.features.play.faces import DriverFaces
from game.features.play.stage import TableStage
from game.features.play.table_state import TableMatch
from game.scenes.sayings import DriverLine, driver_line_with_use_recorded, remark_context
from game.settings.settings import BotPace
from game.table.animation.effects import CrossFade
from game.table.painting.header import has_room_for
from game.table.view import VisibleRemark
from game.words.names import Names

_LEAST_S, _MOST_S = 1.8, 3.6
_FIRST_S, _LETTER_S = 1.2, 0.045
_SLOW = 1.6
_FADE_S = 0.16


class DriverReactions:
    """Keeps the drivers' faces and remarks up to date with the shown position.

    ``may_speak`` returns whether a remark may be shown now, as nothing else has to be read.
    """

    def __init__(self, stage: TableStage, match: TableMatch, may_speak: Callable[[], bool]) -> None:
        self._stage = stage
        self._match = match
        self._may_speak = may_speak
        self._faces = DriverFaces(
            stage, match.session.players, lambda: match.animation.shown_observation, match.animation
        )
        self._last_remark: Remark | None = None
        self._saying: DriverLine | None = None
        self._until_s = 0.0
        self._seen = self._coming = self._moment(match.animation.shown_observation)
        self._draw_pile = match.animation.shown_observation.draw_pile

    @property
    def moods(self) -> tuple[Mood, ...]:
        """The mood that each driver's face shows, by seat; empty while faces are turned off."""
        return self._faces.moods

    def shown_remark(self, names: Names) -> VisibleRemark | None:
        """Return the remark to show now, or None; ``names`` are the names at the table."""
        if self._saying is None:
            return None
        seat, o, words = self._saying.remark.seat, self._match.animation.shown_observation, self._saying.words
        places = self._stage.picture.places
        side = places.side_of(seat)
        seats, km = len(o.sides[side].seats), o.sides[side].km
        has_room = has_room_for(places.displays[side], names.side(side), seats, km, o.target, words)
        return VisibleRemark(seat, words, in_log=not has_room) if words else None

    def update(self, now_s: float) -> None:
        """Update faces and remarks to the shown position, and end a remark when its time is over.

        With animations, faces and remarks change in later frames, as the frame in which a card lands has enough to do.
        """
        o, is_moving = self._match.animation.shown_observation, bool(self._match.animation.timing.duration_factor)
        if self._saying is not None and (now_s >= self._until_s or not self._may_speak()):
            self.end()
        moment = self._moment(o)
        was_known, self._coming = moment == self._coming, moment
        if is_moving and not was_known:
            return
        if (self._faces.update() and is_moving) or moment == self._seen:
            return
        was_drawn, self._draw_pile = self._draw_pile, o.draw_pile
        self._seen = moment
        if o.phase is Phase.OVER:
            return
        talk, is_last_drawn = remark_context(self._stage.app, self._match.session), bool(was_drawn) and not o.draw_pile
        remark = talk.remark(o, is_last_drawn=is_last_drawn)
        if remark is not None and remark != self._last_remark:
            self._last_remark = remark
            if self._may_speak() and (not remark.to or o.seat in remark.to):
                self._say(remark, now_s)

    def end(self) -> None:
        """Remove the driver's remark that is shown now, if there is one."""
        if self._saying is not None:
            self._saying = None
            self._stage.invalidate()

    def _say(self, remark: Remark, now_s: float) -> None:
        saying = driver_line_with_use_recorded(self._stage.app, self._match.session, remark)
        if saying is None:
            return
        stays_s = min(_MOST_S, max(_LEAST_S, _FIRST_S + _LETTER_S * len(saying.words)))
        stays_s *= _SLOW if self._stage.app.settings.person.pace is BotPace.SLOW else 1
        self._saying, self._until_s = saying, now_s + stays_s
        animation, places = self._match.animation, self._stage.picture.places
        if animation.timing.duration_factor:
            header = places.displays[places.side_of(remark.seat)].header
            animation.add_effect(CrossFade(duration_s=_FADE_S, boxes=(header,)))
        self._stage.invalidate()

    @staticmethod
    def _moment(o: Observation) -> object:
        return o.moves, o.phase, o.to_move, o.draw_pile
