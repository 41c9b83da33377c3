"""The discard pile, looked through: every card from the newest on, and how many there are of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.cards import CARDS, Card
from game.i18n import _, _n, capital, number
from game.scenes.dialogs import overlay_plate
from game.scenes.host import Host
from game.session.bindings import Action
from game.table.geometry.places import CARD_RATIO
from game.table.painting import card_faces
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.keys import asks
from game.ui.scene import text_factor, unit
from game.ui.widgets import Button, Style, Widget
from game.words.vocabulary import card_name, term

_STEPS: Final = (1.06, 0.8, 0.62, 0.5, 0.4, 0.3)
"""From card to card in a row, in widths; the first at which all have room."""
_WIDEST, _NARROWEST = 116, 40
_KIND_STEP: Final = 92
_LEAST_KIND: Final = 8
"""In pixels; reached only in a window smaller than the least, where the kinds then overlap."""


@dataclass(frozen=True, slots=True)
class DiscardsLayout:
    """The plate in window pixels: head, the kinds with their counts, the cards from the newest on, foot, button."""

    t: float
    plate: Rect
    head: Rect
    kinds: tuple[Rect, ...]
    line: Rect
    """The hairline between kinds and cards."""
    cards: tuple[Rect, ...]
    foot: Rect
    done: Rect


def discards_layout(size: tuple[int, int], kinds: int, cards: int) -> DiscardsLayout:
    """Lay out so many kinds in a row and so many cards in rows below it, as large as they may be."""
    w, h = size
    t = text_factor(unit(size))
    pad = round(28 * t)
    needed = max(kinds * _KIND_STEP * t, cards * _STEPS[0] * _WIDEST * t) + 2 * pad
    plate = Rect(0, 0, min(w - 24, round(1500 * t), round(max(900 * t, needed))), min(h - 24, round(960 * t)))
    plate.center = w // 2, h // 2
    head = Rect(plate.x, plate.y, plate.w, round(84 * t))
    button = max(40, round(58 * t))
    foot = Rect(plate.x + pad, plate.bottom - pad // 2 - button, plate.w - 2 * pad, button)
    done = Rect(foot.right - round(260 * t), foot.y, round(260 * t), button)
    inner = Rect(foot.x, head.bottom + round(0.7 * pad), foot.w, foot.y - head.bottom - round(1.3 * pad))
    row = _kinds(inner, kinds, t)
    line = Rect(
        inner.x, row[0].bottom + round(40 * t) + 4 if row else inner.y, inner.w, max(1, round(2 * t)) if row else 0
    )
    top = line.bottom + (round(14 * t) if row else 4)
    below = Rect(inner.x, top, inner.w, inner.bottom - top)
    placed = _cards(below, cards, t)
    spare = max(0, inner.bottom - (placed[-1].bottom if placed else top))
    down = spare // 2  # the plate is as high as its cards need
    return DiscardsLayout(
        t,
        plate.inflate(0, -2 * down),
        head.move(0, down),
        tuple(place.move(0, down) for place in row),
        line.move(0, down),
        tuple(place.move(0, down) for place in placed),
        foot.move(0, -down),
        done.move(0, -down),
    )


def _kinds(inner: Rect, count: int, t: float) -> tuple[Rect, ...]:
    """One row of small cards, with room for a number below each."""
    if not count:
        return ()
    step = min(inner.w / count, _KIND_STEP * t)
    width = max(_LEAST_KIND, min(round(64 * t), int(step) - 4))
    return tuple(Rect(round(inner.x + i * step), inner.y, width, round(width * CARD_RATIO)) for i in range(count))


def _cards(room: Rect, count: int, t: float) -> tuple[Rect, ...]:
    """Rows of cards that overlap if they must, each showing its corner."""
    for step in _STEPS:
        for width in range(max(_NARROWEST, round(_WIDEST * t)), _NARROWEST - 1, -4):
            placed = _rows(room, count, width, step)
            if placed is not None:
                return placed
    return _crowded(room, count)


def _crowded(room: Rect, count: int) -> tuple[Rect, ...]:
    """Rows of the narrowest cards in a window smaller than the least: the cards of a row share it as they must."""
    height = round(_NARROWEST * CARD_RATIO)
    rows = max(1, room.h // (height + 4))
    in_row = -(-count // rows)
    across = max(0, room.w - _NARROWEST) / max(1, in_row - 1)
    return tuple(
        Rect(round(room.x + (i % in_row) * across), room.y + (i // in_row) * (height + 4), _NARROWEST, height)
        for i in range(count)
    )


def _rows(room: Rect, count: int, width: int, step: float) -> tuple[Rect, ...] | None:
    height, across = round(width * CARD_RATIO), width * step
    in_row = max(1, int((room.w - width) / across) + 1)
    down = height + max(4, round(0.06 * height))
    if -(-count // in_row) * down > room.h + down - height:
        return None
    return tuple(
        Rect(round(room.x + (i % in_row) * across), room.y + (i // in_row) * down, width, height) for i in range(count)
    )


class DiscardsScene(FormScene[Host]):
    """A plate over the table. ``pile`` has its top card last; Escape or the same key as before closes it."""

    name = "discards"
    first_focus = "done"
    opaque = False

    def __init__(self, app: Host, pile: tuple[Card, ...], rules_id: str) -> None:
        super().__init__(app)
        self._cards = pile[::-1]
        self._rules = rules_id
        self._counts = [(kind, pile.count(kind)) for kind in CARDS if kind in pile]
        self._pointed: int | None = None

    def escape(self) -> None:
        """Go back to the table."""
        self.app.pop(self)

    def build(self) -> list[Widget]:
        """One button; the cards are only looked at."""
        self._places: DiscardsLayout = discards_layout(self.app.size, len(self._counts), len(self._cards))
        return [Button("done", _("Done"), self._places.done, on_press=self.escape, style=Style.RED, icon="check")]

    def handle(self, event: Event) -> bool:
        """Besides the button, note which card is pointed at; the key that opened it closes it."""
        if asks(event, Action.LOOK_THROUGH):
            self.escape()
            return True
        if event.type in (pygame.MOUSEMOTION, pygame.WINDOWLEAVE):
            was, self._pointed = self._pointed, self._at(event.pos) if event.type == pygame.MOUSEMOTION else None
            self.dirty = self.dirty or was != self._pointed
        return super().handle(event)

    def _at(self, pos: tuple[int, int]) -> int | None:
        """The topmost card at a point: those at the right lie above."""
        places = self._places.cards
        return next((i for i in reversed(range(len(places))) if places[i].collidepoint(pos)), None)

    # -- words ----------------------------------------------------------------------------------------------------

    def _title(self) -> str:
        pile = capital(term("discard_pile", self._rules))
        return _n("{pile}, {n} card", "{pile}, {n} cards", len(self._cards), pile=pile)

    def _foot(self) -> str:
        if not self._cards:
            return _("Nothing has been discarded yet.")
        if self._pointed is None:
            return _("The newest card comes first.")
        # Translators: which card of the discard pile is pointed at; 1 is the newest
        return _("Number {n}: {card}", n=number(self._pointed + 1), card=self._name(self._cards[self._pointed]))

    def _name(self, card: Card) -> str:
        return card_name(card, self._rules)

    def texts(self) -> Sequence[tuple[str, str, Rect]]:
        """The heading and what is said about the card pointed at."""
        return [("title", self._title(), self._places.head), ("foot", self._foot(), self._places.foot)]

    def nodes(self) -> list[Node]:
        """Besides, every kind with its count and every card."""
        kinds = [
            Node(
                f"kind/{card.id}",
                plain(self._name(card)),
                "text",
                node_rect((place.x, place.y, place.w, place.h)),
                value=str(count),
            )
            for (card, count), place in zip(self._counts, self._places.kinds, strict=True)
        ]
        cards = [
            Node(f"discarded/{i}", plain(self._name(card)), "text", node_rect((place.x, place.y, place.w, place.h)))
            for i, (card, place) in enumerate(zip(self._cards, self._places.cards, strict=True))
        ]
        return [*super().nodes(), *kinds, *cards]

    # -- picture --------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, counts and cards."""
        places, t = self._places, self._places.t
        overlay_plate(surface, places.plate, places.head, t)
        left, room = places.foot.x, places.foot.w
        text.draw(surface, self._title(), left, places.head.centery, "O9", 38 * t, THEME.white, max_width=room,
                  min_px=18)  # fmt: skip
        for (card, count), place in zip(self._counts, places.kinds, strict=True):
            surface.blit(card_faces.face(card, place.w, self._rules, form="small"), place)
            px = max(text.MIN_NAME_PX, 20 * t)
            text.draw(surface, f"×{number(count)}", place.centerx, place.bottom + 0.8 * px, "O7", px, anchor="c")
        surface.fill(THEME.edge, places.line)
        for i, place in enumerate(places.cards):
            self._paint_card(surface, i, place)
        if self._pointed is not None:
            draw.focus_ring(surface, places.cards[self._pointed], places.cards[self._pointed].w * 0.068, t)
            self._paint_card(surface, self._pointed, places.cards[self._pointed])
        room = places.done.x - places.foot.x - round(16 * t)
        px = max(text.MIN_NAME_PX, 24 * t)
        text.draw(surface, self._foot(), left, places.foot.centery, "B6", px, max_width=room, min_px=12)

    def _paint_card(self, surface: Surface, index: int, place: Rect) -> None:
        shift = max(1.0, 0.02 * place.w)
        surface.blit(card_faces.shadow(place.w), (round(place.x + shift), round(place.y + shift)))
        surface.blit(card_faces.face(self._cards[index], place.w, self._rules, form="fan"), place)
