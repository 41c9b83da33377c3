"""The position that a table shows, and its animation, open question and pending move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from game.engine.cards import Card
from game.engine.errors import Refusal
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.features.play.prompts.prompt_scene import PromptScene
from game.features.play.stage import TableStage
from game.i18n import Words
from game.match.session import Session
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.choreography import PlayedCardStart
from game.table.animation.effects import HighlightEffect
from game.table.animation.reduced_motion import FRAME_S
from game.table.animation.timing import Timing
from game.table.hand_order import with_hand_order
from game.table.painting.target_glow import FramedPlace
from game.table.targets import refusal
from game.table.turn_plate import turn_places


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A chosen move that waits until the session can accept it, and where its card is drawn until then."""

    move: Move
    take_off: PlayedCardStart

    def with_card_in_hand(self) -> PendingMove:
        """Return the same pending move, but with its card at its place in the hand."""
        return PendingMove(self.move, self.take_off.from_hand())


@dataclass(frozen=True, slots=True)
class TableCommands:
    """What the parts of a table can ask the table's scene to do."""

    play: Callable[[Move, PlayedCardStart], None]
    ask_discard: Callable[[Card], None]
    show_discards: Callable[[], None]
    skip_to_own_turn: Callable[[], None]
    reset_interaction: Callable[[], None]
    show_new_steps: Callable[[], None]
    place_controls: Callable[[], None]


class TableState:
    """The position on a table from which cards can be played, and the moves that are possible in it.

    ``animation`` shows the events; ``pending_move`` is a move that waits until the previous one is saved; ``refusal``
    says why something is not possible, or is empty. ``commands`` are the actions of the whole table.
    """

    commands: TableCommands

    def __init__(self, stage: TableStage, animation: AnimationPlayer) -> None:
        self.animation = animation
        self.pending_move: PendingMove | None = None
        self.refusal = ""
        self._stage = stage

    @property
    def observation(self) -> Observation:
        """The position that the table shows now, with the moves that are possible in it."""
        return self.animation.shown_observation

    @property
    def has_pending_move(self) -> bool:
        """Whether a chosen move still waits until the session can accept it."""
        return self.pending_move is not None

    def refusal_for(self, move: Move) -> Refusal | None:
        """Return why a move is not possible in the shown position, or None if it is possible."""
        raise NotImplementedError

    def remember_hand_order(self, cards: tuple[Card, ...], *, save: bool = False) -> None:
        """Remember the order of the hand, and write it to disk if ``save``; this base class does nothing."""

    def show_reason(self, reason: str) -> None:
        """Show why something is not possible, in the panel that says whose turn it is, without sound or animation."""
        self.refusal = reason
        self._stage.invalidate()

    def refuse(self, card: Card, pile: str | None) -> None:
        """Show why the card cannot be put on the pile, or on any pile if ``pile`` is None; not after the leg's end."""
        if self.observation.phase is not Phase.OVER:
            self.show_refusal(refusal(self.observation, self._stage.names, self.refusal_for, card, pile))

    def show_refusal(self, reason: str, caption: Words | None = None) -> None:
        """Show why something is not possible, with a sound whose caption ``caption`` returns.

        An empty reason only removes the earlier one. With reduced motion no card shakes, so the words are framed to
        draw attention to them.
        """
        self.show_reason(reason)
        if reason:
            self._stage.app.sound.play("knock", caption)
            if self.animation.timing.is_reduced:
                plate = turn_places(self._stage.picture.places.layout, self._stage.view.turn).plate
                self.animation.add_effect(HighlightEffect(duration_s=FRAME_S, places=(FramedPlace(plate),)))


class TableMatch(TableState):
    """The state of a table with a running match.

    ``prompt`` is the question that the viewer must answer, open or put aside; ``leaders`` are the sides that lead in
    the shown position.
    """

    def __init__(self, stage: TableStage, session: Session, shown: Observation) -> None:
        settings = stage.app.settings
        shown = with_hand_order(shown, settings.person.hand_order, session.viewer_feed.hand_order or None)
        super().__init__(stage, AnimationPlayer(shown, Timing.of(settings), settings.person.hand_order))
        self.session = session
        self.prompt: PromptScene | None = None
        self.leaders: frozenset[int] = frozenset()
        self._own_turn = (False, False)

    @property
    def observation(self) -> Observation:
        deciders, rest = self.session.seat_control, self.animation.shown_observation
        is_free = self.prompt is None and not deciders.is_autopilot_on and not deciders.is_autoplaying
        return rest if is_free else replace(rest, legal=())

    def refusal_for(self, move: Move) -> Refusal | None:
        return self.session.refusal_for(move) if self.animation.is_over else Refusal.WRONG_SEAT

    def remember_hand_order(self, cards: tuple[Card, ...], *, save: bool = False) -> None:
        self.session.save_hand_order(cards, save=save)

    def show_reason(self, reason: str) -> None:
        super().show_reason(reason)
        self._own_turn = self._turn_shown

    @property
    def _turn_shown(self) -> tuple[bool, bool]:
        """Whether the shown position is the viewer's turn, and whether a move is possible in it."""
        return self.observation.to_move == self.observation.seat, bool(self.observation.legal)

    def clear_old_refusal(self) -> None:
        """When the viewer's turn comes, clear a refusal that was shown during another player's turn."""
        before, self._own_turn = self._own_turn, self._turn_shown
        if self._own_turn > before and self.refusal:
            self.refusal = ""
            self._stage.invalidate()
