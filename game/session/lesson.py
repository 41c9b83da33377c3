"""The first lesson: one leg whose cards and moves are known in advance, as data.

It is a true leg by the rules all the same: the engine deals the deck as it lies and checks every move. What the coach
says has an id here and its words in the interface.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Final

from game.engine.cards import Card, card
from game.engine.moves import Move, move
from game.engine.observation import Observation
from game.engine.record import Record
from game.engine.rules import Seating, load_rules
from game.engine.setup import MatchSetup, Options
from game.session.bots.client import LocalBots
from game.session.bots.decisions import BotAnswer, BotQuestion
from game.session.players import HUMAN, bot
from game.session.storage.match_file import Saved, SavedLeg

PUPIL: Final = 0
"""The player's seat and side; the rival has the other one."""
COACH: Final = "irma"
"""The driver who explains, and doesn't play."""

SETUP: Final = MatchSetup("winning_moves", Seating.SOLO, 2, Options(extension=False), legs=1)
_DEALER: Final = 1  # so that the pupil begins
_PLAYERS: Final = (HUMAN, bot("carla"))


@dataclass(frozen=True, slots=True)
class Beat:
    """One move of the lesson: what is drawn for it, and what the coach says.

    ``notes`` are read before the move, one after the other; ``task`` is said while the pupil is to make it. An open
    task leaves the finding to the pupil: it is marked only after a wrong try.
    """

    move: Move
    draws: tuple[Card, ...]
    notes: tuple[str, ...] = ()
    task: str = ""
    is_open: bool = False


def _cards(words: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in words.split())


def _pupil(text: str, draws: str = "", *notes: str, task: str = "", is_open: bool = False) -> Beat:
    return Beat(move(f"{PUPIL} {text}"), _cards(draws), notes, task, is_open)


def _rival(text: str, draws: str, *notes: str) -> Beat:
    return Beat(move(f"{1 - PUPIL} {text}"), _cards(draws), notes)


HANDS: Final = (
    _cards("go km_100 km_50 spare_tire gasoline repairs"),
    _cards("go km_100 km_75 stop flat_tire speed_limit"),
)
"""What each seat is dealt."""

SCRIPT: Final = (
    _pupil("go", "repairs", "welcome", "goal", "hand", task="go"),
    _rival("go", "km_100"),
    _pupil("km_100", "km_25", task="first_km"),
    _rival("stop > 0", "km_75"),
    _pupil("- repairs", "km_75", "stopped", task="discard"),
    _rival("km_100", "km_50"),
    _pupil("go", "go", task="go_again", is_open=True),
    _rival("flat_tire > 0", "km_75"),
    _pupil("spare_tire", "go", "hazard", task="remedy", is_open=True),
    _rival("km_75", "repairs"),
    _pupil("go", "km_100", task="go_after_remedy"),
    _rival("km_100", "spare_tire"),
    _pupil("km_100", "go", task="drive_on"),
    _rival("speed_limit > 0", "repairs"),
    _pupil("km_50", "km_200", "limit", task="limited"),
    _rival("km_75", "km_25"),
    _pupil("end_of_limit", "end_of_limit", task="end_of_limit"),
    _rival("km_50", "end_of_limit"),
    _pupil("km_200", "km_100", task="full_speed"),
    _rival("km_75", "km_25"),
    _pupil("out_of_gas > 1", "out_of_gas", "behind", task="attack"),
    _rival("- spare_tire", "spare_tire", "attacked"),
    _pupil("km_100", "driving_ace", "safety", task="keep_safety"),
    _rival("gasoline", "gasoline"),
    _pupil("km_75", "km_50", task="nearly_there"),
    _rival("accident > 0", "accident"),
    _pupil("! driving_ace", "", "coup_fourre"),
    _pupil("km_50", "km_100 spare_tire", "after_coup_fourre", task="exact"),
    _rival("go", "go"),
    _pupil("km_25", "km_75", task="last_card", is_open=True),
)
"""The moves of the leg, in order."""

LAST_NOTES: Final = ("finish", "points", "match")
"""What is read when the leg is over."""

NOT_NOW: Final = "not_now"
"""The note to a pupil who doesn't want the coup fourré."""


def beat(observation: Observation) -> Beat | None:
    """The beat whose move is the next one, None when the leg is over."""
    played = len(observation.moves)
    return SCRIPT[played] if played < len(SCRIPT) else None


def notes(observation: Observation) -> tuple[str, ...]:
    """What is to be read at this moment, before anybody moves."""
    now = beat(observation)
    return now.notes if now is not None else LAST_NOTES


def tasks_done(observation: Observation) -> tuple[int, int]:
    """How many of the pupil's moves are made, and how many there are."""
    own = [at for at, lesson in enumerate(SCRIPT) if lesson.move.seat == PUPIL]
    return sum(at < len(observation.moves) for at in own), len(own)


def deck() -> tuple[Card, ...]:
    """The deck in its order: the hands as they are dealt, the draws in their order, then all other cards."""
    known = [*chain.from_iterable(zip(*HANDS, strict=True)), *chain.from_iterable(b.draws for b in SCRIPT)]
    rest = Counter(load_rules(SETUP.rules).deck(SETUP.seats, SETUP.seating))
    rest.subtract(known)
    return (*known, *rest.elements())


def lesson_match(moves: int = 0) -> Saved:
    """The lesson after so many moves of its script, ready to be gone on with."""
    texts = tuple(beat.move.text for beat in SCRIPT[:moves])
    record = Record(SETUP.rules, SETUP.options, SETUP.seating, SETUP.seats, _DEALER, deck(), texts)
    return Saved(SETUP, _PLAYERS, 0, _DEALER, (SavedLeg(record),))


class LessonBots(LocalBots):
    """The rival, who plays by the script, and so does whoever is asked for a hint."""

    def __init__(self) -> None:
        super().__init__(_taught)


def _taught(question: BotQuestion) -> BotAnswer:
    """The move of the script; to a question for show any answer will do."""
    now, legal = beat(question.observation), question.observation.legal
    return BotAnswer(now.move if now is not None and now.move in legal else legal[-1])
