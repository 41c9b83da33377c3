"""The position that a table shows, and the running match: animation, open question and pending move."""

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
from game.table.animation.effects import HighlightEffect
from game.table.animation.reduced_motion import FRAME_S
from game.table.animation.timing import Timing
from game.table.hand_order import with_hand_order
from game.table.painting.target_glow import FramedPlace
from game.table.targets import refusal
from game.table.turn_plate import turn_places


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A move that waits until the session can accept it, and where its card lies meanwhile."""

    move: Move
    take_off: TakeOff

    def from_hand(self) -> PendingMove:
        """Return the same move with its card back in the hand."""
        return PendingMove(self.move, self.take_off.from_hand())


@dataclass(frozen=True, slots=True)
class TableCommands:
    """The actions that the parts of a table request from the table's scene."""

    play: Callable[[Move, TakeOff], None]
    ask_discard: Callable[[Card], None]
    show_discards: Callable[[], None]
    skip: Callable[[], None]
    drop_everything: Callable[[], None]
    show_news: Callable[[], None]
    place_controls: Callable[[], None]


class TableState:
    """The position on a table whose cards can be chosen, and which moves are possible.

    ``animation`` shows the events, ``pending_move`` waits for the last save, and ``refusal`` is the turn plate's text
    about something impossible. ``commands`` are the actions of the whole table.
    """

    commands: TableCommands

    def __init__(self, stage: TableStage, animation: AnimationPlayer) -> None:
        self.animation = animation
        self.pending_move: PendingMove | None = None
        self.refusal = ""
        self._stage = stage

    @property
    def observation(self) -> Observation:
        """The position that is shown now."""
        return self.animation.shown_observation

    @property
    def is_move_due(self) -> bool:
        """Whether a chosen move is still pending."""
        return self.pending_move is not None

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move is not possible in the shown position; None if it is."""
        raise NotImplementedError

    def keep_hand(self, cards: tuple[Card, ...], *, save: bool = False) -> None:
        """Remember the order of the hand, in a table that supports it."""

    def show_reason(self, reason: str) -> None:
        """Show in the turn plate why something is not possible, without sound or animation."""
        self.refusal = reason
        self._stage.invalidate()

    def refuse(self, card: Card, pile: str | None) -> None:
        """Show in the turn plate why the card cannot be put on the pile."""
        self.show_refusal(refusal(self.observation, self._stage.names, self.why_not, card, pile))

    def show_refusal(self, reason: str, caption: Callable[[], str] | None = None) -> None:
        """Show the reason in the turn plate, with a sound whose caption is ``caption``; no words are no refusal.

        With reduced motion no card shakes, so a frame draws attention to the words.
        """
        self.show_reason(reason)
        if reason:
            self._stage.app.sound.play("knock", caption)
            if self.animation.timing.is_reduced:
                plate = turn_places(self._stage.picture.places.layout, self._stage.view.turn).plate
                self.animation.add_effect(HighlightEffect(duration_s=FRAME_S, places=(FramedPlace(plate),)))


class TableMatch(TableState):
    """The running match: ``prompt`` is the open question, ``leaders`` are the sides leading as far as shown."""

    def __init__(self, stage: TableStage, session: Session, shown: Observation) -> None:
        settings = stage.app.settings
        shown = with_hand_order(shown, settings.hand_order, session.viewpoint.hand or None)
        super().__init__(stage, AnimationPlayer(shown, Timing.of(settings), settings.hand_order))
        self.session = session
        self.prompt: PromptScene | None = None
        self.leaders: frozenset[int] = frozenset()
        self._own_turn = (False, False)

    @property
    def observation(self) -> Observation:
        deciders, rest = self.session.deciders, self.animation.shown_observation
        is_free = self.prompt is None and not deciders.is_autopilot_on and not deciders.is_autoplaying
        return rest if is_free else replace(rest, legal=())

    def why_not(self, move: Move) -> Refusal | None:
        return self.session.why_not(move) if self.animation.is_over else Refusal.WRONG_SEAT

    def keep_hand(self, cards: tuple[Card, ...], *, save: bool = False) -> None:
        self.session.save_hand_order(cards, save=save)

    def show_reason(self, reason: str) -> None:
        super().show_reason(reason)
        self._own_turn = self._turn_shown

    @property
    def _turn_shown(self) -> tuple[bool, bool]:
        """Whether the shown position is the viewer's turn, and whether a move is possible in it."""
        return self.observation.to_move == self.observation.seat, bool(self.observation.legal)

    def clear_old_refusal(self) -> None:
        """Clear a refusal made during another player's turn once the viewer's turn comes."""
        before, self._own_turn = self._own_turn, self._turn_shown
        if self._own_turn > before and self.refusal:
            self.refusal = ""
            self._stage.invalidate()
