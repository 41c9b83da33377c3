"""Where everything lies on the settings screen, for any window from 960 × 540 on: pure geometry in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.scenes.screen_plate import screen_plate
from game.ui.scene import is_tall, text_factor, unit

_WIDEST: Final = 1.8  # of the plate's height
_HEADING, _FIELD, _ROW, _APART = 46, 142, 78, 16  # heights at t = 1
_GAME: Final = _HEADING + 3 * _FIELD + _ROW
_DEVICES: Final = 2 * _HEADING + 5 * _ROW + _APART


@dataclass(frozen=True, slots=True)
class Field:
    """A setting of several steps: its name, a line about it, and below them the steps."""

    name: Rect
    note: Rect
    steps: Rect


@dataclass(frozen=True, slots=True)
class SettingsLayout:
    """The plate with its head; headings and rows of the game, the sound and the screen; the button at the foot."""

    plate: Rect
    head: Rect
    headings: tuple[Rect, Rect, Rect]
    fields: tuple[Field, Field, Field]
    motion: Rect
    sound: tuple[Rect, Rect, Rect]
    screen: tuple[Rect, Rect]
    done: Rect

    @property
    def rows(self) -> tuple[Rect, ...]:
        """All rows that hold one thing each."""
        return self.motion, *self.sound, *self.screen


def settings_layout(size: tuple[int, int]) -> SettingsLayout:
    """Lay the screen out for a window: two columns, or one below the other in a tall window."""
    u = unit(size)
    t = text_factor(u)
    plate, head = screen_plate(size, _WIDEST)
    pad = round(max(16, 50 * u))
    done = Rect(0, 0, round(min(420 * t, 0.5 * plate.w)), max(40, round(76 * t)))
    done.midbottom = plate.centerx, plate.bottom - round(max(12, 30 * u))
    inner = Rect(plate.x + pad, head.bottom + round(22 * t), plate.w - 2 * pad, 0)
    inner.h = done.y - round(14 * t) - inner.y
    across = inner.w if is_tall(size) else (inner.w - round(max(24, 70 * u))) // 2
    needed = _GAME + _APART + _DEVICES if is_tall(size) else max(_GAME, _DEVICES)
    k = min(1.25 * t, inner.h / needed)
    left = Rect(inner.x, inner.y, across, round(_GAME * k))
    right = Rect(inner.right - across, inner.y, across, round(_DEVICES * k))
    if is_tall(size):
        right.y = left.bottom + round(_APART * k)
    return _filled(plate, head, done, (left, right), k)


def _filled(plate: Rect, head: Rect, done: Rect, columns: tuple[Rect, Rect], k: float) -> SettingsLayout:
    left, right = columns
    heading, field, row = round(_HEADING * k), round(_FIELD * k), round(_ROW * k)

    def rows(column: Rect, top: int, count: int) -> list[Rect]:
        return [Rect(column.x, top + i * row, column.w, row) for i in range(count)]

    fields = [_field(Rect(left.x, left.y + heading + i * field, left.w, field)) for i in range(3)]
    motion = Rect(left.x, left.y + heading + 3 * field, left.w, row)
    sound = rows(right, right.y + heading, 3)
    screen_top = sound[-1].bottom + round(_APART * k)
    screen = rows(right, screen_top + heading, 2)
    tops = ((left, left.y), (right, right.y), (right, screen_top))
    game, loud, seen = (Rect(column.x, top, column.w, heading) for column, top in tops)
    return SettingsLayout(
        plate,
        head,
        (game, loud, seen),
        (fields[0], fields[1], fields[2]),
        motion,
        (sound[0], sound[1], sound[2]),
        (screen[0], screen[1]),
        done,
    )


def _field(rect: Rect) -> Field:
    name, note, steps = (round(part * rect.h) for part in (0.2, 0.17, 0.4))
    top = rect.y
    return Field(
        Rect(rect.x, top, rect.w, name),
        Rect(rect.x, top + name, rect.w, note),
        Rect(rect.x, top + name + note + round(0.07 * rect.h), rect.w, steps),
    )
