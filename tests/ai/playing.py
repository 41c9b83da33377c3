"""Legs and positions for testing bots: random players, whole legs, hidden cards dealt anew, positions by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from ai.decision import Bot
from ai.search.rollout_policy import rollout_move
from game.engine.cards import Card, card
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.moves import Move, move
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import RULE_SETS, Seating, load_rules, shuffled, sides_of
from game.engine.setup import DEFAULT_OPTIONS, MatchContext, MatchSetup, Options
from tests.nightly import some

ALL_TABLES = [(rules, o.seats, o.seating) for rules in RULE_SETS for o in load_rules(rules).seatings]
"""Rule set, seats and seating of every leg there can be."""
TABLES = some(ALL_TABLES, 2)
"""The same; by day every second."""


def match_of(rules: str, seats: int, seating: Seating, *, seed: int = 1) -> Match:
    return Match.with_random_dealer(MatchSetup.from_booklet(rules, seating, seats), Random(f"{seed}/lot"))


def decisions(match: Match, bots: Sequence[Bot], seed: str) -> Iterator[tuple[Leg, Observation, Move]]:
    """Play the match's next leg; each decision with the leg before it, what its seat saw, and the move."""
    leg = match.deal(match.shuffled_deck(Random(seed)))
    while not leg.is_over:
        seat = leg.seat
        assert seat is not None
        observation = leg.observe(seat, match.context)
        move = bots[seat].decide(observation, Random(f"{seed}/{len(leg.moves)}")).move
        yield leg, observation, move
        leg.apply(move)
    match.add_finished_leg(leg)


def wandering(
    rules: str, seats: int, seating: Seating, seed: str, options: Options = DEFAULT_OPTIONS
) -> Iterator[tuple[Leg, Observation]]:
    """A leg by the rollout policy, every fifth move any legal one: at each decision the leg and what its seat sees.

    It is quick and comes to the odd corners of the rules; whoever asks must leave the leg alone.
    """
    rng = Random(f"{rules}/{seats}/{seating}/{seed}")
    book = load_rules(rules)
    deck = shuffled(book.deck(seats, seating), rng)
    leg = Leg.deal(book, seating, deck, rng.randrange(seats), seats=seats, options=options)
    totals = tuple(25 * rng.randrange(120) for _ in sides_of(seats, seating))
    context = MatchContext(2, totals, book.match_target, book.match_legs)
    while not leg.is_over:
        assert leg.seat is not None
        yield leg, leg.observe(leg.seat, context)
        leg.apply(rng.choice(leg.legal_moves()) if rng.random() < 0.2 else rollout_move(leg))


def unseen(observation: Observation) -> list[Card]:
    """The cards that this seat hasn't seen."""
    deck = load_rules(observation.rules).deck(observation.seats, observation.seating)
    left = Counter(deck)
    left.subtract(observation.hand)
    left.subtract(observation.discard_pile)
    for side in observation.sides:
        for pile in (side.battle, side.speed, side.distance, side.safeties):
            left.subtract(pile)
    return sorted(left.elements(), key=lambda c: c.index)


def another_world(observation: Observation, rng: Random) -> Leg:
    """A leg that looks the same to this seat, everything it can't see dealt anew."""
    hidden = unseen(observation)
    rng.shuffle(hidden)
    hands: list[Sequence[Card]] = []
    for seat, size in enumerate(observation.hand_sizes):
        if seat == observation.seat:
            hands.append(observation.hand)
        else:
            hands.append(hidden[:size])
            del hidden[:size]
    return Leg.from_observation(observation, hands, hidden)


def view(
    *seats: int, battle: str = "", speed: str = "", distance: str = "", safeties: str = "", coups_fourres: str = ""
) -> SideView:
    """A display from card ids, in the order laid."""
    piles = [tuple(map(card, text.split())) for text in (battle, speed, distance, safeties, coups_fourres)]
    top, free = battle.split()[-1:], "right_of_way" in safeties.split()
    hazards = ["stop"], ["out_of_gas"], ["flat_tire"], ["accident"]
    return SideView(
        seats=seats,
        km=sum(c.km for c in piles[2]),
        battle=piles[0],
        speed=piles[1],
        distance=piles[2],
        safeties=piles[3],
        coups_fourres=piles[4],
        rolling=top == ["go"] or (free and top not in hazards),
        limited=speed.split()[-1:] == ["speed_limit"] and not free,
    )


def position(
    hand: str,
    sides: Sequence[SideView],
    *,
    rules: str = "winning_moves",
    phase: Phase = Phase.TURN,
    attack: str | None = None,
    before: Sequence[str] = (),
    totals: Sequence[int] = (),
    discarded: str = "",
    draw_pile: int = 40,
    target: int | None = None,
) -> Observation:
    """What seat 0 sees when it is to decide, its legal moves by the engine; ``attack`` is the move before.

    ``before`` are moves before that, for what is read from them.
    """
    seats = sum(len(side.seats) for side in sides)
    seating = Seating.SOLO if len(sides) == seats else Seating.TEAMS
    assert tuple(side.seats for side in sides) == sides_of(seats, seating)
    book = load_rules(rules)
    held = tuple(sorted(map(card, hand.split()), key=lambda c: c.id))
    observation = Observation(
        seat=0,
        phase=phase,
        to_move=0,
        rules=rules,
        options=Options(),
        seating=seating,
        seats=seats,
        dealer=seats - 1,
        leg=1,
        totals=tuple(totals) or (0,) * len(sides),
        target_score=5000,
        legs=None,
        target=target or book.distance_km(seats, seating),
        draw_pile=draw_pile,
        discard_pile=tuple(map(card, discarded.split())),
        hand=held,
        drawn=held[:1] if phase is Phase.TURN else (),
        hand_sizes=(len(held), *[6] * (seats - 1)),
        sides=tuple(sides),
        moves=tuple(map(move, before if attack is None else (*before, attack))),
        legal=(),
    )
    return replace(observation, legal=tuple(another_world(observation, Random(1)).legal_moves()))
