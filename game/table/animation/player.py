"""Plays the steps of a session one after the other: acts by elapsed time, pauses between them, all of it skippable."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.observation import Observation
from game.session.session import Step
from game.table.animation.animation_step import Act
from game.table.animation.choreography import TakeOff
from game.table.animation.effects import Drive, Effect
from game.table.animation.flight import Flight
from game.table.animation.timing import DEEDS, Tempo, pause_s, waits
from game.table.painting.road_strip import leaders
from game.ui.audio import SoundName

Choreograph = Callable[[Observation, Step, TakeOff | None], list[Act]]
Arrange = Callable[[Observation, tuple[Card, ...]], Observation]
"""Puts the hand of an observation into the order in which it is shown, given the cards held before."""


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """An act that has begun, at a moment of the show's clock."""

    act: Act
    began_s: float

    @property
    def end_s(self) -> float:
        """When nothing of it is to be seen any more."""
        return self.began_s + self.act.end_s


class Show:
    """What is to be seen of a match at each moment.

    ``observation`` is the table at rest: during a step the one from before it. ``choreograph`` makes acts of a step,
    ``arrange`` orders the hand of what it leads to.
    Nothing happens but in ``update`` and ``skip``, by the moments they are told, in seconds. Acts run on a clock of
    their own, by the speed of the ``tempo``, which may be changed at any time; pauses are in true seconds.
    """

    def __init__(
        self, observation: Observation, choreograph: Choreograph, arrange: Arrange, tempo: Tempo | None = None
    ) -> None:
        self.observation = observation
        self.tempo = tempo or Tempo()
        self._choreograph = choreograph
        self._arrange = arrange
        self._steps: deque[tuple[Step, TakeOff | None]] = deque()
        self._acts: deque[Act] = deque()
        self._lasting: list[Running] = []
        self._begun: list[Act] = []
        self._cues: list[tuple[float, SoundName]] = []
        self._step: Step | None = None
        self._deed: Event | None = None
        self._now_s: float | None = None
        self._clock_s = 0.0
        self._began_s = 0.0
        self._not_before_s = 0.0
        self._shown: list[Effect] = []

    @property
    def act(self) -> Act | None:
        """The act that runs; what is left of those before it does not count."""
        return self._acts[0] if self._acts else None

    @property
    def rest(self) -> Observation:
        """What lies on the table now, but for what is on its way."""
        return self._acts[0].rest if self._acts else self.observation

    @property
    def is_over(self) -> bool:
        """Whether everything that was told has happened; a car may still roll."""
        return not self._acts and not self._steps

    @property
    def is_moving(self) -> bool:
        """Whether anything is to be seen but the table at rest."""
        return bool(self._acts or self._lasting)

    @property
    def running(self) -> Iterator[tuple[Act, float]]:
        """All that is to be seen, the oldest first: acts, and for how long each has been running."""
        for running in self._lasting:
            yield running.act, self._clock_s - running.began_s
        if self._acts:
            yield self._acts[0], self._clock_s - self._began_s

    @property
    def flights(self) -> Iterator[tuple[Flight, float]]:
        """The cards that are in flight, and for how long their act has been running; they end with it."""
        if self._acts:
            elapsed_s = self._clock_s - self._began_s
            yield from ((flight, elapsed_s) for flight in self._acts[0].flights if flight.is_seen(elapsed_s))

    @property
    def effects(self) -> Iterator[tuple[Effect, float]]:
        """The effects that are not over yet, and for how long the act of each has been running."""
        for act, elapsed_s in self.running:
            for effect in act.effects:
                if elapsed_s < effect.end_s:
                    yield effect, elapsed_s

    @property
    def hidden(self) -> frozenset[str]:
        """The ids of what is on its way and not drawn at rest."""
        away = self._acts[0].hidden if self._acts else frozenset()
        return away.union(*(effect.hides for effect, _elapsed_s in self.effects))

    @property
    def leaders(self) -> frozenset[int]:
        """The sides that lead by what their cars show at this moment."""
        km: list[float] = [side.km for side in self.rest.sides]
        for effect, elapsed_s in self.effects:
            if isinstance(effect, Drive):
                km[effect.side] = effect.km(elapsed_s)
        return leaders(km)

    def take_begun(self) -> list[Act]:
        """The acts begun since this was asked last of which something is to be seen still; what was skipped is over."""
        begun, self._begun = self._begun, []
        running = {id(act) for act, _elapsed_s in self.running}
        return [act for act in begun if id(act) in running]

    def take_sounds(self) -> list[SoundName]:
        """The sounds that are due since this was asked last, each once; those of what was skipped are not."""
        due = [sound for at_s, sound in self._cues if at_s <= self._clock_s]
        self._cues = [cue for cue in self._cues if cue[0] > self._clock_s]
        return list(dict.fromkeys(due))

    def add(self, step: Step, take_off: TakeOff | None = None) -> None:
        """Have a step shown after those that wait already; ``take_off`` says where the viewer's card starts from."""
        self._steps.append((step, take_off))

    def accompany(self, effect: Effect) -> None:
        """Show something now that belongs to no step."""
        self._lasting.append(Running(Act(self.observation, effects=(effect,)), self._clock_s))

    def update(self, now_s: float, *, may_begin: Callable[[], bool] = lambda: True) -> bool:
        """Go on to this moment; True if the table at rest changed. ``may_begin`` is asked before each further step."""
        self._pass_time(now_s)
        changed = False
        while True:
            if self._acts:
                end_s = self._began_s + (self._acts[0].duration_s if self.tempo.speed else 0.0)
                if self._clock_s < end_s:
                    break
                self._end_act(end_s, now_s)
            elif self._may_begin(now_s) and may_begin():
                self._begin()
            else:
                break
            changed = True
        return self._notice_ends() or changed

    def skip(self, now_s: float) -> bool:
        """End the running step and the pause after it, and all that moves; True if the table at rest changed."""
        self._pass_time(now_s)
        was_running = self.is_moving
        while self._acts:
            self._end_act(self._clock_s, now_s)
        self._lasting.clear()
        self._not_before_s = now_s
        self._begun.clear()
        self._notice_ends()
        self._cues.clear()
        return was_running

    def forget_places(self) -> None:
        """The table is laid out anew: what waits starts from where things lie then. To be called after ``skip``."""
        self._steps = deque((step, take_off and take_off.from_hand()) for step, take_off in self._steps)

    def _pass_time(self, now_s: float) -> None:
        speed = self.tempo.speed
        if self._now_s is not None and speed:
            self._clock_s += (now_s - self._now_s) / speed
        self._now_s = now_s

    def _notice_ends(self) -> bool:
        """Forget what is over; True if the table is to be drawn without it."""
        if not self.tempo.speed:
            self._lasting.clear()
        self._lasting = [running for running in self._lasting if self._clock_s < running.end_s]
        was, self._shown = self._shown, [effect for effect, _elapsed_s in self.effects]
        return any(effect not in self._shown for effect in was)

    def _may_begin(self, now_s: float) -> bool:
        if not self._steps:
            return False
        return now_s >= self._not_before_s or not waits(self._steps[0][0].events, self.observation.seat)

    def _begin(self) -> None:
        step, take_off = self._steps.popleft()
        step = replace(step, observation=self._arrange(step.observation, self._stays(take_off)))
        self._step = step
        self._deed = next((event for event in step.events if isinstance(event, DEEDS)), None)
        self._acts.extend(self._choreograph(self.observation, step, take_off))
        self._start_act(self._clock_s)

    def _stays(self, take_off: TakeOff | None) -> tuple[Card, ...]:
        """The hand without the card that takes off."""
        hand = self.observation.hand
        return hand if take_off is None else (*hand[: take_off.index], *hand[take_off.index + 1 :])

    def _start_act(self, at_s: float) -> None:
        if not self._acts:
            self._finish()
            return
        act, is_timed = self._acts[0], bool(self.tempo.speed)
        self._began_s = at_s
        if act.alone and is_timed:
            self._began_s = max([at_s, *(running.end_s for running in self._lasting)])
        self._cues.extend((self._began_s + cue.at_s * is_timed, cue.sound) for cue in act.cues)
        driving = {effect.side for effect in act.effects if isinstance(effect, Drive)}
        self._lasting = [running for running in self._lasting if not _drives(running.act, driving)]
        self._begun.append(act)

    def _end_act(self, end_s: float, now_s: float) -> None:
        """The act that runs is over at that moment of the clock; what of it lasts longer goes on."""
        act = self._acts.popleft()
        if act.end_s > act.duration_s:
            self._lasting.append(Running(act, self._began_s))
        if self._deed is not None and self._step is not None:
            pause = pause_s(self._deed, self._step.observation, self.tempo.pace)
            self._not_before_s = now_s - (self._clock_s - end_s) * self.tempo.speed + pause
            self._deed = None
        self._start_act(end_s)

    def _finish(self) -> None:
        if self._step is None:
            return
        if self._deed is not None and self._now_s is not None:  # it changed nothing on the table
            self._not_before_s = self._now_s + pause_s(self._deed, self._step.observation, self.tempo.pace)
        self.observation, self._step, self._deed = self._step.observation, None, None


def _drives(act: Act, sides: set[int]) -> bool:
    return any(isinstance(effect, Drive) and effect.side in sides for effect in act.effects)
