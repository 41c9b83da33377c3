"""The moment that a table shows, and the running match: what was told, what is asked, what is still to be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from game.engine.cards import Card
from game.engine.errors import Refusal
from game.engine.moves import Move
from game.engine.observation import Observation
from game.features.play.prompts.prompt_scene import PromptScene
from game.features.play.stage import TableStage
from game.match.session import Session
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.choreography import TakeOff
from game.table.animation.effects import Frame
from game.table.animation.reduced_motion import FRAME_S
from game.table.animation.timing import Timing
from game.table.hand_order import arranged
from game.table.painting.target_glow import Framed
from game.table.targets import refusal
from game.table.turn_plate import turn_places


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A move that waits until the session can take it, and where its card lies meanwhile."""

    move: Move
    take_off: TakeOff

    def from_hand(self) -> PendingMove:
        """The same, its card back in the hand."""
        return PendingMove(self.move, self.take_off.from_hand())


@dataclass(frozen=True, slots=True)
class TableActs:
    """What the parts of a table ask of it as a whole; the table's scene says what each does."""

    play: Callable[[Move, TakeOff], None]
    ask_discard: Callable[[Card], None]
    look_through: Callable[[], None]
    skip: Callable[[], None]
    drop_everything: Callable[[], None]
    hear: Callable[[], None]
    place_controls: Callable[[], None]


class TableMoment:
    """What lies on a table whose cards can be chosen, and what may be done with them.

    ``animation`` plays what was told, ``pending_move`` waits for the disk, and ``refused`` is why something was not
    possible, in the words of the turn plate. ``acts`` are what the parts of the table may ask for.
    """

    acts: TableActs

    def __init__(self, stage: TableStage, animation: AnimationPlayer) -> None:
        self.animation = animation
        self.pending_move: PendingMove | None = None
        self.refused = ""
        self._stage = stage

    @property
    def observation(self) -> Observation:
        """What lies on the table at this moment."""
        return self.animation.rest

    @property
    def is_move_due(self) -> bool:
        """Whether a move was chosen that is still to be made."""
        return self.pending_move is not None

    def why_not(self, move: Move) -> Refusal | None:
        """Why a move is not possible at the moment that is shown."""
        raise NotImplementedError

    def keep_hand(self, cards: tuple[Card, ...], *, save: bool = False) -> None:
        """Remember how the hand lies, if that is worth it."""

    def say(self, reason: str) -> None:
        """Say in the turn plate why something is not possible, without more ado."""
        self.refused = reason
        self._stage.touch()

    def refuse(self, card: Card, pile: str | None) -> None:
        """Say in the turn plate why the card cannot be put there."""
        self.say_no(refusal(self.observation, self._stage.names, self.why_not, card, pile))

    def say_no(self, reason: str, heard: Callable[[], str] | None = None) -> None:
        """Show the reason in the turn plate; no words are no refusal. ``heard`` is what the sound tells beside.

        Where nothing may move, and so no card shakes its head, a frame draws the eye to the words.
        """
        self.say(reason)
        if reason:
            self._stage.app.sound.play("knock", heard)
            if self.animation.timing.is_reduced:
                plate = turn_places(self._stage.picture.places.layout, self._stage.view.turn).plate
                self.animation.accompany(Frame(duration_s=FRAME_S, places=(Framed(plate),)))


class TableMatch(TableMoment):
    """The running match: ``prompt`` waits for an answer, ``leaders`` are in the lead as far as it is shown."""

    def __init__(self, stage: TableStage, session: Session, shown: Observation) -> None:
        settings = stage.app.settings
        shown = arranged(shown, settings.hand_order, session.viewpoint.hand or None)
        super().__init__(stage, AnimationPlayer(shown, Timing.of(settings), settings.hand_order))
        self.session = session
        self.prompt: PromptScene | None = None
        self.leaders: frozenset[int] = frozenset()
        self._own_turn = (False, False)

    @property
    def observation(self) -> Observation:
        deciders, rest = self.session.deciders, self.animation.rest
        is_free = self.prompt is None and not deciders.is_delegated and not deciders.is_finishing
        return rest if is_free else replace(rest, legal=())

    def why_not(self, move: Move) -> Refusal | None:
        return self.session.why_not(move) if self.animation.is_over else Refusal.WRONG_SEAT

    def keep_hand(self, cards: tuple[Card, ...], *, save: bool = False) -> None:
        self.session.keep_hand(cards, save=save)

    def say(self, reason: str) -> None:
        super().say(reason)
        self._own_turn = self._turn_shown

    @property
    def _turn_shown(self) -> tuple[bool, bool]:
        """Whether it is the viewer's turn at the moment that is shown, and whether anything may be played in it."""
        return self.observation.to_move == self.observation.seat, bool(self.observation.legal)

    def forget_refusal(self) -> None:
        """Whatever was refused while others played: now it is the player's turn, or a move is asked of it."""
        before, self._own_turn = self._own_turn, self._turn_shown
        if self._own_turn > before and self.refused:
            self.refused = ""
            self._stage.touch()
