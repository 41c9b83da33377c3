"""One leg being played: small, mutable and fast (rules.md §4).

A random leg has about 105 moves, and search plays thousands of legs: so hands are count vectors and bit masks,
displays are ints into compiled tables (tables.py), decks are shared between copies with a cursor, and piles are read
off the moves when somebody looks (piles.py). ``copy`` costs 1 µs; everything that leaves here is frozen.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final, Self, cast

from game.engine import narration
from game.engine.cards import CARDS, SAFETIES, Card
from game.engine.errors import Reason
from game.engine.events import Event
from game.engine.moves import Move, MoveKind
from game.engine.observation import DEFAULT_OPTIONS, MatchContext, Observation, Options, Phase, Score, Seating, SideView
from game.engine.piles import Layout, Start, lay_out
from game.engine.refusals import refuse
from game.engine.rules import KM_UNIT, PileEmpty, Rules, load_rules
from game.engine.scoring import Finish, score
from game.engine.tables import (
    ANSWERS,
    COUP_FOURRE,
    COUPS,
    DECLINES,
    DISTANCE,
    EXTEND,
    EXTENDS,
    FIRST_HAZARD,
    FIRST_REMEDY,
    FIRST_SAFETY,
    HAZARD,
    HAZARD_BITS,
    KINDS,
    KM_BITS,
    LIMITED,
    LOW,
    LOW_BITS,
    SAFETY,
    SAFETY_BIT,
    STAY,
    STAYS,
    Table,
    attacks,
    is_rolling,
    own_moves,
    state_of,
    table_for,
    way_of,
)

_TURN, _COUP_FOURRE, _EXTENSION, _OVER = range(4)
_PHASES: Final = (Phase.TURN, Phase.COUP_FOURRE, Phase.EXTENSION, Phase.OVER)
_NOBODY: Final = -1

_INDEX = attrgetter("index")
_BY_ID: Final = tuple(sorted(CARDS, key=lambda card: card.id))
_SAFETY_BITS: Final = 0b1111 << FIRST_SAFETY

# Moves by what is held and what fits, filled as they come up; the keys are those of tables.own_moves and attacks.
_LOW_MOVES: list[dict[int, tuple[Move, ...]]] = [{} for _ in range(6)]
_HIGH_MOVES: list[dict[int, tuple[Move, ...]]] = [{} for _ in range(6)]
_ATTACKS: list[dict[int, tuple[Move, ...]]] = [{} for _ in range(6)]
_MOST_ATTACKS: Final = 20_000
"""Entries of one seat's attacks to keep: with five opponents there could be millions, most of them once only."""


class Leg:
    """A leg from the deal to the scoring. Get one from ``deal`` or ``from_observation``.

    ``apply`` trusts its move: ask ``legal_moves`` or ``why_not`` first.
    """

    __slots__ = (
        "_base",
        "_counts",
        "_cursor",
        "_dealer",
        "_deck",
        "_drawn_at",
        "_end",
        "_extender",
        "_fresh",
        "_masks",
        "_moves",
        "_open",
        "_phase",
        "_reach",
        "_seat",
        "_states",
        "_table",
        "_ways",
        "_winner",
    )

    _table: Table
    _deck: Sequence[int]  # card indexes; what lies before the cursor is dealt or drawn
    _end: int
    _cursor: int
    _drawn_at: int  # the latest draw of this turn is deck[drawn_at:cursor]
    _dealer: int
    _base: Start
    _moves: list[Move]
    _phase: int
    _seat: int
    _counts: bytearray  # seat * KINDS + card: how many it holds
    _masks: list[int]  # by seat, a bit for each kind held
    _states: list[int]  # by side (tables.py)
    _ways: list[int]  # by side (tables.py)
    _open: int  # which hazards may land, five bits a side
    _reach: Sequence[int]
    _fresh: int  # safeties of the latest draw of a won turn that would play on, as a hand mask
    _extender: int
    _winner: int

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
        """A new leg: six cards each from the front of ``deck``, the seat left of the dealer first (rules.md §4.1).

        ``deck`` is trusted to be every card of that rule set and seating. Raises ``RulesError`` for a seating that
        the rule set does not offer.
        """
        leg = cls._new(table_for(rules, seating, seats, options), dealer)
        leg._deck = cards = list(map(_INDEX, deck))
        leg._end = len(cards)
        first = leg._table.left[dealer]
        dealt = rules.hand_size * seats
        seat = first
        for card in cards[:dealt]:
            leg._take(seat, card)
            seat = leg._table.left[seat]
        leg._cursor = dealt
        leg._begin(first, 1)
        if events is not None:
            events += narration.of_the_deal(leg)
        return leg

    @classmethod
    def from_observation(
        cls, observation: Observation, hands: Sequence[Sequence[Card]], draw_pile: Sequence[Card]
    ) -> Self:
        """The leg an observation shows, with every hidden card filled in: one world a search can play out.

        ``hands`` are all seats' hands by seat, the observer's own too; ``draw_pile`` has its next card first. If the
        observation shows an attack just landed, the seat that holds the answer in ``hands`` is asked; if none does,
        the next turn begins. What a seat other than the observer has just drawn is not known, so a safety it drew
        on a won turn does not play on (rules.md D5).
        """
        o = observation
        leg = cls._new(table_for(load_rules(o.rules), o.seating, o.seats, o.options), o.dealer)
        leg._deck = list(map(_INDEX, draw_pile))
        leg._end = len(leg._deck)
        leg._cursor = leg._drawn_at = 0
        for seat, hand in enumerate(hands):
            for card in hand:
                leg._take(seat, card.index)
        leg._base = Start(o.sides, o.discard_pile, len(o.moves))
        leg._moves = list(o.moves)
        leg._states = [state_of(s.battle, s.speed, s.safeties) for s in o.sides]
        leg._ways = [way_of(s.distance, s.coups_fourres) for s in o.sides]
        leg._open = sum(leg._table.open_at[side][state] for side, state in enumerate(leg._states))
        extending = [m.seat for m in o.moves if m.kind is MoveKind.EXTEND]
        if extending:
            leg._extender = leg._table.side_of[extending[0]]
            leg._reach = leg._table.reach_extended
        leg._phase = _PHASES.index(o.phase)
        leg._seat = _NOBODY if o.to_move is None else o.to_move
        leg._winner = _NOBODY if o.winner is None else o.winner
        leg._remember_draw(o.drawn)
        if o.phase is Phase.TURN and leg._shows_attack_landing(o):
            leg._after_attack(o.moves[-1])
        return leg

    @classmethod
    def _new(cls, table: Table, dealer: int) -> Self:
        leg = cls()
        sides = len(table.sides)
        leg._table = table
        leg._dealer = dealer
        leg._base = Start()
        leg._moves = []
        leg._phase = _TURN
        leg._counts = bytearray(table.seats * KINDS)
        leg._masks = [0] * table.seats
        leg._states = [0] * sides
        leg._ways = [0] * sides
        leg._open = sum(table.open_at[side][0] for side in range(sides))
        leg._reach = table.reach
        leg._fresh = 0
        leg._extender = leg._winner = _NOBODY
        return leg

    def copy(self) -> Leg:
        """An independent leg in the same position; the deck and all tables are shared."""
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
        leg._ways = self._ways[:]
        leg._open = self._open
        leg._reach = self._reach
        leg._fresh = self._fresh
        leg._extender = self._extender
        leg._winner = self._winner
        return leg

    # What may be done, and doing it

    def legal_moves(self) -> Sequence[Move]:
        """Every legal move of the seat whose decision it is, each once, in no promised order; empty when over."""
        if self._phase:
            return self._answers()
        seat = self._seat
        held = self._masks[seat]
        table = self._table
        side = table.side_of[seat]
        state = self._states[side]
        low = held & LOW | self._reach[self._ways[side] & 4095] & table.dist_ok[state]
        high = held >> 10 | table.rem_ok[state]
        try:
            moves = _LOW_MOVES[seat][low] + _HIGH_MOVES[seat][high]
        except KeyError:
            moves = self._own_moves(seat, low, high)
        if held & HAZARD_BITS:
            key = self._open & table.others[seat][held >> 5 & 31]
            if key:
                try:
                    return moves + _ATTACKS[seat][key]
                except KeyError:
                    return moves + self._attacks(seat, key)
        return moves

    def apply(self, move: Move, events: list[Event] | None = None, *, drawn: Sequence[Card] = ()) -> None:
        """Make a legal move; it is trusted.

        ``events`` gets what happened, with nothing hidden. ``drawn`` says which cards the draws of this move bring,
        in order, in place of the next of the draw pile; ``ValueError`` if they are not in it.
        """
        if drawn:
            self._put_on_top(drawn)
        if events is not None:
            before = self.copy()
            self.apply(move)
            events += narration.of_a_move(before, move, self)
            return
        table = self._table
        op, seat, slot, bit, side, what, keep, open_at, answering = table.codes[move.index]
        self._moves.append(move)
        if op > SAFETY:
            self._answer(op, seat, move)
            return
        counts = self._counts
        masks = self._masks
        left = counts[slot] - 1
        counts[slot] = left
        if not left:
            masks[seat] ^= bit
        if op:
            if op == DISTANCE:
                ways = self._ways
                ways[side] = way = ways[side] + what  # type: ignore[operator]
                if not self._reach[way & 4095]:
                    self._arrive(side)
                    return
            else:
                states = self._states
                states[side] = state = what[states[side]]  # type: ignore[index]
                self._open = self._open & keep | open_at[state]
                if op == HAZARD:
                    if self._asks(bit, answering):
                        return
                elif op == SAFETY and (table.plays_on or self._fresh) and self._plays_on(seat, bit):
                    return
        # The next turn, as nearly always: one card drawn by the seat to the left.
        cursor = self._cursor
        seat = table.left[seat]
        if cursor >= self._end:
            self._begin_on_empty_pile(seat)
            return
        card = self._deck[cursor]
        self._drawn_at = cursor
        self._cursor = cursor + 1
        self._fresh = 0
        counts[seat * 19 + card] += 1
        masks[seat] |= 1 << card
        self._seat = seat

    def why_not(self, move: Move) -> Reason | None:
        """Why the move is refused, or None if it is legal (rules.md §8)."""
        return refuse(self, move.seat, move.kind, move.card, move.side)

    def plays_on_with(self, move: Move) -> bool:
        """Whether that safety, laid now, gives its seat one more play, if a card is left for it (rules.md §3)."""
        if move.kind is not MoveKind.LAY or move.card not in SAFETIES:
            return False
        more = self._table.plays_on and self._cursor < self._end
        return more or bool(self._fresh >> move.card.index & 1)

    # What everyone can see

    @property
    def rules(self) -> Rules:
        """The rule set."""
        return self._table.rules

    @property
    def options(self) -> Options:
        """The options of the match."""
        return self._table.options

    @property
    def seating(self) -> Seating:
        """Solo or teams."""
        return self._table.seating

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._table.seats

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._dealer

    @property
    def table(self) -> Table:
        """The compiled rules of this kind of leg."""
        return self._table

    @property
    def phase(self) -> Phase:
        """Which kind of decision the leg waits for."""
        return _PHASES[self._phase]

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None when over."""
        return None if self._seat < 0 else self._seat

    @property
    def is_over(self) -> bool:
        """Whether the leg has ended."""
        return self._phase == _OVER

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far, hidden ones too."""
        return tuple(self._moves)

    @property
    def attack(self) -> Move | None:
        """The attack that may be answered now, in the phase ``coup_fourre``."""
        return self._moves[-1] if self._phase == _COUP_FOURRE else None

    @property
    def target(self) -> int:
        """The distance in force, in km."""
        return self._table.base_km if self._extender < 0 else self._table.rules.extended_km

    @property
    def extender(self) -> int | None:
        """The side that extended the leg, if one did."""
        return None if self._extender < 0 else self._extender

    @property
    def draw_pile(self) -> int:
        """How many cards are left to draw."""
        return self._end - self._cursor

    @property
    def drawn(self) -> tuple[Card, ...]:
        """The latest draw of the turn under way, in order; empty when over. The asked seat has drawn nothing."""
        if self._phase == _OVER:
            return ()
        return tuple(CARDS[i] for i in self._deck[self._drawn_at : self._cursor])

    @property
    def deck(self) -> tuple[Card, ...]:
        """The deck as it was dealt; of a leg from an observation only what was left to draw then."""
        return tuple(CARDS[i] for i in self._deck)

    @property
    def was_dealt(self) -> bool:
        """Whether the leg is known from its deal, so that a record can be written of it."""
        return not self._base.sides

    @property
    def winner(self) -> int | None:
        """The side that won, if the leg is over and one did."""
        return None if self._winner < 0 else self._winner

    @property
    def scores(self) -> tuple[Score, ...] | None:
        """Each side's points, or None until the leg is over."""
        return score(self._finish(), self._table) if self._phase == _OVER else None

    def hand(self, seat: int) -> tuple[Card, ...]:
        """A seat's hand, sorted by id."""
        start = seat * KINDS
        counts = self._counts
        return tuple(card for card in _BY_ID for _ in range(counts[start + card.index]))

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return sum(self._counts[seat * KINDS : (seat + 1) * KINDS])

    def holds(self, seat: int, card: Card) -> bool:
        """Whether a seat holds such a card."""
        return bool(self._masks[seat] >> card.index & 1)

    def km(self, side: int) -> int:
        """How far a side is, in km."""
        return (self._ways[side] & KM_BITS) * KM_UNIT

    def state(self, side: int) -> int:
        """The traffic state of a side's display (tables.py)."""
        return self._states[side]

    def way(self, side: int) -> int:
        """How a side came as far as it is (tables.py)."""
        return self._ways[side]

    def is_open_to(self, side: int, hazard: Card) -> bool:
        """Whether that hazard may land on that side now."""
        return bool(self._open >> 5 * side + hazard.index - FIRST_HAZARD & 1)

    def remedies_needed(self, side: int) -> int:
        """The remedies that may be laid on that side's display, a bit each in the order of their family."""
        return self._table.rem_ok[self._states[side]] >> KINDS - LOW_BITS

    def layout(self) -> Layout:
        """Every pile on the table, card by card."""
        return lay_out(self._base, self._moves, self._table.side_of)

    def views(self, layout: Layout) -> tuple[SideView, ...]:
        """Every side's display as everyone sees it."""
        return tuple(
            SideView(
                seats=seats,
                km=self.km(side),
                battle=tuple(d.battle),
                speed=tuple(d.speed),
                distance=tuple(d.distance),
                safeties=tuple(d.safeties),
                coups_fourres=tuple(d.coups_fourres),
                rolling=is_rolling(self._states[side]),
                limited=bool(self._states[side] & LIMITED),
            )
            for side, (seats, d) in enumerate(zip(self._table.sides, layout.displays, strict=True))
        )

    def observe(self, seat: int, context: MatchContext) -> Observation:
        """All the player in ``seat`` may know now (rules.md §9)."""
        table = self._table
        phase, to_move = self.phase, self.seat
        drawn = self.drawn if seat == to_move and phase is not Phase.COUP_FOURRE else ()
        if phase is Phase.COUP_FOURRE and seat != to_move:
            phase, to_move = Phase.TURN, self._moves[-1].seat
            drawn = self.drawn if seat == to_move else ()
        legal = self.legal_moves() if seat == self._seat else ()
        layout = self.layout()
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
            sides=self.views(layout),
            moves=tuple(m for m in self._moves if m.kind is not MoveKind.DECLINE or m.seat == seat),
            legal=tuple(sorted(legal, key=attrgetter("text"))),
            winner=self.winner,
            scores=self.scores,
        )

    # Inside

    def _own_moves(self, seat: int, low: int, high: int) -> tuple[Move, ...]:
        moves_low = _LOW_MOVES[seat][low] = own_moves(seat, low, low=True)
        moves_high = _HIGH_MOVES[seat][high] = own_moves(seat, high, low=False)
        return moves_low + moves_high

    def _attacks(self, seat: int, key: int) -> tuple[Move, ...]:
        memo = _ATTACKS[seat]
        if len(memo) >= _MOST_ATTACKS:
            memo.clear()
        moves = memo[key] = attacks(seat, key)
        return moves

    def _answers(self) -> tuple[Move, ...]:
        seat = self._seat
        if self._phase == _COUP_FOURRE:
            hazard = cast(Card, self._moves[-1].card)
            safety = SAFETY_BIT[hazard.index - FIRST_HAZARD].bit_length() - 1
            return (ANSWERS[seat][FIRST_SAFETY + safety], DECLINES[seat])
        return (EXTENDS[seat], STAYS[seat]) if self._phase == _EXTENSION else ()

    def _answer(self, op: int, seat: int, move: Move) -> None:
        """What a seat says when it is asked: coup fourré, decline, extend, stay."""
        self._phase = _TURN
        if op == COUP_FOURRE:
            self._lay_coup_fourre(seat, cast(Card, move.card))
            self._begin(seat, self._table.won_draws, won=True)
        elif op == STAY:
            self._finish_leg(self._table.side_of[seat])
        else:
            if op == EXTEND:
                self._extender = self._table.side_of[seat]
                self._reach = self._table.reach_extended
                before = seat
            else:
                before = self._moves[-2].seat  # the attacker: the attack is the move before the answer
            self._begin(self._table.left[before], 1)

    def _lay_coup_fourre(self, seat: int, safety: Card) -> None:
        side = self._table.side_of[seat]
        what, keep, open_at = self._table.codes[self._moves[-1].index][5:8]
        self._counts[seat * KINDS + safety.index] -= 1
        self._masks[seat] ^= 1 << safety.index
        state = self._states[side] = cast("Sequence[int]", what)[self._states[side]]
        self._open = self._open & keep | open_at[state]
        self._ways[side] += COUPS << SAFETIES.index(safety)

    def _asks(self, hazard_bit: int, seats: tuple[int, ...]) -> bool:
        """Ask the seat that holds the safety against the hazard just laid, if one does (rules.md §4.4)."""
        safety = SAFETY_BIT[hazard_bit.bit_length() - 1 - FIRST_HAZARD] << FIRST_SAFETY
        for seat in seats:
            if self._masks[seat] & safety:
                self._seat = seat
                self._phase = _COUP_FOURRE
                return True
        return False

    def _plays_on(self, seat: int, safety_bit: int) -> bool:
        """Whether a safety just laid in one's turn gives one more play; if so, draw for it (rules.md §3, D5, D11)."""
        if self._fresh & safety_bit:
            count = self._table.full_hand - self.hand_size(seat)
            self._draw(seat, count)
            self._fresh = self._drawn_safeties()
            return bool(self._masks[seat])
        if self._table.plays_on and self._cursor < self._end:
            self._draw(seat, 1)
            return True
        return False

    def _arrive(self, side: int) -> None:
        """A side is exactly at the distance: it extends the leg or wins it (rules.md §4.5, §4.6)."""
        table = self._table
        may_extend = table.may_extend and self._extender < 0
        if may_extend and (table.rules.extension_on_empty_pile or self._cursor < self._end):
            self._phase = _EXTENSION
        else:
            self._finish_leg(side)

    def _begin(self, seat: int, draws: int, *, won: bool = False) -> None:
        """Begin a turn of that seat, or of the next one that can have it, or end the leg."""
        self._fresh = 0
        if self._cursor >= self._end:
            self._begin_on_empty_pile(seat)
            return
        self._seat = seat
        self._draw(seat, draws)
        if won and self._table.won_plays_on:
            self._fresh = self._drawn_safeties()

    def _begin_on_empty_pile(self, seat: int) -> None:
        """A turn of the end game, if the leg goes on at all (rules.md §3, D9)."""
        table = self._table
        ending = table.when_empty if self._extender < 0 else table.when_empty_extended
        stuck = ending is PileEmpty.UNTIL_STUCK and not self._anyone_can_lay()
        if stuck or ending is PileEmpty.TURN_OF_LAST_CARD or not any(self._masks):
            self._finish_leg(self._nearest() if table.rules.nearest_wins else _NOBODY)
            return
        while not self._masks[seat]:
            seat = table.left[seat]
        self._seat = seat
        self._fresh = 0
        self._drawn_at = self._cursor

    def _anyone_can_lay(self) -> bool:
        table = self._table
        for seat, held in enumerate(self._masks):
            side = table.side_of[seat]
            state = self._states[side]
            fits = self._reach[self._ways[side] & 4095] & table.dist_ok[state]
            if (
                held & _SAFETY_BITS
                or held & (fits >> LOW_BITS)
                or held >> FIRST_REMEDY & 0b11111 & self.remedies_needed(side)
                or self._open & table.others[seat][held >> FIRST_HAZARD & 31]
            ):
                return True
        return False

    def _nearest(self) -> int:
        way = [self.km(side) for side in range(len(self._ways))]
        return way.index(max(way)) if way.count(max(way)) == 1 else _NOBODY

    def _finish_leg(self, winner: int) -> None:
        self._phase = _OVER
        self._seat = _NOBODY
        self._winner = winner

    def _finish(self) -> Finish:
        hands = [self.hand(seat) for seat in range(self.seats)]
        return Finish(
            winner=self.winner,
            target=self.target,
            extender=self.extender,
            draw_pile=self.draw_pile,
            states=tuple(self._states),
            ways=tuple(self._ways),
            km_in_hand=tuple(sum(card.km for seat in seats for card in hands[seat]) for seats in self._table.sides),
        )

    def _draw(self, seat: int, count: int) -> None:
        """Draw as many cards as there are, up to ``count``."""
        self._drawn_at = self._cursor
        self._cursor = min(self._end, self._cursor + count)
        for card in self._deck[self._drawn_at : self._cursor]:
            self._take(seat, card)

    def _take(self, seat: int, card: int) -> None:
        self._counts[seat * KINDS + card] += 1
        self._masks[seat] |= 1 << card

    def _drawn_safeties(self) -> int:
        return sum(1 << card for card in self._deck[self._drawn_at : self._cursor] if card >= FIRST_SAFETY)

    def _put_on_top(self, cards: Sequence[Card]) -> None:
        deck = list(self._deck)
        for place, card in enumerate(cards, self._cursor):
            found = deck.index(card.index, place)
            deck[place], deck[found] = deck[found], deck[place]
        self._deck = deck

    def _remember_draw(self, drawn: Sequence[Card]) -> None:
        """Put the latest draw in front of the draw pile again, as already drawn."""
        self._deck = [*map(_INDEX, drawn), *self._deck]
        self._end = len(self._deck)
        self._cursor = len(drawn)
        if self._table.won_plays_on and self._turn_was_won():
            self._fresh = self._drawn_safeties()

    def _turn_was_won(self) -> bool:
        """Whether a coup fourré began the turn under way: since it, this seat has laid nothing but safeties."""
        for move in reversed(self._moves):
            if move.seat != self._seat:
                return False
            if move.kind is MoveKind.COUP_FOURRE:
                return True
            if move.card not in SAFETIES:
                return False
        return False

    def _shows_attack_landing(self, observation: Observation) -> bool:
        """Whether this is the moment after an attack: without it the attacker could only be at it again alone."""
        if not self._moves or self._moves[-1].side is None or self._moves[-1].seat != self._seat:
            return False
        return any(size for seat, size in enumerate(observation.hand_sizes) if seat != self._seat)

    def _after_attack(self, attack: Move) -> None:
        _, seat, _, bit, _, _, _, _, answering = self._table.codes[attack.index]
        if not self._asks(bit, answering):
            self._begin(self._table.left[seat], 1)


_blank = Leg.__new__
