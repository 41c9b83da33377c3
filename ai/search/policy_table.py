"""The learned corrections of the rollout policy: points for the rows of ``policy_features``, read from ``ai/data``.

A table gives the points that are added to a move's value by the priority list. It was learned by comparing moves on the
same worlds (``ai.lab.tune.policy``). It is computed in plain Python, so that every machine gets the same result.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Final

from ai.evaluation.features import table_name
from ai.learned_data import read_learned
from ai.search.policy_features import POLICY_ROWS
from game.engine.tables import CompiledRules

TENTHS: Final = 10.0
"""The files store points as whole tenths: this many are one point."""


class PolicyTable:
    """The learned ``points`` of each row of ``policy_features``.

    The value of a move is the sum of the points of its rows, plus its value by the priority list times ``of_list``.
    """

    __slots__ = ("of_list", "points")

    def __init__(self, of_list: float, points: Sequence[float]) -> None:
        if len(points) != POLICY_ROWS:
            raise ValueError(f"policy: expected {POLICY_ROWS} rows, got {len(points)}")
        self.of_list = of_list
        self.points = list(points)


@cache
def policy_for(table: CompiledRules) -> PolicyTable | None:
    """Return the learned table for legs with these rules, or None if the rollout policy uses only the priority list.

    That is so in rule sets where the nearest side wins.
    """
    if table.rules.nearest_wins:
        return None
    return load_policy(f"policy_{table_name(len(table.sides), table.seats)}")


@cache
def load_policy(name: str) -> PolicyTable:
    """Load the table of that name from ``ai/data``. Raises ``LearnedDataError`` if its file is missing or damaged."""
    return read_learned(name, "the policy", read_policy)


def read_policy(text: str) -> PolicyTable:
    """Parse a table of learned corrections from JSON text."""
    data = json.loads(text)
    return PolicyTable(float(data["of_list"]), [tenths / TENTHS for tenths in data["points"]])
