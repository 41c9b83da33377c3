"""Who decides for each seat at a moment: the person who sits there, a deputy, or a bot of its own."""

from __future__ import annotations

from ai.spec import TOP_LEVEL, BotSpec
from game.engine.errors import Refusal
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.match.bots.decisions import BotQuestion
from game.match.match_file import Saved
from game.match.progress import MatchProgress
from game.match.running.viewpoint import Viewpoint
from game.people.players import bot_spec

HINT_MS = 2000.0
"""How long a hint may be thought about; nothing that is decided in the match has a ceiling."""


class IllegalMoveError(Exception):
    """The viewer's move was refused; ``reason`` is the engine's."""

    def __init__(self, move: Move, reason: Refusal) -> None:
        super().__init__(f"{move.text}: {reason}")
        self.move = move
        self.reason = reason


class Deciders:
    """``persons`` are the seats of persons; for the ``deputies`` among them the strongest bot plays until the leg ends.

    ``delegated`` are those for whom it decided anything in this leg. While ``finishes`` is set, it chooses the cards
    that the viewer can only throw away, which is no driving: nothing is decided that anything hangs on.
    """

    def __init__(self, start: Saved, progress: MatchProgress, viewpoint: Viewpoint) -> None:
        self.persons = tuple(seat for seat, player in enumerate(start.players) if player.is_human)
        self._start = start
        self._progress = progress
        self._viewpoint = viewpoint
        self.begin_leg()

    def begin_leg(self, deputies: frozenset[int] = frozenset(), delegated: frozenset[int] = frozenset()) -> None:
        """Let every person decide but for the deputies."""
        self._deputies, self.delegated, self.finishes = deputies, delegated, False

    @property
    def is_shared(self) -> bool:
        """Whether several persons play at the one screen."""
        return len(self.persons) > 1

    @property
    def deputies(self) -> frozenset[int]:
        """The persons' seats that the strongest bot plays until the leg ends."""
        return frozenset() if self._progress.phase is Phase.OVER else self._deputies

    @property
    def is_delegated(self) -> bool:
        """Whether the strongest bot plays for the viewer until the leg ends."""
        return self._viewpoint.seat in self._deputies

    @property
    def can_take_over(self) -> bool:
        """Whether the viewer may decide again before the leg ends."""
        return self._viewpoint.seat in self.deputies

    def begin_deputy(self) -> None:
        """Let the strongest bot play for the viewer; it sees what the viewer may know and no more."""
        self._deputies |= {self._viewpoint.seat}

    def end_deputy(self, seat: int) -> None:
        """Let the person decide again."""
        self._deputies -= {seat}

    def note_deputy(self, seat: int) -> None:
        """Remember that a bot decided for a person in this leg, if one did."""
        self.delegated |= self._deputies & {seat}

    def is_person(self, seat: int) -> bool:
        """Whether a person decides for that seat now."""
        is_chosen = seat == self._viewpoint.seat and self._is_discard_chosen
        return seat in self.persons and seat not in self._deputies and not is_chosen

    @property
    def is_viewers_decision(self) -> bool:
        """Whether the viewer is asked."""
        return self._progress.seat == self._viewpoint.seat and self.is_person(self._viewpoint.seat)

    @property
    def is_finishing(self) -> bool:
        """Whether the leg is played to its end without the viewer, as long as there is nothing to ask it."""
        seat = self._progress.seat
        return self.finishes and seat is not None and not self.is_person(seat)

    @property
    def _is_discard_chosen(self) -> bool:
        """Whether it is the viewer's turn, and it need not decide."""
        viewer, progress = self._viewpoint.seat, self._progress
        is_turn = self.finishes and progress.seat == viewer and progress.phase is Phase.TURN
        return is_turn and progress.observe(viewer).must_discard

    def question(self, seen: Observation) -> BotQuestion:
        """What is asked of the bot that decides for who sees that."""
        return BotQuestion(self._spec(seen), seen, self._progress.decision_seed(seen))

    def question_of_hint(self, seen: Observation) -> BotQuestion:
        """What is asked of the strongest bot that advises the viewer, who sees that."""
        return BotQuestion(BotSpec(level=TOP_LEVEL), seen, f"{self._progress.decision_seed(seen)}/hint", HINT_MS)

    def _spec(self, seen: Observation) -> BotSpec:
        if seen.seat in self.persons:
            return BotSpec(level=TOP_LEVEL)
        sides = {n for n, side in enumerate(seen.sides) for seat in side.seats if seat in self.persons}
        persons_side = sides.pop() if len(sides) == 1 else None
        return bot_spec(self._start.players[seen.seat], persons_side, self._start.manner)
