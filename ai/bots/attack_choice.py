"""How hard a bot attacks (its aggression, or *manner*), and which side it attacks (its targeting, or *temper*).

All bots of a match have the same aggression; it uses only public information. *Fierce* bots make any attack. *Sporting*
bots do not attack a side that was hit since that side's last turn, nor in the first three rounds a side with 0 km.
*Gentle* bots do not attack a side hit within its last three turns either, and attack only sides that are ahead of their
own. But all bots may prevent a side from winning the leg with its next card.

The targeting *leader* attacks the side with the most km in this leg or, if the match may end with the leg, the side
most likely to win the match. *Even* attacks the side that was attacked least often in this leg, by anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from ai.evaluation.match_equity import GAIN
from ai.spec import Aggression, Targeting
from game.engine.attacks import list_attacks
from game.engine.cards import DISTANCES, Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, SideView
from game.engine.rules import load_rules

SPARED_ROUNDS: Final = 3
"""A sporting or gentle bot does not attack a side with 0 km in this many rounds at the start of a leg."""
_SPARED_TURNS: Final = {Aggression.SPORTING: 1, Aggression.GENTLE: 3}
"""By aggression: after a hit, a side is not attacked again until it has had this many turns."""
_LIMIT_KM: Final = 50
_MOST_200S: Final = 2
_ACTS: Final = (MoveKind.LAY, MoveKind.DISCARD, MoveKind.COUP_FOURRE)


def permitted_moves(o: Observation, aggression: Aggression) -> tuple[Move, ...]:
    """Return the legal moves that a bot of that aggression may make, in their order: all but some of the attacks.

    The result is never empty, as a card may always be discarded.
    """
    if aggression is Aggression.FIERCE or not any(move.side is not None for move in o.legal):
        return o.legal
    left_be = {side for side in range(len(o.sides)) if _is_spared(o, side, aggression)}
    return tuple(move for move in o.legal if move.side not in left_be or prevents_win(o, move))


def was_hit(moves: Sequence[Move], side: int, seats: Collection[int], turns: int = 1) -> bool:
    """Return whether a hazard was laid on the side within the last ``turns`` turns of its ``seats``.

    In a team the turns of both partners count, as both can play a remedy. A coup fourré counts as a turn too, so after
    a parried attack the side may be attacked again at once.
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
    """Return the number of the leg's current round, from 1.

    A round begins when the turn reaches or passes the seat left of the dealer, even if a coup fourré skipped seats.
    """
    number, place = 1, 0
    for seat in (*(move.seat for move in o.moves if move.kind in _ACTS), o.to_move):
        before, place = place, ((o.seat if seat is None else seat) - o.dealer - 1) % o.seats
        number += place < before
    return number


def prevents_win(o: Observation, move: Move) -> bool:
    """Return whether the move is an attack that keeps a side from winning the leg with a card in its next turn.

    Only the cards on the table matter: whether the side holds such a card is unknown. In a rule set where the nearest
    side wins when the last card is drawn, a side that would become the nearest counts too.
    """
    if move.side is None or move.card is None:
        return False
    side = o.sides[move.side]
    winning = [card for card in _next_cards(side, o.target) if _wins_with(o, move.side, card)]
    if move.card.family is Family.HAZARD and move.card.id == "speed_limit":
        return any(card.km > _LIMIT_KM for card in winning) and not any(card.km <= _LIMIT_KM for card in winning)
    return bool(winning)


def _is_spared(o: Observation, number: int, aggression: Aggression) -> bool:
    """Return whether a bot of that aggression does not attack the side, unless the side is about to win."""
    side = o.sides[number]
    if was_hit(o.moves, number, side.seats, _SPARED_TURNS[aggression]):
        return True
    if not side.km and round_of(o) <= SPARED_ROUNDS:
        return True
    return aggression is Aggression.GENTLE and side.km <= o.sides[o.side].km


def _next_cards(side: SideView, target: int) -> list[Card]:
    """Return the distance cards that the side could lay now if it held them."""
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
    """Return whether the side's next turn is its last one in a leg that ends with the last card drawn.

    Return False in rule sets where the nearest side does not win then.
    """
    away = min((seat - o.seat) % o.seats for seat in o.sides[number].seats)
    return load_rules(o.rules).nearest_wins and away <= o.draw_pile < away + o.seats


TARGETING_MARGIN: Final = 5.0
"""An attack on another side than the leader must be better by this many points plus the search's error.

The error shrinks with the number of worlds (expectimax.py). With a smaller margin nobody would recognize whom the bot
prefers to attack; 60 points cost the top level, solo with three seats, 1 % of the matches (docs/lab/065, 066).
"""


def preferred_targets(
    o: Observation, targeting: Targeting, sides: Collection[int], expected: Callable[[], Sequence[float]]
) -> frozenset[int]:
    """Return those of ``sides`` that a bot with that targeting prefers to attack.

    ``expected`` is a function that returns each side's expected total points after the leg.
    """
    if targeting is Targeting.EVEN:
        counts = attack_counts(o)
        fewest = min(counts[side] for side in sides)
        return frozenset(side for side in sides if counts[side] == fewest)
    standing = expected() if match_may_end(o) else [side.km for side in o.sides]
    best = max(standing[side] for side in sides)
    return frozenset(side for side in sides if standing[side] == best)


def attack_counts(o: Observation) -> tuple[int, ...]:
    """Return, by side, how often each was attacked in this leg, including parried attacks."""
    counts = [0] * len(o.sides)
    for attack in list_attacks(o.moves):
        counts[attack.side] += 1
    return tuple(counts)


def match_may_end(o: Observation) -> bool:
    """Return whether the match may end with this leg: it is the last one, or a good leg reaches the target score."""
    if o.legs is not None:
        return o.leg >= o.legs
    return o.target_score is not None and max(o.totals, default=0) + GAIN >= o.target_score
