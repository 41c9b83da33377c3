"""The painting of the draw pile and the discard pile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pygame import Rect, Surface

from game.engine.cards import Card
from game.table.animation.animation_step import Pose, discard_pose
from game.table.geometry.box import FloatRect
from game.table.geometry.places import Places
from game.table.painting import card_faces, target_glow
from game.table.painting.display import paint_slot
from game.table.painting.pile_names import pile_names
from game.table.view import DISCARD, DRAW, TableView
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME

CORNER = 0.07
"""The radius of a pile's rounded corners, in pile widths."""


@dataclass(frozen=True, slots=True)
class PilesView:
    """Everything that the picture of draw pile and discard pile depends on, except the language.

    ``count`` is the number of cards on the draw pile, ``discards`` that on the discard pile, ``below`` the card under
    the top one there. ``is_last`` says that the latest card was discarded, ``focused`` is the id of the pile with the
    keyboard focus.
    """

    count: int
    discards: int
    top: Card | None
    below: Card | None
    rules: str
    is_last: bool
    focused: str | None

    @property
    def urgent_key(self) -> object:
        """The data whose changes must be painted at once, when a card lands or is drawn; the rest may come later."""
        return self.count, self.top, self.below


def piles_view(view: TableView) -> PilesView:
    """Return the data of draw pile and discard pile."""
    o = view.observation
    discards = o.discard_pile[:-1] if DISCARD in view.hidden else o.discard_pile
    return PilesView(
        count=o.draw_pile,
        discards=len(discards),
        top=discards[-1] if discards else None,
        below=discards[-2] if len(discards) > 1 else None,
        rules=o.rules,
        is_last=view.last_pile == DISCARD,
        focused=view.focused_pile if view.focused_pile in (DRAW, DISCARD) else None,
    )


def extent(places: Places, what: PilesView) -> FloatRect:
    """Return the area on which draw pile and discard pile are painted, including highlights and names."""
    u, t = places.layout.unit, places.layout.text_scale
    captions = pile_names(places, what.rules)
    over = 8 * t + 3 if what.focused else 4 * u + 2
    discards = places.discard_pile
    askew = discards.grown(0.07 * discards.w)  # the room for corners and shadows of the discards
    extent = FloatRect.hull(FloatRect.hull(places.draw_pile, discards).grown(over), askew)
    for caption in captions:
        extent = FloatRect.hull(extent, caption.box.grown(1))
    return extent


def parts(places: Places, what: PilesView) -> Iterator[tuple[FloatRect, object]]:
    """Yield the pieces of the two piles that are repainted separately: their places, and the data they depend on."""
    over, discards = 8 * places.layout.text_scale + 3, places.discard_pile
    yield extent(places, what), what.rules
    yield places.draw_pile.grown(over), (what.count, what.focused == DRAW)
    look = what.discards, what.top, what.below, what.is_last, what.focused == DISCARD
    yield discards.grown(max(over, 0.07 * discards.w)), look


def preload(places: Places) -> Iterator[None]:
    """Draw the frame of the discard pile into the cache, before a card is discarded."""
    nowhere, place, u = Surface((1, 1)), places.discard_pile, places.layout.unit
    target_glow.draw_last_play(nowhere, place, u)
    yield


def paint_piles(surface: Surface, places: Places, what: PilesView) -> None:
    """Paint draw pile and discard pile with highlights and names."""
    u, t = places.layout.unit, places.layout.text_scale
    if what.is_last:
        target_glow.draw_last_play(surface, places.discard_pile, u)
    _paint_draw_pile(surface, places, what.count)
    _paint_discard_pile(surface, places, what)
    if what.focused:
        target_glow.draw_focus(surface, places.place(what.focused), u, t)
    paint_names(surface, places, what.rules)


def _paint_draw_pile(surface: Surface, places: Places, count: int) -> None:
    place, u = places.draw_pile, places.layout.unit
    if count:
        for k in range(min(4, -(-count // 12)), 0, -1):
            edge = (place.x + k * 1.5 * u, place.y + k * 1.6 * u + 1, place.w, place.h)
            draw.rounded_rect(surface, edge, place.w * CORNER, THEME.cream if k % 2 else THEME.stone_shade)
        surface.blit(card_faces.face(None, place.w, ""), (place.x, place.y))
    else:
        paint_slot(surface, place, place.w * CORNER)
    paint_count(surface, places, count)


def paint_count(surface: Surface, places: Places, count: int) -> None:
    """Paint the label with the number of cards on the draw pile."""
    (x, y), t = places.draw_pile.center, places.layout.text_scale
    r = 21 * t
    draw.rounded_rect(surface, (x - r * 1.25, y - r * 0.8, r * 2.5, r * 1.6), r * 0.5, THEME.paper, THEME.ink, 2)
    text.draw(surface, str(count), x, y, "O9", 27 * t, THEME.ink, anchor="c")


def _paint_discard_pile(surface: Surface, places: Places, what: PilesView) -> None:
    place = places.discard_pile
    if what.top is None:
        paint_slot(surface, place, place.w * CORNER)
        return
    if what.below is not None:
        _paint_discard(surface, what.below, discard_pose(place, what.discards - 1), what.rules)
    _paint_discard(surface, what.top, discard_pose(place, what.discards), what.rules)


def _paint_discard(surface: Surface, card: Card, pose: Pose, rules_id: str) -> None:
    drawn = card_faces.rotated_card(card, pose.width, pose.angle, rules_id, form="small")
    place = Rect((0, 0), card_faces.outline_size(drawn, pose.width))
    place.center = round(pose.x), round(pose.y)
    surface.blit(drawn, place)


def paint_names(surface: Surface, places: Places, rules_id: str) -> None:
    """Paint the names of draw pile and discard pile, each on a background of its own."""
    for name in pile_names(places, rules_id):
        draw.rounded_rect(surface, name.box, min(name.box.h * 0.48, 0.7 * name.px), THEME.paper)
        text.draw(surface, name.words, *name.box.center, "B6", name.px, THEME.ink, anchor="c")
