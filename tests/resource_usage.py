"""What the process holds: memory, file handles, threads; for the long runs that look whether anything piles up."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from game.bench.measurements import resident_mb


@dataclass(frozen=True, slots=True)
class ResourceUsage:
    """What is held at one moment; only Linux tells memory and handles, elsewhere they are 0."""

    resident_mb: float
    handles: int
    threads: int

    @classmethod
    def now(cls) -> ResourceUsage:
        """What is held now, when all that nobody holds has gone."""
        gc.collect()
        folder = Path("/proc/self/fd")
        handles = len(list(folder.iterdir())) if folder.exists() else 0
        return cls(resident_mb(os.getpid()), handles, threading.active_count())

    def __str__(self) -> str:
        return f"{self.resident_mb:.0f} MB, {self.handles} handles, {self.threads} threads"


def growth(usages: Sequence[ResourceUsage]) -> ResourceUsage:
    """By how much the end exceeds what there was after a quarter of the way.

    Compared are the middles of a fifth of all usages, as single ones go up and down.
    """
    wide, quarter = max(1, len(usages) // 5), len(usages) // 4
    early, late = usages[quarter : quarter + wide], usages[-wide:]

    def risen(name: str) -> float:
        first, last = (median(getattr(usage, name) for usage in part) for part in (early, late))
        return last - first

    return ResourceUsage(round(risen("resident_mb"), 1), round(risen("handles")), round(risen("threads")))


def is_steady(usages: Sequence[ResourceUsage], most_mb: float) -> bool:
    """Whether memory has grown by no more than that, and there are no more handles and threads."""
    more = growth(usages)
    return more.resident_mb <= most_mb and more.handles <= 0 and more.threads <= 0
