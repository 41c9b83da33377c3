"""Whole legs played by chance through a session without a window, for what the table makes of its steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from game.engine.events import CoupFourreAsked, CoupFourreDeclined, Event, ExtensionAsked, ExtensionDeclined
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import Seating, load_rules
from game.engine.setup import MatchSetup
from game.match.plan import Plan
from game.match.running.viewer_feed import Step
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, bot
from game.settings.settings import HandOrder
from game.table.animation.intermediate_states import transitions
from game.table.geometry.places import Places, place_table
from game.table.hand_order import with_hand_order
from tests.match.harness import QuickBots

SIZE = (1280, 720)
FIRST_SEED = 28
"""In the eight legs from here on everything happens that can: answers, both ways, and extensions called and not."""
WORDS_ALONE = {CoupFourreAsked, CoupFourreDeclined, ExtensionAsked, ExtensionDeclined}
"""The events that change nothing on the table but words."""


def by_chance(observation: Observation, rng: Random) -> Move:
    """A legal move, rather a distance or at least no discard, so that legs arrive and much happens."""
    useful = [move for move in observation.legal if move.kind not in {MoveKind.DISCARD, MoveKind.DECLINE}]
    distances = [move for move in useful if move.card is not None and move.card.km]
    better = distances if distances and rng.random() < 0.7 else useful
    return rng.choice(better if better and rng.random() < 0.9 else observation.legal)


def steps_of_a_leg(
    seed: int, rules: str = "winning_moves", seats: int = 4, seating: Seating = Seating.SOLO
) -> Iterator[tuple[Observation, Step]]:
    """What the viewer saw before each step of a leg, and the step; with the hand as the table shows it."""
    rng = Random(seed)
    now = [0.0]
    setup = MatchSetup.from_booklet(rules, seating, seats)
    players = (HUMAN, *(bot(driver) for driver in DRIVERS[1:seats]))
    session = Session.new(Plan(setup, players), seed=seed, files=None, clock=lambda: now[0], bots=QuickBots(by_chance))
    before = with_hand_order(session.observation, HandOrder.SORTED)
    while not session.is_leg_over:
        now[0] += 1.0
        for told in session.poll():
            step = replace(told, observation=with_hand_order(told.observation, HandOrder.SORTED))
            yield before, step
            before = step.observation
        if session.is_waiting_for_viewer:
            session.play(by_chance(session.observation, rng))


@cache
def legs(
    rules: str = "winning_moves", seats: int = 4, seating: Seating = Seating.SOLO, *, count: int = 8
) -> tuple[tuple[Observation, Step], ...]:
    """The steps of so many legs, each with what the viewer saw before it."""
    seeds = range(FIRST_SEED, FIRST_SEED + count)
    return tuple(pair for seed in seeds for pair in steps_of_a_leg(seed, rules, seats, seating))


def laid_out(o: Observation, size: tuple[int, int] = SIZE) -> Places:
    """The table of an observation in a window of that size."""
    distances_km = load_rules(o.rules).distances_km(o.seats, o.seating)
    return place_table(size, tuple(side.seats for side in o.sides), o.seat, distances_km)


def first_event(kind: type[Event], *, own: bool | None = None) -> tuple[Event, Observation, Observation]:
    """The first event of that type in the legs, and the table before and after it.

    ``own`` asks for the viewer's, or for another's.
    """
    for before, step in legs():
        for event, now, then in transitions(before, step.events, step.observation):
            if isinstance(event, kind) and own in (None, getattr(event, "seat", None) == before.seat):
                return event, now, then
    raise AssertionError(f"no {kind.__name__} in these legs")
