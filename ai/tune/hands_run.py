"""A run that learns the hand model: hands held, job by job, and the model fitted to them. Needs numpy."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Final

from ai.tune.hands import FittedHands, HandJob, Hands, look_at_hands
from ai.tune.jobs import begun_at, do_missing
from ai.tune.selfplay import TableKind

HANDS_FILE: Final = "hands.json"
DECISIONS_A_JOB: Final = 2000
_HELD_OUT: Final = 5
"""One job of so many is not learned from; it says how good the model is."""


class HandsRun:
    """One run in its folder."""

    def __init__(
        self, folder: Path, tables: Sequence[TableKind], seed: int, decisions: int, executor: Executor
    ) -> None:
        self._folder = folder
        self._tables = tables
        self._seed = seed
        self._jobs = max(2, -(-decisions // DECISIONS_A_JOB))
        self._decisions = min(DECISIONS_A_JOB, decisions)
        self._executor = executor

    def learn(self) -> None:
        """Look at hands, fit, and say on the jobs left out how good it is; nothing if it was done before."""
        if (self._folder / HANDS_FILE).exists():
            return
        files = [self._folder / f"hands-{number}.npz" for number in range(self._jobs)]
        jobs = {
            file: HandJob(begun_at(self._tables, number), f"{self._seed}/{file.stem}", self._decisions)
            for number, file in enumerate(files)
        }
        do_missing(self._executor, look_at_hands, jobs)
        held_out = Hands.read(file.read_bytes() for file in files[::_HELD_OUT])
        model = FittedHands()
        alike = model.likelihood(held_out)
        model.fit(Hands.read(f.read_bytes() for n, f in enumerate(files) if n % _HELD_OUT))
        print(
            f"log-likelihood of a hand: {model.likelihood(held_out):.3f}, all cards alike {alike:.3f}",
            file=sys.stderr,
            flush=True,
        )
        (self._folder / HANDS_FILE).write_text(model.text() + "\n")
