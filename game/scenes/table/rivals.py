"""The drivers at a table: their faces, and what one of them says now and then, beside its name or in the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from game.engine.observation import Observation, Phase
from game.scenes.table.faces import Faces
from game.scenes.table.match import TableMatch
from game.scenes.table.stage import TableStage
from game.session.rivals.meetings import greetings
from game.session.rivals.moods import Mood
from game.session.rivals.remarks import QUOTAS, Remark, Talk
from game.session.settings import Pace
from game.table.animation.effects import CrossFade
from game.table.painting.header import has_room_for
from game.table.view import Spoken
from game.words.names import Names
from game.words.remarks import line

_LEAST_S, _MOST_S = 1.8, 3.6
_FIRST_S, _LETTER_S = 1.2, 0.045
_SLOW: Final = 1.6
_FADE_S: Final = 0.16


@dataclass(frozen=True, slots=True)
class _Said:
    remark: Remark
    use: int
    until_s: float


class Rivals:
    """Faces and remarks on what was just shown; ``may_speak`` says whether nothing else has to be read now."""

    def __init__(self, stage: TableStage, match: TableMatch, may_speak: Callable[[], bool]) -> None:
        self._stage = stage
        self._match = match
        self._may_speak = may_speak
        self._faces = Faces(stage, match.animation, match.session.players)
        self._heard: Remark | None = None
        self._said: _Said | None = None
        self._seen = self._moment(match.animation.rest)
        self._draw_pile = match.animation.rest.draw_pile

    @property
    def moods(self) -> tuple[Mood, ...]:
        """What the faces show, by seat."""
        return self._faces.moods

    def spoken(self, names: Names) -> Spoken | None:
        """What is said at this moment."""
        if self._said is None:
            return None
        seat, o = self._said.remark.seat, self._match.animation.rest
        words = self._words(self._said)
        side = next(side for side, view in enumerate(o.sides) if seat in view.seats)
        name, places = names.side(side), self._stage.picture.places.displays[side]
        in_header = has_room_for(places, name, len(o.sides[side].seats), o.sides[side].km, o.target, words)
        return Spoken(seat, words, in_log=not in_header) if words else None

    def follow(self, now_s: float) -> None:
        """Let faces and words follow what has happened since, and be silent again in time."""
        self._faces.follow()
        o = self._match.animation.rest
        if self._said is not None and (now_s >= self._said.until_s or not self._may_speak()):
            self.end()
        moment = self._moment(o)
        if moment == self._seen:
            return
        was_drawn, self._draw_pile = self._draw_pile, o.draw_pile
        self._seen = moment
        if o.phase is Phase.OVER:
            return
        remark = self._talk().remark(o, is_last_drawn=bool(was_drawn) and not o.draw_pile)
        if remark is not None and remark != self._heard:
            self._heard = remark
            if self._may_speak() and (not remark.to or o.seat in remark.to):
                self._say(remark, now_s)

    def end(self) -> None:
        """Let nobody speak any more."""
        if self._said is not None:
            self._said = None
            self._stage.touch()

    def _talk(self) -> Talk:
        session, app = self._match.session, self._stage.app
        found = app.meetings(app.settings.profile.person)
        return Talk(
            session.autosave.id, session.players, QUOTAS[app.settings.remarks], greetings(session.players, found)
        )

    def _say(self, remark: Remark, now_s: float) -> None:
        app, settings = self._stage.app, self._stage.app.settings
        said, key = dict(settings.said), f"{self._driver(remark)}/{remark.event}"
        spoken = _Said(remark, said.get(key, 0), now_s)
        words = self._words(spoken)
        if not words:
            return
        stays_s = min(_MOST_S, max(_LEAST_S, _FIRST_S + _LETTER_S * len(words)))
        stays_s *= _SLOW if settings.pace is Pace.SLOW else 1
        self._said = replace(spoken, until_s=now_s + stays_s)
        app.save_settings(replace(settings, said=tuple({**said, key: spoken.use + 1}.items())))
        side = next(n for n, view in enumerate(self._match.animation.rest.sides) if remark.seat in view.seats)
        if self._match.animation.timing.speed:
            header = self._stage.picture.places.displays[side].header
            self._match.animation.accompany(CrossFade(duration_s=_FADE_S, boxes=(header,)))
        self._stage.touch()

    def _words(self, said: _Said) -> str:
        person = self._stage.app.settings.profile.id
        return line(said.remark, self._driver(said.remark), said.use, person)

    def _driver(self, remark: Remark) -> str:
        driver = self._match.session.players[remark.seat].driver
        assert driver is not None
        return driver

    @staticmethod
    def _moment(o: Observation) -> object:
        return o.moves, o.phase, o.to_move, o.draw_pile
