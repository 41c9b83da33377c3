"""Match after match of bots against bots through session and scenes, as fast as it goes: does anything pile up?

    python -m tests.soak --matches 200    figures after every ten matches, and a verdict

Every match begins at the title and ends there, or with the next one right from its end: the deals, every move's file,
score sheets and the match's end are on the way. Most are quick races, every tenth is a match of three legs, over all
rule sets and seatings. Every twentieth has the worker process, which is started and ended then; in the others bots
decide by chance within the game, as the real ones keep sums for the next question (up to a bound of their own).

Steady means: from a quarter of the way to the end memory has grown by no more than ``MOST_GROWTH_MB``, and there are no
more handles and threads.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.window import Driver, open_window  # isort: skip - before pygame, so that no window opens


from game.engine.rules import RULE_SETS, load_rules
from game.engine.setup import MatchSetup
from game.match.bots.client import InlineBots
from game.match.bots.decisions import BotAnswer, BotQuestion
from game.match.plan import Plan
from game.match.session import Session
from game.people.players import DRIVERS, bot
from game.settings.settings import AnimationSpeed, BotPace
from tests.resource_usage import ResourceUsage, growth, is_steady
from tests.table.random_legs import by_chance

MOST_GROWTH_MB = 12.0
TOLD_EVERY, LONG_EVERY, WORKER_EVERY = 10, 10, 20
LONG_LEGS = 3
WEAKEST = "beginner"
SIZE = (960, 540)
MOST_FRAMES = 60_000
PAUSE_S = 0.0005  # the writer's and the worker's turn
SEATINGS = tuple((rules, option) for rules in RULE_SETS for option in load_rules(rules).seatings)


def plan_of(number: int) -> Plan:
    """The match of that number."""
    rules, option = SEATINGS[number % len(SEATINGS)]
    legs = LONG_LEGS if number % LONG_EVERY == LONG_EVERY - 1 else 1
    setup = replace(MatchSetup.from_booklet(rules, option.seating, option.seats), target_score=None, legs=legs)
    return Plan(setup, tuple(bot(driver, level=WEAKEST) for driver in DRIVERS[: option.seats]))


def decide_by_chance(question: BotQuestion) -> BotAnswer:
    """A legal move by lot."""
    return BotAnswer(by_chance(question.observation, Random(question.seed)))


def start(driver: Driver, number: int) -> None:
    """Seat the bots of that match, and deal."""
    app = driver.app
    bots = None if number % WORKER_EVERY == WORKER_EVERY - 1 else InlineBots(decide_by_chance)
    app.start_session(Session.new(plan_of(number), seed=number, files=app.files, clock=app.clock, bots=bots))
    assert app.session is not None
    app.session._delayed_reveal.delay_s = 0.0  # nobody looks
    app.show_table()


def play(driver: Driver) -> None:
    """Let the match go to its end: the pages of legs are left by their button."""
    for _ in range(MOST_FRAMES):
        if driver.scene == "result" and driver.app.is_settled:
            if driver.session.is_match_over:
                return
            driver.press("go_on")
        driver.pump()
        time.sleep(PAUSE_S)
    raise AssertionError(f"the match does not end: {driver.scene}, {driver.names()}")


def leave(driver: Driver) -> None:
    """Go back to the title, where no match is to be continued."""
    driver.press("to_title")
    driver.settle()
    assert driver.scene == "title"
    assert not driver.shows("continue")


def soak(matches: int, folder: Path, *, is_telling: bool = False) -> list[ResourceUsage]:
    """Play so many matches in one program; what the process holds at the title after every one that led there."""
    usages: list[ResourceUsage] = []
    began_s = time.monotonic()
    with open_window(folder, size=SIZE, threads=True) as driver:
        app = driver.app
        app.save_settings(app.settings.with_values(speed=AnimationSpeed.OFF, pace=BotPace.QUICK, knows_game=True))
        for number in range(matches):
            start(driver, number)
            play(driver)
            if number % 2:
                leave(driver)
                app.close_session()
                usages.append(ResourceUsage.now())
            if is_telling and number % TOLD_EVERY == TOLD_EVERY - 1:
                print(f"{number + 1} matches, {time.monotonic() - began_s:.0f} s: {usages[-1]}", flush=True)
    return usages


def main(arguments: list[str] | None = None) -> int:
    """Play, and say whether memory stays steady."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=200, metavar="N", help="how many (200)")
    options = parser.parse_args(arguments)
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # else to end it is only one more event for the game
    with tempfile.TemporaryDirectory() as folder:
        usages = soak(options.matches, Path(folder), is_telling=True)
    has_passed = is_steady(usages, MOST_GROWTH_MB)
    print(f"{'steady' if has_passed else 'NOT STEADY'}: more from a quarter of the way to the end: {growth(usages)}")
    return int(not has_passed)


if __name__ == "__main__":
    sys.exit(main())
