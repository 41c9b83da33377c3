"""Text: measured, wrapped and drawn (art.md §5).

Overpass at the sizes of the table is drawn four times as large and scaled down, and measured so too: SDL rounds every
letter's advance to a whole pixel, which tears small bold numbers apart ("50 0"). Small Barlow is well spaced and
crisper hinted, and from 44 px on rounding no longer shows.

Soft hyphens (U+00AD) are places to break, never drawn as such. The narrow spaces U+202F and U+2009, which the fonts
lack, are gaps of 0.2 em, measured and drawn alike. A ``y`` is always the middle of the capitals.
"""

# ruff: noqa: PLR0913, PLR0917 - drawing takes what, where and how

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Literal

import pygame
from pygame import Color, Surface

from game.system.resources import DamagedAssetError, asset, read_file
from game.ui.drawing import art
from game.ui.drawing.theme import THEME

Anchor = Literal["l", "c", "r"]

FACES = {
    "O4": "Overpass_400Regular",
    "O6": "Overpass_600SemiBold",
    "O7": "Overpass_700Bold",
    "O8": "Overpass_800ExtraBold",
    "O9": "Overpass_900Black",
    "B4": "BarlowSemiCondensed_400Regular",
    "B5": "BarlowSemiCondensed_500Medium",
    "B6": "BarlowSemiCondensed_600SemiBold",
    "B7": "BarlowSemiCondensed_700Bold",
}
"""Overpass for numbers, headings and buttons; Barlow Semi Condensed for running text. The digit is the weight."""

MIN_CAPTION_PX, MIN_TEXT_PX, MIN_NAME_PX = 11, 12, 14
LINE_HEIGHT = 1.28  # of the size, for paragraphs

_SHY = "\u00ad"
_ENDING = r"(?:(?<=\d-)|(?<=km-))\w{1,4}\b"  # of a number or its unit: 200-as, 25 km-t, 3-mal
_BREAKS = re.compile(rf"\u00ad|(?<=\w-)(?=\w)(?!{_ENDING})|(?<=[/\\])(?=\w)")  # within a word; the last: file paths
_NARROW = re.compile("[\u202f\u2009]")
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=km\b|%)")  # a number and its unit stay together
_CAPITALS_MIDDLE = 0.355  # the capitals are 0.71 em high
_GAP_EM = 0.2
_FINE = 4
_FINE_BELOW_PX = 44
_MOST_FONTS = 24
"""A table has fifty, but measures and draws with one only what is new, and each takes 0.1 to 0.6 MB for its kerning and
letters; to open it again takes 1 ms.
"""
_SHRINK_TO = 0.8  # a text that may shrink and names no smallest size loses a fifth at most


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text that did not fit its place even at its smallest size; widths in pixels."""

    scene: str
    text: str
    width: int
    max_width: int


overflows: list[Overflow] = []
"""What did not fit since the list was last cleared, each once, the first of them. Tests assert that it stays empty."""
_MOST_OVERFLOWS = 100

_scene = [""]
_cache = art.SurfaceCache(windows=0.8)


ROOM = 2.0
"""How large a text factor may become in layout units on a screen that is not made of boxes: 200 % at 1920 × 1080."""


@dataclass(slots=True)
class _Size:
    """How much larger than as delivered text is wished; and for the screen drawn now how large t may become in units,
    and how much larger than as delivered that makes text there.
    """

    wished: float = 1.0
    limit: float = ROOM
    larger: float = 1.0


_size = _Size()


def use_size(factor: float) -> bool:
    """Have text drawn so much larger or smaller from now on; True if that is another size than before. What was drawn
    before is to be drawn anew: the caches of pictures are emptied.
    """
    if factor == _size.wished:
        return False
    _size.wished = _size.larger = factor
    art.SurfaceCache.clear_all()
    return True


def wished() -> float:
    """How much larger than as delivered text is wished, whatever the screen that is drawn has room for."""
    return _size.wished


def delivered(u: float) -> float:
    """The text factor as delivered: text and controls shrink slower than the rest (art.md §4)."""
    return max(u, 0.62 + 0.18 * u)


def factor(u: float) -> float:
    """The text factor t of a layout with that unit, by the size that is set, as far as the screen has room."""
    t = delivered(u)
    return t * _size.wished if _size.wished <= 1 else max(t, min(t * _size.wished, _size.limit * u))


@contextmanager
def limited(limit: float, u: float) -> Iterator[None]:
    """Lay out and draw inside, by that unit, with a text factor of ``limit`` units at most: what there is room for."""
    before = _size.limit, _size.larger
    _size.limit = limit
    _size.larger = factor(u) / delivered(u)
    try:
        yield
    finally:
        _size.limit, _size.larger = before


def _smallest(px: float, min_px: float | None) -> float:
    """How far a text may shrink: one that is larger than as delivered gives that up before anything of it is cut.

    Where text has all the room it needs (``limited`` by nothing), it doesn't become smaller than as delivered.
    """
    larger = max(1.0, _size.larger)
    least = _SHRINK_TO * px / larger if min_px is None else min_px if min_px < px else min_px / larger
    if min_px is None or min_px >= px:
        least = max(MIN_CAPTION_PX, least)
    if larger > 1 and _size.limit == math.inf:
        least = max(least, px / larger)
    return min(px, least)


def set_scene(name: str) -> None:
    """Say which scene draws from now on, for ``overflows``."""
    _scene[0] = name


def record_overflow(text: str, width: float, max_width: float) -> None:
    """Note a text that does not fit; for those who lay out text without ``draw``."""
    overflow = Overflow(_scene[0], text, round(width), int(max_width))
    if len(overflows) < _MOST_OVERFLOWS and overflow not in overflows:
        overflows.append(overflow)


@lru_cache(maxsize=_MOST_FONTS)
def _font(face: str, px: int) -> pygame.Font:
    return _opened(face, px)


@lru_cache(maxsize=512)
def _box(face: str, px: int) -> tuple[int, int]:
    """A font's ascent and height, for which alone it need not be kept."""
    opened = _opened(face, px)
    return opened.get_ascent(), opened.get_height()


def _opened(face: str, px: int) -> pygame.Font:
    content = BytesIO(_file(face))  # a font opened by its path keeps that open: one file descriptor for every size
    try:
        with art.blaming(_path, face):
            opened = pygame.Font(content, px)
            opened.size("")  # of a damaged one that opened; to ask that for its ascent would end the program
            return opened
    except ValueError as error:  # an empty file
        raise DamagedAssetError(_path(face), error) from error


@cache
def _file(face: str) -> bytes:
    return read_file(_path(face))


def _path(face: str) -> Path:
    return asset("fonts", f"{FACES[face]}.ttf")


def _whole(px: float) -> int:
    """A font's size: a whole number of pixels an em, 6 at least."""
    return max(6, round(px))


def forget_fonts() -> None:
    """Drop every font and rendered text; to be called before ``pygame.font.quit``, which invalidates them."""
    _font.cache_clear()
    _cache.clear()


def _gap(px: float) -> int:
    return round(_GAP_EM * _whole(px))


def width(text: str, face: str = "B5", px: float = 16) -> int:
    """How many pixels wide the text is drawn in one line."""
    return _width(text.replace(_SHY, ""), face, _whole(px))


@lru_cache(maxsize=8192)  # measuring costs 20 µs, and a table is laid out again and again in the same words
def _width(text: str, face: str, px: int) -> int:
    pieces = _NARROW.split(text)
    return sum(_piece_width(piece, face, px) for piece in pieces if piece) + _gap(px) * (len(pieces) - 1)


def _is_fine(face: str, px: int) -> bool:
    return face.startswith("O") and px < _FINE_BELOW_PX


def _piece_width(piece: str, face: str, px: int) -> int:
    with art.blaming(_path, face):  # many a damaged font opens, and cannot be measured or drawn
        if _is_fine(face, px):
            return -(-_font(face, px * _FINE).size(piece)[0] // _FINE)
        return _font(face, px).size(piece)[0]


def _piece(piece: str, face: str, px: int, color: Color) -> Surface:
    """A text without narrow spaces, as wide as measured and as high as the font's box."""
    with art.blaming(_path, face):  # many a damaged font opens, and cannot be measured or drawn
        if _is_fine(face, px) and piece:
            return _fine_piece(piece, face, px, color)
        return _font(face, px).render(piece, True, color)


def _fine_piece(piece: str, face: str, px: int, color: Color) -> Surface:
    """The same for a small font with fine lines, drawn larger and scaled down."""
    (ascent, height), large = _box(face, px), _font(face, px * _FINE)
    width = _piece_width(piece, face, px)
    surface = Surface((width * _FINE, height * _FINE), pygame.SRCALPHA)
    surface.fill((*color[:3], 0))  # or else the edges would mix with black
    baseline = ascent * _FINE - large.get_ascent()
    surface.blit(large.render(piece, True, color), (0, baseline), special_flags=pygame.BLEND_RGBA_MAX)
    return pygame.transform.smoothscale(surface, (width, height))


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece that is never broken; ``space`` stands before it, ``hyphen`` if the line breaks after it."""

    text: str
    space: bool
    hyphen: bool


def _tokens(paragraph: str) -> list[_Token]:
    tokens = []
    for n, word in enumerate(_BEFORE_UNIT.sub("\u00a0", paragraph).split(" ")):
        pieces = _BREAKS.split(word)
        for i, piece in enumerate(pieces):
            breaks = i < len(pieces) - 1 and not piece.endswith(("-", "/", "\\"))
            tokens.append(_Token(piece, n > 0 and i == 0, breaks))
    return tokens


@lru_cache(maxsize=1024)
def _wrap_paragraph(paragraph: str, face: str, px: float, max_width: float) -> tuple[str, ...]:
    """Kept, since the log wraps all its lines again whenever one is added."""
    lines, hyphen = [""], False
    for token in _tokens(paragraph):
        longer = lines[-1] + (" " if token.space and lines[-1] else "") + token.text
        if not lines[-1] or width(longer + ("-" if token.hyphen else ""), face, px) <= max_width:
            lines[-1] = longer
        else:
            if hyphen and not token.space:
                lines[-1] += "-"
            lines.append(token.text)
        hyphen = token.hyphen
    return tuple(lines)


def wrap(text: str, face: str, px: float, max_width: float) -> list[str]:
    """The text in lines no wider than ``max_width``, broken at spaces, hyphens, soft hyphens, slashes and newlines.

    A single piece that is wider stands on a line of its own and sticks out: measure if that must not be.
    """
    return [line for paragraph in text.split("\n") for line in _wrap_paragraph(paragraph, face, px, max_width)]


@lru_cache(maxsize=1024)
def widest_word(text: str, face: str, px: float) -> int:
    """The least width at which nothing of the text sticks out of its lines."""
    return max(width(line, face, px) for line in wrap(text, face, px, 1))


@lru_cache(maxsize=256)
def balanced(text: str, face: str, px: float, max_width: float) -> float:
    """The narrowest width that takes no more lines, and breaks no more words, than ``max_width``.

    Set so narrow, the lines are nearly of one length, and no word is left alone on the last.
    """

    def cost(across: float) -> tuple[int, int]:
        lines = wrap(text, face, px, across)
        return len(lines), sum(line.endswith("-") for line in lines)

    least = widest_word(text, face, px)
    wanted, low, high = cost(max_width), min(least, int(max_width)), int(max_width)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if cost(middle) <= wanted else (middle + 1, high)
    return min(low, max_width)


def render(text: str, face: str, px: float, color: Color | None = None) -> Surface:
    """The text as a surface as high as the font's box, cached; its baseline lies at the font's ascent."""
    text = text.replace(_SHY, "")
    color = color or THEME.text
    key = (text, face, _whole(px), tuple(color))
    found = _cache.get(key)
    if found:
        return found
    pieces = _NARROW.split(text)
    drawn = [_piece(piece, face, _whole(px), color) for piece in pieces]
    if len(drawn) == 1:
        return _cache.put(key, art.converted(drawn[0]))
    surface = Surface((max(1, width(text, face, px)), drawn[0].get_height()), pygame.SRCALPHA)
    x = 0
    for piece, picture in zip(pieces, drawn, strict=True):
        surface.blit(picture, (x, 0))
        x += (picture.get_width() if piece else 0) + _gap(px)
    return _cache.put(key, art.converted(surface))


def fit(
    text: str, face: str, px: float, max_width: float, min_px: float | None = None, *, may_be_cut: bool = False
) -> tuple[str, float]:
    """The text and size that fit the width: smaller down to ``min_px``, then shortened with an ellipsis and recorded.

    ``min_px`` None means 0.8 of the size, never below 11. What somebody has called a match or a file ``may_be_cut``:
    that is no fault of the layout, and not recorded.
    """
    if width(text, face, px) <= max_width:
        return text, px
    smallest = _smallest(px, min_px)
    while px > smallest:
        px = max(smallest, px - 1)
        if width(text, face, px) <= max_width:
            return text, px
    if not may_be_cut:
        record_overflow(text, width(text, face, px), max_width)
    short = text
    while len(short) > 1 and width(short + "…", face, px) > max_width:
        short = short[:-1].rstrip()
    return short + "…", px


def draw(
    surface: Surface,
    text: str,
    x: float,
    y: float,
    face: str = "B5",
    px: float = 16,
    color: Color | None = None,
    *,
    anchor: Anchor = "l",
    max_width: float | None = None,
    min_px: float | None = None,
    may_be_cut: bool = False,
) -> int:
    """Draw one line of text and return its width in pixels.

    ``x`` is the left end, middle or right end by ``anchor``; ``y`` the middle of the capitals, so the baseline lies
    0.355 em below it. With ``max_width`` the text is made to fit, see ``fit``. ``color`` None is the theme's text.
    """
    if max_width is not None:
        text, px = fit(text, face, px, max_width, min_px, may_be_cut=may_be_cut)
    if not text:
        return 0
    drawn = render(text, face, px, color)
    across = drawn.get_width()
    left = x if anchor == "l" else x - across / 2 if anchor == "c" else x - across
    surface.blit(drawn, (round(left), round(y + px * _CAPITALS_MIDDLE - _box(face, _whole(px))[0])))
    return across


def paragraph_height(text: str, face: str, px: float, max_width: float) -> int:
    """How high ``paragraph`` would draw the text at this size and width."""
    return round(len(wrap(text, face, px, max_width)) * px * LINE_HEIGHT)


def _paragraph_fits(text: str, face: str, px: float, size: tuple[float, float]) -> bool:
    lines = wrap(text, face, px, size[0])
    return len(lines) * px * LINE_HEIGHT <= size[1] + 1 and all(width(line, face, px) <= size[0] for line in lines)


def paragraph(
    surface: Surface,
    text: str,
    rect: tuple[float, float, float, float],
    face: str = "B5",
    px: float = 16,
    color: Color | None = None,
    *,
    min_px: float | None = None,
) -> int:
    """Draw wrapped text from the top of a rectangle ``(x, y, w, h)`` and return the height used in pixels.

    If it is too high or a word too wide, it shrinks to ``min_px`` (None: 0.8 of the size, at least 11); what still
    sticks out below is left out and recorded in ``overflows``.
    """
    x, y, w, h = rect
    smallest = _smallest(px, min_px)
    while px > smallest and not _paragraph_fits(text, face, px, (w, h)):
        px = max(smallest, px - 1)
    lines = wrap(text, face, px, w)
    room = max(1, int((h + 1) // (px * LINE_HEIGHT)))
    if len(lines) > room:
        record_overflow(text, max(width(line, face, px) for line in lines), w)
    for i, line in enumerate(lines[:room]):
        draw(
            surface,
            line,
            x,
            y + (i + 0.5) * px * LINE_HEIGHT,
            face,
            px,
            color,
            max_width=w,
            min_px=px,
        )
    return round(min(len(lines), room) * px * LINE_HEIGHT)
