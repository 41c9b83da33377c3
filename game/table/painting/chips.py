"""Chips: what state a side is in, as a picture and a word (art.md §4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from pygame import Color, Surface

from game.engine.observation import SideView
from game.ui.drawing import art, draw, svg, text
from game.ui.drawing.theme import THEME
from game.words import immune_chip, limit_chip, state_chip, turn_chip


class ChipKind(StrEnum):
    """What a chip tells; good or neutral states are round, bad ones and immunity angular."""

    TURN = "turn"
    ROLLING = "rolling"
    STOPPED = "stopped"
    LIMITED = "limited"
    IMMUNE = "immune"


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip; without a word only its picture is drawn."""

    kind: ChipKind
    word: str


def chips_of(side: SideView, rules_id: str, *, active: bool) -> tuple[Chip, ...]:
    """A side's chips in their order: turn, state, limit, one for each safety."""
    chips = [Chip(ChipKind.TURN, turn_chip())] if active else []
    chips.append(Chip(ChipKind.ROLLING if side.rolling else ChipKind.STOPPED, state_chip(side, rules_id)))
    if side.limited:
        chips.append(Chip(ChipKind.LIMITED, limit_chip()))
    chips += [Chip(ChipKind.IMMUNE, immune_chip(safety)) for safety in side.safeties]
    return tuple(chips)


_GROUND: Final[dict[ChipKind, Color]] = {
    ChipKind.TURN: THEME.gold,
    ChipKind.ROLLING: THEME.rolling,
    ChipKind.STOPPED: THEME.stopped,
    ChipKind.LIMITED: THEME.limited,
    ChipKind.IMMUNE: THEME.immune,
}
_PILLS: Final = (ChipKind.ROLLING, ChipKind.LIMITED)


@dataclass(frozen=True, slots=True)
class Size:
    """The height of a row of chips, the size of their letters and the gap between them, in pixels."""

    height: float
    px: float
    gap: float


def chip_size(t: float) -> Size:
    """The size of chips by the text factor."""
    return Size(26 * t, max(text.MIN_CAPTION_PX, 15.5 * t), 6 * t)


def chip_width(chip: Chip, size: Size) -> float:
    """How wide a chip is drawn."""
    if not chip.word:
        return size.height * 1.12
    return size.height * 1.46 + text.width(chip.word, "B6", size.px)


def _row_width(chips: tuple[Chip, ...], size: Size) -> float:
    return sum(chip_width(chip, size) for chip in chips) + size.gap * (len(chips) - 1)


def _shorter(chips: tuple[Chip, ...], size: Size) -> Iterator[tuple[tuple[Chip, ...], Size]]:
    """Ever shorter rows: without immunities from the end, then without words, turn and limit; the state stays."""
    yield chips, size
    while chips and chips[-1].kind is ChipKind.IMMUNE:
        chips = chips[:-1]
        yield chips, size
    small = replace(size, px=text.MIN_CAPTION_PX)
    chips = _wordless(chips, ChipKind.TURN)
    yield chips, size
    chips = _wordless(chips, ChipKind.LIMITED)
    yield chips, size
    yield chips, small
    chips = tuple(chip for chip in chips if chip.kind is not ChipKind.TURN)  # the panel has its gold edge
    yield chips, small
    state = tuple(chip for chip in chips if chip.kind is not ChipKind.LIMITED)  # the speed pile shows it
    yield state, small
    yield _wordless(chips, ChipKind.ROLLING, ChipKind.STOPPED), size


def _wordless(chips: tuple[Chip, ...], *kinds: ChipKind) -> tuple[Chip, ...]:
    return tuple(replace(chip, word="") if chip.kind in kinds else chip for chip in chips)


def fitting(chips: tuple[Chip, ...], width: float, size: Size) -> tuple[tuple[Chip, ...], Size]:
    """The fullest row of chips that fits a width, and its size."""
    shortest = ((), size)
    for row, row_size in _shorter(chips, size):
        if _row_width(row, row_size) <= width:
            return row, row_size
    return shortest


def draw_chips(surface: Surface, chips: tuple[Chip, ...], left: tuple[float, float], width: float, size: Size) -> None:
    """Draw as much of a row of chips as fits a width; ``left`` is the middle of its left end."""
    row, row_size = fitting(chips, width, size)
    x, y = left
    for chip in row:
        _draw_chip(surface, chip, x, y, row_size)
        x += chip_width(chip, row_size) + row_size.gap


def _draw_chip(surface: Surface, chip: Chip, x: float, y: float, size: Size) -> None:
    h = size.height
    radius = h * (0.5 if chip.kind in _PILLS else 0.22)
    draw.rounded(surface, (x, y - h / 2, chip_width(chip, size), h), radius, _GROUND[chip.kind])
    _draw_sign(surface, chip.kind, (round(x + h * 0.56), round(y)), h)
    if chip.word:
        ink = THEME.ink if chip.kind is ChipKind.TURN else THEME.white
        text.draw(surface, chip.word, x + h * 1.06, y, "B6", size.px, ink)


def _draw_sign(surface: Surface, kind: ChipKind, center: tuple[int, int], h: float) -> None:
    ground = _GROUND[kind]
    match kind:
        case ChipKind.TURN:
            art.blit_icon(surface, "flag", center, h * 0.68, THEME.ink)
        case ChipKind.ROLLING:
            _blit(surface, svg.circle(h / 2, h / 2, h * 0.37, THEME.white), center, h)
            art.blit_icon(surface, "arrow", center, h * 0.5, ground)
        case ChipKind.STOPPED:
            art.blit_icon(surface, "octagon", center, h * 0.72, THEME.white)
            _blit(surface, svg.rect((h * 0.3, h * 0.45, h * 0.4, h * 0.1), 0, ground), center, h)
        case ChipKind.LIMITED:
            rings = svg.circle(h / 2, h / 2, h * 0.39, THEME.red_l) + svg.circle(h / 2, h / 2, h * 0.29, THEME.white)
            _blit(surface, rings, center, h)
            text.draw(surface, "50", center[0], center[1], "O9", h * 0.31, THEME.ink, anchor="c")
        case ChipKind.IMMUNE:
            art.blit_icon(surface, "shield", center, h * 0.7, THEME.gold_l)


def _blit(surface: Surface, fragment: str, center: tuple[int, int], size: float) -> None:
    drawn = art.svg(fragment, size, size)
    surface.blit(drawn, (round(center[0] - size / 2), round(center[1] - size / 2)))
