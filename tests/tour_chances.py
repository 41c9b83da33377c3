"""``python -m tests.tour_chances [STAGE…] [--player NAME]``: how often a player gets each star of a stage of the tour.

The players are named as the arena names them (ai/lab/players.py), and sit in the person's seat one after the other; all
drive the same deals against the same seeds. The dealer of a stage without a fixed deal goes round.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from ai.bot import make_bot
from ai.lab.players import bot_named
from game.engine.match import Match
from game.engine.rules import shuffled
from game.session.facts import leg_facts
from game.session.players import bot_spec
from game.session.storage.match_file import SavedLeg
from game.session.tour import Stage, goals_in, stage_of, stages

PLAYERS = ("eager", "beginner", "steady", "skilled")


def goals_of(player: str, stage_id: str, number: int) -> tuple[int, ...]:
    """The goals that the player reaches in the stage's drive of that number."""
    stage = stage_of(stage_id)
    assert stage is not None
    plan, seed = stage.plan, f"{stage_id}/{number}"
    match = Match(plan.setup, stage.deal.dealer if stage.deal else number % plan.setup.seats)
    bots = [bot_named(player), *(make_bot(bot_spec(rival, 0, plan.manner)) for rival in plan.players[1:])]
    while not match.is_over:
        leg = match.deal(_deck(stage, match, Random(f"{seed}/{len(match.results)}")))
        while (seat := leg.seat) is not None:
            rng = Random(f"{seed}/{len(match.results)}/{len(leg.moves)}/{seat}")
            leg.apply(bots[seat].decide(leg.observe(seat, match.context), rng).move)
        match.finish(leg)
    facts = [leg_facts(n, SavedLeg(result.record)) for n, result in enumerate(match.results, 1)]
    return goals_in(stage, facts, 0, match.totals, match.winner)


def _deck(stage: Stage, match: Match, rng: Random):
    if stage.deal is not None:
        return stage.deal.deck
    return shuffled(match.rules.deck(stage.plan.setup.seats, stage.plan.setup.seating), rng)


def chances(player: str, stage_id: str, matches: int, play: Callable[..., object] = map) -> list[int]:
    """In how many of a hundred drives the player reaches each of the three goals."""
    reached = list(play(partial(goals_of, player, stage_id), range(matches)))
    return [round(100 * sum(goal in goals for goals in reached) / matches) for goal in range(3)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each stage and player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stages", nargs="*", metavar="STAGE")
    parser.add_argument("--player", action="append", metavar="NAME")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    wished = parser.parse_args(arguments)
    with ProcessPoolExecutor(wished.jobs) as pool:
        for id in wished.stages or [stage.id for stage in stages()]:
            for player in wished.player or PLAYERS:
                found = chances(player, id, wished.matches, pool.map)
                print(
                    json.dumps({"stage": id, "player": player, "matches": wished.matches, "chances": found}), flush=True
                )


if __name__ == "__main__":
    main()
