"""The screen of the tour: the map, the four regions, and the sheet of the selected stage."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from pygame import Rect, Surface

from game.career.query import CareerQuery
from game.career.reader import CareerReader, LegFilter
from game.features.tour.map import CAR_AT, TourMap, TourMapState, region_color
from game.features.tour.model import (
    REGION_STARS,
    REGIONS,
    SCENERY_STARS,
    Region,
    Stage,
    Tour,
    stage_of,
    stages,
    total_stars,
)
from game.features.tour.sheet import StageSheet
from game.features.tour.stage_results import last_deals, unfinished_matches
from game.features.tour.words import stars_line
from game.files.background_task import BackgroundTask
from game.i18n import _, _p, say
from game.i18n.punctuation import join_with_commas
from game.match.deals import Deal
from game.match.match_file import SavedMatch
from game.scenes import background
from game.scenes.host import Host
from game.settings.bindings import Action
from game.settings.settings import RemarkFrequency
from game.table.goals import draw_star, stars_row
from game.table.painting import ground
from game.ui.animation import Animation, Cue, Timeline, ease_out_back, linear, smoothstep
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.keys import Commands
from game.ui.layout import (
    ROLES,
    Box,
    Button,
    Canvas,
    Cell,
    Choice,
    Column,
    Grid,
    Icon,
    Label,
    Padding,
    Panel,
    Row,
    Spacer,
)
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle, Widget
from game.words.places import place_name

_SHEET, _SHEET_LEAST = 526, 292
_BAR = 84
_NAMES_UP_TO = 1.2
"""Up to this text size, a factor of the default size, the map shows the names of all places."""
_DRIVING_S, _FLAG_S, _STAR_S, _STAR_STEP_S, _FRAME_S = 0.9, 0.22, 0.3, 0.12, 0.9
_VEIL = 0.25
_LANDSCAPE, _LANDSCAPES_FROM = 1.3, 1000
"""A region's picture is this many times as wide as high; windows at least this many pixels wide show the pictures."""
_ORDER = ("go_on", "drive", "next", "again", "stages", "regions", "view", "back")
"""The ids of the first controls in Tab order; all others come after them."""


class StageMatches(NamedTuple):
    """Earlier matches, by the stage's id: the deal played last, and the id of a match that can be continued."""

    deals: Mapping[str, Deal]
    unfinished: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StageArrival:
    """A stage that was just finished, for the animation on the map.

    ``progress_reader`` reads in a thread which goals were reached; ``deal`` is the deal played, to offer it once more.
    ``before`` is the progress when the stage began, None if unknown: the saved progress may have the stage already.
    """

    stage: Stage
    progress_reader: BackgroundTask[Tour]
    deal: Deal | None
    before: Tour | None = None


class TourScene(TreeForm[Host], TimedFormScene[Host]):
    """The screen of the tour. ``start`` is called to play a stage, with a deal or with None for a random one.

    ``arrival`` is given if the screen is shown after a stage was finished.
    """

    name = "tour"

    def __init__(
        self, app: Host, start: Callable[[Stage, Deal | None], None], arrival: StageArrival | None = None
    ) -> None:
        super().__init__(app)
        self._start, self._arrival = start, arrival
        self._new_progress: Tour | None = None
        kept = self._saved_progress
        self._progress_before = arrival.before if arrival and arrival.before is not None else kept
        person = app.settings.profile.id
        begun = [head for head in app.files.begun_matches() if stage_of(head.stage) and head.is_of(person)]
        self._latest = {head.stage: head.id for head in reversed(begun) if head.stage}
        left = stage_of(begun[0].stage) if begun else None
        self._chosen = arrival.stage if arrival else left or kept.next_stage
        self._offers_next = arrival is not None
        self._stage_matches = StageMatches({}, self._latest)
        self.first_focus = "go_on" if self._chosen.id in self._stage_matches.unfinished else "drive"
        self._shows_map = self._awaits_picture = False
        self._match_loader = BackgroundTask[SavedMatch | None]("the drive that was left", lambda _: None)
        self._loading_stage: Stage | None = None
        self._watch: CareerQuery[StageMatches] = CareerQuery(app.career)

        def read(reader: CareerReader) -> StageMatches:
            played = reader.matches(LegFilter(person=person))
            return StageMatches(last_deals(played), unfinished_matches(played))

        self._watch.start_query(read)

    # -- progress -----------------------------------------------------------------------------------------------------

    @property
    def _saved_progress(self) -> Tour:
        """The progress from all saved matches."""
        found = self.app.achievements(self.app.settings.profile.id)
        return Tour(found.stages if found is not None else {})

    @property
    def _progress(self) -> Tour:
        """The saved progress together with the stage that was just finished."""
        return self._saved_progress if self._new_progress is None else self._saved_progress.union(self._new_progress)

    @property
    def _shown_progress(self) -> Tour:
        """The progress shown beside the map; new stars are included only after their animation."""
        is_awaited = self._arrival is not None and self._new_progress is None
        return self._progress_before if is_awaited or self.timeline.is_running else self._progress

    def update(self, now_s: float) -> None:
        was_running = self.timeline.is_running
        super().update(now_s)
        if was_running and not self.timeline.is_running:
            self.lay_out()
        self.dirty = self.dirty or self._awaits_picture
        found = self._watch.poll()
        if found is not None and found.value is not None:
            self._set_stage_matches(found.value)
        brought = self._arrival.progress_reader.poll() if self._arrival is not None else None
        if brought is not None:
            self._new_progress = brought
            self._start_arrival()
            self.lay_out()
            if self.controls.focused is None or self.controls.focused.id == "drive":
                self.controls.focus(self._main_button_id, ring=self.app.shows_focus)
            self.app.refresh_stats()
        self._resume_loaded()

    def _set_stage_matches(self, found: StageMatches) -> None:
        """Show what was read about earlier matches, and keep the last match, which is known from the start."""
        drives = StageMatches(found.deals, {**found.unfinished, **self._latest})
        if drives != self._stage_matches:
            self._stage_matches = drives
            self.lay_out()
            if self.controls.focused is not None and self.controls.focused.id == "drive":
                self.controls.focus(self._main_button_id, ring=self.app.shows_focus)

    def _start_arrival(self) -> None:
        """Start the animation after a stage: the car drives on, a flag is raised, and new stars appear one by one."""
        assert self._arrival is not None
        stage = self._arrival.stage
        new = len(self._progress.goals_reached(stage)) - len(self._progress_before.goals_reached(stage))
        if self.app.settings.person.reduced_motion:
            self.timeline = Timeline(self.app.now_s, 1, {"frame": Animation(duration_s=_FRAME_S, easing=linear)})
            return
        is_first = not self._progress_before.is_finished(stage)
        at = _DRIVING_S if is_first and stage.number < len(stages()) else 0.0
        moving = dict[Hashable, Animation]()
        if at:
            moving["car"] = Animation(duration_s=at, easing=smoothstep)
        if is_first:
            moving["flag"] = Animation(start_s=at, duration_s=_FLAG_S, easing=ease_out_back)
            at += _FLAG_S
        cues = []
        for n in range(new):
            moving["star", n] = Animation(start_s=at + n * _STAR_STEP_S, duration_s=_STAR_S)
            cues.append(Cue("bell", at + n * _STAR_STEP_S))
        self.timeline = Timeline(self.app.now_s, self.app.settings.person.speed.factor, moving, cues)

    def is_settled(self) -> bool:
        is_busy = (
            self._watch.is_busy
            or self._loading_stage
            or (self._arrival is not None and self._arrival.progress_reader.is_busy)
        )
        return super().is_settled() and not is_busy and not self._awaits_picture

    def leave(self) -> None:
        self._watch.close()
        self._match_loader.close()
        if self._arrival is not None:
            self._arrival.progress_reader.close()

    def _map_state(self) -> TourMapState:
        """Return what the map shows now."""
        tour, s = self._progress, self.scale
        arriving = self._arrival.stage if self._arrival is not None and self._new_progress is not None else None
        stars = 0
        if arriving is not None:
            had = len(self._progress_before.goals_reached(arriving))
            new = len(tour.goals_reached(arriving)) - had
            stars = had + sum(self.timeline.eased_progress(("star", n)) > 0 for n in range(new))
        before, now = _car(self._progress_before if arriving else tour), _car(tour)
        car = before + (now - before) * self.timeline.eased_progress("car")
        return TourMapState(
            tour, self._chosen, self.app.settings.profile.livery, car, s.growth <= _NAMES_UP_TO,
            self._stage_matches.unfinished.keys(), arriving, self.timeline.eased_progress("flag"), stars,
        )  # fmt: skip

    # -- layout -------------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        widgets = super().build()
        return sorted(widgets, key=lambda w: _ORDER.index(w.id) if w.id in _ORDER else len(_ORDER))

    def tree(self) -> Box:
        # Map and sheet stand side by side, one below the other in a tall window, and take turns with large text.
        box = self._sheet.box
        plain = partial(box, has_extras=False, has_faces=False)
        sheets: list[Callable[..., Box]] = [box, partial(box, is_compact=True), partial(box, has_extras=False), plain]
        ways = list[Callable[[], Box]]()
        if is_tall(self.app.size):
            ways += [partial(self._below, sheet, has_regions=has) for has in (True, False) for sheet in sheets]
            ways.append(lambda: self._framed(self._map(), self._scrolled()))
        else:
            alone = partial(box, in_columns=True), box, partial(plain, in_columns=True), self._scrolled
            ways += [*(partial(self._beside, sheet) for sheet in sheets), *(partial(self._alone, s) for s in alone)]
        return self.view_state.first_that_fits("tour", self.bounds.size, *ways)

    def _framed(self, *parts: Box, view: Box | None = None) -> Box:
        s = self.scale
        side = s.space_px(36)
        return Column(
            self._bar(view),
            Padding(Column(*parts, gap=s.space_px(18), grow=1), (side, s.space_px(26), s.space_px(18)), grow=1),
        )

    def _beside(self, sheet: Callable[..., Box]) -> Box:
        s = self.scale
        room = self.bounds.w - 2 * s.space_px(36)
        gap = s.space_px(30)
        wide = max(_SHEET_LEAST, round(_SHEET * s.unit * min(1.25, s.growth))) / room
        left = Column(self._map(), self._regions(), gap=s.space_px(18), share=1 - wide - gap / room)
        right = sheet(share=wide)
        return self._framed(Row(left, right, gap=gap, middle=False, grow=1))

    def _below(self, sheet: Callable[..., Box], *, has_regions: bool) -> Box:
        regions = [self._regions()] if has_regions else []
        return self._framed(self._map(), *regions, sheet(in_columns=True))

    def _alone(self, sheet: Callable[[], Box]) -> Box:
        s = self.scale
        words, icon = (_("Stage"), "flag") if self._shows_map else (_("Map"), "tour")
        view = Button(s, "view", words, self._toggle_map, style=ButtonStyle.NAVY, icon=icon, role=ROLES.label)
        if self._shows_map:
            beside = Row(self._map(), self._regions(1), gap=s.space_px(24), middle=False, grow=1)
            return self._framed(beside, view=view)
        return self._framed(sheet(), view=view)

    def _scrolled(self) -> Box:
        return self._sheet.box(has_extras=False, has_faces=False, position=self.view_state.position("sheet"))

    def _toggle_map(self) -> None:
        self._shows_map = not self._shows_map
        self.lay_out()

    def _bar(self, view: Box | None) -> Box:
        s, tour = self.scale, self._shown_progress
        px = s.px(ROLES.title)
        back_ = Button(s, "back", _("Main menu"), self.escape, style=ButtonStyle.NAVY, icon="undo", role=ROLES.label)
        stars, of = tour.stars(), total_stars()
        said = stars_line(stars, of)

        def row(words: str) -> Row:
            return Row(
                back_, None if view else Icon("tour", round(px), THEME.gold),
                Label(s, _("The tour"), ROLES.title, THEME.white, one_line=True, id="title"),
                Spacer(), view, stars_row(s, words, said, "all"), gap=s.space_px(24),
            )  # fmt: skip

        pad = s.space_px(36), s.space_px(12), s.space_px(12)
        whole, short = row(said), row(f"{stars} / {of}")
        return Panel(whole if whole.width_range()[0] <= self.bounds.w - 2 * pad[0] else short, pad, ground=_paint_bar)

    # -- the map and the regions --------------------------------------------------------------------------------------

    def _map(self) -> Box:
        return TourMap(
            self.scale, _("Map"), self._map_state, self._choose_stage, self._focus_main_button, self._await_picture
        )

    def _await_picture(self, drawn: Surface | None) -> Surface | None:
        """Return ``drawn``; if it is None because it is not rendered yet, request another drawing in the next frame."""
        self._awaits_picture = self._awaits_picture or drawn is None
        return drawn

    def _choose_stage(self, id: str) -> None:
        """Select a stage, and end the animation of an arrival."""
        self._chosen = next(stage for stage in stages() if stage.id == id)
        if self.timeline.is_running:
            self.timeline.skip_to_end()
        self._offers_next = False
        self.lay_out()

    def _focus_main_button(self) -> None:
        """Focus the main button of the stage; if only the map is visible, show the sheet first."""
        if self._shows_map:
            self._toggle_map()
        self.controls.focus(self._main_button_id, ring=self.app.shows_focus)

    @property
    def _main_button_id(self) -> str:
        """The id of the stage's main button; if the stage is locked, the id of the map or, without a map, of "back"."""
        ids = [widget.id for widget in self.controls.widgets if widget.enabled]
        return next((id for id in ("next", "go_on", "drive", "stages") if id in ids), "back")

    def _regions(self, *across: int) -> Box:
        s, tour = self.scale, self._shown_progress
        cells = [
            Cell(region, box, join_with_commas([say(region.phrase), stars_line(tour.stars(region), REGION_STARS)]))
            for region, box in ((region, self._tile(region, tour.stars(region))) for region in REGIONS)
        ]
        grid = Grid(*(cell.box for cell in cells), across=across or (4, 2, 1), gap=(s.space_px(14), s.space_px(14)))
        return Choice("regions", _("Regions"), grid, cells, self._chosen.region, self._choose_region, role="tablist")

    def _choose_region(self, region: str) -> None:
        """Select the first stage of a region that is open and not finished, or else the region's first stage."""
        there = [stage for stage in stages() if stage.region == region]
        tour = self._progress
        ahead = [stage for stage in there if tour.is_open(stage) and not tour.is_finished(stage)]
        self._choose_stage((ahead or there)[0].id)

    def _tile(self, region: Region, stars: int) -> Box:
        """Return the tile of a region: its name, its stars, and the landscape that they unlock."""
        s, color = self.scale, region_color(region)
        d = round(1.2 * s.px(ROLES.label))
        star = Canvas(lambda surface, rect: draw_star(surface, rect.center, rect.h, is_won=stars > 0), d, d)
        words = Column(
            Label(s, say(region.phrase), ROLES.label),
            Row(star, Label(s, f"{stars} / {REGION_STARS}", ROLES.label, one_line=True), Spacer(), gap=s.text_px(8)),
            gap=s.text_px(4, 2), grow=1,
        )  # fmt: skip
        high = s.space_px(88)
        wide = round(_LANDSCAPE * high)
        has_room = self.bounds.w >= _LANDSCAPES_FROM and s.growth <= _NAMES_UP_TO
        land = Canvas(partial(self._paint_land, region, stars), wide, high) if has_room else None

        def paint(surface: Surface, rect: Rect) -> None:
            fill = THEME.raised if stars else THEME.surface2
            draw.panel(surface, rect, s.text_px(14), fill, rim=color, rim_width=s.text_px(3, 2), shadow_px=s.text_px(5))
            draw.rounded_rect(surface, (rect.x, rect.y + 0.14 * rect.h, s.text_px(10, 6), 0.72 * rect.h), 0, color)

        return Panel(
            Row(words, land, gap=s.text_px(6)), (s.text_px(24, 14), s.text_px(12, 7), s.text_px(12, 7)), ground=paint
        )

    def _paint_land(self, region: Region, stars: int, surface: Surface, rect: Rect) -> None:
        """Draw the landscape of a region with a tick if it is unlocked, or else with the number of stars needed."""
        if land := self._await_picture(background.preloaded_scenery(rect.size, region.scenery)):
            surface.blit(land, rect)
        draw.rounded_rect(surface, rect, 0, None, region_color(region), 2)
        if stars >= SCENERY_STARS:
            d, (x, y) = 0.3 * rect.h, (rect.right - 0.22 * rect.h, rect.bottom - 0.22 * rect.h)
            draw.rounded_rect(surface, (x - d / 2, y - d / 2, d, d), d / 2, THEME.rolling)
            art.blit_icon(surface, "check", (x, y), 0.76 * d, THEME.white)
            return
        px = max(text.MIN_TEXT_PX, 0.24 * rect.h)
        pill = 4 * px, 1.7 * px
        left, top = rect.centerx - pill[0] / 2, rect.centery - pill[1] / 2
        draw.rounded_rect(surface, (left, top, *pill), pill[1] / 2, THEME.navy)
        art.blit_icon(surface, "lock", (left + 0.95 * px, rect.centery), px, THEME.white)
        text.draw(surface, str(SCENERY_STARS), rect.centerx, rect.centery, "O8", px, THEME.white, anchor="c")
        draw_star(surface, (left + pill[0] - 1.0 * px, rect.centery), 1.2 * px, is_won=True)

    # -- the stage ----------------------------------------------------------------------------------------------------

    @property
    def _sheet(self) -> StageSheet:
        profile, speaks = self.app.settings.profile, self.app.settings.person.remarks is not RemarkFrequency.OFF
        is_left = self._chosen.id in self._stage_matches.unfinished
        return StageSheet(self.scale, self._chosen, self._shown_progress, profile, self._buttons, speaks, is_left)

    def _buttons(self) -> Box:
        s, stage, tour = self.scale, self._chosen, self._progress
        on = stages()[stage.number :]
        after = next((one for one in on if not tour.is_finished(one)), on[0] if on else None)
        rows: list[Box] = []
        is_arrival = self._arrival is not None and self._arrival.stage is stage
        deal = (
            self._arrival.deal if self._arrival is not None and is_arrival else self._stage_matches.deals.get(stage.id)
        )
        if deal is not None and stage.deal is None:
            act, words = partial(self._start, stage, deal), _("Same cards again")
            rows.append(Button(s, "again", words, act, style=ButtonStyle.PAPER, icon="replay", role=ROLES.name))
        drive, more = partial(self._start, stage, stage.deal), _p("race", "Once more")
        if self._offers_next and is_arrival and after is not None and tour.is_open(after):
            rows.append(Button(s, "drive", more, drive, style=ButtonStyle.PAPER, icon="flag", role=ROLES.name))
            words = _("Next: {place}", place=place_name(after.id))
            rows.append(Button(s, "next", words, partial(self._look_on, after), style=ButtonStyle.RED, icon="arrow"))
        elif stage.id in self._stage_matches.unfinished:
            go_on = partial(self._load_unfinished, stage)
            rows.append(
                Button(s, "drive", _("Start over"), drive, style=ButtonStyle.PAPER, icon="flag", role=ROLES.name)
            )
            rows.append(Button(s, "go_on", _("Continue"), go_on, style=ButtonStyle.RED, icon="play"))
        else:
            words = more if tour.is_finished(stage) else _("Drive")
            is_open = tour.is_open(stage)
            rows.append(Button(s, "drive", words, drive, style=ButtonStyle.RED, icon="flag", enabled=is_open))
        return Column(*rows, gap=s.text_px(12, 6))

    def _load_unfinished(self, stage: Stage) -> None:
        """Start to read the stage's unfinished match; do nothing while one is being read."""
        if self._loading_stage is None:
            self._loading_stage, id = stage, self._stage_matches.unfinished[stage.id]
            self._match_loader.start(lambda: self.app.files.load_match(id))

    def _resume_loaded(self) -> None:
        """Continue the unfinished match once it is read; if it is gone or over, remove its button."""
        if self._loading_stage is None or self._match_loader.is_running:
            return
        stage, saved, self._loading_stage = self._loading_stage, self._match_loader.poll(), None
        if saved is not None and not saved.is_over:
            self.app.resume_match(saved)
            return
        left = {id: match for id, match in self._stage_matches.unfinished.items() if id != stage.id}
        self._latest, self._stage_matches = {}, StageMatches(self._stage_matches.deals, left)
        self.lay_out()

    def _look_on(self, stage: Stage) -> None:
        self._choose_stage(stage.id)
        self.controls.focus(self._main_button_id, ring=self.app.shows_focus)

    # -- input --------------------------------------------------------------------------------------------------------

    def commands(self) -> Commands:
        return {Action.MONTH_BACK: partial(self._step, -1), Action.MONTH_ON: partial(self._step, 1)}

    def handle_button(self, button: str) -> bool:
        return self._step({"shoulder_l": -1, "shoulder_r": 1}.get(button, 0))

    def _step(self, step: int) -> bool:
        """Select the region ``step`` positions later, if there is one; return False if ``step`` is 0."""
        at = REGIONS.index(self._chosen.region) + step
        if step and 0 <= at < len(REGIONS):
            self._choose_region(REGIONS[at])
        return step != 0

    def escape(self) -> None:
        self.app.go_home()

    # -- picture ------------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        self._awaits_picture = False
        ground.paint(surface)
        draw.veil(surface, THEME.navy, _VEIL)
        super().paint(surface)
        if self.timeline.eased_progress("frame") < 1:
            chosen = next(widget for widget in self.controls.widgets if widget.id == "stages")
            draw.rounded_rect(
                surface, chosen.focus_rect, 0.2 * chosen.focus_rect.w, None, THEME.glow, max(3, 5 * self.text_scale)
            )


def _car(tour: Tour) -> float:
    """Return the car's position for ``road_point``: some way before the first stage that is not finished."""
    driven = next((n for n, stage in enumerate(stages()) if not tour.is_finished(stage)), len(stages()))
    return 0.16 if not driven else min(driven - 1 + CAR_AT, len(stages()) - 1.14)


def _paint_bar(surface: Surface, rect: Rect) -> None:
    surface.fill(THEME.navy, rect)
    line = max(2, round(0.05 * rect.h))
    surface.fill(THEME.gold, (rect.x, rect.bottom - line, rect.w, line))
