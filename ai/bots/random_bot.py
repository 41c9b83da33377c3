"""Uniformly random legal play, to measure others against."""

from __future__ import annotations

import random

from ai.decision import Decision
from game.engine.observation import Observation


class RandomBot:
    """Plays any legal move, each with the same chance."""

    def decide(self, observation: Observation, rng: random.Random, *, time_ms: float | None = None) -> Decision:  # noqa: ARG002
        """Any move of ``observation.legal``. Raises ``ValueError`` if nothing is to be decided."""
        if not observation.legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide")
        return Decision(rng.choice(observation.legal))
