"""Jobs of a run: what each comes to is a file of the run's folder, so that a stopped run goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.lab.tune.selfplay import TableKind
from game.system.interrupts import kept_from_children


@dataclass(frozen=True, slots=True)
class DecisionJob:
    """At least that many decisions, in whole matches on these tables in turn, from that seed."""

    tables: tuple[TableKind, ...]
    seed: str
    decisions: int


def do_missing(executor: Executor, work: Callable[[Any], bytes], jobs: Mapping[Path, object]) -> None:
    """Do the jobs whose files are not there yet; each file is whole or not there."""
    missing = {file: job for file, job in jobs.items() if not file.exists()}
    with kept_from_children():
        done = executor.map(work, missing.values())
    for file, data in zip(missing, done, strict=True):
        partial = file.with_suffix(".part")
        partial.write_bytes(data)
        partial.rename(file)


def begun_at(tables: Sequence[TableKind], number: int) -> tuple[TableKind, ...]:
    """The tables in turn, begun at another one for each job, so that all get their share."""
    shift = number % len(tables)
    return (*tables[shift:], *tables[:shift])
