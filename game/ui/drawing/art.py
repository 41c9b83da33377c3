"""Pictures from ``assets/`` and from SVG fragments, rasterised at the size needed and cached.

Surfaces get the display's pixel format (call ``Window.get_surface()`` once before); without a display they stay
unconverted, which only costs speed. The surfaces are shared: never draw on one, take a ``copy()``.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import ClassVar
from weakref import WeakSet
from xml.parsers import expat

import pygame
from pygame import Color, Surface

from game.system.resources import DamagedAssetError, asset_path, read_file
from game.ui.drawing import incremental
from game.ui.drawing.theme import INK, THEME, hexcode, on_change

_BUDGET_WINDOWS = 3.2  # 27 MB at 1080p: the table's ground, its scenery and some hundred panels and pictures
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">{body}</svg>'
_ROOT = re.compile(rb'(<svg xmlns="[^"]*" )width="(\d+)" height="(\d+)" viewBox="0 0 \2 \3">')
_ODD_PX = 2
_LARGE_PX = 60_000  # larger pictures take some milliseconds to draw
_ICON_INK = hexcode(INK).upper()


class SurfaceCache:
    """A cache of the most recently used surfaces, limited to ``windows`` times the window's pixels (``window_px``)."""

    window_px: ClassVar[int] = 1920 * 1080
    _all: ClassVar[WeakSet[SurfaceCache]] = WeakSet()

    def __init__(self, windows: float) -> None:
        self._windows = windows
        self._used_px = 0
        self._surfaces: OrderedDict[object, Surface] = OrderedDict()
        self._all.add(self)

    def __contains__(self, key: object) -> bool:
        return key in self._surfaces

    def get(self, key: object) -> Surface | None:
        """Return the surface cached for this key. If this is None, draw the surface and ``put`` it.

        Raise ``BudgetExceededError`` if nothing is cached and a slice has no time left to draw it.
        """
        surface = self._surfaces.get(key)
        if surface is not None:
            self._surfaces.move_to_end(key)
        else:
            incremental.check_budget()
        return surface

    def put(self, key: object, surface: Surface) -> Surface:
        """Store and return a surface; if the cache is full, drop the surfaces unused longest."""
        self._surfaces[key] = surface
        incremental.record_cached()
        self._used_px += _area(surface)
        budget_px = self._windows * self.window_px
        while self._used_px > budget_px and len(self._surfaces) > 1:
            self._used_px -= _area(self._surfaces.popitem(last=False)[1])
        return surface

    @classmethod
    def clear_all(cls) -> None:
        """Empty every cache, for example when the theme changes."""
        cancel_surface_preloads()
        for kept in cls._all:
            kept.clear()

    def clear(self) -> None:
        """Empty this cache, for example when the pixel format changes."""
        self._surfaces.clear()
        self._used_px = 0


on_change(SurfaceCache.clear_all)


def _area(surface: Surface) -> int:
    return surface.get_width() * surface.get_height()


_cache = SurfaceCache(_BUDGET_WINDOWS)


def fit_caches(size: tuple[int, int]) -> None:
    """Set all caches' budgets for a window of this size. Small windows get as much as 1080p, as they show as much."""
    SurfaceCache.window_px = max(size[0] * size[1], 1920 * 1080)


def _filling(data: bytes, size: tuple[int, int]) -> bytes:
    """Stretch a picture that rounding made one pixel too small, and only by that pixel, so that it fills its surface.

    Otherwise that pixel would show parts outside the picture's box: the rasteriser doesn't clip.
    """
    root = _ROOT.match(data)
    if root is None:
        return data
    w, h = int(root[2]), int(root[3])
    scale = min(size[0] / w, size[1] / h)
    if size[0] - w * scale + size[1] - h * scale >= _ODD_PX:
        return data
    box = f'width="{size[0]}" height="{size[1]}" viewBox="0 0 {w} {h}" preserveAspectRatio="none">'
    return root[1] + box.encode() + data[root.end() :]


def _rasterised(data: bytes, size: tuple[int, int]) -> Surface:
    drawn = pygame.image.load_sized_svg(BytesIO(_filling(data, size)), size)  # may be smaller, to keep the proportions
    if drawn.get_size() == size:
        return drawn
    surface = Surface(size, pygame.SRCALPHA)
    surface.blit(drawn, ((size[0] - drawn.get_width()) // 2, (size[1] - drawn.get_height()) // 2))
    return surface


def _rasterise(data: bytes, size: tuple[int, int]) -> Surface:
    """Rasterise a picture in this thread, which blocks the caller."""
    return _rasterised(data, size)


def converted(surface: Surface) -> Surface:
    """Return the surface in the window's pixel format, with alpha, or unchanged if there is no window yet."""
    try:
        return surface.convert_alpha()
    except pygame.error:
        return surface


def rotated(surface: Surface, angle: float, edge: Color, scale: float = 1) -> Surface:
    """Return a picture rotated counter-clockwise by ``angle`` degrees, its outline, of colour ``edge``, kept smooth."""
    return pygame.transform.rotozoom(with_transparent_border(surface, edge), angle, scale)


def with_transparent_border(surface: Surface, edge: Color) -> Surface:
    """Return a copy with one more transparent pixel on all sides, in the colour ``edge``, ready to be rotated.

    Without that border the outline of a picture that fills its surface would get steps.
    """
    w, h = surface.get_size()
    wider = Surface((w + 2, h + 2), pygame.SRCALPHA)
    for side in ((0, 0, w + 2, 1), (0, h + 1, w + 2, 1), (0, 0, 1, h + 2), (w + 1, 0, 1, h + 2)):
        wider.fill((*edge[:3], 0), side)
    wider.blit(surface, (1, 1), special_flags=pygame.BLEND_RGBA_ADD)  # a copy, in a quarter of the time
    return wider


def _without_alpha(surface: Surface) -> Surface:
    try:
        return surface.convert()
    except pygame.error:
        return surface


def _size(w: float, h: float) -> tuple[int, int]:
    return max(1, round(w)), max(1, round(h))


@cache
def _file(name: str) -> bytes:
    path = _path(name)
    try:
        data = read_file(path)
        expat.ParserCreate().Parse(data, True)  # the rasteriser would draw part of a truncated file
    except expat.ExpatError as error:
        raise DamagedAssetError(path, error) from error
    return data


def _path(name: str) -> Path:
    return asset_path(*f"{name}.svg".split("/"))


@contextmanager
def damaged_asset_context(path_of: Callable[[str], Path], name: str) -> Iterator[None]:
    """Turn a pygame error in the ``with`` block into a ``DamagedAssetError`` for the file ``path_of(name)``."""
    try:
        yield
    except pygame.error as error:
        raise DamagedAssetError(path_of(name), error) from error


def picture(name: str, w: float, h: float, *, opaque: bool = False) -> Surface:
    """Return the picture ``assets/<name>.svg`` on exactly w × h pixels (``picture("cards/stop.small", 60, 84)``).

    It keeps its proportions and is centered, with transparent margins where they differ from w : h. A fully ``opaque``
    picture is stored without alpha, which makes blitting three times as fast.

    Raises ``AssetError`` if the file is missing or damaged, as do all functions that read pictures.
    """
    size = _size(w, h)
    key = ("picture", name, size, opaque)
    found = _cache.get(key)
    if found:
        return found
    with damaged_asset_context(_path, name):
        ready = _pop_preload((name, size), lambda: _file(name)) or _rasterise(_file(name), size)
    return _cache.put(key, _without_alpha(ready) if opaque else converted(ready))


def uncached_picture(name: str, w: float, h: float) -> Surface:
    """Return the same as ``picture``, as a new surface that the caller may draw on."""
    size = _size(w, h)
    with damaged_asset_context(_path, name):
        return converted(_pop_preload((name, size), lambda: _file(name)) or _rasterise(_file(name), size))


_worker = ThreadPoolExecutor(1, "rasteriser")
_RasterRequest = tuple[str, tuple[int, int]]  # a file name or SVG fragment, and the size
_preloads: dict[str, tuple[_RasterRequest, Future[Surface]]] = {}


def preload(name: str, w: float, h: float, *, opaque: bool = False) -> None:
    """Start rasterising a picture in the background for a later ``picture`` call.

    The rasteriser releases the GIL. If a picture is requested in several sizes, only the last one is preloaded.
    """
    size = _size(w, h)
    if ("picture", name, size, opaque) not in _cache:
        _submit_preload(name, (name, size), _file(name))


def preload_svg(name: str, fragment: str, w: float, h: float, *, opaque: bool = False) -> None:
    """Start rasterising an SVG fragment in the background for a later ``svg`` call; ``name`` identifies the request.

    Only the last request of each name is preloaded.
    """
    size = _size(w, h)
    if (fragment, size, opaque) not in _cache:
        _submit_preload(name, (fragment, size), _document(fragment, size))


def preloaded_picture(name: str, w: float, h: float, *, opaque: bool = False) -> Surface | None:
    """Return a ``picture`` that was rasterised in the background, or start that and return None."""
    size = _size(w, h)
    if ("picture", name, size, opaque) in _cache or _is_preloaded((name, size)):
        return picture(name, w, h, opaque=opaque)
    _submit_preload(f"{name} {size}", (name, size), _file(name))
    incremental.record_missing()
    return None


def preloaded_svg(fragment: str, w: float, h: float, *, opaque: bool = False) -> Surface | None:
    """Return an ``svg`` that was rasterised in the background, or start that and return None."""
    size = _size(w, h)
    if (fragment, size, opaque) in _cache or _is_preloaded((fragment, size)):
        return svg(fragment, w, h, opaque=opaque)
    _submit_preload(f"{fragment} {size}", (fragment, size), _document(fragment, size))
    incremental.record_missing()
    return None


def is_preloading() -> bool:
    """Return whether any picture is still being rasterised in the background."""
    return not all(future.done() for _known, future in _preloads.values())


def _is_preloaded(wanted: _RasterRequest) -> bool:
    return any(known == wanted and future.done() for known, future in _preloads.values())


def cancel_preload(name: str) -> None:
    """Cancel preloading the picture, or SVG fragment, of this name."""
    if name in _preloads:
        _preloads.pop(name)[1].cancel()


def _submit_preload(name: str, wanted: _RasterRequest, data: bytes) -> None:
    if any(known == wanted for known, _ in _preloads.values()):
        return
    cancel_preload(name)
    _preloads[name] = wanted, _worker.submit(_rasterised, data, wanted[1])


def _pop_preload(wanted: _RasterRequest, data: Callable[[], bytes]) -> Surface | None:
    """Return the preloaded picture, waiting for it if needed, or None if it was not requested or has not been started.

    While a picture is rendered in slices, a large one is left to the background: raise ``NotLoadedError`` until then.
    """
    if incremental.is_drawing_slice() and wanted[1][0] * wanted[1][1] >= _LARGE_PX and not _is_preloaded(wanted):
        _submit_preload(f"{wanted}", wanted, data())
        raise incremental.NotLoadedError
    name = next((name for name, (known, _) in _preloads.items() if known == wanted), None)
    if name is None:
        return None
    future = _preloads.pop(name)[1]
    return None if future.cancel() else future.result()


_surface_preloads: dict[object, tuple[Future[Surface], Callable[[Surface], object]]] = {}


def preload_surface(key: object, make: Callable[[], Surface], keep: Callable[[Surface], object]) -> bool:
    """Start to ``make`` a surface in the background, unless already started; return True if this call started it.

    A later ``store_preloaded_surfaces`` passes the surface to ``keep``. ``make`` may use no cache, and no surface of
    others that is rotated or scaled anywhere: such a surface is locked meanwhile and cannot be blitted.
    """
    if key in _surface_preloads:
        return False
    _surface_preloads[key] = _worker.submit(make), keep
    return True


def store_preloaded_surfaces() -> None:
    """Store the surfaces finished in the background; call this once a frame, so that the whole frame shows the same."""
    for key in [key for key, (future, _keep) in _surface_preloads.items() if future.done()]:
        future, keep = _surface_preloads.pop(key)
        keep(future.result())


def preloaded_surface(key: object) -> Surface | None:
    """Return the surface of a ``preload_surface`` call, waiting for it if needed.

    Return None if it was not requested or has not been started.
    """
    future, _keep = _surface_preloads.pop(key, (None, None))
    return None if future is None or future.cancel() else future.result()


def cancel_surface_preloads() -> None:
    """Cancel every ``preload_surface`` that is not finished."""
    while _surface_preloads:
        _surface_preloads.popitem()[1][0].cancel()


def icon(name: str, size: float, color: Color | None = None) -> Surface:
    """Return an icon of ``assets/icons`` as a square of ``size`` pixels in one colour, by default the theme's text."""
    side, tint = _size(size, size), hexcode(color or THEME.text)
    key = ("icon", name, side, tint)
    found = _cache.get(key)
    if found:
        return found
    with damaged_asset_context(_path, f"icons/{name}"):
        data = _file(f"icons/{name}").replace(_ICON_INK.encode(), tint.encode())
        return _cache.put(key, converted(_rasterise(data, side)))


def blit_icon(
    surface: Surface, name: str, center: tuple[float, float], size: float, color: Color | None = None
) -> None:
    """Draw an icon centered on a point."""
    drawn = icon(name, size, color)
    surface.blit(drawn, (round(center[0] - drawn.get_width() / 2), round(center[1] - drawn.get_height() / 2)))


def fragment(name: str) -> str:
    """Return the SVG elements inside ``assets/<name>.svg``, to be combined with others in ``svg``."""
    document = _file(name).decode()
    body, end = document.find(">") + 1, document.rfind("</svg>")
    if end < body:
        raise DamagedAssetError(_path(name), "it is no SVG")
    return document[body:end]


def portrait(driver: str, diameter: float) -> Surface:
    """Return the round portrait of a driver, ``diameter`` pixels in diameter."""
    return picture(f"people/{driver}", diameter, diameter)


def blit_portrait(surface: Surface, driver: str, center: tuple[float, float], diameter: float) -> None:
    """Draw a portrait centered on a point."""
    surface.blit(portrait(driver, diameter), (round(center[0] - diameter / 2), round(center[1] - diameter / 2)))


def svg(fragment: str, w: float, h: float, *, opaque: bool = False) -> Surface:
    """Return the picture of an SVG fragment (see module ``svg``), drawn in pixel coordinates on w × h pixels.

    A fully ``opaque`` picture is stored without alpha.
    """
    size = _size(w, h)
    key = (fragment, size, opaque)
    found = _cache.get(key)
    if found:
        return found
    document = _document(fragment, size)
    ready = _pop_preload((fragment, size), lambda: document) or _rasterise(document, size)
    return _cache.put(key, _without_alpha(ready) if opaque else converted(ready))


def _document(fragment: str, size: tuple[int, int]) -> bytes:
    return _SVG.format(w=size[0], h=size[1], body=fragment).encode()


def cached(key: object, draw: Callable[[], Surface]) -> Surface:
    """Return the cached surface of this key, or draw, cache and return it."""
    return _cache.get(key) or _cache.put(key, draw())


def clear_cache() -> None:
    """Empty the picture cache and cancel all rasterising in the background."""
    _cache.clear()
    cancel_surface_preloads()
    cancel_preloads()


def cancel_preloads() -> None:
    """Cancel every ``preload`` and ``preload_svg`` that is not finished."""
    while _preloads:
        _preloads.popitem()[1][1].cancel()
