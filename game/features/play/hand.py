"""The viewer's hand on the table: where its cards are, which card is selected or dragged, and which move follows.

Everything can be done by mouse and by keyboard. Input is read from the fields of events only. No rule of the game is
decided here: legal piles light up, and the engine says why others are not possible.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

import pygame
from pygame.event import Event

from game.engine.cards import Card
from game.engine.moves import Move
from game.features.play.stage import TableStage
from game.features.play.table_state import TableState
from game.i18n import _
from game.settings.settings import HandOrder
from game.table.animation.animation_step import Pose
from game.table.animation.choreography import PlayedCardStart
from game.table.animation.hand_moves import CLICK_SLACK_PX, PULL_RANGE, HandMoves, HeldCard, distance_to, grab
from game.table.discard_warning import discard_warning
from game.table.geometry.layout import Fan
from game.table.hand_order import sorted_by_kind, with_item_moved
from game.table.painting.target_glow import landing_place
from game.table.targets import accepting_piles, discard_move, playable_piles, side_of
from game.table.view import DISCARD, DRAW, card_id

_CARD, _LOOK = "card", "look"
_SHAKE_PX = 5


StateT_co = TypeVar("StateT_co", bound=TableState, covariant=True)


class TableHand(Generic[StateT_co]):
    """The viewer's hand: it handles mouse events, and ``state`` carries out the moves that follow.

    ``cards`` are the cards in the hand, ``moves`` animates those that change their places within it. All cards are
    known by their index in the hand: ``selected`` is that of the selected card, ``hovered_card`` that of the card under
    the mouse. ``held_card`` is the card on which the mouse button is held down; once ``lifted`` it is dragged, and
    ``insert_index`` is where in the hand it would be inserted. ``hovered_pile`` is the pile under the mouse;
    ``aimed_pile`` is the pile chosen by keyboard, or suggested by a hint; ``cursor_id`` is the id of what the keyboard
    cursor is on, outside the hand.
    """

    def __init__(self, stage: TableStage, state: StateT_co) -> None:
        self.stage = stage
        self.state = state
        self.cards = state.animation.shown_observation.hand
        self.moves = HandMoves(state.animation.clock)
        self.selected: int | None = None
        self.held_card: HeldCard | None = None
        self.hovered_card: int | None = None
        self.hovered_pile: str | None = None
        self.aimed_pile: str | None = None
        self.insert_index: int | None = None
        self.cursor_id: str | None = None
        self._pressed_on: int | str | None = None
        self._pressed_in: int | None = None
        self._suggestion: tuple[int, str] | None = None

    # -- the cards ------------------------------------------------------------------------------------------------

    @property
    def is_auto_sorted(self) -> bool:
        """Whether a setting keeps the hand sorted, so that the player cannot reorder it."""
        return self.stage.app.settings.person.hand_order is HandOrder.SORTED

    def update_cards(self) -> bool:
        """Take over the cards that the table shows now; return True if they changed.

        The selected and the held card stay so. No card counts as hovered until the mouse moves: the player did not
        point at the card that is under the mouse now.
        """
        old, new = self.cards, self.state.animation.shown_observation.hand
        if new == old:
            return False

        def found(index: int | None) -> int | None:
            """Return a card's new index, if possible that of the same copy, or None if it has left the hand."""
            if index is None or old[index] not in new:
                return None
            same = [place for place, card in enumerate(new) if card is old[index]]
            return same[min(old[:index].count(old[index]), len(same) - 1)]

        self._reindex(found)
        self.aimed_pile = self.insert_index = self.hovered_card = None
        self.cards = new
        self.state.remember_hand_order(new)
        self.moves.finish_all()
        return True

    def _reindex(self, found: Callable[[int | None], int | None]) -> None:
        """Update the indices of the selected, hovered and held card; ``found`` maps an old index to a new one."""
        self.selected, self.hovered_card = found(self.selected), found(self.hovered_card)
        held = found(self.held_card.index) if self.held_card else None
        self.held_card = self.held_card.at_index(held) if self.held_card and held is not None else None

    def sort(self) -> None:
        self.insert_index = None
        self.state.animation.set_hand(sorted_by_kind(self.state.animation.observation.hand))

    def reorder(self, index: int, place: int) -> None:
        """Move the card at ``index`` to the index ``place``; if the hand is kept sorted, only tell the player so."""
        if self.is_auto_sorted:
            self.state.show_reason(_("Your hand sorts itself; you can change that in the settings."))
            return
        before = self.drawn_poses()
        order = with_item_moved(range(len(self.cards)), index, place)
        self.cards = tuple(self.cards[i] for i in order)
        self.state.animation.set_hand(self.cards)
        self.state.remember_hand_order(self.cards, save=True)
        self._reindex(lambda old: None if old is None else order.index(old))
        self.insert_index = None
        self.stage.invalidate()
        but = (self.carried_index, self.selected)
        self.moves.slide(
            self.cards, [before[i] for i in order], self.resting_fan(), self.stage.app.now_s, except_indices=but
        )

    def update(self, now_s: float) -> bool:
        """Move the cards within the hand on to this time; return True if one has arrived."""
        travels = self.state.animation.timing.has_motion
        return self.moves.update(now_s, self.held_card, self.stage.picture.hand_width, travels=travels)

    # -- where they are -------------------------------------------------------------------------------------------

    def resting_fan(self) -> Fan:
        """Return where the cards of the hand lie at rest."""
        return self.stage.picture.hand_spots(self.stage.view)

    def drawn_poses(self) -> list[Pose]:
        """Return the position, width and angle at which each card of the hand is drawn now."""
        return self.moves.poses(self.resting_fan(), self.stage.app.now_s)

    def waiting_pose(self, take_off: PlayedCardStart) -> Pose:
        """Return where the card of a pending move is drawn until the move is made."""
        return take_off.pose or self.drawn_poses()[take_off.index]

    def take_off_of(self, card: Card | None) -> PlayedCardStart:
        """Return where a card's flight out of the hand begins; without that card, where the first card lies."""
        index = self.cards.index(card) if card in self.cards else 0
        return PlayedCardStart(
            index, self.drawn_poses()[index] if self.cards else Pose(0, 0, self.resting_fan().card_width)
        )

    def carried_pose(self, hold: HeldCard) -> Pose:
        """Return where the dragged card is drawn: under the mouse, or closer to a pile that attracts it."""
        meant = self.drop_target
        pile = None if meant is None else landing_place(self.stage.picture.places, self.cards[hold.index], meant)
        return self.moves.carried_pose(hold, self.resting_fan(), pile)

    @property
    def is_moving(self) -> bool:
        """Whether an animation step runs or a card moves within the hand."""
        return self.state.animation.is_moving or self.moves.is_moving

    @property
    def is_at_rest(self) -> bool:
        """Whether no card is flying into the hand or within it in the running animation step."""
        step = self.state.animation.current
        return step is None or not any(flight.hand_index is not None for flight in step.flights)

    @property
    def hidden_ids(self) -> frozenset[str]:
        """The ids of moving, dragged or pending cards, which are not drawn at their places in the hand."""
        waiting = self.state.pending_move.take_off.index if self.state.pending_move else None
        away = [self.carried_index, *self.moves.moving_indices, waiting]
        return self.state.animation.hidden | {card_id(index) for index in away if index is not None}

    @property
    def gap_for_carried(self) -> tuple[int, int] | None:
        """The index of the card dragged over the hand, and the index of the gap left for it; None without one."""
        return (
            None if self.carried_index is None or self.insert_index is None else (self.carried_index, self.insert_index)
        )

    def fly_back(self, index: int, pose: Pose) -> None:
        """Animate the return of the card at ``index`` from ``pose`` to its place; it shakes if its move was
        refused.
        """
        shakes_px = _SHAKE_PX * self.stage.text_factor if self.state.refusal else 0.0
        self.moves.send_back(
            self.cards[index], index, pose, self.resting_fan(), self.stage.app.now_s, shakes_px=shakes_px
        )
        self.stage.invalidate()

    # -- what is chosen -------------------------------------------------------------------------------------------

    @property
    def carried_index(self) -> int | None:
        """The index of the card dragged by the mouse, or None."""
        return self.held_card.index if self.held_card and self.held_card.lifted else None

    @property
    def active_index(self) -> int | None:
        """The index of the dragged or selected card, whose possible piles are lit, or None."""
        return self.carried_index if self.carried_index is not None else self.selected

    def lit_piles(self) -> frozenset[str]:
        """Return the ids of the piles to light: those on which the dragged or selected card can be put."""
        if self.active_index is None:
            return frozenset()
        if self.is_suggesting and self.aimed_pile:
            return frozenset({self.aimed_pile})
        o = self.state.observation
        card = o.hand[self.active_index]
        return frozenset(playable_piles(o, card) if self.aimed_pile else accepting_piles(o, card))

    @property
    def drop_target(self) -> str | None:
        """The id of the pile on which the dragged card would fall, or at which the keyboard aims, or None."""
        if self.held_card is None or not self.held_card.lifted:
            return self.aimed_pile
        return None if self.insert_index is not None else self._below(self.held_card.index, self.held_card.pointer)

    def _below(self, index: int, pos: tuple[float, float]) -> str | None:
        """Return the pile that a card dropped at a point would fall on, or None.

        That is the pile at the point, another possible pile on the display there, or one close to the point.
        """
        o = self.state.observation
        lit = accepting_piles(o, o.hand[index])
        hit = self.stage.item_at((round(pos[0]), round(pos[1])))
        if hit is None:
            return self._nearest(o.hand[index], lit, pos)
        return next((pile for pile in lit if isinstance(hit, str) and _is_same_display(pile, hit)), None)

    def _nearest(self, card: Card, piles: Iterable[str], pos: tuple[float, float]) -> str | None:
        """Return the pile nearest to a point, or None if it is too far away to attract the card."""
        picture = self.stage.picture
        far = {pile: distance_to(landing_place(picture.places, card, pile), pos) for pile in piles}
        near = min(far, key=far.__getitem__, default=None)
        return near if near is not None and far[near] < PULL_RANGE * picture.hand_width else None

    @property
    def is_free(self) -> bool:
        """Whether no card is selected or held."""
        return self.selected is None and self.held_card is None

    @property
    def is_suggesting(self) -> bool:
        """Whether the selected card and pile are still those that a hint suggested."""
        return self._suggestion is not None and self._suggestion == (self.selected, self.aimed_pile)

    def suggest(self, index: int, pile: str) -> None:
        """Select the card and the pile of a hint: Enter plays the card there, any other choice replaces the hint."""
        self.choose(index)
        self.aimed_pile, self._suggestion = pile, (index, pile)

    @property
    def keyboard_start_index(self) -> int:
        """The index of the card that the keyboard selects first: the card just drawn, or the first card of the hand."""
        o = self.state.observation
        return o.hand.index(o.drawn[-1]) if o.drawn and o.drawn[-1] in o.hand else 0

    def choose(self, index: int) -> None:
        """Select a card, which is then drawn raised; Enter plays it."""
        self.stage.controls.focus(None)
        self.cursor_id = None
        self.selected, self.aimed_pile, self.hovered_card = index, None, None

    def aim_next(self, by: int) -> bool:
        """Aim at the next (``by`` 1) or previous (-1) pile that the selected card can go to. Always return True."""
        if self.selected is not None and self.aimed_pile is not None and not self.is_discarding:
            piles = list(playable_piles(self.state.observation, self.state.observation.hand[self.selected]))
            self.aimed_pile = piles[(piles.index(self.aimed_pile) + by) % len(piles)]
        return True

    def offer_discard(self, index: int) -> None:
        """Select a card and aim at the discard pile: Enter then discards the card."""
        self.choose(index)
        self.aimed_pile = DISCARD

    @property
    def is_discarding(self) -> bool:
        """Whether the player aims at the discard pile by keyboard; a hint that suggests it does not count."""
        return self.aimed_pile == DISCARD and not self.is_suggesting

    def discardable(self) -> list[int]:
        """Return the indices of the cards that may be discarded."""
        o = self.state.observation
        return [i for i, card in enumerate(o.hand) if DISCARD in accepting_piles(o, card)]

    def begin_discarding(self) -> bool:
        """Select the first card that may be discarded and aim at the discard pile; return False if there is none."""
        cards = self.discardable()
        if cards:
            self.offer_discard(cards[0])
        return bool(cards)

    def clear_selection(self) -> None:
        """Unselect the card and the pile, and let go of the held card."""
        self.selected = self.held_card = self.aimed_pile = self.insert_index = None

    def clear_positions(self) -> None:
        """Let go of the held card and forget what the mouse points at; the selected card stays."""
        self.held_card = self.insert_index = self.hovered_card = self.hovered_pile = self._pressed_on = None

    def reset_layout(self) -> None:
        """After a change of layout, let go of the held card, and end the animations of cards within the hand."""
        self.clear_positions()
        self.moves.forget_places()

    def release_held_card(self) -> None:
        """Let go of the card held by the mouse; if it is being dragged, it returns to its place."""
        if self.held_card is not None and self.held_card.lifted:
            self._return(self.held_card)
        self.held_card = None

    # -- what a press would do (game.ui.press_filter)
    # -----------------------------------------------------------------------

    def press_target(self, event: Event) -> Hashable:
        """Return a key for what a press would act on, or None: a control, a card in the current turn, or a pile."""
        control = self.stage.controls.press_target(event)
        if event.type != pygame.MOUSEBUTTONDOWN:
            if self.cursor_id is not None:
                return _LOOK if self.cursor_id == DISCARD else None
            return control or self._card(self.selected)
        hit = self.stage.item_at(event.pos)
        if control is not None or hit is None:
            return control
        if isinstance(hit, int):
            return self._card(hit)
        if self.selected is not None:
            o = self.state.observation
            takes = (target for target in playable_piles(o, o.hand[self.selected]) if _is_same_display(target, hit))
            return next(takes, hit), self._card(self.selected)
        return _LOOK if hit == DISCARD and not self.is_moving else None

    def _card(self, index: int | None) -> Hashable:
        return None if index is None else (_CARD, index, self.state.observation.hand[index].id, self._turn)

    @property
    def _turn(self) -> int | None:
        """The number of moves made so far if the viewer can play now, else None; it tells one turn from the next."""
        o = self.state.observation
        return len(o.moves) if o.legal else None

    @staticmethod
    def hits_card(event: Event, taken: Hashable) -> bool:
        """Return whether a press is a left click on a card, which only selects or lifts the card.

        ``taken`` is what ``press_target`` returned for the event.
        """
        is_left = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        return is_left and isinstance(taken, tuple) and taken[0] == _CARD

    def record_press_turn(self) -> None:
        """Remember the turn in which a mouse button was pressed: its release plays a card only in the same turn."""
        self._pressed_in = self._turn

    # -- events -------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Handle a mouse event on hand, piles or controls; return True if it was used."""
        match event.type:
            case pygame.MOUSEMOTION:
                return self._move(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                return self._down(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                return self._up(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 3:
                return self._right_click(event.pos)
            case pygame.WINDOWLEAVE:
                changed, self.hovered_card = self.hovered_card is not None, None
                return self.stage.controls.handle(event) or changed
        return False

    # -- mouse --------------------------------------------------------------------------------------------------------

    def _move(self, pos: tuple[int, int]) -> bool:
        if self.held_card:
            self.held_card = self.held_card.moved(pos, slack=CLICK_SLACK_PX * self.stage.text_factor)
            if self.held_card.lifted:
                self.selected = self.aimed_pile = self.hovered_card = None
                self._make_room(self._place_at(pos, self.held_card.middle[0]))
            return True
        used = self.stage.controls.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos))
        hit = self.stage.item_at(pos)
        was, self.hovered_card = self.hovered_card, hit if isinstance(hit, int) else None
        self.hovered_pile = hit if isinstance(hit, str) else None
        return used or was != self.hovered_card

    def _place_at(self, pos: tuple[int, int], x: float) -> int | None:
        """Return the index at which a card dragged to ``pos``, its center at ``x``, would be inserted.

        Return None if the point is not over the hand, or if the hand is kept sorted.
        """
        return None if self.is_auto_sorted else self.stage.picture.hand_slot_at(self.stage.view, pos, x)

    def _make_room(self, place: int | None) -> None:
        """Open a gap for the dragged card at the index ``place`` by sliding the other cards; None closes the gap."""
        if self.held_card and place != self.insert_index:
            self.insert_index = place
            before = self.drawn_poses()
            self.stage.invalidate()
            self.moves.slide(
                self.cards, before, self.resting_fan(), self.stage.app.now_s, except_indices=(self.held_card.index,)
            )

    def _down(self, pos: tuple[int, int]) -> bool:
        if self.stage.controls.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)):
            return True
        self.stage.controls.focus(None, ring=False)
        self._pressed_on = self.stage.item_at(pos)
        if isinstance(self._pressed_on, int):
            x, y, _angle = self.resting_fan().spots[self._pressed_on]
            self.held_card = grab(self._pressed_on, (x, y), pos)
        return True

    def _up(self, pos: tuple[int, int]) -> bool:
        if self.stage.controls.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1)):
            return True
        if self.held_card and self.held_card.lifted and self.insert_index is not None:
            self._insert_carried(self.insert_index)
            return True
        hold = self.held_card
        if hold and hold.lifted:
            self._drop(hold, pos)
        elif hold:
            self.held_card = None
            self._click_card(hold.index)
        elif self._pressed_in != self._turn:
            pass  # the turn has changed since the press: the choice stays
        elif isinstance(self._pressed_on, str) and self.stage.item_at(pos) == self._pressed_on:
            self._click_pile(self._pressed_on)
        else:
            self.clear_selection()
        self._pressed_on = None
        return True

    def _right_click(self, pos: tuple[int, int]) -> bool:
        if self.held_card and self.held_card.lifted:
            self._return(self.held_card)
            return True
        hit = self.stage.item_at(pos)
        if isinstance(hit, int):
            self.discard(hit)
        return True

    def _click_card(self, index: int) -> None:
        was_selected, self.aimed_pile = self.selected == index, None
        self.selected = index
        if was_selected and self._pressed_in == self._turn:
            self.play_if_single_target(index)

    def play_if_single_target(self, index: int) -> None:
        """Play the card if only one pile is possible for it; if none is, tell the player why."""
        card = self.state.observation.hand[index]
        piles = playable_piles(self.state.observation, card)
        if len(piles) == 1:
            self.play_card(index, next(iter(piles.values())), self.resting_pose(index))
        elif not piles:
            self.state.refuse(card, None)

    def _click_pile(self, pile: str) -> None:
        if self.selected is not None:
            self._play_on_pile(self.selected, pile, self.resting_pose(self.selected))
        elif pile == DISCARD:
            self.state.commands.show_discards()

    def _drop(self, hold: HeldCard, pos: tuple[int, int]) -> None:
        pose, self.held_card = self.carried_pose(hold), None
        hit = self.stage.item_at(pos)
        pile = hit if isinstance(hit, str) else self._below(hold.index, pos)
        # Dropped on the hand, the card returns to it: no move was meant.
        if isinstance(hit, int) or not self._play_on_pile(hold.index, pile, pose):
            self.fly_back(hold.index, pose)

    def _insert_carried(self, place: int) -> None:
        """Insert the dragged card into the hand at the index ``place``."""
        if self.held_card:
            self.reorder(self.held_card.index, place)
        hold, self.held_card, self.insert_index, self._pressed_on = self.held_card, None, None, None
        if hold:
            self.fly_back(hold.index, self.carried_pose(hold))

    def _return(self, hold: HeldCard) -> None:
        pose = self.carried_pose(hold)
        self._make_room(None)
        self.held_card = None
        self.fly_back(hold.index, pose)

    # -- moves --------------------------------------------------------------------------------------------------------

    def _play_on_pile(self, index: int, pile: str | None, pose: Pose) -> bool:
        """Play a card that was put on ``pile`` or beside it on its display; return False if it stays in the hand."""
        o = self.state.observation
        card = o.hand[index]
        if pile == DISCARD:
            return self.discard(index, pose)
        meant = [
            legal
            for target, legal in playable_piles(o, card).items()
            if pile is not None and _is_same_display(target, pile)
        ]
        if not meant:
            self.state.refuse(card, pile)
            return False
        self.play_card(index, meant[0], pose)
        return True

    def discard(self, index: int, pose: Pose | None = None) -> bool:
        """Discard a card, or ask first if it is valuable; return False if it stays in the hand for now.

        ``pose`` is where the card is drawn now, by default its place in the hand.
        """
        o = self.state.observation
        card = o.hand[index]
        if DISCARD not in accepting_piles(o, card):
            self.state.refuse(card, DISCARD)
            return False
        if discard_warning(o, card):
            self.state.commands.ask_discard(card)
            return False
        self.play_card(index, discard_move(o, card), pose or self.resting_pose(index))
        return True

    def play_card(self, index: int, move: Move, pose: Pose) -> None:
        """Play a move with a card that is drawn at ``pose`` now."""
        raised = self.selected if self.held_card is None else None
        self.state.commands.play(move, PlayedCardStart(index, pose, raised))

    def resting_pose(self, index: int) -> Pose:
        """Return where the card at ``index`` lies at rest."""
        spots = self.resting_fan()
        x, y, angle = spots.spots[index]
        return Pose(x, y, spots.card_width, angle)


def _is_same_display(target: str, pile: str) -> bool:
    """Return whether two piles are the same, or lie on the same side's display."""
    if target == pile or DISCARD in {target, pile} or pile == DRAW:
        return target == pile
    return side_of(target) == side_of(pile)
