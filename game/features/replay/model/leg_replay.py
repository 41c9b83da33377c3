"""A leg to be replayed: every position, what led from one to the next, and what each seat saw.

A turn is what a seat does with a card. A declined coup fourré and the answer about an extension belong to the turn that
asked for them; a coup fourré is a turn of its own. ``move_index`` is the number of a position: 0 is the leg as dealt, n
the position after turn n. A copy of the leg is kept for every move, so that every position can be shown at the same
cost. Of a running leg only what the viewer may know is shown; if several persons play, only what all of them know.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import StrEnum

from game.engine.cards import Card, Family
from game.engine.errors import EngineError
from game.engine.events import Event, event_of
from game.engine.knowledge import after_event, redact
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.move_events import move_events
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase, public_observation
from game.engine.record import Record, deal_record
from game.engine.record import replay as played_out
from game.engine.rules import side_of, sides_of
from game.files.background_task import BackgroundTask
from game.match.match_file import MatchKind, SavedLeg, SavedMatch
from game.match.running.delayed_reveal import split_last_attack
from game.match.running.viewer_feed import LegNotes, Step, move_index_map
from game.people.players import first_person_seat

NOBODY = -1
"""The seat number of an onlooker who has no seat and sees no hand."""


class TurnKind(StrEnum):
    """What a seat did in a turn, which decides the turn's mark on the timeline."""

    DISTANCE = "distance"
    REMEDY = "remedy"
    SAFETY = "safety"
    ATTACK = "attack"
    COUP_FOURRE = "coup_fourre"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class ReplayTurn:
    """One turn: who did what with which card; ``event`` is what the log reports.

    ``victim`` is the attacked side, or None. ``extends`` and ``ends`` say that the turn extended or ended the leg.
    """

    seat: int
    side: int
    kind: TurnKind
    card: Card
    event: Event
    victim: int | None = None
    extends: bool = False
    ends: bool = False


_DEEDS = {
    Family.DISTANCE: TurnKind.DISTANCE,
    Family.REMEDY: TurnKind.REMEDY,
    Family.SAFETY: TurnKind.SAFETY,
    Family.HAZARD: TurnKind.ATTACK,
}
_PART_OF_TURN = frozenset({MoveKind.DECLINE, MoveKind.EXTEND, MoveKind.STAY})
_log = logging.getLogger(__name__)


class LegReplay:
    """The leg at an index of a saved match, ready to be replayed.

    The constructor plays all legs before it, which takes longer than a frame. A ``place`` is the number of a position:
    0 for the deal, n for the position after turn n; ``length`` is the number of turns. ``viewer`` is the seat of the
    person, or of the first one of several. ``is_open`` says that all hands may be seen, as the leg is over or all cards
    are open in this match. Otherwise only the hand of the ``onlooker`` may be seen, who is the viewer, or ``NOBODY`` if
    several persons play. ``context`` is the state of the match before the leg. Raises ``EngineError`` if the record
    cannot be played, ``IndexError`` if there is no such leg.
    """

    def __init__(self, saved: SavedMatch, index: int) -> None:
        self.saved = saved
        self.index = index
        self.viewer = first_person_seat(saved.players)
        self.sides = sides_of(saved.setup.seats, saved.setup.seating)
        kept = saved.legs[index]
        match = Match(saved.setup, saved.first_dealer)
        for earlier in saved.records[:index]:
            match.add_finished_leg(played_out(earlier))
        self.context = match.context
        is_over = played_out(kept.record).is_over
        self.is_over = is_over
        is_shared = sum(player.is_human for player in saved.players) > 1
        self.is_open = is_over or (saved.kind is MatchKind.PRACTICE and saved.open_cards and not is_shared)
        self.onlooker = self.viewer if is_over or not is_shared else NOBODY
        told, self._hidden_attack = (kept.record, None) if self.is_open else self._without_last_attack(kept.record)
        self._legs = _positions(told)
        self._moves = self._legs[-1].moves
        self._moves_by_place = _count_moves_by_place(self._moves)
        self.turns = self._marks()
        to = move_index_map([move(text) for text in kept.record.moves if text is not None], self.viewer, self.onlooker)
        notes = LegNotes(kept.reasons, kept.hurried, kept.taken_back).for_other_seat(to)
        self.notes = notes if is_over else notes.public()

    @property
    def length(self) -> int:
        return len(self.turns)

    @property
    def record(self) -> Record:
        """The record of the leg: its deck and moves as data (rules.md §8)."""
        return self.saved.records[self.index]

    def move_at(self, move_index: int) -> Move:
        """Return the move with that index in the record; unlike elsewhere ``move_index`` is no turn here."""
        return self._moves[move_index]

    def move_count_at(self, place: int) -> int:
        """Return the number of moves made up to the position after turn ``place`` (0: the deal)."""
        return self._moves_by_place[place]

    def place_before(self, move: int) -> int:
        """Return the number of the last turn that was over before a move of the record; moves count from 0."""
        return bisect_right(self._moves_by_place, move) - 1

    # -- what was to be seen --------------------------------------------------------------------------------------

    def observation_at(self, place: int, seat: int) -> Observation:
        """Return what the player in that seat knew after turn ``place`` (0: after the deal).

        For ``NOBODY`` return public information only, seen from the viewer's side of the table. Raise ``ValueError`` if
        the hand of that seat may not be seen.
        """
        self._check(seat)
        if place == len(self._moves_by_place):
            return self._observation_after_attack()
        return self._observed(self._legs[self._moves_by_place[place]], seat)

    def observation_before(self, move: int, seat: int) -> Observation:
        """Return what the player in that seat knew before that move of the record, counted from 0.

        Raise ``ValueError`` if the hand of that seat may not be seen.
        """
        self._check(seat)
        return self._observed(self._legs[move], seat)

    def steps(self, place: int, seat: int) -> tuple[Step, ...]:
        """Return what happened in turn ``place``, step by step, as that seat saw it.

        A coup fourré that another player declined is no step of its own: it would reveal that this player was asked.
        Raise ``ValueError`` if the hand of that seat may not be seen.
        """
        self._check(seat)
        if place == len(self._moves_by_place):
            return (Step((self.turns[-1].event,), self._observation_after_attack()),)
        steps = list[Step]()
        for made in range(self._moves_by_place[place - 1], self._moves_by_place[place]):
            step, by = self._step(made, seat), self._moves[made]
            if by.kind is MoveKind.DECLINE and by.seat != seat:
                step = Step((*steps.pop().events, *step.events), step.observation)
            steps.append(step)
        return tuple(steps)

    def hands(self, place: int) -> tuple[tuple[Card, ...], ...]:
        """Return all hands after turn ``place`` (0: after the deal), by seat.

        Raise ``ValueError`` if they may not be seen.
        """
        self._check(None)
        leg = self._legs[self._moves_by_place[place]]
        return tuple(leg.hand(seat) for seat in range(leg.seats))

    def drawn_at(self, place: int) -> tuple[int | None, tuple[Card, ...]]:
        """Return the seat that moves after turn ``place``, and the cards it has drawn for its turn.

        The seat is None if no turn begins there. Raise ``ValueError`` if the hands may not be seen.
        """
        self._check(None)
        leg = self._legs[self._moves_by_place[place]]
        return (leg.seat, leg.drawn) if leg.phase is Phase.TURN else (None, ())

    def bots_decisions(self) -> tuple[int, ...]:
        """Return after how many moves each a bot decided that drove for the viewer.

        A bot's decision has a reason, a person's has none.
        """
        leg, seat = self.saved.legs[self.index], self.viewer
        if seat not in leg.delegated:
            return ()
        own = (n for n in range(self.move_count_at(self.length)) if self.move_at(n).seat == seat)
        return tuple(n for n in own if len(self.observation_before(n, seat).moves) in leg.reasons)

    def side_of(self, seat: int) -> int:
        return side_of(seat, self.sides)

    def adjacent_turn(self, place: int, side: int, step: int) -> int | None:
        """Return the number of the side's last turn before turn ``place`` (``step`` -1), or its next one after it
        (1).

        Return None if there is none.
        """
        ahead = range(place + step, self.length + 1 if step > 0 else 0, step)
        return next((other for other in ahead if self.turns[other - 1].side == side), None)

    # -- playing on -----------------------------------------------------------------------------------------------

    def may_play_on(self, place: int) -> bool:
        """Return whether a practice match may start after turn ``place``: the leg is not over, and all may be
        seen.
        """
        return self.is_open and not self._legs[self._moves_by_place[place]].is_over

    def practice_match(self, place: int, *, open_cards: bool, now_s: int) -> SavedMatch:
        """Return a practice match that starts after turn ``place``, at the time ``now_s`` (seconds since 1970).

        ``open_cards`` says that the player has seen the other hands.
        """
        cut = self._moves_by_place[place]
        moves = self.observation_at(place, self.viewer).moves
        known, kept = len(moves), self.saved.legs[self.index]
        reasons = {move: reason for move, reason in kept.reasons.items() if move < known}
        leg = SavedLeg(
            record=replace(kept.record, moves=kept.record.moves[:cut]),
            reasons=reasons,
            hurried=frozenset(move for move in kept.hurried if move < known),
            taken_back=tuple(move for move in kept.taken_back if move < known),
            delegated=kept.delegated & {moves[move].seat for move in reasons},
        )
        return replace(
            self.saved.with_begin_time(now_s).with_save_time(now_s),
            legs=(*self.saved.legs[: self.index], leg),
            totals=self.context.totals,
            winner=None,
            hand=(),
            undone=(),
            deputies=frozenset(),
            name="",
            kind=MatchKind.PRACTICE,
            driven_on_turn=place + 1,
            open_cards=open_cards or self.saved.open_cards,
            day=None,
            stage=None,
            allows_hints=True,
            id="",
        )

    # -- inside ---------------------------------------------------------------------------------------------------

    def _check(self, seat: int | None) -> None:
        if not self.is_open and seat != self.onlooker:
            raise ValueError(f"replay: seat {seat} may not be looked at while the leg runs")

    def _without_last_attack(self, record: Record) -> tuple[Record, Move | None]:
        """Return the record of a running leg, and None; or without its last attack, and that attack.

        An attack is split off as long as its answer must stay hidden.
        """
        person = self.onlooker if self.saved.players[self.viewer].is_human else None
        told, attack, _answer = split_last_attack(record, person)
        return told, attack

    def _observation_after_attack(self) -> Observation:
        """Return the position after the last attack, whose answer is hidden, as seen by those who are not asked."""
        before = self._legs[-1].observe(self.viewer, self.context)
        after = after_event(before, self.turns[-1].event)
        return public_observation(after) if self.onlooker == NOBODY else after

    def _observed(self, leg: Leg, seat: int) -> Observation:
        if seat == NOBODY:
            return public_observation(leg.observe(self.viewer, self.context))
        return leg.observe(seat, self.context)

    def _step(self, made: int, seat: int) -> Step:
        before, after = self._legs[made], self._legs[made + 1]
        seen = (redact(event, seat) for event in move_events(before, self._moves[made], after))
        return Step(tuple(event for event in seen if event is not None), self._observed(after, seat))

    def _marks(self) -> tuple[ReplayTurn, ...]:
        turns = [self._turn(place) for place in range(1, len(self._moves_by_place))]
        if self._hidden_attack is not None:
            turns.append(self._mark(self._hidden_attack, None))
        return tuple(turns)

    def _turn(self, place: int) -> ReplayTurn:
        first, end = self._moves_by_place[place - 1], self._moves_by_place[place]
        before = self._legs[first].pending_attack
        turn = self._mark(self._moves[first], before.card if before is not None else None)
        kinds = {move.kind for move in self._moves[first:end]}
        ends = place == len(self._moves_by_place) - 1 and self._legs[end].is_over
        return replace(turn, extends=MoveKind.EXTEND in kinds, ends=ends)

    def _mark(self, made: Move, hazard: Card | None) -> ReplayTurn:
        assert made.card is not None
        side = self.side_of(made.seat)
        deed = {MoveKind.DISCARD: TurnKind.DISCARD, MoveKind.COUP_FOURRE: TurnKind.COUP_FOURRE}.get(made.kind)
        event = event_of(made, side, hazard=hazard)
        return ReplayTurn(made.seat, side, deed or _DEEDS[made.card.family], made.card, event, made.side)


class ReplayLoader(BackgroundTask[tuple[LegReplay | None]]):
    """Reads a leg of a saved match in a thread.

    The result is a tuple of one: the leg, or None if it cannot be played.
    """

    def __init__(self, saved: SavedMatch, index: int) -> None:
        super().__init__("replay", lambda _: (None,))
        self.start(lambda: (_replayed(saved, index),))


def _replayed(saved: SavedMatch, index: int) -> LegReplay | None:
    try:
        return LegReplay(saved, index)
    except (EngineError, IndexError) as error:
        _log.warning("leg %d cannot be looked at: %s", index + 1, error)
        return None


def _positions(record: Record) -> tuple[Leg, ...]:
    """Return copies of the leg: before the first move, and after each move."""
    leg, positions = deal_record(record), list[Leg]()
    for made in played_out(record).moves:
        positions.append(leg.copy())
        leg.apply(made)
    return (*positions, leg)


def _count_moves_by_place(moves: tuple[Move, ...]) -> list[int]:
    """Return the number of moves made before the first turn, which is 0, and after each turn."""
    ends = [0]
    for made, played in enumerate(moves, 1):
        if played.kind in _PART_OF_TURN:
            ends[-1] = made
        else:
            ends.append(made)
    return ends
