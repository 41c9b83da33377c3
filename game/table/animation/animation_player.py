"""Plays the steps of a session one after the other, animated by elapsed time, with pauses; all of it can be skipped."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.observation import Observation
from game.match.running.viewpoint import Step
from game.settings.settings import HandOrder
from game.table.animation.animation_step import AnimationStep, Effect, Flight
from game.table.animation.choreography import TakeOff, animation_steps
from game.table.animation.jumps import jump_steps
from game.table.animation.reduced_motion import reduced_motion_steps
from game.table.animation.road_effects import Drive
from game.table.animation.timing import DEEDS, Timing, pause_s, waits
from game.table.geometry.places import Places
from game.table.hand_order import arranged
from game.table.painting.road_strip import leaders
from game.ui.animation import Clock


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """An animation step that has begun, at a moment of the player's clock."""

    animation_step: AnimationStep
    began_s: float

    @property
    def end_s(self) -> float:
        """When nothing of it is to be seen any more."""
        return self.began_s + self.animation_step.end_s


class AnimationPlayer:
    """What is to be seen of a match at each moment.

    ``observation`` is the table at rest: during a step the one from before it. Call ``lay_out``
    before the first ``update``, and ``follow`` whenever the settings may have changed.
    Nothing happens but in ``update`` and ``skip``, by the moments they are told, in seconds. Steps run by the
    ``clock``, at the speed of the ``timing``, which may be changed at any time; pauses are in true seconds.
    """

    def __init__(self, observation: Observation, timing: Timing, hand_order: HandOrder) -> None:
        self.observation = observation
        self.timing = timing
        self.clock = Clock(timing.speed)
        self._hand_order = hand_order
        self._hands = {len(observation.moves): observation.hand}
        self._places: Places | None = None
        self._steps: deque[tuple[Step, TakeOff | None]] = deque()
        self._queue: deque[AnimationStep] = deque()
        self._lasting: list[Running] = []
        self._begun: list[AnimationStep] = []
        self._step: Step | None = None
        self._deed: Event | None = None
        self._began_s = 0.0
        self._not_before_s = 0.0
        self._shown: list[Effect] = []

    @property
    def current(self) -> AnimationStep | None:
        """The animation step that runs; what is left of those before it does not count."""
        return self._queue[0] if self._queue else None

    @property
    def rest(self) -> Observation:
        """What lies on the table now, but for what is on its way."""
        return self._queue[0].rest if self._queue else self.observation

    @property
    def is_over(self) -> bool:
        """Whether everything that was told has happened; a car may still roll."""
        return not self._queue and not self._steps

    @property
    def is_waiting(self) -> bool:
        """Whether the step that comes now waits until what still moves has arrived."""
        return bool(self._queue) and self.clock.elapsed_s < self._began_s

    @property
    def is_moving(self) -> bool:
        """Whether anything is to be seen but the table at rest."""
        return bool(self._queue or self._lasting)

    @property
    def running(self) -> Iterator[tuple[AnimationStep, float]]:
        """All that is to be seen, the oldest first: animation steps, and for how long each has been running."""
        for running in self._lasting:
            yield running.animation_step, self.clock.elapsed_s - running.began_s
        if self._queue:
            yield self._queue[0], self.clock.elapsed_s - self._began_s

    @property
    def flights(self) -> Iterator[tuple[Flight, float]]:
        """The cards that are in flight, and for how long their animation step has been running; they end with it."""
        if self._queue:
            elapsed_s = self.clock.elapsed_s - self._began_s
            yield from ((flight, elapsed_s) for flight in self._queue[0].flights if flight.is_seen(elapsed_s))

    @property
    def effects(self) -> Iterator[tuple[Effect, float]]:
        """The effects that are not over yet, and for how long the animation step of each has been running."""
        for animation_step, elapsed_s in self.running:
            for effect in animation_step.effects:
                if elapsed_s < effect.end_s:
                    yield effect, elapsed_s

    @property
    def hidden(self) -> frozenset[str]:
        """The ids of what is on its way and not drawn at rest."""
        away = self._queue[0].hidden if self._queue else frozenset()
        return away.union(*(effect.hides for effect, _elapsed_s in self.effects))

    @property
    def leaders(self) -> frozenset[int]:
        """The sides that lead by what their cars show at this moment."""
        km: list[float] = [side.km for side in self.rest.sides]
        for effect, elapsed_s in self.effects:
            if isinstance(effect, Drive):
                km[effect.side] = effect.km(elapsed_s)
        return leaders(km)

    def take_begun(self) -> list[AnimationStep]:
        """What has begun since this was asked last, if something of it is to be seen still; what was skipped is not."""
        begun, self._begun = self._begun, []
        running = {id(animation_step) for animation_step, _elapsed_s in self.running}
        return [animation_step for animation_step in begun if id(animation_step) in running]

    def add(self, step: Step, take_off: TakeOff | None = None) -> None:
        """Have a step shown after those that wait already; ``take_off`` says where the viewer's card starts from.

        A jump is shown in place of those that wait: what they tell was taken back.
        """
        if step.jump is not None:
            self._steps.clear()
        self._steps.append((step, take_off))

    def accompany(self, effect: Effect) -> None:
        """Show something now that belongs to no step."""
        shown = AnimationStep(self.observation, effects=(effect,))
        self._lasting.append(Running(shown, self.clock.elapsed_s))
        self._begun.append(shown)

    def lay_hand(self, hand: tuple[Card, ...]) -> None:
        """Let the viewer's hand at rest lie in this order."""
        self.observation = replace(self.observation, hand=hand)
        self._hands[len(self.observation.moves)] = hand

    def recall(self, observation: Observation) -> None:
        """After a jump to the moment of this observation the hand will lie as it does here."""
        self._hands[len(observation.moves)] = observation.hand

    def update(self, now_s: float, *, may_begin: Callable[[], bool] = lambda: True) -> bool:
        """Go on to this moment; True if the table at rest changed. ``may_begin`` is asked before each further step."""
        self.clock.update(now_s)
        changed = False
        while True:
            if self._queue:
                end_s = self._began_s + (self._queue[0].duration_s if self.timing.speed else 0.0)
                if self.clock.elapsed_s < end_s:
                    break
                self._end_current(end_s, now_s)
            elif self._may_begin(now_s) and may_begin():
                self._begin()
            else:
                break
            changed = True
        return self._notice_ends() or changed

    def skip(self, now_s: float) -> bool:
        """End the running step and the pause after it, and all that moves; True if the table at rest changed."""
        self.clock.update(now_s)
        was_running = self.is_moving
        while self._queue:
            self._end_current(self.clock.elapsed_s, now_s)
        self._lasting.clear()
        self._not_before_s = now_s
        self._begun.clear()
        self._notice_ends()
        self.clock.cues.clear()
        return was_running

    def follow(self, timing: Timing, hand_order: HandOrder) -> None:
        """Go on at that speed, and let the hand that a step leads to lie in that order."""
        self.timing, self.clock.speed, self._hand_order = timing, timing.speed, hand_order

    def lay_out(self, places: Places) -> None:
        """The table lies like this now."""
        self._places = places

    def forget_places(self) -> None:
        """The window has another size: what waits starts from where things lie then. To be called after ``skip``."""
        self._steps = deque((step, take_off and take_off.from_hand()) for step, take_off in self._steps)

    def _notice_ends(self) -> bool:
        """Forget what is over; True if the table is to be drawn without it."""
        if not self.timing.speed:
            self._lasting.clear()
        self._lasting = [running for running in self._lasting if self.clock.elapsed_s < running.end_s]
        was, self._shown = self._shown, [effect for effect, _elapsed_s in self.effects]
        return any(effect not in self._shown for effect in was)

    def _may_begin(self, now_s: float) -> bool:
        if not self._steps:
            return False
        return now_s >= self._not_before_s or not waits(self._steps[0][0].events, self.observation.seat)

    def _begin(self) -> None:
        step, take_off = self._steps.popleft()
        step = replace(step, observation=arranged(step.observation, self._hand_order, self._stays(step, take_off)))
        self._step = step
        self._deed = next((event for event in step.events if isinstance(event, DEEDS)), None)
        self._queue.extend(self.choreograph(self.observation, step, take_off))
        self._start_next(self.clock.elapsed_s)

    def choreograph(self, before: Observation, step: Step, take_off: TakeOff | None) -> list[AnimationStep]:
        """How a step is shown: with cards that fly, or where nothing may move."""
        assert self._places is not None
        if step.jump is not None:
            return jump_steps(before, step.observation, self._places, is_reduced=self.timing.is_reduced)
        animate = reduced_motion_steps if self.timing.is_reduced else animation_steps
        return animate(before, step.events, step.observation, self._places, take_off)

    def _stays(self, step: Step, take_off: TakeOff | None) -> tuple[Card, ...]:
        """The hand without the card that takes off; after a jump as it lay at that moment, as far as that is known."""
        hand = self.observation.hand
        if step.jump is not None:
            return self._hands.get(len(step.observation.moves), hand)
        return hand if take_off is None else (*hand[: take_off.index], *hand[take_off.index + 1 :])

    def _start_next(self, at_s: float) -> None:
        if not self._queue:
            self._finish()
            return
        animation_step, is_timed = self._queue[0], bool(self.timing.speed)
        self._began_s = at_s
        if animation_step.alone and is_timed:
            self._began_s = max([at_s, *(running.end_s for running in self._lasting)])
        self.clock.cues.extend(replace(cue, at_s=self._began_s + cue.at_s * is_timed) for cue in animation_step.cues)
        driving = {effect.side for effect in animation_step.effects if isinstance(effect, Drive)}
        self._lasting = [running for running in self._lasting if not _drives(running.animation_step, driving)]
        self._begun.append(animation_step)

    def _end_current(self, end_s: float, now_s: float) -> None:
        """The animation step that runs is over at that moment of the clock; what of it lasts longer goes on."""
        animation_step = self._queue.popleft()
        if animation_step.end_s > animation_step.duration_s:
            self._lasting.append(Running(animation_step, self._began_s))
        if self._deed is not None and self._step is not None:
            pause = pause_s(self._deed, self._step.observation, self.timing.pace)
            self._not_before_s = now_s - (self.clock.elapsed_s - end_s) * self.timing.speed + pause
            self._deed = None
        self._start_next(end_s)

    def _finish(self) -> None:
        if self._step is None:
            return
        if self._deed is not None and self.clock.now_s is not None:  # it changed nothing on the table
            self._not_before_s = self.clock.now_s + pause_s(self._deed, self._step.observation, self.timing.pace)
        self.observation, self._step, self._deed = self._step.observation, None, None
        self._hands[len(self.observation.moves)] = self.observation.hand


def _drives(animation_step: AnimationStep, sides: set[int]) -> bool:
    return any(isinstance(effect, Drive) and effect.side in sides for effect in animation_step.effects)
