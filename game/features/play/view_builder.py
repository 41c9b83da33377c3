"""Building what the table shows at a moment: the match, the log, the hand, and what drivers say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from game.drivers.moods import Mood
from game.engine.cards import Card
from game.engine.observation import Observation
from game.features.play.delegation import Delegation
from game.features.play.hand import TableHand
from game.features.play.questions import TableQuestions
from game.features.play.reactions import DriverReactions
from game.features.play.table_state import TableMatch
from game.features.play.take_backs import TakeBackCommands
from game.features.tour.watch import GoalWatch
from game.features.tour.words import goal_views, table_chip
from game.i18n import _, _r
from game.i18n.punctuation import label_with_text
from game.match.session import Session
from game.table.log import log_lines
from game.table.targets import last_pile
from game.table.turn_plate import TurnContext, turn_view
from game.table.view import CoachView, LogLine, TableView, VisibleRemark, portrait_name
from game.words.names import Names
from game.words.places import place_name


def stage_title(session: Session, o: Observation) -> tuple[str, str] | None:
    """Return the title of a tour stage as two texts, or None if the match is no tour stage.

    The first text is the stage's town, with the number of the leg if there are several; the second is the distance.
    """
    if session.stage is None:
        return None
    place, leg = place_name(session.stage), _r(o.rules, "Leg {n}", n=o.leg)
    return place if o.legs == 1 else label_with_text(place, leg), _("Target {km} km", km=o.target)


class TableViewBuilder:
    """Builds the view of a running match: everything that the table shows at a moment."""

    def __init__(  # noqa: PLR0913 - a table shows many things
        self, hand: TableHand[TableMatch], questions: TableQuestions, take_backs: TakeBackCommands,
        delegation: Delegation, *, reactions: DriverReactions, goals: GoalWatch,
        coach: Callable[[], CoachView | None],
    ) -> None:  # fmt: skip
        self._hand = hand
        self._stage = self._hand.stage
        self._match = self._hand.state
        self._questions = questions
        self._take_backs = take_backs
        self._delegation = delegation
        self._reactions, self._goals, self._coach = reactions, goals, coach

    def build(self) -> TableView:
        app, chosen = self._stage.app, self._hand
        rest, session = self._match.observation, self._match.session
        bare = TableView(rest, session.players, session.viewer)
        log = self._log_lines(rest, bare.names)
        spoken = self._reactions.shown_remark(bare.names)
        turn = turn_view(self._moment(rest, bare.names, log), self._match.refusal_for)
        return TableView(
            rest,
            session.players,
            session.viewer,
            log=self._with_remark(log, spoken),
            log_end=self._stage.log.end,
            turn=replace(
                turn,
                button_w=self._questions.button_w or self._delegation.button_w,
                offered_button=self._delegation.button_prominence,
            ),
            selected=chosen.selected if chosen.is_at_rest else None,
            focused_pile=chosen.aimed_pile,
            targets=chosen.lit_piles(),
            lit_card=None if chosen.active_index is None else rest.hand[chosen.active_index],
            last_pile=last_pile(rest),
            hidden=chosen.hidden_ids,
            open_place=chosen.gap_for_carried,
            coach=self._coach(),
            log_replacement=self._questions.panel(),
            leaders=self._match.leaders,
            has_take_backs=self._take_backs.are_allowed,
            moods=self._reactions.moods,
            visible_remark=spoken,
            head_to_head=app.head_to_head(app.settings.profile.id),
            title=stage_title(session, rest),
            chip=table_chip(session.stage, rest.options, rest.rules),
            goals=goal_views(session.stage, *self._goals.status),
        )

    def _moment(self, rest: Observation, names: Names, log: tuple[LogLine, ...]) -> TurnContext:
        """Return what the panel that says whose turn it is needs to know for its text."""
        chosen = self._hand
        taken = chosen.carried_index if chosen.carried_index is not None else chosen.selected
        pointed = taken if taken is not None else chosen.hovered_card
        card: Card | None = rest.hand[pointed] if pointed is not None and chosen.is_at_rest else None
        return TurnContext(
            rest,
            names,
            log,
            card,
            taken is not None,
            self._match.refusal,
            self._questions.turn_plate_hint(names),
            waiting_question=self._questions.turn_plate_question,
            # a raised card shows its name itself
            names_card=self._stage.picture.hand_form == "fan" and pointed != chosen.selected,
            enter_card=rest.hand[chosen.selected] if chosen.selected is not None and chosen.held_card is None else None,
            is_taken_back=self._take_backs.can_redo,
            is_delegated=self._delegation.is_delegated,
            is_finishing=self._match.session.seat_control.is_autoplaying,
        )

    def _log_lines(self, rest: Observation, names: Names) -> tuple[LogLine, ...]:
        notes = self._match.session.notes
        known = rest.moves, rest.scores, len(notes.reasons), notes.hurried, notes.taken_back
        return self._stage.log_lines(known, partial(log_lines, rest, names, notes))

    def _with_remark(self, log: tuple[LogLine, ...], spoken: VisibleRemark | None) -> tuple[LogLine, ...]:
        """Return the log, with the driver's remark as its last line if there is no space for it beside the name."""
        if spoken is None or not spoken.in_log or self._stage.log.end is not None:
            return log
        driver = self._match.session.players[spoken.seat].driver or ""
        mood = self._reactions.moods[spoken.seat] if self._reactions.moods else Mood.CALM
        return (*log, LogLine(None, spoken.text, face=portrait_name(driver, mood)))
