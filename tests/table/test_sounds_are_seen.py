"""What a sound tells can be seen without it, captions or none: for every sound what changes before the eyes."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from game.engine.cards import Family
from game.engine.events import Event
from game.engine.observation import Observation, SideView
from game.table.animation.choreography import animation_steps
from game.table.animation.intermediate_states import transitions
from game.ui.audio import SoundName
from tests.scenes.test_sounds_are_seen import ELSEWHERE
from tests.table.random_legs import laid_out, legs

Seen = Callable[[Observation, Observation], bool]


def of_sides(look: Callable[[SideView], object]) -> Seen:
    """Whether that looks otherwise afterwards on some side's display."""
    return lambda now, then: any(look(a) != look(b) for a, b in zip(now.sides, then.sides, strict=True))


def tops(side: SideView) -> tuple[object, ...]:
    return side.battle[-1:], side.speed[-1:]


def struck(now: Observation, then: Observation) -> bool:
    """Whether a hazard lies on top of a pile where it did not."""
    before, after = ([{c for pile in tops(side) for c in pile} for side in o.sides] for o in (now, then))  # type: ignore[attr-defined]
    return any(card.family is Family.HAZARD for a, b in zip(before, after, strict=True) for card in b - a)


def lies_otherwise(now: Observation, then: Observation) -> bool:
    return now.sides != then.sides


SEEN: dict[SoundName, Seen] = {
    **dict.fromkeys(("brakes", "whistle", "sputter", "flat", "crash", "swish"), struck),
    **dict.fromkeys(("engine_slow", "engine_fast"), of_sides(lambda side: (side.km, side.distance))),
    "engine_steady": of_sides(lambda side: (side.km, side.speed[-1:])),
    **dict.fromkeys(("starter", "pump", "bolt", "wrench"), of_sides(lambda side: side.battle[-1:])),
    "chime": of_sides(lambda side: side.safeties),
    "horn": of_sides(lambda side: side.coups_fourres),
    "lay": lies_otherwise,
    "slip": lambda now, then: (now.draw_pile, now.hand_sizes) != (then.draw_pile, then.hand_sizes),
    "slide": lambda now, then: now.discard_pile != then.discard_pile or lies_otherwise(now, then),
    "rise": lambda now, then: then.target > now.target,
    "win": lambda _now, then: then.scores is not None,
    "lose": lambda _now, then: then.scores is not None,
}
"""Of the table: what its picture shows otherwise once the sound was heard. The score is a screen of its own."""


def test_sound_tables_know_every_sound_once() -> None:
    assert sorted([*SEEN, *ELSEWHERE]) == sorted(get_args(SoundName))


def heard_events() -> list[tuple[SoundName, Event, Observation, Observation]]:
    """Every sound of some legs, the event that it belongs to, and the table before and after that."""
    heard = []
    for before, step in legs():
        places = laid_out(before)
        for event, now, then in transitions(before, step.events, step.observation):
            shown = animation_steps(now, (event,), then, places)
            heard += [(cue.sound, event, now, then) for part in shown for cue in part.cues]
    return heard


@pytest.fixture(scope="module")
def heard() -> list[tuple[SoundName, Event, Observation, Observation]]:
    return heard_events()


@pytest.mark.parametrize("sound", SEEN)
def test_sound_at_the_table_comes_with_a_visible_change(
    heard: list[tuple[SoundName, Event, Observation, Observation]], sound: SoundName
) -> None:
    times = [(event, now, then) for name, event, now, then in heard if name == sound]
    assert times, "in these legs everything happens"
    assert [event for event, now, then in times if not SEEN[sound](now, then)] == []
