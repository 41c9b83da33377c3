"""Chooses moves by the priority list, without search or rollouts; used for a bot that fails.

It needs only the cards on the table and the seat's own hand, and no learned data. The list is the rollout policy's with
one additional rule (docs/decisions/072).
"""

from __future__ import annotations

from ai.bots.attack_choice import permitted_moves
from ai.information_state import InformationState
from ai.search.determinization import any_world
from ai.search.rollout_policy import NOBODY, PublicKnowledge, RolloutTurn, rollout_move
from ai.spec import Aggression
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.engine.tables import KM_BITS


def priority_move(o: Observation, aggression: Aggression = Aggression.FIERCE) -> Move:
    """Return the best of ``o.legal`` by the priority list, among the moves that the aggression permits.

    ``o.legal`` must not be empty.
    """
    information, legal = InformationState.of(o), permitted_moves(o, aggression)
    left = [unseen + held for unseen, held in zip(information.unseen, information.hand, strict=True)]
    seen = PublicKnowledge(left, sum(left), o.totals or (0,) * len(o.sides), o.target_score)
    world = any_world(information)
    if o.phase is Phase.TURN:
        return _ListedTurn(world, o.seat, seen, learns=False).best(legal)
    return rollout_move(world, legal, seen, NOBODY)


class _ListedTurn(RolloutTurn):
    """A turn played by the priority list, which adds value to attacks on sides with 0 km, as they may be shut out."""

    def _attack(self, hazard: int, target: int) -> float:
        value = super()._attack(hazard, target)
        if self.leg.progress[target] & KM_BITS:
            return value
        return value + self.weights.shut_out * self.leg.compiled_rules.rules.points.shut_out / 500.0
