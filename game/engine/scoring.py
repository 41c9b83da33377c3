"""The score sheet of a leg, computed from the points of the rule set (rules.md §5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from game.engine.rules import KM_UNIT, SCORE_ITEMS, ExtensionGoesTo, Score, ShutOutGoesTo
from game.engine.tables import FIRST_COUP_FOURRE_BIT, KM_BITS, ONE_100, ONE_200, TWO_200S, CompiledRules

_ALL_200S: Final = ONE_200 | TWO_200S
_ALL_100S: Final = FIRST_COUP_FOURRE_BIT - ONE_100


class FinalPosition(NamedTuple):
    """The data about a finished leg that scoring needs; ``target`` is in km.

    ``states`` and ``progress`` are ints by side as tables.py explains them; ``extender`` is the side that extended.
    """

    winner: int | None
    target: int
    extender: int | None
    draw_pile: int
    states: Sequence[int]
    progress: Sequence[int]
    km_in_hand: Sequence[int]


def score(finish: FinalPosition, table: CompiledRules) -> tuple[Score, ...]:
    """Return each side's points for a finished leg."""
    return tuple([_score(finish, table, side) for side in range(len(finish.progress))])


def _score(finish: FinalPosition, table: CompiledRules, side: int) -> Score:
    points = table.rules.points
    km = _km(finish, side)
    safeties = (finish.states[side] & 15).bit_count()
    all_four = points.all_four if safeties == 4 else 0
    has_won = finish.winner == side
    has_arrived = has_won and km == finish.target
    side_progress = finish.progress[side]
    no_200 = has_won and not side_progress & _ALL_200S
    items = Score(
        km=km * points.km,
        safeties=0 if all_four else safeties * points.safety,
        all_four=all_four,
        coups_fourres=(side_progress // FIRST_COUP_FOURRE_BIT).bit_count() * points.coup_fourre,
        leg_won=points.leg_won if has_won else 0,
        delayed_action=points.delayed_action if has_arrived and not finish.draw_pile else 0,
        safe_trip=points.safe_trip if no_200 else 0,
        extension=_extension(finish, table, side),
        shut_out=_shut_out(finish, table, side),
        no_100=points.no_100 if no_200 and not side_progress & _ALL_100S and table.options.no_100_bonus else 0,
        left_in_hand=finish.km_in_hand[side] * points.left_in_hand,
    )
    if km == 0:
        items = Score(**{item: getattr(items, item) for item in SCORE_ITEMS if item in points.shut_out_side_scores})
    return items


def _extension(finish: FinalPosition, table: CompiledRules, side: int) -> int:
    points = table.rules.points
    if finish.extender is None:
        return 0
    if points.extension_goes_to is ExtensionGoesTo.WINNER or finish.winner == finish.extender:
        return points.extension if side == finish.winner else 0
    return points.extension if side != finish.extender else 0


def _shut_out(finish: FinalPosition, table: CompiledRules, side: int) -> int:
    points = table.rules.points
    if points.shut_out_goes_to is ShutOutGoesTo.WINNER and side != finish.winner:
        return 0
    if not _km(finish, side):
        return 0
    return points.shut_out * sum(
        [not side_progress & KM_BITS for other, side_progress in enumerate(finish.progress) if other != side]
    )


def _km(finish: FinalPosition, side: int) -> int:
    return (finish.progress[side] & KM_BITS) * KM_UNIT
