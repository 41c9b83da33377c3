"""Pictures drawn ahead in slices: what is cached stays, so that each slice begins where the last one ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pygame import Rect, Surface

SLICE_S = 0.008
"""Half of a frame: layout, or the picture itself, takes the other half."""
_MOST = 8
"""So many frames the old picture stays for what is drawn, and for what may come later; then all is drawn at once."""
_MOST_AWAITED = 120
"""So many for what is needed and still drawn in the background."""


class SliceOverError(Exception):
    """Something is not cached yet, and the slice has no time for it."""


class AwaitedError(SliceOverError):
    """Something is still drawn in the background."""


@dataclass(slots=True)
class _Slice:
    """The slice that is drawn now: whether it is over, whether anything was cached in it, and whether that lacks what
    is drawn in the background.
    """

    is_over: Callable[[], bool] | None = None
    is_of_use: bool = False
    is_lacking: bool = False


_slice = _Slice()


def is_running() -> bool:
    """Whether what is drawn now is drawn ahead."""
    return _slice.is_over is not None


def begin_drawing() -> None:
    """Begin to draw what is not cached. Raises ``SliceOverError`` if there is no time left for it."""
    if _slice.is_of_use and _slice.is_over is not None and _slice.is_over():
        raise SliceOverError


def note_cached() -> None:
    """Note that something was cached: there is no slice in which nothing is."""
    _slice.is_of_use = True


def note_lacking() -> None:
    """Note that something was left out that is still drawn in the background."""
    _slice.is_lacking = True


def draw_slice(draw: Callable[[], object], is_over: Callable[[], bool], *, is_patient: bool = True) -> bool:
    """Draw what fits in a slice; True once that is all, but for what may come later if nobody ``is_patient``.

    ``draw`` is called for every slice, and is to keep only what it has finished.
    """
    _slice.is_over, _slice.is_of_use, _slice.is_lacking = is_over, False, False
    try:
        draw()
    except SliceOverError:
        return False
    finally:
        _slice.is_over = None
    return not (is_patient and _slice.is_lacking)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Draw inside what cannot be drawn twice."""
    is_over, _slice.is_over = _slice.is_over, None
    try:
        yield
    finally:
        _slice.is_over = is_over


_CORNER = Rect(0, 0, 0, 0)


class _Nowhere(Surface):
    """A surface that takes nothing: what is drawn there is only cached."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size, 0, 8)
        super().set_clip(Rect(0, 0, 0, 0))
        self._clip = self.get_rect()

    def fill(self, *_how: object, **_flags: object) -> Rect:
        """Nothing."""
        return Rect(0, 0, 0, 0)

    def blit(  # type: ignore[override]
        self, source: Surface, dest: Rect = _CORNER, *_how: object, **_flags: object
    ) -> Rect:
        """Nothing, but say where it would be."""
        return Rect(dest[:2], source.get_size())

    def get_clip(self) -> Rect:
        return self._clip.copy()

    def set_clip(self, rect: Rect | None) -> None:  # type: ignore[override]
        self._clip = self.get_rect() if rect is None else self.get_rect().clip(rect)


class Preparation:
    """A picture as large as the window that is drawn ahead, beginning in a frame that has something else to do.

    ``clock`` gives seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until_s = clock() + SLICE_S
        self._slices = self._awaited = 0
        self._nowhere: _Nowhere | None = None

    def go_on(self, size: tuple[int, int], render: Callable[[Surface], object]) -> bool:
        """Draw a slice of it; True once all is cached, or nobody would wait any longer."""
        if self._nowhere is not None:
            self._until_s = self._clock() + SLICE_S
        if self._nowhere is None or self._nowhere.get_size() != size:
            self._nowhere = _Nowhere(size)
        nowhere = self._nowhere
        nowhere.set_clip(None)
        if self._is_over():
            return False
        is_late = self._slices >= _MOST or self._awaited >= _MOST_AWAITED
        if is_late or draw_slice(lambda: render(nowhere), self._is_over, is_patient=self._awaited < _MOST):
            return True
        if self._is_over():
            self._slices += 1
        else:
            self._awaited += 1
        return False

    def _is_over(self) -> bool:
        return self._clock() >= self._until_s
