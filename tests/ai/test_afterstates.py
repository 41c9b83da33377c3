"""What a bot takes a move to lead to is what the engine makes of it."""

from __future__ import annotations

import pytest

from ai.evaluation.afterstates import NOT_HIT, afterstate, afterstates
from ai.evaluation.evaluation import Evaluation
from ai.evaluation.value_network import blank_network
from ai.information_state import InformationState
from game.engine.cards import HAZARDS
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind
from game.engine.observation import Phase
from game.engine.rules import Seating
from tests.ai.playing import TABLES, wandering
from tests.cases import each


def _made(leg: Leg, move: Move) -> Leg:
    made = leg.copy()
    made.apply(move)
    return made


@each(("rules", "seats", "seating"), TABLES)
def test_afterstate_has_the_displays_and_hand_of_the_engine(rules: str, seats: int, seating: Seating) -> None:
    for leg, observation in wandering(rules, seats, seating, "after"):
        information, seat = InformationState.of(observation), observation.seat
        for move in observation.legal:
            then, made = afterstate(information, move), _made(leg, move)
            assert list(then.states) == list(made.states)
            assert list(then.progress) == list(made.progress)
            assert then.extender == (-1 if made.extender is None else made.extender)
            held = list(made.counts(seat))
            if made.seat == seat and made.phase is Phase.TURN:
                for card in made.drawn:
                    held[card.index] -= 1
            assert list(then.hand) == held


@each(("rules", "seats", "seating"), TABLES)
def test_afterstate_knows_the_next_turn_and_the_sides_that_arrived(rules: str, seats: int, seating: Seating) -> None:
    for leg, observation in wandering(rules, seats, seating, "course"):
        information, seat = InformationState.of(observation), observation.seat
        for move in observation.legal:
            then, made = afterstate(information, move), _made(leg, move)
            # With an empty pile the turn may come back at once, or there may be none.
            # Who declines may be the next in turn, but plays on with nothing.
            if leg.draw_pile > 1 and move.kind is not MoveKind.DECLINE:
                assert then.plays_again == (made.seat == seat and made.phase is Phase.TURN)
            arrived = made.phase is Phase.EXTENSION or (made.is_over and made.km(information.side) == made.target)
            assert then.has_arrived == arrived


@each(("rules", "seats", "seating"), TABLES)
def test_afterstate_reports_a_hit_for_attacks_alone(rules: str, seats: int, seating: Seating) -> None:
    for _, observation in wandering(rules, seats, seating, "hit"):
        information = InformationState.of(observation)
        for move in observation.legal:
            hit = afterstate(information, move).hit
            if move.side is None:
                assert hit == NOT_HIT
            else:
                assert (hit[0], HAZARDS[hit[1]]) == (move.side, move.card)


@each(("rules", "seats", "seating"), TABLES)
def test_afterstate_leaves_the_information_state_unchanged(rules: str, seats: int, seating: Seating) -> None:
    for _, observation in wandering(rules, seats, seating, "alone"):
        information = InformationState.of(observation)
        before = list(information.states), list(information.progress), list(information.hand)
        for move in observation.legal:
            afterstate(information, move)
        assert (list(information.states), list(information.progress), list(information.hand)) == before


@pytest.mark.parametrize("rules", ["winning_moves", "piatnik", "dujardin"])
def test_won_leg_is_worth_its_score(rules: str) -> None:
    """In ``mille_miglia`` what the others hold costs points, so that it can only be guessed."""
    won = 0
    for table in TABLES:
        for seed in range(3 if table[0] == rules else 0):
            for leg, observation in wandering(*table, f"won/{seed}"):
                evaluation = Evaluation(InformationState.of(observation), blank_network())
                for then in afterstates(evaluation.information, observation.legal):
                    if then.has_arrived:
                        won += 1
                        assert evaluation.chance_if_leg_won(then) == evaluation.chance_after_leg(
                            _stopped(_made(leg, then.move))
                        )
    assert won


def _stopped(leg: Leg) -> Leg:
    """The leg over, whoever is asked content with it as it is."""
    if not leg.is_over:
        leg.apply(next(m for m in leg.legal_moves() if m.kind is MoveKind.STAY))
    return leg
