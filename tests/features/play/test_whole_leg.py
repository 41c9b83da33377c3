"""A whole leg, and the next one's deal, through the window by posted events alone; time is the test's."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame
import pytest

from game.engine.cards import Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.match.plan import Plan
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, bot
from game.table.targets import destination_pile
from tests.features.play.table_driver import seen
from tests.match.harness import QuickBots
from tests.table.random_legs import by_chance
from tests.window import Driver, hurry, middle

MOST_MOVES = 400


def sit_down(driver: Driver, seed: int, setup: MatchSetup) -> None:
    app = driver.app
    players = (HUMAN, *(bot(driver_id) for driver_id in DRIVERS[: setup.seats - 1]))
    bots = QuickBots(by_chance)
    app.start_session(Session.new(Plan(setup, players), seed=seed, files=app.files, clock=app.clock, bots=bots))
    app.show_table()


def by_dragging(driver: Driver, move: Move, o: Observation) -> None:
    assert move.card is not None
    start = driver.control(f"card/{o.hand.index(move.card)}")
    driver.drag(middle(start), middle(driver.control(destination_pile(move, o.side))), steps=3)


def by_clicking(driver: Driver, move: Move, o: Observation) -> None:
    assert move.card is not None
    if move.kind is MoveKind.DISCARD:
        place = middle(driver.control(f"card/{o.hand.index(move.card)}"))
        driver.post(pygame.MOUSEBUTTONDOWN, pos=place, button=3)
        driver.post(pygame.MOUSEBUTTONUP, pos=place, button=3)
        return
    driver.press(f"card/{o.hand.index(move.card)}")
    driver.press(destination_pile(move, o.side))


def by_key(driver: Driver, move: Move, o: Observation) -> None:
    assert move.card is not None
    driver.key(pygame.K_1 + o.hand.index(move.card))
    if move.kind is MoveKind.DISCARD:
        driver.key(pygame.K_d)
        return
    driver.key(pygame.K_RETURN)
    if move.card.family is Family.HAZARD and any(node.focused and node.role == "pile" for node in driver.nodes()):
        while not driver.control(destination_pile(move, o.side)).focused:
            driver.key(pygame.K_RIGHT)
        driver.key(pygame.K_RETURN)


ENDS = {"result"}
"""Where a leg leads; one that is a match by itself has its result at once."""

WAYS: tuple[Callable[[Driver, Move, Observation], None], ...] = (by_dragging, by_clicking, by_key)


def take_a_turn(driver: Driver, rng: Random) -> Move:
    """Make a move by one of the three ways; whatever is asked is answered by key."""
    o = seen(driver)
    move = by_chance(o, rng)
    if driver.scene in {"coup_fourre", "extension"}:
        answer = "no" if move.kind in {MoveKind.DECLINE, MoveKind.STAY} else "yes"
        while driver.focused != answer:
            driver.key(pygame.K_TAB)
        driver.key(pygame.K_RETURN)
        return move
    rng.choice(WAYS)(driver, move, o)
    if driver.scene == "confirm":
        driver.press("discard")
    return move


@pytest.mark.parametrize(
    ("rules", "seats", "seating", "seed"),
    [("winning_moves", 4, Seating.SOLO, 11), ("dujardin", 6, Seating.TEAMS, 4), ("mille_miglia", 2, Seating.SOLO, 2)],
)
def test_whole_leg_is_played_by_mouse_and_keyboard(
    driver: Driver, rules: str, seats: int, seating: Seating, seed: int
) -> None:
    sit_down(driver, seed, MatchSetup.from_booklet(rules, seating, seats))
    rng = Random(seed)
    for _ in range(MOST_MOVES):
        hurry(driver)
        if driver.scene in ENDS:
            break
        before = seen(driver).moves
        move = take_a_turn(driver, rng)
        hurry(driver)
        if driver.scene in ENDS:
            break
        assert seen(driver).moves[len(before)] is move
    assert driver.scene in ENDS
    session = driver.session
    assert len(session.history) == 1
    assert session.pop_problems() == []
