"""Makes assets/puzzles/shipped.json: decisions of bots of middling level that the review has found to cost much.

python build/puzzles.py              all of them; some minutes
python build/puzzles.py 1 --to DIR   the first of them only, and into another folder

A leg is played by its seed, then one decision in it is judged as the review of a leg judges it. The same puzzles come
out every time.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # this checkout, not an installed game

import msgspec  # noqa: E402
from msgspec.structs import replace  # noqa: E402

from ai.bots.factory import make_bot  # noqa: E402
from ai.review import judge  # noqa: E402
from ai.spec import BotSpec  # noqa: E402
from game.engine.match import Match  # noqa: E402
from game.engine.record import Record  # noqa: E402
from game.engine.rules import Seating  # noqa: E402
from game.engine.setup import MatchSetup  # noqa: E402
from game.features.puzzles.model import Puzzle, make_puzzle  # noqa: E402
from game.features.replay.model.leg_replay import LegReplay  # noqa: E402
from game.match.match_file import SavedLeg, SavedMatch  # noqa: E402
from game.people.players import HUMAN, bot  # noqa: E402

FOLDER = ROOT / "assets" / "puzzles"
DRIVERS = ("carla", "leo", "irma", "hugo", "nina")


@dataclass(frozen=True, slots=True)
class Row:
    """A decision: the rules and seats of a leg, its seed, and the number of moves before it."""

    rules: str
    seats: int
    seed: int
    place: int


ROWS = (
    Row("winning_moves", 2, 3, 13),  # a limit instead of a discard
    Row("winning_moves", 3, 28, 59),  # rolling again by a remedy, and the safety stays in hand
    Row("dujardin", 4, 12, 54),  # the end of a limit
    Row("mille_miglia", 3, 46, 18),  # the leader stopped
    Row("dujardin", 4, 5, 41),  # whom to hit
    Row("winning_moves", 4, 15, 32),  # a trip without a 200
    Row("piatnik", 3, 6, 80),  # a safety laid while there is time
    Row("mille_miglia", 3, 18, 34),  # a remedy that a safety makes needless
    Row("winning_moves", 2, 45, 52),  # a safety held back
    Row("piatnik", 2, 379, 44),  # the extension
)


def played(rules: str, seats: int, seed: int) -> LegReplay:
    """Play the first leg of a match, the person's seat by a bot too."""
    rng = Random(f"puzzles/{rules}/{seats}/{seed}")
    match = Match.with_random_dealer(MatchSetup.from_booklet(rules, Seating.SOLO, seats), rng)
    leg = match.deal(match.shuffled_deck(rng))
    drivers = tuple(rng.sample(DRIVERS, seats - 1))
    bots = [make_bot(BotSpec("beginner")), *(make_bot(BotSpec("steady", driver)) for driver in drivers)]
    while leg.seat is not None:
        leg.apply(bots[leg.seat].decide(leg.observe(leg.seat, match.context), rng).move)
    players = (HUMAN, *(bot(driver, level="steady") for driver in drivers))
    return LegReplay(SavedMatch(match.setup, players, seed, match.dealer, (SavedLeg(Record.of(leg)),)), 0)


def made(number: int, row: Row) -> Puzzle:
    """Return puzzle number ``number``, from 1; a shipped puzzle has its number in place of the leg's."""
    leg = played(row.rules, row.seats, row.seed)
    seen = leg.observation_before(row.place, leg.viewer)
    return replace(make_puzzle(leg, judge(seen, leg.move_at(row.place), place=row.place)), leg=number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", type=int, help="which, from 1; all of them if none is named")
    parser.add_argument("--to", type=Path, default=FOLDER)
    asked = parser.parse_args()
    rows = [(n, row) for n, row in enumerate(ROWS, 1) if not asked.numbers or n in asked.numbers]
    puzzles = [made(number, row) for number, row in rows]
    asked.to.mkdir(parents=True, exist_ok=True)
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in puzzles)
    (asked.to / "shipped.json").write_bytes(b"[\n" + lines + b"\n]\n")


if __name__ == "__main__":
    main()
