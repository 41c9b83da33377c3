"""The priority list as a player: it uses neither search nor rollouts, and replaces a bot that fails.

It uses only the open cards and the own hand, and no learned data. It is the rollout policy's list with one additional
rule (docs/decisions/072).
"""

from __future__ import annotations

from ai.bots.attack_choice import permitted_moves
from ai.information_state import InformationState
from ai.search.determinization import any_world
from ai.search.rollout_policy import NOBODY, PublicKnowledge, RolloutTurn, rollout_move
from ai.spec import FIERCE
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.engine.tables import KM_BITS


def priority_move(o: Observation, aggression: str = FIERCE) -> Move:
    """Return the list's move under that manner; one of ``o.legal``, which must not be empty."""
    information, legal = InformationState.of(o), permitted_moves(o, aggression)
    left = [unseen + held for unseen, held in zip(information.unseen, information.hand, strict=True)]
    seen = PublicKnowledge(left, sum(left), o.totals or (0,) * len(o.sides), o.target_score)
    world = any_world(information)
    if o.phase is Phase.TURN:
        return _ListedTurn(world, o.seat, seen, learns=False).best(legal)
    return rollout_move(world, legal, seen, NOBODY)


class _ListedTurn(RolloutTurn):
    """A turn by the list that also values attacks on sides that may yet be shut out."""

    def _attack(self, hazard: int, target: int) -> float:
        value = super()._attack(hazard, target)
        if self.leg.progress[target] & KM_BITS:
            return value
        return value + self.weights.shut_out * self.leg.compiled_rules.rules.points.shut_out / 500.0
