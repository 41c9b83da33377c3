"""Text: measured, wrapped and drawn (art.md §5).

Overpass at the sizes of the table is drawn four times as large and scaled down, and measured so too: SDL rounds
every letter's advance to a whole pixel, which tears small bold numbers apart ("50 0"). Small Barlow is well spaced
and crisper hinted, and from 44 px on rounding no longer shows.

Soft hyphens (U+00AD) allow a break and are never drawn as such. The narrow spaces U+202F and U+2009, which the
fonts lack, are gaps of 0.2 em, measured and drawn alike. A ``y`` is always the middle of the capitals.
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

from game.system.resources import DamagedAssetError, asset_path, read_file
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
_ENDING = r"(?:(?<=\d-)|(?<=km-))\w{1,4}\b"  # suffix of a number or its unit: 200-as, 25 km-t, 3-mal
_BREAKS = re.compile(rf"\u00ad|(?<=\w-)(?=\w)(?!{_ENDING})|(?<=[/\\])(?=\w)")  # within a word; the last: file paths
_NARROW = re.compile("[\u202f\u2009]|(?<=m)(?=\\.)")
"""Narrow spaces, and where one pixel keeps a full stop from touching the m of “25 km.”."""
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=km\b|%)")  # a number and its unit stay together
_CAPITALS_MIDDLE = 0.355  # the capitals are 0.71 em high
_GAP_EM = 0.2
_FINE = 4
_FINE_BELOW_PX = 44
_MOST_FONTS = 24
"""The table uses fifty fonts, but needs one only for new text; each takes 0.1 to 0.6 MB for its kerning and
letters, and reopening it takes 1 ms.
"""
_SHRINK_TO = 0.8  # the default limit for shrinking a text


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text that did not fit its available width even at its smallest size; widths in pixels."""

    scene: str
    text: str
    width: int
    max_width: int


overflows: list[Overflow] = []
"""The first overflows since the list was last cleared, without repeats. Tests assert that it stays empty."""
_MOST_OVERFLOWS = 100

_scene = [""]
_cache = art.SurfaceCache(windows=0.8)


MAX_SCALE_UNITS = 2.0
"""The limit of the text scale, in layout units, on a screen without a layout tree: 200 % at 1920 × 1080."""


@dataclass(slots=True)
class _Size:
    """The player's text size relative to the default; for the present screen the limit of the text scale in layout
    units, and the text size that results.
    """

    growth: float = 1.0
    limit: float = MAX_SCALE_UNITS
    limited_growth: float = 1.0


_size = _Size()


def set_text_size_factor(factor: float) -> bool:
    """Set the text size relative to the default and clear the picture caches; return True if the size has changed."""
    if factor == _size.growth:
        return False
    _size.growth = _size.limited_growth = factor
    art.SurfaceCache.clear_all()
    return True


def text_size_factor() -> float:
    """Return the player's text size relative to the default, whether or not it fits the present screen."""
    return _size.growth


def default_scale(unit: float) -> float:
    """Return the text scale at the default text size: text and controls shrink less than the rest (art.md §4)."""
    return max(unit, 0.62 + 0.18 * unit)


def scale_for(unit: float) -> float:
    """Return the text scale t for a layout unit: the player's setting, within the screen's limit."""
    t = default_scale(unit)
    return t * _size.growth if _size.growth <= 1 else max(t, min(t * _size.growth, _size.limit * unit))


@contextmanager
def limit_scale(limit: float, unit: float) -> Iterator[None]:
    """Limit the text scale to ``limit`` layout units within the ``with`` block, which lays out and draws a screen."""
    before = _size.limit, _size.limited_growth
    _size.limit = limit
    _size.limited_growth = scale_for(unit) / default_scale(unit)
    try:
        yield
    finally:
        _size.limit, _size.limited_growth = before


def _min_px_for(px: float, min_px: float | None) -> float:
    """Return the smallest size to which a text may shrink: enlarged text returns to its default size before it is cut.

    Where the screen sets no limit (``limit_scale`` by infinity), a text never gets smaller than at the default size.
    """
    larger = max(1.0, _size.limited_growth)
    least = _SHRINK_TO * px / larger if min_px is None else min_px if min_px < px else min_px / larger
    if min_px is None or min_px >= px:
        least = max(MIN_CAPTION_PX, least)
    if larger > 1 and _size.limit == math.inf:
        least = max(least, px / larger)
    return min(px, least)


def set_scene(name: str) -> None:
    """Set the name of the scene that draws from now on; ``overflows`` records it."""
    _scene[0] = name


def record_overflow(text: str, width: float, max_width: float) -> None:
    """Record a text that does not fit; only for callers that do not use ``draw``."""
    overflow = Overflow(_scene[0], text, round(width), int(max_width))
    if len(overflows) < _MOST_OVERFLOWS and overflow not in overflows:
        overflows.append(overflow)


@lru_cache(maxsize=_MOST_FONTS)
def _font(face: str, px: int) -> pygame.Font:
    return _opened(face, px)


@lru_cache(maxsize=512)
def _box(face: str, px: int) -> tuple[int, int]:
    """Return a font's ascent and height, cached without keeping the font open."""
    opened = _opened(face, px)
    return opened.get_ascent(), opened.get_height()


def _opened(face: str, px: int) -> pygame.Font:
    content = BytesIO(_file(face))  # a font opened by path keeps a file descriptor for every size
    try:
        with art.damaged_asset_context(_path, face):
            opened = pygame.Font(content, px)
            opened.size("")  # fails for a damaged font; asking that for its ascent would crash
            return opened
    except ValueError as error:  # an empty file
        raise DamagedAssetError(_path(face), error) from error


@cache
def _file(face: str) -> bytes:
    return read_file(_path(face))


def _path(face: str) -> Path:
    return asset_path("fonts", f"{FACES[face]}.ttf")


def _whole(px: float) -> int:
    """Round a font size to whole pixels per em, at least 6."""
    return max(6, round(px))


def forget_fonts() -> None:
    """Drop every font and rendered text; call this before ``pygame.font.quit``, which makes them unusable."""
    _font.cache_clear()
    _cache.clear()


def _pieces(text: str, px: float) -> list[tuple[int, str]]:
    """Divide a text at narrow spaces; each piece comes with the gap in pixels before it."""
    pieces, start, gap = list[tuple[int, str]](), 0, 0
    for found in _NARROW.finditer(text):
        pieces.append((gap, text[start : found.start()]))
        start, gap = found.end(), round(_GAP_EM * _whole(px)) if found.group() else 1
    return [*pieces, (gap, text[start:])]


def width(text: str, face: str = "B5", px: float = 16) -> int:
    """Return the width of the text in pixels when drawn in one line."""
    return _width(text.replace(_SHY, ""), face, _whole(px))


@lru_cache(maxsize=8192)  # measuring costs 20 µs, and a table is laid out repeatedly with the same words
def _width(text: str, face: str, px: int) -> int:
    return sum(gap + (_piece_width(piece, face, px) if piece else 0) for gap, piece in _pieces(text, px))


def _is_supersampled(face: str, px: int) -> bool:
    return face.startswith("O") and px < _FINE_BELOW_PX


def _piece_width(piece: str, face: str, px: int) -> int:
    with art.damaged_asset_context(_path, face):  # many damaged fonts open but cannot be measured or drawn
        if _is_supersampled(face, px):
            return -(-_font(face, px * _FINE).size(piece)[0] // _FINE)
        return _font(face, px).size(piece)[0]


def _piece(piece: str, face: str, px: int, color: Color) -> Surface:
    """Render a text without narrow spaces, as wide as measured and as high as the font's box."""
    with art.damaged_asset_context(_path, face):  # many damaged fonts open but cannot be measured or drawn
        if _is_supersampled(face, px) and piece:
            return _supersampled_piece(piece, face, px, color)
        return _font(face, px).render(piece, True, color)


def _supersampled_piece(piece: str, face: str, px: int, color: Color) -> Surface:
    """Render a small font with fine lines larger and scale it down."""
    (ascent, height), large = _box(face, px), _font(face, px * _FINE)
    width = _piece_width(piece, face, px)
    surface = Surface((width * _FINE, height * _FINE), pygame.SRCALPHA)
    surface.fill((*color[:3], 0))  # otherwise the edges would mix with black
    baseline = ascent * _FINE - large.get_ascent()
    surface.blit(large.render(piece, True, color), (0, baseline), special_flags=pygame.BLEND_RGBA_MAX)
    return pygame.transform.smoothscale(surface, (width, height))


@dataclass(frozen=True, slots=True)
class _Token:
    """An unbreakable piece of text; ``space`` precedes it, ``hyphen`` follows if the line breaks after it."""

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
    """Wrap a paragraph; cached, since the log wraps all its lines again whenever one is added."""
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
    """Return the text in lines no wider than ``max_width`` pixels, broken at spaces, hyphens, slashes and newlines.

    A word that cannot be broken and is wider gets a line of its own and sticks out; measure if that must not happen.
    Soft hyphens are break points too.
    """
    return [line for paragraph in text.split("\n") for line in _wrap_paragraph(paragraph, face, px, max_width)]


@lru_cache(maxsize=1024)
def widest_word(text: str, face: str, px: float) -> int:
    """Return the width in pixels of the text's widest unbreakable part: the least width at which nothing sticks out."""
    parts = [token for paragraph in text.split("\n") for token in _tokens(paragraph)]
    return max(width(part.text + "-" * part.hyphen, face, px) for part in parts)


@lru_cache(maxsize=256)
def balanced_width(text: str, face: str, px: float, max_width: float) -> float:
    """Return the narrowest width that needs no more lines, and breaks no more words, than ``max_width``.

    At that width the lines have nearly the same length, and the last line holds no single word.
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
    """Return the text as a cached surface as high as the font; the baseline lies at the font's ascent."""
    text = text.replace(_SHY, "")
    color = color or THEME.text
    key = (text, face, _whole(px), tuple(color))
    found = _cache.get(key)
    if found:
        return found
    drawn = [(gap, piece, _piece(piece, face, _whole(px), color)) for gap, piece in _pieces(text, px)]
    if len(drawn) == 1:
        return _cache.put(key, art.converted(drawn[0][2]))
    surface = Surface((max(1, width(text, face, px)), drawn[0][2].get_height()), pygame.SRCALPHA)
    x = 0
    for gap, piece, picture in drawn:
        surface.blit(picture, (x + gap, 0))
        x += gap + (picture.get_width() if piece else 0)
    return _cache.put(key, art.converted(surface))


def fit_line(
    text: str, face: str, px: float, max_width: float, min_px: float | None = None, *, may_be_cut: bool = False
) -> tuple[str, float]:
    """Return text and size that fit the width: shrunk down to ``min_px``, then cut with an ellipsis and recorded.

    ``min_px`` None means 0.8 of the size, never below 11. ``may_be_cut`` is for texts made by the user, such as match
    or file names: cutting one is no layout fault and is not recorded.
    """
    if width(text, face, px) <= max_width:
        return text, px
    smallest = _min_px_for(px, min_px)
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

    ``anchor`` says whether ``x`` is the left end (l), middle (c) or right end (r); ``y`` is the middle of the capitals,
    so the baseline lies 0.355 em below it. With ``max_width`` the text is made to fit, see ``fit_line``. ``color`` None
    is the theme's text colour.
    """
    if max_width is not None:
        text, px = fit_line(text, face, px, max_width, min_px, may_be_cut=may_be_cut)
    if not text:
        return 0
    drawn = render(text, face, px, color)
    across = drawn.get_width()
    left = x if anchor == "l" else x - across / 2 if anchor == "c" else x - across
    surface.blit(drawn, (round(left), round(y + px * _CAPITALS_MIDDLE - _box(face, _whole(px))[0])))
    return across


def paragraph_height(text: str, face: str, px: float, max_width: float) -> int:
    """Return the height in pixels that ``paragraph`` needs for this text, size and width."""
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

    If the text is too high or a word too wide, the letters shrink to ``min_px`` (None: 0.8 of the size, at least 11);
    lines that still do not fit are left out and recorded in ``overflows``.
    """
    x, y, w, h = rect
    smallest = _min_px_for(px, min_px)
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
