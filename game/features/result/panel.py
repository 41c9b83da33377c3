"""The result panel: a photo of the finish, the story, the ranking, and the buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, pi, sin

import pygame
from pygame import Color, Rect, Surface

from game import TITLE
from game.career.head_to_head import HeadToHead
from game.drivers.words import score_against
from game.engine.cards import Card
from game.features.milestones.words import milestone_condition, milestone_name, reached_count_line
from game.features.result.model import (
    NO_SWINGS,
    Highlight,
    Story,
    StoryCode,
    StoryLine,
    leg_story,
    match_story,
    side_at_goal,
    with_missed_star,
)
from game.features.result.photo import PhotoFinish
from game.features.result.words import story_words
from game.features.score.chart import PointsChart
from game.features.score.mark_pills import mark_pills
from game.features.score.scene import ActionButton
from game.features.score.standings import Standings
from game.features.tour.stage_results import goal_status, points_missed
from game.features.tour.words import goal_views
from game.i18n import _, _n, _p, _r, number
from game.i18n.punctuation import join_with_commas, join_with_dots, label_with_text, rank_text, with_full_stop
from game.match.session import Session
from game.scenes.dialogs import paint_paper_plate
from game.scenes.portraits import draw_portraits, portraits_width
from game.scenes.sayings import DriverLine, driver_line_box
from game.table.goals import bar_stars, goal_rows
from game.table.painting import card_faces
from game.ui import layout as ui
from game.ui.drawing import art, draw, svg
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.widgets import ButtonStyle, Link
from game.ui.widgets.widget import HIT_PX
from game.words.names import NOBODY, Names
from game.words.places import place_name

_WREATH_W, _WREATH_H = 200.0, 212.0  # of the picture; its wreath has the center (100, 100)
_INSIDE_WREATH = 118.0
_TEAM_SCALE = 0.74  # of a portrait's size, where two portraits share the wreath
_RAYS = 14
_RAY_OPACITY = 0.5


def laurel_size(width: float) -> tuple[int, int]:
    """Return the width and height in px of a laurel wreath that is ``width`` px wide."""
    return round(width), round(width * _WREATH_H / _WREATH_W)


def laurel_portraits(names: Names, side: int, width: float) -> Surface:
    """Return a transparent picture, ``width`` px wide, of a side's portraits in a laurel wreath."""
    picture = art.uncached_picture("parts/laurel", *laurel_size(width))
    scale = width / _WREATH_W
    d = _INSIDE_WREATH * scale * (_TEAM_SCALE if len(names.sides[side]) > 1 else 1)
    center = 100 * scale, (100 if portraits_width(names, side, d) <= d else 96) * scale
    draw_portraits(picture, names, side, center, d)
    return picture


def light_rays(radius: float) -> Surface:
    """Return a square picture of rays of light around a center; ``radius`` is in px."""
    inner, half = 0.42 * radius, 0.32 * pi / _RAYS
    wedges = []
    for ray in range(_RAYS):
        turn = 2 * pi * (ray + 0.5) / _RAYS
        corners = [(inner, turn - half), (inner, turn + half), (radius, turn + half), (radius, turn - half)]
        points = [(radius + r * cos(a), radius + r * sin(a)) for r, a in corners]
        wedges.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
    return art.svg(svg.path("".join(wedges), THEME.gold_l, opacity=_RAY_OPACITY), 2 * radius, 2 * radius)


_LEFT, _LEFT_OF_SMALL = 0.655, 0.59  # of the panel's width, for photo and highlights
_SMALL = 0.6  # below this length of a unit a window is small, and buttons need more space
_CARD = 62  # width of a highlight's card, px at text scale 1
_FINISH = 0.3  # part of the photo's width at the right
_MANY = 5  # with this many sides or more, the saved picture has two rows of ranks
_NOTHING = ActionButton("", str, "", lambda: None)
_CAPTION = replace(ui.ROLES.label, face="B6")
_LEAST_SEEN = 160  # least height of the result above its buttons, px at text scale 1
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
class MatchResult:
    """The result of a match or a single race, for the panel.

    ``photo_finish`` and ``turns`` (their number) are of the last leg. ``code`` is the code of the deal, empty for none,
    and ``saying`` a driver's remark. ``stage`` is the id of the tour's stage, if the match was one, and
    ``reached_goals`` has the numbers of its goals that were reached.
    """

    standings: Standings
    story: Story
    photo_finish: PhotoFinish
    turns: int
    code: str = ""
    saying: DriverLine | None = None
    stage: str | None = None
    reached_goals: tuple[int, ...] = ()

    @classmethod
    def of(
        cls, session: Session, standings: Standings, saying: DriverLine | None = None,
        swings: Mapping[int, float] = NO_SWINGS,
    ) -> MatchResult:  # fmt: skip
        """Return the result of the session's match.

        ``swings`` has, for some turns, how much each changed the chances of winning (0 … 1).
        """
        o, names, winner = session.observation, standings.names, standings.ranking[0]
        own = (
            None if names.viewer == NOBODY else next(s for s in range(standings.side_count) if names.is_viewers_side(s))
        )
        of_leg = story = leg_story(o, winner, own, swings)
        if len(standings.legs) > 1:
            story = match_story(standings.legs, standings.leg_winners, winner, own)
        if own is not None:
            story = with_missed_star(story, own, points_missed(session.saved))
        km = tuple(side.km for side in o.sides)
        first = side_at_goal(o)
        order = sorted(range(standings.side_count), key=lambda side: (side != first, -km[side], side))
        code = session.deal.code if session.deal is not None and len(standings.legs) == 1 else ""
        shot = PhotoFinish(tuple(order), km, o.target, first, names)
        goals = goal_status(session.saved).reached
        return cls(standings, story, shot, of_leg.turns, code, saying, session.stage, goals)


@dataclass(frozen=True, slots=True)
class ResultActions:
    """The buttons of the result panel and their actions.

    ``again_button`` is the red button, ``open_title`` goes to the title screen, ``review_buttons`` are the other
    buttons, and ``replay_at`` shows the replay at a turn of the leg.
    """

    again_button: ActionButton
    open_title: Callable[[], None]
    review_buttons: Sequence[ActionButton] = ()
    replay_at: Callable[[int], None] = lambda _turn: None


def winner_line(standings: Standings) -> str:
    """Return the line that names the winner, shown in large letters as the winner's car arrives."""
    names, winner = standings.names, standings.ranking[0]
    partner = names.partner(winner)
    if partner is not None:
        return _("You and {partner} won!", partner=partner)
    if names.is_viewers_side(winner):
        return _("You won!")
    if len(names.sides[winner]) > 1:
        return _("{team} won!", team=names.side(winner))
    return _("{name} won!", name=names.side(winner))


def headline(standings: Standings) -> str:
    """Return the heading of the result panel, which names the winner."""
    if standings.leg_count == 1:
        return winner_line(standings)
    names, rules_id, winner = standings.names, standings.rules_id, standings.ranking[0]
    partner = names.partner(winner)
    if partner is not None:
        return _r(rules_id, "You and {partner} won the match!", partner=partner)
    if names.is_viewers_side(winner):
        return _r(rules_id, "You won the match!")
    if len(names.sides[winner]) > 1:
        return _r(rules_id, "{team} won the match", team=names.side(winner))
    return _r(rules_id, "{name} won the match", name=names.side(winner))


def _paint_no_highlight(_surface: Surface, _rect: Rect, _is_pointed: bool) -> None:
    """Draw no hover highlight: the panel above would hide it; an arrow or words show that the panel can be pressed."""


class DelayedBox(ui.Box):
    """A part of the result panel that appears later than the panel, with an animation of its own."""

    def __init__(self, child: ui.Box, *, grow: float = 0) -> None:
        super().__init__(child, grow=grow)
        self.is_painted = True

    def paint(self, surface: Surface) -> None:
        if self.is_painted:
            super().paint(surface)


@dataclass(frozen=True, slots=True)
class MilestoneBadge:
    """A milestone shown on the result panel.

    ``reached_total`` is the number of milestones that were reached in this match, ``reached_index`` the index of this
    one among them; ``reached_total`` is 0 if this milestone is only near. ``unlocked_line`` is the line about the item
    that it unlocks in the garage, if any.
    """

    id: str
    reached_index: int = 0
    reached_total: int = 0
    unlocked_line: str = ""

    @property
    def heading(self) -> str:
        return label_with_text(_("New"), milestone_name(self.id)) if self.reached_total else _("You came close")

    @property
    def condition(self) -> str:
        """What a person must do to reach the milestone."""
        condition = milestone_condition(self.id)
        return condition if self.reached_total else label_with_text(milestone_name(self.id), condition)

    @property
    def count(self) -> str:
        return reached_count_line(self.reached_index + 1, self.reached_total) if self.reached_total > 1 else ""


class _BadgeLink(Link):
    """A link that shows the next milestone when it is pressed or when the Right key is pressed."""

    role = "button"

    def handle_key(self, key: int) -> bool:
        if key == pygame.K_RIGHT:
            self.press()
        return key == pygame.K_RIGHT


@dataclass(frozen=True, slots=True)
class _Much:
    """The level of detail of the result panel.

    It is the number of sentences, and whether the panel shows the cards of the highlights, the heading of the points
    column (``has_unit``), the goals of the stars, and a driver's remark.
    """

    sentences: int = 2
    has_cards: bool = False
    has_unit: bool = True
    has_goals: bool = True
    has_remark: bool = True


_LESS_AND_LESS = (
    _Much(has_cards=True), _Much(has_cards=True, has_unit=False), _Much(), _Much(has_unit=False),
    _Much(has_unit=False, has_goals=False), _Much(1, has_unit=False, has_goals=False),
    _Much(1, has_goals=False, has_remark=False), _Much(1, has_unit=False, has_goals=False, has_remark=False),
)  # fmt: skip


class ResultPanel:
    """The result panel; ``revealed_parts`` are the parts that appear later than the panel, by name.

    ``head_to_head`` has the person's record against each driver. ``photo`` returns the picture of the finish in a size
    in px, and ``save`` saves a picture of the result. Of the ``badges`` (milestones) the one at ``badge_index`` is
    shown, in a box that has space for the largest of them; ``next_badge`` shows the next one.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - a plate is described by many things
        self, ending: MatchResult, exits: ResultActions, scale: ui.Scale, head_to_head: Mapping[str, HeadToHead],
        photo: Callable[[tuple[int, int]], Surface], save: Callable[[], None], badges: Sequence[MilestoneBadge] = (),
        badge_index: int = 0, next_badge: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.ending, self.standings, self.scale = ending, ending.standings, scale
        self._exits, self._head_to_head, self._photo, self._save = exits, head_to_head, photo, save
        self.badges, self._badge_index, self._next_badge = badges, badge_index, next_badge
        self.winner = self.standings.ranking[0]
        self.is_won = self.standings.names.is_own(self.winner)
        self.t = scale.default_text_scale
        self.revealed_parts: dict[str, DelayedBox] = {}
        self._plate = ui.Box()
        self._head = ui.Box()
        self._picture = ui.Box()

    @property
    def rect(self) -> Rect:
        """The area of the panel in the window, in px."""
        return self._plate.rect

    @property
    def photo_size(self) -> tuple[int, int]:
        return self._picture.rect.size

    @property
    def free_photo_rect(self) -> Rect | None:
        """The part of the photo left of the finish, where a toast hides little; None if the photo is scrolled away."""
        photo = self._picture.rect
        is_seen = self.rect.contains(photo) and photo.y >= self._head.rect.bottom
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
        """The height of the panel's rounded corners, in px."""
        return round(30 * self.t) + 2

    # -- parts ----------------------------------------------------------------------------------------------------

    def box(self, place: Rect, view_state: ViewState, *, is_tall: bool) -> ui.Box:
        """Return the panel in the area ``place``: photo and highlights at the left, or at the top in a tall window.

        If there is too little space it leaves out, in about this order: the cards of the highlights, the heading of the
        points, the goals of the stars, the second sentence, and the driver's remark. If all this is not enough it
        scrolls; ``view_state`` keeps the scroll position.
        """
        s, gap = self.scale, self.scale.space_px(30)
        lay = self._above if is_tall else self._beside

        def on_plate(body: ui.Box) -> ui.Box:
            self._plate = ui.Panel(
                ui.Column(self._headed(), ui.Padding(body, (gap, s.space_px(24), s.space_px(24)), grow=1)),
                0,
                ground=self._paint_plate,
            )
            return ui.Absolute(self._plate, place)

        def told() -> ui.Box:
            told = ui.Column(
                self._print(), self._story_column(), *self._moments(1), self._looks_back(), gap=s.text_px(20)
            )
            self.revealed_parts = {}
            return told

        def scrolled(box: ui.Box, least: int) -> ui.Box:
            return ui.Scroll(s, view_state.pane("result"), box, min_height=least)

        def laid(much: _Much) -> ui.Box:
            return on_plate(lay(much))

        is_stage = self.ending.stage is not None
        tried = dict.fromkeys(replace(much, has_goals=is_stage and much.has_goals) for much in _LESS_AND_LESS)
        return view_state.first_that_fits(
            "result",
            place.size,
            *(partial(laid, much) for much in tried),
            lambda: on_plate(ui.Column(scrolled(told(), s.text_px(_LEAST_SEEN)), self._again(), gap=s.text_px(20))),
            lambda: on_plate(scrolled(ui.Column(told(), self._again(), gap=s.text_px(20)), 0)),
            content=None,
        )

    def _beside(self, much: _Much) -> ui.Box:
        s = self.scale
        left = _LEFT if s.unit >= _SMALL else _LEFT_OF_SMALL
        told = ui.Column(self._print(), *self._moments(3, has_cards=much.has_cards), gap=s.space_px(14), share=left)
        right = ui.Column(
            self._story_column(much), self._looks_back(), self._again(), gap=self._apart(), share=0.95 - left, grow=1
        )
        return ui.Row(told, right, gap=s.space_px(34), middle=False)

    def _above(self, much: _Much) -> ui.Box:
        s = self.scale
        parts = self._print(), *self._moments(3, has_cards=much.has_cards), self._story_column(much)
        return ui.Column(*parts, self._looks_back(), self._again(), gap=s.space_px(20))

    def _headed(self) -> ui.Box:
        s, ink = self.scale, THEME.ink if self.is_won else THEME.white
        icon = ui.Icon("trophy", round(1.1 * s.px(ui.ROLES.title)), THEME.ink if self.is_won else THEME.gold)
        words = ui.Label(s, headline(self.standings), ui.ROLES.title, ink, id="title")
        margin = ui.Label(s, self._said(self.ending.story.headline), ui.ROLES.lead, ink, id="margin")
        self._head = ui.Padding(
            ui.Row(icon, ui.Flow(words, margin, gap=s.space_px(24), grow=1), gap=s.text_px(18)),
            (s.space_px(36), s.space_px(16), s.space_px(20)),
        )
        return self._head

    def _said(self, line: StoryLine) -> str:
        return story_words(line, self.standings.names, self.standings.rules_id)

    # -- the photo ------------------------------------------------------------------------------------------------

    def _print(self) -> DelayedBox:
        s, shot = self.scale, self.ending.photo_finish
        least = max(shot.least_height(s), s.text_px(150))
        caption = self.caption(s)
        says = label_with_text(_("Photo finish"), shot.description())
        wide, high = (s.text_px(280), s.text_px(900)), (least, max(least, s.text_px(380)))
        self._picture = ui.Canvas(self._paint_photo, wide, high, grow=1, id="photo", label=says)
        save = ui.button(
            s, "save", _("Save picture"), self._save, style=ButtonStyle.PAPER, icon="photo", role=ui.ROLES.label
        )
        edge = ui.Flow(ui.Row(*caption, gap=s.space_px(22), grow=1), ui.Spacer(), save, gap=s.space_px(12))
        pad = s.space_px(18), s.space_px(18), s.space_px(8)
        paper = ui.Panel(ui.Column(self._picture, edge, gap=s.space_px(8)), pad, ground=self._paint_print)
        self.revealed_parts["print"] = DelayedBox(paper, grow=1)
        return self.revealed_parts["print"]

    def caption(self, s: ui.Scale) -> list[ui.Box]:
        turn = join_with_dots((_("Photo finish"), _("Turn {n}", n=self.ending.turns)))
        code = self.ending.code
        return [
            ui.Label(s, turn, _CAPTION, THEME.ink, id="caption"),
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

    # -- moments --------------------------------------------------------------------------------------------------

    def _moments(self, across: int, *, has_cards: bool = False) -> list[ui.Box]:
        """Return the boxes of the highlights, ``across`` in a row, or the chart of points after several legs."""
        s, moments = self.scale, self.ending.story.highlights
        if len(self.standings.legs) > 1:
            return [PointsChart(self.standings, s, lambda: 1.0).box()]
        if not moments:
            return []
        heading = _n("The race in one moment", "The race in {n} moments", len(moments))
        cards = [self._moment(n, moment, has_card=has_cards) for n, moment in enumerate(moments)]
        grid = ui.Grid(*cards, across=range(min(across, len(cards)), 0, -1), gap=(s.space_px(16), s.space_px(12)))
        return [ui.Label(s, heading, ui.ROLES.heading, id="moments"), grid]

    def _moment(self, n: int, moment: Highlight, *, has_card: bool) -> ui.Box:
        s, line, px = self.scale, moment.line, self.scale.px(ui.ROLES.name)
        turn, said = _("Turn {n}", n=moment.turn), self._said(line)
        d, wide = round(1.6 * px), s.text_px(_CARD)

        def roundel(icon: str, *, is_way: bool) -> ui.Box:
            paint = self._paint_way if is_way else partial(self._paint_roundel, icon)
            return ui.Canvas(paint, d, d)

        head = ui.Row(
            roundel(_ICONS[line.code], is_way=False), ui.Label(s, turn, ui.ROLES.name, grow=1), roundel("play",
            is_way=True),
            gap=s.space_px(12),
        )  # fmt: skip
        face = (
            ui.Canvas(partial(self._paint_card, line.card), wide, round(1.4 * wide)) if has_card and line.card else None
        )
        words = ui.Row(face, ui.Label(s, said, ui.ROLES.body, grow=1), gap=s.space_px(14))
        pad = s.space_px(14), s.space_px(10), s.space_px(12)
        plate = ui.Panel(
            ui.Column(head, words, ui.Spacer(), gap=s.space_px(8)), pad, fill=THEME.raised, rim=THEME.edge,
            rim_px=s.text_px(2),
            radius=s.space_px(14),
        )  # fmt: skip

        def make(rect: Rect) -> Link:
            look = partial(self._exits.replay_at, moment.turn)
            return Link(f"moment.{n + 1}", label_with_text(turn, said), rect, on_press=look)

        self.revealed_parts[f"moment.{n + 1}"] = DelayedBox(ui.PressableRow(plate, make, _paint_no_highlight))
        return self.revealed_parts[f"moment.{n + 1}"]

    @staticmethod
    def _paint_roundel(icon: str, surface: Surface, rect: Rect) -> None:
        draw.icon_disc(surface, icon, *rect.center, rect.h / 2)

    @staticmethod
    def _paint_way(surface: Surface, rect: Rect) -> None:
        draw.rounded_rect(surface, rect, rect.h / 2, THEME.blue)
        art.blit_icon(surface, "play", rect.center, 0.55 * rect.h, THEME.white)

    def _paint_card(self, card: Card, surface: Surface, rect: Rect) -> None:
        surface.blit(card_faces.face(card, rect.w, self.standings.rules_id, form="small"), rect)

    # -- the story ----------------------------------------------------------------------------------------------

    def _story_column(self, much: _Much = _Much()) -> ui.Box:
        """Return a column of the story, a driver's remark, the ranking, the stars of a stage, and a milestone."""
        s, ending, standings = self.scale, self.ending, self.standings
        story = " ".join(map(self._said, ending.story.sentences[: much.sentences]))
        ranks: list[ui.Box] = [self._rank(place, side) for place, side in enumerate(standings.ranking)]
        if much.has_unit:
            unit = ui.Label(s, _p("column", "Points"), ui.ROLES.small, THEME.text2, anchor="r")
            ranks.insert(0, ui.Padding(unit, (round(0.6 * s.px(ui.ROLES.name)), 0, 0)))
        return ui.Column(
            ui.Label(s, story, ui.ROLES.lead, id="story"),
            driver_line_box(s, ending.saying,
            standings.moods) if ending.saying is not None and much.has_remark else None,
            ui.Column(*ranks, gap=s.space_px(6)),
            mark_pills(s, standings.marks) if standings.marks else None,
            self._stars(ending.stage, has_words=much.has_goals) if ending.stage is not None else None,
            self._badge(self.badges[self._badge_index]) if self.badges else None,
            gap=s.space_px(14),
            grow=1,
        )  # fmt: skip

    def _stars(self, stage: str, *, has_words: bool) -> ui.Box:
        """Return the stars of a stage below the name of its place, with their goals, or else beside that name."""
        s, goals, place = self.scale, goal_views(stage, self.ending.reached_goals), place_name(stage)
        if has_words:
            return ui.Column(ui.Label(s, place, ui.ROLES.heading, id="place"), goal_rows(s, goals), gap=s.space_px(8))
        stars = bar_stars(s, round(1.5 * s.px(ui.ROLES.name)), goals)
        return ui.Row(ui.Label(s, place, ui.ROLES.name, id="place", grow=1), stars, gap=s.space_px(14))

    def _rank(self, place: int, side: int) -> ui.Box:
        s, standings, names = self.scale, self.standings, self.standings.names
        px, d = s.px(ui.ROLES.name), round(1.35 * s.px(ui.ROLES.name))
        about = join_with_dots(
            filter(None, (self._legs_won(side), score_against(names.lone_driver(side), self._head_to_head)))
        )
        row = ui.Row(
            *self._placed(place, side, d),
            ui.Column(
                ui.Label(s, names.side(side), ui.ROLES.name),
                ui.Label(s, about, ui.ROLES.small, THEME.text2) if about else None,
                grow=1,
            ),
            ui.Label(s, number(standings.totals[side]), ui.ROLES.name, one_line=True),
            gap=round(0.6 * px),
        )
        said = label_with_text(names.side(side), join_with_commas(filter(None, [self._points(side), about])))
        return ui.Panel(
            row, (round(0.6 * px), s.space_px(4), s.space_px(4)), fill=THEME.mark if names.is_own(side) else THEME.row,
            radius=s.space_px(10), id=f"rank.{place + 1}", label=f"{rank_text(place + 1)} {said}",
        )  # fmt: skip

    def _placed(self, place: int, side: int, d: int, ink: Color | None = None) -> tuple[ui.Box, ui.Box]:
        """Return the boxes of a side's rank and portraits, equally wide for all sides so that columns align."""
        sides, names, moods = self.standings.ranking, self.standings.names, self.standings.moods
        every = [rank_text(n + 1) for n in range(len(sides))]
        faces = round(max(portraits_width(names, of, d) for of in sides))
        return (
            ui.Label(self.scale, every[place], ui.ROLES.name, ink, anchor="r", one_line=True, alternatives=every),
            ui.Canvas(lambda on, rect: draw_portraits(on, names, side, rect.center, d, moods), faces, d),
        )

    def saved_rank_box(self, place: int, side: int) -> ui.Box:
        """Return a side's row in the ranking of the saved picture, which has the same colors in every theme."""
        s, names = self.scale, self.standings.names
        d = round(1.7 * s.px(ui.ROLES.name))
        row = ui.Row(
            *self._placed(place, side, d, THEME.ink),
            ui.Label(s, names.side(side), ui.ROLES.name, THEME.ink, grow=1),
            ui.Label(s, number(self.standings.totals[side]), ui.ROLES.name, THEME.ink, one_line=True),
            gap=s.space_px(12),
        )
        return ui.Panel(row, s.space_px(10), fill=THEME.paper2, radius=s.space_px(10))

    def _points(self, side: int) -> str:
        return _n("{n} point", "{n} points", self.standings.totals[side])

    def _legs_won(self, side: int) -> str:
        """Return the words about how many legs a side has won, or an empty string after a match of one leg."""
        won = self.standings.legs_won(side)
        return _r(self.standings.rules_id, "Legs won: {n}", n=number(won)) if len(self.standings.legs) > 1 else ""

    def _badge(self, badge: MilestoneBadge) -> ui.Box:
        """Return the box of a milestone that was reached or is near; of several, a press shows the next."""
        s, badges = self.scale, self.badges
        side, is_new = round(3.2 * s.min_px(ui.ROLES.body)), badge.reached_total > 0
        heads, counts = [each.heading for each in badges], [each.count for each in badges]
        abouts, opened = [each.condition for each in badges], [each.unlocked_line for each in badges]
        picture = f"badges/{badge.id}" if is_new else f"badges/{badge.id}.todo"
        row = ui.Row(
            ui.Canvas(lambda on, rect: on.blit(art.picture(picture, *rect.size), rect) and None, side, side),
            ui.Column(
                ui.Row(
                    ui.Label(s, badge.heading, ui.ROLES.name, alternatives=heads, grow=1),
                    ui.Label(s, badge.count, ui.ROLES.small, THEME.text2, one_line=True, alternatives=counts),
                    gap=s.space_px(10),
                ),
                ui.Label(s, badge.condition, ui.ROLES.small, THEME.text2, alternatives=abouts),
                ui.Label(s, badge.unlocked_line, ui.ROLES.small, THEME.brass,
                alternatives=opened) if any(opened) else None,
                gap=s.space_px(4), grow=1,
            ),
            gap=s.space_px(16),
        )  # fmt: skip
        said = " ".join(
            filter(
                None,
                (with_full_stop(label_with_text(badge.heading, badge.condition)), badge.unlocked_line, badge.count),
            )
        )
        plate = ui.Panel(
            row, (s.space_px(14), s.space_px(8), s.space_px(8)), fill=THEME.raised if is_new else THEME.row,
            rim=THEME.gold_d if is_new else THEME.edge, rim_px=s.text_px(3 if is_new else 2), radius=s.space_px(14),
            id="badge",
            label=said,
        )  # fmt: skip
        box: ui.Box = plate
        if badge.reached_total > 1:
            box = ui.PressableRow(
                plate, lambda rect: _BadgeLink("badge", said, rect, on_press=self._next_badge), _paint_no_highlight
            )
        self.revealed_parts["badge"] = DelayedBox(box)
        return self.revealed_parts["badge"]

    # -- the buttons ---------------------------------------------------------------------------------------------

    def _apart(self) -> int:
        """Return the space between buttons in px: enough to press each one with a finger."""
        return max(self.scale.space_px(14), HIT_PX - self._title().height_range(0)[0])

    def _title(self) -> ui.Box:
        words = _p("button", "Title")
        way = self._exits.open_title
        return ui.button(
            self.scale, "to_title", words, way, style=ButtonStyle.PAPER, icon=self._icon("close"), role=ui.ROLES.label
        )

    def _icon(self, name: str) -> str | None:
        """Return the icon's name, or None in a small window, whose buttons have no space for an icon."""
        return name if self.scale.unit >= _SMALL else None

    def _looks_back(self) -> ui.Box:
        s, ways = self.scale, self._exits.review_buttons
        others = [
            ui.button(s, way.id, way.name(), way.open, icon=self._icon(way.icon), role=ui.ROLES.label) for way in ways
        ]
        return ui.Grid(*others, across=(4, 3, 2, 1), gap=(s.space_px(14), self._apart()))

    def _again(self) -> ui.Box:
        s, again = self.scale, self._exits.again_button
        red = ui.button(s, again.id, again.name(), again.open, style=ButtonStyle.RED, icon=again.icon, grow=1)
        return ui.Flow(self._title(), red, gap=s.space_px(14), is_tight=True, middle=False)

    # -- picture --------------------------------------------------------------------------------------------------

    def picture(self, size: tuple[int, int]) -> Surface:
        """Return a picture of the panel with its shadow, without ``revealed_parts``; ``size`` is the window's."""
        margin = round(14 * self.t) + 2
        across = Rect(self.rect.topleft, (self.rect.w + margin, self.rect.h + margin)).clip(Rect(0, 0, *size))
        window = Surface(across.bottomright, pygame.SRCALPHA)
        for late in self.revealed_parts.values():
            late.is_painted = False
        try:
            self._plate.paint(window)
        finally:
            for late in self.revealed_parts.values():
                late.is_painted = True
        return window.subsurface(across)

    def _paint_plate(self, surface: Surface, rect: Rect) -> None:
        colors = (THEME.gold, THEME.gold_d) if self.is_won else (THEME.navy, THEME.gold)
        paint_paper_plate(surface, rect, self._head.rect, self.t, colors)


def saved_picture_boxes(
    ending: MatchResult, s: ui.Scale, photo: Callable[[tuple[int, int]], Surface]
) -> tuple[ui.Box, ui.Box]:
    """Return the box of the picture to save, with all names and points, and the box in it that shows the photo."""
    standings = replace(ending.standings, names=replace(ending.standings.names, viewer=NOBODY))
    exits = ResultActions(again_button=_NOTHING, open_title=lambda: None)
    plate = ResultPanel(replace(ending, standings=standings), exits, s, {}, photo, lambda: None)
    shown = ui.Canvas(lambda surface, rect: surface.blit(photo(rect.size), rect) and None, 0, 0, grow=1)
    head = ui.Row(
        ui.Icon("trophy", round(s.px(ui.ROLES.title)), THEME.gold_d), ui.Label(s, headline(standings), ui.ROLES.title,
        THEME.ink),
        gap=s.space_px(18),
    )  # fmt: skip
    sides = standings.ranking
    rows = [plate.saved_rank_box(place, side) for place, side in enumerate(sides)]
    foot = ui.Row(*plate.caption(s), ui.Spacer(), ui.Label(s, TITLE, ui.ROLES.heading, THEME.ink), gap=s.space_px(24))
    across = len(sides) if len(sides) < _MANY else len(sides) // 2
    body = ui.Column(
        head, shown, ui.Grid(*rows, across=(across,), gap=(s.space_px(16), s.space_px(10))), foot, gap=s.space_px(22)
    )
    return ui.Panel(body, (s.space_px(40), s.space_px(30), s.space_px(30)), fill=THEME.white), shown
