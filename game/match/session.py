"""A match being played: asks whoever decides, applies and saves moves, and reports what the viewer may know."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TypedDict, Unpack

from game.engine.cards import Card
from game.engine.errors import Refusal
from game.engine.match import LegResult
from game.engine.moves import Move, move
from game.engine.observation import Observation, Phase
from game.engine.record import Record
from game.engine.setup import MatchSetup
from game.files.problems import Problem, ProblemCode
from game.files.wall_clock import now_s
from game.match.bot_reasons import BotReason
from game.match.bots.client import BotClient, WorkerBots
from game.match.bots.decisions import BotAnswer
from game.match.bots.requests import BotRequests
from game.match.deals import Deal
from game.match.library import Autosave, MatchLibrary
from game.match.match_file import MatchKind, SavedLeg, SavedMatch
from game.match.plan import Plan
from game.match.progress import MatchProgress
from game.match.running.autopilot import AutopilotControl
from game.match.running.delayed_reveal import DelayedReveal, split_last_attack
from game.match.running.hints import Hints
from game.match.running.hot_seat import HotSeat
from game.match.running.seat_control import IllegalMoveError, SeatControl
from game.match.running.take_backs import TakeBackHistory
from game.match.running.viewer_feed import Jump, LegNotes, Step, ViewerFeed, move_index_map
from game.people.players import first_person_seat

_SEED_BITS = 63


class SessionDependencies(TypedDict, total=False):
    """The objects that a session works with: ``clock`` returns seconds.

    Without ``files`` nothing is written; without ``bots`` a worker process is started.
    """

    files: MatchLibrary | None
    clock: Callable[[], float]
    bots: BotClient | None


class Session:
    """One match, begun by ``new`` or resumed from its saved state ``start``, after the last move.

    A resumed match continues exactly as it would have without the interruption.

    Call ``poll`` every frame, and ``play`` when it is ``is_waiting_for_viewer``. Any number of seats may be persons'.
    One person is the ``viewer``, who holds the screen (seat 0 if nobody plays): all steps contain only what that seat
    may know. With several persons, nothing goes on while ``hot_seat.handover`` names the person who must take the
    screen by ``accept_handover``, and every hazard on a person must be answered (``hot_seat.answer_hazard``), even if
    only with None. A person may let the autopilot, the strongest bot, finish the leg (``start_autopilot``) and
    ``stop_autopilot`` again. On resuming, a last attack is shown again, answered or not, so that resuming reveals
    nothing, unless the match is over or moves were taken back after it. Raises ``ValueError`` if the numbers of players
    and seats differ; methods raise ``RuntimeError`` if they are not possible at the time.
    """

    def __init__(self, start: SavedMatch, **surroundings: Unpack[SessionDependencies]) -> None:
        if len(start.players) != start.setup.seats:
            raise ValueError(f"expected {start.setup.seats} players, got {start.players}")
        self.setup: MatchSetup = start.setup
        self.players = start.players
        self.aggression = start.manner
        self.kind = start.kind
        self.stage = start.stage
        self.plan = start.plan
        self.autosave = Autosave(surroundings.get("files"), start.id)
        self._clock = surroundings.get("clock", time.monotonic)
        self._start = start
        self._earlier: tuple[SavedLeg, ...] = ()
        progress = self._progress = MatchProgress(start)
        viewpoint = self.viewer_feed = ViewerFeed(progress, first_person_seat(start.players))
        viewpoint.hand_orders = {viewpoint.seat: start.hand}
        deciders = self.seat_control = SeatControl(start, progress, viewpoint)
        has_bots = len(deciders.persons) < len(start.players)
        bots = surroundings.get("bots") or WorkerBots(starts_now=has_bots)
        self._requests = BotRequests(bots)
        hold = self._delayed_reveal = DelayedReveal(progress, viewpoint, deciders, self._requests)
        hot_seat = self.hot_seat = HotSeat(progress, hold, self.autosave)
        self.autopilot_control = AutopilotControl(progress, viewpoint, deciders, hot_seat)
        self.hints = Hints(hold, are_allowed=start.allows_hints)
        self.take_backs = TakeBackHistory(progress, viewpoint, deciders, hot_seat, are_allowed=start.allows_take_backs)
        if start.legs:
            self._restore(start)
        else:
            self._deal()
            viewpoint.delivered_observation = viewpoint.latest_observation

    @classmethod
    def new(
        cls,
        plan: Plan,
        deal: Deal | None = None,
        *,
        seed: int | None = None,
        day: date | None = None,
        stage: str | None = None,
        **surroundings: Unpack[SessionDependencies],
    ) -> Session:
        """Start a match. ``seed`` determines first dealer, decks and bots; None takes a random one from the system.

        A chosen ``deal`` provides the seed, so that bots decide the same each time. ``day`` is the date of a deal of
        the day, ``stage`` the id of a tour stage.
        """
        start = match_of_deal(plan, deal, day) if deal is not None else _drawn_match(plan, seed)
        if stage is not None:
            start = replace(start, kind=MatchKind.STAGE, stage=stage)
        return cls(start, **surroundings)

    @property
    def viewer(self) -> int:
        return self.viewer_feed.seat

    @property
    def observation(self) -> Observation:
        """The viewer's observation after the step that ``poll`` returned last.

        Until ``poll`` has returned a step, it is the observation after the first one.
        """
        return self.viewer_feed.delivered_observation

    @property
    def is_waiting_for_viewer(self) -> bool:
        """Whether the viewer must decide, all steps are delivered, and the last move is on disk."""
        return self.hot_seat.is_waiting_for_viewer

    @property
    def deal(self) -> Deal | None:
        """The numbered deal of the first leg, None if its cards were arranged otherwise.

        It is the race's own deal, even if a tie has made another leg necessary.
        """
        return self._progress.first_deal

    @property
    def is_played_out(self) -> bool:
        """Whether the match is over, even if its last step was not delivered yet."""
        return self._delayed_reveal.pending is None and self._progress.match.is_over

    @property
    def history(self) -> tuple[LegResult, ...]:
        return self._progress.results

    @property
    def totals(self) -> tuple[int, ...]:
        """The sides' scores after the finished legs."""
        return tuple(self._progress.match.totals)

    @property
    def is_leg_over(self) -> bool:
        """Whether the step that ends the leg was delivered: then ``next_leg`` is due, unless the match is over."""
        return self.observation.phase is Phase.OVER

    @property
    def is_match_over(self) -> bool:
        """Whether the step that ends the match's last leg was delivered."""
        return self.is_leg_over and self._progress.match.is_over

    @property
    def winner(self) -> int | None:
        """The side that won the match if that is over, else the leg just over; None if nobody did."""
        return self._progress.match.winner if self.is_match_over else self.observation.winner

    @property
    def notes(self) -> LegNotes:
        """The bots' reasons and other notes, keyed by the index in the viewer's ``observation.moves``.

        During a leg they contain only the public reasons, after it all reasons.
        """
        notes = self.take_backs.notes
        return notes if self.is_leg_over else notes.public()

    def poll(self) -> list[Step]:
        """Advance the match as far as possible without waiting and return the new steps; call this every frame."""
        self._requests.collect_problems()
        if self._requests.is_discarded:
            self._requests.poll_answer()
        else:
            self.hints.advance(may_ask=self.is_waiting_for_viewer)
        is_free = not self.hints.is_thinking and not self._requests.is_discarded
        if self.autosave.is_settled and self.viewer_feed.is_delivered and is_free and not self.hot_seat.is_covered:
            if self._delayed_reveal.pending is not None:
                if self._delayed_reveal.advance(self._clock):
                    self._save()
            elif (seat := self._progress.seat) is not None:
                if self.seat_control.is_person(seat):
                    self.seat_control.autoplays_discards = False
                else:
                    self._advance_bot(seat)
        return self.viewer_feed.pop_steps()

    def _advance_bot(self, seat: int) -> None:
        if self._requests.question is None:
            self._requests.ask(self.seat_control.question(self._progress.observe(seat)))
        elif (answer := self._requests.poll_decision()) is not None:
            # an automatic discard shows neither reason nor stand-in
            is_own = seat in self.seat_control.persons and seat not in self.seat_control.autopilot_seats
            self.seat_control.record_autopilot(seat)
            if not is_own and answer.problem is not None and answer.problem.code is ProblemCode.BOT_STOOD_IN:
                self.viewer_feed.record_stand_in(seat)
            self._apply(answer.move, None if is_own else answer.reason)

    def _apply(self, move: Move, reason: BotReason | None = None) -> None:
        """Apply a move, queue its steps and save; the outcome of an attack is shown later.

        A person is not asked about an extension that their own hand makes pointless.
        """
        self.viewer_feed.record_reason(reason)
        before = len(self._progress.moves)
        events = self._progress.apply(move)
        if self.seat_control.is_person(move.seat) and (win := self._progress.forced_answer) is not None:
            events += self._progress.apply(win)
        if move.side is None:
            self.viewer_feed.queue(events)
        else:
            self._delayed_reveal.announce(move, events, before)
        self._save()

    def refusal_for(self, move: Move) -> Refusal | None:
        """Return why the viewer may not make this move now, or None if it is allowed.

        While steps are undelivered the answer is ``WRONG_SEAT``, because the engine's own answer might reveal them.
        """
        is_driven = self.seat_control.is_autopilot_on or self.seat_control.is_autoplaying
        if move.seat != self.viewer or not self._delayed_reveal.is_all_revealed or is_driven:
            return Refusal.WRONG_SEAT
        return self._progress.refusal_for(move)

    def play(self, move: Move) -> None:
        """Play the viewer's move. Raises ``IllegalMoveError`` if it is illegal, or not the viewer's turn to decide."""
        reason = self.refusal_for(move)
        if reason is None and not self.is_waiting_for_viewer:
            reason = Refusal.WRONG_SEAT
        if reason is not None:
            raise IllegalMoveError(move, reason)
        self._decide_anew()
        self._apply(move)

    def _decide_anew(self) -> None:
        self.hints.cancel()
        self.take_backs.forget_redo()

    def accept_handover(self) -> None:
        """Give the screen to the person of ``hot_seat.handover``. Raises ``RuntimeError`` if there is none."""
        before = self.viewer
        self.hot_seat.accept_handover(self.take_backs.undone)
        if self.viewer != before:
            self.hints.cancel()

    def next_leg(self) -> None:
        """Deal the next leg. Raises ``RuntimeError`` if the leg is not over, or if the match is."""
        if not self.is_leg_over or self.is_match_over:
            raise RuntimeError("next_leg: the leg must be over, and the match must not")
        self._deal()

    def autoplay_discards(self) -> None:
        """Make the strongest bot choose the viewer's discards until the leg ends or there is a real decision."""
        self.autopilot_control.autoplay_discards()
        self._decide_anew()

    def start_autopilot(self) -> None:
        """Put the viewer's seat on autopilot until the leg ends or ``stop_autopilot``."""
        self.autopilot_control.start_autopilot()
        self._decide_anew()
        self._save()

    def stop_autopilot(self, seat: int | None = None) -> None:
        """End the autopilot of a seat, by default the viewer's; a pending bot answer for it is discarded.

        Anybody but the viewer gets the screen at their next turn, by ``hot_seat.handover`` as always. Raises
        ``RuntimeError`` unless the seat is on autopilot.
        """
        seat = self.viewer if seat is None else seat
        if seat not in self.seat_control.autopilot_seats:
            raise RuntimeError("take_over: nobody plays for that seat")
        self.seat_control.stop_autopilot(seat)
        question = self._requests.question
        if question is not None and question.observation.seat == seat:
            self._requests.discard_answer()
        self._delayed_reveal.show_attack_to(seat)
        self._save()

    def take_back(self) -> None:
        """Return to the position before the viewer's own last decision.

        The deck stays the same, and the bots decide again from the same seeds.
        """
        self._jump(self.take_backs.take_back(is_told=self._delayed_reveal.pending is None), Jump.BACK, is_told=True)

    def redo(self) -> None:
        """Redo the last decision that was taken back, with all that followed."""
        moves, is_told = self.take_backs.redo()
        self._jump(moves, Jump.REDO, is_told=is_told)

    def _jump(self, moves: Sequence[Move], jump: Jump, *, is_told: bool) -> None:
        """Go to the position after these moves and discard pending questions.

        The outcome of a last attack is shown again unless ``is_told``: the viewer has seen it.
        """
        self.hints.cancel()
        self._requests.discard_answer()
        self._delayed_reveal.pending = None
        self.seat_control.autoplays_discards = False
        self.seat_control.stop_autopilot(self.viewer)
        record = replace(self._progress.record, moves=tuple(move.text for move in moves))
        self._stand_at(record, jump, is_told=is_told)
        self._save()

    def _deal(self) -> None:
        if self._progress.match.results:
            self._earlier = (*self._earlier, self._leg_now)
        self.viewer_feed.notes, self.viewer_feed.hand_orders = LegNotes(), {}
        self.take_backs.restore(())
        self.seat_control.begin_leg()
        events = self._progress.deal()
        self.hot_seat.cover_table()
        self.viewer_feed.queue(events)
        self._save()

    def _restore(self, saved: SavedMatch) -> None:
        *earlier, last = saved.legs
        for leg in earlier:
            self._progress.restore(leg.record)
            self._progress.count_leg()
        self._earlier = tuple(earlier)
        self.viewer_feed.notes = LegNotes(dict(last.reasons), frozenset(last.hurried), last.taken_back)
        self.seat_control.begin_leg(saved.deputies, last.delegated)
        undone = tuple(move(text) for text in saved.undone)
        is_told = saved.is_over or bool(undone)  # what it shows was seen before the end or the take-back
        if self.seat_control.is_hot_seat:
            # The person to decide next becomes the viewer; whether a last attack is answered must not show.
            self._progress.restore(last.record if is_told else split_last_attack(last.record, None)[0])
            seat = self._progress.seat
            self._progress.restore(last.record)
            self.hot_seat.cover_table(undone, seat)
        self.take_backs.restore(undone)
        self._stand_at(last.record, is_told=is_told)
        if saved.is_over:
            self._save()  # a file left behind before its last attack was told does not say so

    def _stand_at(self, record: Record, jump: Jump | None = None, *, is_told: bool = False) -> None:
        """Replay a record as the running leg and queue a step with the viewer's observation.

        A last attack is shown again, as if just made, unless ``is_told``: the viewer has seen its outcome.
        """
        deciders, viewer = self.seat_control, self.viewer
        is_asked = viewer in deciders.persons and not deciders.is_hot_seat and not deciders.is_autopilot_on
        told, attack, answer = (
            (record, None, None) if is_told else split_last_attack(record, viewer if is_asked else None)
        )
        self._progress.restore(told)
        self.viewer_feed.queue([], jump)
        if jump is None:
            self.viewer_feed.delivered_observation = self.viewer_feed.latest_observation
        if attack is not None:
            self._apply(attack)
            if self._delayed_reveal.pending is not None and answer is not None:
                self._delayed_reveal.pending.answer = BotAnswer(answer)

    @property
    def _leg_now(self) -> SavedLeg:
        to = move_index_map(self._progress.moves, self.viewer, first_person_seat(self.players))
        notes = self.take_backs.notes.for_other_seat(to)
        delegated = self.seat_control.autopilot_used
        return SavedLeg(self._progress.record, notes.reasons, notes.hurried, notes.taken_back, delegated)

    @property
    def saved(self) -> SavedMatch:
        """The current state of the match for its file, including hidden cards."""
        return replace(
            self._start.with_save_time(now_s()),
            id=self.autosave.id,
            legs=(*self._earlier, self._leg_now),
            totals=self.totals,
            winner=self._progress.match.winner,
            hand=() if self.seat_control.is_hot_seat else self.viewer_feed.hand_order,
            undone=tuple(move.text for move in self.take_backs.undone),
            deputies=self.seat_control.autopilot_seats,
        )

    def _save(self) -> None:
        self.autosave.save(self.saved)

    def save_hand_order(self, hand: tuple[Card, ...], *, save: bool = False) -> None:
        """Remember the order of the viewer's hand on the screen.

        With ``save`` it is written at once, else with the next move.
        """
        self.viewer_feed.hand_orders[self.viewer] = hand
        if save:
            self._save()

    def pop_problems(self) -> list[Problem]:
        """Return the new problems with saving and bots since the last call."""
        return self._requests.pop_problems() + self.autosave.pop_problems()

    def close(self) -> None:
        """End the bots' worker process; the writer still finishes pending writes."""
        self._requests.bots.close()


def _drawn_match(plan: Plan, seed: int | None) -> SavedMatch:
    """Return a match before its first leg; ``seed`` (None for a random one) determines all its cards."""
    if seed is None:
        seed = random.SystemRandom().getrandbits(_SEED_BITS)
    dealer = random.Random(f"{seed}/dealer").randrange(plan.setup.seats)
    return _begun(plan, seed, dealer)


def match_of_deal(plan: Plan, deal: Deal, day: date | None = None) -> SavedMatch:
    """Return a match of a chosen deal before its leg has begun; its seed is the deal's key."""
    start = _begun(plan, deal.key, deal.dealer_seat(first_person_seat(plan.players)))
    return replace(start, kind=MatchKind.DEAL, first_deal=deal.number, day=day)


def _begun(plan: Plan, seed: int, dealer: int) -> SavedMatch:
    start = SavedMatch(plan.setup, plan.players, seed, dealer, manner=plan.aggression).with_begin_time(now_s())
    return replace(start, allows_take_backs=plan.take_backs, allows_hints=plan.hints)
