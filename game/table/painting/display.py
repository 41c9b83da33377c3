"""The painting of one side's display (art.md §4): the panel with a header, the side's piles, stones and safeties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from pygame import Surface

from game.drivers.moods import Mood
from game.engine.cards import SAFETIES, Card, Pile
from game.engine.moves import MoveKind
from game.engine.observation import Observation
from game.people.profiles import Livery
from game.table.geometry.box import FloatRect
from game.table.geometry.places import STONES, DisplayPlaces, display_seats, stack_step
from game.table.painting import card_faces, header, target_glow
from game.table.painting.header import Chip, LastMove, chips_of, last_move
from game.table.painting.pile_names import display_names
from game.table.view import TableView, km_id, pile_id, portrait_name
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.layers import Paint, outer_rect
from game.ui.drawing.theme import DAY, THEME, hexcode
from game.words.captions import SLOW_KM

_LAMP, _LAMP_RING = 0.46, 1.35
"""The diameter of the green light, of the pile's width, and of the ring round it, of the light."""
_LIMIT_RING, _LIMIT_LEAST_PX = 0.3, 11
"""The radius of the ring of a limit without a card, of the pile's width, and the smallest size of its number."""


@dataclass(frozen=True, slots=True)
class DisplayView:
    """Everything that the picture of a display depends on, except the language; it is painted again if this changes.

    ``faces`` are picture names of portraits, None for a person. ``is_green`` says that the side rolls although its
    battle pile is empty, ``is_limit`` that it is limited although its speed pile is empty. ``counts`` are the numbers
    of stones by distance, ``safeties`` and ``coups`` the ids of safeties played, ``last`` and ``focused`` the names of
    the pile just played on and of the pile with the focus. ``spoken`` is a driver's remark; ``liveries`` are the looks
    of all sides.
    """

    side: int
    name: str
    faces: tuple[str | None, ...]
    km: int
    target: int
    chips: tuple[Chip, ...]
    battle: Card | None
    is_green: bool
    speed: Card | None
    is_limit: bool
    counts: tuple[int, ...]
    safeties: tuple[str, ...]
    coups: tuple[str, ...]
    rules: str
    active: bool
    last: str | None
    last_km: int
    focused: str | None
    is_km_hidden: bool
    last_move: LastMove | None
    spoken: str
    liveries: tuple[Livery, ...]

    @property
    def urgent_key(self) -> object:
        """The data whose changes must be painted at once, when a card lands or a car stops; the rest may come later."""
        piles = self.battle, self.is_green, self.speed, self.is_limit, self.counts, self.safeties, self.coups
        return *piles, self.km, self.is_km_hidden, self.target


def display_view(view: TableView, side: int) -> DisplayView:
    """Return the data of a side's display, without the things in motion."""
    o = view.observation
    seen = o.sides[side]
    active, names = view.active_side == side, view.names

    def visible(cards: tuple[Card, ...], pile: Pile) -> tuple[Card, ...]:
        return cards[:-1] if pile_id(pile, side) in view.hidden else cards

    def own_pile(pile: str | None) -> str | None:
        name, _, whose = (pile or "").partition("/")
        return name if whose == str(side) else None

    battle, speed = visible(seen.battle, Pile.BATTLE), visible(seen.speed, Pile.SPEED)
    distance = visible(seen.distance, Pile.DISTANCE)
    return DisplayView(
        side=side,
        name=names.side(side),
        faces=tuple(map(view.face, display_seats(seen.seats, view.viewer))),
        km=seen.km,
        target=o.target,
        chips=chips_of(seen, o.rules, active=active),
        battle=battle[-1] if battle else None,
        is_green=seen.rolling and not battle,
        speed=speed[-1] if speed else None,
        is_limit=seen.limited and not seen.speed,
        counts=tuple(sum(card.km == km for card in distance) for km in STONES),
        safeties=tuple(card.id for card in visible(seen.safeties, Pile.SAFETIES)),
        coups=tuple(card.id for card in seen.coups_fourres),
        rules=o.rules,
        active=active,
        last=own_pile(view.last_pile),
        last_km=_last_km(o, side),
        focused=own_pile(view.focused_pile),
        is_km_hidden=km_id(side) in view.hidden,
        last_move=None if side == view.own_side else last_move(o, side),
        spoken=view.visible_remark.text
        if view.visible_remark and not view.visible_remark.in_log and view.visible_remark.seat in seen.seats
        else "",
        liveries=tuple(names.livery(seen_side) for seen_side in range(len(o.sides))),
    )


def _last_km(o: Observation, side: int) -> int:
    """Return the km of the distance card that a side played last, or 0 if it has played none."""
    laid = (m.card.km for m in reversed(o.moves) if m.card and m.kind is MoveKind.LAY and m.seat in o.sides[side].seats)
    return next((km for km in laid if km), 0)


WHOLE_DISPLAY = "display"
"""The name of a whole display in the id ``display/2``, where the id of a pile has the pile's name."""


def radius(unit: float) -> float:
    """Return the radius of a panel's rounded corners in pixels, at that layout unit."""
    return 14 * unit + 4


def surround_painter(places: DisplayPlaces, what: DisplayView) -> Paint:
    """Return a function that calls ``paint_surround`` with these arguments, given only a surface."""
    return lambda surface: paint_surround(surface, places, what)


def display_painter(places: DisplayPlaces, what: DisplayView) -> Paint:
    """Return a function that calls ``paint_display`` with these arguments, given only a surface."""
    return lambda surface: paint_display(surface, places, what)


def with_shadow(panel: FloatRect, unit: float) -> FloatRect:
    """Return the rectangle of a panel and its shadow, as small as possible, so that neighbors need no repainting."""
    x, y, w, h = panel
    return FloatRect(x, y, w + 0.7 * shadow_px(unit) + 0.5, h + shadow_px(unit) + 0.5)


def shadow_px(unit: float) -> float:
    """Return how many pixels a panel's shadow reaches below the panel, at that layout unit."""
    return 5 * unit + 1


def panel_extent(places: DisplayPlaces, what: DisplayView) -> FloatRect:
    """Return the rectangle of a display's panel with its shadow and, if a pile has the focus, with the focus ring."""
    x, y, w, h = with_shadow(places.panel, places.unit)
    over = 8 * places.text_scale + 3 if what.focused in set(Pile) else 0.0
    return FloatRect(x - over, y - over, w + 2 * over, h + 2 * over)


def surround_reach_px(places: DisplayPlaces, what: DisplayView) -> float:
    """Return how many pixels ``paint_surround`` paints beyond the panel: as few as possible, to spare neighbors."""
    if what.focused:
        return 8 * places.text_scale + 3
    return 5 * places.unit + 2.5 if what.active else 0


def paint_surround(surface: Surface, places: DisplayPlaces, what: DisplayView) -> None:
    """Paint what surrounds a display's panel: the gold edge of the side whose turn it is, and the focus ring."""
    u, r = places.unit, radius(places.unit)
    if what.active:
        edge = 5 * u + 2
        draw.rounded_rect(surface, places.panel.grown(edge), r + 5 * u, THEME.gold)
    if what.focused == WHOLE_DISPLAY:
        draw.focus_ring(surface, places.panel, r, places.text_scale)


def preload(places: DisplayPlaces, what: DisplayView) -> Iterator[None]:
    """Draw into the cache what a display may show later: gold edge, stones, portraits, frames; one per ``next``."""
    nowhere = Surface((1, 1))
    active = replace(what, active=True)
    paint_surround(nowhere, places, active)
    _paint_panel(nowhere, places, active)
    yield
    for km in STONES:
        art.picture(f"parts/stone_{km}", places.stones[km].w, places.stones[km].h)
        yield
    drivers = [face.partition(".")[0] for face in what.faces if face is not None]
    for driver, mood in product(drivers, Mood):
        art.portrait(portrait_name(driver, mood), places.portrait[2])
        yield
    for place in (*map(places.pile, Pile), next(iter(places.safeties.values()))):
        target_glow.draw_last_play(nowhere, place, places.unit)
    yield


def parts(places: DisplayPlaces, what: DisplayView) -> Iterator[tuple[FloatRect, object]]:
    """Yield the pieces of a display that are repainted separately: the place of each, and the data it depends on."""
    over = _frame_reach(places)
    last, focused = (
        None if name is None or name == WHOLE_DISPLAY else Pile(name) for name in (what.last, what.focused)
    )
    km = header.km_box(places, what.km, what.target)
    beside = what.spoken or what.last_move
    yield panel_extent(places, what), (what.rules, what.liveries)
    yield header.extent(places), (what.name, what.faces, what.chips, beside, km.x)
    yield km, (what.km, what.target, what.is_km_hidden)
    for pile, look in ((Pile.BATTLE, what.battle), (Pile.SPEED, what.speed), (Pile.SAFETIES, what.safeties)):
        coups = what.coups if pile is Pile.SAFETIES else ()
        yield places.pile(pile).grown(over), (look, coups, last is pile, focused is pile)
    is_laid = last is Pile.DISTANCE
    yield places.distance.grown(over), (focused is Pile.DISTANCE, is_laid and not what.last_km)
    for km_of, count in zip(STONES, what.counts, strict=True):
        yield _column(places, km_of), (count, is_laid and what.last_km == km_of)


def _frame_reach(places: DisplayPlaces) -> float:
    """Return how many pixels the frame of the latest play, or the focus ring, reaches beyond a pile."""
    return max(8 * places.text_scale + 3, 4 * places.unit + 2)


def _column(places: DisplayPlaces, km: int) -> FloatRect:
    """Return the place of the stones of a distance, with the frame round them and their number below."""
    stone, area, over = places.stones[km], places.distance, 4 * places.unit + 2
    bottom = area.bottom if places.caption_y is None else places.caption_y + 15 * places.text_scale
    left, right = stone.x - max(over, 0.2 * stone.w), stone.right + max(over, 0.2 * stone.w)
    top = min(area.y, stone.y) - over
    return FloatRect(left, top, right - left, max(bottom, stone.bottom) + over - top)


def paint_display(surface: Surface, places: DisplayPlaces, what: DisplayView) -> None:
    """Paint a display: the panel and everything on it, but nothing outside the clip area of the surface."""
    clip, over = surface.get_clip(), _frame_reach(places)

    def is_seen(box: FloatRect) -> bool:
        return bool(clip.colliderect(outer_rect(box)))

    _paint_panel(surface, places, what)
    if not is_seen(places.panel):
        return  # only the shadow is needed: a neighbor changed whose highlight falls there
    if is_seen(header.extent(places)):
        people = what.side, what.name, what.faces, what.liveries
        state = what.km, what.target, what.chips
        beside = what.spoken or what.last_move
        header.paint_header(surface, places, *people, *state, is_km_hidden=what.is_km_hidden, beside=beside)
    if what.last:
        target_glow.draw_last_play(surface, _last_played_place(places, what, Pile(what.last)), places.unit)
    for place, card in ((places.battle, what.battle), (places.speed, what.speed)):
        if is_seen(place.grown(over)):
            _paint_pile(surface, places, place, card, what)
    if is_seen(places.safeties_area.grown(over)):
        _paint_safeties(surface, places, what)
    if is_seen(places.distance.grown(over)):
        _paint_stones(surface, places, what)
    if places.caption_y is not None and clip.bottom > places.caption_y - 15 * places.text_scale:
        _paint_captions(surface, places, what)
    if what.focused in set(Pile):
        target_glow.draw_focus(surface, places.pile(Pile(what.focused)), places.unit, places.text_scale)


def _last_played_place(places: DisplayPlaces, what: DisplayView, pile: Pile) -> FloatRect:
    """Return the place to frame on the pile just played on: the stack that grew, the latest safety, or the pile."""
    if pile is Pile.SAFETIES and what.safeties:
        return places.safeties[what.safeties[-1]]
    if pile is not Pile.DISTANCE or not what.last_km:
        return places.pile(pile)
    stone, count = places.stones[what.last_km], what.counts[STONES.index(what.last_km)]
    higher = max(0, count - 1) * stack_step(places.distance, stone, count)
    return FloatRect(stone.x, stone.y - higher, stone.w, stone.h + higher)


def draw_targets(surface: Surface, places: DisplayPlaces, piles: Iterable[Pile], card: Card | None) -> None:
    """Draw the gold rim of a glowing display, and frames and arrows on its piles that accept the card."""
    u = places.unit
    draw.rounded_rect(surface, places.panel, radius(u), None, THEME.gold_d, 4 * u + 1)
    for pile in piles:
        target_glow.draw_target(surface, places.pile(pile), u, arrow_at=_arrow_at(places, pile, card))


def _arrow_at(places: DisplayPlaces, pile: Pile, card: Card | None) -> tuple[float, float] | None:
    """Return where the arrow on a glowing pile points if the card has a place of its own there, or None.

    That is the column of stones of a distance, or the slot of a safety.
    """
    if card is not None and pile is Pile.DISTANCE:
        return places.stones[card.km].center[0], places.distance.y + places.distance.h * 0.30
    if card is not None and pile is Pile.SAFETIES:
        return places.safeties[card.id].center
    return None


def _paint_panel(surface: Surface, places: DisplayPlaces, what: DisplayView) -> None:
    u, r = places.unit, radius(places.unit)
    draw.panel(surface, places.panel, r, rim=THEME.edge, rim_width=2.0, shadow_px=shadow_px(u))
    h, bar = places.panel.h, places.bar
    n = svg.number
    band = (
        f"M{n(r)} 0H{n(max(r, bar))}L{n(bar)} {n(r * 0.2)}V{n(h - r * 0.2)}L{n(max(r, bar))} {n(h)}H{n(r)}"
        f"A{n(r)} {n(r)} 0 0 1 0 {n(h - r)}V{n(r)}A{n(r)} {n(r)} 0 0 1 {n(r)} 0Z"
    )
    if bar < r:
        across = (r * r - (r - bar) ** 2) ** 0.5  # the height of the corner's arc where it meets the bar's edge
        band = (
            f"M{n(bar)} {n(r - across)}V{n(h - r + across)}A{n(r)} {n(r)} 0 0 1 0 {n(h - r)}"
            f"V{n(r)}A{n(r)} {n(r)} 0 0 1 {n(bar)} {n(r - across)}Z"
        )
    surface.blit(
        art.svg(svg.path(band, livery.color(what.liveries[what.side])), max(r, bar) + 1, h),
        (places.panel.x, places.panel.y),
    )


def paint_slot(surface: Surface, place: FloatRect, r: float) -> None:
    """Paint the place of an empty pile; ``r`` is the radius of its corners in pixels."""
    draw.rounded_rect(surface, place, r, THEME.surface2)
    draw.rounded_rect(surface, place.grown(-1), r, None, THEME.faint, 1.5)


def _paint_pile(surface: Surface, places: DisplayPlaces, place: FloatRect, top: Card | None, what: DisplayView) -> None:
    if top is not None:
        drawn = card_faces.face(top, place.w, what.rules, form="small")
        off = max(1.5, place.w * 0.022)
        surface.blit(card_faces.shadow(place.w), (round(place.x + off), round(place.y + off * 1.4)))
        surface.blit(drawn, (place.x, place.y))
        return
    paint_slot(surface, place, place.w * 0.08)
    x, y = place.center
    if place is places.battle and what.is_green:
        _paint_green_light(surface, x, y, _LAMP * place.w / 2)
        return
    if place is places.battle:
        art.blit_icon(surface, "arrow", (x, y), place.w * 0.34, THEME.faint)
        return
    ink = THEME.text2 if what.is_limit else THEME.faint
    r, thick = place.w * (_LIMIT_RING if what.is_limit else 0.2), max(2, place.w * 0.05)
    ring = svg.circle(r + thick, r + thick, r, stroke=ink, width=thick)
    surface.blit(art.svg(ring, 2 * (r + thick), 2 * (r + thick)), (round(x - r - thick), round(y - r - thick)))
    if what.is_limit:
        text.draw(surface, str(SLOW_KM), x, y, "O9", max(_LIMIT_LEAST_PX, r), ink, anchor="c")


def _paint_green_light(surface: Surface, x: float, y: float, r: float) -> None:
    """Paint the lamp in the slot of an empty battle pile that counts as a Go; it must not look like a card."""
    ring, edge = r * _LAMP_RING, r * _LAMP_RING * 1.12
    lamp = svg.circle(edge, edge, ring, stroke=THEME.good, width=0.14 * r) + svg.circle(edge, edge, r, THEME.good)
    lamp += svg.circle(edge - 0.3 * r, edge - 0.32 * r, 0.22 * r, THEME.white)
    surface.blit(art.svg(lamp, 2 * edge, 2 * edge), (round(x - edge), round(y - edge)))


def _paint_safeties(surface: Surface, places: DisplayPlaces, what: DisplayView) -> None:
    for card in SAFETIES:
        place = places.safeties[card.id]
        if card.id in what.safeties:
            paint_safety(surface, card, place, crosswise=card.id in what.coups)
        else:
            surface.blit(_empty_safety(card, place), (place.x, place.y))


def _empty_safety(card: Card, place: FloatRect) -> Surface:
    """Return a picture of the empty slot of a safety, in the colors of the current theme."""
    body = art.fragment(f"parts/safety_{card.id}_empty")
    for was, color in ((DAY.surface2, THEME.surface2), (DAY.faint, THEME.faint)):
        body = body.replace(hexcode(was).upper(), hexcode(color))
    return art.svg(svg.group(f"scale({place.w / 100:.4f} {place.h / 100:.4f})", body), place.w, place.h)


def paint_safety(surface: Surface, card: Card, place: FloatRect, *, crosswise: bool) -> None:
    """Paint the picture of a safety played into its square slot; after a coup fourré it is crosswise, with a bolt."""
    k = place.w / 98  # the picture's slot is at 2, 2 and 98 wide
    name, wide = (f"parts/safety_{card.id}_crosswise", 110) if crosswise else (f"parts/safety_{card.id}", 104)
    surface.blit(art.picture(name, wide * k, 104 * k), (round(place.x - 2 * k), round(place.y - 2 * k)))


def _paint_stones(surface: Surface, places: DisplayPlaces, what: DisplayView) -> None:
    area = places.distance
    thick = max(2, 2.5 * places.unit)
    surface.fill(THEME.faint, (round(area.x), round(area.bottom - thick + 1), round(area.w), round(thick)))
    clip = surface.get_clip()
    for km, count in zip(STONES, what.counts, strict=True):
        place = places.stones[km]
        if not clip.colliderect(outer_rect(_column(places, km))):
            continue
        if not count:
            _paint_empty_stone(surface, place, km)
            continue
        paint_stack(surface, km, place, count, stack_step(area, place, count))
        if places.caption_y is None and count > 1:
            _paint_count(surface, place, count)


def paint_stack(surface: Surface, km: int, place: FloatRect, count: int, step: float, *, drop: float = 0.0) -> None:
    """Paint a stack of ``count`` stones; ``place`` is that of the lowest, ``step`` px separate a stone and the next.

    While the latest stone falls onto the stack, it is ``drop`` px above its place.
    """
    stone = art.picture(f"parts/stone_{km}", place.w, place.h)
    for i in range(count):
        y = place.y - (count - 1 - i) * step - (0 if i else drop)
        surface.blit(stone, (round(place.x), round(y)))


def _paint_empty_stone(surface: Surface, place: FloatRect, km: int) -> None:
    k = place.w / 100
    outline = "M4 108V50A46 46 0 0 1 96 50V108Z"
    body = svg.path(outline, THEME.surface2) + svg.path(outline, stroke=THEME.faint, width=4)
    surface.blit(art.svg(svg.group(f"scale({k:.4f})", body), place.w, place.h), (round(place.x), round(place.y)))
    if place.w >= 16:
        px = place.w * (0.40 if km < 100 else 0.34)
        text.draw(surface, str(km), place.center[0], place.y + place.h * 0.66, "O9", px, THEME.faint, anchor="c")


def _paint_count(surface: Surface, place: FloatRect, count: int) -> None:
    """Paint the number of stones of a stack on its lowest stone, if the display has no space for captions."""
    words, px = f"×{count}", max(text.MIN_CAPTION_PX, place.h * 0.3)
    if text.width(words, "B7", px) <= place.w:  # else it would lie on those beside it
        text.draw(surface, words, place.center[0], place.y + place.h * 0.27, "B7", px, THEME.white, anchor="c")


def _paint_captions(surface: Surface, places: DisplayPlaces, what: DisplayView) -> None:
    names = display_names(places, what.rules)
    for name in names:
        text.draw(surface, name.words, *name.box.center, "B5", name.px, THEME.text2, anchor="c")
    y, px = names[0].box.center[1], names[0].px
    for km, count in zip(STONES, what.counts, strict=True):
        if count:
            text.draw(surface, f"×{count}", places.stones[km].center[0], y, "B6", px, THEME.text2, anchor="c")
