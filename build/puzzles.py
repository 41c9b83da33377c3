"""Makes assets/puzzles/shipped.json: decisions of bots of middling level that the review has found to cost much.

python build/puzzles.py              all of them; some minutes
python build/puzzles.py 1 --to DIR   the first of them only, and into another folder

One decision in each leg of puzzle_legs.jsonl, matches as the game keeps them, is judged as the review of a leg judges
it. The same puzzles come out every time, however the bots drive by then.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # this checkout, not an installed game

import msgspec  # noqa: E402
from msgspec.structs import replace  # noqa: E402

from ai.review import judge  # noqa: E402
from game.features.puzzles.model import Puzzle, make_puzzle  # noqa: E402
from game.features.replay.model.leg_replay import LegReplay  # noqa: E402
from game.match.match_file import SavedMatch  # noqa: E402

FOLDER = ROOT / "assets" / "puzzles"
LEGS = ROOT / "build" / "puzzle_legs.jsonl"


PLACES = (
    13,  # a limit instead of a discard
    59,  # rolling again by a remedy, and the safety stays in hand
    54,  # the end of a limit
    18,  # the leader stopped
    41,  # whom to hit
    32,  # a trip without a 200
    80,  # a safety laid while there is time
    34,  # a remedy that a safety makes needless
    52,  # a safety held back
    44,  # the extension
)
"""The number of moves before each decision, in the leg of the same line of ``puzzle_legs.jsonl``."""


def made(number: int) -> Puzzle:
    """Return puzzle number ``number``, from 1; a shipped puzzle has its number in place of the leg's."""
    kept, place = LEGS.read_bytes().splitlines()[number - 1], PLACES[number - 1]
    leg = LegReplay(SavedMatch.from_bytes(kept), 0)
    seen = leg.observation_before(place, leg.viewer)
    return replace(make_puzzle(leg, judge(seen, leg.move_at(place), place=place)), leg=number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", type=int, help="which, from 1; all of them if none is named")
    parser.add_argument("--to", type=Path, default=FOLDER)
    asked = parser.parse_args()
    puzzles = [made(number) for number in asked.numbers or range(1, len(PLACES) + 1)]
    asked.to.mkdir(parents=True, exist_ok=True)
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in puzzles)
    (asked.to / "shipped.json").write_bytes(b"[\n" + lines + b"\n]\n")


if __name__ == "__main__":
    main()
