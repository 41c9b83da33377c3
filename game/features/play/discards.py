"""The dialog that shows the discard pile: every card, the newest first, and how many there are of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.cards import CARDS, Card
from game.i18n import _, _n, capital, number
from game.i18n.punctuation import label_with_text
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.settings.bindings import Action
from game.table.geometry.places import CARD_RATIO
from game.table.painting import card_faces
from game.ui import layout as ui
from game.ui.accessibility_tree import Node, accessible_text, clipped_rect
from game.ui.drawing import draw
from game.ui.keys import Commands
from game.ui.widgets import ButtonStyle
from game.words.vocabulary import card_name, term

_STEPS = (1.06, 0.8, 0.62, 0.5, 0.4, 0.3)
"""Distances between cards in a row, in card widths; the first at which all cards fit is used."""
_WIDEST, _NARROWEST = 116, 40
_KIND, _LEAST_KIND = 64, 36
_KIND_GAP = 28
_WIDE, _WIDEST_PLATE = 900, 1500


class _CardRows(ui.Box):
    """All cards of the pile in rows, as large as possible; if they must overlap, the corner of each stays visible."""

    def __init__(
        self, scale: ui.Scale, title: str, cards: Sequence[Card], name: Callable[[Card], str], rules_id: str
    ) -> None:
        super().__init__(grow=1)
        self._title = title
        self._t, self._cards, self._name, self._rules = scale.default_text_scale, cards, name, rules_id
        widest = max(_NARROWEST, round(_WIDEST * self._t))
        self._sizes = [(step, wide) for step in _STEPS for wide in range(widest, _NARROWEST - 1, -4)]
        self.places: list[Rect] = []
        self.pointed: int | None = None

    def measure_width(self) -> tuple[int, int]:
        return _NARROWEST, round(len(self._cards) * _STEPS[0] * self._sizes[0][1])

    def _laid(self, room: Rect, step: float, wide: int) -> list[Rect]:
        """Return the cards' rectangles within ``room``; ``wide`` is a card's width in px, ``step`` the distance between
        two cards in card widths.
        """
        high = round(wide * CARD_RATIO)
        in_row = max(1, int((room.w - wide) / (wide * step)) + 1)
        down = high + max(4, round(0.06 * high))
        return [
            Rect(room.x + round(n % in_row * wide * step), room.y + n // in_row * down, wide, high)
            for n in range(len(self._cards))
        ]

    def measure_height(self, width: int) -> tuple[int, int]:
        room = Rect(0, 0, width, 0)
        least, wish = (self._laid(room, *self._sizes[end]) for end in (-1, 0))
        return (least[-1].bottom, max(least[-1].bottom, wish[-1].bottom)) if least else (0, 0)

    def place(self, rect: Rect) -> None:
        self.rect = rect
        for size in self._sizes:
            self.places = self._laid(rect, *size)
            if not self.places or self.places[-1].bottom <= rect.bottom:
                break

    def at(self, pos: tuple[int, int]) -> int | None:
        """Return the index of the topmost card at a point, or None; cards further right lie above."""
        return next((n for n in reversed(range(len(self.places))) if self.places[n].collidepoint(pos)), None)

    def accessible_nodes(self, visible: Rect) -> Iterator[Node]:
        count = len(self._cards)
        yield Node("discarded", accessible_text(self._title), "list", clipped_rect(self.rect, visible))
        for n, (card, at) in enumerate(zip(self._cards, self.places, strict=True)):
            name, place = accessible_text(self._name(card)), (n + 1, count)
            yield Node(f"discarded/{n}", name, "text", clipped_rect(at, visible), group="discarded", place=place)

    def paint(self, surface: Surface) -> None:
        for n in range(len(self.places)):
            self._paint_card(surface, n)
        if self.pointed is not None:
            place = self.places[self.pointed]
            draw.focus_ring(surface, place, place.w * 0.068, self._t)
            self._paint_card(surface, self.pointed)

    def _paint_card(self, surface: Surface, n: int) -> None:
        place = self.places[n]
        shift = max(1, round(0.02 * place.w))
        surface.blit(card_faces.shadow(place.w), place.move(shift, shift))
        surface.blit(card_faces.face(self._cards[n], place.w, self._rules, form="fan"), place)


class DiscardsScene(PanelForm):
    """The dialog with all discarded cards; ``pile`` has the newest card last.

    Escape closes it, and so does the key that opened it.
    """

    name = "discards"
    first_focus = "done"
    opaque = False

    def __init__(self, app: Host, pile: tuple[Card, ...], rules_id: str) -> None:
        super().__init__(app)
        self._pile = pile[::-1]
        self._rules = rules_id
        self._counts = [(kind, pile.count(kind)) for kind in CARDS if kind in pile]

    def escape(self) -> None:
        self.app.pop(self)

    def tree(self) -> ui.Box:
        s = self.scale
        self._cards = _CardRows(s, self._title(), self._pile, self._name, self._rules)
        every = [self._about(n) for n in range(len(self._pile))]
        self._note = ui.Label(s, self._about(None), ui.CONTROL_NAME, alternatives=every, grow=1, id="foot")
        done = ui.Button(s, "done", _("Done"), self.escape, style=ButtonStyle.RED, icon="check", wide=s.text_px(260))
        foot = ui.Flow(self._note, done, gap=s.text_px(16), is_tight=True)
        kinds, cards = len(self._counts) * (_KIND + _KIND_GAP), len(self._pile) * _STEPS[0] * _WIDEST
        return self.plate(self._title(), [self._contents], foot, wide=max(_WIDE, min(_WIDEST_PLATE, kinds, cards)))

    def _contents(self) -> ui.Box:
        s, gap = self.scale, (self.scale.text_px(8), self.scale.text_px(8))
        if not self._pile:
            return ui.Spacer()
        kinds = ui.Grid(*map(self._kind, self._counts), across=range(len(self._counts), 0, -1), gap=gap)
        return ui.Column(ui.Row(kinds, ui.Spacer()), ui.Divider(s.text_px(2)), self._cards, gap=s.text_px(14))

    def _kind(self, counted: tuple[Card, int]) -> ui.Box:
        """Return a small picture of a kind of card with the number of its copies below."""
        s, (card, count) = self.scale, counted
        wide = s.text_px(_LEAST_KIND), s.text_px(_KIND + _KIND_GAP)
        high = s.text_px(_LEAST_KIND * CARD_RATIO), s.text_px(_KIND * CARD_RATIO)
        return ui.Column(
            ui.Canvas(partial(self._paint_kind, card), wide, high),
            ui.Label(s, f"×{number(count)}", ui.ROLES.label, anchor="c", one_line=True),
            gap=s.text_px(4), id=f"kind/{card.id}", label=label_with_text(self._name(card), number(count)),
        )  # fmt: skip

    def _paint_kind(self, card: Card, surface: Surface, rect: Rect) -> None:
        face = card_faces.face(card, round(min(rect.w, rect.h / CARD_RATIO)), self._rules, form="small")
        surface.blit(face, face.get_rect(center=rect.center))

    def commands(self) -> Commands:
        return {Action.LOOK_THROUGH: self.escape}

    def handle(self, event: Event) -> bool:
        if event.type in (pygame.MOUSEMOTION, pygame.WINDOWLEAVE):
            was, is_above_foot = (
                self._cards.pointed,
                event.type == pygame.MOUSEMOTION and event.pos[1] < self._note.rect.y,
            )
            self._cards.pointed = now = self._cards.at(event.pos) if is_above_foot else None
            self._note.set_text(self._about(now))
            self.dirty = self.dirty or was != now
        return super().handle(event)

    # -- words ----------------------------------------------------------------------------------------------------

    def _title(self) -> str:
        pile = capital(term("discard_pile", self._rules))
        return _n("{pile}, {n} card", "{pile}, {n} cards", len(self._pile), pile=pile)

    def _about(self, pointed: int | None) -> str:
        if not self._pile:
            return _("Nothing has been discarded yet.")
        if pointed is None:
            return _("The newest card comes first.")
        # Translators: which card of the discard pile is pointed at; 1 is the newest
        return _("Number {n}: {card}", n=number(pointed + 1), card=self._name(self._pile[pointed]))

    def _name(self, card: Card) -> str:
        return card_name(card, self._rules)
