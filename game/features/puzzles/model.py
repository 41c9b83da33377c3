"""Puzzles: decisions that cost the person many points, to be made once more from what was visible at that time.

The review of a finished leg creates some, and ten come with the game. A puzzle contains only what its seat saw, so it
can be shown after its match is deleted, and it never reveals other hands. A puzzle answered wrongly stays unsolved; one
whose answer was shown is asked again later.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Self

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from ai.protocol import check_cards, observation_to_data, parse_observation
from game.career.career import Career
from game.career.match_stats import owner_of
from game.career.person_file import PersonFile, RecordForm
from game.engine.cards import Card
from game.engine.moves import MAX_SEATS, move
from game.engine.observation import Observation, Phase
from game.features.replay.model.attempt import Attempt, is_right
from game.features.replay.model.findings import LEAST_LOSS, MOST_PINS
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import ContextForm, Judgement, JudgementForm
from game.files import limits
from game.files.forms import Json, convert
from game.files.problems import ProblemCode
from game.files.writer import PendingWrite
from game.match.forms import PlayerForm, players_from_forms
from game.people.players import Player
from game.system.resources import load_asset

ROUND_SIZE = 5
"""The number of puzzles in a round. A puzzle whose answer was shown is asked again after as many other answers."""
_MOVES = 2 * MAX_SEATS
"""A puzzle contains this many of the last moves, from which the table shows what was played last."""

PuzzleId = Annotated[str, Meta(max_length=80)]
_Turn = Annotated[int, Meta(ge=1, le=1000)]
_Nth = Annotated[int, Meta(ge=1, le=2**31)]
_Target = Annotated[int, Meta(ge=1, le=limits.MAX_KM)]


class _TargetForm(Struct):
    target: _Target


class Puzzle(Struct, frozen=True, omit_defaults=True):
    """A decision that the person made in a match, or one that comes with the game and has no match.

    ``seen`` is what the seat saw, as JSON data in the format of a question to a bot, but without the older moves.
    ``judged`` has the values of all legal moves. Raises ``ValueError`` if ``seen`` is impossible, or if other moves
    than the legal ones have values.
    """

    match: Annotated[str, Meta(pattern=rf"\A\Z|{limits.MATCH_ID_PATTERN}")]
    leg: limits.LegNumber
    turn: _Turn
    begun_s: limits.UnixSeconds
    players: list[PlayerForm]
    seen: Json
    judged: JudgementForm
    begun_offset_s: limits.UtcOffset | None = None

    def __post_init__(self) -> None:
        observation, judgement = self.observation(), self.judgement()
        convert(self.seen, ContextForm)
        convert(self.seen, _TargetForm)
        check_cards(observation)
        players_from_forms(self.players, observation.seats)
        if not self.players[observation.seat].player().is_human:
            raise ValueError("players: expected a person in the seat that decides")
        valued = {value.move for value in judgement.values}
        if valued != set(observation.legal) or len(valued) < len(judgement.values):
            raise ValueError("judged: expected the values of all legal moves")
        if judgement.best != judgement.values[0] or judgement.played not in judgement.values:
            raise ValueError("judged: expected the best move first, and the one played")
        if is_right(judgement, judgement.played.move):
            raise ValueError("judged: expected the move played to be wrong")

    @property
    def id(self) -> PuzzleId:
        """The id of the decision in its match: reviewing a leg again creates the same puzzle."""
        return _puzzle_id(self.match, self.leg, self.judged.place)

    @property
    def is_shipped(self) -> bool:
        return is_shipped(self.id)

    @property
    def rules(self) -> str:
        return str(self.seen["rules"])

    @property
    def seat(self) -> int:
        return int(self.seen["seat"])

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(side["seats"]) for side in self.seen["sides"])

    @property
    def is_question(self) -> bool:
        """Whether the decision was to answer yes or no, not to play a card."""
        return str(self.seen["phase"]) != Phase.TURN

    @property
    def card(self) -> Card | None:
        """The card that was played, or None for a yes-or-no question, where the card would give the answer away."""
        return None if self.is_question else move(self.judged.played.move).card

    @property
    def points_lost(self) -> int:
        """How many points the person's decision lost compared with the best move, at least 1."""
        return max(1, round(self.judged.best.points - self.judged.played.points))

    def observation(self) -> Observation:
        """Return what the person saw when making the decision."""
        return parse_observation(self.seen)

    def judgement(self) -> Judgement:
        return self.judged.to_judgement(len(self.sides))

    def attempt(self) -> Attempt:
        """Return the puzzle's decision, to be made once more."""
        return Attempt(self.observation(), self.judgement(), tells_played=True)

    def players_by_seat(self) -> tuple[Player, ...]:
        """Return the players in the order of their seats."""
        return tuple(form.player() for form in self.players)


class Answer(Struct, frozen=True, omit_defaults=True):
    """The last answer to a puzzle. ``nth`` counts all of the person's answers.

    ``solved`` is true if any answer was right, and false if the right answer was only shown.
    """

    nth: _Nth
    solved: bool = False


class PuzzleBook(RecordForm, frozen=True):
    """A person's own puzzles, the oldest first, and their answers to all puzzles, by the puzzle's id."""

    kept: Annotated[tuple[Puzzle, ...], Meta(max_length=limits.MAX_OWN_PUZZLES)] = ()
    answers: Annotated[dict[PuzzleId, Answer], Meta(max_length=2 * limits.MAX_OWN_PUZZLES)] = field(
        default_factory=dict
    )

    def parts(self) -> Iterable[Self]:
        return (*(type(self)((puzzle,)) for puzzle in self.kept), type(self)(answers=self.answers))

    @classmethod
    def joined(cls, parts: Iterable[Self]) -> Self:
        """Return a book with all puzzles and answers; a puzzle solved in any part counts as solved.

        If there are too many puzzles, the oldest solved ones are removed first, then the oldest unsolved ones. Answers
        to removed puzzles are removed too.
        """
        kept: dict[str, Puzzle] = {}
        answers: dict[str, Answer] = {}
        for part in parts:
            kept |= {puzzle.id: puzzle for puzzle in part.kept}
            for id, answer in part.answers.items():
                known = answers.get(id, answer)
                answers[id] = Answer(max(known.nth, answer.nth), known.solved or answer.solved)
        old_first = sorted(kept, key=lambda id: not (id in answers and answers[id].solved))
        gone = set(old_first[: max(0, len(kept) - limits.MAX_OWN_PUZZLES)])
        left = {id: puzzle for id, puzzle in kept.items() if id not in gone}
        return cls(tuple(left.values()), {id: one for id, one in answers.items() if is_shipped(id) or id in left})

    def with_answer(self, id: PuzzleId, *, solved: bool) -> PuzzleBook:
        """Return the book after that puzzle was solved, or its answer was shown; a solved puzzle stays solved."""
        was = self.answers.get(id)
        answer = Answer(self._last + 1, solved or (was is not None and was.solved))
        return replace(self, answers={**self.answers, id: answer})

    def without(self, id: PuzzleId) -> PuzzleBook:
        """Return the book without one of the person's own puzzles and its answer."""
        kept = tuple(puzzle for puzzle in self.kept if puzzle.id != id)
        return replace(self, kept=kept, answers={at: one for at, one in self.answers.items() if at != id})

    def is_solved(self, id: PuzzleId) -> bool:
        return id in self.answers and self.answers[id].solved

    def all_puzzles(self) -> tuple[Puzzle, ...]:
        """Return the person's own puzzles, the latest first, then those that come with the game."""
        return (*reversed(self.kept), *shipped_puzzles())

    def next_round(self) -> tuple[Puzzle, ...]:
        """Return the puzzles of the next round: unsolved ones or, if all are solved, any.

        First come puzzles whose answer was shown some time ago, then new ones, then those whose answer was just shown.
        """
        last, every = self._last, self.all_puzzles()

        def rank(puzzle: Puzzle) -> tuple[int, int]:
            answer = self.answers.get(puzzle.id)
            if answer is None:
                return 1, 0
            return (0 if last - answer.nth >= ROUND_SIZE else 2), answer.nth

        left = [puzzle for puzzle in every if not self.is_solved(puzzle.id)]
        return tuple(sorted(left or every, key=rank)[:ROUND_SIZE])

    @property
    def _last(self) -> int:
        return max((answer.nth for answer in self.answers.values()), default=0)


def _puzzle_id(match: str, leg: int, place: int) -> PuzzleId:
    return f"{match}.{leg}.{place}"


def is_shipped(id: PuzzleId) -> bool:
    """Return whether the puzzle with that id comes with the game, perhaps with another version: it has no match."""
    return id.startswith(".")


PUZZLES = PersonFile("puzzles", PuzzleBook, limits.PUZZLES_BYTES, ProblemCode.PUZZLES_QUARANTINED)
"""The files of puzzles and answers, one for each person."""


def find_puzzles(leg: LegReplay, judgements: Iterable[Judgement]) -> tuple[Puzzle, ...]:
    """Return the puzzles that decisions of a leg's viewer make: the costliest, in the order of play."""
    dear = sorted((one for one in judgements if one.cost >= LEAST_LOSS), key=lambda one: -one.cost)
    return tuple(make_puzzle(leg, judgement) for judgement in sorted(dear[:MOST_PINS], key=lambda one: one.place))


def keep_puzzles(
    roadbook: Career, leg: LegReplay, judgements: Iterable[Judgement], *, solved: bool = False
) -> tuple[Puzzle, ...]:
    """Find the puzzles among decisions of a leg, save them for the person whose match it is, and return them.

    ``judgements`` are those of the viewer's decisions, ``solved`` says that they were found in the look back. Saving a
    puzzle again changes nothing. Return nothing if the match belongs to nobody here.
    """
    person = owner_of(leg.saved) if leg.saved.id else None
    found = find_puzzles(leg, judgements) if person is not None else ()
    if person is not None and found:
        book = PuzzleBook(found)
        roadbook.files.change_later(PUZZLES, person, lambda before: before | book)
        for puzzle in found if solved else ():
            answer_puzzle(roadbook, person, puzzle.id, solved=True)
    return found


def drop_puzzle(roadbook: Career, leg: LegReplay, judgement: Judgement) -> None:
    """Remove the puzzle of a decision of a leg, if there is one, from those of the person whose match it is."""
    person = owner_of(leg.saved) if leg.saved.id else None
    if person is not None:
        id = _puzzle_id(leg.saved.id, leg.index + 1, judgement.place)
        roadbook.files.change_later(PUZZLES, person, lambda before: before.without(id))


def answer_puzzle(roadbook: Career, person: str, puzzle: PuzzleId, *, solved: bool) -> PendingWrite | None:
    """Save that the person solved a puzzle or was shown its answer. Return None if the program must not write files."""
    return roadbook.files.change_later(PUZZLES, person, lambda before: before.with_answer(puzzle, solved=solved))


def make_puzzle(leg: LegReplay, judgement: Judgement) -> Puzzle:
    """Return the puzzle made from one of the viewer's decisions in a leg."""
    seen, saved = leg.observation_before(judgement.place, leg.viewer), leg.saved
    form = observation_to_data(seen)
    form["moves"] = form["moves"][-_MOVES:]
    return Puzzle(
        match=saved.id,
        leg=leg.index + 1,
        turn=leg.place_before(judgement.place) + 1,
        begun_s=saved.begun_s,
        players=[PlayerForm.of(player) for player in saved.players],
        seen=form,
        judged=JudgementForm.of(judgement),
        begun_offset_s=saved.begun_offset_s,
    )


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the game. The first call reads a file: too slow for a frame.

    Raises ``AssetError`` if the installation is damaged.
    """
    return load_asset(_ShippedPuzzles, _without_match, "puzzles", "shipped.json")


_ShippedPuzzles = Annotated[tuple[Puzzle, ...], Meta(min_length=1, max_length=limits.MAX_OWN_PUZZLES)]


def _without_match(puzzles: tuple[Puzzle, ...]) -> tuple[Puzzle, ...]:
    if not all(puzzle.is_shipped for puzzle in puzzles) or len({puzzle.id for puzzle in puzzles}) < len(puzzles):
        raise ValueError("expected puzzles of no match, each once")
    return puzzles
