"""A side's portraits on score sheet and result screen, with the side's symbol (art.md §8)."""

from __future__ import annotations

from pygame import Surface

from game.drivers.moods import Mood
from game.table.view import portrait_name
from game.ui.drawing import art, livery
from game.words.names import Names

_OVERLAP = 0.78  # the step from one portrait of a team to the next, in portraits


def portraits_width(names: Names, side: int, diameter_px: float) -> float:
    """Return the width in pixels that ``draw_portraits`` needs for a side; ``diameter_px`` is a portrait's diameter in
    pixels.
    """
    return diameter_px * (1 + _OVERLAP * (len(names.sides[side]) - 1))


def draw_portraits(
    surface: Surface,
    names: Names,
    side: int,
    center: tuple[float, float],
    diameter_px: float,
    moods: tuple[Mood, ...] = (),
) -> None:
    """Draw a side's portraits in a row around ``center``; ``diameter_px`` is a portrait's diameter in pixels.

    A person is shown as the side's symbol; beside bots the symbol is a small badge. ``moods`` are by seat; if empty,
    all are calm.
    """
    seats = names.sides[side]
    x, y = center[0] - portraits_width(names, side, diameter_px) / 2, center[1] - diameter_px / 2
    for i, seat in enumerate(seats):
        left = x + i * _OVERLAP * diameter_px
        driver = names.drivers[seat]
        if driver is None:
            livery.draw_badge(
                surface, names.livery(side), left + diameter_px / 2, y + diameter_px / 2, 0.49 * diameter_px
            )
        else:
            face = portrait_name(driver, moods[seat] if moods else Mood.CALM)
            art.blit_portrait(surface, face, (left + diameter_px / 2, y + diameter_px / 2), diameter_px)
    if names.drivers[seats[-1]] is not None:
        livery.draw_badge(
            surface,
            names.livery(side),
            x + portraits_width(names, side, diameter_px) - 0.09 * diameter_px,
            y + 0.85 * diameter_px,
            0.22 * diameter_px,
        )
