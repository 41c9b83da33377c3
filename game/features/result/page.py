"""The page at the end of a leg or a match: a photo of the finish, the story, the points, and the ways on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import pygame
from pygame import Color, Rect, Surface

from game import TITLE
from game.features.milestones.model import MILESTONES
from game.features.milestones.words import milestone_condition, milestone_name
from game.features.result.chart import ResultChart
from game.features.result.comparison import ComparisonTable
from game.features.result.match_result import MatchResult
from game.features.result.model import MOST_HIGHLIGHTS, Highlight, StoryCode, StoryLine
from game.features.result.points import ScoreTable
from game.features.result.standings import MatchMark, Standings
from game.features.result.words import leg_headline, match_headline, story_words
from game.features.tour.words import goal_views
from game.i18n import Words, _, _n, _p, number, say
from game.i18n.punctuation import join_with_dots, label_with_text, rank_text, with_full_stop
from game.scenes.dialogs import paint_paper_plate
from game.scenes.portraits import draw_portraits, portraits_width
from game.scenes.sayings import driver_line_box
from game.table.goals import bar_stars, goal_rows
from game.table.view import GoalView
from game.ui import layout as ui
from game.ui.boxes.box import HIT_PX
from game.ui.drawing import art, draw
from game.ui.drawing.incremental import fill_caches
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.widgets import ButtonStyle
from game.words.house_rules import house_rules_line
from game.words.names import NOBODY
from game.words.places import place_name

_LEFT, _LEFT_OF_SMALL = 0.575, 0.5  # of the page's width, for photo and moments
_CHART = 0.46  # of the width of photo and moments
_TALL_PHOTO = 0.3  # of the height of a tall window
_FINISH = 0.3  # part of the photo's width at the right
_MANY = 5  # with this many sides or more, the saved picture has two rows of ranks
_MANY_NAMES = 4  # with this many sides, a small window has no names above the columns of points
_CAPTION = replace(ui.ROLES.label, face="B6")
_LEAST_SEEN = 160  # least height of the page above its ways on, px at text scale 1
_BADGE, _SLOTS, _SLOTS_OF_SMALL = 70, 3, 2
_ICONS = {
    StoryCode.COUP_FOURRE: "bolt",
    StoryCode.STOPPED_NEAR: "octagon",
    StoryCode.STOOD: "octagon",
    StoryCode.WAITED: "arrow",
    StoryCode.CAME_BACK: "arrow",
    StoryCode.LAST_CARD: "stone",
    StoryCode.TAKES_LEAD: "flag",
    StoryCode.EXTENDED: "lap",
}


@dataclass(frozen=True, slots=True)
class ActionButton:
    """A button: its id, its name and icon, and its action ``open``."""

    id: str
    name: Words
    icon: str
    open: Callable[[], None]


@dataclass(frozen=True, slots=True)
class ResultActions:
    """Where the page leads.

    ``go_on`` is the red button, ``ways`` are the other buttons, the first of them blue. ``replay_at`` shows the
    looking back at a turn of the leg, None where there is none. ``escape`` is what the Escape key does.
    """

    go_on: ActionButton
    ways: Sequence[ActionButton] = ()
    escape: Callable[[], None] = lambda: None
    replay_at: Callable[[int], None] | None = None


@dataclass(slots=True)
class PageState:
    """What the reader has done on the page: all rows are shown, the open tab, and the milestones shown so far.

    ``tell`` is called with a milestone whose badge was pressed.
    """

    tell: Callable[[str], None] = lambda _milestone: None
    toggle_rows: Callable[[], None] = lambda: None
    open_tab: Callable[[str], None] = lambda _tab: None
    has_all_rows: bool = False
    tab: str = "points"
    milestones: Sequence[str] = field(default_factory=tuple)


class DelayedBox(ui.Box):
    """A part of the page that appears later than the page, with an animation of its own."""

    def __init__(self, child: ui.Box, *, grow: float = 0) -> None:
        super().__init__(child, grow=grow)
        self.is_painted = True

    def paint(self, surface: Surface) -> None:
        if self.is_painted:
            super().paint(surface)


@dataclass(frozen=True, slots=True)
class _Much:
    """The level of detail of the page: the sentences of the story, and which parts it shows.

    Without ``has_lines`` a moment is one line, without ``has_bars`` a goal has no bar. If it ``is_dense``, the columns
    of points have no names, and everything on the right is lower.
    """

    has_remark: bool = True
    has_chart: bool = True
    has_lines: bool = True
    has_bars: bool = True
    has_story: bool = True
    has_moments: bool = True
    is_dense: bool = False


_FULL = _Much()
_SHORT = _Much(has_remark=False, has_chart=False, has_lines=False)
_LESS_AND_LESS = (
    _FULL,
    _Much(has_remark=False),
    _Much(has_remark=False, has_chart=False),
    _SHORT,
    replace(_SHORT, has_bars=False),
    replace(_SHORT, has_bars=False, has_story=False),
    replace(_SHORT, has_bars=False, has_story=False, has_moments=False),
)
_OF_SMALL = (
    _SHORT, replace(_SHORT, is_dense=True), replace(_SHORT, is_dense=True, has_story=False),
    replace(_SHORT, is_dense=True, has_story=False, has_moments=False),
)  # fmt: skip


class ResultPage:
    """The page; ``revealed_parts`` are the parts that appear later than the page, by name.

    ``photo`` returns the picture of the finish in a size in px, and ``save`` saves a picture of the result.
    ``comparison`` compares the person with bots in the same seat, None if the cards have no code. Where a part is
    depends on the result, the window and the language alone, never on the milestones.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - a page is described by many things
        self, result: MatchResult, actions: ResultActions, scale: ui.Scale, state: PageState,
        photo: Callable[[tuple[int, int]], Surface], save: Callable[[], None],
        comparison: ComparisonTable | None = None,
    ) -> None:  # fmt: skip
        self.result, self.standings, self.scale = result, result.standings, scale
        self._actions, self._state, self._photo, self._save = actions, state, photo, save
        self._comparison = comparison
        self.t = scale.default_text_scale
        self.revealed_parts: dict[str, DelayedBox] = {}
        self._is_tall = False
        self._plate = ui.Box()
        self._head = ui.Box()
        self._picture = ui.Box()

    @property
    def rect(self) -> Rect:
        """The area of the page in the window, in px."""
        return self._plate.rect

    @property
    def photo_size(self) -> tuple[int, int]:
        return self._picture.rect.size

    @property
    def free_photo_rect(self) -> Rect | None:
        """The part of the photo left of the finish, where a toast hides little; None if no photo is seen."""
        photo = self._picture.rect
        is_seen = photo.w > 0 and self.rect.contains(photo) and photo.y >= self._head.rect.bottom
        return photo.inflate(-round(_FINISH * photo.w), 0).move(-round(_FINISH * photo.w) // 2, 0) if is_seen else None

    @property
    def _shadow_px(self) -> int:
        """How far the photo's shadow reaches beyond it, downward and to the right, in px."""
        return round(10 * self.t)

    def revealed_rect(self, name: str) -> Rect:
        """Return the area in which one of the ``revealed_parts`` is drawn; for the photo it includes the shadow."""
        rect = self.revealed_parts[name].rect
        return Rect(rect.topleft, (rect.w + self._shadow_px, rect.h + self._shadow_px)) if name == "print" else rect

    @property
    def corner_px(self) -> int:
        """The height of the page's rounded corners, in px."""
        return round(30 * self.t) + 2

    # -- parts ----------------------------------------------------------------------------------------------------

    def box(self, place: Rect, view_state: ViewState, *, is_tall: bool) -> ui.Box:
        """Return the page in the area ``place``.

        If there is too little space it leaves out, in this order: a driver's remark, the chart, the second line of the
        moments, the bars of the goals, all of the story but what is essential or was near, and the moments. If all this
        is not enough, or the text is large, it scrolls; ``view_state`` keeps the scroll position.
        """
        s, gap = self.scale, self.scale.space_px(30)
        lay = partial(self._above, view_state, place.h) if is_tall else partial(self._beside, view_state)

        def on_plate(body: ui.Box) -> ui.Box:
            self._plate = ui.Panel(
                ui.Column(self._headed(), ui.Padding(body, (gap, s.space_px(22), s.space_px(22)), grow=1)),
                0,
                ground=self._paint_plate,
            )
            return ui.Absolute(self._plate, place)

        def scrolled(box: ui.Box, least: int) -> ui.Box:
            return ui.Scroll(s, view_state.position("result"), box, min_height=least)

        def laid(much: _Much) -> ui.Box:
            return on_plate(lay(much))

        self._is_tall = is_tall
        levels: Sequence[_Much] = _OF_SMALL if self.scale.is_small and not is_tall else _LESS_AND_LESS
        levels = levels if s.growth <= 1 else levels[:1]
        return view_state.first_that_fits(
            "result",
            place.size,
            *(partial(laid, much) for much in levels),
            lambda: on_plate(
                ui.Column(scrolled(self._told(), s.text_px(_LEAST_SEEN)), self._foot(), gap=s.text_px(16))
            ),
            lambda: on_plate(scrolled(ui.Column(self._told(), self._foot(), gap=s.text_px(20)), 0)),
            content=None,
        )

    def _beside(self, view_state: ViewState, much: _Much) -> ui.Box:
        s = self.scale
        left = _LEFT_OF_SMALL if self.scale.is_small else _LEFT
        if self._state.has_all_rows:
            told: ui.Box = self._all_rows(view_state, left)
        else:
            told = ui.Column(self._print(), *self._moments_and_chart(much), gap=s.space_px(12), share=left, grow=0.001)
        right = ui.Column(
            *self._story(much), ui.Spacer(grow=0.4), *self._points(much), self._goals(much), ui.Spacer(),
            *self._ways(much), gap=s.space_px(12), share=0.97 - left, grow=1,
        )  # fmt: skip
        return ui.Row(told, right, gap=s.space_px(30), middle=False)

    def _above(self, view_state: ViewState, height: int, much: _Much) -> ui.Box:
        s = self.scale
        story = ui.Column(*self._story(much), self._goals(much), gap=s.space_px(10), share=0.44, grow=1)
        points = ui.Column(*self._points(much), gap=s.space_px(10), share=0.54, grow=1)
        both = ui.Row(story, points, gap=s.space_px(24), middle=False)
        if self._state.has_all_rows:
            return ui.Column(self._all_rows(view_state, 0), both, *self._ways(much), gap=s.space_px(14))
        self._print(round(_TALL_PHOTO * height))
        parts = self.revealed_parts["print"], *self._moments_and_chart(much), both
        return ui.Column(*parts, ui.Spacer(grow=0.3), *self._ways(much), gap=s.space_px(14))

    def _told(self) -> ui.Box:
        """Return all parts below each other, for large text; ``revealed_parts`` is emptied, as parts may be hidden."""
        points = (
            self._points(_FULL) if not self._state.has_all_rows else [self._table(is_whole=True), self._rows_button()]
        )
        told = ui.Column(
            *self._story(_FULL), self._goals(_FULL), *points, self._print(), *self._moments(_FULL),
            ResultChart(self.result, self.scale).tile(), gap=self.scale.text_px(18),
        )  # fmt: skip
        self.revealed_parts = {}
        return told

    # -- the head -------------------------------------------------------------------------------------------------

    def _headed(self) -> ui.Box:
        s, ink = self.scale, self._head_ink
        icon = ui.Icon("trophy", round(1.1 * s.px(ui.ROLES.title)), ink if self.result.is_won else THEME.gold)
        words = ui.Label(s, self.title(), ui.ROLES.title, ink, id="title")
        margin = ui.Label(s, self._margin(), ui.ROLES.lead, ink, id="margin") if self._has_margin else None
        self._head = ui.Padding(
            ui.Row(icon, ui.Flow(words, margin, gap=s.space_px(24), grow=1), self._shelf(), gap=s.text_px(18)),
            (s.space_px(36), s.space_px(12), s.space_px(16)),
        )
        return self._head

    @property
    def _head_ink(self) -> Color:
        return THEME.ink if self.result.is_won else THEME.white

    @property
    def _has_margin(self) -> bool:
        """Whether the head has room for how it ended; else the story begins with it."""
        return not self.scale.is_small and not self._is_tall and self.scale.growth <= 1

    def title(self) -> str:
        """Return the heading: who won, or that another match was driven on."""
        if self.result.driven_on_turn:
            return _("Continued from turn {n}", n=self.result.driven_on_turn)
        return self._winner()

    def _winner(self) -> str:
        return match_headline(self.standings) if self.result.is_over else leg_headline(self.standings)

    def _margin(self) -> str:
        said, stage = self._said(self.result.story.headline), self.result.stage
        if self.result.driven_on_turn:
            return f"{with_full_stop(self._winner())} {said}"
        return join_with_dots((place_name(stage), said)) if stage is not None and self._has_margin else said

    def _shelf(self) -> ui.Box:
        """Return the shelf for milestones, with the same size whichever of them are there.

        The latest ones stand on it, or one that was nearly reached.
        """
        s, reached, near = self.scale, list(reversed(self._state.milestones)), self.result.near_milestone
        d, slots = s.text_px(_BADGE, 30), _SLOTS_OF_SMALL if self.scale.is_small else _SLOTS
        shown = [(id, f"badges/{id}") for id in reached[:slots]]
        if not shown and near is not None:
            shown = [(near, f"badges/{near}.todo")]
        left = len(reached) - slots
        more = f"+{left}" if left > 0 else ""
        every = {one.id: label_with_text(_("New"), milestone_name(one.id)) for one in MILESTONES}
        words = ui.Label(
            s, every[reached[0]] if reached else "", ui.ROLES.label, self._head_ink, anchor="r", grow=1,
            alternatives=list(every.values()), in_middle=True, id="new" if reached else "",
        )  # fmt: skip
        has_words = not self.scale.is_small and s.growth <= 1
        empty = [ui.Spacer((d, d), grow=0) for _slot in range(slots - len(shown))]
        return ui.Row(
            words if has_words else None,
            *(self._badge(n, id, picture, d) for n, (id, picture) in enumerate(shown)),
            *empty,
            ui.Label(s, more, ui.ROLES.label, self._head_ink, one_line=True, alternatives=["+99"]),
            gap=s.space_px(10),
            share=(0.38 if self._is_tall else 0.28) if has_words else 0,
        )

    def _badge(self, n: int, id: str, picture: str, d: int) -> ui.Box:
        is_new = bool(self._state.milestones)
        heading = label_with_text(_("New") if is_new else _("You came close"), milestone_name(id))
        said = join_with_dots((heading, milestone_condition(id)))
        face = ui.Canvas(lambda on, rect: on.blit(art.picture(picture, *rect.size), rect) and None, d, d)
        return ui.Link(f"badge.{n + 1}", said, face, partial(self._state.tell, id))

    def _said(self, line: StoryLine) -> str:
        return story_words(line, self.standings.names, self.standings.rules_id)

    # -- the photo ------------------------------------------------------------------------------------------------

    def _print(self, high: int = 0) -> DelayedBox:
        """Return the photo on its paper, ``high`` px if that is enough."""
        s, shot = self.scale, self.result.photo_finish
        least = max(shot.least_height(s), s.text_px(150))
        says = label_with_text(_("Photo finish"), shot.description())
        wide, heights = (s.text_px(280), s.text_px(900)), (least, max(least, high or s.text_px(330)))
        self._picture = ui.Canvas(self._paint_photo, wide, heights, grow=1, id="photo", label=says)
        save = ui.Button(
            s, "save", _("Save picture"), self._save, style=ButtonStyle.PAPER, icon="photo", role=ui.ROLES.label
        )
        edge = ui.Flow(ui.Row(*self.caption(s), gap=s.space_px(22), grow=1), ui.Spacer(), save, gap=s.space_px(12))
        pad = s.space_px(16), s.space_px(16), s.space_px(8)
        paper = ui.Panel(ui.Column(self._picture, edge, gap=s.space_px(8)), pad, ground=self._paint_print)
        self.revealed_parts["print"] = DelayedBox(paper, grow=3)
        return self.revealed_parts["print"]

    def caption(self, s: ui.Scale) -> list[ui.Box]:
        turn, code = _("Turn {n}", n=self.result.story.turns), self.result.code
        ours = house_rules_line(self.standings.options.house_rules)
        about = join_with_dots(filter(None, ("" if self.scale.is_small else _("Photo finish"), turn, ours)))
        return [
            ui.Label(s, about, _CAPTION, THEME.ink, id="caption"),
            *(
                [ui.Label(s, label_with_text(_("Code"), code), ui.ROLES.label, THEME.ink2, one_line=True, id="code")]
                if code
                else []
            ),
        ]

    def _paint_photo(self, surface: Surface, rect: Rect) -> None:
        surface.blit(self._photo(rect.size), rect)

    def _paint_print(self, surface: Surface, rect: Rect) -> None:
        draw.panel(surface, rect, 6 * self.t, THEME.white, shadow_px=self._shadow_px)

    # -- moments and chart ----------------------------------------------------------------------------------------

    def _moments_and_chart(self, much: _Much) -> list[ui.Box]:
        s, chart = self.scale, ResultChart(self.result, self.scale).tile() if much.has_chart else None
        heading, rows = [], self._moments(much) if much.has_moments else []
        if rows and much.has_lines:
            heading, rows = rows[:1], rows[1:]
        gap = max(s.space_px(10), HIT_PX - round(1.5 * s.px(ui.ROLES.name)) - 2 * s.space_px(7))
        left = [ui.Spacer() for _slot in range(MOST_HIGHLIGHTS - len(self.result.story.highlights))]
        moments = ui.Column(*rows, *left, gap=gap, grow=1) if rows else None
        if chart is not None and moments is not None:
            chart.share = _CHART
        return [*heading, ui.Row(moments, chart, gap=s.space_px(16), middle=False)]

    def _moments(self, much: _Much) -> list[ui.Box]:
        """Return the moments, below their heading where they have room for lines; an empty list if there are none."""
        moments = self.result.story.highlights
        heading = _n("The race in one moment", "The race in {n} moments", len(moments))
        rows = [self._moment(n, moment, much) for n, moment in enumerate(moments, 1)]
        head = [ui.Label(self.scale, heading, ui.ROLES.heading, id="moments")] if rows and much.has_lines else []
        return [*head, *rows]

    def _moment(self, n: int, moment: Highlight, much: _Much) -> ui.Box:
        s, line, px = self.scale, moment.line, self.scale.px(ui.ROLES.name)
        turn, said, d = _("Turn {n}", n=moment.turn), self._said(moment.line), round(1.5 * px)
        if much.has_lines:
            words: ui.Box = ui.Column(
                ui.Label(s, turn, ui.ROLES.label, THEME.text2), ui.Label(s, said, ui.ROLES.body), grow=1
            )
        else:
            words = ui.Label(s, join_with_dots((number(moment.turn), said)), ui.ROLES.body, grow=1)
        look = self._actions.replay_at
        row = ui.Row(
            ui.Canvas(partial(self._paint_roundel, _ICONS[line.code]), d, d), words,
            ui.Canvas(self._paint_way, d, d) if look is not None else None, gap=s.space_px(14),
        )  # fmt: skip
        pad = s.space_px(14), s.space_px(7), s.space_px(7)
        id, label = f"moment.{n}", label_with_text(turn, said)
        plate = ui.Panel(
            row, pad, fill=THEME.raised, rim=THEME.edge, rim_px=s.text_px(2), radius=s.space_px(14),
            id="" if look else id, label="" if look else label,
        )  # fmt: skip
        box: ui.Box = plate
        if look is not None:
            box = ui.Link(id, label, plate, partial(look, moment.turn))
        self.revealed_parts[id] = DelayedBox(box, grow=1)
        return self.revealed_parts[id]

    @staticmethod
    def _paint_roundel(icon: str, surface: Surface, rect: Rect) -> None:
        draw.icon_disc(surface, icon, *rect.center, rect.h / 2)

    @staticmethod
    def _paint_way(surface: Surface, rect: Rect) -> None:
        draw.rounded_rect(surface, rect, rect.h / 2, THEME.blue)
        art.blit_icon(surface, "play", rect.center, 0.55 * rect.h, THEME.white)

    # -- story, points and goals ----------------------------------------------------------------------------------

    def _story(self, much: _Much) -> list[ui.Box]:
        """Return the story, a driver's remark, and the marks of the match."""
        s, result = self.scale, self.result
        lines = [] if self._has_margin else [self._margin()]
        told, near = [*lines, *map(self._said, result.story.sentences)], [*map(self._said, result.near)]
        moments = [] if much.has_moments else [moment.line for moment in result.story.highlights]
        most = [self._said(line) for line in (*result.story.sentences, *moments) if line.is_essential]
        shown = [*told, *near] if much.has_story else [*most, *near] or told[-1:]
        remark = driver_line_box(s, result.saying, self.standings.moods) if result.saying and much.has_remark else None
        pills = [mark_pill(s, mark) for mark in self.standings.marks]
        return [ui.Label(s, " ".join(shown), ui.ROLES.lead, id="story"), *([remark] if remark else []), *pills]

    def _points(self, much: _Much) -> list[ui.Box]:
        """Return the table of points with its button, or the comparison with bots, below tabs if there are both."""
        s, state = self.scale, self._state
        button = self._rows_button()
        points = [self._table(is_whole=False), ui.Row(ui.Spacer(), button)]
        if much.is_dense:
            points = [self._table(is_whole=False, has_names=False, corner=button)]
        if self._comparison is None:
            return points
        titles = [("points", _p("column", "Points")), ("bots", _("Same cards, four bots"))]
        tabs = ui.Segmented(s, "tabs", _("Result"), titles, state.tab, state.open_tab)
        return [tabs, *(points if state.tab == "points" else self._comparison.boxes(s, is_dense=much.is_dense))]

    def _table(self, *, is_whole: bool, has_names: bool = True, corner: ui.Box | None = None) -> ui.Box:
        has_names = has_names and (not self.scale.is_small or self.standings.side_count < _MANY_NAMES)
        return ScoreTable(
            self.standings, self.scale, is_whole=is_whole, has_names=has_names, corner=corner,
            deciding_item=self.result.deciding_item,
        ).box()  # fmt: skip

    def _rows_button(self) -> ui.Box:
        s, is_open = self.scale, self._state.has_all_rows
        words = _("Fewer rows") if is_open else _("All rows")
        icon = None if self.scale.is_small else "more"
        return ui.Button(
            s, "rows", words, self._state.toggle_rows, style=ButtonStyle.PAPER, icon=icon, role=ui.ROLES.label,
            is_low=True,
        )  # fmt: skip

    def _all_rows(self, view_state: ViewState, share: float) -> ui.Box:
        s = self.scale
        sheet = ui.Scroll(
            s, view_state.position("sheet"), self._table(is_whole=True), min_height=s.text_px(_LEAST_SEEN)
        )
        pad = s.space_px(14), s.space_px(10), s.space_px(10)
        return ui.Panel(
            sheet, pad, fill=THEME.raised, rim=THEME.edge, rim_px=s.text_px(2), radius=s.space_px(14), share=share,
            grow=1 if not share else 0.001,
        )  # fmt: skip

    @property
    def goals(self) -> tuple[GoalView, ...]:
        """The goals of the stage that is over, as they are shown; none without a stage."""
        return goal_views(self.result.stage, self.result.reached_goals) if self.result.is_over else ()

    def _goals(self, much: _Much) -> ui.Box | None:
        result, views = self.result, self.goals
        done = {n: self._progress(n) for n in range(len(views)) if n in result.missed_goals}
        bars = {n: progress for n, progress in done.items() if progress is not None} if much.has_bars else {}
        return goal_rows(self.scale, views, bars, is_dense=much.is_dense) if views else None

    def _progress(self, goal: int) -> tuple[int, int] | None:
        """Return how much of a missed goal was done and needed, or None if it cannot be counted."""
        miss, totals = self.result.missed_goals[goal], self.standings.totals
        own = next(side for side in range(len(totals)) if self.standings.names.is_own(side))
        if miss.kind == "lead":
            wanted = miss.needed - max(total for side, total in enumerate(totals) if side != own)
            done = wanted - (miss.needed - miss.done)
            return (done, wanted) if done > 0 else None
        return (miss.done, miss.needed) if miss.needed > 1 and miss.kind not in {"place", "win"} and miss.done else None

    # -- the ways on ----------------------------------------------------------------------------------------------

    def _way_buttons(self, role: ui.Role, *, has_icons: bool) -> tuple[list[ui.Box], ui.Box]:
        """Return the other buttons, and the red one with its text in ``role``."""

        def button(way: ActionButton, style: ButtonStyle, role: ui.Role) -> ui.Box:
            icon = way.icon if has_icons else None
            return ui.Button(self.scale, way.id, say(way.name), way.open, style=style, icon=icon, role=role)

        styles = [ButtonStyle.BLUE, *[ButtonStyle.PAPER] * len(self._actions.ways)]
        others = [button(way, style, ui.ROLES.label) for way, style in zip(self._actions.ways, styles, strict=False)]
        return others, button(self._actions.go_on, ButtonStyle.RED, role)

    def _ways(self, much: _Much) -> list[ui.Box]:
        s, role = self.scale, ui.ROLES.name if much.is_dense else ui.ROLES.button
        ways, red = self._way_buttons(role, has_icons=not self.scale.is_small)
        gap = max(s.space_px(12), HIT_PX - min([HIT_PX, *(way.height_range(0)[0] for way in ways)]))
        apart, across = max(0, gap - s.space_px(12)), range(len(ways), 0, -1)
        grid = ui.Padding(ui.Grid(*ways, across=across, gap=(gap, gap)), (0, apart, apart)) if ways else None
        return [*([grid] if grid else []), red]

    def _foot(self) -> ui.Box:
        """Return the ways on for large text: two in a row."""
        gap, (ways, red) = self.scale.space_px(12), self._way_buttons(ui.ROLES.button, has_icons=False)
        if len(ways) % 2:
            return ui.Grid(*ways, red, across=(2, 1), gap=(gap, gap))
        return ui.Column(ui.Grid(*ways, across=(2, 1), gap=(gap, gap)) if ways else None, red, gap=gap)

    # -- picture --------------------------------------------------------------------------------------------------

    def picture(self, size: tuple[int, int]) -> Surface:
        """Return a picture of the page with its shadow, without ``revealed_parts``; ``size`` is the window's."""
        margin = round(14 * self.t) + 2
        across = Rect(self.rect.topleft, (self.rect.w + margin, self.rect.h + margin)).clip(Rect(0, 0, *size))
        for late in self.revealed_parts.values():
            late.is_painted = False
        try:
            fill_caches(self._plate.paint, across.bottomright)
            window = Surface(across.bottomright, pygame.SRCALPHA)
            self._plate.paint(window)
        finally:
            for late in self.revealed_parts.values():
                late.is_painted = True
        return window.subsurface(across)

    def _paint_plate(self, surface: Surface, rect: Rect) -> None:
        colors = (THEME.gold, THEME.gold_d) if self.result.is_won else (THEME.navy, THEME.gold)
        paint_paper_plate(surface, rect, self._head.rect, self.t, colors)


def mark_pill(scale: ui.Scale, mark: MatchMark) -> ui.Box:
    """Return a mark of the match as a small rounded label."""
    px, pad = scale.px(ui.ROLES.small), scale.text_px(5)
    d = round(1.5 * px)
    icon = ui.Canvas(lambda surface, rect: draw.icon_disc(surface, mark.icon, *rect.center, 0.75 * px), d, d)
    words = ui.Row(icon, ui.Label(scale, mark.words, ui.ROLES.small, id=mark.id), gap=scale.text_px(8))
    return ui.Row(
        ui.Panel(words, (2 * pad, pad, pad), fill=THEME.row, rim=THEME.faint, rim_px=max(1, 0.08 * px), radius=px)
    )


def saved_picture_boxes(
    result: MatchResult, s: ui.Scale, photo: Callable[[tuple[int, int]], Surface]
) -> tuple[ui.Box, ui.Box]:
    """Return the box of the picture to save, with all names and points, and the box in it that shows the photo.

    A stage's stars stand beside the headline.
    """
    standings = replace(result.standings, names=replace(result.standings.names, viewer=NOBODY))
    page = ResultPage(
        replace(result, standings=standings), ResultActions(ActionButton("", str, "", lambda: None)), s, PageState(),
        photo, lambda: None,
    )  # fmt: skip
    shown = ui.Canvas(lambda surface, rect: surface.blit(photo(rect.size), rect) and None, 0, 0, grow=1)
    head = ui.Row(
        ui.Icon("trophy", round(s.px(ui.ROLES.title)), THEME.gold_d),
        ui.Label(s, page.title(), ui.ROLES.title, THEME.ink),
        ui.Spacer(),
        bar_stars(s, round(1.3 * s.px(ui.ROLES.title)), page.goals) if page.goals else None,
        gap=s.space_px(18),
    )
    sides = standings.ranking
    rows = [_saved_rank_box(s, standings, place, side) for place, side in enumerate(sides)]
    foot = ui.Row(*page.caption(s), ui.Spacer(), ui.Label(s, TITLE, ui.ROLES.heading, THEME.ink), gap=s.space_px(24))
    across = len(sides) if len(sides) < _MANY else len(sides) // 2
    body = ui.Column(
        head, shown, ui.Grid(*rows, across=(across,), gap=(s.space_px(16), s.space_px(10))), foot, gap=s.space_px(22)
    )
    return ui.Panel(body, (s.space_px(40), s.space_px(30), s.space_px(30)), fill=THEME.white), shown


def _saved_rank_box(s: ui.Scale, standings: Standings, place: int, side: int) -> ui.Box:
    """Return a side's row in the ranking of the saved picture, which has the same colors in every theme."""
    names, d = standings.names, round(1.7 * s.px(ui.ROLES.name))
    faces = round(portraits_width(names, side, d))
    row = ui.Row(
        ui.Label(s, rank_text(place + 1), ui.ROLES.name, THEME.ink, one_line=True),
        ui.Canvas(lambda on, rect: draw_portraits(on, names, side, rect.center, d, standings.moods), faces, d),
        ui.Label(s, names.side(side), ui.ROLES.name, THEME.ink, grow=1),
        ui.Label(s, number(standings.totals[side]), ui.ROLES.name, THEME.ink, one_line=True),
        gap=s.space_px(12),
    )
    return ui.Panel(row, s.space_px(10), fill=THEME.paper2, radius=s.space_px(10))
