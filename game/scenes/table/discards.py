"""The discard pile, looked through: every card from the newest on, and how many there are of each kind."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.cards import CARDS, Card
from game.i18n import _, _n, capital, number
from game.scenes.dialogs import overlay_plate
from game.scenes.host import Host
from game.scenes.table.discards_layout import DiscardsLayout, discards_layout
from game.table.painting import card_faces
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import Button, Style, Widget
from game.words.vocabulary import card_name, term


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
        """Besides the button, note which card is pointed at; V closes what it opened."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_v:
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
        surface.fill(THEME.line, places.line)
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
