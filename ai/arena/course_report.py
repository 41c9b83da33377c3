"""How the legs went, in words and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ai.arena.course import Course


def course_as_data(course: Course) -> dict[str, Any]:
    """The figures over all legs, and by player; ``attacks`` and ``parried`` are counts by the players' sides."""
    legs, turns, laid = max(1, course.legs), sum(course.turns), _total(course.attacks)
    return {
        "legs": course.legs,
        "with_winner": round(course.decided / legs, 4),
        "turns_per_seat": round(turns / legs / len(course.turns), 2),
        "discards": round(sum(course.discards) / max(1, turns), 4),
        "attacks_per_leg": round(laid / legs, 3),
        "coups_fourres_per_leg": round(_total(course.parried) / legs, 3),
        "at_0_km": round(sum(course.stranded) / legs / len(course.stranded), 4),
        "attacked": [round(share, 4) for share in _attacked(course)],
        "players": [_player_as_data(course, player) for player in range(len(course.turns))],
    }


def course_as_text(course: Course, names: Sequence[str]) -> str:
    """One line of figures, and the table of who attacked whom; ``names`` are the players' in few letters."""
    figures = course_as_data(course)
    line = (
        f"{course.legs} legs: {figures['with_winner']:.1%} with a winner, {figures['turns_per_seat']:.1f} turns "
        f"a seat, {figures['discards']:.1%} of them discards, {figures['attacks_per_leg']:.2f} attacks and "
        f"{figures['coups_fourres_per_leg']:.2f} coups fourrés a leg, {figures['at_0_km']:.1%} of sides at 0 km"
    )
    return "\n".join((line, "attacks a leg, by whom and on whom:", *_table(course, names)))


def _table(course: Course, names: Sequence[str]) -> list[str]:
    legs, sides = max(1, course.legs), len(course.attacks[0])
    rows = [("seat", "player", *(f"on {_members(side, course)}" for side in range(sides)), "all", "parried", "at 0 km")]
    for player, laid in enumerate(course.attacks):
        on = ("–" if side == player % sides else f"{count / legs:.2f}" for side, count in enumerate(laid))
        parried = f"{sum(course.parried[player]) / legs:.2f}"
        stranded = f"{course.stranded[player] / legs:.1%}"
        rows.append((str(player), names[player], *on, f"{sum(laid) / legs:.2f}", parried, stranded))
    rows.append(("", "share of all", *(f"{share:.1%}" for share in _attacked(course)), "", "", ""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_cell(row[n], n, width) for n, width in enumerate(widths)).rstrip() for row in rows]


def _cell(text: str, column: int, width: int) -> str:
    return text.ljust(width) if column == 1 else text.rjust(width)


def _members(side: int, course: Course) -> str:
    """The players of a side, as the seats they were given."""
    return "+".join(str(player) for player in range(side, len(course.turns), len(course.attacks[0])))


def _attacked(course: Course) -> list[float]:
    """By side the share of all attacks that hit it."""
    laid = max(1, _total(course.attacks))
    return [sum(column) / laid for column in zip(*course.attacks, strict=True)]


def _player_as_data(course: Course, player: int) -> dict[str, Any]:
    legs, turns = max(1, course.legs), course.turns[player]
    return {
        "seat": player,
        "turns_per_leg": round(turns / legs, 2),
        "discards": round(course.discards[player] / max(1, turns), 4),
        "at_0_km": round(course.stranded[player] / legs, 4),
        "attacks": list(course.attacks[player]),
        "parried": list(course.parried[player]),
    }


def _total(table: Sequence[Sequence[int]]) -> int:
    return sum(map(sum, table))
