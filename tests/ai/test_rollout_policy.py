"""Who plays by what was learned in the worlds of a search: the own side, where something was learned."""

from __future__ import annotations

import pytest

from ai.search.rollout_policy import PublicKnowledge, rollout_move
from game.engine.rules import Seating, load_rules
from tests.ai.playing import TABLES, wandering
from tests.cases import each


@each(("rules", "seats", "seating"), TABLES)
def test_rollout_learner_plays_the_learned_policy_and_rivals_the_list(rules: str, seats: int, seating: Seating) -> None:
    differ = 0
    for leg, o in wandering(rules, seats, seating, "learner"):
        seen, other = PublicKnowledge.of(leg), (o.side + 1) % len(o.sides)
        as_it_will, listed = rollout_move(leg, None, seen), rollout_move(leg, None, seen, other)
        assert rollout_move(leg, None, seen, o.side) is as_it_will
        assert {as_it_will, listed} <= set(o.legal)
        differ += as_it_will is not listed
    assert bool(differ) is not load_rules(rules).nearest_wins


@pytest.mark.parametrize(("seats", "seating"), [(2, Seating.SOLO), (4, Seating.SOLO), (4, Seating.TEAMS)])
def test_public_knowledge_counts_the_cards_left_in_hands_and_draw_pile(seats: int, seating: Seating) -> None:
    for leg, o in wandering("winning_moves", seats, seating, "seen"):
        seen = PublicKnowledge.of(leg)
        assert seen.card_count == sum(seen.cards_left) == sum(o.hand_sizes) + o.draw_pile
        then = seen.copy()
        then.record(o.legal[0])
        assert then.card_count == seen.card_count - (o.legal[0].card is not None)
        assert seen.card_count == sum(seen.cards_left)
