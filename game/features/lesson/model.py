"""The first lesson as data: one leg whose cards and moves are known in advance, for every rule set.

It is a real leg: the engine deals the cards from a fixed deck and checks every move. This module has only the ids of
the coach's texts; the texts themselves are in ``words``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from game.engine.cards import Card, card
from game.engine.moves import Move, move
from game.engine.observation import Observation
from game.engine.record import Record
from game.engine.rules import Seating, load_rules
from game.engine.setup import MatchSetup, Options
from game.match.comparisons import Advice, Comparison, ComparisonKind, MoveValue
from game.match.match_file import SavedLeg, SavedMatch
from game.match.plan import DEFAULT_SETUP
from game.people.players import HUMAN, bot
from game.settings.settings import LessonProgress

if TYPE_CHECKING:
    from game.match.bots.client import BotClient
    from game.match.bots.decisions import BotAnswer, BotQuestion

PUPIL = 0
"""The seat and the side of the player who learns; the rival has the other seat."""
COACH = "irma"
"""The id of the driver who explains the game and does not play."""

_SEATS = 2
_DEALER = 1  # so that the pupil begins
_PLAYERS = (HUMAN, bot("carla"))


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One move of the lesson, made by the pupil or the rival, with the cards drawn for it and the ids of the texts.

    The pupil reads the ``notes`` before the move, one after another; the ``task`` is shown until the pupil
    makes the move. If it ``is_open``, the pupil has to find the card: it is marked only after a wrong attempt.
    """

    move: Move
    draws: tuple[Card, ...]
    notes: tuple[str, ...] = ()
    task: str = ""
    is_open: bool = False


def _cards(words: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in words.split())


def _pupil(text: str, draws: str = "", *notes: str, task: str = "", is_open: bool = False) -> LessonStep:
    return LessonStep(move(f"{PUPIL} {text}"), _cards(draws), notes, task, is_open)


def _rival(text: str, draws: str, *notes: str) -> LessonStep:
    return LessonStep(move(f"{1 - PUPIL} {text}"), _cards(draws), notes)


HANDS = (
    _cards("go km_100 km_50 spare_tire gasoline repairs"),
    _cards("go km_100 km_75 stop flat_tire speed_limit"),
)
"""The cards that each seat is dealt, by seat."""


@dataclass(frozen=True, slots=True)
class Course:
    """The lesson for one rule set: its moves in order, and the ids of the notes for the end of the leg."""

    beats: tuple[LessonStep, ...]
    last_notes: tuple[str, ...] = ("finish", "points", "match")


def _first_moves(*kilometers: str) -> tuple[LessonStep, ...]:
    """Return the first moves, up to the end of the speed limit, which are the same for all rules.

    ``kilometers`` are the ids of two distance cards that the pupil draws on the way.
    """
    first, second = kilometers
    return (
        _pupil("go", "repairs", "welcome", "goal", "hand", task="go"),
        _rival("go", "km_100"),
        _pupil("km_100", first, task="first_km"),
        _rival("stop > 0", "km_75"),
        _pupil("- repairs", second, "stopped", task="discard"),
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
    )


_TO_THE_FINISH = (
    *_first_moves("km_25", "km_75"),
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
)
"""The moves of a leg of 700 km, without the pupil's last turn."""

_WIN = _pupil("km_25", "km_75", task="last_card", is_open=True)

_BY_WINNING_MOVES = Course((*_TO_THE_FINISH, _WIN))

_BY_DUJARDIN = Course((*_TO_THE_FINISH, _pupil("extra_tank", "extra_tank", task="lay_safety"), _WIN))
"""The course for rules by which a player who plays a safety draws and moves once more."""

_BY_MILLE_MIGLIA = Course(
    (
        *_first_moves("km_75", "km_100"),
        _pupil("km_200", "km_200", task="full_speed"),
        _rival("km_75", "km_25"),
        _pupil("out_of_gas > 1", "out_of_gas", "behind", task="attack_any"),
        _rival("- spare_tire", "spare_tire", "attacked"),
        _pupil("km_200", "driving_ace", "safety", task="keep_safety"),
        _rival("gasoline", "gasoline"),
        _pupil("flat_tire > 1", "flat_tire", task="attack_waiting"),
        _rival("accident > 0", "accident"),
        _pupil("! driving_ace", "", "coup_fourre"),
        _pupil("km_100", "km_100 spare_tire", "after_coup_fourre", task="nearly_there"),
        _rival("spare_tire", "go"),
        _pupil("km_100", "km_75", task="nearest"),
        _rival("go", "km_100"),
        _pupil("km_75", "km_100", task="in_hand"),
        _rival("km_100", "km_50"),
        _pupil("km_75", "repairs", task="last_card", is_open=True),
    ),
    ("finish", "points", "one_leg"),
)
"""The course for rules with legs of 1000 km.

By these rules a side without a green light can be attacked, and an empty draw pile ends the leg.
"""

COURSES: Mapping[str, Course] = {
    "winning_moves": _BY_WINNING_MOVES,
    "piatnik": _BY_WINNING_MOVES,
    "dujardin": _BY_DUJARDIN,
    "mille_miglia": _BY_MILLE_MIGLIA,
}
"""The lesson's moves and notes for each rule set, by its id."""

NOT_NOW = "not_now"
"""The id of the note for a pupil who declines the coup fourré."""


def resume_place(left: LessonProgress | None) -> LessonProgress:
    """Return where the lesson continues: at ``left``, or at its start if that is None or its rules have no course."""
    return left if left is not None and left.rules in COURSES else LessonProgress()


def lesson_rules(wished: str, begun: str, moves: int) -> str:
    """Return the id of the rule set with which the lesson continues after a number of moves.

    That is ``wished`` if its course is the same as that of ``begun`` up to and including the next move, else ``begun``.
    """
    if wished not in COURSES:
        return begun
    old, new = COURSES[begun].beats, COURSES[wished].beats
    return wished if moves < len(new) and old[: moves + 1] == new[: moves + 1] else begun


def next_lesson_step(observation: Observation) -> LessonStep | None:
    """Return the lesson's next move with its texts, or None when the leg is over."""
    return next(iter(COURSES[observation.rules].beats[len(observation.moves) :]), None)


def current_notes(observation: Observation) -> tuple[str, ...]:
    """Return the ids of the notes to read in this position, before the next move or at the end of the leg."""
    now = next_lesson_step(observation)
    return now.notes if now is not None else COURSES[observation.rules].last_notes


def tasks_done(observation: Observation) -> tuple[int, int]:
    """Return how many of the lesson's moves the pupil has made, and how many the pupil makes in all."""
    own = [at for at, lesson in enumerate(COURSES[observation.rules].beats) if lesson.move.seat == PUPIL]
    return sum(at < len(observation.moves) for at in own), len(own)


def deck(rules_id: str) -> tuple[Card, ...]:
    """Return the lesson's deck from the top: the dealt hands, then the cards drawn later, then all other cards."""
    draws = (beat.draws for beat in COURSES[rules_id].beats)
    known = [*chain.from_iterable(zip(*HANDS, strict=True)), *chain.from_iterable(draws)]
    rest = Counter(load_rules(rules_id).deck(_SEATS, Seating.SOLO))
    rest.subtract(known)
    return (*known, *rest.elements())


def lesson_match(moves: int = 0, rules_id: str = DEFAULT_SETUP.rules) -> SavedMatch:
    """Return the lesson as a saved match in which that number of moves has been made."""
    setup = MatchSetup(rules_id, Seating.SOLO, _SEATS, Options(extension=False), legs=1)
    texts = tuple(beat.move.text for beat in COURSES[rules_id].beats[:moves])
    record = Record(rules_id, setup.options, setup.seating, setup.seats, _DEALER, deck(rules_id), texts)
    return SavedMatch(setup, _PLAYERS, 0, _DEALER, (SavedLeg(record),))


def lesson_bots() -> BotClient:
    """Return bots that always choose the lesson's move, as the rival and for hints."""
    from game.match.bots.client import InlineBots  # noqa: PLC0415 - the settings, which know the courses, need no bots

    return InlineBots(_scripted_answer)


def _scripted_answer(question: BotQuestion) -> BotAnswer:
    """Return the lesson's move if it is legal, else any legal move."""
    from game.match.bots.decisions import BotAnswer  # noqa: PLC0415 - as above

    now, legal = next_lesson_step(question.observation), question.observation.legal
    taught = now.move if now is not None and now.move in legal else legal[-1]
    return BotAnswer(taught, advice=Advice(MoveValue(taught, 0.0, 0.0), None, Comparison(ComparisonKind.TAUGHT)))
