"""The pause between an attack and what came of it, in which somebody decides about it, if only for show.

Nobody but the seat asked may learn that a coup fourré was asked (rules.md §9), neither by an event nor by a pause.
So every hazard is told in two steps: the attack at once, what followed from it ``REVEAL_DELAY_S`` after the attack is
on disk; in between some bot of the side attacked decides, if only a decoy; and each of the two steps is saved.
Such a decision takes no search, so it is there long before the pause is over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from game.engine.events import Event
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Phase
from game.engine.record import Record
from game.match.bots.decisions import BotAnswer, decoy
from game.match.bots.requests import BotRequests
from game.match.progress import MatchProgress
from game.match.running.deciders import Deciders
from game.match.running.viewpoint import Viewpoint

REVEAL_DELAY_S = 0.6
"""How long an attack stands before what followed is told; far longer than a bot needs for its answer."""


@dataclass(slots=True)
class PendingAttack:
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


class AttackHold:
    """``pending`` is the attack whose outcome waits, None if there is none; ``delay_s`` for how long at least."""

    def __init__(
        self, progress: MatchProgress, viewpoint: Viewpoint, deciders: Deciders, requests: BotRequests
    ) -> None:
        self.pending: PendingAttack | None = None
        self.delay_s = REVEAL_DELAY_S
        self._progress = progress
        self.viewpoint = viewpoint
        self.deciders = deciders
        self.requests = requests

    @property
    def is_all_told(self) -> bool:
        """Whether nothing waits to be told or delivered."""
        return self.pending is None and self.viewpoint.is_delivered

    def tell(self, attack: Move, events: list[Event], before: int) -> None:
        """Tell an attack; what followed it waits, unless it is the viewer alone who is asked about it."""
        shown, *followed = events
        self.viewpoint.tell_attack(shown)
        is_asked = self._progress.phase is Phase.COUP_FOURRE and self.deciders.is_viewers_decision
        if is_asked and not self.deciders.is_shared:
            self.viewpoint.tell(followed)
        else:
            self.pending = PendingAttack(attack, followed, shown, before, self._who_see(attack))

    def _who_see(self, attack: Move) -> tuple[int, ...]:
        """The persons to whom a hazard is shown, where several play: all of the side that it was laid on."""
        seats, deciders = self._attacked(attack), self.deciders
        return tuple(seat for seat in seats if deciders.is_shared and deciders.is_person(seat))

    def _attacked(self, attack: Move) -> tuple[int, ...]:
        assert attack.side is not None
        return self.viewpoint.latest.sides[attack.side].seats

    def show_to(self, seat: int) -> None:
        """Show a hazard that waits to one more person, if it concerns it, who decides about it instead of a bot."""
        hold = self.pending
        if hold is None or seat not in self._who_see(hold.attack):
            return
        if hold.answer is not None and hold.answer.move.seat == seat:
            hold.answer = None
        if seat not in hold.to_see:
            hold.to_see = (*hold.to_see, seat)

    def advance(self, clock: Callable[[], float]) -> bool:
        """Let the attack be answered, or seem to be; True once its time is over and what came of it was told."""
        hold, requests = self.pending, self.requests
        assert hold is not None
        if hold.due_s is None:
            hold.due_s = clock() + self.delay_s
            self._ask_about(hold)
        elif requests.question and (answer := requests.hear_decision()) is not None and self._is_bot_to_answer:
            self.deciders.note_deputy(answer.move.seat)
            hold.answer = answer
        if requests.question is not None or hold.to_see or clock() < hold.due_s:
            return False
        self._release(hold)
        return True

    def _ask_about(self, hold: PendingAttack) -> None:
        seat, observe = self._progress.seat, self._progress.observe
        if not self._is_bot_to_answer:
            bots = [seat for seat in self._attacked(hold.attack) if not self.deciders.is_person(seat)]
            if bots:
                self.requests.ask(self.deciders.question(decoy(observe(bots[0]), hold.attack)))
        elif hold.answer is None and seat is not None:
            self.requests.ask(self.deciders.question(observe(seat)))

    @property
    def _is_bot_to_answer(self) -> bool:
        """Whether it is a bot that may answer the last hazard."""
        seat = self._progress.seat
        return seat is not None and self._progress.phase is Phase.COUP_FOURRE and not self.deciders.is_person(seat)

    def _release(self, hold: PendingAttack) -> None:
        self.pending = None
        events = hold.events
        if hold.answer is not None:
            if hold.answer.move.kind is not MoveKind.DECLINE:
                self.viewpoint.note_reason(hold.answer.reason)
            events += self._progress.apply(hold.answer.move)
        self.viewpoint.tell(events)


def last_attack(record: Record, person: int | None) -> tuple[Record, Move | None, Move | None]:
    """Split a record's last attack off, and with it a bot's refusal to answer, which must stay as untold.

    Returns the record before the attack, the attack and the refusal; the whole record if neither comes last. The
    ``person`` knows of its own refusal, and isn't asked again.
    """
    last = [move(text) for text in record.moves[-2:] if text is not None]
    refusal = last.pop() if last and last[-1].kind is MoveKind.DECLINE and last[-1].seat != person else None
    if not last or last[-1].side is None:
        return record, None, None
    cut = len(record.moves) - (1 if refusal is None else 2)
    return replace(record, moves=record.moves[:cut]), last[-1], refusal
