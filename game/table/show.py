"""Plays the steps of a session one after the other: acts by elapsed time, pauses between them, all of it skippable."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from game.engine.cards import Card
from game.engine.observation import Observation
from game.session.session import Step
from game.table.acts import Act
from game.table.choreography import TakeOff
from game.table.pace import DEEDS, pause_s, waits
from game.ui.sound import SoundName

Choreograph = Callable[[Observation, Step, TakeOff | None], list[Act]]
Arrange = Callable[[Observation, tuple[Card, ...]], Observation]
"""Puts the hand of an observation into the order in which it is shown, given the cards held before."""


class Show:
    """What is to be seen of a match at each moment.

    ``observation`` is the table at rest: during a step the one from before it. ``choreograph`` makes acts of a step,
    ``arrange`` orders the hand of what it leads to.
    Nothing happens but in ``update`` and ``skip``, by the moments they are told, in seconds.
    """

    def __init__(self, observation: Observation, choreograph: Choreograph, arrange: Arrange) -> None:
        self.observation = observation
        self._choreograph = choreograph
        self._arrange = arrange
        self._steps: deque[tuple[Step, TakeOff | None]] = deque()
        self._acts: deque[Act] = deque()
        self._cues: list[tuple[float, SoundName]] = []
        self._step: Step | None = None
        self._began_s = 0.0
        self._not_before_s = 0.0

    @property
    def act(self) -> Act | None:
        """The act that runs."""
        return self._acts[0] if self._acts else None

    @property
    def rest(self) -> Observation:
        """What lies on the table now, but for what is on its way."""
        return self._acts[0].rest if self._acts else self.observation

    @property
    def is_over(self) -> bool:
        """Whether everything that was told has been shown."""
        return not self._acts and not self._steps

    def elapsed_s(self, now_s: float) -> float:
        """How long the present act runs already."""
        return now_s - self._began_s

    def take_sounds(self, now_s: float) -> list[SoundName]:
        """The sounds that are due since this was asked last, each once; those of what was skipped are not."""
        due = [sound for at_s, sound in self._cues if at_s <= now_s]
        self._cues = [cue for cue in self._cues if cue[0] > now_s]
        return list(dict.fromkeys(due))

    def add(self, step: Step, take_off: TakeOff | None = None) -> None:
        """Have a step shown after those that wait already; ``take_off`` says where the viewer's card starts from."""
        self._steps.append((step, take_off))

    def update(self, now_s: float, *, may_begin: bool = True) -> bool:
        """Go on to this moment; True if the table at rest changed. Without ``may_begin`` no further step is begun."""
        changed = False
        while True:
            if self._acts:
                if now_s < self._began_s + self._acts[0].duration_s:
                    return changed
                self._end_act(self._began_s + self._acts[0].duration_s)
            elif may_begin and self._may_begin(now_s):
                self._begin(now_s)
            else:
                return changed
            changed = True

    def skip(self, now_s: float) -> bool:
        """End the running step and the pause after it; True if the table at rest changed."""
        was_running = bool(self._acts)
        while self._acts:
            self._end_act(now_s)
        self._not_before_s = now_s
        self._cues.clear()
        return was_running

    def _may_begin(self, now_s: float) -> bool:
        if not self._steps:
            return False
        return now_s >= self._not_before_s or not waits(self._steps[0][0].events, self.observation.seat)

    def _begin(self, now_s: float) -> None:
        step, take_off = self._steps.popleft()
        step = replace(step, observation=self._arrange(step.observation, self._stays(take_off)))
        self._step = step
        self._acts.extend(self._choreograph(self.observation, step, take_off))
        self._not_before_s = now_s + self._pause_s(step)
        self._start_act(now_s)

    def _stays(self, take_off: TakeOff | None) -> tuple[Card, ...]:
        """The hand without the card that takes off."""
        hand = self.observation.hand
        return hand if take_off is None else (*hand[: take_off.index], *hand[take_off.index + 1 :])

    def _end_act(self, end_s: float) -> None:
        self._acts.popleft()
        self._start_act(end_s)

    def _start_act(self, at_s: float) -> None:
        self._began_s = at_s
        if self._acts:
            self._cues.extend((at_s + cue.at_s, cue.sound) for cue in self._acts[0].cues)
        else:
            self._finish()

    def _finish(self) -> None:
        if self._step is not None:
            self.observation, self._step = self._step.observation, None

    def _pause_s(self, step: Step) -> float:
        """How long after its beginning the next step may begin: its deed has landed by then, and was seen."""
        deed = next((event for event in step.events if isinstance(event, DEEDS)), None)
        if deed is None:
            return 0.0
        landed_s = self._acts[0].duration_s if self._acts else 0.0
        return landed_s + pause_s(deed, step.observation)
