"""Does anybody notice a fault?

    python -m tests.mutants GROUP [--count N] [--seed S] [--results FOLDER] [--fresh] [--tests FILE …]

makes small faults in that group of packages (engine, core, features, table, words, ui, ai), one at a time in a copy,
and runs the tests that could notice it. Those that nobody notices are told with their place. A run that was broken off
goes on where it was: what became of a mutant is kept in the folder of results. What was noticed once is not tried
again; survivors are, as soon as a test has changed. With 600 mutants it takes about half an hour of a core; it needs an
operating system that forks.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import platformdirs

from tests.mutants.equal import is_equal
from tests.mutants.mutations import ROOT, Mutant, sample
from tests.mutants.workshop import TESTS, Trial, digest, test_files, workshop

WANTED = {
    "engine": (600, 0.95), "core": (300, 0.87), "features": (150, 0.6),
    "table": (100, 0.15), "words": (100, 0.3), "ui": (100, 0.15), "ai": (100, 0.15),
}  # fmt: skip
"""How many mutants of a group of packages are tried, and how many of them are to be noticed at least.

Of the first 24 in ``words`` its own tests notice 10, of the first 20 in ``ui`` 5 (most change what is drawn by a pixel
or two); ``table`` and ``ai`` wait for their first night.
"""


class Results:
    """What became of each mutant so far, in a file with a line for each trial."""

    def __init__(self, file: Path, tests: str) -> None:
        self._file = file
        self._tests = tests
        self._known: dict[str, dict[str, Any]] = {}
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self._known[entry["mutant"]] = entry

    def of(self, mutant: Mutant) -> Trial | None:
        """What became of a mutant; None if that is not known, or no more since the tests have changed."""
        entry = self._known.get(identity(mutant))
        if entry is None or (entry["outcome"] == "survived" and entry["tests"] != self._tests):
            return None
        return Trial(entry["outcome"], entry["killer"], entry["took_s"])

    def add(self, mutant: Mutant, trial: Trial) -> None:
        """Keep what became of a mutant."""
        entry: dict[str, Any] = {
            "mutant": identity(mutant),
            "tests": self._tests,
            "outcome": trial.outcome,
            "killer": trial.killer,
            "took_s": trial.took_s,
            "place": mutant.place,
            "change": mutant.change,
        }
        self._known[entry["mutant"]] = entry
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            print(json.dumps(entry, ensure_ascii=False), file=file)


def identity(mutant: Mutant) -> str:
    """What tells a mutant from all others: its whole source."""
    return digest(mutant.path.encode(), mutant.source.encode())


def try_all(group: str, mutants: list[Mutant], folder: Path, files: Sequence[str]) -> list[tuple[Mutant, Trial]]:
    """What becomes of each mutant by the tests of these files, told as found; what is known is not tried again."""
    tests = digest(*((ROOT / file).read_bytes() for file in files))
    results, tried = Results(folder / f"{group}.jsonl", tests), []
    with workshop(group, folder / "charts") as place:
        for number, mutant in enumerate(mutants, 1):
            trial = Trial("equal", "", 0) if is_equal(mutant) else results.of(mutant)
            if trial is None:
                place.learn(files)
                trial = place.attempt(mutant)
                results.add(mutant, trial)
            tried.append((mutant, trial))
            if trial.outcome == "survived":
                print(f"{mutant.place}: {mutant.change}", flush=True)
            if number % 50 == 0:
                print(f"{number} of {len(mutants)} tried", file=sys.stderr, flush=True)
    return tried


def main(arguments: list[str]) -> int:
    """Try the mutants and tell how many were noticed; the status is 1 if fewer than wanted."""
    parser = argparse.ArgumentParser("python -m tests.mutants", description="small faults, and whether a test notices")
    parser.add_argument("group", choices=sorted(TESTS))
    counts = ", ".join(f"{group} {count}" for group, (count, _least) in WANTED.items())
    parser.add_argument("--count", type=int, help=f"how many ({counts})")
    parser.add_argument("--seed", type=int, default=1, help="another sample")
    default = platformdirs.user_cache_path("milestone-rally-mutants", appauthor=False)
    parser.add_argument("--results", type=Path, default=default, help="the folder of results (%(default)s)")
    parser.add_argument("--tests", nargs="+", metavar="FILE", help="only the tests of these files, not of all")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    options = parser.parse_args(arguments)
    if not hasattr(os, "fork"):
        parser.error("this needs an operating system that forks, such as Linux or macOS")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that the copy is removed
    wanted, least = WANTED[options.group]
    mutants = sample(options.group, options.count or wanted, options.seed)
    if options.fresh:
        (options.results / f"{options.group}.jsonl").unlink(missing_ok=True)
    files = options.tests or list(test_files(options.group))
    outcomes = Counter(trial.outcome for _, trial in try_all(options.group, mutants, options.results, files))
    real = len(mutants) - outcomes["equal"]
    noticed = (outcomes["killed"] + outcomes["timed out"]) / real
    print(f"{len(mutants)} mutants: {outcomes['killed']} killed, {outcomes['timed out']} timed out,", end=" ")
    print(f"{outcomes['survived']} survived, {outcomes['equal']} known to change nothing (tests/mutants/equal.py)")
    print(f"{noticed:.1%} of {real} noticed, {least:.0%} wanted")
    return int(noticed < least)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
