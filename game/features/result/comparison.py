"""The tab that compares the person's result in a deal with those of the bots in the same seat, sorted by points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
from pygame import Rect, Surface

from game.engine.rules import Seating
from game.features.calendar.day_card import paint_driver
from game.features.calendar.model.level_runs import LegRun, SeatComparison
from game.i18n import _, _n, number
from game.i18n.punctuation import join_with_commas, label_with_text, rank_text
from game.match.deals import Deal
from game.ui import layout as ui
from game.ui.boxes.box import HIT_PX
from game.ui.drawing import art, draw
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle
from game.words.settings import level_name

_OWN = "own"
"""The key of the person's own result; all other keys are levels of the bots."""


class ComparisonTable:
    """The person's result in a deal and those of the bots of each level, which play it once ``start`` was called.

    ``seat`` makes the comparison, ``look_at`` shows a run move by move. ``on_known`` is called once with the finished
    runs of all levels. Call ``poll`` every frame, and ``close`` at the end, which stops the bots.
    """

    def __init__(
        self, deal: Deal, seat: Callable[[], SeatComparison], look_at: Callable[[LegRun], None],
        on_known: Callable[[SeatComparison], None], on_change: Callable[[], None],
    ) -> None:  # fmt: skip
        self._deal, self._seat, self._look_at, self._on_known = deal, seat, look_at, on_known
        self._on_change = on_change
        self.comparison: SeatComparison | None = None
        self._is_copied: bool | None = None

    def start(self) -> None:
        """Have the bots play, unless they do already."""
        self.comparison = self.comparison or self._seat()

    def poll(self) -> None:
        """Continue without blocking; lay out again if a run has just ended."""
        if self.comparison is not None and self.comparison.poll():
            if not self.comparison.pending_levels:
                self._on_known(self.comparison)
            self._on_change()

    @property
    def is_busy(self) -> bool:
        return self.comparison is not None and not self.comparison.is_over

    def close(self) -> None:
        if self.comparison is not None:
            self.comparison.close()

    # -- layout -------------------------------------------------------------------------------------------------------

    def boxes(self, s: ui.Scale, *, is_dense: bool) -> list[ui.Box]:
        """Return the rows of all results, and below them the person's place and a button that copies the code.

        Unless it ``is_dense``, a note says what is compared.
        """
        comparison = self.comparison
        assert comparison is not None
        runs = {run.level or _OWN: run for run in comparison.runs}
        rows = [self._row(s, comparison, of, runs.get(of)) for of in (*runs, *comparison.pending_levels)]
        name = {None: _("Copy code"), True: _("Copied"), False: _("Not copied")}[self._is_copied]
        foot = ui.Flow(
            ui.Label(s, self._rank(comparison), ui.ROLES.label, grow=1, id="rank"),
            ui.Button(s, "copy", name, self._copy, style=ButtonStyle.PAPER, role=ui.ROLES.label), gap=s.space_px(14),
        )  # fmt: skip
        note = _("The same cards and rivals; each bot played your cards once.")
        gap = max(s.space_px(6), HIT_PX - round(1.5 * s.px(ui.ROLES.name)) - 2 * s.space_px(4))
        apart = max(0, gap - s.space_px(12))
        parts: list[ui.Box] = [
            ui.Padding(ui.Column(*rows, gap=gap), (0, apart, 0)),
            ui.Padding(foot, (0, gap - s.space_px(6), 0)),
        ]
        return parts if is_dense else [*parts, ui.Label(s, note, ui.ROLES.small, THEME.text2, id="note")]

    def _row(self, s: ui.Scale, comparison: SeatComparison, of: str, run: LegRun | None) -> ui.Box:
        """Return the row of a result; a press on it shows the run."""
        d, px = round(1.5 * s.px(ui.ROLES.name)), s.px(ui.ROLES.name)
        worn = comparison.livery if of == _OWN else None
        rank, points, km = "", "", _("still to come")
        if run is not None:
            rank, points = rank_text(comparison.rank(run)), number(run.points)
            km = _("{km} km", km=run.km)
        cup = ui.Icon("trophy", round(px), THEME.gold_d) if run is not None and run.has_won else None
        row = ui.Row(
            ui.Label(s, rank, ui.ROLES.name, one_line=True, anchor="r", alternatives=[rank_text(5)]),
            ui.Canvas(lambda on, rect: paint_driver(on, rect, worn), d, d),
            ui.Label(s, self._driver(of), ui.ROLES.name, grow=1),
            cup,
            ui.Label(s, km, ui.ROLES.small, THEME.text2, anchor="r", one_line=True),
            ui.Label(s, points, ui.ROLES.name, anchor="r", one_line=True, alternatives=[number(-1000)]),
            ui.Canvas(partial(self._paint_way, run), d, d),
            gap=s.space_px(12),
        )
        fill, said = THEME.mark if of == _OWN else THEME.row, self._spoken(rank, of, run)
        id, pad = f"drive.{of}", (s.space_px(12), s.space_px(4), s.space_px(4))
        if run is None:
            return ui.Panel(row, pad, fill=fill, radius=s.space_px(10), id=id, label=said)
        plate = ui.Panel(row, pad, fill=fill, radius=s.space_px(10))
        return ui.Link(id, said, plate, partial(self._look_at, run))

    @staticmethod
    def _paint_way(run: LegRun | None, surface: Surface, rect: Rect) -> None:
        if run is not None:
            draw.rounded_rect(surface, rect, rect.h / 2, THEME.blue)
            art.blit_icon(surface, "play", rect.center, 0.55 * rect.h, THEME.white)

    def _copy(self) -> None:
        try:
            pygame.scrap.put_text(self._deal.code)
        except pygame.error:  # as when another program holds the clipboard
            self._is_copied = False
        else:
            self._is_copied = True
        self._on_change()

    # -- words --------------------------------------------------------------------------------------------------------

    @staticmethod
    def _rank(comparison: SeatComparison) -> str:
        """Return the text about the person's rank, or about how many runs are still to come."""
        if comparison.fault is not None:
            return _("The rest couldn’t be calculated")
        if not comparison.is_over:
            return _n("{n} run to go", "{n} runs to go", len(comparison.pending_levels))
        return _(
            "Your place: {place} of {count}", place=comparison.rank(comparison.own_run), count=len(comparison.runs)
        )

    def _driver(self, of: str) -> str:
        if of != _OWN:
            return level_name(of)
        return _("Your team") if self._deal.seating is Seating.TEAMS else _("You")

    def _spoken(self, rank: str, of: str, run: LegRun | None) -> str:
        if run is None:
            return label_with_text(self._driver(of), _("still to come"))
        parts = _n("{n} point", "{n} points", run.points), _("{km} km", km=run.km)
        return " ".join((rank, label_with_text(self._driver(of), join_with_commas(parts))))
