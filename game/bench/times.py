"""What can be said about how long many things took."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Self


@dataclass(frozen=True, slots=True)
class Times:
    """Durations in milliseconds."""

    median_ms: float
    p99_ms: float
    longest_ms: float

    @classmethod
    def of(cls, times_ms: Sequence[float]) -> Self:
        """What there is to say about so many durations; ``ValueError`` for less than one."""
        if not times_ms:
            raise ValueError("times: expected at least one duration, got none")
        p99 = quantiles(times_ms, n=100, method="inclusive")[98] if len(times_ms) > 1 else times_ms[0]
        return cls(round(median(times_ms), 2), round(p99, 2), round(max(times_ms), 2))

    @property
    def text(self) -> str:
        """The three figures in words."""
        return f"median {self.median_ms:.2f} ms, p99 {self.p99_ms:.2f} ms, longest {self.longest_ms:.2f} ms"


@dataclass(frozen=True, slots=True)
class Cost:
    """So many durations, by the clock and in processor time of the thread that draws."""

    count: int
    clock: Times
    processor: Times

    @property
    def text(self) -> str:
        """All of it in words, but for what was counted."""
        return f"{self.clock.text} (processor: {self.processor.text})"


@dataclass(slots=True)
class Stopwatch:
    """Collects durations by the clock and in processor time, in milliseconds."""

    clock_ms: list[float] = field(default_factory=list)
    processor_ms: list[float] = field(default_factory=list)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Time what is done inside."""
        began_s, began_cpu_s = time.perf_counter(), time.thread_time()
        yield
        self.add((time.perf_counter() - began_s) * 1000, (time.thread_time() - began_cpu_s) * 1000)

    def add(self, clock_ms: float, processor_ms: float) -> None:
        """Count a duration that was measured elsewhere."""
        self.clock_ms.append(clock_ms)
        self.processor_ms.append(processor_ms)

    @property
    def cost(self) -> Cost:
        """What there is to say about them all."""
        return Cost(len(self.clock_ms), Times.of(self.clock_ms), Times.of(self.processor_ms))
