"""Jobs of a run: each result is a file in the run's folder, so that a stopped run can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.lab.tune.selfplay import TableKind
from game.system.interrupts import interrupts_hidden_from_children


@dataclass(frozen=True, slots=True)
class DecisionJob:
    """A job of at least ``decisions`` decisions, in whole matches on these tables in turn."""

    tables: tuple[TableKind, ...]
    seed: str
    decisions: int


def run_missing_jobs(executor: Executor, work: Callable[[Any], bytes], jobs: Mapping[Path, object]) -> None:
    """Do the jobs whose files are missing; files are written atomically."""
    missing = {file: job for file, job in jobs.items() if not file.exists()}
    with interrupts_hidden_from_children():
        done = executor.map(work, missing.values())
    for file, data in zip(missing, done, strict=True):
        partial = file.with_suffix(".part")
        partial.write_bytes(data)
        partial.rename(file)


def rotated_tables(tables: Sequence[TableKind], number: int) -> tuple[TableKind, ...]:
    """Return the tables rotated by the job's number, so that all get their share."""
    shift = number % len(tables)
    return (*tables[shift:], *tables[:shift])
