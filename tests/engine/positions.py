"""Positions by what lies on the table, so that a test need not play thirty moves to get there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.engine.cards import Card, card
from game.engine.leg import Leg
from game.engine.moves import move
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import Seating, load_rules, sides_of
from game.engine.setup import DEFAULT_OPTIONS, Options

FIFTIES = "km_50 km_50 km_50 km_50 km_50 km_50"


@dataclass(frozen=True, slots=True)
class On:
    """One side's display; every pile a text of card ids, top or latest last."""

    battle: str = ""
    speed: str = ""
    distance: str = ""
    safeties: str = ""
    coups: str = ""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(card_id) for card_id in text.split())


def km(total: int) -> str:
    """Distance cards that make up that many km, a 25 or 50 at most besides 75s: no 100, no 200."""
    seventy_fives, rest = divmod(total, 75)
    return " ".join(["km_75"] * seventy_fives + [f"km_{rest}"] * (rest > 0))


def position(
    rules: str = "winning_moves",
    *,
    hands: Sequence[str],
    sides: Mapping[int, On] | None = None,
    seating: Seating = Seating.SOLO,
    to_move: int = 0,
    draw_pile: str = FIFTIES,
    drawn: str = "",
    moves: Sequence[str] = (),
    options: Options = DEFAULT_OPTIONS,
) -> Leg:
    """A leg in its turn of ``to_move``; seats are as many as hands. ``moves`` are what was played before, for what
    the rules look back at: who extended, whether a coup fourré won the turn.
    """
    seats = len(hands)
    owners = sides_of(seats, seating)
    displays = [(sides or {}).get(i, On()) for i in range(len(owners))]
    observation = Observation(
        seat=to_move,
        phase=Phase.TURN,
        to_move=to_move,
        rules=rules,
        options=options,
        seating=seating,
        seats=seats,
        dealer=seats - 1,
        leg=1,
        totals=(0,) * len(owners),
        target_score=5000,
        legs=None,
        target=load_rules(rules).distance_km(seats, seating),
        draw_pile=len(draw_pile.split()),
        discard_pile=(),
        hand=cards(hands[to_move]),
        drawn=cards(drawn),
        hand_sizes=tuple(len(hand.split()) for hand in hands),
        sides=tuple(_view(owners[i], display) for i, display in enumerate(displays)),
        moves=tuple(move(text) for text in moves),
        legal=(),
    )
    return Leg.from_observation(observation, [cards(hand) for hand in hands], cards(draw_pile))


def play(leg: Leg, *texts: str) -> Leg:
    """The leg after those moves, each of which must be legal."""
    for text in texts:
        assert move(text) in leg.legal_moves(), f"{text} is refused: {leg.refusal_for(move(text))}"
        leg.apply(move(text))
    return leg


def legal(leg: Leg) -> list[str]:
    return sorted(m.text for m in leg.legal_moves())


def _view(seats: tuple[int, ...], on: On) -> SideView:
    distance = cards(on.distance)
    return SideView(
        seats=seats,
        km=sum(c.km for c in distance),
        battle=cards(on.battle),
        speed=cards(on.speed),
        distance=distance,
        safeties=cards(f"{on.safeties} {on.coups}"),
        coups_fourres=cards(on.coups),
        rolling=False,
        limited=False,
    )
