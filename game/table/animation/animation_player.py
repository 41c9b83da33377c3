"""Plays the steps of a session one after the other, as animations with pauses; all can be skipped.

A session step is what happens through one move or at the start of a leg; it has one or more animation steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.observation import Observation
from game.match.running.viewer_feed import Step
from game.settings.settings import HandOrder
from game.table.animation.animation_step import AnimationStep, Effect, Flight
from game.table.animation.choreography import PlayedCardStart, animation_steps
from game.table.animation.jumps import jump_steps
from game.table.animation.reduced_motion import reduced_motion_steps
from game.table.animation.road_effects import CarDrive
from game.table.animation.timing import PLAYER_ACTIONS, Timing, pause_s, waits_for_pause
from game.table.geometry.places import Places
from game.table.hand_order import with_hand_order
from game.table.painting.road_strip import leaders
from game.ui.animation import AnimationClock


@dataclass(frozen=True, slots=True, eq=False)
class RunningStep:
    """An animation step that has begun; ``began_s`` is the time in seconds on the animation clock."""

    animation_step: AnimationStep
    began_s: float

    @property
    def end_s(self) -> float:
        """The time on the animation clock at which nothing of the step is visible any more."""
        return self.began_s + self.animation_step.end_s


class AnimationPlayer:
    """Plays all animations of a match and knows what is visible at each moment.

    ``observation`` is the table after the latest finished step. Call ``set_places`` before the first ``update``, and
    ``configure`` whenever the settings may have changed. Time passes only in ``update`` and ``skip``, which get the
    current time in seconds. Animations run on the ``clock``, whose speed ``timing`` sets; pauses are in real seconds.
    """

    def __init__(self, observation: Observation, timing: Timing, hand_order: HandOrder) -> None:
        self.observation = observation
        self.timing = timing
        self.clock = AnimationClock(timing.duration_factor)
        self._hand_order = hand_order
        self._hands = {len(observation.moves): observation.hand}
        self._places: Places | None = None
        self._steps: deque[tuple[Step, PlayedCardStart | None]] = deque()
        self._queue: deque[AnimationStep] = deque()
        self._lingering: list[RunningStep] = []
        self._begun: list[AnimationStep] = []
        self._step: Step | None = None
        self._action: Event | None = None
        self._began_s = 0.0
        self._not_before_s = 0.0
        self._visible_effects: list[Effect] = []

    @property
    def current(self) -> AnimationStep | None:
        """The animation step being played, or None; effects that outlast earlier steps do not count."""
        return self._queue[0] if self._queue else None

    @property
    def shown_observation(self) -> Observation:
        """The table as painted now, apart from the things in motion."""
        return self._queue[0].shown_observation if self._queue else self.observation

    @property
    def is_over(self) -> bool:
        """Whether every step that was added has been played; effects such as a rolling car may still go on."""
        return not self._queue and not self._steps

    @property
    def is_waiting(self) -> bool:
        """Whether the current step waits for the effects of earlier steps to end."""
        return bool(self._queue) and self.clock.elapsed_s < self._began_s

    @property
    def is_moving(self) -> bool:
        """Whether any animation step or effect is visible."""
        return bool(self._queue or self._lingering)

    @property
    def running(self) -> Iterator[tuple[AnimationStep, float]]:
        """The animation steps that are visible, the oldest first, each with the seconds since it began."""
        for running in self._lingering:
            yield running.animation_step, self.clock.elapsed_s - running.began_s
        if self._queue:
            yield self._queue[0], self.clock.elapsed_s - self._began_s

    @property
    def flights(self) -> Iterator[tuple[Flight, float]]:
        """The cards in flight, each with the seconds since its animation step began."""
        if self._queue:
            elapsed_s = self.clock.elapsed_s - self._began_s
            yield from ((flight, elapsed_s) for flight in self._queue[0].flights if flight.is_seen(elapsed_s))

    @property
    def effects(self) -> Iterator[tuple[Effect, float]]:
        """The effects that are not over, each with the seconds since its animation step began."""
        for animation_step, elapsed_s in self.running:
            for effect in animation_step.effects:
                if elapsed_s < effect.end_s:
                    yield effect, elapsed_s

    @property
    def hidden(self) -> frozenset[str]:
        """The ids of the things in motion, which must not be painted with the table at rest."""
        away = self._queue[0].hidden if self._queue else frozenset()
        return away.union(*(effect.hidden for effect, _elapsed_s in self.effects))

    @property
    def leaders(self) -> frozenset[int]:
        """The leading sides according to where their cars are shown at this moment."""
        km: list[float] = [side.km for side in self.shown_observation.sides]
        for effect, elapsed_s in self.effects:
            if isinstance(effect, CarDrive):
                km[effect.side] = effect.km(elapsed_s)
        return leaders(km)

    def pop_begun(self) -> list[AnimationStep]:
        """Return the animation steps that began since the last call and are still visible."""
        begun, self._begun = self._begun, []
        running = {id(animation_step) for animation_step, _elapsed_s in self.running}
        return [animation_step for animation_step in begun if id(animation_step) in running]

    def add(self, step: Step, take_off: PlayedCardStart | None = None) -> None:
        """Add a session step to the queue; ``take_off`` is where the viewer's card starts its flight, if one is played.

        A jump to another moment of the leg removes the waiting steps, because their moves were taken back.
        """
        if step.jump is not None:
            self._steps.clear()
        self._steps.append((step, take_off))

    def add_effect(self, effect: Effect) -> None:
        """Show an effect, which belongs to no session step, from now on."""
        shown = AnimationStep(self.observation, effects=(effect,))
        self._lingering.append(RunningStep(shown, self.clock.elapsed_s))
        self._begun.append(shown)

    def set_hand(self, hand: tuple[Card, ...]) -> None:
        """Set the order of the viewer's hand at rest."""
        self.observation = replace(self.observation, hand=hand)
        self._hands[len(self.observation.moves)] = hand

    def record_hand(self, observation: Observation) -> None:
        """Remember the order of this observation's hand, for a later jump back to its moment of the leg."""
        self._hands[len(observation.moves)] = observation.hand

    def update(self, now_s: float, *, may_begin: Callable[[], bool] = lambda: True) -> bool:
        """Advance the animations to this time; return whether the table at rest changed.

        The next session step waits as long as ``may_begin`` returns False.
        """
        self.clock.update(now_s)
        changed = False
        while True:
            if self._queue:
                end_s = self._began_s + (self._queue[0].duration_s if self.timing.duration_factor else 0.0)
                if self.clock.elapsed_s < end_s:
                    break
                self._end_current(end_s, now_s)
            elif self._may_begin(now_s) and may_begin():
                self._begin()
            else:
                break
            changed = True
        return self._drop_ended() or changed

    def skip(self, now_s: float) -> bool:
        """End the current step, its pause and all effects at once; return whether anything was moving."""
        self.clock.update(now_s)
        was_running = self.is_moving
        while self._queue:
            self._end_current(self.clock.elapsed_s, now_s)
        self._lingering.clear()
        self._not_before_s = now_s
        self._begun.clear()
        self._drop_ended()
        self.clock.cues.clear()
        return was_running

    def configure(self, timing: Timing, hand_order: HandOrder) -> None:
        """Use these timings from now on, and this order for the hands of later steps."""
        self.timing, self.clock.speed, self._hand_order = timing, timing.duration_factor, hand_order

    def set_places(self, places: Places) -> None:
        self._places = places

    def reset_take_offs(self) -> None:
        """Start the cards of waiting steps from the hand, because the window has another size; ``skip`` before."""
        self._steps = deque((step, take_off and take_off.from_hand()) for step, take_off in self._steps)

    def _drop_ended(self) -> bool:
        """Remove steps and effects that are over; return whether the table must be drawn again without an effect."""
        if not self.timing.duration_factor:
            self._lingering.clear()
        self._lingering = [running for running in self._lingering if self.clock.elapsed_s < running.end_s]
        was, self._visible_effects = self._visible_effects, [effect for effect, _elapsed_s in self.effects]
        return any(effect not in self._visible_effects for effect in was)

    def _may_begin(self, now_s: float) -> bool:
        if not self._steps:
            return False
        return now_s >= self._not_before_s or not waits_for_pause(self._steps[0][0].events, self.observation.seat)

    def _begin(self) -> None:
        step, take_off = self._steps.popleft()
        step = replace(
            step, observation=with_hand_order(step.observation, self._hand_order, self._remaining_hand(step, take_off))
        )
        self._step = step
        self._action = next((event for event in step.events if isinstance(event, PLAYER_ACTIONS)), None)
        self._queue.extend(self.choreograph(self.observation, step, take_off))
        self._start_next(self.clock.elapsed_s)

    def choreograph(self, before: Observation, step: Step, take_off: PlayedCardStart | None) -> list[AnimationStep]:
        """Return the animation steps for a session step: a jump, or its events with full or reduced motion.

        ``before`` is the table before the step.
        """
        assert self._places is not None
        if step.jump is not None:
            return jump_steps(before, step.observation, self._places, is_reduced=self.timing.is_reduced)
        animate = reduced_motion_steps if self.timing.is_reduced else animation_steps
        return animate(before, step.events, step.observation, self._places, take_off)

    def _remaining_hand(self, step: Step, take_off: PlayedCardStart | None) -> tuple[Card, ...]:
        """Return the hand in its present order, without the viewer's card that is played.

        For a jump, return the hand as it was ordered at that moment, if known.
        """
        hand = self.observation.hand
        if step.jump is not None:
            return self._hands.get(len(step.observation.moves), hand)
        return hand if take_off is None else (*hand[: take_off.index], *hand[take_off.index + 1 :])

    def _start_next(self, at_s: float) -> None:
        if not self._queue:
            self._finish()
            return
        animation_step, is_timed = self._queue[0], bool(self.timing.duration_factor)
        self._began_s = at_s
        if animation_step.waits_for_effects and is_timed:
            self._began_s = max([at_s, *(running.end_s for running in self._lingering)])
        self.clock.cues.extend(replace(cue, at_s=self._began_s + cue.at_s * is_timed) for cue in animation_step.cues)
        driving = {effect.side for effect in animation_step.effects if isinstance(effect, CarDrive)}
        self._lingering = [running for running in self._lingering if not _drives(running.animation_step, driving)]
        self._begun.append(animation_step)

    def _end_current(self, end_s: float, now_s: float) -> None:
        """End the current animation step at ``end_s`` on the animation clock; effects that last longer go on."""
        animation_step = self._queue.popleft()
        if animation_step.end_s > animation_step.duration_s:
            self._lingering.append(RunningStep(animation_step, self._began_s))
        if self._action is not None and self._step is not None:
            pause = pause_s(self._action, self._step.observation, self.timing.pace)
            self._not_before_s = now_s - (self.clock.elapsed_s - end_s) * self.timing.duration_factor + pause
            self._action = None
        self._start_next(end_s)

    def _finish(self) -> None:
        if self._step is None:
            return
        if self._action is not None and self.clock.now_s is not None:  # it changed nothing on the table
            self._not_before_s = self.clock.now_s + pause_s(self._action, self._step.observation, self.timing.pace)
        self.observation, self._step, self._action = self._step.observation, None, None
        self._hands[len(self.observation.moves)] = self.observation.hand


def _drives(animation_step: AnimationStep, sides: set[int]) -> bool:
    return any(isinstance(effect, CarDrive) and effect.side in sides for effect in animation_step.effects)
