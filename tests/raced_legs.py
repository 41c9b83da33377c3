"""Races driven by a plain player of our own, the same for the same seed whatever the bots learn."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from game.engine.cards import Family
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.moves import Move, MoveKind
from game.engine.rules import Seating
from game.engine.setup import DEFAULT_OPTIONS, MatchSetup, Options
from game.features.tour.model import Stage
from game.match.deals import Deal
from game.match.match_file import MatchKind, SavedLeg, SavedMatch
from game.match.progress import leg_deal
from game.people.players import DRIVERS, HUMAN, bot

_BEGUN_S = 1_700_000_000
_SAFETY_LATE = 0.12
"""How often a safety is laid before it answers an attack."""


@cache
def raced_match(
    seed: int, seats: int = 4, rules: str = "winning_moves", seating: Seating = Seating.SOLO, *, legs: int = 1,
    is_deal: bool = False, stage: Stage | None = None, options: Options = DEFAULT_OPTIONS,
) -> SavedMatch:  # fmt: skip
    """A match of so many legs that is over, or a single deal that was chosen, or a stage of the tour; seat 0 is the
    person.
    """
    setup = replace(MatchSetup.from_booklet(rules, seating, seats, options), target_score=None, legs=legs)
    players = (HUMAN, *(bot(driver) for driver in DRIVERS[1:seats]))
    if stage is not None:
        setup, players, seats = stage.plan.setup, stage.plan.players, stage.plan.setup.seats
    deal = Deal.of(setup, seed % seats, seed)
    begun = SavedMatch(setup, players, seed, seed % seats, id=f"raced{seed}", begun_s=_BEGUN_S, saved_s=_BEGUN_S + 600)
    if is_deal:
        begun = replace(begun, kind=MatchKind.DEAL, seed=deal.key, first_deal=seed)
    if stage is not None:
        begun = replace(begun, kind=MatchKind.STAGE, stage=stage.id)
    rng, match = Random(seed), Match(setup, seed % seats)
    while not match.is_over:
        leg = match.deal(leg_deal(begun, len(match.results) + 1).deck)
        while not leg.is_over:
            leg.apply(_chosen(leg, rng))
        match.add_finished_leg(leg)
    kept = tuple(SavedLeg(result.record) for result in match.results)
    return replace(begun, legs=kept, totals=match.totals, winner=match.winner)


def _chosen(leg: Leg, rng: Random) -> Move:
    """Mostly the furthest drive, then what gets it rolling, then an attack on who leads; now and then anything."""
    legal = sorted(leg.legal_moves(), key=lambda move: move.text)
    if rng.random() < 0.05:
        return rng.choice(legal)
    return max(legal, key=lambda move: (_worth(leg, move, rng), move.text))


def _worth(leg: Leg, made: Move, rng: Random) -> float:
    card = made.card
    if made.kind in {MoveKind.COUP_FOURRE, MoveKind.EXTEND}:
        return 1000 if made.kind is MoveKind.COUP_FOURRE or rng.random() < 0.5 else 0
    if card is None:
        return 1
    if made.kind is MoveKind.DISCARD:
        return -card.km - (300 if card.family is Family.SAFETY else 0) - (50 if card.id == "go" else 0) - 10
    if card.family is Family.SAFETY:
        return 400 if rng.random() < _SAFETY_LATE or leg.draw_pile < leg.seats else -5
    if card.family is Family.HAZARD:
        assert made.side is not None
        return 60 + leg.km(made.side) / 3
    return 150 if card.family is Family.REMEDY else 40 + card.km
