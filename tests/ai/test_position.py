"""The bots' picture of a display changes exactly as the engine's does."""

from __future__ import annotations

from random import Random

import pytest

from ai.position import HAZARD_INDEXES, SAFETY_INDEXES, side_of
from ai.randomly import RandomBot
from game.engine.moves import MoveKind
from game.engine.observation import Phase, Seating
from tests.ai.playing import TABLES, decisions, match_of


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_a_display_after_a_move_is_the_engines(rules: str, seats: int, seating: Seating) -> None:
    match = match_of(rules, seats, seating)
    for seed in range(3):
        for leg, observation, move in decisions(match, [RandomBot()] * seats, f"position/{seed}"):
            if move.card is None or move.kind is MoveKind.DISCARD:
                continue
            number = observation.side if move.side is None else move.side
            before = side_of(observation.sides[number])
            if move.side is not None:
                expected = before.hit(move.card.index)
            elif move.kind is MoveKind.COUP_FOURRE:
                expected = before.answer(move.card.index)
            else:
                expected = before.lay(move.card.index)
            after = leg.copy()
            after.apply(move)
            seen = after.observe(observation.seat, match.context).sides[number]
            assert side_of(seen) == expected, (observation, move)
            assert (expected.is_rolling, expected.is_limited) == (seen.rolling, seen.limited)
        if match.is_over:
            break


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_what_may_be_laid_on_the_own_side_is_what_the_engine_allows(rules: str, seats: int, seating: Seating) -> None:
    match = match_of(rules, seats, seating)
    for _, observation, _ in decisions(match, [RandomBot()] * seats, "legal"):
        if observation.phase is not Phase.TURN:
            continue
        side = side_of(observation.sides[observation.side])
        ours = {
            c.id
            for c in observation.hand
            if c.index not in HAZARD_INDEXES and side.may_lay(c.index, observation.target)
        }
        laid = {m.card.id for m in observation.legal if m.kind is MoveKind.LAY and m.side is None and m.card}
        assert ours == laid


def test_every_safety_may_be_laid_at_any_time() -> None:
    match = match_of("dujardin", 2, Seating.SOLO)
    observation = next(decisions(match, [RandomBot()] * 2, str(Random(1).random())))[1]
    side = side_of(observation.sides[0])
    assert all(side.may_lay(index, 700) for index in SAFETY_INDEXES)
