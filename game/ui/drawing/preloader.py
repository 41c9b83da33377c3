"""Makes surfaces in the background, for frames that need them later."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from pygame import Surface

_Keep = Callable[[Surface], object]


class SurfaceRequest(NamedTuple):
    """A surface that is being made; see ``Preloader.request``."""

    future: Future[Surface]
    keep: _Keep | None
    slot: Hashable


class Preloader:
    """Makes surfaces in a thread, one after the other, each known by a key."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, "rasteriser")
        self._requests: dict[Hashable, SurfaceRequest] = {}

    def request(
        self, key: Hashable, make: Callable[[], Surface], keep: _Keep | None = None, *, slot: Hashable = None
    ) -> bool:
        """Start to ``make`` a surface, unless that was requested before; return True if this call started it.

        It waits for ``get``, or for the next ``store``, which passes it to ``keep``. A ``slot`` has room for one
        request, and a new one replaces it. ``make`` may use no cache, and no surface of others that is rotated or
        scaled anywhere: such a surface is locked meanwhile and cannot be blitted.
        """
        if key in self._requests:
            return False
        if slot is not None:
            self.forget(slot)
        self._requests[key] = SurfaceRequest(self._worker.submit(make), keep, slot)
        return True

    def is_ready(self, key: Hashable) -> bool:
        return key in self._requests and self._requests[key].future.done()

    def get(self, key: Hashable) -> Surface | None:
        """Return a requested surface, waiting for it if needed, and forget it.

        Return None if it was not requested, or if its making has not begun: the caller then makes it at once.
        """
        request = self._requests.pop(key, None)
        return None if request is None or request.future.cancel() else request.future.result()

    def store(self) -> None:
        """Pass finished surfaces to their ``keep``; call this once a frame, so that the whole frame shows the same."""
        for key, (future, keep, _slot) in list(self._requests.items()):
            if keep is not None and future.done():
                del self._requests[key]
                keep(future.result())

    @property
    def is_busy(self) -> bool:
        """Whether a surface is being made that has no ``keep``."""
        return not all(request.future.done() for request in self._requests.values() if request.keep is None)

    def forget(self, slot: Hashable) -> None:
        """Cancel the request in this slot, if there is one."""
        for key in [key for key, request in self._requests.items() if request.slot == slot]:
            self._requests.pop(key).future.cancel()

    def forget_all(self) -> None:
        while self._requests:
            self._requests.popitem()[1].future.cancel()
