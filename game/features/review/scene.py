"""The screen with the review of a leg: costliest decisions, chances after each turn, and how luck and skill counted."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.career.match_stats import owner_of
from game.engine.rules import side_of, sides_of
from game.features.matches.race_road import draw_progress
from game.features.replay.model import LegReplay, ReplayLoader
from game.features.replay.opening import open_replay
from game.features.result.page import ActionButton, mark_pill
from game.features.result.standings import take_back_marks
from game.features.review.chances import ChancesChart, chances_panel
from game.features.review.decision_card import CAPTION, DecisionCards, ReviewedDecision, no_decisions_plate
from game.features.review.findings import SHOWN_DECISIONS, LegFindings, SideChances
from game.features.review.model import Judgement, LegReview, Luck, ReviewQuestion
from game.features.review.words import rest_words, signed_points
from game.i18n import _, _n, _r
from game.i18n.punctuation import label_with_text
from game.match.match_file import SavedMatch
from game.scenes.dialogs import NoticeScene
from game.scenes.host import Host
from game.scenes.screen import ScreenPanel, panel
from game.settings.bindings import Action
from game.table.painting import ground
from game.table.top_bar import BarButton
from game.ui import layout as ui
from game.ui.animation import Animation, Easing, Timeline, ease_out_cubic, smoothstep
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.keys import requests_action
from game.ui.layout import ROLES, Box, Canvas, Label, Scale, Table
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle
from game.ui.widgets.widget import ARROWS, PRESS_KEYS
from game.words.log import win_line
from game.words.names import Names

_POINTS = replace(ROLES.name, face="O8")
_LEAST = 100.0
"""The longest bar stands for at least this number of points, so that small effects look small."""


def luck_panel(scale: Scale, findings: LegFindings, grown: Callable[[], float], *, is_over: bool) -> Box:
    """Return the panel with three bars: points by luck with the cards, by rivals' attacks, and by the own decisions.

    ``grown`` returns the part of the bars' full length, from 0 to 1, for their animation. A value that is not known yet
    has a pale bar; ``is_over`` says that it will not arrive anymore.
    """
    s, luck, unknown = scale, findings.luck, "–" if is_over else "…"
    told = (
        ("drawn", _("Cards drawn"), None if luck is None else luck.drawn),
        ("attacks", _("Rivals’ attacks"), None if luck is None else luck.attacks),
        ("skill", _("Your decisions"), findings.skill),
    )
    most = max(_LEAST, *(abs(points or 0.0) for _id, _said, points in told))

    def paint(points: float | None, surface: Surface, rect: Rect) -> None:
        half, high = rect.w / 2, min(0.4 * rect.h, 30 * s.default_text_scale)
        long = 0.6 * half if points is None else grown() * abs(points) / most * half
        left = rect.centerx if points is None or points > 0 else rect.centerx - long
        color = THEME.surface2 if points is None else THEME.good if points > 0 else THEME.bad
        if long >= 1:
            draw.rounded_rect(surface, (left, rect.centery - high / 2, long, high), min(s.text_px(8), long / 2), color)
        surface.fill(THEME.text, (rect.centerx - 1, rect.y, 2, rect.h))

    rows = []
    for id, said, points in told:
        written = unknown if points is None else signed_points(points)
        rows.append((
            Label(s, said, ROLES.body, id=f"luck.{id}", label=label_with_text(said, written)),
            Canvas(partial(paint, points), (s.text_px(60), s.text_px(180)), 0, grow=1),
            Label(s, written, _POINTS, one_line=True, anchor="r"),
        ))  # fmt: skip
    return panel(s, "flag", _("Luck and skill"), Table(*rows, gap=(s.space_px(20), 0)))


_CARD_S, _LINES_S, _BARS_S = 0.26, 0.9, 0.3
_MARGIN = (48, 36)  # beside the plate, and above and below it, in u; less in a small window
_CHART = 0.62  # of the width, with luck and buttons beside it
_LEAST_SEEN = 0.4  # of the window's height, of the scrolled part
TO_REVIEW = BarButton("back", "hint", lambda: _("Review"), lambda: _("Back to the review. Key: Esc"))


@dataclass(frozen=True, slots=True)
class PuzzleOffer:
    """An offer to solve decisions of a reviewed leg as puzzles: how many there are, and ``solve``, which opens them."""

    count: int
    solve: Callable[[], None]


@dataclass(frozen=True, slots=True)
class ReviewActions:
    """What a review calls, and the buttons that leave it.

    ``back`` leads to the previous scene, ``next_screen`` to the next one, if there is any. ``keep_puzzles`` gets all
    judgements at the end of the review and saves some of these decisions as puzzles; ``on_swings`` gets for every turn
    the largest change of a side's chance of winning the leg.
    """

    back: BarButton
    keep_puzzles: Callable[[LegReplay, Sequence[Judgement]], PuzzleOffer]
    next_screen: ActionButton | None = None
    on_swings: Callable[[Mapping[int, float]], None] = lambda _swings: None


class ReviewScene(TreeForm[Host]):
    """The screen with the review of the leg at an index of a saved match, from the person's seat.

    The leg is read in a thread, then judged in a separate process, which ends when the screen is left. Findings are
    shown as they arrive; after the last one ``puzzle_offer`` offers costly decisions as puzzles. ``fault`` says why the
    review failed, or is None.
    """

    name = "review"

    def __init__(self, app: Host, saved: SavedMatch, index: int, exits: ReviewActions) -> None:
        super().__init__(app)
        self.findings = LegFindings()
        self.fault: str | None = None
        self.puzzle_offer = PuzzleOffer(0, lambda: None)
        self.first_focus = (exits.next_screen or exits.back).id
        self._saved = saved
        self._index = index
        self._exits = exits
        self._viewer = next((seat for seat, player in enumerate(saved.players) if player.is_human), 0)
        sides = sides_of(saved.setup.seats, saved.setup.seating)
        self._names = Names.for_table(saved.players, sides, self._viewer)
        self._side = side_of(self._viewer, sides)
        self._loader = ReplayLoader(saved, index)
        self._leg: LegReplay | None = None
        self._review: LegReview | None = None
        self._costliest: tuple[ReviewedDecision, ...] = ()
        self._leg_chances: list[SideChances] = []
        self._match_chances: list[SideChances] = []
        self._of_leg = False
        self._chart: ChancesChart | None = None
        self._clocks: dict[Hashable, Timeline] = {}

    # -- life -----------------------------------------------------------------------------------------------------

    def escape(self) -> None:
        self.app.pop()

    def leave(self) -> None:
        if self._review is not None:
            self._review.close()

    def update(self, now_s: float) -> None:
        if self._leg is None:
            self._load()
        elif self._review is not None and not self.is_over:
            self._poll_review(self._review)
        for clock in self._clocks.values():
            if clock.is_running:
                clock.update(now_s)
                self.dirty = True

    def _load(self) -> None:
        """Start the review once the leg is read; if the leg cannot be read, close the screen with a notice."""
        loaded = self._loader.poll()
        if loaded is None:
            return
        (leg,) = loaded
        if leg is None or not leg.is_over:
            self.app.pop(self)
            self.app.push(NoticeScene(self.app, lambda: _("The record is damaged; there is nothing to look at.")))
            return
        self._leg = leg
        self._review = LegReview(ReviewQuestion(leg.record, leg.context, self._viewer))

    def _poll_review(self, review: LegReview) -> None:
        findings, had_curve = self.findings, self.findings.has_curve
        has_ended, fault = review.is_done, review.fault  # read before the poll, so that no finding is missed
        found = review.poll()
        if not found and not has_ended and fault is None:
            return
        findings.add(found)
        for luck in (finding for finding in found if isinstance(finding, Luck)):
            self._save_luck(luck)
        findings.is_done, self.fault = has_ended, fault
        if has_ended and self._leg is not None:
            self.puzzle_offer = self._exits.keep_puzzles(self._leg, findings.judgements)
        self._update_costliest()
        if findings.has_curve and not had_curve and self._leg is not None:
            self._begin("lines", _LINES_S, smoothstep)
            self._exits.on_swings(findings.chance_swings(self._leg))
        if findings.is_done or any(isinstance(finding, Luck) for finding in found):
            self._begin("bars", _BARS_S, ease_out_cubic)
        self._lay_out_again()

    def _save_luck(self, luck: Luck) -> None:
        """Save the viewer's luck in this leg for the statistics, if the match is among the saved ones."""
        person = owner_of(self._saved)
        if self._saved.id and person is not None:
            self.app.career.record_luck(person, self._saved.id, self._index + 1, luck.drawn + luck.attacks)

    def _update_costliest(self) -> None:
        """Update the shown decisions and the chances; a decision that is new at its rank appears with an animation."""
        leg, before = self._leg, self._costliest
        assert leg is not None
        known = {decision.judgement: decision for decision in before}
        self._costliest = tuple(
            known.get(found)
            or ReviewedDecision(
                leg.place_before(found.place) + 1, leg.observation_before(found.place, self._viewer), found
            )
            for found in self.findings.costliest
        )
        for rank, decision in enumerate(self._costliest):
            if rank >= len(before) or before[rank] is not decision:
                self._begin(rank, _CARD_S, ease_out_cubic)
        if self.findings.has_curve and (self._costliest != before or not self._match_chances or self.is_over):
            self._leg_chances = self.findings.leg_chances(leg)  # not for every finding, as that draws the chart again
            self._match_chances = self.findings.match_chances(leg, self._side)

    def _begin(self, what: Hashable, duration_s: float, easing: Easing) -> None:
        settings = self.app.settings
        speed = 0 if settings.person.reduced_motion else settings.person.speed.factor
        self._clocks[what] = Timeline(self.app.now_s, speed, {what: Animation(duration_s=duration_s, easing=easing)})

    def _come(self, what: Hashable) -> float:
        clock = self._clocks.get(what)
        return 1.0 if clock is None else clock.eased_progress(what)

    @property
    def has_begun(self) -> bool:
        """Whether the leg has been read, so that its review has started."""
        return self._review is not None

    @property
    def is_over(self) -> bool:
        """Whether the review has ended or failed, so that no more findings will arrive."""
        return self.findings.is_done or self.fault is not None

    def is_moving(self) -> bool:
        return any(clock.is_running for clock in self._clocks.values())

    def is_settled(self) -> bool:
        return self.is_over and not self.is_moving()

    # -- keys -----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        chart = self._chart
        is_key = event.type == pygame.KEYDOWN and event.key not in (*ARROWS, *PRESS_KEYS)
        if chart is not None and is_key and self._walk(chart, event):
            self.controls.focus(chart.id, ring=True)
            self._reveal_focused()
            self.dirty = True
            return True
        return super().handle(event)

    def _walk(self, chart: ChancesChart, event: Event) -> bool:
        """Go to another turn in the chart by one of the replay's keys; return False if the key is none of them."""
        if requests_action(event, Action.PLAY) and chart.enabled:
            chart.press()
            return True
        every, seats = len(self.findings.position_chances), self._saved.setup.seats
        ways = {
            Action.TURN_BACK: -1, Action.TURN_ON: 1, Action.ROUND_BACK: -seats, Action.ROUND_ON: seats,
            Action.TO_DEAL: -every, Action.TO_LAST: every,
        }  # fmt: skip
        turns = next((turns for action, turns in ways.items() if requests_action(event, action)), 0)
        return bool(turns) and chart.move_by(turns)

    # -- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s = self.scale
        mx, my = (round(max(8, units * self.unit - 60 * max(0, 1 - self.unit))) for units in _MARGIN)
        plate = self.bounds.inflate(-2 * mx, -2 * my)
        return ScreenPanel(plate, s, "hint", self._title(), self._body, aside=self._state_box(), side=s.space_px(36))

    def _body(self, room: tuple[int, int]) -> ui.Box:
        """Return the decisions with chart, luck and buttons below them.

        If that is too high for ``room``, everything but the exit buttons scrolls.
        """
        shown = self._above if is_tall(self.app.size) else self._beside
        state = self._costliest, self.findings.luck, self.is_over, self.puzzle_offer.count
        return self.view_state.first_that_fits(
            "review", room, partial(shown, room[0]), partial(self._scrolled, room[0]), content=state
        )

    def _beside(self, wide: int) -> ui.Box:
        gap = self.scale.space_px(22)
        exits = ui.Row(*self._exit_buttons(), gap=self.scale.space_px(14))
        if exits.width_range()[0] > (1 - _CHART) * wide - gap:
            exits = ui.Row(*self._exit_buttons(ui.ROLES.name), gap=self.scale.space_px(14))
        side = ui.Column(self._luck(), exits, gap=gap, grow=1)
        below = ui.Row(self._chart_panel(), side, gap=gap, middle=False, grow=1)
        return ui.Column(self._heading(wide), self._decisions(is_flat=False), below, gap=self.scale.space_px(18))

    def _above(self, wide: int) -> ui.Box:
        s = self.scale
        parts = self._heading(wide), self._decisions(is_flat=True), self._chart_panel(), self._luck()
        return ui.Column(*parts, ui.Row(*self._exit_buttons(), gap=s.space_px(14)), gap=s.space_px(18))

    def _scrolled(self, wide: int) -> ui.Box:
        s, gap = self.scale, self.scale.space_px(18)
        below = ui.Flow(self._chart_panel(), self._luck(), gap=gap, middle=False)
        told = ui.Column(self._heading(wide), self._decisions(is_flat=True), below, gap=gap)
        least = round(_LEAST_SEEN * self.app.size[1])
        pane = ui.Scroll(s, self.view_state.pane("review"), ui.Padding(told, (s.space_px(12), 0, 0)), min_height=least)
        return ui.Column(pane, ui.Flow(*self._exit_buttons(), gap=s.ring_space_px(24)), gap=s.ring_space_px(18))

    def _exit_buttons(self, role: ui.Role = ui.ROLES.button) -> list[ui.Box]:
        s, back, on = self.scale, self._exits.back, self._exits.next_screen
        leave = partial(ui.button, s, back.id, back.word(), self.escape, icon=back.icon, role=role)
        if on is None:
            return [leave(style=ButtonStyle.RED, grow=1)]
        return [
            leave(),
            ui.button(s, on.id, on.name(), on.open, style=ButtonStyle.RED, icon=on.icon, role=role, grow=1),
        ]

    def _heading(self, wide: int) -> ui.Box | None:
        """Return the line above the decisions, or None if there is nothing to say.

        It has the heading, how often moves were taken back, the offer of puzzles or some advice, and the other costs.
        """
        s, rest, is_empty = self.scale, self._rest_line(), self._nothing() is not None
        words = None if is_empty else ui.Label(s, self._heading_words(), ui.ROLES.heading, id="heading")
        marks = take_back_marks(len(self._saved.legs[self._index].taken_back))
        marked = mark_pill(s, marks[0]) if marks else None
        more = ui.Label(s, rest, CAPTION, id="rest") if rest else None
        hint = ui.Label(s, _("Choose one to see it on the table"), replace(CAPTION, face="B5"), THEME.text2)
        if is_empty:
            return marked
        count = self.puzzle_offer.count
        solve = _n("Solve {n} puzzle", "Solve {n} puzzles", count)
        puzzles = ui.button(
            s, "solve", solve, self.puzzle_offer.solve, style=ButtonStyle.PAPER, icon="puzzle", role=ui.ROLES.name
        )
        last = puzzles if count else hint if self._costliest else None
        line = ui.Flow(words, marked, ui.Spacer(), last, more, gap=s.space_px(20))
        return (
            line
            if count or line.width_range()[1] <= wide
            else ui.Flow(words, marked, ui.Spacer(), more, gap=s.space_px(20))
        )

    def _decisions(self, *, is_flat: bool) -> ui.Box:
        s, nothing, gap = self.scale, self._nothing(), self.scale.space_px(24)
        if nothing is not None:
            return no_decisions_plate(s, "check" if self.fault is None else "octagon", *nothing)
        cards = DecisionCards(
            s, self._names, self._costliest, waits=not self.is_over, come=self._come, on_press=self._look_at
        )
        boxes = cards.boxes(is_flat=is_flat)
        return ui.Column(*boxes, gap=gap // 2, grow=1) if is_flat else ui.Row(*boxes, gap=gap, middle=False, grow=1)

    def _chart_panel(self) -> ui.Box:
        """Return the panel of the chart; if the match has several legs, with a choice between leg and match."""
        s, rules_id, choice = self.scale, self._saved.setup.rules, None
        if self._saved.setup.legs != 1:
            options = [("leg", _r(rules_id, "Leg")), ("match", _r(rules_id, "Match"))]
            name = _r(rules_id, "Chance to win the leg or the match")
            choice = ui.segmented(s, "chances_of", name, options, "leg" if self._of_leg else "match", self._choose)
        return chances_panel(s, self._make_chart, len(self._names.sides), choice, share=_CHART)

    def _make_chart(self, rect: Rect) -> ChancesChart:
        chances = self._leg_chances if self._of_leg else self._match_chances
        self._chart = ChancesChart(
            rect, self.scale, self._names, self._side, chances, [decision.turn for decision in self._costliest],
            place=None if self._chart is None else self._chart.place, waits=not self.is_over,
            grown=partial(self._come, "lines"), on_turn=self._open_replay,
        )  # fmt: skip
        return self._chart

    def _choose(self, key: str) -> None:
        self._of_leg = key == "leg"
        self.lay_out()

    def _luck(self) -> ui.Box:
        return luck_panel(self.scale, self.findings, partial(self._come, "bars"), is_over=self.is_over)

    # -- going on -------------------------------------------------------------------------------------------------

    def _look_at(self, rank: int) -> None:
        """Open the replay at the position before the decision of that rank."""
        if rank < len(self._costliest):
            turn = self._costliest[rank].turn
            self._open_replay(turn - 1, coming=turn)

    def _open_replay(self, place: int, coming: int | None = None) -> None:
        open_replay(self.app, self._saved, self._index, TO_REVIEW, place=place, upcoming_turn=coming)

    # -- words ----------------------------------------------------------------------------------------------------

    def _title(self) -> str:
        return _r(self._saved.setup.rules, "Review of leg {n}", n=self._index + 1)

    def _heading_words(self) -> str:
        if not self.is_over or self.fault is not None:
            return _("The costliest decisions so far")
        return (
            _("The three costliest decisions")
            if len(self._costliest) == SHOWN_DECISIONS
            else _("The costliest decisions")
        )

    def _rest_line(self) -> str:
        """Return the text about costly decisions that are not shown, or "" if all are shown."""
        decisions, points = self.findings.remaining_cost
        return rest_words(decisions, points) if decisions else ""

    def _state(self) -> str:
        """Return the text beside the screen's title: the progress, a failure, or who won the leg."""
        if self.fault is not None:
            return _("Calculation incomplete")
        outline = self.findings.outline
        if not self.is_over or self._leg is None:
            return "" if outline is None else _n(
                "{n} of {total} decision", "{n} of {total} decisions", outline.decisions,
                n=len(self.findings.judgements), total=outline.decisions,
            )  # fmt: skip
        end = self._leg.observation_at(self._leg.length, self._viewer)
        km = 0 if end.winner is None else end.sides[end.winner].km
        return win_line(end.winner, km, self._names)

    def _nothing(self) -> tuple[str, str] | None:
        """Return a heading and a sentence to show in place of the decisions, or None while there may be some."""
        if self._costliest or not self.is_over:
            return None
        if self.fault is not None:
            return _("Nothing to show"), _("The review stopped before it rated a decision. Open it again to retry.")
        if not self.findings.judgements:
            return _("Nothing to decide"), _("You never had a choice.")
        return _("Nothing to improve"), _("As far as we can tell, you always played the best move.")

    # -- picture --------------------------------------------------------------------------------------------------

    def _state_box(self) -> ui.Box:
        """Return the text beside the screen's title; while the review runs, a car before it shows the progress."""
        s, outline = self.scale, self.findings.outline
        state = ui.Label(s, self._state(), ui.ROLES.lead, THEME.gold_l, id="state")
        if self.is_over or outline is None:
            return state
        own, share = self._names.livery(self._side), self.findings.progress
        road = ui.Canvas(
            lambda surface, rect: draw_progress(surface, rect, own, share), s.space_px(260), s.space_px(38)
        )
        return ui.Row(road, state, gap=s.space_px(18))

    def paint(self, surface: Surface) -> None:
        ground.paint(surface)
        super().paint(surface)

    def rules_topic(self) -> str:
        return "scoring"
