"""When a tooltip is shown: a while after the pointer or the focus has come to rest on something. Pure."""

from __future__ import annotations

from typing import Final

POINTED_S: Final = 0.5
FOCUSED_S: Final = 0.8
"""Longer for the focus, which passes over much on its way."""


class TooltipTiming:
    """What is explained now. ``rest_on`` says where pointer or focus are, ``end`` that something was pressed."""

    def __init__(self) -> None:
        self._spot: str | None = None
        self._due_s: float | None = None
        self._is_shown = False

    @property
    def shown(self) -> str | None:
        """The id of what is explained, None while nothing is."""
        return self._spot if self._is_shown else None

    def rest_on(self, spot: str | None, due_s: float) -> None:
        """The pointer or the focus is there, and if it stays, the tooltip is due at that moment."""
        if spot != self._spot:
            self._spot, self._due_s, self._is_shown = spot, due_s, False

    def end(self) -> None:
        """Show nothing until pointer or focus go elsewhere."""
        self._due_s, self._is_shown = None, False

    def forget(self) -> None:
        """Show nothing until they go anywhere, be it here."""
        self.end()
        self._spot = None

    def update(self, now_s: float) -> bool:
        """Go on to this moment; True if a tooltip has come up."""
        if self._spot is None or self._due_s is None or now_s < self._due_s:
            return False
        self._due_s, self._is_shown = None, True
        return True
