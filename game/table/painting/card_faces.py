"""Card faces: the picture from ``assets/cards`` with the card's name in the current language (art.md §3).

The faces are cached. Rotating one is slow: ``RotationBudget`` limits how many a frame may rotate anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

import pygame
from pygame import Color, Surface

from game.engine.cards import CARDS, Card, Family
from game.i18n import language
from game.table.geometry.layout import NAMED_FROM_PX, Fan
from game.table.geometry.places import CARD_RATIO
from game.ui.drawing import art, draw, svg, text
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME
from game.words.vocabulary import card_name

_TURNED_PX = 50_000
"""The total area of the cards that one frame may rotate: one card at 1080p, which takes 1 to 2 ms."""


class RotationBudget:
    """Limits how many cards are rotated in one frame; call ``renew`` for every frame.

    ``has_postponed`` says that the rotation of a resting card was postponed, so that the next frame differs although
    nothing moves; ``postponed_frames`` counts the frames in which that happened.
    """

    def __init__(self, left_px: float = _TURNED_PX) -> None:
        self._left_px = left_px
        self.has_postponed = False
        self.postponed_frames = 0

    @property
    def is_untouched(self) -> bool:
        """Whether no card was rotated in this frame."""
        return self._left_px == _TURNED_PX

    def renew(self) -> None:
        self.postponed_frames += self.has_postponed
        self._left_px, self.has_postponed = _TURNED_PX, False

    def spend(self, width: float) -> bool:
        """Count one card of that width as rotated in this frame; return False if no card may be rotated any more."""
        if self._left_px <= 0:
            return False
        self._left_px -= width * width * CARD_RATIO
        return True

    def postpone(self) -> None:
        """Record that the rotation of a resting card waits for the next frame."""
        self.has_postponed = True


FaceVariant = Literal["full", "held", "small", "fan"]
"""The variants of a card's face.

"full" has the whole name; "held" has the name where the next card of the hand does not cover it; "small" has no name;
"fan" has only a large badge where the next card does not cover it.
"""

_NAMED = ("full", "held")
HELD_FORMS = ("held", "fan")
"""The forms of the cards in the hand."""

_BAND_W, _BAND_H = 0.74, 0.178  # the room for the name, of the card
_SEEN = 0.76
"""The right end of a held card's name, in card widths: a raised neighbor covers the rest."""
_HELD_FROM = 0.08
"""The left end of a held card's name, in card widths."""
_LARGER_STEPS = ((2, 0.48), (2, 0.44))
"""Sizes tried before ``_STEPS`` in larger text: number of lines, and letter size as a share of the band.

Most names get the same size: the cards of a hand look alike.
"""
_STEPS = ((1, 0.43, False), (2, 0.39, False), (2, 0.37, True), (3, 0.35, True), (3, 0.3, True), (3, 0.24, True))
"""Sizes to try, in order: number of lines, letter size as a share of the band, and whether words may be broken."""

_SHADOW_OFFSET = (0.022, 0.03)
"""The offset of a held card's shadow to the right and down, in card widths."""

_BUDGET_WINDOWS = 2.0  # every card that ``preload`` rasterizes, and those raised lately
_MADE_BUDGET_WINDOWS = 1.5
"""A few hands of rotated and dimmed cards. They take a fifth of the time of a face and must not evict faces."""
_cache = art.SurfaceCache(_BUDGET_WINDOWS)
_made = art.SurfaceCache(_MADE_BUDGET_WINDOWS)


def face(
    card: Card | None, width: float, rules_id: str, *, form: FaceVariant | None = None, greyed: bool = False
) -> Surface:
    """Return the cached picture of a card's face, or of a back if ``card`` is None; never draw on it.

    The picture is ``width`` pixels wide and 1.4 times as high. Without a ``form`` it is the full face from 96 px on and
    the small one, without a name, below. ``greyed`` dims the card.
    """
    px = max(1, round(width))
    shape = form or ("full" if px >= NAMED_FROM_PX else "small")
    key = ("face", card or LOOKS.back, px, rules_id, shape, greyed, language())
    if card is not None and greyed:
        return _made.get(key) or _made.put(key, _greyed(card, px, rules_id, shape))
    return _cache.get(key) or _cache.put(key, _draw(card, px, rules_id, shape))


def crosswise(card: Card, width: float, rules_id: str) -> Surface:
    """Return a safety as it lies after a coup fourré, rotated 90° counter-clockwise; ``width`` is its short side."""
    key = ("crosswise", card, round(width), rules_id, language())
    return _cache.get(key) or _cache.put(key, pygame.transform.rotate(face(card, width, rules_id), 90))


def shadow(width: float, angle: float = 0.0) -> Surface:
    """Return the shadow, without a soft edge, of a card of that width, rotated by that angle in degrees."""
    px, turn = round(width), round(angle, 2)
    key = ("shadow", px, turn)
    found = _cache.get(key)
    if found:
        return found
    outline = _outline(px)
    return _cache.put(key, _shade(art.rotated(outline, turn, THEME.shadow) if turn else outline.copy()))


def _outline(px: int) -> Surface:
    """Return a picture of a card that is ``px`` wide, for its outline; all cards have the same one."""
    return art.picture("cards/back_road", px, round(px * CARD_RATIO))


def _wide_outline(px: int) -> Surface:
    """Return the outline of a card with a transparent border, as needed to rotate it in another thread."""
    key = ("outline", px)
    return _cache.get(key) or _cache.put(key, art.with_transparent_border(_outline(px), THEME.shadow))


def _shade(outline: Surface) -> Surface:
    """Recolor a picture of a card in place, so that it becomes a shadow, and return it."""
    outline.fill((0, 0, 0, 64), special_flags=pygame.BLEND_RGBA_MULT)
    outline.fill((*THEME.shadow[:3], 0), special_flags=pygame.BLEND_RGBA_ADD)
    return outline


def merged_with_shadow(drawn: Surface, shade: Surface, right: float, down: float) -> Surface:
    """Return a card and its shadow as one picture, which is drawn in half the time of two.

    The card is in the upper left corner; ``right`` and ``down`` are the offset of the shadow in pixels.
    """
    dx, dy = round(right), round(down)
    both = Surface((drawn.get_width() + dx, drawn.get_height() + dy), pygame.SRCALPHA)
    both.blit(shade, (dx, dy))
    both.blit(drawn, (0, 0))
    return both


def rotated_card(
    card: Card, width: float, angle: float, rules_id: str, *, form: FaceVariant | None = None, greyed: bool = False
) -> Surface:
    """Return a card with its shadow, rotated counter-clockwise about its middle by ``angle`` degrees; never draw on it.

    Width and angle are rounded to pixels and hundredths of a degree, so that callers share one cached picture.
    """
    key = _held_key(card, width, angle, rules_id, form, greyed=greyed)
    found = _made.get(key)
    if found:
        return found
    ready = art.preloaded_surface(key)
    if ready:
        return _made.put(key, ready)
    px, turn = round(width), round(angle, 2)
    straight = face(card, px, rules_id, form=form, greyed=greyed)
    drawn = art.rotated(straight, turn, THEME.paper) if turn else straight
    return _made.put(key, merged_with_shadow(drawn, shadow(px, turn), px * _SHADOW_OFFSET[0], px * _SHADOW_OFFSET[1]))


def outline_size(lying: Surface, width: float) -> tuple[int, int]:
    """Return the size of the rotated card without its shadow; ``lying`` is the picture from ``rotated_card``."""
    w, h = lying.get_size()
    return w - round(round(width) * _SHADOW_OFFSET[0]), h - round(round(width) * _SHADOW_OFFSET[1])


def preload_rotation(
    card: Card, width: float, angle: float, rules_id: str, *, form: FaceVariant | None = None, greyed: bool = False
) -> bool:
    """Start to make in another thread what ``rotated_card`` will soon return, so that no frame waits for it.

    Return True if that starts now, or False if the picture exists, has been started before, or needs no rotation.
    """
    key = _held_key(card, width, angle, rules_id, form, greyed=greyed)
    px, turn = round(width), round(angle, 2)
    if _made.get(key) or not turn:
        return False
    wide = art.with_transparent_border(face(card, px, rules_id, form=form, greyed=greyed), THEME.paper)
    outline, known = _wide_outline(px), _cache.get(("shadow", px, turn))

    def make() -> Surface:
        drawn = pygame.transform.rotozoom(wide, turn, 1)
        shade = known or _shade(pygame.transform.rotozoom(outline, turn, 1))
        return merged_with_shadow(drawn, shade, px * _SHADOW_OFFSET[0], px * _SHADOW_OFFSET[1])

    return art.preload_surface(key, make, partial(_made.put, key))


def preload_face(card: Card | None, width: float, rules_id: str, form: FaceVariant | None) -> None:
    """Start to rasterize in another thread a face that will soon be shown."""
    px = max(1, round(width))
    shape = form or ("full" if px >= NAMED_FROM_PX else "small")
    if card is not None and not _cache.get(("face", card, px, rules_id, shape, False, language())):
        art.preload(_file(card, shape), px, round(px * CARD_RATIO))


def preload_and_draw(card: Card | None, width: float, rules_id: str, *, form: FaceVariant) -> Iterator[None]:
    """Rasterize a face in another thread, then draw it into the cache; each ``next`` checks whether it is ready."""
    px = max(1, round(width))
    while (
        card is not None
        and not _cache.get(("face", card, px, rules_id, form, False, language()))
        and art.preloaded_picture(_file(card, form), px, round(px * CARD_RATIO)) is None
    ):
        yield
    face(card, width, rules_id, form=form)
    yield


def _file(card: Card, form: FaceVariant) -> str:
    return f"cards/{card.id}" if form in _NAMED else f"cards/{card.id}.{form}"


def is_rotation_cached(
    card: Card, width: float, angle: float, rules_id: str, *, form: FaceVariant | None = None, greyed: bool = False
) -> bool:
    """Return whether ``rotated_card`` would find its picture in the cache."""
    return _made.get(_held_key(card, width, angle, rules_id, form, greyed=greyed)) is not None


def _held_key(
    card: Card, width: float, angle: float, rules_id: str, form: FaceVariant | None, *, greyed: bool
) -> object:
    return "held", card, round(width), round(angle, 2), rules_id, form, greyed, language()


def hand_form(held: Fan) -> FaceVariant:
    """Return the form of a card's face in the hand: "held", or "fan" where no name could be read."""
    return "held" if held.is_named else "fan"


def preload(widths: tuple[float, ...], held: Fan, rules_id: str, hand: Iterable[Card] = ()) -> Iterator[None]:
    """Draw all faces and shadows that a table needs into the cache, one per ``next``, in idle time.

    ``widths`` are the widths of cards on the piles, ``held`` is where the cards of a hand lie. The cards of ``hand``
    come first.
    """
    for width in (held.card_width, *widths):
        shadow(width)
        yield
    for card in dict.fromkeys((*hand, *CARDS, None)):
        if card is not None:
            yield from preload_and_draw(card, held.card_width, rules_id, form=hand_form(held))
        for width in widths:
            yield from preload_and_draw(card, width, rules_id, form="small")


def forget() -> None:
    """Clear the caches of faces and rotated cards, as needed when the display's pixel format changes."""
    _cache.clear()
    _made.clear()


def _draw(card: Card | None, width: int, rules_id: str, form: FaceVariant) -> Surface:
    height = round(width * CARD_RATIO)
    if card is None:
        return art.picture(f"cards/back_{LOOKS.back}", width, height)
    drawn = art.picture(_file(card, form), width, height)
    if form not in _NAMED:
        return drawn
    surface = drawn.copy()  # the cached picture has no name, for other languages
    _write_name(surface, card, rules_id, form)
    return surface


_BAR_ABOVE_NAME = 0.76  # of the height: the bar across a useless card ends above the name, or it would show below
_SHADE = 0.82  # on a darker safety the ink of the name could not be read


def _greyed(card: Card, width: int, rules_id: str, form: FaceVariant) -> Surface:
    """Return a dimmed face: darker, with half its color, and with a darker edge; the name stays as dark as before.

    The difference is obvious among bright cards, also to players who cannot tell colors apart.
    """
    shaded = _in_shade(face(card, width, rules_id, form=form))
    if THEME.is_plain:
        w, h = shaded.get_size()
        foot = _BAR_ABOVE_NAME if form in _NAMED else 0.93
        bar = svg.path(f"M{0.1 * w:.1f} {foot * h:.1f}L{0.9 * w:.1f} {0.07 * h:.1f}", stroke=THEME.text, width=0.05 * w)
        shaded.blit(art.svg(bar, w, h), (0, 0))
    if form in _NAMED:
        ground = shaded.get_at((round(0.06 * width), round(0.893 * shaded.get_height())))
        _write_name(shaded, card, rules_id, form, ground)
    return shaded


_RIM = 0.036  # of a card's width
_RIM_SHADE = Color(150, 150, 150)


def _in_shade(picture: Surface) -> Surface:
    """Return the picture darker, with half its color.

    The edge becomes even darker, because a red card would hardly look different otherwise.
    """
    part = round(255 * _SHADE / 2)
    shaded, grey = picture.copy(), pygame.transform.grayscale(picture)
    shaded.fill((part, part, part, 255), special_flags=pygame.BLEND_RGBA_MULT)
    grey.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)
    shaded.blit(grey, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    w, h = shaded.get_size()
    rim = Surface((w, h))
    rim.fill((255, 255, 255))
    draw.rounded_rect(rim, (0, 0, w, h), 0.07 * w, None, _RIM_SHADE, max(2, _RIM * w))
    shaded.blit(rim, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return shaded


@dataclass(frozen=True, slots=True)
class NameLines:
    """A card's name divided into lines: its letter size ``px`` in pixels, and whether it fits the space for it."""

    px: float
    lines: tuple[str, ...]
    fits: bool


def wrap_name(name: str, width: float, height: float, face: str) -> NameLines:
    """Divide a card's name into up to three lines of similar length, in the largest letters that fit.

    ``width`` and ``height`` are the space for the name in pixels, ``face`` is the font face. Two lines are preferred to
    smaller letters, and smaller letters to a broken word.
    """
    largest = _STEPS[0][1] * text.text_size_factor()
    larger = [(most, share, False) for most, share in _LARGER_STEPS if _STEPS[0][1] < share <= largest]
    for most, share, may_break in (*larger, *_STEPS):
        px = height * share
        lines = text.wrap(name, face, px, width)
        whole = may_break or not any(line.endswith("-") for line in lines)
        if len(lines) <= most and whole and _fits(lines, face, px, width):
            return NameLines(px, tuple(_balanced(name, lines, face, px, width)), True)
    return NameLines(px, tuple(lines[:3]), False)


def _fits(lines: list[str], face: str, px: float, width: float) -> bool:
    return all(text.width(line, face, px) <= width for line in lines)


def _balanced(name: str, lines: list[str], face: str, px: float, width: float) -> list[str]:
    """Return a name in as many lines as before, but as narrow as possible without more hyphens."""
    hyphens = sum(line.endswith("-") for line in lines)
    for cut in range(2, 60, 2):
        narrow = width * (1 - cut / 100)
        tighter = text.wrap(name, face, px, narrow)
        more_hyphens = sum(line.endswith("-") for line in tighter) > hyphens
        if len(lines) == 1 or len(tighter) > len(lines) or more_hyphens or not _fits(tighter, face, px, narrow):
            break
        lines = tighter
    return lines


def name_face(card: Card) -> str:
    """Return the font face of a card's name."""
    return "O8" if card.family is Family.DISTANCE else "B6"


def name_ends(form: FaceVariant = "full") -> tuple[float, float]:
    """Return the left and right end of the space for the name on a card, in card widths from the card's left edge."""
    return (_HELD_FROM, _SEEN) if form == "held" else ((1 - _BAND_W) / 2, (1 + _BAND_W) / 2)


def name_band(width: float, form: FaceVariant = "full") -> tuple[float, float]:
    """Return width and height in pixels of the space for the name on a card of that width."""
    left, right = name_ends(form)
    return width * (right - left), width * CARD_RATIO * _BAND_H


def _write_name(surface: Surface, card: Card, rules_id: str, form: FaceVariant, ground: Color | None = None) -> None:
    """Write a card's name on its face; if ``ground`` is given, first paint that color over the name already there.

    The name is centered; on a held card it moves to the left until the next card of the hand does not cover it.
    """
    w, h = surface.get_size()
    (left, right), letters = name_ends(form), name_face(card)
    set_name = wrap_name(card_name(card, rules_id), *name_band(w, form), letters)
    x = min(w / 2, right * w - max(text.width(line, letters, set_name.px) for line in set_name.lines) / 2)
    if not set_name.fits:
        text.record_overflow(card_name(card, rules_id), w, w * _BAND_W)
    ink = THEME.paper if card.family in (Family.HAZARD, Family.REMEDY) else THEME.ink
    three = len(set_name.lines) == 3
    step = set_name.px * (0.98 if three else 1.06)
    middle = h * (0.902 if card.family is Family.SAFETY else 0.880 if three else 0.893)
    first = middle - (len(set_name.lines) - 1) / 2 * step
    if ground:
        top, bottom = first - 0.55 * set_name.px, 2 * middle - first + 0.6 * set_name.px
        surface.fill(ground, (left * w, top, (right - left) * w, bottom - top))
    for i, line in enumerate(set_name.lines):
        text.draw(surface, line, x, first + i * step, letters, set_name.px, ink, anchor="c")
