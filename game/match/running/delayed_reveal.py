"""The pause between an attack and its outcome, which hides whether the attacked side could answer.

Only the seat asked may learn that a coup fourré was possible (rules.md §9), from neither an event nor a pause. So every
hazard is shown in two steps: the attack at once, and its outcome ``REVEAL_DELAY_S`` after the attack is on disk. In
between a bot of the attacked side decides, even if only a decoy question; each step is saved. Such a decision takes no
search, so it is ready long before the pause ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from game.engine.events import Event
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Phase
from game.engine.record import Record
from game.match.bots.decisions import BotAnswer, decoy_observation
from game.match.bots.requests import BotRequests
from game.match.progress import MatchProgress
from game.match.running.seat_control import SeatControl
from game.match.running.viewer_feed import ViewerFeed

REVEAL_DELAY_S = 0.6
"""How many seconds an attack is shown before its outcome; far longer than a bot needs for its answer."""


@dataclass(slots=True)
class PendingAttack:
    """An attack whose outcome is not shown yet, with the number of moves made before it in its leg.

    ``attack_event`` is the event of the attack; ``events`` are those that followed from it. ``persons_to_show`` are the
    seats of the persons who must still be given the screen to see the attack, if several persons play. ``answer`` is
    the answer to it, if known. The outcome is shown from the time ``due_s`` on.
    """

    attack: Move
    events: list[Event]
    attack_event: Event
    moves_before: int
    persons_to_show: tuple[int, ...] = ()
    answer: BotAnswer | None = None
    due_s: float | None = None


class DelayedReveal:
    """Shows the outcome of each attack ``delay_s`` seconds or more after the attack.

    ``pending`` is the attack whose outcome is not shown yet, or None.
    """

    def __init__(
        self, progress: MatchProgress, viewer_feed: ViewerFeed, seat_control: SeatControl, requests: BotRequests
    ) -> None:
        self.pending: PendingAttack | None = None
        self.delay_s = REVEAL_DELAY_S
        self._progress = progress
        self.viewer_feed = viewer_feed
        self.seat_control = seat_control
        self.requests = requests

    @property
    def is_all_revealed(self) -> bool:
        """Whether no attack is pending and all steps are delivered."""
        return self.pending is None and self.viewer_feed.is_delivered

    def announce(self, attack: Move, events: list[Event], before: int) -> None:
        """Queue a step with an attack; its outcome is delayed unless the viewer is the only person and must answer it.

        ``events`` are those of the attack and of what followed; ``before`` is the number of moves before it.
        """
        shown, *followed = events
        self.viewer_feed.queue_attack(shown)
        is_asked = self._progress.phase is Phase.COUP_FOURRE and self.seat_control.is_viewers_decision
        if is_asked and not self.seat_control.is_hot_seat:
            self.viewer_feed.queue(followed)
        else:
            self.pending = PendingAttack(attack, followed, shown, before, self._who_see(attack))

    def _who_see(self, attack: Move) -> tuple[int, ...]:
        """Return the persons who must see a hazard if several persons play: all of the attacked side."""
        seats, deciders = self._attacked(attack), self.seat_control
        return tuple(seat for seat in seats if deciders.is_hot_seat and deciders.is_person(seat))

    def _attacked(self, attack: Move) -> tuple[int, ...]:
        assert attack.side is not None
        return self.viewer_feed.latest_observation.sides[attack.side].seats

    def show_attack_to(self, seat: int) -> None:
        """Make one more person of the attacked side see a pending attack and answer it instead of a bot."""
        hold = self.pending
        if hold is None or seat not in self._who_see(hold.attack):
            return
        if hold.answer is not None and hold.answer.move.seat == seat:
            hold.answer = None
        if seat not in hold.persons_to_show:
            hold.persons_to_show = (*hold.persons_to_show, seat)

    def advance(self, clock: Callable[[], float]) -> bool:
        """Get the pending attack answered by a bot, or ask a bot a decoy question; call this every frame.

        Return True once the outcome was shown. ``clock`` returns seconds.
        """
        hold, requests = self.pending, self.requests
        assert hold is not None
        if hold.due_s is None:
            hold.due_s = clock() + self.delay_s
            self._ask_about(hold)
        elif requests.question and (answer := requests.poll_decision()) is not None and self._is_bot_to_answer:
            self.seat_control.record_autopilot(answer.move.seat)
            hold.answer = answer
        if requests.question is not None or hold.persons_to_show or clock() < hold.due_s:
            return False
        self._release(hold)
        return True

    def _ask_about(self, hold: PendingAttack) -> None:
        seat, observe = self._progress.seat, self._progress.observe
        if not self._is_bot_to_answer:
            bots = [seat for seat in self._attacked(hold.attack) if not self.seat_control.is_person(seat)]
            if bots:
                self.requests.ask(self.seat_control.question(decoy_observation(observe(bots[0]), hold.attack)))
        elif hold.answer is None and seat is not None:
            self.requests.ask(self.seat_control.question(observe(seat)))

    @property
    def _is_bot_to_answer(self) -> bool:
        seat = self._progress.seat
        return seat is not None and self._progress.phase is Phase.COUP_FOURRE and not self.seat_control.is_person(seat)

    def _release(self, hold: PendingAttack) -> None:
        self.pending = None
        events = hold.events
        if hold.answer is not None:
            if hold.answer.move.kind is not MoveKind.DECLINE:
                self.viewer_feed.record_reason(hold.answer.reason)
            events += self._progress.apply(hold.answer.move)
        self.viewer_feed.queue(events)


def split_last_attack(record: Record, person: int | None) -> tuple[Record, Move | None, Move | None]:
    """Split off a record's last attack and a bot's refusal to answer it, which must stay hidden.

    Return the record before the attack, the attack, and the refusal or None. If the record does not end like that,
    return all of it with None and None. The ``person`` (a seat) knows their own refusal and isn't asked again.
    """
    last = [move(text) for text in record.moves[-2:] if text is not None]
    refusal = last.pop() if last and last[-1].kind is MoveKind.DECLINE and last[-1].seat != person else None
    if not last or last[-1].side is None:
        return record, None, None
    cut = len(record.moves) - (1 if refusal is None else 2)
    return replace(record, moves=record.moves[:cut]), last[-1], refusal
