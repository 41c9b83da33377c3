"""``python -m tests.roadbook_figures [--matches N]``: what list and statistics cost with 1,000 matches of 10 legs each.

The goals (list 250 ms, statistics 100 ms, made anew in 15 s) are those of the machine that the figures are kept for, so
nothing fails here; the figures are printed, in processor time, which nobody else's work changes much.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from game.career.career import Career
from game.career.reader import CareerReader, LegFilter
from game.engine.match import Match
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.features.drivers.model import read_drivers
from game.features.statistics.model import hit_counts, read_statistics
from game.match.match_file import SavedLeg, SavedMatch
from game.people.players import HUMAN, bot
from game.people.profiles import FIRST_PROFILE
from game.settings.user_files import UserFiles
from tests.careers import milestones_of

MATCHES, LEGS, DIFFERENT = 1000, 10, 25


def played_match(seed: int) -> SavedMatch:
    """A match of so many legs, played by lot."""
    setup = MatchSetup("winning_moves", Seating.SOLO, 4, legs=LEGS)
    match, rng = Match(setup, 0), Random(seed)
    while not match.is_over and len(match.results) < LEGS:
        leg = match.deal(match.shuffled_deck(rng))
        while not leg.is_over:
            leg.apply(rng.choice(leg.legal_moves()))
        match.add_finished_leg(leg)
    players = (HUMAN, bot("carla"), bot("hugo"), bot("nina"))
    legs = tuple(SavedLeg(result.record) for result in match.results)
    return SavedMatch(
        setup, players, seed, 0, legs, totals=match.totals, winner=match.winner, begun_s=seed, saved_s=seed
    )


def fill(files: UserFiles, matches: int) -> None:
    """Put so many matches into the folder."""
    files.matches.mkdir(parents=True)
    forms = [json.loads(played_match(seed).to_bytes()) for seed in range(min(matches, DIFFERENT))]
    for n in range(matches):
        form = forms[n % DIFFERENT] | {"begun": n, "saved": n}
        files.match_path(f"m{n:04}").write_text(json.dumps(form))


def median_ms(work: Callable[[CareerReader], object], book: Career) -> float:
    """How long a reader takes for it; the median of eleven."""
    times = []
    for _ in range(11):
        begun = time.thread_time()
        work(book.reader())
        times.append(1000 * (time.thread_time() - begun))
    return median(times)


def main() -> None:
    """Make everything in a folder of its own, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.roadbook_figures")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help="how many are kept (%(default)s)")
    matches = parser.parse_args().matches
    with tempfile.TemporaryDirectory() as folder:
        files = UserFiles(Path(folder))
        fill(files, matches)
        book = Career(files, files.folder)
        for what in ("made anew", "looked through again"):
            begun, begun_cpu = time.perf_counter(), time.process_time()
            refresh = book.refresh()
            refresh.wait()
            took, took_cpu = time.perf_counter() - begun, time.process_time() - begun_cpu
            told = f"{refresh.done} of {matches} files, {refresh.problem}"
            print(f"{what}: {took_cpu:.2f} s of the processor, {took:.2f} s in all, {told}")
        for what, work in (
            ("list of all matches", CareerReader.summaries),
            ("statistics", lambda reader: read_statistics(reader, LegFilter())),
            ("legs", CareerReader.legs),
            ("who hits whom", lambda reader: hit_counts(reader.matches())),
            ("drivers", lambda reader: read_drivers(reader, FIRST_PROFILE.id)),
            ("milestones", milestones_of),
        ):
            print(f"{what}: {median_ms(work, book):.1f} ms")
        files.close()


if __name__ == "__main__":
    main()
