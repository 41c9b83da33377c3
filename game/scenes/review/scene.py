"""A leg under review: its dearest decisions, how the chances went, and luck apart from skill, as it is found out."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.rules import side_of, sides_of
from game.i18n import _, _n, _r
from game.i18n.punctuation import sentence
from game.scenes.dialogs import NoticeScene, paint_head, paper_plate
from game.scenes.host import Host
from game.scenes.replay.scene import ReplayExits, ReplayScene
from game.scenes.review.chances import ChancesChart
from game.scenes.review.decision_card import Decision, DecisionCard
from game.scenes.review.findings import Chances, LegFindings
from game.scenes.review.layout import ReviewLayout, lay_out
from game.scenes.review.luck import luck_texts, paint_luck
from game.scenes.score.mark_pills import Mark, pills, take_back_marks
from game.scenes.score.scene import SheetButton
from game.session.bindings import Action
from game.session.replay import LegReplay, ReplayLoader
from game.session.review import LegReview, Luck, ReviewQuestion
from game.session.storage.match_file import Saved
from game.table.painting import ground
from game.table.top_bar import BarButton
from game.ui.animation import Animation, Easing, Timeline, inout, out
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.keys import asks
from game.ui.layout import Scale
from game.ui.widgets import Button, IconButton, Segmented, Style, Widget
from game.ui.widgets.widget import ARROWS, PRESS_KEYS
from game.words import Names
from game.words.log import win_line
from game.words.review import rest_words

_CARD_S, _LINES_S, _BARS_S = 0.26, 0.9, 0.3
_ROAD: Final = 420.0  # u
_SHARE: Final = 0.3  # of the heading's line, for each thing beside the heading
TO_REVIEW: Final = BarButton("back", "hint", lambda: _("Review"), lambda: _("Back to the review. Key: Esc"))
"""The button of a replay that was opened from a review."""


@dataclass(frozen=True, slots=True)
class ReviewExits:
    """Where a review leads: ``back``, and ``on`` where there is something to go on to."""

    back: SheetButton
    on: SheetButton | None = None


class ReviewScene(FormScene[Host]):
    """The review of the leg of that index in a kept match, from the person's seat; it ends with the screen.

    The leg is read in a thread, then judged in a process of its own. What is found is shown as it comes.
    """

    text_limit = (1.6, 1.7)
    name = "review"

    def __init__(self, app: Host, saved: Saved, index: int, ways: ReviewExits) -> None:
        super().__init__(app)
        self.findings = LegFindings()
        self.fault: str | None = None
        self.first_focus = ways.back.id if ways.on is None else ways.on.id
        self._saved = saved
        self._index = index
        self._ways = ways
        self._viewer = next((seat for seat, player in enumerate(saved.players) if player.is_human), 0)
        sides = sides_of(saved.setup.seats, saved.setup.seating)
        self._names = Names.at(saved.players, sides, self._viewer)
        self._side = side_of(self._viewer, sides)
        self._loader = ReplayLoader(saved, index)
        self._leg: LegReplay | None = None
        self._review: LegReview | None = None
        self._dearest: tuple[Decision, ...] = ()
        self._leg_chances: list[Chances] = []
        self._match_chances: list[Chances] = []
        self._of_leg = False
        self._chart_place: int | None = None
        self._clocks: dict[Hashable, Timeline] = {}
        self._places: ReviewLayout = lay_out(app.size)
        self._rest: Surface | None = None

    # -- life -----------------------------------------------------------------------------------------------------

    def escape(self) -> None:
        """Go back."""
        self._ways.back.open()

    def leave(self) -> None:
        """End what is still being judged, and free the picture of what rests."""
        if self._review is not None:
            self._review.close()
        self._rest = None

    def update(self, now_s: float) -> None:
        """Hear what was found since."""
        if self._leg is None:
            self._load()
        elif self._review is not None and not self.is_over:
            self._hear(self._review)
        for clock in self._clocks.values():
            if clock.is_running:
                clock.update(now_s)
                self.dirty = True
        if self.dirty:
            self._tell_widgets()

    def _load(self) -> None:
        """Begin once the leg was read; say so if it cannot be."""
        loaded = self._loader.take()
        if loaded is None:
            return
        (leg,) = loaded
        if leg is None or not leg.is_over:
            self.app.pop(self)
            self.app.push(NoticeScene(self.app, lambda: _("The record is damaged; there is nothing to look at.")))
            return
        self._leg = leg
        self._review = LegReview(ReviewQuestion(leg.record, leg.context, self._viewer))

    def _hear(self, review: LegReview) -> None:
        findings, had_curve = self.findings, self.findings.has_curve
        has_ended, fault = review.is_done, review.fault  # before the poll: what it leaves behind comes no more
        found = review.poll()
        if not found and not has_ended and fault is None:
            return
        findings.add(found)
        for luck in (finding for finding in found if isinstance(finding, Luck)):
            self._keep(luck)
        findings.is_done, self.fault = has_ended, fault
        self._sort_in()
        if findings.has_curve and not had_curve:
            self._begin("lines", _LINES_S, inout)
        if findings.is_done or any(isinstance(finding, Luck) for finding in found):
            self._begin("bars", _BARS_S, out)
        self.dirty = True

    def _keep(self, luck: Luck) -> None:
        """Let the statistics know of it, where the leg is one of a match that is kept."""
        if self._saved.id:
            self.app.roadbook.note_luck(self._saved.id, self._index + 1, luck.drawn + luck.attacks)

    def _sort_in(self) -> None:
        """Take the decisions that are the dearest now; one that is new comes in."""
        leg, before = self._leg, self._dearest
        assert leg is not None
        known = {decision.judgement: decision for decision in before}
        self._dearest = tuple(
            known.get(found)
            or Decision(leg.place_before(found.place) + 1, leg.before(found.place, self._viewer), found)
            for found in self.findings.dearest
        )
        for rank, decision in enumerate(self._dearest):
            if rank >= len(before) or before[rank] is not decision:
                self._begin(rank, _CARD_S, out)
        if self.findings.has_curve and (self._dearest != before or not self._match_chances or self.is_over):
            self._leg_chances = self.findings.leg_chances(leg)  # not with every finding: each draws the chart anew
            self._match_chances = self.findings.match_chances(leg, self._side)

    def _begin(self, what: Hashable, duration_s: float, easing: Easing) -> None:
        settings = self.app.settings
        speed = 0 if settings.reduced_motion else settings.speed.factor
        self._clocks[what] = Timeline(self.app.now_s, speed, {what: Animation(duration_s=duration_s, easing=easing)})

    def _come(self, what: Hashable) -> float:
        clock = self._clocks.get(what)
        return 1.0 if clock is None else clock.eased(what)

    @property
    def has_begun(self) -> bool:
        """Whether the leg was read and is being judged."""
        return self._review is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be found."""
        return self.findings.is_done or self.fault is not None

    def is_moving(self) -> bool:
        """Whether something comes in."""
        return any(clock.is_running for clock in self._clocks.values())

    def is_settled(self) -> bool:
        """Whether all was found."""
        return self.is_over and not self.is_moving()

    # -- keys -----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Walk along the chances by the keys that walk through a replay, but for the arrows, which move the focus."""
        if event.type == pygame.KEYDOWN and event.key not in (*ARROWS, *PRESS_KEYS) and self._walk(event):
            self.controls.focus(self._chart.id, ring=True)
            self._chart_place = self._chart.place
            self.dirty = True
            return True
        return super().handle(event)

    def _walk(self, event: Event) -> bool:
        """Do what a key of the replay asks for here; False if it is none."""
        if asks(event, Action.PLAY) and self._chart.enabled:
            self._chart.press()
            return True
        every, seats = len(self.findings.outlooks), self._saved.setup.seats
        ways = {
            Action.TURN_BACK: -1, Action.TURN_ON: 1, Action.ROUND_BACK: -seats, Action.ROUND_ON: seats,
            Action.TO_DEAL: -every, Action.TO_LAST: every,
        }  # fmt: skip
        turns = next((turns for action, turns in ways.items() if asks(event, action)), 0)
        return bool(turns) and self._chart.walk(turns)

    # -- controls -------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The decisions, the chart with its choice, then the ways out."""
        self._rest = None
        self._places = places = lay_out(self.app.size)
        self._cards = [
            DecisionCard(rank, rect, self._names, u=places.u, is_tall=places.is_tall, on_press=self._look_at)
            for rank, rect in enumerate(places.decisions)
        ]
        choice = self._choice()
        self._chart = self._make_chart()
        self._chart.place = self._chart_place
        self._tell_widgets()
        return [*self._cards, self._chart, *choice, *self._exits()]

    def _make_chart(self) -> ChancesChart:
        places, head = self._places, self._chart_head
        place = Rect(places.chart.x, places.chart.y + head, places.chart.w, places.chart.h - head)
        return ChancesChart(
            place, places.chart, self._names, self._side, u=places.u, t=places.t, on_turn=self._open_replay
        )

    @property
    def _chart_head(self) -> int:
        return round(max(44, 60 * self._places.u))

    def _choice(self) -> list[Widget]:
        """The choice between leg and match, where they are not the same."""
        if self._saved.setup.legs == 1:
            return []
        chart, rules_id = self._places.chart, self._saved.setup.rules
        high = max(32, round(44 * self._places.u))
        options = [("leg", _r(rules_id, "Leg")), ("match", _r(rules_id, "Match"))]
        px = max(14, 0.37 * high)
        wide = 2 * round(max(text.width(label, "O7", px) for _key, label in options) + 1.5 * high)
        place = Rect(chart.right - round(max(8, 16 * self._places.u)) - wide, 0, wide, high)
        place.y = chart.y + max(4, (self._chart_head - high) // 2)
        chosen = "leg" if self._of_leg else "match"
        name = _r(rules_id, "Chance to win the leg or the match")
        return [Segmented("chances_of", name, place, options, chosen, on_change=self._choose)]

    def _choose(self, key: str) -> None:
        self._of_leg = key == "leg"
        self._tell_widgets()

    def _exits(self) -> list[Widget]:
        place, back, on = self._places.buttons, self._ways.back, self._ways.on
        if on is None:
            return [Button(back.id, back.name(), place, on_press=back.open, style=Style.RED, icon=back.icon)]
        gap = round(max(6, 14 * self._places.u))
        need = Button.natural_width(on.name(), place.h, icon=True)
        wide = Button.natural_width(back.name(), place.h, icon=True)
        kind = Button if wide + gap + need <= place.w else IconButton
        wide = wide if kind is Button else place.h
        left = Rect(place.x, place.y, wide, place.h)
        right = Rect(left.right + gap, place.y, place.right - left.right - gap, place.h)
        return [
            kind(back.id, back.name(), left, on_press=back.open, style=Style.BLUE, icon=back.icon),
            Button(on.id, on.name(), right, on_press=on.open, style=Style.RED, icon=on.icon),
        ]

    def _tell_widgets(self) -> None:
        """Let every control show what is known now."""
        waits, has_cards = not self.is_over, self._nothing() is None
        for rank, card in enumerate(self._cards):
            decision = self._dearest[rank] if rank < len(self._dearest) else None
            card.is_shown = has_cards
            card.show(decision, waits=waits, come=self._come(rank))
        chances = self._leg_chances if self._of_leg else self._match_chances
        self._chart.show(chances, [decision.turn for decision in self._dearest] if chances else [], waits=waits)
        self._chart.grown = self._come("lines")
        self._chart_place = self._chart.place

    # -- going on -------------------------------------------------------------------------------------------------

    def _look_at(self, rank: int) -> None:
        """Look at the table as it was before that decision."""
        if rank < len(self._dearest):
            turn = self._dearest[rank].turn
            self._open_replay(turn - 1, coming=turn)

    def _open_replay(self, place: int, coming: int | None = None) -> None:
        app, ways = self.app, ReplayExits(TO_REVIEW, self.app.pop, self.app.practise)
        app.push(ReplayScene(app, self._saved, self._index, ways, place=place, coming=coming))

    # -- words ----------------------------------------------------------------------------------------------------

    def _title(self) -> str:
        return _r(self._saved.setup.rules, "Review of leg {n}", n=self._index + 1)

    def _heading(self) -> str:
        if not self.is_over or self.fault is not None:
            return _("The costliest decisions so far")
        return (
            _("The three costliest decisions")
            if len(self._dearest) == len(self._cards)
            else _("The costliest decisions")
        )

    def _rest_line(self) -> str:
        """What the decisions cost that are not shown, so that all add up; nothing where all are shown."""
        decisions, points = self.findings.rest
        return rest_words(decisions, points) if decisions else ""

    def _state(self) -> str:
        """What stands in the head: how far it is, what came of it, or who won the leg."""
        if self.fault is not None:
            return _("Calculation incomplete")
        outline = self.findings.outline
        if not self.is_over or self._leg is None:
            return "" if outline is None else _n(
                "{n} of {total} decision", "{n} of {total} decisions", outline.decisions,
                n=len(self.findings.judgements), total=outline.decisions,
            )  # fmt: skip
        end = self._leg.at(self._leg.length, self._viewer)
        km = 0 if end.winner is None else end.sides[end.winner].km
        return win_line(end.winner, km, self._names)

    def _nothing(self) -> tuple[str, str] | None:
        """What is said in place of the decisions where there are none to show; a heading and a sentence."""
        if self._dearest or not self.is_over:
            return None
        if self.fault is not None:
            return _("Nothing to show"), _("The review stopped before it rated a decision. Open it again to retry.")
        if not self.findings.judgements:
            return _("Nothing to decide"), _("You never had a choice.")
        return _("Nothing to improve"), _("As far as we can tell, you always played the best move.")

    @property
    def _nothing_place(self) -> Rect:
        """Where that is said: at the cards' place, and where their heading would be unless something stands there."""
        cards, heading = self._places.all_decisions, self._places.heading
        top = cards.y if self._marks else heading.y + round(max(8, 20 * self._places.u))
        return Rect(cards.x, top, cards.w, cards.bottom - top)

    @property
    def _marks(self) -> list[Mark]:
        return take_back_marks(len(self._saved.legs[self._index].taken_back))

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading, how far it is, and what is no control."""
        places, nothing = self._places, self._nothing()
        told = [("title", self._title(), places.head), ("state", self._state(), places.head)]
        if nothing is None:
            told += [("heading", self._heading(), places.heading), ("rest", self._rest_line(), places.heading)]
        else:
            told.append(("nothing", " ".join((sentence(nothing[0]), nothing[1])), self._nothing_place))
        told += [(mark.id, mark.words, places.heading) for mark in self._marks]
        luck = luck_texts(places.luck, self.findings, is_over=self.is_over)
        return [one for one in (*told, *luck) if one[1]]

    # -- picture --------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """Draw what rests from its picture, then what changes."""
        if self._rest is None or self._rest.get_size() != surface.get_size():
            self._rest = Surface(surface.get_size())
            self._paint_rest(self._rest)
        surface.blit(self._rest, (0, 0))
        places = self._places
        self._paint_state(surface)
        self._paint_heading(surface)
        paint_luck(
            surface, places.luck, self.findings, self._come("bars"), is_over=self.is_over, t=places.t
        )  # fmt: skip

    def _paint_rest(self, surface: Surface) -> None:
        places, u, t = self._places, self._places.u, self._places.t
        ground.paint(surface)
        paper_plate(surface, places.plate, places.head, t)
        paint_head(surface, places.head, places.heading.x, "hint", self._title())
        chart = places.chart
        draw.plate(surface, chart, 16 * u + 2, THEME.raised, rim=THEME.edge, rim_width=max(1, 2 * u), shadow_px=0)
        px, y = max(14.0, 26 * t), chart.y + self._chart_head / 2 + 1
        left = chart.x + max(10, 22 * u)
        art.blit_icon(surface, "chart", (left + 0.5 * px, y), 1.05 * px, THEME.emblem)
        right = next((w.rect.x for w in self.controls.widgets if w.id == "chances_of"), chart.right)
        room = right - 10 * u - left - 1.5 * px
        text.draw(surface, _("Chance to win"), left + 1.5 * px, y, "O8", px, max_width=room, min_px=13)

    def _paint_state(self, surface: Surface) -> None:
        """Draw at the right of the head how far it is, with a car on its way, or how the leg went."""
        head, u = self._places.head, self._places.u
        right = float(self._places.heading.right)
        if not self.is_over and self.findings.outline is not None:
            wide = min(_ROAD * max(u, 0.5), 0.28 * head.w)
            road = Rect(round(right - wide), 0, round(wide), round(0.3 * head.h))
            road.centery = head.centery
            self._paint_road(surface, road)
            right = road.x - 18 * u - 4
        px = max(text.MIN_NAME_PX, 26 * self._places.t)
        room = right - head.centerx
        text.draw(
            surface, self._state(), right, head.centery, "B5", px, THEME.gold_l, anchor="r", max_width=room, min_px=12
        )

    def _paint_road(self, surface: Surface, road: Rect) -> None:
        draw.rounded(surface, road, 0.3 * road.h, THEME.road)
        dash = max(4, road.h // 2)
        for left in range(road.x + dash, road.right - 3 * dash, 2 * dash):
            surface.fill(THEME.white, (left, road.centery - 1, dash, 2))
        art.blit_icon(surface, "flag", (road.right - 0.6 * road.h, road.centery), 0.8 * road.h, THEME.white)
        wide = 2.6 * road.h
        car, above = livery.car(self._names.livery(self._side), wide)
        x = road.x + self.findings.share * (road.w - wide - road.h)
        surface.blit(car, (round(x), round(road.bottom - 0.2 * road.h - car.get_height() + above) - above))

    def _paint_heading(self, surface: Surface) -> None:
        places, t = self._places, self._places.t
        line, nothing, marks = places.heading, self._nothing(), pills(Scale(places.u), self._marks)
        small, left, right, rest = max(text.MIN_TEXT_PX, 19 * t), line.x, line.right, self._rest_line()
        if nothing is None:
            px = max(15.0, 30 * t)
            share = line.w * (_SHARE if rest else 0.5)
            if rest:
                said = text.draw(
                    surface, rest, right, line.centery, "B6", small, anchor="r", max_width=share, min_px=11
                )
                right -= round(said + 20 * t)
            room = right - left - sum(min(share, marks.widths()[1]) + 20 * t for _mark in self._marks)
            left += text.draw(surface, self._heading(), line.x, line.centery, "O8", px, max_width=room, min_px=14)
        else:
            self._paint_nothing(surface, nothing)
        hint = _("Choose one to see it on the table")
        if self._marks:
            wide = round(right - left - 20 * t)
            high = marks.heights(wide)[1]
            marks.place(Rect(round(left + 20 * t), line.centery - high // 2, wide, high))
            marks.paint(surface)
        elif self._dearest and text.width(hint, "B5", small) < right - left - 20 * t:
            text.draw(surface, hint, right, line.centery, "B5", small, THEME.text2, anchor="r")

    def _paint_nothing(self, surface: Surface, said: tuple[str, str]) -> None:
        """Draw one plate over the place of all decisions."""
        place, t = self._nothing_place, self._places.t
        draw.plate(surface, place, 16 * t, THEME.raised, rim=THEME.edge, rim_width=max(1, 2 * t), shadow_px=4 * t)
        icon = "octagon" if self.fault is not None else "check"
        size = min(0.3 * place.h, 120 * t)
        art.blit_icon(surface, icon, (place.centerx, place.y + 0.3 * place.h), size, THEME.gold_d)
        px = max(18.0, 36 * t)
        text.draw(surface, said[0], place.centerx, place.y + 0.56 * place.h, "O8", px, anchor="c")
        small = max(text.MIN_TEXT_PX, 23 * t)
        body = (place.x + 20 * t, place.y + 0.66 * place.h, place.w - 40 * t, 0.3 * place.h)
        text.paragraph(surface, said[1], body, "B5", small, THEME.text2, anchor="c")

    def rules_topic(self) -> str:
        """The points."""
        return "scoring"
