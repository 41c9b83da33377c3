"""The table of which side attacked which how often, in the latest leg or in the match so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pygame import Rect, Surface

from game.engine.attacks import AttackTable
from game.features.score.standings import Standings
from game.i18n import _, _r, number
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.scenes.portraits import draw_portraits, portraits_width
from game.scenes.screen import corner_button
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.widgets import MIN_TARGET_PX
from game.ui.widgets.widget import HIT_PX
from game.words.log import attacks_made_line, attacks_suffered_line, bolt_legend, cell_line, total_attacks_line
from game.words.names import Names

_WIDE = 1340
_FACE, _LOWEST = 62, 46  # px at text scale 1
_SENTENCE = 12  # smallest width of the sentence, in letter heights


class HitsScene(PanelForm):
    """The dialog “Who hits whom”; Escape or the corner button closes it.

    Each cell of its table counts how often the side of the row has attacked the side of the column. The sums are in the
    last row and column.
    """

    name = "hits"
    first_focus = "close"
    opaque = False

    def __init__(self, app: Host, standings: Standings) -> None:
        super().__init__(app)
        self._standings = standings
        self._scope = "match"
        self._chosen = ""

    def escape(self) -> None:
        self.app.pop(self)

    def tree(self) -> ui.Box:
        s, rules_id = self.scale, self._standings.rules_id
        scopes = [("leg", _r(rules_id, "This leg")), ("match", _r(rules_id, "Match"))]
        several = len(self._standings.hits) > 1
        scope = ui.segmented(s, "scope", _("Show"), scopes, self._scope, self._count) if several else None
        hits = self._standings.hits_of_match if self._scope == "match" else self._standings.hits[-1]
        said, idle = cell_sentences(hits, self._standings.names, rules_id), _("Attackers in rows.")
        others = [max(said.values(), key=len), idle]
        note = ui.Label(
            s, said.get(self._chosen, idle), ui.ROLES.body, alternatives=others, in_middle=True, grow=1, id="note"
        )
        small = ui.SharedSize()
        legend = self._legend(small) if any(map(any, hits.parried)) else None
        told = ui.Column(note, ui.Spacer((_SENTENCE * round(s.px(ui.ROLES.body)), 0), grow=0), grow=1)
        foot, close = ui.Flow(scope, told, legend, gap=s.text_px(18), is_tight=True), corner_button(s, self.escape)

        def say(cell: str) -> None:
            note.set_text(said.get(cell) or said.get(self._chosen, idle))
            self.dirty = True

        table = partial(self._table, hits, said, say, idle, small)
        return self.plate(_("Who hits whom"), [table], foot, wide=_WIDE, icon="octagon", aside=close)

    def _count(self, scope: str) -> None:
        self._scope = scope
        self.lay_out()

    def _table(
        self, hits: AttackTable, said: Mapping[str, str], say: Callable[[str], None], idle: str, small: ui.SharedSize
    ) -> ui.Box:
        s, names = self.scale, self._standings.names
        highest = max(1, *map(max, hits.laid))

        def choose(cell: str) -> None:
            self._chosen = cell
            say(cell)

        def figure(row: int, column: int, count: int) -> ui.MatrixCell:
            is_cell = max(row, column) < len(names.sides)
            bolt = "bolt" if is_cell and hits.parried[row][column] else ""
            return ui.MatrixCell(number(count), is_cell * count / highest, said[f"{row}.{column}"], bolt)

        every, sums = range(len(names.sides)), len(names.sides)
        names_alike = ui.SharedSize()
        rows: list[tuple[ui.Box, list[ui.MatrixCell | ui.Box]]] = []
        for by in every:
            counts = [ui.MatrixCell("—") if by == on else figure(by, on, hits.laid[by][on]) for on in every]
            rows.append((self._side(by, names_alike), [*counts, figure(by, sums, hits.laid_by(by))]))
        suffered = [figure(sums, on, hits.suffered_by(on)) for on in every]
        # Translators: heads of a table of who hit whom: beside this, how many hits a player suffered from others
        taken = ui.Row(ui.Label(s, _("Taken"), ui.ROLES.small, shared_size=small), ui.Canvas(_nothing, 0, self._high))
        rows.append((taken, [*suffered, figure(sums, sums, hits.total)]))
        heads = [
            ui.Spacer(grow=0),
            *map(self._faces, every),
            # Translators: … and below this, how many hits a player laid on others
            ui.Label(s, _("Dealt"), ui.ROLES.small, anchor="c", shared_size=small),
        ]
        return ui.matrix(
            s, "hits", _("Who hits whom"), heads, rows, self._chosen, choose, tint=THEME.heat, role=ui.ROLES.body,
            on_point=say, idle=idle, gap=s.text_px(4),
        )  # fmt: skip

    def _legend(self, small: ui.SharedSize) -> ui.Box:
        s = self.scale
        icon = ui.Icon("bolt", round(s.px(ui.ROLES.small)), THEME.text)
        words = ui.Label(
            s, bolt_legend(self._standings.rules_id), ui.ROLES.small, THEME.text2, one_line=True, shared_size=small
        )
        return ui.Row(icon, words, gap=s.text_px(8))

    def _side(self, side: int, alike: ui.SharedSize) -> ui.Box:
        names = self._standings.names
        every = [names.side(other) for other in range(len(names.sides))]
        name = ui.Label(self.scale, every[side], ui.ROLES.label, alternatives=every, shared_size=alike, grow=1)
        return ui.Row(self._faces(side), name, ui.Spacer(grow=0), gap=self.scale.text_px(12))

    @property
    def _high(self) -> tuple[int, int]:
        """The smallest and the preferred height of a row in px; even the smallest one is easy to press."""
        return self.scale.text_px(_LOWEST, MIN_TARGET_PX), max(HIT_PX, self.scale.text_px(_FACE))

    def _faces(self, side: int) -> ui.Box:
        names, d = self._standings.names, self.scale.text_px(_FACE)
        wide = portraits_width(names, side, 1)

        def paint(surface: Surface, rect: Rect) -> None:
            draw_portraits(surface, names, side, rect.center, min(d, rect.h, rect.w / wide))

        return ui.Canvas(paint, (round(0.5 * d * wide), round(d * wide)), self._high)


def _nothing(surface: Surface, rect: Rect) -> None:
    """Draw nothing: the canvas is there only to give its row a height."""


def cell_sentences(hits: AttackTable, names: Names, rules_id: str) -> dict[str, str]:
    """Return a sentence for every cell of the table, by its key "row.column".

    Rows and columns are numbered as the sides; the sums come after the last side.
    """
    every, sums = range(len(names.sides)), len(names.sides)
    said = {f"{by}.{on}": cell_line(by, on, hits, names, rules_id) for by in every for on in every if by != on}
    said |= {f"{side}.{sums}": attacks_made_line(side, hits, names) for side in every}
    said |= {f"{sums}.{side}": attacks_suffered_line(side, hits, names) for side in every}
    return {**said, f"{sums}.{sums}": total_attacks_line(hits)}
