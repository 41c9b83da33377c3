"""A run that learns from decisions in games of the bots: job by job, then what is fitted to them all. Needs numpy."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ai.lab.tune.comparisons import compare
from ai.lab.tune.hands import FittedHands, Hands, look_at_hands
from ai.lab.tune.jobs import DecisionJob, begun_at, do_missing
from ai.lab.tune.policy import Comparisons, fitted
from ai.lab.tune.selfplay import TableKind
from ai.search.rollout_policy import CAUTION

_HELD_OUT: Final = 5
"""One job of so many is not learned from; it says how good what was learned is."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is learned: the archive that ``gather`` makes of a job, of which there are files ``of_a_job``.json; ``fit``
    takes archives to learn from and others to be judged by, and gives the text of ``name``.json and its merit."""

    name: str
    of_a_job: str
    decisions_a_job: int
    gather: Callable[[DecisionJob], bytes]
    fit: Callable[[Sequence[bytes], Sequence[bytes]], tuple[str, str]]


def _fit_policy(archives: Sequence[bytes], held_out: Sequence[bytes]) -> tuple[str, str]:
    policy = fitted(Comparisons.read(archives))
    gain, error = policy.gain(Comparisons.read(held_out), CAUTION)
    return policy.text(), f"points a decision more than the policy before: {gain:.2f} ± {error:.2f}"


def _fit_hands(archives: Sequence[bytes], held_out: Sequence[bytes]) -> tuple[str, str]:
    model, others = FittedHands(), Hands.read(held_out)
    alike = model.likelihood(others)
    model.fit(Hands.read(archives))
    return model.text(), f"log-likelihood of a hand: {model.likelihood(others):.3f}, all cards alike {alike:.3f}"


SUBJECTS: Final = {
    "policy": Subject("policy", "comparisons", 500, compare, _fit_policy),
    "hands": Subject("hands", "hands", 2000, look_at_hands, _fit_hands),
}


def learn(
    subject: Subject, folder: Path, tables: Sequence[TableKind], seed: int, decisions: int, executor: Executor
) -> Path:
    """Gather, fit, and say how good it is by the jobs left out; the file, of which nothing is done again."""
    learned = folder / f"{subject.name}.json"
    if learned.exists():
        return learned
    a_job = min(subject.decisions_a_job, decisions)
    files = [folder / f"{subject.of_a_job}-{number}.npz" for number in range(max(2, -(-decisions // a_job)))]
    jobs = {
        file: DecisionJob(begun_at(tables, number), f"{seed}/{file.stem}", a_job) for number, file in enumerate(files)
    }
    do_missing(executor, subject.gather, jobs)
    archives = [file.read_bytes() for file in files]
    text, merit = subject.fit([a for n, a in enumerate(archives) if n % _HELD_OUT], archives[::_HELD_OUT])
    print(merit, file=sys.stderr, flush=True)
    learned.write_text(text + "\n")
    return learned
