"""One leg being played: small, mutable and fast (rules.md §4).

A random leg has about 105 moves and search plays thousands of legs. So hands are count vectors and bit masks, displays
are ints that index compiled tables (tables.py), copies share a deck and each has a cursor into it, and piles are
computed from the moves on request (piles.py). ``copy`` takes 1 µs; everything returned to callers is immutable.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final, Self, cast

from game.engine.cards import SAFETIES, Card
from game.engine.events import Event
from game.engine.move_events import deal_events, move_events
from game.engine.moves import MAX_SEATS, Move, MoveKind
from game.engine.observation import Observation, Phase
from game.engine.position import COUP_FOURRE_ASKED, EXTENSION_ASKED, NOBODY, OVER, TURN, Position
from game.engine.rules import PileEmpty, Rules, Seating, load_rules
from game.engine.setup import DEFAULT_OPTIONS, MatchContext, Options
from game.engine.tables import (
    COUP_FOURRE,
    COUP_FOURRE_MOVES,
    DECLINE_MOVES,
    DISCARD,
    DISTANCE,
    EXTEND,
    EXTEND_MOVES,
    FIRST_COUP_FOURRE_BIT,
    FIRST_HAZARD,
    FIRST_REMEDY,
    FIRST_SAFETY,
    HAZARD,
    HAZARD_BITS,
    HIGH_KEYS,
    KINDS,
    LOW,
    LOW_BITS,
    LOW_KEYS,
    REACH_BITS,
    SAFETY,
    SAFETY_BIT,
    STAY,
    STAY_MOVES,
    attack_moves,
    compiled_rules_for,
    own_moves,
)

_SAFETY_BITS: Final = 0b1111 << FIRST_SAFETY

# Caches of moves by cards held and cards that fit, with the keys of tables.own_moves and tables.attack_moves. Where
# there are few keys the cache is a list with an item for every key: compiled, it is twice as fast as a dictionary.
_LOW_MOVES: Final[list[list[tuple[Move, ...] | None]]] = [[None] * LOW_KEYS for _ in range(MAX_SEATS)]
_HIGH_MOVES: Final[list[list[tuple[Move, ...] | None]]] = [[None] * HIGH_KEYS for _ in range(MAX_SEATS)]
_ATTACKS: Final[list[dict[int, tuple[Move, ...]]]] = [{} for _ in range(MAX_SEATS)]
_MAX_CACHED_ATTACKS: Final = 20_000
"""Maximum number of cached entries per seat: with five opponents there could be millions, most of them used once."""


class Leg(Position):
    """A leg from the deal to the scoring; create it with ``deal`` or ``from_observation``.

    ``apply`` does not check whether a move is legal: use ``legal_moves`` or ``refusal_for`` first.
    """

    __slots__ = ()

    @classmethod
    def deal(  # noqa: PLR0913 - all of a leg's set-up, most of it keyword-only
        cls,
        rules: Rules,
        seating: Seating,
        deck: Sequence[Card],
        dealer: int,
        *,
        seats: int,
        options: Options = DEFAULT_OPTIONS,
        events: list[Event] | None = None,
    ) -> Self:
        """Deal a hand to each seat from the front of ``deck``; the seat left of the dealer begins (rules.md §4.1).

        ``deck`` must have every card of that rule set and seating; this is not checked. The events of the deal are
        appended to ``events``. Raises ``RulesError`` for a seating that the rule set does not offer.
        """
        leg = cls._new(compiled_rules_for(rules, seating, seats, options), dealer)
        leg._deck = cards = [card.index for card in deck]
        leg._end = len(cards)
        first = leg._table.left[dealer]
        dealt = leg._table.hand_size * seats
        seat = first
        for card in cards[:dealt]:
            leg._add_to_hand(seat, card)
            seat = leg._table.left[seat]
        leg._cursor = dealt
        leg._begin(first, 1)
        if events is not None:
            events += deal_events(leg)
        return leg

    @classmethod
    def from_observation(
        cls, observation: Observation, hands: Sequence[Sequence[Card]], draw_pile: Sequence[Card]
    ) -> Self:
        """Return a leg that fits the observation, with every hidden card filled in, so that a search can play it out.

        ``hands`` are all hands by seat, including the observer's; ``draw_pile`` has the next card first. If the last
        move was an attack, the seat whose hand in ``hands`` has the safety against it is asked for a coup fourré; if no
        seat has it, the next turn begins. The latest draw of other seats is unknown, so a safety that one of them drew
        in a won turn gives no extra play (rules.md D5).
        """
        o = observation
        leg = cls._new(compiled_rules_for(load_rules(o.rules), o.seating, o.seats, o.options), o.dealer)
        leg._fill_in(o, hands, draw_pile)
        if leg._shows_attack_landing(o):
            leg._after_attack(o.moves[-1])
        return leg

    def copy(self) -> Leg:
        """Return an independent leg in the same position; both legs share the deck and the compiled rules."""
        leg = _blank(Leg)
        leg._table = self._table
        leg._deck = self._deck
        leg._end = self._end
        leg._cursor = self._cursor
        leg._drawn_at = self._drawn_at
        leg._dealer = self._dealer
        leg._base = self._base
        leg._moves = self._moves[:]
        leg._phase = self._phase
        leg._seat = self._seat
        leg._counts = self._counts[:]
        leg._masks = self._masks[:]
        leg._states = self._states[:]
        leg._progress = self._progress[:]
        leg._open_hazards = self._open_hazards
        leg._fitting_distances = self._fitting_distances
        leg._extra_play_safeties = self._extra_play_safeties
        leg._extender = self._extender
        leg._winner = self._winner
        return leg

    # -- legal moves and making a move

    def legal_moves(self) -> Sequence[Move]:
        """Return every legal move of the seat that decides, each once, in no fixed order; none when the leg is over."""
        if self._phase:
            return self._answer_moves()
        seat = self._seat
        held = self._masks[seat]
        table = self._table
        side = table.side_of[seat]
        state = self._states[side]
        low = held & LOW | self._fitting_distances[self._progress[side] & REACH_BITS] & table.playable_distances[state]
        high = held >> LOW_BITS | table.playable_remedies[state]
        of_low, of_high = _LOW_MOVES[seat][low], _HIGH_MOVES[seat][high]
        moves = self._own_moves(seat, low, high) if of_low is None or of_high is None else of_low + of_high
        if held & HAZARD_BITS:
            key = self._open_hazards & table.others[seat][held >> FIRST_HAZARD & 31]
            if key:
                try:
                    return moves + _ATTACKS[seat][key]
                except KeyError:
                    return moves + self._attacks(seat, key)
        return moves

    def apply(self, move: Move, events: list[Event] | None = None, *, drawn: Sequence[Card] = ()) -> None:
        """Make a move. The move must be legal; this is not checked.

        The move's events are appended to ``events``, with nothing hidden. ``drawn`` are the cards that are drawn after
        this move, in order, instead of the next ones of the draw pile. Raises ``ValueError`` if the draw pile does not
        have them.
        """
        if drawn:
            self._put_on_top(drawn)
        if events is not None:
            before = self.copy()
            self.apply(move)
            events += move_events(before, move, self)
            return
        table = self._table
        op, seat, slot, bit, side, what, keep, open_at, answering = table.move_codes[move.index]
        self._moves.append(move)
        if op > SAFETY:
            self._apply_answer(op, seat, move)
            return
        counts = self._counts
        masks = self._masks
        left = counts[slot] - 1
        counts[slot] = left
        if not left:
            masks[seat] ^= bit
        if op != DISCARD:
            if op == DISTANCE:
                progress = self._progress
                progress[side] = side_progress = progress[side] + cast(int, what)
                if not self._fitting_distances[side_progress & REACH_BITS]:
                    self._reach_distance(side)
                    return
            else:
                states = self._states
                states[side] = state = cast("tuple[int, ...]", what)[states[side]]
                self._open_hazards = self._open_hazards & keep | open_at[state]
                if op == HAZARD:
                    if self._ask_for_coup_fourre(bit, answering):
                        return
                elif (
                    op == SAFETY
                    and (table.safety_plays_on or self._extra_play_safeties)
                    and self._draw_for_extra_play(seat, bit)
                ):
                    return
        # In nearly all cases the next turn begins: the seat to the left draws one card.
        cursor = self._cursor
        seat = table.left[seat]
        if cursor >= self._end:
            self._begin_on_empty_pile(seat)
            return
        card = self._deck[cursor]
        self._drawn_at = cursor
        self._cursor = cursor + 1
        self._extra_play_safeties = 0
        counts[seat * KINDS + card] += 1
        masks[seat] |= 1 << card
        self._seat = seat

    def observe(self, seat: int, context: MatchContext) -> Observation:
        """Return all that the player in ``seat`` may know now (rules.md §9); ``context`` is copied into it."""
        table = self._table
        phase, to_move = self.phase, self.seat
        drawn = self.drawn if seat == to_move and phase is not Phase.COUP_FOURRE else ()
        if phase is Phase.COUP_FOURRE and seat != to_move:
            phase, to_move = Phase.TURN, self._moves[-1].seat
            drawn = self.drawn if seat == to_move else ()
        legal = self.legal_moves() if seat == self._seat else ()
        layout = self.piles()
        return Observation(
            seat=seat,
            phase=phase,
            to_move=to_move,
            rules=table.rules.id,
            options=table.options,
            seating=table.seating,
            seats=table.seats,
            dealer=self._dealer,
            leg=context.leg,
            totals=context.totals,
            target_score=context.target_score,
            legs=context.legs,
            target=self.target,
            draw_pile=self.draw_pile,
            discard_pile=tuple(layout.discard_pile),
            hand=self.hand(seat),
            drawn=drawn,
            hand_sizes=tuple(map(self.hand_size, range(table.seats))),
            sides=self.side_views(layout),
            moves=tuple(m for m in self._moves if m.kind is not MoveKind.DECLINE or m.seat == seat),
            legal=tuple(sorted(legal, key=attrgetter("text"))),
            winner=self.winner,
            scores=self.scores,
        )

    # -- internals

    def _own_moves(self, seat: int, low: int, high: int) -> tuple[Move, ...]:
        moves_low = _LOW_MOVES[seat][low] = own_moves(seat, low, low=True)
        moves_high = _HIGH_MOVES[seat][high] = own_moves(seat, high, low=False)
        return moves_low + moves_high

    def _attacks(self, seat: int, key: int) -> tuple[Move, ...]:
        memo = _ATTACKS[seat]
        if len(memo) >= _MAX_CACHED_ATTACKS:
            memo.clear()
        moves = memo[key] = attack_moves(seat, key)
        return moves

    def _answer_moves(self) -> tuple[Move, ...]:
        seat = self._seat
        if self._phase == COUP_FOURRE_ASKED:
            hazard = cast(Card, self._moves[-1].card)
            safety = SAFETY_BIT[hazard.index - FIRST_HAZARD].bit_length() - 1
            return (COUP_FOURRE_MOVES[seat][FIRST_SAFETY + safety], DECLINE_MOVES[seat])
        return (EXTEND_MOVES[seat], STAY_MOVES[seat]) if self._phase == EXTENSION_ASKED else ()

    def _apply_answer(self, op: int, seat: int, move: Move) -> None:
        """Make a move that answers a question: coup fourré, decline, extend or stay."""
        self._phase = TURN
        if op == COUP_FOURRE:
            self._lay_coup_fourre(seat, cast(Card, move.card))
            self._begin(seat, self._table.won_turn_draws, won=True)
        elif op == STAY:
            self._finish_leg(self._table.side_of[seat])
        else:
            if op == EXTEND:
                self._extender = self._table.side_of[seat]
                self._fitting_distances = self._table.fitting_distances_extended
                before = seat
            else:
                before = self._moves[-2].seat  # the attacker: the attack is the move before the answer
            self._begin(self._table.left[before], 1)

    def _lay_coup_fourre(self, seat: int, safety: Card) -> None:
        side = self._table.side_of[seat]
        what, keep, open_at = self._table.move_codes[self._moves[-1].index][5:8]
        self._counts[seat * KINDS + safety.index] -= 1
        self._masks[seat] ^= 1 << safety.index
        state = self._states[side] = cast("tuple[int, ...]", what)[self._states[side]]
        self._open_hazards = self._open_hazards & keep | open_at[state]
        self._progress[side] += FIRST_COUP_FOURRE_BIT << SAFETIES.index(safety)

    def _ask_for_coup_fourre(self, hazard_bit: int, seats: tuple[int, ...]) -> bool:
        """Ask the one of ``seats`` that holds the safety against the hazard just laid (rules.md §4.4).

        Return False if none of them holds it.
        """
        safety = SAFETY_BIT[hazard_bit.bit_length() - 1 - FIRST_HAZARD] << FIRST_SAFETY
        for seat in seats:
            if self._masks[seat] & safety:
                self._seat = seat
                self._phase = COUP_FOURRE_ASKED
                return True
        return False

    def _draw_for_extra_play(self, seat: int, safety_bit: int) -> bool:
        """If the safety just laid gives one more play, draw for it and return True (rules.md §3, D5, D11)."""
        if self._extra_play_safeties & safety_bit:
            count = self._table.full_hand - self.hand_size(seat)
            self._draw(seat, count)
            self._extra_play_safeties = self._drawn_safeties()
            return bool(self._masks[seat])
        if self._table.safety_plays_on and self._cursor < self._end:
            self._draw(seat, 1)
            return True
        return False

    def _reach_distance(self, side: int) -> None:
        """Ask whether to extend the leg, or end it, as the side is exactly at the distance (rules.md §4.5, §4.6)."""
        table = self._table
        may_extend = table.may_extend and self._extender < 0
        if may_extend and (table.rules.extension_on_empty_pile or self._cursor < self._end):
            self._phase = EXTENSION_ASKED
        else:
            self._finish_leg(side)

    def _begin(self, seat: int, draws: int, *, won: bool = False) -> None:
        """Begin a turn of that seat, or of the next seat that can play, or end the leg."""
        self._extra_play_safeties = 0
        if self._cursor >= self._end:
            self._begin_on_empty_pile(seat)
            return
        self._seat = seat
        self._draw(seat, draws)
        if won and self._table.won_turn_safety_plays_on:
            self._extra_play_safeties = self._drawn_safeties()

    def _begin_on_empty_pile(self, seat: int) -> None:
        """Begin a turn with an empty draw pile, or end the leg (rules.md §3, D9)."""
        table = self._table
        ending = table.when_pile_empty if self._extender < 0 else table.when_pile_empty_extended
        stuck = ending is PileEmpty.UNTIL_STUCK and not self._anyone_can_lay()
        if stuck or ending is PileEmpty.TURN_OF_LAST_CARD or not any(self._masks):
            self._finish_leg(self._nearest() if table.rules.nearest_wins else NOBODY)
            return
        while not self._masks[seat]:
            seat = table.left[seat]
        self._seat = seat
        self._extra_play_safeties = 0
        self._drawn_at = self._cursor

    def _anyone_can_lay(self) -> bool:
        table = self._table
        for seat, held in enumerate(self._masks):
            side = table.side_of[seat]
            state = self._states[side]
            fits = self._fitting_distances[self._progress[side] & REACH_BITS] & table.playable_distances[state]
            if (
                held & _SAFETY_BITS
                or held & (fits >> LOW_BITS)
                or held >> FIRST_REMEDY & 0b11111 & self.remedies_needed(side)
                or self._open_hazards & table.others[seat][held >> FIRST_HAZARD & 31]
            ):
                return True
        return False

    def _nearest(self) -> int:
        side_progress = [self.km(side) for side in range(len(self._progress))]
        return side_progress.index(max(side_progress)) if side_progress.count(max(side_progress)) == 1 else NOBODY

    def _finish_leg(self, winner: int) -> None:
        self._phase = OVER
        self._seat = NOBODY
        self._winner = winner

    def _draw(self, seat: int, count: int) -> None:
        """Draw ``count`` cards, or as many as are left."""
        self._drawn_at = self._cursor
        self._cursor = min(self._end, self._cursor + count)
        for card in self._deck[self._drawn_at : self._cursor]:
            self._add_to_hand(seat, card)

    def _put_on_top(self, cards: Sequence[Card]) -> None:
        deck = list(self._deck)
        for place, card in enumerate(cards, self._cursor):
            found = deck.index(card.index, place)
            deck[place], deck[found] = deck[found], deck[place]
        self._deck = deck

    def _after_attack(self, attack: Move) -> None:
        _, seat, _, bit, _, _, _, _, answering = self._table.move_codes[attack.index]
        if not self._ask_for_coup_fourre(bit, answering):
            self._begin(self._table.left[seat], 1)


_blank: Final = Leg.__new__
