"""The result panel: a photo of the finish, the story, the ranking, and the buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, pi, sin

import pygame
from pygame import Color, Rect, Surface

from game import TITLE
from game.career.meetings import Meetings
from game.drivers.words import score_against
from game.engine.cards import Card
from game.features.milestones.words import milestone_condition, milestone_name, reached_count
from game.features.result.model import (
    NO_SWINGS,
    Line,
    Moment,
    Story,
    Told,
    arrived,
    leg_story,
    match_story,
    with_missed_star,
)
from game.features.result.photo import Shot
from game.features.result.words import story_words
from game.features.score.chart import Chart
from game.features.score.mark_pills import pills
from game.features.score.scene import SheetButton
from game.features.score.standings import Standings
from game.features.tour.drives import goals_so_far, points_missed
from game.features.tour.words import goals_shown
from game.i18n import _, _n, _p, _r, number
from game.i18n.punctuation import facts, labelled, listed, placed, sentence
from game.match.session import Session
from game.scenes.dialogs import paper_plate
from game.scenes.portraits import draw_portraits, portraits_width
from game.scenes.sayings import Saying, saying_box
from game.table.goals import bar_stars, goal_rows
from game.table.painting import card_faces
from game.ui.drawing import art, draw, svg
from game.ui.drawing.theme import THEME
from game.ui.layout import (
    ROLES,
    Box,
    Canvas,
    Column,
    Covered,
    Flow,
    Grid,
    Icon,
    Label,
    Pad,
    Plate,
    Row,
    Scale,
    Scroll,
    Spacer,
    Within,
    button,
)
from game.ui.layout.tree_form import Lasting
from game.ui.widgets import Link, Style
from game.ui.widgets.widget import HIT_PX
from game.words.names import NOBODY, Names
from game.words.places import place_name

_WREATH_W, _WREATH_H = 200.0, 212.0  # of the picture; its wreath has the center (100, 100)
_INSIDE_WREATH = 118.0
_TEAM_SCALE = 0.74  # of a portrait's size where two share the wreath
_RAYS = 14
_RAY_OPACITY = 0.5


def laurel_size(width: float) -> tuple[int, int]:
    """Return width and height in px of a laurel of that width."""
    return round(width), round(width * _WREATH_H / _WREATH_W)


def laurelled(names: Names, side: int, width: float) -> Surface:
    """Return the side's portraits in a laurel, on a transparent picture ``width`` px wide."""
    picture = art.drawn("parts/laurel", *laurel_size(width))
    scale = width / _WREATH_W
    d = _INSIDE_WREATH * scale * (_TEAM_SCALE if len(names.sides[side]) > 1 else 1)
    center = 100 * scale, (100 if portraits_width(names, side, d) <= d else 96) * scale
    draw_portraits(picture, names, side, center, d)
    return picture


def rays(radius: float) -> Surface:
    """Return a picture of rays of light, twice the radius wide and high."""
    inner, half = 0.42 * radius, 0.32 * pi / _RAYS
    wedges = []
    for ray in range(_RAYS):
        turn = 2 * pi * (ray + 0.5) / _RAYS
        corners = [(inner, turn - half), (inner, turn + half), (radius, turn + half), (radius, turn - half)]
        points = [(radius + r * cos(a), radius + r * sin(a)) for r, a in corners]
        wedges.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
    return art.svg(svg.path("".join(wedges), THEME.gold_l, opacity=_RAY_OPACITY), 2 * radius, 2 * radius)


_LEFT, _LEFT_OF_SMALL = 0.655, 0.59  # of the panel's width, for photo and highlights
_SMALL = 0.6  # below this unit a window is small, and buttons need more room
_CARD = 62  # width of a highlight's card, px at text scale 1
_FINISH = 0.3  # part of the photo's width at the right
_MANY = 5  # from so many sides on, the saved picture has two rows of ranks
_NOTHING = SheetButton("", str, "", lambda: None)
_CAPTION = replace(ROLES.label, face="B6")
_LEAST_SEEN = 160  # least height of the result above its buttons, px at text scale 1
_ICONS = {
    Told.COUP_FOURRE: "bolt",
    Told.STOPPED_NEAR: "octagon",
    Told.STOOD: "octagon",
    Told.WAITED: "arrow",
    Told.CAME_BACK: "arrow",
    Told.LAST_CARD: "stone",
    Told.TAKES_LEAD: "flag",
    Told.EXTENDED: "lap",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a match or a single race.

    ``shot`` is the photo finish of the last leg, ``code`` the code of the deal (empty for none), ``saying`` a driver's
    remark. A ``stage`` of the tour has ``reached`` the goals of these numbers.
    """

    standings: Standings
    story: Story
    shot: Shot
    turns: int
    code: str = ""
    saying: Saying | None = None
    stage: str | None = None
    reached: tuple[int, ...] = ()

    @classmethod
    def of(
        cls, session: Session, standings: Standings, saying: Saying | None = None,
        swings: Mapping[int, float] = NO_SWINGS,
    ) -> Ending:  # fmt: skip
        """Return the result of the session's match; ``swings`` as in ``leg_story``."""
        o, names, winner = session.observation, standings.names, standings.ranking[0]
        own = None if names.viewer == NOBODY else next(s for s in range(standings.sides) if names.is_viewers(s))
        of_leg = story = leg_story(o, winner, own, swings)
        if len(standings.legs) > 1:
            story = match_story(standings.legs, standings.leg_winners, winner, own)
        if own is not None:
            story = with_missed_star(story, own, points_missed(session.saved))
        km = tuple(side.km for side in o.sides)
        first = arrived(o)
        order = sorted(range(standings.sides), key=lambda side: (side != first, -km[side], side))
        code = session.deal.code if session.deal is not None and len(standings.legs) == 1 else ""
        shot = Shot(tuple(order), km, o.target, first, names)
        goals = goals_so_far(session.saved).reached
        return cls(standings, story, shot, of_leg.turns, code, saying, session.stage, goals)


@dataclass(frozen=True, slots=True)
class ResultExits:
    """The actions of the result: ``again`` is the red button, ``title`` leads to the title, ``looks_back`` are the
    others.

    ``replay_at`` shows a turn of the leg.
    """

    again: SheetButton
    title: Callable[[], None]
    looks_back: Sequence[SheetButton] = ()
    replay_at: Callable[[int], None] = lambda _turn: None


def called(standings: Standings) -> str:
    """Return the line in large letters that names the winner, as the car arrives."""
    names, winner = standings.names, standings.ranking[0]
    partner = names.partner(winner)
    if partner is not None:
        return _("You and {partner} won!", partner=partner)
    if names.is_viewers(winner):
        return _("You won!")
    if len(names.sides[winner]) > 1:
        return _("{team} won!", team=names.side(winner))
    return _("{name} won!", name=names.side(winner))


def headline(standings: Standings) -> str:
    """Return who won the match; for a single race, as in ``called``."""
    if standings.leg_count == 1:
        return called(standings)
    names, rules_id, winner = standings.names, standings.rules_id, standings.ranking[0]
    partner = names.partner(winner)
    if partner is not None:
        return _r(rules_id, "You and {partner} won the match!", partner=partner)
    if names.is_viewers(winner):
        return _r(rules_id, "You won the match!")
    if len(names.sides[winner]) > 1:
        return _r(rules_id, "{team} won the match", team=names.side(winner))
    return _r(rules_id, "{name} won the match", name=names.side(winner))


def _unlit(_surface: Surface, _rect: Rect, _is_pointed: bool) -> None:
    """Draw no highlight below a panel, which would hide it; an arrow or words show that the panel can be pressed."""


class Late(Box):
    """A box that is painted only after its animation."""

    def __init__(self, child: Box, *, grow: float = 0) -> None:
        super().__init__(child, grow=grow)
        self.is_there = True

    def paint(self, surface: Surface) -> None:
        if self.is_there:
            super().paint(surface)


@dataclass(frozen=True, slots=True)
class Badge:
    """A milestone: number ``at`` of the ``of`` that were reached, or ``of`` 0 if it is only near.

    ``opened`` is the line about the item that it unlocks in the garage, if any.
    """

    id: str
    at: int = 0
    of: int = 0
    opened: str = ""

    @property
    def head(self) -> str:
        return labelled(_("New"), milestone_name(self.id)) if self.of else _("You came close")

    @property
    def about(self) -> str:
        """The condition of the milestone."""
        condition = milestone_condition(self.id)
        return condition if self.of else labelled(milestone_name(self.id), condition)

    @property
    def count(self) -> str:
        return reached_count(self.at + 1, self.of) if self.of > 1 else ""


class _BadgeLink(Link):
    """A link that shows the next milestone when it is pressed, or on Right."""

    role = "button"

    def key(self, key: int) -> bool:
        if key == pygame.K_RIGHT:
            self.press()
        return key == pygame.K_RIGHT


@dataclass(frozen=True, slots=True)
class _Much:
    """The level of detail of the panel: the number of sentences, and whether it shows the highlights' cards, the
    heading of the points, the goals of the stars, and a driver's remark.
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


class ResultPlate:
    """The result panel; ``late`` are the parts that appear after it, by name.

    ``met`` has the person's record against each driver, ``photo`` returns the picture of the finish in a size, and
    ``save`` saves it. The badge number ``at`` is shown, in room for the largest one; ``next_badge`` shows the next.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - a plate is described by many things
        self, ending: Ending, exits: ResultExits, scale: Scale, met: Mapping[str, Meetings],
        photo: Callable[[tuple[int, int]], Surface], save: Callable[[], None], badges: Sequence[Badge] = (),
        at: int = 0, next_badge: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.ending, self.standings, self.scale = ending, ending.standings, scale
        self._exits, self._met, self._photo, self._save = exits, met, photo, save
        self.badges, self._at, self._next_badge = badges, at, next_badge
        self.winner = self.standings.ranking[0]
        self.is_won = self.standings.names.is_own(self.winner)
        self.t = scale.delivered
        self.late: dict[str, Late] = {}
        self._plate = Box()
        self._head = Box()
        self._picture = Box()

    @property
    def rect(self) -> Rect:
        """The panel's place in the window."""
        return self._plate.rect

    @property
    def photo_size(self) -> tuple[int, int]:
        return self._picture.rect.size

    @property
    def sky(self) -> Rect | None:
        """The photo left of the finish, None if it is scrolled away."""
        photo = self._picture.rect
        is_seen = self.rect.contains(photo) and photo.y >= self._head.rect.bottom
        return photo.inflate(-round(_FINISH * photo.w), 0).move(-round(_FINISH * photo.w) // 2, 0) if is_seen else None

    @property
    def _shadow_px(self) -> int:
        """The offset of the photo's shadow, downward and at most to the right."""
        return round(10 * self.t)

    def reach(self, name: str) -> Rect:
        """Return where a late part is drawn; the photo's area has its shadow in it."""
        rect = self.late[name].rect
        return Rect(rect.topleft, (rect.w + self._shadow_px, rect.h + self._shadow_px)) if name == "print" else rect

    @property
    def edge(self) -> int:
        """The height of the rounded corners at the upper and lower edge, in px."""
        return round(30 * self.t) + 2

    # -- parts ----------------------------------------------------------------------------------------------------

    def box(self, place: Rect, lasting: Lasting, *, is_tall: bool) -> Box:
        """Return the panel in that place: photo and highlights left of the rest, or above it in a tall window.

        If room is scarce it leaves out, in this order: the cards of the highlights, the heading of the points, the
        goals of the stars, the second sentence, the driver's remark; at last it scrolls.
        """
        s, gap = self.scale, self.scale.gap(30)
        lay = self._above if is_tall else self._beside

        def on_plate(body: Box) -> Box:
            self._plate = Plate(
                Column(self._headed(), Pad(body, (gap, s.gap(24), s.gap(24)), grow=1)), 0, ground=self._paint_plate
            )
            return Within(self._plate, place)

        def told() -> Box:
            told = Column(self._print(), self._told(), *self._moments(1), self._looks_back(), gap=s.line(20))
            self.late = {}
            return told

        def scrolled(box: Box, least: int) -> Box:
            return Scroll(s, lasting.pane("result"), box, least=least)

        def laid(much: _Much) -> Box:
            return on_plate(lay(much))

        is_stage = self.ending.stage is not None
        tried = dict.fromkeys(replace(much, has_goals=is_stage and much.has_goals) for much in _LESS_AND_LESS)
        return lasting.fitting(
            "result",
            place.size,
            *(partial(laid, much) for much in tried),
            lambda: on_plate(Column(scrolled(told(), s.line(_LEAST_SEEN)), self._again(), gap=s.line(20))),
            lambda: on_plate(scrolled(Column(told(), self._again(), gap=s.line(20)), 0)),
            content=None,
        )

    def _beside(self, much: _Much) -> Box:
        s = self.scale
        left = _LEFT if s.u >= _SMALL else _LEFT_OF_SMALL
        told = Column(self._print(), *self._moments(3, has_cards=much.has_cards), gap=s.gap(14), share=left)
        right = Column(
            self._told(much), self._looks_back(), self._again(), gap=self._apart(), share=0.95 - left, grow=1
        )
        return Row(told, right, gap=s.gap(34), middle=False)

    def _above(self, much: _Much) -> Box:
        s = self.scale
        parts = self._print(), *self._moments(3, has_cards=much.has_cards), self._told(much)
        return Column(*parts, self._looks_back(), self._again(), gap=s.gap(20))

    def _headed(self) -> Box:
        s, ink = self.scale, THEME.ink if self.is_won else THEME.white
        icon = Icon("trophy", round(1.1 * s.px(ROLES.title)), THEME.ink if self.is_won else THEME.gold)
        words = Label(s, headline(self.standings), ROLES.title, ink, id="title")
        margin = Label(s, self._said(self.ending.story.headline), ROLES.lead, ink, id="margin")
        self._head = Pad(
            Row(icon, Flow(words, margin, gap=s.gap(24), grow=1), gap=s.line(18)), (s.gap(36), s.gap(16), s.gap(20))
        )
        return self._head

    def _said(self, line: Line) -> str:
        return story_words(line, self.standings.names, self.standings.rules_id)

    # -- the photo ------------------------------------------------------------------------------------------------

    def _print(self) -> Late:
        s, shot = self.scale, self.ending.shot
        least = max(shot.least_height(s), s.line(150))
        caption = self.caption(s)
        says = labelled(_("Photo finish"), shot.says())
        wide, high = (s.line(280), s.line(900)), (least, max(least, s.line(380)))
        self._picture = Canvas(self._paint_photo, wide, high, grow=1, id="photo", says=says)
        save = button(s, "save", _("Save picture"), self._save, style=Style.PAPER, icon="photo", role=ROLES.label)
        edge = Flow(Row(*caption, gap=s.gap(22), grow=1), Spacer(), save, gap=s.gap(12))
        pad = s.gap(18), s.gap(18), s.gap(8)
        paper = Plate(Column(self._picture, edge, gap=s.gap(8)), pad, ground=self._paint_print)
        self.late["print"] = Late(paper, grow=1)
        return self.late["print"]

    def caption(self, s: Scale) -> list[Box]:
        turn = facts((_("Photo finish"), _("Turn {n}", n=self.ending.turns)))
        code = self.ending.code
        return [
            Label(s, turn, _CAPTION, THEME.ink, id="caption"),
            *([Label(s, labelled(_("Code"), code), ROLES.label, THEME.ink2, one_line=True, id="code")] if code else []),
        ]

    def _paint_photo(self, surface: Surface, rect: Rect) -> None:
        surface.blit(self._photo(rect.size), rect)

    def _paint_print(self, surface: Surface, rect: Rect) -> None:
        draw.plate(surface, rect, 6 * self.t, THEME.white, shadow_px=self._shadow_px)

    # -- moments --------------------------------------------------------------------------------------------------

    def _moments(self, across: int, *, has_cards: bool = False) -> list[Box]:
        """Return the highlights, or the chart of a match of several legs."""
        s, moments = self.scale, self.ending.story.moments
        if len(self.standings.legs) > 1:
            return [Chart(self.standings, s, lambda: 1.0).box()]
        if not moments:
            return []
        heading = _n("The race in one moment", "The race in {n} moments", len(moments))
        cards = [self._moment(n, moment, has_card=has_cards) for n, moment in enumerate(moments)]
        grid = Grid(*cards, across=range(min(across, len(cards)), 0, -1), gap=(s.gap(16), s.gap(12)))
        return [Label(s, heading, ROLES.heading, id="moments"), grid]

    def _moment(self, n: int, moment: Moment, *, has_card: bool) -> Box:
        s, line, px = self.scale, moment.line, self.scale.px(ROLES.name)
        turn, said = _("Turn {n}", n=moment.turn), self._said(line)
        d, wide = round(1.6 * px), s.line(_CARD)

        def roundel(icon: str, *, is_way: bool) -> Box:
            paint = self._paint_way if is_way else partial(self._paint_roundel, icon)
            return Canvas(paint, d, d)

        head = Row(
            roundel(_ICONS[line.what], is_way=False), Label(s, turn, ROLES.name, grow=1), roundel("play", is_way=True),
            gap=s.gap(12),
        )  # fmt: skip
        face = Canvas(partial(self._paint_card, line.card), wide, round(1.4 * wide)) if has_card and line.card else None
        words = Row(face, Label(s, said, ROLES.body, grow=1), gap=s.gap(14))
        pad = s.gap(14), s.gap(10), s.gap(12)
        plate = Plate(
            Column(head, words, Spacer(), gap=s.gap(8)), pad, fill=THEME.raised, rim=THEME.edge, rim_px=s.line(2),
            radius=s.gap(14),
        )  # fmt: skip

        def make(rect: Rect) -> Link:
            look = partial(self._exits.replay_at, moment.turn)
            return Link(f"moment.{n + 1}", labelled(turn, said), rect, on_press=look)

        self.late[f"moment.{n + 1}"] = Late(Covered(plate, make, _unlit))
        return self.late[f"moment.{n + 1}"]

    @staticmethod
    def _paint_roundel(icon: str, surface: Surface, rect: Rect) -> None:
        draw.roundel(surface, icon, *rect.center, rect.h / 2)

    @staticmethod
    def _paint_way(surface: Surface, rect: Rect) -> None:
        draw.rounded(surface, rect, rect.h / 2, THEME.blue)
        art.blit_icon(surface, "play", rect.center, 0.55 * rect.h, THEME.white)

    def _paint_card(self, card: Card, surface: Surface, rect: Rect) -> None:
        surface.blit(card_faces.face(card, rect.w, self.standings.rules_id, form="small"), rect)

    # -- what is told ---------------------------------------------------------------------------------------------

    def _told(self, much: _Much = _Much()) -> Box:
        """Return the story, a driver's remark, the ranking, the stars of a stage, and a milestone."""
        s, ending, standings = self.scale, self.ending, self.standings
        story = " ".join(map(self._said, ending.story.sentences[: much.sentences]))
        ranks: list[Box] = [self._rank(place, side) for place, side in enumerate(standings.ranking)]
        if much.has_unit:
            unit = Label(s, _p("column", "Points"), ROLES.small, THEME.text2, anchor="r")
            ranks.insert(0, Pad(unit, (round(0.6 * s.px(ROLES.name)), 0, 0)))
        return Column(
            Label(s, story, ROLES.lead, id="story"),
            saying_box(s, ending.saying, standings.moods) if ending.saying is not None and much.has_remark else None,
            Column(*ranks, gap=s.gap(6)),
            pills(s, standings.marks) if standings.marks else None,
            self._stars(ending.stage, has_words=much.has_goals) if ending.stage is not None else None,
            self._badge(self.badges[self._at]) if self.badges else None,
            gap=s.gap(14),
            grow=1,
        )  # fmt: skip

    def _stars(self, stage: str, *, has_words: bool) -> Box:
        """Return the stage's place and its stars, either with their goals or side by side."""
        s, goals, place = self.scale, goals_shown(stage, self.ending.reached), place_name(stage)
        if has_words:
            return Column(Label(s, place, ROLES.heading, id="place"), goal_rows(s, goals), gap=s.gap(8))
        stars = bar_stars(s, round(1.5 * s.px(ROLES.name)), goals)
        return Row(Label(s, place, ROLES.name, id="place", grow=1), stars, gap=s.gap(14))

    def _rank(self, place: int, side: int) -> Box:
        s, standings, names = self.scale, self.standings, self.standings.names
        px, d = s.px(ROLES.name), round(1.35 * s.px(ROLES.name))
        about = facts(filter(None, (self._legs_won(side), score_against(names.lone_driver(side), self._met))))
        row = Row(
            *self._placed(place, side, d),
            Column(
                Label(s, names.side(side), ROLES.name),
                Label(s, about, ROLES.small, THEME.text2) if about else None,
                grow=1,
            ),
            Label(s, number(standings.totals[side]), ROLES.name, one_line=True),
            gap=round(0.6 * px),
        )
        said = labelled(names.side(side), listed(filter(None, [self._points(side), about])))
        return Plate(
            row, (round(0.6 * px), s.gap(4), s.gap(4)), fill=THEME.mark if names.is_own(side) else THEME.row,
            radius=s.gap(10), id=f"rank.{place + 1}", says=f"{placed(place + 1)} {said}",
        )  # fmt: skip

    def _placed(self, place: int, side: int, d: int, ink: Color | None = None) -> tuple[Box, Box]:
        """Return a side's rank and portraits, each as wide as those of all sides."""
        sides, names, moods = self.standings.ranking, self.standings.names, self.standings.moods
        every = [placed(n + 1) for n in range(len(sides))]
        faces = round(max(portraits_width(names, of, d) for of in sides))
        return (
            Label(self.scale, every[place], ROLES.name, ink, anchor="r", one_line=True, others=every),
            Canvas(lambda on, rect: draw_portraits(on, names, side, rect.center, d, moods), faces, d),
        )

    def kept_rank(self, place: int, side: int) -> Box:
        """Return a side's rank and points for the saved picture, in the same colors in every theme."""
        s, names = self.scale, self.standings.names
        d = round(1.7 * s.px(ROLES.name))
        row = Row(
            *self._placed(place, side, d, THEME.ink),
            Label(s, names.side(side), ROLES.name, THEME.ink, grow=1),
            Label(s, number(self.standings.totals[side]), ROLES.name, THEME.ink, one_line=True),
            gap=s.gap(12),
        )
        return Plate(row, s.gap(10), fill=THEME.paper2, radius=s.gap(10))

    def _points(self, side: int) -> str:
        return _n("{n} point", "{n} points", self.standings.totals[side])

    def _legs_won(self, side: int) -> str:
        """Return how many legs a side has won; empty after a match of one leg."""
        won = self.standings.legs_won(side)
        return _r(self.standings.rules_id, "Legs won: {n}", n=number(won)) if len(self.standings.legs) > 1 else ""

    def _badge(self, badge: Badge) -> Box:
        """Return a milestone that was reached (a press shows the next of several), or one that is near."""
        s, badges = self.scale, self.badges
        side, is_new = round(3.2 * s.least(ROLES.body)), badge.of > 0
        heads, counts = [each.head for each in badges], [each.count for each in badges]
        abouts, opened = [each.about for each in badges], [each.opened for each in badges]
        picture = f"badges/{badge.id}" if is_new else f"badges/{badge.id}.todo"
        row = Row(
            Canvas(lambda on, rect: on.blit(art.picture(picture, *rect.size), rect) and None, side, side),
            Column(
                Row(
                    Label(s, badge.head, ROLES.name, others=heads, grow=1),
                    Label(s, badge.count, ROLES.small, THEME.text2, one_line=True, others=counts),
                    gap=s.gap(10),
                ),
                Label(s, badge.about, ROLES.small, THEME.text2, others=abouts),
                Label(s, badge.opened, ROLES.small, THEME.brass, others=opened) if any(opened) else None,
                gap=s.gap(4), grow=1,
            ),
            gap=s.gap(16),
        )  # fmt: skip
        said = " ".join(filter(None, (sentence(labelled(badge.head, badge.about)), badge.opened, badge.count)))
        plate = Plate(
            row, (s.gap(14), s.gap(8), s.gap(8)), fill=THEME.raised if is_new else THEME.row,
            rim=THEME.gold_d if is_new else THEME.edge, rim_px=s.line(3 if is_new else 2), radius=s.gap(14), id="badge",
            says=said,
        )  # fmt: skip
        box: Box = plate
        if badge.of > 1:
            box = Covered(plate, lambda rect: _BadgeLink("badge", said, rect, on_press=self._next_badge), _unlit)
        self.late["badge"] = Late(box)
        return self.late["badge"]

    # -- the ways on ----------------------------------------------------------------------------------------------

    def _apart(self) -> int:
        """Return the space between buttons that is needed for touch."""
        return max(self.scale.gap(14), HIT_PX - self._title().heights(0)[0])

    def _title(self) -> Box:
        words = _p("button", "Title")
        way = self._exits.title
        return button(self.scale, "to_title", words, way, style=Style.PAPER, icon=self._icon("close"), role=ROLES.label)

    def _icon(self, name: str) -> str | None:
        """Return a button's icon, or None in a small window, which has no room for it."""
        return name if self.scale.u >= _SMALL else None

    def _looks_back(self) -> Box:
        s, ways = self.scale, self._exits.looks_back
        others = [button(s, way.id, way.name(), way.open, icon=self._icon(way.icon), role=ROLES.label) for way in ways]
        return Grid(*others, across=(4, 3, 2, 1), gap=(s.gap(14), self._apart()))

    def _again(self) -> Box:
        s, again = self.scale, self._exits.again
        red = button(s, again.id, again.name(), again.open, style=Style.RED, icon=again.icon, grow=1)
        return Flow(self._title(), red, gap=s.gap(14), is_tight=True, middle=False)

    # -- picture --------------------------------------------------------------------------------------------------

    def picture(self, size: tuple[int, int]) -> Surface:
        """Return the panel with its shadow, without the late parts and the buttons."""
        margin = round(14 * self.t) + 2
        across = Rect(self.rect.topleft, (self.rect.w + margin, self.rect.h + margin)).clip(Rect(0, 0, *size))
        window = Surface(across.bottomright, pygame.SRCALPHA)
        for late in self.late.values():
            late.is_there = False
        try:
            self._plate.paint(window)
        finally:
            for late in self.late.values():
                late.is_there = True
        return window.subsurface(across)

    def _paint_plate(self, surface: Surface, rect: Rect) -> None:
        colors = (THEME.gold, THEME.gold_d) if self.is_won else (THEME.navy, THEME.gold)
        paper_plate(surface, rect, self._head.rect, self.t, colors)


def picture_to_keep(ending: Ending, s: Scale, photo: Callable[[tuple[int, int]], Surface]) -> tuple[Box, Box]:
    """Return the picture to save, with all names and points, and the part of it for the photo."""
    standings = replace(ending.standings, names=replace(ending.standings.names, viewer=NOBODY))
    exits = ResultExits(again=_NOTHING, title=lambda: None)
    plate = ResultPlate(replace(ending, standings=standings), exits, s, {}, photo, lambda: None)
    shown = Canvas(lambda surface, rect: surface.blit(photo(rect.size), rect) and None, 0, 0, grow=1)
    head = Row(
        Icon("trophy", round(s.px(ROLES.title)), THEME.gold_d), Label(s, headline(standings), ROLES.title, THEME.ink),
        gap=s.gap(18),
    )  # fmt: skip
    sides = standings.ranking
    rows = [plate.kept_rank(place, side) for place, side in enumerate(sides)]
    foot = Row(*plate.caption(s), Spacer(), Label(s, TITLE, ROLES.heading, THEME.ink), gap=s.gap(24))
    across = len(sides) if len(sides) < _MANY else len(sides) // 2
    body = Column(head, shown, Grid(*rows, across=(across,), gap=(s.gap(16), s.gap(10))), foot, gap=s.gap(22))
    return Plate(body, (s.gap(40), s.gap(30), s.gap(30)), fill=THEME.white), shown
