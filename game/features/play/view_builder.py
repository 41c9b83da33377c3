"""Builds what the picture of the table shows at a moment: the match, the log, the hand, and what drivers say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from game.drivers.moods import Mood
from game.engine.cards import Card
from game.engine.observation import Observation
from game.features.play.delegation import Delegation
from game.features.play.hand import TableHand
from game.features.play.match import TableMatch
from game.features.play.questions import TableQuestions
from game.features.play.rivals import Rivals
from game.features.play.take_backs import TakeBacks
from game.features.tour.drives import GoalsSoFar
from game.features.tour.words import goals_shown
from game.i18n import _, _r
from game.i18n.punctuation import labelled
from game.match.session import Session
from game.table.log import log_lines
from game.table.painting.card_faces import NAMED_FROM_PX
from game.table.targets import last_pile
from game.table.turn_plate import Moment, turn_shown
from game.table.view import CoachShown, LogLine, Spoken, TableView, portrait_name
from game.words.names import Names
from game.words.places import place_name


def stage_title(session: Session, o: Observation) -> tuple[str, str] | None:
    """Return a tour stage's place, with the leg if there are several, and its target; None outside the tour."""
    if session.stage is None:
        return None
    place, leg = place_name(session.stage), _r(o.rules, "Leg {n}", n=o.leg)
    return place if o.legs == 1 else labelled(place, leg), _("Target {km} km", km=o.target)


@dataclass(frozen=True, slots=True)
class TableTells:
    """The sources of further content at the table: the rivals, a coach, and the goals of a tour stage."""

    rivals: Rivals
    coach: Callable[[], CoachShown | None]
    goals: Callable[[], GoalsSoFar]


class TableViews:
    """Builds the table's view."""

    def __init__(
        self,
        hand: TableHand[TableMatch],
        questions: TableQuestions,
        take_backs: TakeBacks,
        delegation: Delegation,
        tells: TableTells,
    ) -> None:
        self._hand = hand
        self._stage = self._hand.stage
        self._match = self._hand.match
        self._questions = questions
        self._take_backs = take_backs
        self._delegation = delegation
        self._rivals, self._coach, self._goals = tells.rivals, tells.coach, tells.goals

    def make(self) -> TableView:
        app, chosen = self._stage.app, self._hand
        rest, session = self._match.observation, self._match.session
        bare = TableView(rest, session.players, session.viewer)
        log = self._log_lines(rest, bare.names)
        spoken = self._rivals.spoken(bare.names)
        turn = turn_shown(self._moment(rest, bare.names, log), self._match.why_not)
        return TableView(
            rest,
            session.players,
            session.viewer,
            log=self._with_spoken(log, spoken),
            log_end=self._stage.log.end,
            turn=replace(
                turn,
                button_w=self._questions.button_w or self._delegation.button_w,
                offering=self._delegation.offering,
            ),
            selected=chosen.selected if chosen.is_at_rest else None,
            focused_pile=chosen.aim,
            targets=chosen.lit(),
            lit_card=None if chosen.active is None else rest.hand[chosen.active],
            last=last_pile(rest),
            hidden=chosen.hidden,
            makes_room=chosen.makes_room,
            coach=self._coach(),
            leaders=self._match.leaders,
            has_take_backs=self._take_backs.are_allowed,
            moods=self._rivals.moods,
            spoken=spoken,
            met=app.meetings(app.settings.profile.person),
            title=stage_title(session, rest),
            goals=goals_shown(session.stage, *self._goals()),
        )

    def _moment(self, rest: Observation, names: Names, log: tuple[LogLine, ...]) -> Moment:
        """Return what the turn plate describes."""
        chosen = self._hand
        taken = chosen.carried if chosen.carried is not None else chosen.selected
        pointed = taken if taken is not None else chosen.hovered
        card: Card | None = rest.hand[pointed] if pointed is not None and chosen.is_at_rest else None
        return Moment(
            rest,
            names,
            log,
            card,
            taken is not None,
            self._match.refused,
            self._questions.advice(names),
            aside=self._questions.aside,
            # a raised card shows its name itself
            names_card=self._stage.picture.hand_width < NAMED_FROM_PX and pointed != chosen.selected,
            ready=rest.hand[chosen.selected] if chosen.selected is not None and chosen.hold is None else None,
            is_taken_back=self._take_backs.can_make_again,
            is_delegated=self._delegation.is_delegated,
            is_finishing=self._match.session.deciders.is_finishing,
        )

    def _log_lines(self, rest: Observation, names: Names) -> tuple[LogLine, ...]:
        notes = self._match.session.notes
        known = rest.moves, rest.scores, len(notes.reasons), notes.hurried, notes.taken_back
        return self._stage.log_lines(known, partial(log_lines, rest, names, notes))

    def _with_spoken(self, log: tuple[LogLine, ...], spoken: Spoken | None) -> tuple[LogLine, ...]:
        """Return the log with a driver's remark below it, if there is no room for it elsewhere."""
        if spoken is None or not spoken.in_log or self._stage.log.end is not None:
            return log
        driver = self._match.session.players[spoken.seat].driver or ""
        mood = self._rivals.moods[spoken.seat] if self._rivals.moods else Mood.CALM
        return (*log, LogLine(None, spoken.text, face=portrait_name(driver, mood)))
