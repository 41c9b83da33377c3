"""What the game remembers between starts, apart from the running match."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from game.session.forms import (
    FormError,
    field,
    optional,
    players_from_json,
    players_to_json,
    setup_from_json,
    setup_to_json,
)
from game.session.setup import DEFAULT_PLAN, Plan

FORMAT: Final = "milestone-rally-settings"
VERSION: Final = 1

SMALLEST_WINDOW: Final = (960, 540)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings; ``language`` None follows the system, ``window_size`` (pixels) None means the default size.

    ``plan`` is what the setup screen shows first: the match started last.
    """

    language: str | None = None
    fullscreen: bool = False
    window_size: tuple[int, int] | None = None
    plan: Plan = DEFAULT_PLAN

    def to_bytes(self) -> bytes:
        """The content of the settings file."""
        data = {
            "format": FORMAT,
            "version": VERSION,
            "language": self.language,
            "fullscreen": self.fullscreen,
            "window_size": self.window_size,
            "setup": setup_to_json(self.plan.setup),
            "players": players_to_json(self.plan.players),
        }
        return json.dumps(data, indent=1).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Settings:
        """The settings of such a file. Raises ``FormError`` if it holds anything else."""
        try:
            form = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise FormError(f"not JSON: {error}") from None
        if field(form, "format", str) != FORMAT or field(form, "version", int) != VERSION:
            raise FormError(f"expected {FORMAT} of version {VERSION}")
        setup = setup_from_json(form.get("setup"))
        return cls(
            language=optional(form, "language", str),
            fullscreen=field(form, "fullscreen", bool),
            window_size=_window_size(optional(form, "window_size", list)),
            plan=Plan(setup, players_from_json(form.get("players"), setup.seats)),
        )


def _window_size(sizes: list[object] | None) -> tuple[int, int] | None:
    if sizes is None:
        return None
    if len(sizes) != 2 or not all(type(n) is int for n in sizes):
        raise FormError("window_size: expected two numbers")
    width, height = (max(n, least) for n, least in zip(sizes, SMALLEST_WINDOW, strict=True) if isinstance(n, int))
    return width, height
