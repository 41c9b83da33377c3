"""A run that fits a model to decisions in games of the bots, gathered job by job. Needs numpy."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ai.lab.tune.comparisons import compare
from ai.lab.tune.hands import FittedHands, Hands, record_hands
from ai.lab.tune.jobs import DecisionJob, rotated_tables, run_missing_jobs
from ai.lab.tune.policy import Comparisons, fit_policy
from ai.lab.tune.selfplay import TableKind
from ai.search.rollout_policy import CAUTION

_HELD_OUT: Final = 5
"""One job in so many is held out, to judge the model by."""


@dataclass(frozen=True, slots=True)
class LearningTask:
    """A kind of model: ``gather`` makes the archive of a job, kept as ``of_a_job``-<number>.npz.

    ``fit`` takes archives to learn from and held-out ones, and returns the text of ``name``.json and a line about its
    quality.
    """

    name: str
    of_a_job: str
    decisions_a_job: int
    gather: Callable[[DecisionJob], bytes]
    fit: Callable[[Sequence[bytes], Sequence[bytes]], tuple[str, str]]


def _fit_policy(archives: Sequence[bytes], held_out: Sequence[bytes]) -> tuple[str, str]:
    policy = fit_policy(Comparisons.read(archives))
    gain, error = policy.gain(Comparisons.read(held_out), CAUTION)
    return policy.text(), f"points a decision more than the policy before: {gain:.2f} ± {error:.2f}"


def _fit_hands(archives: Sequence[bytes], held_out: Sequence[bytes]) -> tuple[str, str]:
    model, others = FittedHands(), Hands.read(held_out)
    alike = model.likelihood(others)
    model.fit(Hands.read(archives))
    return model.text(), f"log-likelihood of a hand: {model.likelihood(others):.3f}, all cards alike {alike:.3f}"


SUBJECTS: Final = {
    "policy": LearningTask("policy", "comparisons", 500, compare, _fit_policy),
    "hands": LearningTask("hands", "hands", 2000, record_hands, _fit_hands),
}


def learn(
    subject: LearningTask, folder: Path, tables: Sequence[TableKind], seed: int, decisions: int, executor: Executor
) -> Path:
    """Gather, fit, and print the quality on the held-out jobs; return the file. Finished steps are not repeated."""
    learned = folder / f"{subject.name}.json"
    if learned.exists():
        return learned
    a_job = min(subject.decisions_a_job, decisions)
    files = [folder / f"{subject.of_a_job}-{number}.npz" for number in range(max(2, -(-decisions // a_job)))]
    jobs = {
        file: DecisionJob(rotated_tables(tables, number), f"{seed}/{file.stem}", a_job)
        for number, file in enumerate(files)
    }
    run_missing_jobs(executor, subject.gather, jobs)
    archives = [file.read_bytes() for file in files]
    text, merit = subject.fit([a for n, a in enumerate(archives) if n % _HELD_OUT], archives[::_HELD_OUT])
    print(merit, file=sys.stderr, flush=True)
    learned.write_text(text + "\n")
    return learned
