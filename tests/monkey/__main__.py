"""Monkeys at the game: random events through the real program, as many as wanted.

    python -m tests.monkey --events 200000 --seeds 8    eight seeds share the events; figures after each
    python -m tests.monkey --events 5000 --seed 12      that seed alone
    python -m tests.monkey --replay FILE                does once more what was found

What fails is made short and kept in ``tests/monkey/found``, where the tests repeat it. A run that is ended has told
the figures of the seeds that were done, and goes on with ``--first`` at the next of them.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from pathlib import Path

from tests.monkey.episode import sketching
from tests.monkey.runner import Failure, Tally, keep, kept, repeat, run_seed, shrunk
from tests.resource_usage import growth, is_steady

MOST_GROWTH_MB = 16.0


def main(arguments: list[str] | None = None) -> int:
    """Run it; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.monkey", description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=5000, metavar="N", help="how many in all (5000)")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="how many seeds share them (1)")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="the first of the seeds (1)")
    parser.add_argument("--seed", type=int, metavar="N", help="this seed alone")
    parser.add_argument("--sketched", action="store_true", help="do not draw the pictures: twice as fast")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="do what was kept there once more")
    options = parser.parse_args(arguments)
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # else to end it is only one more event for the game
    with sketching() if options.sketched else contextlib.nullcontext():
        if options.replay is not None:
            return _replay(options.replay)
        seeds = [options.seed] if options.seed is not None else range(options.first, options.first + options.seeds)
        return _run(list(seeds), options.events)


def _run(seeds: list[int], events: int) -> int:
    found, whole = set[str](), Tally()
    for seed in seeds:
        tally = Tally()
        for failure in run_seed(seed, -(-events // len(seeds)), tally):
            if failure.name not in found:
                found.add(failure.name)
                _tell(failure)
        print(f"seed {seed}: {tally.told()}", flush=True)
        whole.usages += tally.usages
    stays = is_steady(whole.usages, MOST_GROWTH_MB)
    print(f"{'steady' if stays else 'NOT STEADY'}: more from a quarter of the way to the end: {growth(whole.usages)}")
    print(f"{len(found)} found" + "".join(f"\n  {name}" for name in sorted(found)))
    return int(bool(found) or not stays)


def _tell(failure: Failure) -> None:
    print(f"FOUND {failure.name}, after {len(failure.actions)} actions\n{failure.told}", flush=True)
    if repeat(failure.actions) is None:
        path = keep(failure, Path(tempfile.gettempdir()) / "milestone-rally-monkey")
        print(f"it does not come again with a disk and a worker that are always alike: {path}", flush=True)
        return
    best = shrunk(failure)
    print(f"kept {len(best.actions)} of them in {keep(best)}", flush=True)


def _replay(path: Path) -> int:
    pictures = Path(tempfile.gettempdir()) / "milestone-rally-monkey"
    failure = repeat(kept(path), pictures=pictures)
    print("nothing" if failure is None else f"{failure.name}\n{failure.told}")
    return int(failure is not None)


if __name__ == "__main__":
    sys.exit(main())
