"""An arena's figures in words and as data."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from time import monotonic
from typing import Any, Final, TextIO

from ai.arena.course_report import course_as_data, course_as_text
from ai.arena.outcome import Fault, SequenceOutcome
from ai.arena.settings import ArenaSettings
from ai.arena.statistics import Standing, course, faults, standings

_HEADINGS: Final = (
    *("seat", "player", "matches", "won", "share", "95 % interval", "mean score", "legs", "legs won"),
    *("median ms", "p99 ms", "faults", "cut off"),
)
_LINE_EVERY_S: Final = 30.0
"""How often progress is written where it can't be written over: rarely enough for a log."""
_UPDATE_EVERY_S: Final = 0.5
_LONGEST_NAME: Final = 48


def as_text(settings: ArenaSettings, sequences: Sequence[SequenceOutcome], legs_per_second: float) -> str:
    """The table that a person reads."""
    rows = [_HEADINGS, *(_row(standing) for standing in standings(settings, sequences))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_heading(settings, len(sequences))]
    for row in rows:
        cells = (
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join(cells).rstrip())
    lines.append(course_as_text(course(settings, sequences), list(map(_brief, settings.names))))
    lines.append(f"{legs_per_second:.1f} legs/s")
    return "\n".join(lines)


def as_data(settings: ArenaSettings, sequences: Sequence[SequenceOutcome], legs_per_second: float) -> dict[str, Any]:
    """The object of rules.md §9; beyond it how the legs went, the settings and, one by one, the faults."""
    return {
        "players": [standing.to_json() for standing in standings(settings, sequences)],
        "legs_per_second": round(legs_per_second, 1),
        "course": course_as_data(course(settings, sequences)),
        "settings": settings.to_json(),
        "faults": [fault.to_json() for fault in faults(sequences)],
    }


def fault_as_text(fault: Fault) -> str:
    """What a player did, in one line, and the request that it did it at, in another."""
    where = f"sequence {fault.sequence}, rotation {fault.rotation}, leg {fault.leg}"
    complaint = f"arena: fault of seat {fault.player} ({_brief(fault.name)}) in {where}: {fault.reason}"
    return f"{complaint}\n{json.dumps(fault.request)}"


class Progress:
    """Says on ``out`` how far the run is: on a terminal one line written over, elsewhere a line now and then."""

    def __init__(self, settings: ArenaSettings, count: int, out: TextIO | None = None) -> None:
        self._settings = settings
        self._count = count
        self._out = sys.stderr if out is None else out
        self._is_terminal = self._out.isatty()
        self._began_s = monotonic()
        self._at_start: int | None = None
        self._next_s = self._began_s + (0.0 if self._is_terminal else _LINE_EVERY_S)

    def show(self, sequences: Sequence[SequenceOutcome]) -> None:
        """Say it if it is time to."""
        now_s = monotonic()
        if self._at_start is None:
            self._at_start = len(sequences) - 1
        if now_s < self._next_s:
            return
        self._next_s = now_s + (_UPDATE_EVERY_S if self._is_terminal else _LINE_EVERY_S)
        line = self._line(sequences, now_s)
        print(f"\r{line}\x1b[K" if self._is_terminal else line, end="" if self._is_terminal else "\n", file=self._out)
        self._out.flush()

    def wipe(self) -> None:
        """Make the terminal's line free for something else."""
        if self._is_terminal:
            print("\r\x1b[K", end="", file=self._out, flush=True)

    def _line(self, sequences: Sequence[SequenceOutcome], now_s: float) -> str:
        shares = ", ".join(
            f"{_brief(s.name)} {s.won / s.matches:.1%} ({s.won_ci95[0]:.1%} … {s.won_ci95[1]:.1%})"
            for s in standings(self._settings, sequences)
        )
        played = len(sequences) - (self._at_start or 0)
        left_s = (now_s - self._began_s) / max(1, played) * (self._count - len(sequences))
        return f"arena: {len(sequences)}/{self._count} sequences, {shares}, {left_s / 60:.0f} min left"


def _heading(settings: ArenaSettings, count: int) -> str:
    setup = settings.setup
    end = f"{setup.target_score} points" if setup.legs is None else f"{setup.legs} legs"
    played = f"{count} sequences of decks, each once for each rotation" if settings.is_mirrored else f"{count} matches"
    return f"{setup.rules}, {setup.seats} seats, {setup.seating.value}, to {end}; {played}; seed {settings.seed}"


def _row(standing: Standing) -> tuple[str, ...]:
    low, high = standing.won_ci95
    return (
        str(standing.seat),
        _brief(standing.name),
        str(standing.matches),
        str(standing.won),
        f"{standing.won / max(1, standing.matches):.1%}",
        f"{low:.1%} … {high:.1%}",
        f"{standing.mean_score:.0f}",
        str(standing.legs),
        str(standing.legs_won),
        *("–" if ms is None else f"{ms:.3g}" for ms in (standing.median_ms, standing.p99_ms)),
        str(standing.faults),
        str(standing.cut_off),
    )


def _brief(name: str) -> str:
    """A player's name in one line that leaves room for others: a command may be long."""
    line = " ".join(name.split())
    return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"
