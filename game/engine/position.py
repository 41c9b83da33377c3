"""A read-only view of a leg at one moment: who decides, the hands, the piles, and why a move is refused.

leg.py explains the data format. The reasons for refusing a move (rules.md §8) come from the same tables as the list of
legal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from game.engine.cards import CARDS, DISTANCES, SAFETIES, SAFETY_AGAINST, Card, Family
from game.engine.errors import Refusal
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase, SideView
from game.engine.piles import StartingPiles, TablePiles, piles_after
from game.engine.rules import KM_UNIT, Rules, Score, Seating
from game.engine.scoring import FinalPosition, score
from game.engine.setup import Options
from game.engine.tables import (
    FIRST_HAZARD,
    FIRST_REMEDY,
    FIRST_SAFETY,
    KINDS,
    KM_BITS,
    LIMITED,
    LOW_BITS,
    TWO_200S,
    UP_TO_50,
    CompiledRules,
    is_immune,
    is_rolling,
    progress_of_cards,
    states_of,
)

TURN: Final = 0
COUP_FOURRE_ASKED: Final = 1
EXTENSION_ASKED: Final = 2
OVER: Final = 3
PHASES: Final = (Phase.TURN, Phase.COUP_FOURRE, Phase.EXTENSION, Phase.OVER)
"""The phases, indexed by the numbers above (``TURN`` to ``OVER``) that the hot code uses for them."""

NOBODY: Final = -1

_BY_ID: Final = tuple(sorted(CARDS, key=lambda card: card.id))


_PHASE_OF: Final = {
    MoveKind.LAY: Phase.TURN,
    MoveKind.DISCARD: Phase.TURN,
    MoveKind.COUP_FOURRE: Phase.COUP_FOURRE,
    MoveKind.DECLINE: Phase.COUP_FOURRE,
    MoveKind.EXTEND: Phase.EXTENSION,
    MoveKind.STAY: Phase.EXTENSION,
}


class Position:
    """The state of a leg at one moment, to be read; the subclass ``Leg`` adds dealing and making moves."""

    __slots__ = (
        "_base",
        "_counts",
        "_cursor",
        "_dealer",
        "_deck",
        "_drawn_at",
        "_end",
        "_extender",
        "_extra_play_safeties",
        "_fitting_distances",
        "_masks",
        "_moves",
        "_open_hazards",
        "_phase",
        "_progress",
        "_seat",
        "_states",
        "_table",
        "_winner",
    )

    _table: CompiledRules
    _deck: list[int]  # card indexes; those before the cursor are dealt or drawn
    _end: int
    _cursor: int
    _drawn_at: int  # the latest draw of this turn is deck[drawn_at:cursor]
    _dealer: int
    _base: StartingPiles
    _moves: list[Move]
    _phase: int
    _seat: int
    _counts: list[int]  # seat * KINDS + card: how many the seat holds
    _masks: list[int]  # by seat, one bit per kind held
    _states: list[int]  # by side (tables.py)
    _progress: list[int]  # by side (tables.py)
    _open_hazards: int  # which hazards may land, five bits per side
    _fitting_distances: tuple[int, ...]
    _extra_play_safeties: int  # safeties of the latest draw of a won turn that would give an extra play, as a hand mask
    _extender: int
    _winner: int

    @property
    def rules(self) -> Rules:
        return self._table.rules

    @property
    def options(self) -> Options:
        return self._table.options

    @property
    def seating(self) -> Seating:
        return self._table.seating

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self._table.seats

    @property
    def dealer(self) -> int:
        return self._dealer

    @property
    def compiled_rules(self) -> CompiledRules:
        """The look-up tables for this leg's rule set, seating and options."""
        return self._table

    @property
    def phase(self) -> Phase:
        """The kind of decision that the leg waits for."""
        return PHASES[self._phase]

    @property
    def seat(self) -> int | None:
        """The seat that decides; None when the leg is over."""
        return None if self._seat < 0 else self._seat

    @property
    def is_over(self) -> bool:
        return self._phase == OVER

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far, including declined coups fourrés, which other seats must not know of."""
        return tuple(self._moves)

    @property
    def pending_attack(self) -> Move | None:
        """The attack that a seat is asked to answer with a coup fourré now, or None."""
        return self._moves[-1] if self._phase == COUP_FOURRE_ASKED else None

    @property
    def target(self) -> int:
        """The distance that a side must reach to win the leg, in km."""
        return self._table.base_km if self._extender < 0 else self._table.rules.extended_km

    @property
    def extender(self) -> int | None:
        """The side that extended the leg, or None."""
        return None if self._extender < 0 else self._extender

    @property
    def draw_pile(self) -> int:
        """Number of cards left to draw."""
        return self._end - self._cursor

    @property
    def drawn(self) -> tuple[Card, ...]:
        """The cards that were drawn last in the current turn, in order; empty when the leg is over.

        While a seat is asked for a coup fourré, the current turn is the attacker's.
        """
        if self._phase == OVER:
            return ()
        return tuple(CARDS[i] for i in self._deck[self._drawn_at : self._cursor])

    @property
    def deck(self) -> tuple[Card, ...]:
        """The deck in the order dealt, including dealt cards.

        For a leg made from an observation, only the latest draw and the draw pile at that time.
        """
        return tuple(CARDS[i] for i in self._deck)

    @property
    def was_dealt(self) -> bool:
        """Whether the leg's deal is known, so that a record of it can be written."""
        return not self._base.sides

    @property
    def winner(self) -> int | None:
        """The side that won the leg; None if the leg is not over or no side won."""
        return None if self._winner < 0 else self._winner

    @property
    def scores(self) -> tuple[Score, ...] | None:
        """Each side's points; None until the leg is over."""
        return score(self._finish(), self._table) if self._phase == OVER else None

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return a seat's hand, sorted by card id."""
        start = seat * KINDS
        counts = self._counts
        return tuple(card for card in _BY_ID for _ in range(counts[start + card.index]))

    def hand_size(self, seat: int) -> int:
        return sum(self._counts[seat * KINDS : (seat + 1) * KINDS])

    def holds(self, seat: int, card: Card) -> bool:
        return bool(self._masks[seat] >> card.index & 1)

    def km(self, side: int) -> int:
        """Return the distance that a side has covered, in km."""
        return (self._progress[side] & KM_BITS) * KM_UNIT

    def state(self, side: int) -> int:
        """Return the state of a side's battle and speed piles and safeties, packed into one int (tables.py)."""
        return self._states[side]

    @property
    def states(self) -> list[int]:
        """Every side's traffic state (tables.py). Do not change the list: for speed it is the leg's own."""
        return self._states

    @property
    def progress(self) -> list[int]:
        """Every side's progress as an int (tables.py). Do not change the list: for speed it is the leg's own."""
        return self._progress

    @property
    def extra_play_safeties(self) -> int:
        """The safeties just drawn in a won turn, as a bit mask: laying one now gives an extra play (rules.md D5)."""
        return self._extra_play_safeties

    def moves_since(self, count: int) -> Sequence[Move]:
        return self._moves[count:]

    def counts(self, seat: int) -> list[int]:
        """Return how many cards of each kind a seat holds, by card index."""
        return self._counts[seat * KINDS : (seat + 1) * KINDS]

    def is_open_to(self, side: int, hazard: Card) -> bool:
        """Return whether that hazard may land on that side now."""
        return bool(self._open_hazards >> 5 * side + hazard.index - FIRST_HAZARD & 1)

    def remedies_needed(self, side: int) -> int:
        """Return the remedies that may be laid on that side's display, as a bit mask in the order of ``REMEDIES``."""
        return self._table.playable_remedies[self._states[side]] >> KINDS - LOW_BITS

    def piles(self) -> TablePiles:
        """Return every pile on the table, card by card."""
        return piles_after(self._base, self._moves, self._table.side_of, self._table.start_state)

    def side_views(self, layout: TablePiles) -> tuple[SideView, ...]:
        """Return an immutable view of every side's display; ``layout`` is the result of ``piles``."""
        return tuple(d.view(seats) for seats, d in zip(self._table.sides, layout.displays, strict=True))

    def gives_extra_play(self, move: Move) -> bool:
        """Return whether the move lays a safety that gives the seat one more play (rules.md §3).

        The seat gets it only if it then has a card left to play.
        """
        if move.kind is not MoveKind.LAY or move.card not in SAFETIES:
            return False
        more = self._table.safety_plays_on and self._cursor < self._end
        return more or bool(self._extra_play_safeties >> move.card.index & 1)

    # -- refusals

    def refusal_for(self, move: Move) -> Refusal | None:
        """Return why the move is refused, or None if it is legal (rules.md §8)."""
        return self.refusal(move.seat, move.kind, move.card, move.side)

    def refusal(self, seat: int, kind: MoveKind, card: Card | None, side: int | None) -> Refusal | None:
        """Return the first reason of rules.md §8 that applies, or None if the move is legal.

        ``side`` is the attacked side. ``seat`` and ``side`` need not exist; ``card`` need not suit the kind of move.
        """
        if self.is_over:
            return Refusal.LEG_OVER
        if seat != self.seat:
            return Refusal.WRONG_SEAT
        if _PHASE_OF[kind] is not self.phase:
            return Refusal.WRONG_PHASE
        if card is None:
            return None
        if not self.holds(seat, card):
            return Refusal.NOT_IN_HAND
        if kind is MoveKind.COUP_FOURRE:
            attack = self.pending_attack
            answered = attack and attack.card and SAFETY_AGAINST[attack.card]
            return None if card is answered else Refusal.WRONG_SAFETY
        return None if kind is MoveKind.DISCARD else self._refusal_to_lay(seat, card, side)

    def _refusal_to_lay(self, seat: int, card: Card, side: int | None) -> Refusal | None:
        own_side = self._table.side_of[seat]
        if card.family is Family.HAZARD:
            if side is None or side == own_side or side >= len(self._table.sides):
                return Refusal.BAD_TARGET
            return self._refusal_of_hazard(card, side)
        if side is not None:
            return Refusal.BAD_TARGET
        if card.family is Family.REMEDY:
            needed = self.remedies_needed(own_side) >> card.index - FIRST_REMEDY & 1
            return None if needed else Refusal.NOT_NEEDED
        return self._refusal_of_distance(card, own_side) if card.family is Family.DISTANCE else None

    def _refusal_of_hazard(self, hazard: Card, side: int) -> Refusal | None:
        state = self._states[side]
        if is_immune(state, hazard):
            return Refusal.IMMUNE
        if hazard.id == "speed_limit" and state & LIMITED:
            return Refusal.ALREADY_LIMITED
        return None if self.is_open_to(side, hazard) else Refusal.CANNOT_LAND

    def _refusal_of_distance(self, distance: Card, side: int) -> Refusal | None:
        state = self._states[side]
        if not is_rolling(state):
            return Refusal.NOT_ROLLING
        if state & LIMITED and not UP_TO_50 >> distance.index & 1:
            return Refusal.LIMITED
        if distance.km == 200 and self._progress[side] & TWO_200S:
            return Refusal.THIRD_200
        return Refusal.TOO_FAR if self.km(side) + distance.km > self.target else None

    # -- internals

    @classmethod
    def _new(cls, table: CompiledRules, dealer: int) -> Self:
        leg = cls()
        sides = len(table.sides)
        leg._table = table
        leg._dealer = dealer
        leg._base = StartingPiles()
        leg._cursor = leg._drawn_at = 0
        leg._moves = []
        leg._phase = TURN
        leg._counts = [0] * (table.seats * KINDS)
        leg._masks = [0] * table.seats
        leg._states = [table.start_state] * sides
        leg._progress = [0] * sides
        leg._open_hazards = sum(table.open_hazards[side][table.start_state] for side in range(sides))
        leg._fitting_distances = table.fitting_distances
        leg._extra_play_safeties = 0
        leg._extender = leg._winner = NOBODY
        return leg

    def _fill_in(self, o: Observation, hands: Sequence[Sequence[Card]], draw_pile: Sequence[Card]) -> None:
        """Set the state to what an observation shows, with the given hidden cards."""
        self._deck = [card.index for card in draw_pile]
        self._end = len(self._deck)
        for seat, hand in enumerate(hands):
            for card in hand:
                self._add_to_hand(seat, card.index)
        self._base = StartingPiles(o.sides, o.discard_pile, len(o.moves))
        self._moves = list(o.moves)
        self._states = states_of(o.sides, self._table.start_state)
        self._progress = [progress_of_cards(s.distance, s.coups_fourres) for s in o.sides]
        self._open_hazards = sum(self._table.open_hazards[side][state] for side, state in enumerate(self._states))
        extending = [m.seat for m in o.moves if m.kind is MoveKind.EXTEND]
        if extending:
            self._extender = self._table.side_of[extending[0]]
            self._fitting_distances = self._table.fitting_distances_extended
        self._phase = PHASES.index(o.phase)
        self._seat = NOBODY if o.to_move is None else o.to_move
        self._winner = NOBODY if o.winner is None else o.winner
        self._remember_draw(o.drawn)

    def _remember_draw(self, drawn: Sequence[Card]) -> None:
        """Put the latest draw back in front of the draw pile, marked as already drawn."""
        self._deck = [card.index for card in drawn] + self._deck
        self._end = len(self._deck)
        self._cursor = len(drawn)
        if self._table.won_turn_safety_plays_on and self._turn_was_won():
            self._extra_play_safeties = self._drawn_safeties()

    def _turn_was_won(self) -> bool:
        """Return whether a coup fourré won the current turn and the seat has laid only safeties since."""
        for move in reversed(self._moves):
            if move.seat != self._seat:
                return False
            if move.kind is MoveKind.COUP_FOURRE:
                return True
            if move.card not in SAFETIES:
                return False
        return False

    def _shows_attack_landing(self, observation: Observation) -> bool:
        """Return whether the observation shows an attack just made: the attacker is still the seat to move.

        If no other seat holds a card, it may as well be the attacker's next turn; then return False.
        """
        if not self._moves or self._moves[-1].side is None or self._moves[-1].seat != self._seat:
            return False
        return any(size for seat, size in enumerate(observation.hand_sizes) if seat != self._seat)

    def _drawn_safeties(self) -> int:
        return sum(1 << card for card in self._deck[self._drawn_at : self._cursor] if card >= FIRST_SAFETY)

    def _add_to_hand(self, seat: int, card: int) -> None:
        self._counts[seat * KINDS + card] += 1
        self._masks[seat] |= 1 << card

    def _km_in_hand(self, seat: int) -> int:
        counts, start = self._counts, seat * KINDS
        return sum([counts[start + card.index] * card.km for card in DISTANCES])

    def _finish(self) -> FinalPosition:
        return FinalPosition(
            winner=self.winner,
            target=self.target,
            extender=self.extender,
            draw_pile=self.draw_pile,
            states=tuple(self._states),
            progress=tuple(self._progress),
            km_in_hand=tuple([sum(map(self._km_in_hand, seats)) for seats in self._table.sides]),
        )
