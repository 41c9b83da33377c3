"""A match being played: asks who is to decide, applies moves, saves them, and tells the viewer what it may know.

Nobody but the seat asked may learn that a coup fourré was asked (rules.md §9), neither by an event nor by a pause.
So every hazard is told in two steps: the attack at once, what followed from it ``REVEAL_DELAY_S`` after the attack is
on disk; in between some bot of the side attacked decides, if only a decoy; and each of the two steps is saved.
The time that such a decision may take is shorter than that pause, and that for any other is long enough for all but
an emergency.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

from ai.bot import TOP_LEVEL, BotSpec
from game.engine.cards import Card
from game.engine.endgame import is_drawn_out
from game.engine.errors import Refusal
from game.engine.events import Event, after_event, redact
from game.engine.match import LegResult
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase
from game.engine.record import Record
from game.engine.setup import MatchContext, MatchSetup
from game.session.bots.client import Bots, BotsOnDemand, WorkerBots
from game.session.bots.decisions import BotAnswer, BotQuestion, decoy, legal_answer
from game.session.comparison import DrivenLeg
from game.session.deals import Deal
from game.session.match_progress import MatchProgress
from game.session.players import bot_spec, person_in
from game.session.problems import Problem, ProblemCode
from game.session.reasons import BotReason, public_reason
from game.session.setup import Plan
from game.session.storage import limits
from game.session.storage.library import Autosave, MatchLibrary
from game.session.storage.match_file import MatchKind, Saved, SavedLeg
from game.session.wall_clock import present_s

REVEAL_DELAY_S: Final = 0.6
"""How long an attack stands before what followed is told; longer than a bot may think about its answer."""

ANSWER_MS: Final = 500.0
"""How long a bot may think about a coup fourré, asked in truth or for show."""
DECISION_MS: Final = 2000.0
"""How long a bot may think about anything else: the strongest needs half a second at its worst on an idle machine."""

_SEED_BITS: Final = 63
_log = logging.getLogger(__name__)


class IllegalMoveError(Exception):
    """The viewer's move was refused; ``reason`` is the engine's."""

    def __init__(self, move: Move, reason: Refusal) -> None:
        super().__init__(f"{move.text}: {reason}")
        self.move = move
        self.reason = reason


class Jump(StrEnum):
    """How a step came about that is no move."""

    BACK = "back"
    """The viewer took back its last decision, and whatever followed from it."""
    AGAIN = "again"
    """The viewer had it made again."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happened, as the viewer may know it, and what the viewer sees after it.

    A ``jump`` has no events: the observation is that of an earlier or later moment of the leg.
    """

    events: tuple[Event, ...]
    observation: Observation
    jump: Jump | None = None


@dataclass(frozen=True, slots=True)
class Handover:
    """Whom the screen is to be given to. After a hazard ``attack`` says which was laid on that person's side.

    Every person of a side that was hit is given the screen, whether there is anything to answer or not.
    """

    seat: int
    attack: Move | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """What the strongest bot would do in the viewer's place, and why."""

    move: Move
    reason: BotReason | None


@dataclass(slots=True)
class _PendingAttack:
    """An attack whose outcome is not told yet: what followed from it, the answer to it, and when to tell.

    It is the move after so many ``before`` in its leg, and ``shown`` tells it. ``to_see`` are the persons that have
    still to be given the screen for it, where several play.
    """

    attack: Move
    events: list[Event]
    shown: Event
    before: int
    to_see: tuple[int, ...] = ()
    answer: BotAnswer | None = None
    due_s: float | None = None


class Session:
    """One match. Drive it by calling ``poll`` every frame, and ``play`` when it is ``waiting_for_viewer``.

    Players sit in seat order, any number of them ``persons``. One of these is the ``viewer``, who holds the screen
    (seat 0 if nobody plays): all that is told is what that seat may know. Where several play, nothing goes on while
    ``handover`` says whom the screen is to be given to, until that person is there (``take_screen``); and each hazard
    on a person is to be answered (``answer``), be it with nothing. A person may let the strongest bot finish the leg
    (``delegate``); the seat is a bot's until then, or until that person wants to ``take_over``.
    ``files`` None keeps nothing on disk; ``bots`` None starts a worker process. ``hold_s`` may be shortened where
    nobody looks. Raises ``ValueError`` if players and seats don't match.
    """

    def __init__(
        self, start: Saved, *, files: MatchLibrary | None, clock: Callable[[], float], bots: Bots | None
    ) -> None:
        self.setup: MatchSetup = start.setup
        self.players = start.players
        self.manner = start.manner
        if len(start.players) != start.setup.seats:
            raise ValueError(f"expected {start.setup.seats} players, got {start.players}")
        self.persons = tuple(seat for seat, player in enumerate(start.players) if player.is_human)
        self.viewer = person_in(start.players)
        self._deputies: frozenset[int] = frozenset()
        self._delegated: frozenset[int] = frozenset()
        self._is_covered = False
        self._is_finishing = False
        self._is_drawn_out: tuple[Observation | None, bool] = (None, False)
        self.hold_s = REVEAL_DELAY_S
        self._clock = clock
        self._start = start
        self._progress = MatchProgress(start)
        self._autosave = Autosave(files, start.id)
        self._earlier: tuple[SavedLeg, ...] = ()
        self._undone: tuple[Move, ...] = ()
        self._undos = 0
        self._is_all_undone_told = False
        self._taken_back: tuple[int, ...] = ()
        self._hold: _PendingAttack | None = None
        self._is_bot_asked = False
        self._is_answer_unwanted = False
        self._question: BotQuestion | None = None
        self._told: set[tuple[ProblemCode, str | None]] = set()
        self._reasons: dict[int, BotReason] = {}
        self.hand = start.hand
        self._wants_hint = False
        self._hint: Hint | None = None
        self._asked_hint_at: Observation | None = None
        self._hurried: set[int] = set()
        self._was_cut = False
        self._steps: list[Step] = []
        self._delivered: Observation
        self._problems: list[Problem] = []
        has_bots = len(self.persons) < len(self.players)
        self._bots: Bots = bots if bots is not None else WorkerBots() if has_bots else BotsOnDemand()

    @classmethod
    def new(
        cls,
        plan: Plan,
        *,
        seed: int | None = None,
        files: MatchLibrary | None = None,
        clock: Callable[[], float] = time.monotonic,
        bots: Bots | None = None,
    ) -> Session:
        """Begin a match. ``seed`` fixes first dealer, decks and bots; None takes one from the system's randomness."""
        if seed is None:
            seed = random.SystemRandom().getrandbits(_SEED_BITS)
        dealer = random.Random(f"{seed}/dealer").randrange(plan.setup.seats)
        return cls._begun(_start(plan, seed, dealer), files=files, clock=clock, bots=bots)

    @classmethod
    def new_deal(
        cls,
        plan: Plan,
        deal: Deal,
        *,
        day: date | None = None,
        files: MatchLibrary | None = None,
        clock: Callable[[], float] = time.monotonic,
        bots: Bots | None = None,
    ) -> Session:
        """Begin a deal that was chosen, ``day`` being the date of a deal of the day; bots decide alike each time."""
        dealer = deal.dealer_seat(person_in(plan.players))
        start = replace(_start(plan, deal.key, dealer), kind=MatchKind.DEAL, first_deal=deal.number, day=day)
        return cls._begun(start, files=files, clock=clock, bots=bots)

    @classmethod
    def _begun(
        cls, start: Saved, *, files: MatchLibrary | None, clock: Callable[[], float], bots: Bots | None
    ) -> Session:
        session = cls(start, files=files, clock=clock, bots=bots)
        session._deal()
        session._delivered = session._latest
        return session

    @classmethod
    def resume(
        cls,
        saved: Saved,
        *,
        files: MatchLibrary | None = None,
        clock: Callable[[], float] = time.monotonic,
        bots: Bots | None = None,
    ) -> Session:
        """Go on with a saved match from its last move, exactly as it would have gone on.

        A last attack is told anew, answered or not: what is resumed must not betray it either.
        """
        session = cls(saved, files=files, clock=clock, bots=bots)
        session._restore(saved)
        return session

    @property
    def observation(self) -> Observation:
        """What the viewer sees after the step that ``poll`` delivered last; before the first, what that will show."""
        return self._delivered

    @property
    def waiting_for_viewer(self) -> bool:
        """Whether it is the viewer's decision, everything is delivered, and the last move is on disk."""
        is_free = self._is_all_told and self._autosave.is_settled and not self._is_covered
        return is_free and self._is_viewers_decision

    @property
    def is_shared(self) -> bool:
        """Whether several persons play at the one screen."""
        return len(self.persons) > 1

    @property
    def handover(self) -> Handover | None:
        """Whom the screen is to be given to before anything goes on, None if who holds it goes on."""
        hold = self._hold
        if not self.is_shared or not (self._is_covered or (not self._steps and self._autosave.is_settled)):
            return None
        if hold is not None:
            waits = hold.to_see and (self._is_covered or hold.to_see[0] != self.viewer)
            return Handover(hold.to_see[0], hold.attack) if waits else self._cover_of(self.viewer)
        seat = self._progress.seat
        if self._is_covered or seat is None or seat == self.viewer or not self._is_persons(seat):
            return self._cover_of(self.viewer)
        return Handover(seat)

    def _cover_of(self, seat: int) -> Handover | None:
        return Handover(seat) if self._is_covered else None

    def take_screen(self) -> None:
        """Let the person look whom ``handover`` names. Raises ``RuntimeError`` if it names nobody."""
        handover = self.handover
        if handover is None:
            raise RuntimeError("take_screen: nobody is to be given the screen")
        self._is_covered = False
        if handover.seat == self.viewer:
            return
        self.drop_hint()
        self._reckon_by(self.viewer, handover.seat)
        self.viewer, self.hand, self._steps = handover.seat, (), []  # what is still untold was another's to know
        hold = self._hold
        if hold is None:
            self._tell([])
        else:
            seen = self._progress.observe_after(hold.before, self.viewer)
            self._steps.append(Step((), after_event(seen, hold.shown)))

    @property
    def hazard(self) -> Move | None:
        """The hazard that the viewer is shown and has to ``answer``, be it with nothing; None if there is none."""
        hold = self._hold
        if hold is None or self._is_covered or self._steps or not hold.to_see or hold.to_see[0] != self.viewer:
            return None
        return hold.attack

    @property
    def answers(self) -> tuple[Move, ...]:
        """The moves that can answer ``hazard``; none if there is nothing to decide."""
        if self.hazard is None or self._progress.phase is not Phase.COUP_FOURRE or not self._is_viewers_decision:
            return ()
        return self._progress.observe(self.viewer).legal

    def answer(self, move: Move | None) -> None:
        """Answer ``hazard`` by one of ``answers``, or by None where there is none. Raises ``IllegalMoveError``."""
        hold, answers = self._hold, self.answers
        if hold is None or self.hazard is None:
            raise RuntimeError("answer: there is no hazard to be answered")
        if move is not None:
            if move not in answers:
                raise IllegalMoveError(move, Refusal.WRONG_SEAT)
            hold.answer = BotAnswer(move)
        elif answers:
            raise RuntimeError("answer: there is a decision to be made")
        hold.to_see = hold.to_see[1:]

    @property
    def id(self) -> str:
        """Which of the kept matches it is; empty for the lesson, which has no file."""
        return self._autosave.id

    @property
    def is_to_be_kept(self) -> bool:
        """Whether the match has a file, as all have but the lesson."""
        return self._autosave.has_file

    @property
    def is_kept(self) -> bool:
        """Whether the match is in its file as it is, or on its way there."""
        return self._autosave.is_kept

    @property
    def plan(self) -> Plan:
        """What the match was begun by."""
        return Plan(self.setup, self.players, self.manner, self.allows_take_backs)

    @property
    def deal(self) -> Deal | None:
        """The deal of the leg being played, or just over; None if its cards were laid otherwise."""
        return self._progress.dealt

    @property
    def is_chosen_deal(self) -> bool:
        """Whether it was begun as a deal that was chosen."""
        return self._start.kind is MatchKind.DEAL

    @property
    def driven_leg(self) -> DrivenLeg:
        """The leg that was counted last, to be driven anew. Raises ``IndexError`` if there is none."""
        last = self.history[-1]
        before = tuple(total - score.total for total, score in zip(self.totals, last.scores, strict=True))
        context = MatchContext(len(self.history), before, self.setup.target_score, self.setup.legs)
        return DrivenLeg(last.record, self.players, self.manner, self.viewer, context, self._start.seed)

    @property
    def allows_take_backs(self) -> bool:
        """Whether the viewer may take moves back in this match."""
        return self._start.allows_take_backs

    @property
    def is_played_out(self) -> bool:
        """Whether the match is over, be its end told already or not."""
        return self._hold is None and self._progress.match.is_over

    @property
    def history(self) -> tuple[LegResult, ...]:
        """The legs that are over."""
        return self._progress.results

    @property
    def totals(self) -> tuple[int, ...]:
        """The sides' scores after the legs that are over."""
        return tuple(self._progress.match.totals)

    @property
    def leg_number(self) -> int:
        """The leg being played, or just over; from 1."""
        return self._delivered.leg

    @property
    def is_leg_over(self) -> bool:
        """Whether the leg's end was delivered: ``next_leg`` goes on, unless the match is over too."""
        return self._delivered.phase is Phase.OVER

    @property
    def is_match_over(self) -> bool:
        """Whether the end of the match's last leg was delivered."""
        return self.is_leg_over and self._progress.match.is_over

    @property
    def match_winner(self) -> int | None:
        """The side that won the match, None before it is over."""
        return self._progress.match.winner if self.is_match_over else None

    @property
    def reasons(self) -> dict[int, BotReason]:
        """Why the bots did what they did, by the place of the move in the viewer's ``observation.moves``.

        While the leg runs only what says nothing about a hand, after it everything.
        """
        reasons = self._reasons_now
        if self.is_leg_over:
            return reasons
        told = ((place, public_reason(reason)) for place, reason in reasons.items())
        return {place: reason for place, reason in told if reason is not None}

    @property
    def hurried(self) -> frozenset[int]:
        """The places in the viewer's ``observation.moves`` of the turns for which a bot's time was too short.

        Each bot's first in the leg only. Of answers to an attack, asked in truth or for show, nothing is told.
        """
        return self._hurried_now

    @property
    def taken_back(self) -> tuple[int, ...]:
        """The places in the viewer's ``observation.moves`` before which moves were taken back, each as often."""
        return self._taken_back_now

    @property
    def take_backs(self) -> int:
        """How often moves were taken back in this match."""
        return sum(len(leg.taken_back) for leg in self._earlier) + len(self._taken_back_now)

    @property
    def can_take_back(self) -> bool:
        """Whether the viewer may take back a decision of this leg; once that is over, no more."""
        return self._may_jump and any(map(self._is_taken_back_to, self._progress.moves))

    @property
    def can_make_again(self) -> bool:
        """Whether what was taken back can be made again: until the viewer decides anew."""
        return self._may_jump and bool(self._undone)

    @property
    def hint(self) -> Hint | None:
        """What the viewer asked for with ``ask_hint``; None while it is thought about, and after the move."""
        return self._hint

    @property
    def is_hint_due(self) -> bool:
        """Whether a hint was asked for and is being thought about."""
        return self._wants_hint and self._hint is None

    def ask_hint(self) -> bool:
        """Have the strongest bot think about the viewer's decision; ``hint`` has it some frames later.

        False if there is nothing for the viewer to decide. Asking again changes nothing.
        """
        self._wants_hint = self._is_all_told and self._is_viewers_decision
        return self._wants_hint

    def drop_hint(self) -> None:
        """Forget the hint, also one that is still being thought about."""
        self._wants_hint, self._hint = False, None

    def poll(self) -> list[Step]:
        """Go on as far as possible without waiting, and return what is new to tell; to be called every frame."""
        for problem in self._bots.take_problems():
            self._tell_once(problem)
        if not self._is_answer_unwanted:
            self._advance_hint()
        elif self._heard() is not None:
            self._is_answer_unwanted = False
        is_free = self._asked_hint_at is None and not self._is_answer_unwanted
        if self._autosave.is_settled and not self._steps and is_free and not self._is_covered:
            if self._hold is not None:
                self._advance_hold(self._hold)
            elif (seat := self._progress.seat) is not None:
                if self._is_persons(seat):
                    self._is_finishing = False
                else:
                    self._advance_bot()
        steps, self._steps = self._steps, []
        if steps:
            self._delivered = steps[-1].observation
        return steps

    def why_not(self, move: Move) -> Refusal | None:
        """Why the viewer may not make this move now, None if it may.

        While something is still untold it is ``wrong_seat``: the engine's own answer might betray it.
        """
        if move.seat != self.viewer or not self._is_all_told or self.is_delegated or self.is_finishing:
            return Refusal.WRONG_SEAT
        return self._progress.why_not(move)

    def play(self, move: Move) -> None:
        """The viewer's decision. Raises ``IllegalMoveError`` if it is refused or the session isn't waiting for it."""
        reason = self.why_not(move)
        if reason is None and not self.waiting_for_viewer:
            reason = Refusal.WRONG_SEAT
        if reason is not None:
            raise IllegalMoveError(move, reason)
        self.drop_hint()
        self._decide_anew()
        self._apply(move)

    @property
    def is_drawn_out(self) -> bool:
        """Whether it is the turn of the viewer, who has nothing more to drive for as far as it can tell."""
        if not self.waiting_for_viewer:
            return False
        if self._is_drawn_out[0] is not self._delivered:
            self._is_drawn_out = self._delivered, is_drawn_out(self._delivered)
        return self._is_drawn_out[1]

    @property
    def can_finish(self) -> bool:
        """Whether the viewer has only cards to throw away, in a leg that is drawn out.

        Not where several play: that nobody is asked would tell the others that there is nothing to lay.
        """
        return self.is_drawn_out and self._delivered.must_discard and not self.is_shared

    def finish(self) -> None:
        """Have the strongest bot choose the viewer's discards until the leg ends, or there is anything else to decide.

        That is no driving: nothing is decided that anything hangs on. Raises ``RuntimeError`` unless ``can_finish``.
        """
        if not self.can_finish:
            raise RuntimeError("finish: the viewer has something else to do than to throw cards away")
        self.drop_hint()
        self._decide_anew()
        self._is_finishing = True

    @property
    def is_finishing(self) -> bool:
        """Whether the leg is played to its end without the viewer, as long as there is nothing to ask it."""
        seat = self._progress.seat
        return self._is_finishing and seat is not None and not self._is_persons(seat)

    @property
    def _is_discard_chosen(self) -> bool:
        """Whether it is the viewer's turn, and it need not decide."""
        is_turn = self._is_finishing and self._progress.seat == self.viewer and self._progress.phase is Phase.TURN
        return is_turn and self._progress.observe(self.viewer).must_discard

    @property
    def is_delegated(self) -> bool:
        """Whether the strongest bot plays for the viewer until the leg ends."""
        return self.viewer in self._deputies

    @property
    def can_delegate(self) -> bool:
        """Whether the viewer may have the strongest bot finish the leg."""
        return self._is_seen and not self.is_delegated and self._progress.phase is not Phase.OVER

    def delegate(self) -> None:
        """Let the strongest bot play for the viewer from now on, until the leg ends or ``take_over``.

        It sees what the viewer may know and no more. Raises ``RuntimeError`` unless ``can_delegate``.
        """
        if not self.can_delegate:
            raise RuntimeError("delegate: there is nobody who plays, or nothing left to play")
        self.drop_hint()
        self._decide_anew()
        self._deputies |= {self.viewer}
        self._save()

    @property
    def delegated(self) -> frozenset[int]:
        """The seats of persons for whom the strongest bot decided in this leg."""
        return self._delegated

    @property
    def delegated_by_leg(self) -> tuple[frozenset[int], ...]:
        """The same for each leg of the match so far, the running one or the one just over being the last."""
        return (*(leg.delegated for leg in self._earlier), self._delegated)

    @property
    def can_take_over(self) -> bool:
        """Whether the viewer may decide again before the leg ends."""
        return self.viewer in self.deputies

    @property
    def deputies(self) -> frozenset[int]:
        """The persons' seats that the strongest bot plays until the leg ends; any of them may ``take_over`` again."""
        return frozenset() if self._progress.phase is Phase.OVER else self._deputies

    def take_over(self, seat: int | None = None) -> None:
        """Have a person decide again, by default the viewer; what the bot was thinking about is not heard any more.

        Anybody but the viewer is given the screen at its next turn, by ``handover`` as always. Raises
        ``RuntimeError`` unless the seat is one of the ``deputies``.
        """
        seat = self.viewer if seat is None else seat
        if seat not in self.deputies:
            raise RuntimeError("take_over: nobody plays for that seat")
        self._end_deputy(seat)
        self._save()

    def _end_deputy(self, seat: int) -> None:
        self._deputies -= {seat}
        if self._is_bot_asked and self._question is not None and self._question.observation.seat == seat:
            self._is_answer_unwanted, self._is_bot_asked = True, False
        if self._hold is not None and seat in self._who_see(self._hold.attack):
            self._show_hazard(self._hold, seat)

    @staticmethod
    def _show_hazard(hold: _PendingAttack, seat: int) -> None:
        """Show the hazard whose outcome is not told yet to one more person, who decides about it instead of the bot."""
        if hold.answer is not None and hold.answer.move.seat == seat:
            hold.answer = None
        if seat not in hold.to_see:
            hold.to_see = (*hold.to_see, seat)

    def _is_persons(self, seat: int) -> bool:
        """Whether a person decides for that seat now."""
        is_chosen = seat == self.viewer and self._is_discard_chosen
        return seat in self.persons and seat not in self._deputies and not is_chosen

    def take_back(self) -> None:
        """Go back to the viewer's own last decision, before which the leg stands again as it stood then.

        The same deck stays, and the bots decide anew from the same seeds. Raises ``RuntimeError`` unless
        ``can_take_back``.
        """
        if not self.can_take_back:
            raise RuntimeError("take_back: there is no decision of the viewer's to be taken back")
        self._end_deputy(self.viewer)
        moves = self._progress.moves
        if not self._undone:
            self._is_all_undone_told = self._hold is None
        last = max(place for place, move in enumerate(moves) if self._is_taken_back_to(move))
        self._undone = (*moves[last:], *self._undone)
        self._undos += 1
        self._jump(moves[:last], Jump.BACK, is_told=True)

    def make_again(self) -> None:
        """Have the last decision that was taken back made again, with what followed from it.

        Raises ``RuntimeError`` unless ``can_make_again``.
        """
        if not self.can_make_again:
            raise RuntimeError("make_again: nothing was taken back")
        own = (place for place, move in enumerate(self._undone) if place and self._is_taken_back_to(move))
        until = next(own, len(self._undone))
        moves = (*self._progress.moves, *self._undone[:until])
        self._undone = self._undone[until:]
        self._undos = max(0, self._undos - 1)
        self._jump(moves, Jump.AGAIN, is_told=bool(self._undone) or self._is_all_undone_told)

    def _jump(self, moves: Sequence[Move], jump: Jump, *, is_told: bool) -> None:
        """Stand where these moves lead; who is asked something is not heard any more.

        What came of a last attack is told anew unless it ``is_told``.
        """
        self.drop_hint()
        self._is_answer_unwanted |= self._is_bot_asked or self._asked_hint_at is not None
        self._is_bot_asked, self._asked_hint_at, self._hold = False, None, None
        self._is_finishing = False
        record = replace(self._progress.record, moves=tuple(move.text for move in moves))
        self._stand_at(record, jump, is_told=is_told)
        self._save()

    def _decide_anew(self) -> None:
        """Forget what lay ahead of a decision that was taken back."""
        self._reasons, self._hurried = self._reasons_now, set(self._hurried_now)
        self._taken_back = self._taken_back_now
        self._undone, self._undos = (), 0

    def next_leg(self) -> None:
        """Deal the next leg. Raises ``RuntimeError`` unless a leg is over and the match isn't."""
        if not self.is_leg_over or self.is_match_over:
            raise RuntimeError("next_leg: the leg must be over, and the match must not")
        self._deal()

    def keep_hand(self, hand: tuple[Card, ...], *, save: bool = False) -> None:
        """Remember how the viewer's hand lies on the screen; it is saved with the next move, or at once."""
        self.hand = hand
        if save:
            self._save()

    def take_problems(self) -> list[Problem]:
        """What went wrong since the last call, with saving or with the bots."""
        problems = self._problems + self._autosave.take_problems()
        self._problems = []
        return problems

    def close(self) -> None:
        """End the bots' process. What is still to be written is finished by the writer."""
        self._bots.close()

    @property
    def _is_all_told(self) -> bool:
        return self._hold is None and not self._steps

    @property
    def _is_viewers_decision(self) -> bool:
        is_own = self._has_person and self._progress.seat == self.viewer and not self.is_delegated
        return is_own and not self._is_discard_chosen

    def _is_taken_back_to(self, played: Move) -> bool:
        """Whether that move was a decision of the viewer's that can be gone back to.

        Where several play no answer to a hazard is one: that it was asked is nobody else's business.
        """
        is_answer = played.kind in (MoveKind.COUP_FOURRE, MoveKind.DECLINE)
        return played.seat == self.viewer and not (self.is_shared and is_answer)

    @property
    def _has_person(self) -> bool:
        return self.players[self.viewer].is_human

    @property
    def _latest(self) -> Observation:
        return self._steps[-1].observation if self._steps else self._delivered

    @property
    def _may_jump(self) -> bool:
        return self.allows_take_backs and self._is_seen and self._progress.phase is not Phase.OVER

    @property
    def _is_seen(self) -> bool:
        """Whether a person looks at its own cards, and is not asked by the hand-over's plates."""
        return self._has_person and not self._is_covered and self.hazard is None and self.handover is None

    @property
    def _reasons_now(self) -> dict[int, BotReason]:
        moves = len(self._latest.moves)
        return {place: reason for place, reason in self._reasons.items() if place < moves}

    @property
    def _hurried_now(self) -> frozenset[int]:
        moves = len(self._latest.moves)
        return frozenset(place for place in self._hurried if place < moves)

    @property
    def _taken_back_now(self) -> tuple[int, ...]:
        """Those of earlier decisions, and as many here as led here; no more are counted than a file may tell."""
        here = len(self._latest.moves)
        told = (*(min(place, here) for place in self._taken_back), *[here] * self._undos)
        return told[: limits.TAKE_BACKS]

    def _deal(self) -> None:
        if self._progress.match.results:
            self._earlier = (*self._earlier, self._leg_now)
        self._reasons, self._hurried = {}, set()
        self._taken_back, self._undone, self._undos = (), (), 0
        self._deputies, self._delegated, self._is_finishing = frozenset(), frozenset(), False
        self.hand = ()
        events = self._progress.deal()
        self._cover()
        self._tell(events)
        self._save()

    def _cover(self) -> None:
        """Where several play, hide the table until the person is there whose turn is the next of a person."""
        if self.is_shared:
            seats, seat = self.setup.seats, self._progress.seat or 0
            those = [person for person in self.persons if self._is_persons(person)] or self.persons
            self.viewer = min(those, key=lambda person: (person - seat) % seats)
            self._is_covered = True

    def _reckon_by(self, before: int, seat: int) -> None:
        """Reckon the places of all moves by what this seat knows, and no more by what the one before knew."""
        to = reckoning((*self._progress.moves, *self._undone), before, seat)
        self._reasons = {to[place]: reason for place, reason in self._reasons.items()}
        self._hurried = {to[place] for place in self._hurried}
        self._taken_back = tuple(to[place] for place in self._taken_back)

    def _restore(self, saved: Saved) -> None:
        *earlier, last = saved.legs
        for leg in earlier:
            self._progress.restore(leg.record)
            self._progress.count_leg()
        self._earlier = tuple(earlier)
        self._reasons, self._hurried = dict(last.reasons), set(last.hurried)
        self._undone = tuple(move(text) for text in saved.undone)
        self._taken_back = last.taken_back
        self._deputies, self._delegated = saved.deputies, last.delegated
        self._stand_at(last.record)

    def _stand_at(self, record: Record, jump: Jump | None = None, *, is_told: bool = False) -> None:
        """Play a record as the running leg and queue a step with what the viewer sees then.

        A last attack is told anew, as if it had just been made, unless all that came of it ``is_told``.
        """
        person = self.viewer if self._has_person and not self.is_shared and not self.is_delegated else None
        told, attack, answer = (record, None, None) if is_told else last_attack(record, person)
        if jump is None:
            self._come_back(record)
        self._progress.restore(told)
        self._tell([], jump)
        if jump is None:
            self._delivered = self._latest
        if attack is not None:
            self._apply(attack)
            if self._hold is not None and answer is not None:
                self._hold.answer = BotAnswer(answer)

    def _come_back(self, record: Record) -> None:
        """Have the person look whose decision is due, and tell its take-backs from those that can be made again."""
        if self.is_shared:
            self._progress.restore(record)
            before = self.viewer
            self._cover()
            self._reckon_by(before, self.viewer)
        self._undos = min(len(self._taken_back), sum(map(self._is_taken_back_to, self._undone)))
        self._taken_back = self._taken_back[: len(self._taken_back) - self._undos]

    def _tell(self, events: Sequence[Event], jump: Jump | None = None) -> None:
        """Queue a step with what the viewer may know of these events, and count the leg if they ended it."""
        seen = (redact(event, self.viewer) for event in events)
        self._steps.append(Step(tuple(e for e in seen if e is not None), self._progress.observe(self.viewer), jump))
        self._progress.count_leg()

    @property
    def _leg_now(self) -> SavedLeg:
        to = reckoning(self._progress.moves, self.viewer, person_in(self.players))
        return SavedLeg(
            self._progress.record,
            {to[place]: reason for place, reason in self._reasons_now.items()},
            frozenset(to[place] for place in self._hurried_now),
            tuple(to[place] for place in self._taken_back_now),
            self._delegated,
        )

    @property
    def saved(self) -> Saved:
        """The match as it is now, with all that is hidden in it."""
        return replace(
            self._start,
            id=self._autosave.id,
            legs=(*self._earlier, self._leg_now),
            totals=self.totals,
            winner=self._progress.match.winner,
            hand=() if self.is_shared else self.hand,
            undone=tuple(move.text for move in self._undone),
            deputies=self.deputies,
            saved_s=present_s(),
        )

    def _save(self) -> None:
        self._autosave.save(self.saved)

    def _apply(self, move: Move, reason: BotReason | None = None) -> None:
        """Apply a move, tell and save it; of what follows from an attack nothing is told yet.

        A person is not asked whether to extend where the own hand says already that it would be in vain.
        """
        self._note(reason)
        before = len(self._progress.moves)
        events = self._progress.apply(move)
        if self._is_persons(move.seat) and (win := self._progress.foregone) is not None:
            events += self._progress.apply(win)
        if _is_attack(move):
            self._steps.append(Step((events[0],), after_event(self._latest, events[0])))
            if self._progress.phase is Phase.COUP_FOURRE and self._is_viewers_decision and not self.is_shared:
                self._tell(events[1:])
            else:
                self._hold = _PendingAttack(move, events[1:], events[0], before, self._who_see(move))
        else:
            self._tell(events)
        self._save()

    def _who_see(self, attack: Move) -> tuple[int, ...]:
        """The persons to whom a hazard is shown, where several play: all of the side that it was laid on."""
        assert attack.side is not None
        return tuple(s for s in self._latest.sides[attack.side].seats if self.is_shared and self._is_persons(s))

    def _note(self, reason: BotReason | None) -> None:
        """Keep the reason of the move that is about to be told."""
        if reason is not None:
            self._reasons[len(self._latest.moves)] = reason

    def _advance_bot(self) -> None:
        seat = self._progress.seat
        assert seat is not None
        if not self._is_bot_asked:
            self._ask(self._progress.observe(seat))
        elif (answer := self._answer()) is not None:
            is_own = seat in self.persons and seat not in self._deputies  # of a discard nobody is told who chose it
            self._note_deputy(seat)
            if answer.was_cut and not is_own:
                self._tell_hurry(seat)
            self._apply(answer.move, None if is_own else answer.reason)

    def _note_deputy(self, seat: int) -> None:
        """Remember that a bot decided for a person in this leg."""
        if seat in self._deputies:
            self._delegated |= {seat}

    def _tell_hurry(self, seat: int) -> None:
        """Have the table's log say once a leg that this bot's time was too short for the move it is about to make."""
        moves = self._latest.moves
        if all(moves[place].seat != seat for place in self._hurried):
            self._hurried.add(len(moves))

    def _advance_hold(self, hold: _PendingAttack) -> None:
        """Let the attack be answered, or seem to be; tell what came of it once its time is over."""
        if hold.due_s is None:
            hold.due_s = self._clock() + self.hold_s
            self._ask_about(hold)
        elif self._is_bot_asked and (answer := self._answer()) is not None and self._is_bot_to_answer:
            self._note_deputy(answer.move.seat)
            hold.answer = answer
        if not self._is_bot_asked and not hold.to_see and self._clock() >= hold.due_s:
            self._release(hold)

    def _ask_about(self, hold: _PendingAttack) -> None:
        seat = self._progress.seat
        if not self._is_bot_to_answer:
            assert hold.attack.side is not None
            attacked = self._delivered.sides[hold.attack.side].seats
            bots = [s for s in attacked if not self._is_persons(s)]
            if bots:
                self._ask(decoy(self._progress.observe(bots[0]), hold.attack))
        elif hold.answer is None and seat is not None:
            self._ask(self._progress.observe(seat))

    @property
    def _is_bot_to_answer(self) -> bool:
        """Whether it is a bot that may answer the last hazard."""
        seat = self._progress.seat
        return seat is not None and self._progress.phase is Phase.COUP_FOURRE and not self._is_persons(seat)

    def _release(self, hold: _PendingAttack) -> None:
        self._hold = None
        events = hold.events
        if hold.answer is not None:
            if hold.answer.move.kind is not MoveKind.DECLINE:
                self._note(hold.answer.reason)
            events += self._progress.apply(hold.answer.move)
        self._tell(events)
        self._save()

    def _ask(self, observation: Observation) -> None:
        seat = observation.seat
        is_deputy = seat in self.persons
        spec = BotSpec(level=TOP_LEVEL) if is_deputy else bot_spec(self.players[seat], self._persons_side, self.manner)
        ceiling_ms = ANSWER_MS if observation.phase is Phase.COUP_FOURRE else DECISION_MS
        self._put(BotQuestion(spec, observation, self._progress.decision_seed(observation), ceiling_ms))
        self._is_bot_asked = True

    @property
    def _persons_side(self) -> int | None:
        """The side of all persons, None if they are on several or there are none."""
        sides = {n for n, side in enumerate(self._delivered.sides) for seat in side.seats if seat in self.persons}
        return sides.pop() if len(sides) == 1 else None

    def _answer(self) -> BotAnswer | None:
        answer = self._heard()
        if answer is None:
            return None
        self._is_bot_asked = False
        if answer.problem is not None:
            _log.warning("a stand-in moved: %s", answer.problem.values["error"])
            self._tell_once(answer.problem)
        return answer

    def _put(self, question: BotQuestion) -> None:
        self._question = question
        self._bots.ask(question)

    def _heard(self) -> BotAnswer | None:
        """The answer to what was asked last, once it is there; its move is legal, wherever it was thought of."""
        answer = self._bots.poll()
        if answer is None or self._question is None:
            return None
        self._note_cut(answer)
        return legal_answer(self._question, answer)

    def _tell_once(self, problem: Problem) -> None:
        """Report what is wrong with the bots the first time only: more of the same tells the viewer nothing.

        Whether a question was asked again or a stand-in moved is the same to who sits at the table.
        """
        code = ProblemCode.BOT_RESTARTED if problem.code is ProblemCode.BOT_STOOD_IN else problem.code
        key = code, problem.values.get("seat")
        if key not in self._told:
            self._told.add(key)
            self._problems.append(problem)

    def _note_cut(self, answer: BotAnswer) -> None:
        """Log once, whatever the question, that this machine is too slow for the level chosen."""
        if answer.was_cut and not self._was_cut:
            self._was_cut = True
            _log.warning("a bot's time was over before its work was done; the match can't be repeated from its seed")

    def _advance_hint(self) -> None:
        """Hear what was asked, even if nobody wants it any more, before anything else is asked; then ask anew."""
        if self._asked_hint_at is not None and (answer := self._heard()) is not None:
            asked_at, self._asked_hint_at = self._asked_hint_at, None
            if self._wants_hint and asked_at is self._delivered:
                self._take_hint(answer)
        if self.is_hint_due and self._asked_hint_at is None and self.waiting_for_viewer:
            self._asked_hint_at = self._delivered
            seed = f"{self._progress.decision_seed(self._delivered)}/hint"
            self._put(BotQuestion(BotSpec(level=TOP_LEVEL), self._delivered, seed, DECISION_MS))

    def _take_hint(self, answer: BotAnswer) -> None:
        if answer.problem is None:
            self._hint = Hint(answer.move, answer.reason)
        else:
            self._wants_hint = False
            self._problems.append(Problem(ProblemCode.HINT_FAILED, {"error": answer.problem.values["error"]}))


def last_attack(record: Record, person: int | None) -> tuple[Record, Move | None, Move | None]:
    """Split a record's last attack off, and with it a bot's refusal to answer, which must stay as untold.

    Returns the record before the attack, the attack and the refusal; the whole record if neither comes last. The
    ``person`` knows of its own refusal, and isn't asked again.
    """
    last = [move(text) for text in record.moves[-2:] if text is not None]
    refusal = last.pop() if last and last[-1].kind is MoveKind.DECLINE and last[-1].seat != person else None
    if not last or not _is_attack(last[-1]):
        return record, None, None
    cut = len(record.moves) - (1 if refusal is None else 2)
    return replace(record, moves=record.moves[:cut]), last[-1], refusal


def _is_attack(played: Move) -> bool:
    return played.side is not None


def _start(plan: Plan, seed: int, dealer: int) -> Saved:
    return Saved(
        plan.setup,
        plan.players,
        seed,
        dealer,
        manner=plan.manner,
        allows_take_backs=plan.take_backs,
        begun_s=present_s(),
    )


def reckoning(moves: Sequence[Move], seat: int, other: int) -> list[int]:
    """Of each place among the moves that a seat knows, the place among those that another knows; and of their end."""
    to, places = 0, list[int]()
    for played in moves:
        if played.kind is not MoveKind.DECLINE or played.seat == seat:
            places.append(to)
        to += played.kind is not MoveKind.DECLINE or played.seat == other
    return [*places, to]
