"""The page of the milestones: the grid with all of them, and below it what is to be told of the chosen one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pygame import Rect, Surface

from game.i18n import _
from game.i18n.punctuation import sentence
from game.scenes.roadbook.milestone_grid import MilestoneGrid, badge_name
from game.scenes.roadbook.page import Frame, Page
from game.session.milestones import MILESTONES, Progress
from game.session.storage.roadbook_watch import Reading, RoadbookWatch
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.scene import is_tall
from game.ui.widgets import Widget
from game.words.matches import day_in_short
from game.words.milestones import milestone_condition, milestone_name, milestone_standing, reached_count
from game.words.roadbook import reading_words, unreadable_words

_CAR: Final = 432 / 184  # its width to its height
_STANDING: Final = 0.3  # of the foot: how many are reached


class MilestonesPage(Page):
    """How far every milestone has come, read in a thread; until that is known none is reached."""

    first_focus = "milestones"

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._app = frame.app
        self._watch: RoadbookWatch[Mapping[str, Progress]] = RoadbookWatch(frame.app.roadbook)
        self._reading: Reading[Mapping[str, Progress]] = Reading()
        self._reached: Mapping[str, Progress] = {milestone.id: Progress(milestone) for milestone in MILESTONES}
        self._chosen = MILESTONES[0].id
        self._has_chosen = False
        self._foot = Rect(0, 0, 0, 0)
        self._u = 1.0
        self.resume()

    def resume(self) -> None:
        """Look again: legs may have been played, or forgotten."""
        person, school_s = self._app.settings.profile.person, self._app.settings.school_s
        self._watch.look(lambda reader: reader.milestones(person, school_s=school_s))

    def close(self) -> None:
        """Read no more."""
        self._watch.close()

    def update(self, now_s: float) -> bool:  # noqa: ARG002 - as every page
        """Take over what was read; True if the picture changed."""
        found = self._watch.take()
        if found is None:
            return False
        self._reading, self._reached = found.after(self._reading), found.value or self._reached
        latest = self._latest
        if latest is not None and not self._has_chosen:
            self._chosen = latest.milestone.id
        self._frame.lay_out()
        return True

    def is_settled(self) -> bool:
        """Whether all is read."""
        return not self._watch.is_busy

    @property
    def _latest(self) -> Progress | None:
        """What was reached last."""
        reached = [progress for progress in self._reached.values() if progress.is_reached]
        return max(reached, key=lambda progress: progress.reached_s or 0, default=None)

    # -- layout -------------------------------------------------------------------------------------------------------

    def build(self, area: Rect, u: float, t: float) -> list[Widget]:
        """The grid, above the foot."""
        self._u = u
        high = max(58, round(112 * u))
        self._foot = Rect(area.x, area.bottom - high, area.w, high)
        grid = Rect(area.x, area.y, area.w, self._foot.y - max(8, round(18 * u)) - area.y)
        bands = 2 if is_tall(self._app.size) else 1
        return [MilestoneGrid(grid, self._reached, self._chosen, u=u, t=t, bands=bands, on_choose=self._choose)]

    def _choose(self, id: str) -> None:
        self._chosen, self._has_chosen = id, True

    # -- words and picture --------------------------------------------------------------------------------------------

    def _said(self) -> str:
        """What is asked for the chosen one, and how far it has come."""
        return f"{milestone_condition(self._chosen)} {milestone_standing(self._reached[self._chosen])}"

    def _count(self) -> str:
        return reached_count(sum(progress.is_reached for progress in self._reached.values()), len(self._reached))

    def _note(self) -> str:
        """What was reached last; or that it is still read, or can't be."""
        if not self._reading.complete and (self._reading.total or self._reading.value is None):
            return reading_words(self._reading.done, self._reading.total)
        if self._reading.value is None:
            return unreadable_words()
        latest = self._latest
        if latest is None:
            return ""
        name = milestone_name(latest.milestone.id)
        if not latest.reached_s:
            return _("Last: {name}", name=name)
        return _("Last: {name}, {date}", name=name, date=day_in_short(latest.reached_s))

    def _places(self) -> tuple[Rect, Rect, Rect]:
        """Where the badge, the words, and how many are reached stand in the foot."""
        foot, pad = self._foot, max(8, round(0.14 * self._foot.h))
        badge = Rect(foot.x + 2 * pad, foot.y + pad, foot.h - 2 * pad, foot.h - 2 * pad)
        right = Rect(0, foot.y, round((0.36 if is_tall(self._app.size) else _STANDING) * foot.w), foot.h)
        right.right = foot.right - round(1.6 * pad)
        left = badge.right + 2 * pad
        return badge, Rect(left, foot.y, right.x - 2 * pad - left, foot.h), right

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The chosen one, how many are reached, and the last of them."""
        _badge, words, right = self._places()
        told = [
            ("chosen", " ".join((sentence(milestone_name(self._chosen)), self._said())), words),
            ("count", self._count(), right),
        ]
        return [*told, ("note", self._note(), right)] if self._note() else told

    def paint(self, surface: Surface) -> None:
        """Draw the foot."""
        foot, u = self._foot, self._u
        badge, words, right = self._places()
        draw.rounded(surface, foot, 0.12 * foot.h, THEME.navy)
        surface.blit(art.picture(badge_name(self._reached[self._chosen]), *badge.size), badge.topleft)
        px, small = text.sized(28 * u, 15.0), text.sized(21 * u, text.MIN_TEXT_PX)
        y = foot.y + 0.27 * foot.h
        text.draw(surface, milestone_name(self._chosen), words.x, y, "O8", px, THEME.white, max_width=words.w)
        top = foot.y + 0.46 * foot.h
        said = (words.x, top, words.w, foot.bottom - top - 2)
        text.paragraph(surface, self._said(), said, "B5", small, THEME.on_navy, min_px=text.MIN_CAPTION_PX)
        used = text.draw(surface, self._count(), right.x, y, "O8", px, THEME.white)
        text.draw(
            surface, self._note(), right.right, y, "B5", small, THEME.on_navy, anchor="r",
            max_width=right.w - used - 0.5 * px, min_px=text.MIN_CAPTION_PX,
        )  # fmt: skip
        self._paint_road(surface, Rect(right.x, foot.y + round(0.58 * foot.h), right.w, round(0.22 * foot.h)))

    def _paint_road(self, surface: Surface, road: Rect) -> None:
        """Draw the way through all of them, with a mark at the end of every five."""
        draw.rounded(surface, road, 0.25 * road.h, THEME.road)
        surface.fill(THEME.white, (road.x + 3, road.centery, road.w - 6, 1))
        families = len(MILESTONES) // 5
        for n in range(1, families):
            surface.fill(THEME.gold, (round(road.x + road.w * n / families), road.y, 2, road.h))
        done = sum(progress.is_reached for progress in self._reached.values()) / len(self._reached)
        car = Rect(0, 0, round(_CAR * 0.95 * road.h), round(0.95 * road.h))
        car.midleft = road.x + round(done * (road.w - car.w)), road.centery
        livery.draw_car(surface, self._app.settings.profile.livery, car)
