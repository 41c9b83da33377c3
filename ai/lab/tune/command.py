"""``python -m ai tune``: train a net, a policy or a hand model; a stopped run resumes where it was.

All files of a run are in its folder: settings, samples, a net per round and ``log.jsonl``; or comparisons and the
policy fitted to them; or hands and their model. The same seed and settings give the same result. Jobs go through
``concurrent.futures``: ``--executor module:name`` takes any callable without arguments that returns an ``Executor``,
such as a cluster's (``ai.lab.cluster``).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, Final

from ai.lab.executor import HELP, executor_named
from ai.lab.tune import decision_learning
from ai.lab.tune.decision_learning import SUBJECTS
from ai.lab.tune.jobs import rotated_tables, run_missing_jobs
from ai.lab.tune.selfplay import NetTest, SelfPlayJob, TableKind, play_job, points_ahead
from ai.lab.tune.training import Samples, Trainer
from game.engine.rules import load_rules
from game.system.command_line import EXIT_DONE, EXIT_FAILED, EXIT_USAGE, Parser, print_error
from game.system.interrupts import interrupts_hidden_from_children


def _tables(text: str) -> tuple[TableKind, ...]:
    """Parse tables from lines of ``rules seats seating``."""
    parts = [line.split() for line in text.strip().splitlines()]
    return tuple(TableKind(rules, int(seats), seating) for rules, seats, seating in parts)


TABLES: Final = {
    "duel": _tables(
        """
        winning_moves 2 solo
        dujardin 2 solo
        piatnik 2 solo
        winning_moves 2 solo
        dujardin 2 solo
        mille_miglia 2 solo
        """
    ),
    "solo": _tables(
        """
        winning_moves 4 solo
        dujardin 4 solo
        mille_miglia 4 solo
        winning_moves 4 solo
        winning_moves 3 solo
        piatnik 4 solo
        dujardin 4 solo
        mille_miglia 3 solo
        winning_moves 4 solo
        dujardin 3 solo
        mille_miglia 5 solo
        piatnik 3 solo
        winning_moves 4 solo
        mille_miglia 6 solo
        """
    ),
    "teams": _tables(
        """
        winning_moves 4 teams
        dujardin 4 teams
        piatnik 4 teams
        winning_moves 6 teams
        dujardin 4 teams
        winning_moves 4 teams
        dujardin 6 teams
        piatnik 6 teams
        """
    ),
}
"""The tables that each net is trained on, in turn; repeated ones count more."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """A training run: ``rounds`` of playing and learning, ``legs`` each, in at least three jobs of ``legs_a_job`` or
    fewer.

    In the first round all seats play the rollout policy. In each round the samples are learned in ``passes`` of
    ``epochs``: first from the ends of the legs or the previous net's predictions, then from the new net's own, with
    ``trace`` as λ. ``noise`` is in points (selfplay.Job); ``rate`` is the learning rate.
    """

    rounds: int = 1
    legs: int = 80000
    legs_a_job: int = 500
    passes: int = 4
    epochs: int = 3
    hidden: int = 32
    noise: float = 12.0
    trace: float = 0.75
    rate: float = 0.002
    check_legs: int = 400


_CHECKED_TABLES = 2


def main(argv: Sequence[str]) -> int:
    """Run the command; return 2 for a folder that belongs to another run or cannot be used."""
    options = _parser().parse_args(argv)
    if options.net is not None:
        return _learn_net(options)
    return _learn_from_decisions(options, "policy" if options.policy is not None else "hands")


def _learn_net(options: argparse.Namespace) -> int:
    plan = TrainingPlan()
    for name in ("rounds", "legs", "hidden", "check_legs"):
        if getattr(options, name) is not None:
            plan = replace(plan, **{name: getattr(options, name)})

    def learn(folder: Path, executor: Executor) -> Path:
        run = TrainingRun(folder, options.net, options.seed, plan, executor)
        for number in range(plan.rounds):
            run.round(number)
        return run.net_file(plan.rounds - 1)

    return _learn(options, {"net": options.net, "seed": options.seed, "plan": asdict(plan)}, learn)


def _learn_from_decisions(options: argparse.Namespace, subject: str) -> int:
    kind, seed, decisions = getattr(options, subject), options.seed, options.decisions
    to_the_distance = [table for table in TABLES[kind] if not load_rules(table.rules).nearest_wins]

    def learn(folder: Path, executor: Executor) -> Path:
        return decision_learning.learn(SUBJECTS[subject], folder, to_the_distance, seed, decisions, executor)

    return _learn(options, {subject: kind, "seed": seed, "decisions": decisions}, learn)


def _learn(options: argparse.Namespace, settings: dict[str, Any], learn: Callable[[Path, Executor], Path]) -> int:
    """Claim the folder for these settings, learn in it, and print the resulting file."""
    folder = Path(options.folder)
    try:
        _claim(folder, settings)
        executor = _executor(options.executor, options.jobs)
    except (OSError, ValueError) as error:
        return _failed(str(error), EXIT_USAGE)
    try:
        with executor, _ending_workers():
            file = learn(folder, executor)
    except BrokenExecutor as error:
        return _failed(f"a worker died: {error}", EXIT_FAILED)
    print(file)
    return EXIT_DONE


def _failed(sentence: str, status: int) -> int:
    print_error(f"ai tune: {sentence}")
    return status


@contextmanager
def _ending_workers() -> Iterator[None]:
    """End the workers when a run is interrupted; the next run repeats their jobs."""
    try:
        yield
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise


def _claim(folder: Path, settings: dict[str, Any]) -> None:
    """Claim the folder for a run, or check that it is the run's already.

    Raises ``ValueError`` if it is another run's, and ``OSError``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "settings.json"
    try:
        known = json.loads(kept.read_text()) if kept.exists() else settings
    except ValueError as error:
        raise ValueError(f"{kept}: not the settings of a run: {error}") from error
    if known != settings:
        raise ValueError(f"{folder} belongs to a run with other settings")
    kept.write_text(json.dumps(settings, indent=1))


class TrainingRun:
    """A training run in its folder."""

    def __init__(self, folder: Path, net: str, seed: int, plan: TrainingPlan, executor: Executor) -> None:
        self._folder = folder
        self._tables = TABLES[net]
        self._seed = seed
        self._plan = plan
        self._executor = executor

    def net_file(self, number: int) -> Path:
        return self._folder / f"net-{number}.json"

    def round(self, number: int) -> None:
        """Play, learn and check one round, unless its net is there already."""
        if self.net_file(number).exists():
            return
        began = perf_counter()
        self._play(number)
        played = perf_counter()
        plan = self._plan
        files = self._sample_files(number)
        held_out = Samples.read(f.read_bytes() for f in files[:2])
        samples = Samples.read(f.read_bytes() for f in files[2:])
        before = self.net_file(number - 1)
        trainer = Trainer.of(before.read_text(), self._seed + number) if number else Trainer(plan.hidden, self._seed)
        for learned in range(plan.passes):
            foreseen = trainer.predict(samples.rows) if number or learned else None
            targets = samples.targets(foreseen, plan.trace)
            trainer.fit(samples.rows, targets, plan.epochs, plan.rate if not learned else plan.rate / 2)
            print(f"round {number}, pass {learned}: off by {trainer.errors(held_out)}", file=sys.stderr, flush=True)
        off_points, off_wins = trainer.errors(held_out)
        learned_at = perf_counter()
        text = trainer.text()
        entry: dict[str, object] = {
            "round": number,
            "play_s": round(played - began),
            "learn_s": round(learned_at - played),
            "off_points": round(off_points, 1),
            "off_wins": round(off_wins, 4),
            "ahead_of_policy": self._check(text),
        }
        with (self._folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(entry) + "\n")
        print(json.dumps(entry), flush=True)
        self.net_file(number).write_text(text)

    def _sample_files(self, number: int) -> list[Path]:
        jobs = max(3, -(-self._plan.legs // self._legs_a_job))
        return [self._folder / f"samples-{number}-{job}.npz" for job in range(jobs)]

    @property
    def _legs_a_job(self) -> int:
        return min(self._plan.legs_a_job, max(1, self._plan.legs // 3))

    def _play(self, number: int) -> None:
        plan = self._plan
        net = self.net_file(number - 1).read_text() if number else None
        jobs = {
            file: SelfPlayJob(
                rotated_tables(self._tables, place), net, f"{self._seed}/{file.stem}", self._legs_a_job, plan.noise
            )
            for place, file in enumerate(self._sample_files(number))
        }
        run_missing_jobs(self._executor, play_job, jobs)

    def _check(self, text: str) -> dict[str, tuple[float, float]]:
        """Return by rule set and seats the points ahead of the rollout policy in a leg, and their standard error."""
        legs = self._plan.check_legs // 10
        tables = list(dict.fromkeys(self._tables))[:_CHECKED_TABLES]
        checks = [NetTest(table, text, f"check/{n}", legs) for table in tables for n in range(10)] if legs else []
        with interrupts_hidden_from_children():
            pending = self._executor.map(points_ahead, checks)
        results = list(pending)
        figures: dict[str, tuple[float, float]] = {}
        for place, table in enumerate(tables if legs else []):
            points = [p for result in results[10 * place : 10 * place + 10] for p in result]
            figures[f"{table.rules} {table.seats} {table.seating}"] = (
                round(fmean(points), 1),
                round(stdev(points) / sqrt(len(points)), 1),
            )
        return figures


def _executor(name: str | None, jobs: int) -> Executor:
    if name is None:
        return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))
    return executor_named(name)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ai tune", description="Learn the bots' evaluation by self-play, their policy from search, or hands."
    )
    learned = parser.add_mutually_exclusive_group(required=True)
    learned.add_argument("--net", choices=sorted(TABLES), help="which net to learn")
    learned.add_argument("--policy", choices=sorted(TABLES), help="for which tables to learn the rollout policy")
    learned.add_argument("--hands", choices=sorted(TABLES), help="for which tables to learn what hands are likely")
    parser.add_argument("--folder", required=True, help="where the run is kept; an unfinished one there goes on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    parser.add_argument("--rounds", type=int, help="how often to play and learn")
    parser.add_argument("--legs", type=int, help="legs a round")
    parser.add_argument("--hidden", type=int, help="hidden units of the net")
    parser.add_argument("--check-legs", type=int, help="mirrored legs a round and table against the rollout policy")
    parser.add_argument("--decisions", type=int, default=50_000, help="decisions to learn a policy or hands from")
    parser.add_argument("--executor", metavar="MODULE:NAME", help=HELP)
    return parser
