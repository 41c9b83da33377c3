"""The table of which side attacked which how often, in the leg or in the match so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pygame import Rect, Surface

from game.engine.attacks import AttackTable, count_attacks, count_recorded_attacks
from game.features.replay.model.leg_replay import LegReplay
from game.i18n import _, _r, number
from game.scenes.portraits import draw_portraits, portraits_width
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.widgets import MIN_TARGET_PX
from game.words.log import attacks_made_line, attacks_suffered_line, bolt_legend, cell_line, total_attacks_line
from game.words.names import Names

_FACE, _LOWEST = 56, 32  # px at text scale 1
_MANY = 4
"""Cells of more sides may stand without a gap."""


@dataclass(frozen=True, slots=True)
class HitsChoice:
    """What the table of attacks shows, and what its controls call.

    ``scope`` is "leg" or "match", ``cell`` the key of the chosen cell, or empty.
    """

    scope: str
    cell: str
    on_scope: Callable[[str], None]
    on_cell: Callable[[str], None]


def leg_and_match_hits(leg: LegReplay) -> dict[str, AttackTable]:
    """Return who attacked whom in the leg ("leg") and, if it is not the first, with all legs before it ("match")."""
    seen = leg.observation_at(leg.length, leg.onlooker)
    own = count_attacks(seen.moves, leg.sides)
    earlier = [count_recorded_attacks(record) for record in leg.saved.records[: leg.index]]
    return {"leg": own, "match": sum(earlier, own)} if earlier else {"leg": own}


def hits_box(s: ui.Scale, leg: LegReplay, names: Names, choice: HitsChoice, wide: int, window: Rect) -> ui.Box:
    """Return the table of attacks with a sentence about the chosen cell, for a panel of that width in px.

    Each cell counts how often the side of the row has attacked the side of the column. The sums are in the last row and
    column.
    """
    rules_id, counted = leg.saved.setup.rules, leg_and_match_hits(leg)
    hits = counted.get(choice.scope, counted["leg"])
    idle = _("Attackers in rows.")
    said = {"": idle, **cell_sentences(hits, names, rules_id)}
    note = ui.Label(
        s, said.get(choice.cell, idle), ui.ROLES.body, alternatives=[max(said.values(), key=len), idle], id="note"
    )
    scopes = [("leg", _r(rules_id, "This leg")), ("match", _r(rules_id, "Match"))]
    scope: ui.Widget = ui.Segmented(s, "scope", _("Show"), scopes, choice.scope, choice.on_scope)
    if scope.width_range()[0] > wide:
        scope = ui.Dropdown(s, "scope", _("Show"), scopes, choice.scope, choice.on_scope, bounds=window)
    legend = ui.Label(s, bolt_legend(rules_id), ui.ROLES.small, THEME.text2)
    bolt = ui.Row(ui.Icon("bolt", round(s.px(ui.ROLES.small)), THEME.text), legend, gap=s.text_px(8))
    as_delivered = ui.Scale(s.unit)
    ways = [(s, s.text_px(4)), (as_delivered, as_delivered.text_px(4))]
    if len(names.sides) > _MANY:
        ways.append((as_delivered, 0))
    for scale, gap in ways:
        table = _table(scale, hits, names, said, choice, gap)
        if table.width_range()[0] <= wide:
            break
    parts = scope if len(counted) > 1 else None, table, note, bolt if any(map(any, hits.parried)) else None
    return ui.Column(*parts, gap=s.space_px(12))


def _table(
    s: ui.Scale, hits: AttackTable, names: Names, said: Mapping[str, str], choice: HitsChoice, gap: int
) -> ui.Box:
    every, sums, highest = range(len(names.sides)), len(names.sides), max(1, *map(max, hits.laid))
    high = s.text_px(_LOWEST, MIN_TARGET_PX), s.text_px(_FACE, MIN_TARGET_PX)

    def figure(row: int, column: int, count: int) -> ui.MatrixCell:
        is_cell = max(row, column) < sums
        bolt = "bolt" if is_cell and hits.parried[row][column] else ""
        return ui.MatrixCell(number(count), is_cell * count / highest, said[f"{row}.{column}"], bolt)

    def faces(side: int) -> ui.Box:
        wide, d = portraits_width(names, side, 1), s.text_px(_FACE)

        def paint(surface: Surface, rect: Rect) -> None:
            draw_portraits(surface, names, side, rect.center, min(d, rect.h, rect.w / wide))

        return ui.Canvas(paint, (MIN_TARGET_PX, round(d * wide)), high, label=names.side(side))

    rows: list[tuple[ui.Box, list[ui.MatrixCell | ui.Box]]] = []
    for by in every:
        counts = [ui.MatrixCell("—") if by == on else figure(by, on, hits.laid[by][on]) for on in every]
        rows.append((faces(by), [*counts, figure(by, sums, hits.laid_by(by))]))
    suffered = [figure(sums, on, hits.suffered_by(on)) for on in every]
    # Translators: heads of a table of who hit whom: beside this, how many hits a player suffered from others
    taken = ui.Label(s, "=", ui.ROLES.body, anchor="c", id="taken", label=_("Taken"))
    # Translators: … and below this, how many hits a player laid on others
    dealt = ui.Label(s, "=", ui.ROLES.body, anchor="c", id="dealt", label=_("Dealt"))
    rows.append((taken, [*suffered, figure(sums, sums, hits.total)]))
    heads = [ui.Spacer(grow=0), *map(faces, every), dealt]
    return ui.matrix(
        s, "hits", _("Who hits whom"), heads, rows, choice.cell, choice.on_cell, tint=THEME.heat, role=ui.ROLES.body,
        idle=said[""], gap=gap,
    )  # fmt: skip


def cell_sentences(hits: AttackTable, names: Names, rules_id: str) -> dict[str, str]:
    """Return a sentence for every cell of the table, by its key "row.column".

    Rows and columns are numbered as the sides; the sums come after the last side.
    """
    every, sums = range(len(names.sides)), len(names.sides)
    said = {f"{by}.{on}": cell_line(by, on, hits, names, rules_id) for by in every for on in every if by != on}
    said |= {f"{side}.{sums}": attacks_made_line(side, hits, names) for side in every}
    said |= {f"{sums}.{side}": attacks_suffered_line(side, hits, names) for side in every}
    return {**said, f"{sums}.{sums}": total_attacks_line(hits)}
