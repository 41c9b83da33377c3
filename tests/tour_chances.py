"""``python -m tests.tour_chances [STAGE…] [--player NAME] [--aimed_pile]``: how often a player gets each star of a
stage.

The players are named as the arena names them (ai/lab/players.py), and sit in the person's seat one after the other; all
drive the same deals against the same seeds. The dealer of a stage without a fixed deal goes round. Bots know nothing of
the goals; with ``--aimed_pile`` they play what a goal asks for by name wherever they can, and else as they always do.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from random import Random

from ai.bots.factory import make_bot
from ai.lab.players import bot_named
from game.career.facts import leg_facts
from game.drivers.public_moves import NEAR_KM  # type: ignore[attr-defined]
from game.engine.cards import FASTEST_KM, Card, Family, Pile
from game.engine.match import Match
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import KM_UNIT, shuffled
from game.features.tour.model import Stage, reached_goals, stage_of, stages
from game.match.match_file import SavedLeg
from game.people.players import bot_spec

PLAYERS = ("eager", "beginner", "steady", "skilled")


def goals_of(player: str, stage_id: str, number: int, *, aims: bool = False) -> tuple[int, ...]:
    """The goals that the player reaches in the stage's drive of that number."""
    stage = stage_of(stage_id)
    assert stage is not None
    plan, seed = stage.plan, f"{stage_id}/{number}"
    match = Match(plan.setup, stage.deal.dealer if stage.deal else number % plan.setup.seats)
    bots = [bot_named(player), *(make_bot(bot_spec(rival, (0,), plan.aggression)) for rival in plan.players[1:])]
    while not match.is_over:
        leg = match.deal(_deck(stage, match, Random(f"{seed}/{len(match.results)}")))
        while (seat := leg.seat) is not None:
            rng = Random(f"{seed}/{len(match.results)}/{len(leg.moves)}/{seat}")
            o = leg.observe(seat, match.context)
            move = bots[seat].decide(o, rng).move
            leg.apply(_aimed(stage, o, move) if aims and not seat else move)
        match.add_finished_leg(leg)
    facts = [leg_facts(SavedLeg(result.record)).sides[0] for result in match.results]
    return reached_goals(stage, facts, 0, match.totals, match.winner)


def _deck(stage: Stage, match: Match, rng: Random):
    if stage.deal is not None:
        return stage.deal.deck
    return shuffled(match.rules.deck(stage.plan.setup.seats, stage.plan.setup.seating), rng)


# -- aiming at goals ---------------------------------------------------------------------------------------------------


def _aimed(stage: Stage, o: Observation, move: Move) -> Move:
    """What is played in place of a move, for whoever has the goals of the stage in mind."""
    for word, n in chain(*stage.goals):
        move = _AIMS[word](o, n, move) if word in _AIMS else move
    return move


def _lays(o: Observation, family: Family) -> list[Move]:
    return [one for one in o.legal if one.kind is MoveKind.LAY and one.card is not None and one.card.family is family]


def _farthest(o: Observation, is_bad: Callable[[Move], bool], move: Move) -> Move:
    """If a move is bad, the farthest drive that isn't, or else a card thrown away, the longest distance first."""
    if not is_bad(move):
        return move
    drives = [one for one in _lays(o, Family.DISTANCE) if not is_bad(one)]
    away = [one for one in o.legal if one.kind is MoveKind.DISCARD and not is_bad(one)]
    return max(drives or away or [move], key=lambda one: one.card.km if one.card is not None else 0)


def _no_200(o: Observation, _n: int, move: Move) -> Move:
    return _farthest(o, lambda one: one.kind is MoveKind.LAY and _km(one.card) == FASTEST_KM, move)


def _exact(o: Observation, _n: int, move: Move) -> Move:
    """The last 25 is kept for the goal, which nothing else may reach."""
    left, is_last = o.target - o.sides[o.side].km, sum(held.km == KM_UNIT for held in o.hand) < 2

    def is_bad(one: Move) -> bool:
        if _km(one.card) == KM_UNIT:
            return is_last and not (one.kind is MoveKind.LAY and left == KM_UNIT)
        return one.kind is MoveKind.LAY and _km(one.card) == left

    return _farthest(o, is_bad, move)


def _safeties(o: Observation, n: int, move: Move) -> Move:
    return next(iter(_lays(o, Family.SAFETY)), move) if len(o.sides[o.side].safeties) < n else move


def _hazards(o: Observation, n: int, move: Move) -> Move:
    own = [one.card for one in o.moves if one.seat == o.seat and one.kind is MoveKind.LAY and one.side is not None]
    new = [one for one in _lays(o, Family.HAZARD) if one.card not in own]
    return new[0] if new and len(set(own)) < n else move


def _near_goal(o: Observation, _n: int, move: Move) -> Move:
    stops = [one for one in _lays(o, Family.HAZARD) if one.card is not None and one.card.pile is Pile.BATTLE]
    return next((one for one in stops if o.target - o.sides[one.side or 0].km <= NEAR_KM), move)


def _extended(o: Observation, _n: int, move: Move) -> Move:
    return next((one for one in o.legal if one.kind is MoveKind.EXTEND), move)


def _km(card: Card | None) -> int:
    return card.km if card is not None else 0


_AIMS: Mapping[str, Callable[[Observation, int, Move], Move]] = {
    "no_200": _no_200, "exact": _exact, "safeties": _safeties, "hazards": _hazards, "near_goal": _near_goal,
    "extended": _extended,
}  # fmt: skip


def chances(
    player: str, stage_id: str, matches: int, play: Callable[..., object] = map, *, aims: bool = False
) -> list[int]:
    """In how many of a hundred drives the player reaches each of the three goals."""
    reached = list(play(partial(goals_of, player, stage_id, aims=aims), range(matches)))  # type: ignore[call-overload]
    return [round(100 * sum(goal in goals for goals in reached) / matches) for goal in range(3)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each stage and player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stages", nargs="*", metavar="STAGE")
    parser.add_argument("--player", action="append", metavar="NAME")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--aim", action="store_true")
    wished = parser.parse_args(arguments)
    with ProcessPoolExecutor(wished.jobs) as pool:
        for id in wished.stages or [stage.id for stage in stages()]:
            for player in wished.player or PLAYERS:
                found = chances(player, id, wished.matches, pool.map, aims=wished.aim)
                told = {"stage": id, "player": player, "matches": wished.matches, "aims": wished.aim, "chances": found}
                print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
