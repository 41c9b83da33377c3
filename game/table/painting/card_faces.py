"""Card faces: the picture from ``assets/cards`` with the card's name set by font in the language in use (art.md §3).

They are cached, and turning one takes long: ``RotationBudget`` says how much a frame may draw anew.
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
from game.table.geometry.places import CARD_RATIO
from game.ui.drawing import art, draw, svg, text
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME
from game.words.vocabulary import card_name

_TURNED_PX = 50_000
"""Cards are turned in a frame until they are so large together: one at 1080p, where it takes 1 to 2 ms."""


class RotationBudget:
    """The cards that may still be turned in this frame; renew it for every frame.

    ``is_short`` tells that something at rest was put off, so that the next frame will differ although nothing moves;
    ``rounds`` counts the frames after which that was so.
    """

    def __init__(self, left_px: float = _TURNED_PX) -> None:
        self._left_px = left_px
        self.is_short = False
        self.rounds = 0

    @property
    def is_untouched(self) -> bool:
        """Whether nothing had to be turned."""
        return self._left_px == _TURNED_PX

    def renew(self) -> None:
        """Begin another frame."""
        self.rounds += self.is_short
        self._left_px, self.is_short = _TURNED_PX, False

    def take(self, width: float) -> bool:
        """Whether one more card of that width may be turned."""
        if self._left_px <= 0:
            return False
        self._left_px -= width * width * CARD_RATIO
        return True

    def put_off(self) -> None:
        """Something at rest waits for the next frame."""
        self.is_short = True


FaceVariant = Literal["full", "held", "small", "fan"]
"""A card with its name, as it is held, where the next card lies over a part of it, without, and with a large badge."""

_NAMED = ("full", "held")

NAMED_FROM_PX = 96
"""A card narrower than this shows no name: it could not be read."""

_BAND_W, _BAND_H = (
    0.74,
    0.178,
)  # of the card: the room its name has
_SEEN = 0.76
"""Of a card in the hand, from its left edge: where its name ends, as a card raised beside it covers the rest."""
_HELD_FROM = 0.08
"""There it begins at the earliest."""
_LARGER_STEPS = ((1, 0.8), (1, 0.7), (1, 0.6), (1, 0.5), (2, 0.48), (2, 0.44))
"""The same before those, without broken words, for text that is so much larger than the first of them."""
_STEPS = ((1, 0.43, False), (2, 0.39, False), (2, 0.37, True), (3, 0.35, True), (3, 0.3, True), (3, 0.24, True))
"""Lines at most, the size of the letters as a share of the band, and whether words may be broken; the first that fits
is taken."""

_FALLS = (0.022, 0.03)
"""How far to the right and down the shadow of a card in the hand falls, of its width."""

_BUDGET_WINDOWS = 2.0  # every card that ``prewarm`` draws, which is rasterised, and those raised lately
_MADE_BUDGET_WINDOWS = 1.5
"""A few hands of cards, turned and greyed: what is made of the others in a fifth of the time, and pushes out none."""
_cache = art.SurfaceCache(_BUDGET_WINDOWS)
_made = art.SurfaceCache(_MADE_BUDGET_WINDOWS)


def face(
    card: Card | None, width: float, rules_id: str, *, form: FaceVariant | None = None, greyed: bool = False
) -> Surface:
    """The face of a card, or the back for None, ``width`` pixels wide and 1.4 times as high; cached, never draw on it.

    ``form`` None takes the full face from 96 px on and the small one, without a name, below.
    """
    px = max(1, round(width))
    shape = form or ("full" if px >= NAMED_FROM_PX else "small")
    key = ("face", card or LOOKS.back, px, rules_id, shape, greyed, language())
    if card is not None and greyed:
        return _made.get(key) or _made.put(key, _greyed(card, px, rules_id, shape))
    return _cache.get(key) or _cache.put(key, _draw(card, px, rules_id, shape))


def crosswise(card: Card, width: float, rules_id: str) -> Surface:
    """A safety as it lies after a coup fourré: turned a quarter counter-clockwise, its short side ``width`` pixels."""
    key = ("crosswise", card, round(width), rules_id, language())
    return _cache.get(key) or _cache.put(key, pygame.transform.rotate(face(card, width, rules_id), 90))


def shadow(width: float, angle: float = 0.0) -> Surface:
    """The hard shadow thrown by any card of that width, turned by that angle; as large as the turned card."""
    px, turn = round(width), round(angle, 2)
    key = ("shadow", px, turn)
    found = _cache.get(key)
    if found:
        return found
    outline = _outline(px)
    return _cache.put(key, _shade(art.turned(outline, turn, THEME.shadow) if turn else outline.copy()))


def _outline(px: int) -> Surface:
    """A picture with the outline that all cards have."""
    return art.picture("cards/back_road", px, round(px * CARD_RATIO))


def _wide_outline(px: int) -> Surface:
    """The same to be turned, in the background only."""
    key = ("outline", px)
    return _cache.get(key) or _cache.put(key, art.bordered(_outline(px), THEME.shadow))


def _shade(outline: Surface) -> Surface:
    """Make a shadow of an outline."""
    outline.fill((0, 0, 0, 64), special_flags=pygame.BLEND_RGBA_MULT)
    outline.fill((*THEME.shadow[:3], 0), special_flags=pygame.BLEND_RGBA_ADD)
    return outline


def shaded(drawn: Surface, shade: Surface, right: float, down: float) -> Surface:
    """A card and the shadow it throws so far as one picture, which costs half of two; its corner is the card's."""
    dx, dy = round(right), round(down)
    both = Surface((drawn.get_width() + dx, drawn.get_height() + dy), pygame.SRCALPHA)
    both.blit(shade, (dx, dy))
    both.blit(drawn, (0, 0))
    return both


def held(
    card: Card, width: float, angle: float, rules_id: str, *, form: FaceVariant | None = None, greyed: bool = False
) -> Surface:
    """A card with its shadow, turned counter-clockwise about its middle; it ends where ``shadow`` of it would begin.

    Whole pixels and hundredths of a degree count, so that it is the same picture whoever asked for it first.
    """
    key = _held_key(card, width, angle, rules_id, form, greyed=greyed)
    found = _made.get(key)
    if found:
        return found
    ready = art.made(key)
    if ready:
        return _made.put(key, ready)
    px, turn = round(width), round(angle, 2)
    straight = face(card, px, rules_id, form=form, greyed=greyed)
    drawn = art.turned(straight, turn, THEME.paper) if turn else straight
    return _made.put(key, shaded(drawn, shadow(px, turn), px * _FALLS[0], px * _FALLS[1]))


def outline_size(lying: Surface, width: float) -> tuple[int, int]:
    """How large the turned card of that width is in the picture that ``held`` made, its shadow left out."""
    w, h = lying.get_size()
    return w - round(round(width) * _FALLS[0]), h - round(round(width) * _FALLS[1])


def hold_ahead(
    card: Card, width: float, angle: float, rules_id: str, *, form: FaceVariant | None = None, greyed: bool = False
) -> bool:
    """Begin to make what ``held`` will be asked for soon in the background, where turning it costs no frame.

    True if it begins now; False if it is there, is being made, or is not to be turned.
    """
    key = _held_key(card, width, angle, rules_id, form, greyed=greyed)
    px, turn = round(width), round(angle, 2)
    if _made.get(key) or not turn:
        return False
    wide = art.bordered(face(card, px, rules_id, form=form, greyed=greyed), THEME.paper)
    outline, known = _wide_outline(px), _cache.get(("shadow", px, turn))

    def make() -> Surface:
        drawn = pygame.transform.rotozoom(wide, turn, 1)
        shade = known or _shade(pygame.transform.rotozoom(outline, turn, 1))
        return shaded(drawn, shade, px * _FALLS[0], px * _FALLS[1])

    return art.make_ahead(key, make, partial(_made.put, key))


def draw_ahead(card: Card | None, width: float, rules_id: str, form: FaceVariant | None) -> None:
    """Begin to rasterise a face in the background that will be seen soon."""
    px = max(1, round(width))
    shape = form or ("full" if px >= NAMED_FROM_PX else "small")
    if card is not None and not _cache.get(("face", card, px, rules_id, shape, False, language())):
        art.prefetch(_file(card, shape), px, round(px * CARD_RATIO))


def draw_soon(card: Card | None, width: float, rules_id: str, *, form: FaceVariant) -> Iterator[None]:
    """Draw a face once its picture has been rasterised in the background: ``next`` asks whether it has."""
    px = max(1, round(width))
    while (
        card is not None
        and not _cache.get(("face", card, px, rules_id, form, False, language()))
        and art.picture_soon(_file(card, form), px, round(px * CARD_RATIO)) is None
    ):
        yield
    face(card, width, rules_id, form=form)
    yield


def _file(card: Card, form: FaceVariant) -> str:
    return f"cards/{card.id}" if form in _NAMED else f"cards/{card.id}.{form}"


def is_held(
    card: Card, width: float, angle: float, rules_id: str, *, form: FaceVariant | None = None, greyed: bool = False
) -> bool:
    """Whether ``held`` has its picture ready."""
    return _made.get(_held_key(card, width, angle, rules_id, form, greyed=greyed)) is not None


def _held_key(
    card: Card, width: float, angle: float, rules_id: str, form: FaceVariant | None, *, greyed: bool
) -> object:
    return "held", card, round(width), round(angle, 2), rules_id, form, greyed, language()


def hand_form(width: float) -> FaceVariant:
    """The form of a card in the hand: below 96 px the badge is all that can be read of a covered card."""
    return "held" if width >= NAMED_FROM_PX else "fan"


def prewarm(widths: tuple[float, ...], hand_width: float, rules_id: str, hand: Iterable[Card] = ()) -> Iterator[None]:
    """Draw the faces and shadows a table needs one by one, so that no frame waits for many: call ``next`` now and then.

    ``hand_width`` is that of the cards in the hand; those now in the ``hand`` come first.
    ``widths`` are those of the piles.
    """
    for width in (hand_width, *widths):
        shadow(width)
        yield
    for card in dict.fromkeys((*hand, *CARDS, None)):
        if card is not None:
            yield from draw_soon(card, hand_width, rules_id, form=hand_form(hand_width))
        for width in widths:
            yield from draw_soon(card, width, rules_id, form="small")


def forget() -> None:
    """Drop every face, as when the pixel format changed."""
    _cache.clear()
    _made.clear()


def _draw(card: Card | None, width: int, rules_id: str, form: FaceVariant) -> Surface:
    height = round(width * CARD_RATIO)
    if card is None:
        return art.picture(f"cards/back_{LOOKS.back}", width, height)
    drawn = art.picture(_file(card, form), width, height)
    if form not in _NAMED:
        return drawn
    surface = drawn.copy()  # kept without its name, for other languages
    _write_name(surface, card, rules_id, form)
    return surface


_BAR_ABOVE_NAME = 0.76  # of the height: there the bar across a card of no use ends, so that no end shows below
_SHADE = 0.82  # darker than that, the ink of a name could not be read on the gold of a safety


def _greyed(card: Card, width: int, rules_id: str, form: FaceVariant) -> Surface:
    """A card that is no use now: half its colour is gone and its pale edge lies in the shade.

    Seen at once among bright cards, also by who sees no colours. The name is written anew, in its full ink.
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
    """With half of its colour, darker, and its edge darker still: a red card in the shade is hardly darker than red."""
    part = round(255 * _SHADE / 2)
    shaded, grey = picture.copy(), pygame.transform.grayscale(picture)
    shaded.fill((part, part, part, 255), special_flags=pygame.BLEND_RGBA_MULT)
    grey.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)
    shaded.blit(grey, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    w, h = shaded.get_size()
    rim = Surface((w, h))
    rim.fill((255, 255, 255))
    draw.rounded(rim, (0, 0, w, h), 0.07 * w, None, _RIM_SHADE, max(2, _RIM * w))
    shaded.blit(rim, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return shaded


@dataclass(frozen=True, slots=True)
class NameLines:
    """A name set for its band: the size of the letters in pixels and the lines; ``fits`` if nothing sticks out."""

    px: float
    lines: tuple[str, ...]
    fits: bool


def wrap_name(name: str, width: float, height: float, face: str) -> NameLines:
    """Set a card's name in a band: the largest letters that fit in up to three lines, the lines then balanced.

    Two lines are taken rather than smaller letters, and smaller letters rather than a broken word.
    """
    largest = _STEPS[0][1] * text.wished()
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
    """The same number of lines, as narrow as they can be without more hyphens."""
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
    """The face of the letters in which a card's name is set."""
    return "O8" if card.family is Family.DISTANCE else "B6"


def name_ends(form: FaceVariant = "full") -> tuple[float, float]:
    """From where to where a name may reach, in widths of its card."""
    return (_HELD_FROM, _SEEN) if form == "held" else ((1 - _BAND_W) / 2, (1 + _BAND_W) / 2)


def name_band(width: float, form: FaceVariant = "full") -> tuple[float, float]:
    """Width and height of the room for the name on a card of that width."""
    left, right = name_ends(form)
    return width * (right - left), width * CARD_RATIO * _BAND_H


def _write_name(surface: Surface, card: Card, rules_id: str, form: FaceVariant, ground: Color | None = None) -> None:
    """Write a card's name into its band, on ``ground`` if another name stands there.

    It stands in the middle of the card; on one that is held it moves as far to the left as it must to be seen whole.
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
