"""The results of the matches with their confidence intervals, and the statistics of legs, as text and data."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import add
from time import monotonic
from typing import Any, Final, TextIO

from ai.bots.blunders import BLUNDERS
from ai.lab.arena.outcome import ArenaSettings, DecisionTimes, Fault, LegStatistics, SequenceOutcome
from game.engine.rules import sides_of

_HEADINGS: Final = (
    *("seat", "player", "matches", "won", "share", "95 % interval", "mean score", "legs", "legs won"),
    *("median ms", "p99 ms", "faults", "cut off"),
)
_LINE_EVERY_S: Final = 30.0
"""How often progress is written where lines cannot be overwritten: rarely enough for a log."""
_UPDATE_EVERY_S: Final = 0.5
_LONGEST_NAME: Final = 48


def as_text(settings: ArenaSettings, sequences: Sequence[SequenceOutcome], legs_per_second: float) -> str:
    """Return the results as a table of text."""
    rows = [_HEADINGS, *(_row(standing) for standing in standings(settings, sequences))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_heading(settings, len(sequences))]
    for row in rows:
        cells = (
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join(cells).rstrip())
    lines.append(legs_as_text(statistics(settings, sequences), list(map(_brief, settings.names))))
    lines += _absurd_lines(standings(settings, sequences))
    lines.append(f"{legs_per_second:.1f} legs/s")
    return "\n".join(lines)


def as_data(settings: ArenaSettings, sequences: Sequence[SequenceOutcome], legs_per_second: float) -> dict[str, Any]:
    """Return the object of rules.md §9, with statistics of legs, settings, and the faults in addition."""
    return {
        "players": [standing.to_json() for standing in standings(settings, sequences)],
        "legs_per_second": round(legs_per_second, 1),
        "course": legs_as_data(statistics(settings, sequences)),
        "settings": settings.to_json(),
        "faults": [fault.to_json() for fault in faults(sequences)],
    }


def fault_as_text(fault: Fault) -> str:
    """Return a line about a player's fault, and a line with the request."""
    where = f"sequence {fault.sequence}, rotation {fault.rotation}, leg {fault.leg}"
    complaint = f"arena: fault of seat {fault.player} ({_brief(fault.name)}) in {where}: {fault.reason}"
    return f"{complaint}\n{json.dumps(fault.request)}"


class ArenaProgress:
    """Print the progress of the run on ``out``: a terminal line that is overwritten, else a line now and then."""

    def __init__(self, settings: ArenaSettings, count: int, out: TextIO | None = None) -> None:
        self._settings = settings
        self._count = count
        self._out = sys.stderr if out is None else out
        self._is_terminal = self._out.isatty()
        self._began_s = monotonic()
        self._at_start: int | None = None
        self._next_s = self._began_s + (0.0 if self._is_terminal else _LINE_EVERY_S)

    def print_if_due(self, sequences: Sequence[SequenceOutcome]) -> None:
        """Print the progress if enough time has passed."""
        now_s = monotonic()
        if self._at_start is None:
            self._at_start = len(sequences) - 1
        if now_s < self._next_s:
            return
        self._next_s = now_s + (_UPDATE_EVERY_S if self._is_terminal else _LINE_EVERY_S)
        line = self._line(sequences, now_s)
        print(f"\r{line}\x1b[K" if self._is_terminal else line, end="" if self._is_terminal else "\n", file=self._out)
        self._out.flush()

    def clear_line(self) -> None:
        """Clear the terminal's line for other output."""
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


def _row(standing: PlayerStanding) -> tuple[str, ...]:
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
    """Return a player's name, shortened: a command may be long."""
    line = " ".join(name.split())
    return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"


def legs_as_data(statistics: LegStatistics) -> dict[str, Any]:
    """Return the figures over all legs, and by player; ``attacks`` and ``parried`` are counts by the players' sides."""
    legs, turns, laid = max(1, statistics.legs), sum(statistics.turns), _total(statistics.attacks)
    return {
        "legs": statistics.legs,
        "with_winner": round(statistics.decided / legs, 4),
        "turns_per_seat": round(turns / legs / len(statistics.turns), 2),
        "discards": round(sum(statistics.discards) / max(1, turns), 4),
        "attacks_per_leg": round(laid / legs, 3),
        "coups_fourres_per_leg": round(_total(statistics.parried) / legs, 3),
        "at_0_km": round(sum(statistics.stranded) / legs / len(statistics.stranded), 4),
        "attacked": [round(share, 4) for share in _attacked(statistics)],
        "players": [_player_as_data(statistics, player) for player in range(len(statistics.turns))],
    }


def legs_as_text(statistics: LegStatistics, names: Sequence[str]) -> str:
    """Return a line of figures, and the table of who attacked whom; ``names`` are the players' short names."""
    figures = legs_as_data(statistics)
    line = (
        f"{statistics.legs} legs: {figures['with_winner']:.1%} with a winner, {figures['turns_per_seat']:.1f} turns "
        f"a seat, {figures['discards']:.1%} of them discards, {figures['attacks_per_leg']:.2f} attacks and "
        f"{figures['coups_fourres_per_leg']:.2f} coups fourrés a leg, {figures['at_0_km']:.1%} of sides at 0 km"
    )
    return "\n".join((line, "attacks a leg, by whom and on whom:", *_attack_table(statistics, names)))


def _absurd_lines(players: Sequence[PlayerStanding]) -> list[str]:
    """Return the lines about absurd moves per leg, by player and kind."""
    if not any(any(player.absurd) for player in players):
        return ["absurd moves: none"]
    lines = ["absurd moves a leg:"]
    for player in players:
        legs = max(1, player.legs)
        kinds = [f"{name} {count / legs:.3f}" for name, count in zip(BLUNDERS, player.absurd, strict=True) if count]
        said = ", ".join(kinds) or "–"
        lines.append(f"{player.seat}  {_brief(player.name)}  {sum(player.absurd) / legs:.3f}: {said}")
    return lines


def _attack_table(statistics: LegStatistics, names: Sequence[str]) -> list[str]:
    legs, sides = max(1, statistics.legs), len(statistics.attacks[0])
    rows = [
        ("seat", "player", *(f"on {_members(side, statistics)}" for side in range(sides)), "all", "parried", "at 0 km")
    ]
    for player, laid in enumerate(statistics.attacks):
        on = ("–" if side == player % sides else f"{count / legs:.2f}" for side, count in enumerate(laid))
        parried = f"{sum(statistics.parried[player]) / legs:.2f}"
        stranded = f"{statistics.stranded[player] / legs:.1%}"
        rows.append((str(player), names[player], *on, f"{sum(laid) / legs:.2f}", parried, stranded))
    rows.append(("", "share of all", *(f"{share:.1%}" for share in _attacked(statistics)), "", "", ""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_cell(row[n], n, width) for n, width in enumerate(widths)).rstrip() for row in rows]


def _cell(text: str, column: int, width: int) -> str:
    return text.ljust(width) if column == 1 else text.rjust(width)


def _members(side: int, statistics: LegStatistics) -> str:
    """Return the players of a side by their first seats."""
    return "+".join(str(player) for player in range(side, len(statistics.turns), len(statistics.attacks[0])))


def _attacked(statistics: LegStatistics) -> list[float]:
    """Return each side's share of all attacks received."""
    laid = max(1, _total(statistics.attacks))
    return [sum(column) / laid for column in zip(*statistics.attacks, strict=True)]


def _player_as_data(statistics: LegStatistics, player: int) -> dict[str, Any]:
    legs, turns = max(1, statistics.legs), statistics.turns[player]
    return {
        "seat": player,
        "turns_per_leg": round(turns / legs, 2),
        "discards": round(statistics.discards[player] / max(1, turns), 4),
        "at_0_km": round(statistics.stranded[player] / legs, 4),
        "attacks": list(statistics.attacks[player]),
        "parried": list(statistics.parried[player]),
    }


def _total(table: Sequence[Sequence[int]]) -> int:
    return sum(map(sum, table))


Z_95: Final = 1.959964
"""95 % of a normal distribution lies within this many standard deviations."""


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player's figures over all matches; ``seat`` is its seat in rotation 0."""

    seat: int
    name: str
    matches: int
    won: int
    won_ci95: tuple[float, float]
    mean_score: float
    legs: int
    legs_won: int
    median_ms: float | None
    p99_ms: float | None
    faults: int
    cut_off: int
    absurd: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the object of rules.md §9, with cut-off decisions and absurd moves in addition."""
        return {
            "seat": self.seat,
            "name": self.name,
            "matches": self.matches,
            "won": self.won,
            "won_ci95": [round(bound, 4) for bound in self.won_ci95],
            "mean_score": round(self.mean_score, 1),
            "legs": self.legs,
            "legs_won": self.legs_won,
            "decision_ms": {"median": _rounded(self.median_ms), "p99": _rounded(self.p99_ms)},
            "faults": self.faults,
            "cut_off": self.cut_off,
            "absurd": dict(zip(BLUNDERS, self.absurd, strict=True)),
        }


def standings(settings: ArenaSettings, sequences: Sequence[SequenceOutcome]) -> list[PlayerStanding]:
    """Return every player's figures, in the order of the settings."""
    return [_standing(player, name, sequences) for player, name in enumerate(settings.names)]


def statistics(settings: ArenaSettings, sequences: Iterable[SequenceOutcome]) -> LegStatistics:
    """Return the statistics of all finished legs."""
    setup = settings.setup
    total = LegStatistics.none(setup.seats, len(sides_of(setup.seats, setup.seating)))
    for sequence in sequences:
        for match in sequence.matches:
            total += match.statistics
    return total


def faults(sequences: Iterable[SequenceOutcome]) -> list[Fault]:
    """Return all faults in the order of the sequences."""
    return [match.fault for sequence in sequences for match in sequence.matches if match.fault is not None]


def interval_95(means: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the share of matches won, from the share won in each sequence; within 0 … 1.

    It is Wilson's interval for as many independent matches as would scatter like these means. With one match a sequence
    that is their number, and the interval Wilson's own; a mirrored sequence counts for more, since luck cancels out in
    it. The scatter is the means' sum of squares and, so that it can't vanish by accident, one more square as large as a
    single match has.

    >>> [round(bound, 3) for bound in interval_95([1.0] * 63 + [0.0] * 37)]
    [0.532, 0.718]
    >>> interval_95([])
    (0.0, 1.0)
    """
    count = len(means)
    if not count:
        return 0.0, 1.0
    share = math.fsum(means) / count
    single = share * (1 - share)
    scatter = (math.fsum((mean - share) ** 2 for mean in means) + single) / (count + 1)
    # If all were won or all lost there is no scatter: each sequence then counts as one match, to be careful.
    matches = count * single / scatter if scatter > 0 else float(count)
    return _wilson(share, matches)


def _wilson(share: float, count: float) -> tuple[float, float]:
    square = Z_95**2 / count
    middle = (share + square / 2) / (1 + square)
    reach = Z_95 * math.sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
    # Rounding may push a bound past a share of 0 or 1.
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def _standing(player: int, name: str, sequences: Sequence[SequenceOutcome]) -> PlayerStanding:
    times = DecisionTimes()
    won = score = legs = legs_won = cut_off = stopped = count = 0
    absurd = [0] * len(BLUNDERS)
    means: list[float] = []
    for sequence in sequences:
        won_before = won
        for match in sequence.matches:
            part = match.parts[player]
            won += part.has_won
            score += part.score
            legs += match.legs
            legs_won += part.legs_won
            cut_off += part.cut_off
            stopped += match.fault is not None and match.fault.player == player
            times.include(part.times)
            absurd = list(map(add, absurd, part.absurd))
        count += len(sequence.matches)
        means.append((won - won_before) / len(sequence.matches))
    return PlayerStanding(
        seat=player,
        name=name,
        matches=count,
        won=won,
        won_ci95=interval_95(means),
        mean_score=score / count if count else 0.0,
        legs=legs,
        legs_won=legs_won,
        median_ms=times.quantile_ms(0.5),
        p99_ms=times.quantile_ms(0.99),
        faults=stopped,
        cut_off=cut_off,
        absurd=tuple(absurd),
    )


def _rounded(duration_ms: float | None) -> float | None:
    """Round to three digits, the accuracy of ``DecisionTimes`` and of a clock."""
    return None if duration_ms is None else float(f"{duration_ms:.3g}")
