"""A run that learns a policy: comparisons of moves, job by job, and the table fitted to them. Needs numpy."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Final

from ai.search.rollout_policy import CAUTION
from ai.tune.comparisons import ComparisonJob, compare
from ai.tune.jobs import begun_at, do_missing
from ai.tune.policy import Comparisons, fitted
from ai.tune.selfplay import TableKind

POLICY_FILE: Final = "policy.json"
DECISIONS_A_JOB: Final = 500
_HELD_OUT: Final = 5
"""One job of so many is not learned from; it says how good the table is."""


class PolicyRun:
    """One run in its folder."""

    def __init__(
        self, folder: Path, tables: Sequence[TableKind], seed: int, decisions: int, executor: Executor
    ) -> None:
        self._folder = folder
        self._tables = tuple(tables)
        self._seed = seed
        self._jobs = max(2, -(-decisions // DECISIONS_A_JOB))
        self._decisions = min(DECISIONS_A_JOB, decisions)
        self._executor = executor

    def learn(self) -> None:
        """Compare, fit, and say on the jobs left out what the new policy brings; nothing if it was done before."""
        if (self._folder / POLICY_FILE).exists():
            return
        files = [self._folder / f"comparisons-{number}.npz" for number in range(self._jobs)]
        jobs = {
            file: ComparisonJob(begun_at(self._tables, number), f"{self._seed}/{file.stem}", self._decisions)
            for number, file in enumerate(files)
        }
        do_missing(self._executor, compare, jobs)
        held_out = Comparisons.read(file.read_bytes() for file in files[::_HELD_OUT])
        policy = fitted(Comparisons.read(f.read_bytes() for n, f in enumerate(files) if n % _HELD_OUT))
        gain, error = policy.gain(held_out, CAUTION)
        print(f"points a decision more than the policy before: {gain:.2f} ± {error:.2f}", file=sys.stderr, flush=True)
        (self._folder / POLICY_FILE).write_text(policy.text() + "\n")
