"""Rendering a picture in short slices of time, to fill the caches: each slice draws what is not cached yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pygame import Rect, Surface

SLICE_S = 0.008
"""Half of a frame's time; layout, or drawing the visible picture, takes the other half."""
_MOST = 8
"""The most slices, and the most frames to wait for optional pictures; then everything is drawn at once."""
_MOST_AWAITED = 120
"""The most frames to wait for required pictures that are still rasterised in the background."""


class BudgetExceededError(Exception):
    """Something is not cached yet, and the slice has no time left to draw it."""


class NotLoadedError(BudgetExceededError):
    """A required picture is still being rasterised in the background."""


@dataclass(slots=True)
class _Slice:
    """The present slice: whether its time is over, whether it has cached anything, and whether a picture is missing."""

    is_over: Callable[[], bool] | None = None
    is_of_use: bool = False
    is_lacking: bool = False


_slice = _Slice()


def is_drawing_slice() -> bool:
    """Return whether drawing happens within a slice now."""
    return _slice.is_over is not None


def check_budget() -> None:
    """Check the slice's time before drawing anything uncached. Raise ``BudgetExceededError`` if none is left."""
    if _slice.is_of_use and _slice.is_over is not None and _slice.is_over():
        raise BudgetExceededError


def record_cached() -> None:
    """Record that something was cached; a slice does not end before that."""
    _slice.is_of_use = True


def record_missing() -> None:
    """Record that an optional picture was left out because it is still being rasterised."""
    _slice.is_lacking = True


def draw_slice(draw: Callable[[], object], is_over: Callable[[], bool], *, waits_for_optional: bool = True) -> bool:
    """Draw one slice; return True once all is drawn, with optional pictures too if ``waits_for_optional``.

    ``draw`` is called for every slice and must cache only finished results; ``is_over`` returns whether time is up.
    """
    _slice.is_over, _slice.is_of_use, _slice.is_lacking = is_over, False, False
    try:
        draw()
    except BudgetExceededError:
        return False
    finally:
        _slice.is_over = None
    return not (waits_for_optional and _slice.is_lacking)


@contextmanager
def without_budget() -> Iterator[None]:
    """Remove the time limit within the ``with`` block, for drawing that cannot be repeated."""
    is_over, _slice.is_over = _slice.is_over, None
    try:
        yield
    finally:
        _slice.is_over = is_over


_CORNER = Rect(0, 0, 0, 0)


class _NullSurface(Surface):
    """A surface that ignores all drawing, so that drawing on it only fills the caches."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size, 0, 8)
        super().set_clip(Rect(0, 0, 0, 0))
        self._clip = self.get_rect()

    def fill(self, *_how: object, **_flags: object) -> Rect:
        return Rect(0, 0, 0, 0)

    def blit(  # type: ignore[override]
        self, source: Surface, dest: Rect = _CORNER, *_how: object, **_flags: object
    ) -> Rect:
        """Return the rectangle where the source would be drawn."""
        return Rect(dest[:2], source.get_size())

    def get_clip(self) -> Rect:
        return self._clip.copy()

    def set_clip(self, rect: Rect | None) -> None:  # type: ignore[override]
        self._clip = self.get_rect() if rect is None else self.get_rect().clip(rect)


def fill_caches(draw: Callable[[Surface], object], size: tuple[int, int]) -> None:
    """Within a slice, draw on a surface that ignores it: large pictures are then made once, when all is cached."""
    if is_drawing_slice():
        draw(_NullSurface(size))


class IncrementalRender:
    """Renders a picture of the window's size in slices, only to fill the caches.

    ``clock`` returns seconds. The first slice counts from creation, as its frame has already used some time.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until_s = clock() + SLICE_S
        self._slices = self._awaited = 0
        self._nowhere: _NullSurface | None = None

    def draw_slice(self, size: tuple[int, int], render: Callable[[Surface], object]) -> bool:
        """Draw one slice; return True once everything is cached, or after the longest wait."""
        if self._nowhere is not None:
            self._until_s = self._clock() + SLICE_S
        if self._nowhere is None or self._nowhere.get_size() != size:
            self._nowhere = _NullSurface(size)
        nowhere = self._nowhere
        nowhere.set_clip(None)
        if self._is_over():
            return False
        is_late = self._slices >= _MOST or self._awaited >= _MOST_AWAITED
        if is_late or draw_slice(lambda: render(nowhere), self._is_over, waits_for_optional=self._awaited < _MOST):
            return True
        if self._is_over():
            self._slices += 1
        else:
            self._awaited += 1
        return False

    def _is_over(self) -> bool:
        return self._clock() >= self._until_s
