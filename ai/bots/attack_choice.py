"""Which attacks a bot refrains from, and which side it attacks.

The first is its *manner*, which all bots of a match share; it uses only public information. *Fierce* attacks without
restraint. *Sporting* does not attack a side that was hit since its own last turn, nor one without a km in the first
three rounds. *Gentle*, in addition, attacks only sides that are ahead of its own, and none hit within its last three
turns. Neither refrains from an attack that prevents a side from winning the leg with its next card.

The second is its *temper*. *Leader* attacks the side that is furthest in this leg; if the match may well end with the
leg, the side most likely to win the match. *Even* attacks the side that has been attacked least in this leg, by
anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from ai.evaluation.match_equity import GAIN
from ai.spec import EVEN, FIERCE, GENTLE, SPORTING
from game.engine.attacks import list_attacks
from game.engine.cards import DISTANCES, Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, SideView
from game.engine.rules import load_rules

SPARED_ROUNDS: Final = 3
"""For this many rounds, a side that has not yet driven is spared."""
_SPARED_TURNS: Final = {SPORTING: 1, GENTLE: 3}
"""For this many turns of its own, a side that was hit is spared."""
_LIMIT_KM: Final = 50
_MOST_200S: Final = 2
_ACTS: Final = (MoveKind.LAY, MoveKind.DISCARD, MoveKind.COUP_FOURRE)


def permitted_moves(o: Observation, aggression: str) -> tuple[Move, ...]:
    """Return the legal moves that the manner permits, in their order: all except some attacks.

    It is never empty, as a card may always be discarded.
    """
    if aggression == FIERCE or not any(move.side is not None for move in o.legal):
        return o.legal
    left_be = {side for side in range(len(o.sides)) if _is_spared(o, side, aggression)}
    return tuple(move for move in o.legal if move.side not in left_be or stops_winner(o, move))


def was_hit(moves: Sequence[Move], side: int, seats: Collection[int], turns: int = 1) -> bool:
    """Return whether a hazard was laid on that side within the last ``turns`` turns of its ``seats``.

    In a team the turns of both partners count, as both can answer for the side. A coup fourré counts as a turn too, so
    a parried hit does not protect.
    """
    for move in reversed(moves):
        if move.side == side:
            return True
        if move.seat in seats and move.kind in _ACTS:
            turns -= 1
            if not turns:
                return False
    return False


def round_of(o: Observation) -> int:
    """Return the current round, from 1: a round begins when the turn reaches or passes the seat left of the dealer.

    So a seat skipped by a coup fourré has had its chance in that round.
    """
    number, place = 1, 0
    for seat in (*(move.seat for move in o.moves if move.kind in _ACTS), o.to_move):
        before, place = place, ((o.seat if seat is None else seat) - o.dealer - 1) % o.seats
        number += place < before
    return number


def stops_winner(o: Observation, move: Move) -> bool:
    """Return whether the attack blocks a card that would win the attacked side the leg in its next turn.

    Only the open cards matter: the card need not be in a hand. An extended leg has its longer distance; if the leg ends
    with the last card drawn and the nearest side wins, a side about to become the nearest counts too.
    """
    if move.side is None or move.card is None:
        return False
    side = o.sides[move.side]
    winning = [card for card in _next_cards(side, o.target) if _wins_with(o, move.side, card)]
    if move.card.family is Family.HAZARD and move.card.id == "speed_limit":
        return any(card.km > _LIMIT_KM for card in winning) and not any(card.km <= _LIMIT_KM for card in winning)
    return bool(winning)


def _is_spared(o: Observation, number: int, aggression: str) -> bool:
    """Return whether the manner spares the side, unless the side is about to win."""
    side = o.sides[number]
    if was_hit(o.moves, number, side.seats, _SPARED_TURNS[aggression]):
        return True
    if not side.km and round_of(o) <= SPARED_ROUNDS:
        return True
    return aggression == GENTLE and side.km <= o.sides[o.side].km


def _next_cards(side: SideView, target: int) -> list[Card]:
    """Return the distances that the side could lay now if it held them."""
    if not side.rolling:
        return []
    longest = _LIMIT_KM if side.limited else max(card.km for card in DISTANCES)
    is_out_of_200s = sum(card.km == DISTANCES[-1].km for card in side.distance) >= _MOST_200S
    fitting = [card for card in DISTANCES if card.km <= min(longest, target - side.km)]
    return [card for card in fitting if not (is_out_of_200s and card is DISTANCES[-1])]


def _wins_with(o: Observation, number: int, card: Card) -> bool:
    side = o.sides[number]
    km = side.km + card.km
    if km == o.target:
        return True
    nearest = max(other.km for n, other in enumerate(o.sides) if n != number)
    return side.km <= nearest < km and _ends_with_next_turn(o, number)


def _ends_with_next_turn(o: Observation, number: int) -> bool:
    """Return whether the side's next turn is its last, in a leg won by the nearest side at the last card."""
    away = min((seat - o.seat) % o.seats for seat in o.sides[number].seats)
    return load_rules(o.rules).nearest_wins and away <= o.draw_pile < away + o.seats


TARGETING_MARGIN: Final = 5.0
"""Points by which another attack must beat the best attack on the leader, in addition to the search's error.

That error shrinks with the number of worlds (expectimax.py). A smaller lead is not worth a temper that nobody
recognizes; 60 points cost the top level, solo with three seats, 1 % of the matches (docs/lab/065, 066).
"""


def preferred_targets(
    o: Observation, targeting: str, sides: Collection[int], expected: Callable[[], Sequence[float]]
) -> frozenset[int]:
    """Return those of ``sides`` that the temper attacks; ``expected`` returns each side's expected final points."""
    if targeting == EVEN:
        counts = attack_counts(o)
        fewest = min(counts[side] for side in sides)
        return frozenset(side for side in sides if counts[side] == fewest)
    standing = expected() if may_be_last(o) else [side.km for side in o.sides]
    best = max(standing[side] for side in sides)
    return frozenset(side for side in sides if standing[side] == best)


def attack_counts(o: Observation) -> tuple[int, ...]:
    """Return how often each side was attacked in this leg, by anybody, including parried attacks."""
    counts = [0] * len(o.sides)
    for attack in list_attacks(o.moves):
        counts[attack.side] += 1
    return tuple(counts)


def may_be_last(o: Observation) -> bool:
    """Return whether the match may end with this leg: it is the last one, or a good leg reaches the target score."""
    if o.legs is not None:
        return o.leg >= o.legs
    return o.target_score is not None and max(o.totals, default=0) + GAIN >= o.target_score
