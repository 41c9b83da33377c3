"""The page of the milestones: the grid of all milestones, and the selected one in words below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pygame import Rect, Surface

from game.career.reader import CareerReader, LegFilter
from game.features.matches.race_road import draw_progress
from game.features.milestones.grid import milestone_grid, paint_badge
from game.features.milestones.model import MILESTONES, MilestoneProgress, milestone_progress
from game.features.milestones.words import milestone_line, milestone_name, milestone_progress_line, reached_count_line
from game.features.roadbook.page import CareerPage, PageContext, scrolled_above_foot
from game.i18n import _
from game.i18n.punctuation import with_full_stop
from game.ui import layout as ui  # fmt: skip
from game.ui.drawing.text import Anchor
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.scene import is_tall
from game.words.matches import day_in_short

_STANDING = 0.3  # of the foot's width: the count of those reached


class MilestonesPage(CareerPage[Mapping[str, MilestoneProgress]]):
    """The milestones in the collection. Until the progress is read, in a thread, no milestone looks reached."""

    def __init__(self, frame: PageContext) -> None:
        super().__init__(frame)
        self._progress: Mapping[str, MilestoneProgress] = {
            milestone.id: MilestoneProgress(milestone) for milestone in MILESTONES
        }
        self._chosen = MILESTONES[0].id
        self._has_chosen = False
        self.resume()

    def _make_reader(self) -> Callable[[CareerReader], Mapping[str, MilestoneProgress]]:
        person, school_s = self._app.settings.profile.id, self._app.settings.person.lesson_finished_s
        return lambda reader: milestone_progress(reader.matches(LegFilter(person=person)), lesson_finished_s=school_s)

    def _show_result(self, value: Mapping[str, MilestoneProgress], now_s: float) -> None:  # noqa: ARG002 - as every page
        self._progress = value
        latest = self._latest
        if latest is not None and not self._has_chosen:
            self._chosen = latest.milestone.id

    @property
    def _latest(self) -> MilestoneProgress | None:
        """The milestone reached last, or None if none is reached."""
        reached = [progress for progress in self._progress.values() if progress.is_reached]
        return max(reached, key=lambda progress: progress.reached_s or 0, default=None)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:
        # The cells hold the conditions if there is room; where not even the names fit, the grid scrolls.
        across = (3, 2, 1) if is_tall(self._app.size) else (6, 3, 2, 1)
        return view_state.first_that_fits(
            "milestones",
            available_size,
            lambda: self._whole(scale, across[:1], tells_conditions=True),
            lambda: self._whole(scale, across[:1], tells_conditions=False),
            lambda: scrolled_above_foot(
                scale,
                view_state.position("grid"),
                self._choice(scale, across[1:], tells_conditions=True),
                self._foot(scale, tells_chosen=True),
                available_size,
            ),
        )

    def _whole(self, s: ui.Scale, across: tuple[int, ...], *, tells_conditions: bool) -> ui.Box:
        choice = self._choice(s, across, tells_conditions=tells_conditions)
        return ui.Column(choice, self._foot(s, tells_chosen=not tells_conditions), gap=s.space_px(18))

    def _choice(self, s: ui.Scale, across: tuple[int, ...], *, tells_conditions: bool) -> ui.Choice:
        grid, cells = milestone_grid(s, self._progress, across, has_conditions=tells_conditions)
        return ui.Choice("milestones", _("Milestones"), grid, cells, self._chosen, self._choose, grow=1)

    def _foot(self, s: ui.Scale, *, tells_chosen: bool) -> ui.Box:
        """Return the panel below the grid: how many milestones are reached and, if asked, the selected one."""
        count = ui.Label(s, self._count(), ui.ROLES.heading, THEME.white, one_line=True, id="count")
        anchor: Anchor = "r" if s.growth <= 1 else "l"
        note = ui.Label(s, self._latest_line(), ui.ROLES.small, THEME.on_navy, anchor=anchor, grow=1, id="note")
        road = ui.Canvas(self._paint_road, s.space_px(200), s.space_px(25), grow=1)
        if tells_chosen:
            share = 0.36 if is_tall(self._app.size) else _STANDING
            right = ui.Column(ui.Flow(count, note, gap=s.space_px(14)), road, gap=s.space_px(10), share=share)
            row = ui.Row(*self._chosen_words(s), right, gap=s.space_px(32))
        else:
            note.grow = 0
            row = ui.Row(count, road, note, gap=s.space_px(32))
        pad = s.space_px(32), s.space_px(14), s.space_px(14)
        return ui.Panel(row, pad, fill=THEME.navy, radius=s.space_px(14))

    def _chosen_words(self, s: ui.Scale) -> tuple[ui.Box, ui.Box]:
        """Return the badge of the selected milestone, and its name, condition and progress."""
        progress, name = self._progress[self._chosen], milestone_name(self._chosen)
        said = " ".join(filter(None, (milestone_line(progress), milestone_progress_line(progress))))
        badge = ui.Canvas(lambda surface, rect: paint_badge(surface, rect, progress), s.space_px(82), s.space_px(82))
        words = ui.Column(
            ui.Label(s, name, ui.ROLES.heading, THEME.white), ui.Label(s, said, ui.ROLES.small, THEME.on_navy),
            gap=s.space_px(6), grow=1, id="chosen", label=" ".join((with_full_stop(name), said)),
        )  # fmt: skip
        return badge, words

    def _choose(self, id: str) -> None:
        self._chosen, self._has_chosen = id, True
        self._context.lay_out()

    # -- words and picture --------------------------------------------------------------------------------------------

    def _count(self) -> str:
        return reached_count_line(sum(progress.is_reached for progress in self._progress.values()), len(self._progress))

    def _latest_line(self) -> str:
        """Return the line about the milestone reached last, or a message if the progress is being or cannot be read."""
        if self._pending_text:
            return self._pending_text
        latest = self._latest
        if latest is None:
            return ""
        name = milestone_name(latest.milestone.id)
        if not latest.reached_s:
            return _("Last: {name}", name=name)
        day = day_in_short(latest.reached_s, latest.reached_offset_s)
        return _("Last: {name}, {date}", name=name, date=day)

    def _paint_road(self, surface: Surface, road: Rect) -> None:
        """Draw the count of reached milestones as a car on a road."""
        done = sum(progress.is_reached for progress in self._progress.values()) / len(self._progress)
        draw_progress(surface, road, self._app.settings.profile.livery, done)
