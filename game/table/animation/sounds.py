"""The sounds of events, and when they play within the animation steps (art.md §7).

A question that only one seat knows of has no sound, and neither has a delay that it causes: sounds must not reveal
anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from game.engine import events
from game.engine.cards import CARDS, SAFETIES, Card
from game.table.animation.animation_step import AnimationStep
from game.ui.animation import Cue
from game.ui.audio import SoundName

_HORN_TO_SLAM_S = 0.3  # its third and longest note falls on the slam
_SWISH_S = 0.08  # the delay of the flight's sound after the card left the hand
_SLIDE_S = 0.06

_SOUND_BY_CARD: dict[str, SoundName] = {
    "km_25": "engine_slow",
    "km_50": "engine_slow",
    "km_75": "engine_steady",
    "km_100": "engine_steady",
    "km_200": "engine_fast",
    "stop": "brakes",
    "speed_limit": "whistle",
    "out_of_gas": "sputter",
    "flat_tire": "flat",
    "accident": "crash",
    "go": "starter",
    "end_of_limit": "engine_steady",
    "gasoline": "pump",
    "spare_tire": "bolt",
    "repairs": "wrench",
}
LANDING_SOUNDS = MappingProxyType[Card, SoundName](
    {card: "chime" if card in SAFETIES else _SOUND_BY_CARD[card.id] for card in CARDS}
)
"""The sound of what a card does, by card; it plays when the card lands, together with the sound of a card laid."""


def with_sounds(event: events.Event, animation_steps: Sequence[AnimationStep], own_side: int) -> list[AnimationStep]:
    """Return the animation steps of one event with its sounds added; ``own_side`` is the viewer's side."""
    if not animation_steps:
        return []
    heard = list(animation_steps)
    first, last = heard[0], heard[-1]
    match event:
        case events.Dealt() | events.Drew():
            heard[0] = _cued(first, *(Cue("slip", at_s) for at_s in _draw_times_s(first)))
        case events.Laid(card=card):
            heard = _landing(heard, card)
        case events.Attacked(side=side, card=card):
            heard = _landing(heard, card, side)
            heard[0] = _cued(heard[0], Cue("swish", _SWISH_S))
        case events.CoupFourrePlayed(card=card):
            turns_s, parts_s = _turns_and_parts_s(first, card)
            slams = Cue("lay", turns_s + _HORN_TO_SLAM_S)
            heard[0] = _cued(first, Cue("horn", turns_s), slams, Cue("slide", parts_s))
        case events.Cleared() | events.Discarded():
            heard[0] = _cued(first, Cue("slide", _SLIDE_S))
        case events.Extended():
            heard[0] = _cued(first, Cue("rise"))
        case events.LegEnded(winner=winner):
            heard[-1] = _cued(last, Cue("win" if winner == own_side else "lose"))
    return heard


def _cued(animation_step: AnimationStep, *cues: Cue) -> AnimationStep:
    return replace(animation_step, cues=(*animation_step.cues, *cues))


def _landing(animation_steps: list[AnimationStep], card: Card, whom: int | None = None) -> list[AnimationStep]:
    """Return the steps with the sounds of a landing card, at the moment in which its flight ends.

    ``whom`` is the side that the card attacks, if any.
    """
    if len(animation_steps) == 1:
        at_s = animation_steps[0].duration_s
        return [_cued(animation_steps[0], Cue("lay", at_s), Cue(LANDING_SOUNDS[card], at_s, whom))]
    landing = _cued(animation_steps[1], Cue("lay"), Cue(LANDING_SOUNDS[card], target=whom))
    return [animation_steps[0], landing, *animation_steps[2:]]


def _draw_times_s(animation_step: AnimationStep) -> list[float]:
    """Return the seconds from the step's beginning at which cards leave the draw pile; only 0 if no card flies."""
    coming = [flight for flight in animation_step.flights if flight.card is None or flight.turns_over_at is not None]
    return [flight.start_s for flight in coming] or [0.0]


def _turns_and_parts_s(animation_step: AnimationStep, safety: Card) -> tuple[float, float]:
    """Return when the safety of a coup fourré begins to turn across the hazard, and when the two cards part.

    Both times are in seconds from the step's beginning.
    """
    starts_s = sorted(
        flight.start_s for flight in animation_step.flights if flight.hand_index is None and flight.card is safety
    )
    return (starts_s[1], starts_s[2]) if len(starts_s) > 2 else (0.0, animation_step.duration_s)
