"""The plate with the result of a match: who won, with how many points, what they did, and how all ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Final

from pygame import Rect, Surface

from game.i18n import _, _n, _r, _rn, number
from game.i18n.punctuation import facts as in_facts
from game.i18n.punctuation import labelled, listed, placed
from game.scenes.dialogs import paper_plate
from game.scenes.portraits import draw_portraits, portraits_width
from game.scenes.score.mark_pills import pills
from game.scenes.score.standings import Standings
from game.session.rivals.meetings import Meetings
from game.ui.drawing import art, svg
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Box, Canvas, Column, Icon, Label, Middle, Pad, Plate, Row, Scale, Scroll, Within
from game.ui.layout.tree_form import Lasting
from game.words.names import Names
from game.words.remarks import score_against

_WREATH_W, _WREATH_H = 200.0, 212.0  # of the picture; its wreath is round (100, 100)
_INSIDE_WREATH: Final = 118.0
_TEAM_SCALE: Final = 0.74  # of a portrait's size where two share the wreath
_RAYS: Final = 14
_RAY_OPACITY: Final = 0.5
_CAPITALS: Final = 0.71  # how high they are, of the size of the letters


def laurel_size(width: float) -> tuple[int, int]:
    """Width and height of a laurel so wide, in pixels."""
    return round(width), round(width * _WREATH_H / _WREATH_W)


def laurelled(names: Names, side: int, width: float) -> Surface:
    """The side's portraits in a laurel so many pixels wide, on nothing."""
    picture = art.drawn("parts/laurel", *laurel_size(width))
    scale = width / _WREATH_W
    d = _INSIDE_WREATH * scale * (_TEAM_SCALE if len(names.sides[side]) > 1 else 1)
    center = 100 * scale, (100 if portraits_width(names, side, d) <= d else 96) * scale
    draw_portraits(picture, names, side, center, d)
    return picture


def rays(radius: float) -> Surface:
    """Rays of light round a middle, a picture of twice the radius in each direction."""
    inner, half = 0.42 * radius, 0.32 * pi / _RAYS
    wedges = []
    for ray in range(_RAYS):
        turn = 2 * pi * (ray + 0.5) / _RAYS
        corners = [(inner, turn - half), (inner, turn + half), (radius, turn + half), (radius, turn - half)]
        points = [(radius + r * cos(a), radius + r * sin(a)) for r, a in corners]
        wedges.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
    return art.svg(svg.path("".join(wedges), THEME.gold_l, opacity=_RAY_OPACITY), 2 * radius, 2 * radius)


_LAUREL: Final = 190  # in t
_LEAST_SEEN: Final = 160  # of the result above its buttons, in t
WIDEST: Final = 1000
"""How wide the plate is at most, in t."""
_WIDER: Final = 1250  # where the car is not to be seen


def called(standings: Standings) -> str:
    """What is called out when the winner's car arrives."""
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
    """Who won the match; a quick race is none, so of that only who won."""
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


def facts(standings: Standings) -> list[str]:
    """What the winner did in the match, as far as there is anything to tell."""
    winner, rules_id, hits = standings.ranking[0], standings.rules_id, standings.hits_of_match
    laid, parried = hits.laid_by(winner), hits.parried_by(winner)
    furthest_km = max(scores[winner].km for scores in standings.legs)
    told = [
        (laid, _n("{n} hit", "{n} hits", laid)),
        (parried, _rn(rules_id, "{n} coup fourré", "{n} coups fourrés", parried)),
        (len(standings.legs) > 1 and furthest_km, _r(rules_id, "longest leg {km} km", km=furthest_km)),
    ]
    return [said for count, said in told if count]


class ResultPlate:
    """The plate: the headline, the winner, how all ended, and at its foot the buttons.

    ``met`` has by driver how the person stands against each.
    """

    def __init__(self, standings: Standings, scale: Scale, met: Mapping[str, Meetings]) -> None:
        self.standings, self.scale, self._met = standings, scale, met
        self.winner = standings.ranking[0]
        self.is_won = standings.names.is_own(self.winner)
        """Whether the viewer's side won."""
        self.t = scale.delivered
        self._laurel = Box()
        self._plate = Box()
        self._head = Box()

    @property
    def rect(self) -> Rect:
        """Where in the window it lies."""
        return self._plate.rect

    @property
    def laurel(self) -> Rect:
        """Where in the window the laurel lies."""
        return self._laurel.rect

    @property
    def edge(self) -> int:
        """How far from its upper and lower edge the plate has round corners."""
        return round(30 * self.t) + 2

    # -- parts ----------------------------------------------------------------------------------------------------

    def box(self, foot: Callable[..., Box], beside: Rect, window: Rect, lasting: Lasting) -> Box:
        """The plate ``beside`` the car, as wide and high as it likes; first the laurel goes, then the view of the car,
        then it is scrolled.
        """
        s = self.scale

        def on_plate(place: Rect, *parts: Box) -> Box:
            body = Pad(Column(*parts, gap=s.line(26)), (s.line(36), s.line(24), s.line(28)), grow=1)
            self._plate = Plate(Column(self._headed(), body), 0, ground=self._paint_plate)
            return Within(Middle(self._plate, round((WIDEST if place is beside else _WIDER) * s.t), 0), place)

        def scrolled(box: Box, least: int) -> Box:
            return Scroll(s, lasting.pane("result"), box, least=least)

        ways = (
            lambda: on_plate(beside, self._told(has_laurel=True), foot()),
            lambda: on_plate(beside, self._told(has_laurel=False), foot()),
            lambda: on_plate(window, Row(self._told(has_laurel=False), foot(1), gap=s.line(36))),
            lambda: on_plate(window, scrolled(self._told(has_laurel=False), s.line(_LEAST_SEEN)), foot()),
            lambda: on_plate(window, scrolled(Column(self._told(has_laurel=False), foot(), gap=s.line(26)), 0)),
        )
        return lasting.fitting("result", window.size, *ways)

    def _headed(self) -> Box:
        s, ink = self.scale, THEME.ink if self.is_won else THEME.white
        icon = Icon("trophy", round(1.1 * s.px(ROLES.title)), THEME.ink if self.is_won else THEME.gold)
        words = Label(s, headline(self.standings), ROLES.title, ink, grow=1, id="title")
        self._head = Pad(Row(icon, words, gap=s.line(18)), (s.line(36), s.line(20), s.line(24)))
        return self._head

    def _told(self, *, has_laurel: bool) -> Box:
        s, names = self.scale, self.standings.names
        wide, high = laurel_size(s.line(_LAUREL))
        self._laurel = Canvas(
            lambda surface, rect: surface.blit(laurelled(names, self.winner, rect.w), rect) and None, wide, high
        )
        winner = Row(self._laurel if has_laurel else None, self._done(), gap=s.line(34))
        ranks = (self._rank(place, side) for place, side in enumerate(self.standings.ranking))
        return Column(winner, Column(*ranks, gap=s.line(5)), gap=s.line(16), grow=1)

    def _done(self) -> Box:
        """The winner's points, how they were won, and what else there is to tell."""
        s, told = self.scale, in_facts(facts(self.standings))
        is_on_points = self.standings.winner != self.winner and len(self.standings.legs) == 1
        return Column(
            self._total(),
            Label(s, _("Won on points"), ROLES.name, id="how_won") if is_on_points else None,
            Label(s, told, ROLES.body, THEME.text2, id="facts") if told else None,
            pills(s, self.standings.marks) if self.standings.marks else None,
            gap=s.line(6), grow=1,
        )  # fmt: skip

    def _total(self) -> Box:
        """The number large and its word small, on one line, whichever way round the language says them."""
        s, figures = self.scale, number(self.standings.totals[self.winner])
        before, _figures, after = self._points(self.winner).partition(figures)
        down = round(_CAPITALS * (s.px(ROLES.display) - s.px(ROLES.heading)))

        def word(said: str) -> Box | None:
            label = Label(s, said.strip(), ROLES.heading, THEME.text2, one_line=True)
            return Pad(label, (0, down, 0)) if said.strip() else None

        return Row(word(before), Label(s, figures, ROLES.display, one_line=True), word(after), gap=s.line(14))

    def _rank(self, place: int, side: int) -> Box:
        s, standings, names = self.scale, self.standings, self.standings.names
        px, d, legs = s.px(ROLES.name), s.line(43), self._legs_won(side)
        score = score_against(names.lone_driver(side), self._met)
        faces = round(max(portraits_width(names, side, d) for side in standings.ranking))
        row = Row(
            Label(s, placed(place + 1), ROLES.name, one_line=True),
            Canvas(lambda on, rect: draw_portraits(on, names, side, rect.center, d, standings.moods), faces, d),
            Column(
                Label(s, names.side(side), ROLES.name),
                Label(s, score, ROLES.body, THEME.text2) if score else None,
                grow=1,
            ),
            Label(s, legs, ROLES.body, THEME.text2, anchor="r") if legs else None,
            Label(s, number(standings.totals[side]), ROLES.name, one_line=True),
            gap=round(0.6 * px),
        )
        said = labelled(names.side(side), listed(filter(None, [self._points(side), legs, score])))
        return Plate(
            row, (round(0.6 * px), s.line(5), s.line(5)), fill=THEME.mark if names.is_own(side) else THEME.row,
            radius=s.line(10), id=f"rank.{place + 1}", says=f"{placed(place + 1)} {said}",
        )  # fmt: skip

    # -- words ----------------------------------------------------------------------------------------------------

    def _points(self, side: int) -> str:
        return _n("{n} point", "{n} points", self.standings.totals[side])

    def _legs_won(self, side: int) -> str:
        """How many legs a side has won; empty where one leg was all there was."""
        won = self.standings.legs_won(side)
        return _r(self.standings.rules_id, "Legs won: {n}", n=number(won)) if len(self.standings.legs) > 1 else ""

    # -- picture --------------------------------------------------------------------------------------------------

    def picture(self, size: tuple[int, int]) -> Surface:
        """The plate of a window without its buttons and with its shadow; its corner is the picture's."""
        margin = round(14 * self.t) + 2
        window = Surface(size).convert_alpha()
        window.fill((0, 0, 0, 0))
        self._plate.paint(window)
        across = Rect(self.rect.topleft, (self.rect.w + margin, self.rect.h + margin))
        return window.subsurface(across.clip(window.get_rect())).copy()

    def _paint_plate(self, surface: Surface, rect: Rect) -> None:
        colors = (THEME.gold, THEME.gold_d) if self.is_won else (THEME.navy, THEME.gold)
        paper_plate(surface, rect, self._head.rect, self.t, colors)
