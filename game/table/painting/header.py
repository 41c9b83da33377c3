"""The header of a side's display: portraits, symbol, name, last move, state and km.

The state is shown by chips: small labels with an icon and a word.
"""

# ruff: noqa: PLR0913, PLR0917 - a header shows many things

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from enum import StrEnum

from pygame import Color, Surface

from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, SideView
from game.i18n import _, number
from game.people.profiles import Livery
from game.table.geometry.box import FloatRect
from game.table.geometry.places import PORTRAIT_STEP, DisplayPlaces, DisplayVariant
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.theme import THEME
from game.words.captions import immune_chip, limit_chip, state_chip, turn_chip
from game.words.vocabulary import card_name


class ChipKind(StrEnum):
    """What a chip shows; the chips for driving and for the limit have round ends, the others have corners."""

    TURN = "turn"
    ROLLING = "rolling"
    STOPPED = "stopped"
    LIMITED = "limited"
    IMMUNE = "immune"


@dataclass(frozen=True, slots=True)
class Chip:
    """A small label in a display's header; if ``word`` is empty, only its icon is drawn."""

    kind: ChipKind
    word: str


def chips_of(side: SideView, rules_id: str, *, active: bool) -> tuple[Chip, ...]:
    """Return a side's chips in order: turn, state, limit, and one for each safety; ``active`` if it has the turn."""
    chips = [Chip(ChipKind.TURN, turn_chip())] if active else []
    chips.append(Chip(ChipKind.ROLLING if side.rolling else ChipKind.STOPPED, state_chip(side, rules_id)))
    if side.limited:
        chips.append(Chip(ChipKind.LIMITED, limit_chip()))
    chips += [Chip(ChipKind.IMMUNE, immune_chip(safety, rules_id)) for safety in side.safeties]
    return tuple(chips)


_GROUND = {
    ChipKind.TURN: "gold",
    ChipKind.ROLLING: "rolling",
    ChipKind.STOPPED: "stopped",
    ChipKind.LIMITED: "limited",
    ChipKind.IMMUNE: "immune",
}
_STEPS = (0.75, 0.5, 0.25, 0.0)
"""For a row of larger text that does not fit: the shares of its growth over normal size that are tried in order."""
_PILLS = (ChipKind.ROLLING, ChipKind.LIMITED)


@dataclass(frozen=True, slots=True)
class ChipRowSize:
    """The height of a row of chips, their letter size and the gap between them, in pixels."""

    height: float
    px: float
    gap: float

    def interpolated(self, other: ChipRowSize, part: float) -> ChipRowSize:
        """Return a size between this one (``part`` 0) and another (``part`` 1)."""
        return ChipRowSize(*(a + (b - a) * part for a, b in zip(astuple(self), astuple(other), strict=True)))


def chip_size(text_scale: float) -> ChipRowSize:
    """Return the size of a row of chips at a text scale."""
    return ChipRowSize(26 * text_scale, max(text.MIN_CAPTION_PX, 15.5 * text_scale), 6 * text_scale)


def chip_width(chip: Chip, size: ChipRowSize) -> float:
    """Return the width of a chip in pixels."""
    if not chip.word:
        return size.height * 1.12
    return size.height * 1.46 + text.width(chip.word, "B6", size.px)


def _row_width(chips: tuple[Chip, ...], size: ChipRowSize) -> float:
    return sum(chip_width(chip, size) for chip in chips) + size.gap * (len(chips) - 1)


def _shorter(
    chips: tuple[Chip, ...], size: ChipRowSize, least: ChipRowSize
) -> Iterator[tuple[tuple[Chip, ...], ChipRowSize]]:
    """Yield shorter and shorter rows of chips with their sizes.

    Chips of safeties are left out first, then the words of turn and limit, then letters become smaller, down to
    ``least``. The chip with the state always stays, in the end without its word.
    """
    yield chips, size
    while chips and chips[-1].kind is ChipKind.IMMUNE:
        chips = chips[:-1]
        yield chips, size
    chips = _wordless(chips, ChipKind.TURN)
    yield chips, size
    chips = _wordless(chips, ChipKind.LIMITED)
    yield chips, size
    if least.px < size.px:
        for part in _STEPS:
            yield chips, least.interpolated(size, part)
        size = least
    small = replace(size, px=text.MIN_CAPTION_PX)
    yield chips, small
    chips = tuple(chip for chip in chips if chip.kind is not ChipKind.TURN)  # the panel's gold edge shows the turn
    yield chips, small
    state = tuple(chip for chip in chips if chip.kind is not ChipKind.LIMITED)  # the speed pile shows it
    yield state, small
    yield _wordless(chips, ChipKind.ROLLING, ChipKind.STOPPED), size


def _wordless(chips: tuple[Chip, ...], *kinds: ChipKind) -> tuple[Chip, ...]:
    return tuple(replace(chip, word="") if chip.kind in kinds else chip for chip in chips)


def fitting_chips(
    chips: tuple[Chip, ...], width: float, size: ChipRowSize, least: ChipRowSize | None = None
) -> tuple[tuple[Chip, ...], ChipRowSize]:
    """Return the fullest row of chips that fits a width in pixels, and its size.

    ``size`` is the wanted size, ``least`` the size in normal text.
    """
    shortest = ((), size)
    for row, row_size in _shorter(chips, size, least or size):
        if _row_width(row, row_size) <= width:
            return row, row_size
    return shortest


def draw_chips(
    surface: Surface, chips: tuple[Chip, ...], left: tuple[float, float], width: float, size: ChipRowSize,
    least: ChipRowSize | None = None,
) -> None:  # fmt: skip
    """Draw as much of a row of chips as fits a width in pixels; ``left`` is the middle of the row's left end."""
    row, row_size = fitting_chips(chips, width, size, least)
    x, y = left
    for chip in row:
        _draw_chip(surface, chip, x, y, row_size)
        x += chip_width(chip, row_size) + row_size.gap


def _draw_chip(surface: Surface, chip: Chip, x: float, y: float, size: ChipRowSize) -> None:
    h = size.height
    radius, ground = h * (0.5 if chip.kind in _PILLS else 0.22), THEME.named(_GROUND[chip.kind])
    draw.rounded_rect(
        surface, (x, y - h / 2, chip_width(chip, size), h), radius, ground, THEME.chip_edge, max(1, 0.06 * h)
    )
    _draw_sign(surface, chip.kind, (round(x + h * 0.56), round(y)), h)
    if chip.word:
        ink = THEME.ink if chip.kind is ChipKind.TURN else THEME.white
        text.draw(surface, chip.word, x + h * 1.06, y, "B6", size.px, ink)


def _draw_sign(surface: Surface, kind: ChipKind, center: tuple[int, int], h: float) -> None:
    ground = THEME.named(_GROUND[kind])
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


_SIGNS = {MoveKind.DISCARD: "close", MoveKind.COUP_FOURRE: "bolt", MoveKind.EXTEND: "flag"}
"""The icon of a last move by the kind of move; all other moves have an arrow."""

_LAST_PX, _LAST_SMALLEST = 15.5, 12.5
"""The letter size of the last move at text scale 1, and the smallest size before the card's name is shortened."""
_FEWEST_LETTERS = 4


@dataclass(frozen=True, slots=True)
class LastMove:
    """A side's last move: its icon, the card's name (empty for an extension), and ``attacked_side``, the side attacked.

    ``is_limit`` marks a speed limit, for which there is a shorter word.
    """

    icon: str
    name: str
    attacked_side: int | None = None
    is_limit: bool = False


def last_move(observation: Observation, side: int) -> LastMove | None:
    """Return the last move of a side in this leg that changed the table, or None."""
    seats = observation.sides[side].seats
    moves = (move for move in reversed(observation.moves) if move.seat in seats)
    shown = next((move for move in moves if move.card is not None or move.kind is MoveKind.EXTEND), None)
    return None if shown is None else _describe_move(shown, observation.rules)


def _describe_move(move: Move, rules_id: str) -> LastMove:
    name = card_name(move.card, rules_id) if move.card is not None else ""
    is_limit = move.card is not None and move.card.id == "speed_limit"
    return LastMove(_SIGNS.get(move.kind, "arrow"), name, move.side, is_limit)


def paint_last_move(
    surface: Surface,
    what: LastMove,
    left: tuple[float, float],
    width: float,
    text_scale: float,
    *,
    liveries: Sequence[Livery],
) -> None:
    """Paint a side's last move in a header; ``left`` is the middle of its left end, ``width`` the available width.

    If the move does not fit, letters become smaller, then the name shorter; else nothing is painted. ``liveries`` are
    the looks of all sides.
    """
    smallest = max(text.MIN_CAPTION_PX, _LAST_SMALLEST * text_scale)
    delivered = max(text.MIN_TEXT_PX, _LAST_PX * text_scale / max(1.0, text.text_size_factor()))
    for said in (what, *_briefly(what)):
        for px in (
            max(text.MIN_TEXT_PX, _LAST_PX * text_scale),
            smallest,
            *range(int(smallest), math.ceil(delivered) - 1, -1),
        ):
            if _last_width(said, px) <= width:
                _paint_move(surface, said, left, px, liveries)
                return
    shorter = _shortened(what, smallest, width)
    if shorter is not None:
        _paint_move(surface, shorter, left, smallest, liveries)


def _briefly(what: LastMove) -> tuple[LastMove, ...]:
    """Return a version of the move with a shorter name, if there is one: a speed limit has the word of its chip."""
    return (replace(what, name=limit_chip()),) if what.is_limit else ()


def _shortened(what: LastMove, px: float, width: float) -> LastMove | None:
    """Return the move with its name shortened to fit ``width``, or None if too few letters would be left.

    Log and tooltip show the whole name.
    """
    name = what.name.replace("\u00ad", "")
    for letters in range(len(name) - 1, _FEWEST_LETTERS - 1, -1):
        shorter = replace(what, name=f"{name[:letters].rstrip()}…")
        if _last_width(shorter, px) <= width:
            return shorter
    return None


def _last_width(what: LastMove, px: float) -> float:
    return 1.35 * px + text.width(what.name, "B5", px) + (2.6 * px if what.attacked_side is not None else 0)


def _paint_move(
    surface: Surface, what: LastMove, left: tuple[float, float], px: float, liveries: Sequence[Livery]
) -> None:
    x, y = left
    art.blit_icon(surface, what.icon, (x + 0.5 * px, y), px, THEME.text2)
    x += 1.35 * px
    x += text.draw(surface, what.name, x, y, "B5", px, THEME.text2)
    if what.attacked_side is not None:
        art.blit_icon(surface, "arrow", (x + 0.8 * px, y), 0.9 * px, THEME.text2)
        livery.draw_badge(surface, liveries[what.attacked_side], x + 2 * px, y, 0.58 * px)


def paint_header(
    surface: Surface,
    places: DisplayPlaces,
    side: int,
    name: str,
    faces: tuple[str | None, ...],
    liveries: Sequence[Livery],
    km: int,
    target: int,
    chips: tuple[Chip, ...],
    *,
    is_km_hidden: bool = False,
    beside: LastMove | str | None = None,
) -> None:
    """Paint the header of a side's display.

    ``faces`` are the picture names of the portraits in order, None for a person. ``beside`` is a rival's last move or
    remark, painted beside the name if it fits; in larger text a remark may replace the name. ``liveries`` are the looks
    of all sides. If ``is_km_hidden``, because an effect draws the km, their space stays empty.
    """
    left = paint_people(surface, places, liveries[side], faces)
    right = _km_left(places, km, target) if is_km_hidden else paint_km(surface, places, km, target)
    said_px = 0.0
    if isinstance(beside, str):
        name, said_px = _beside_bubble(places, name, beside, left, right)
    y = places.header.y + places.header.h * 0.53
    if places.own:
        left += (
            text.draw(surface, name, left, y, "O7", _name_px(places), max_width=(right - left) * 0.5, min_px=11)
            + 14 * places.text_scale
        )
        draw_chips(surface, chips, (left, y), right - 10 * places.text_scale - left, _chip_size(places))
    elif places.chips is not None:
        room = max(0, right - 6 - left)
        said = name if text.width(name, "O7", text.MIN_CAPTION_PX) <= room else ""  # the portrait alone is enough
        end = left + text.draw(surface, said, left, y, "O7", _name_px(places), max_width=room, min_px=11)
        _paint_beside(surface, places, beside, (end, y), right, liveries, said_px)
        place = places.chips
        draw_chips(surface, chips, (place.x, place.center[1]), place.w, _chip_size(places))
    else:
        y = _first_line(places)
        end = left + text.draw(surface, name, left, y, "O7", _name_px(places), max_width=right - 8 - left)
        _paint_beside(surface, places, beside, (end, y), right, liveries, said_px)
        width = places.header.right - left if _is_tight(places) else right - 8 * places.text_scale - left
        least = chip_size(min(places.text_scale, text.default_scale(places.unit)))
        draw_chips(surface, chips, (left, _chips_y(places)), width, _chip_size(places), least)
    if places.form is not DisplayVariant.COMPACT:
        thick = max(1, round(1.5 * places.unit))
        surface.fill(THEME.edge, (places.header.x, round(places.header.bottom + 1), places.header.w, thick))


def extent(places: DisplayPlaces) -> FloatRect:
    """Return the area on which a header is painted, including its chips."""
    whole = places.header if places.chips is None else FloatRect.hull(places.header, places.chips)
    return whole.grown(0.12 * places.header.h + 2)


def km_box(places: DisplayPlaces, km: int, target: int) -> FloatRect:
    """Return the place of the km at the right end of a header, including the distance to go on the viewer's display."""
    left, head = _km_left(places, km, target), places.header
    return FloatRect(left, head.y, head.right - left, head.h).grown(2)


def _first_line(places: DisplayPlaces) -> float:
    """Return the y of the middle of a rival's name."""
    if places.chips is not None:
        return places.header.y + places.header.h * 0.53
    return places.header.y + places.header.h * (0.28 if _is_tight(places) else 0.32)


def _paint_beside(
    surface: Surface,
    places: DisplayPlaces,
    what: LastMove | str | None,
    left: tuple[float, float],
    right: float,
    liveries: Sequence[Livery],
    said_px: float,
) -> None:
    """Paint a side's last move or remark beside its name; a remark has the letter size ``said_px``, 0 for none."""
    x, y = left[0] + 10 * places.text_scale, left[1]
    if isinstance(what, str):
        if said_px:
            _paint_bubble(surface, places, what, x, y, said_px)
    elif what is not None:
        paint_last_move(surface, what, (x, y), right - 8 * places.text_scale - x, places.text_scale, liveries=liveries)


_BUBBLE_PX, _BUBBLE_LEAST = 15.5, 0.75
_BUBBLE_PADDING = 10  # u, before and behind the words
_TAIL = 9  # u


def _beside_bubble(places: DisplayPlaces, name: str, words: str, left: float, right: float) -> tuple[str, float]:
    """Return the name to show beside a driver's remark, and the remark's letter size, 0 if the remark does not fit.

    Text larger than normal may lose a quarter of its size, and replaces the name (then empty) if that is not enough.
    """
    wished, delivered = _BUBBLE_PX * places.text_scale, _BUBBLE_PX * text.default_scale(places.unit)
    ways = [(stays, px) for stays in (name, "") for px in (wished, max(delivered, _BUBBLE_LEAST * wished))]
    room = right - left - 18 * places.text_scale - (2 * _BUBBLE_PADDING + _TAIL) * places.unit
    for stays, px in ways if wished > delivered else ((name, wished), (name, 0)):
        size = max(text.MIN_CAPTION_PX, px)
        if text.width(stays, "O7", _name_px(places)) + text.width(words, "B5", size) <= room:
            return stays, size
    return name, 0


def _paint_bubble(surface: Surface, places: DisplayPlaces, words: str, x: float, y: float, px: float) -> None:
    """Paint a driver's remark in a speech bubble that points to the portrait."""
    tail, padding, high = _TAIL * places.unit, _BUBBLE_PADDING * places.unit, max(26 * places.text_scale, 1.5 * px)
    wide = text.width(words, "B5", px) + 2 * padding
    edge = max(1, 2 * places.unit)
    draw.rounded_rect(surface, (x + tail, y - high / 2, wide, high), high / 2, THEME.surface2, THEME.edge, edge)
    inner = tail + edge + 0.2 * high
    point = f"M{inner:.1f} {0.32 * high:.1f} L{edge:.1f} {high / 2:.1f} L{inner:.1f} {0.68 * high:.1f}"
    outlined = svg.path(point, THEME.surface2, stroke=THEME.edge, width=edge)
    surface.blit(art.svg(outlined, inner + edge, high), (round(x), round(y - high / 2)))
    text.draw(surface, words, x + tail + padding, y, "B5", px, THEME.text)


def has_room_for(places: DisplayPlaces, name: str, faces: int, km: int, target: int, words: str) -> bool:
    """Return whether a remark fits beside the name in a rival's header; ``faces`` is the number of portraits.

    The answer is no for the viewer's own display, and if a header has several portraits.
    """
    right, left = _km_left(places, km, target), name_left(places, faces)
    return faces == 1 and not places.own and _beside_bubble(places, name, words, left, right)[1] > 0


def _name_px(places: DisplayPlaces) -> float:
    if places.form is DisplayVariant.COMPACT:
        return 16 if places.own else text.MIN_NAME_PX
    return max(text.MIN_NAME_PX, (24 if places.own else 20) * places.text_scale)


def _chip_size(places: DisplayPlaces) -> ChipRowSize:
    if places.chips is not None:
        return ChipRowSize(places.chips.h, text.MIN_CAPTION_PX, 4)
    return chip_size(places.text_scale)


def portraits_box(places: DisplayPlaces, seats: int) -> FloatRect:
    """Return the place of the portraits in the header of a side with that many seats."""
    x, y, d = places.portrait
    return FloatRect(x - d / 2, y - d / 2, d * (1 + (seats - 1) * PORTRAIT_STEP), d)


def paint_people(surface: Surface, places: DisplayPlaces, worn: Livery, faces: tuple[str | None, ...]) -> float:
    """Paint the portraits and the symbol of a side, and return the x at which the name begins.

    A person is shown as the side's symbol; ``worn`` is the look of the side.
    """
    x, y, d = places.portrait
    for face in faces:
        if face is None:
            livery.draw_badge(surface, worn, x, y, d / 2)
        else:
            surface.blit(art.portrait(face, d), (round(x - d / 2), round(y - d / 2)))
        x += d * PORTRAIT_STEP
    edge = x - d * PORTRAIT_STEP + d / 2
    if None in faces:
        return edge + 8 * places.text_scale
    if places.chips is not None:  # too small for a badge
        livery.draw_badge(surface, worn, edge + 2 + d * 0.42, y, d * 0.42)
    else:
        livery.draw_badge(surface, worn, edge - d * 0.06, y + d * 0.34, d * 0.24)
    return name_left(places, len(faces))


def name_left(places: DisplayPlaces, faces: int) -> float:
    """Return the x at which the name of a side begins after ``faces`` portraits."""
    x, _y, d = places.portrait
    edge = x + d * PORTRAIT_STEP * (faces - 1) + d / 2
    return edge + (d * 0.84 + 2 if places.chips is not None else d * 0.1) + 8 * places.text_scale


@dataclass(frozen=True, slots=True)
class _TextPiece:
    """A piece of text that ends at the x ``right``; ``y`` is the middle of its capital letters."""

    words: str
    right: float
    y: float
    face: str
    px: float
    color: Color

    @property
    def left(self) -> float:
        return self.right - text.width(self.words, self.face, self.px)


def _is_tight(places: DisplayPlaces) -> bool:
    """Return whether a rival's header has larger text and so little space that the km are only beside the name."""
    return not places.own and places.chips is None and places.text_scale > text.default_scale(places.unit)


def _km_words(places: DisplayPlaces, km: int, target: int) -> list[_TextPiece]:
    """Return the texts of the km and, on the viewer's display, of the distance to go, from right to left."""
    delivered = min(places.text_scale, text.default_scale(places.unit))
    px = 24.0 if places.form is DisplayVariant.COMPACT else max(38 * delivered, 28 * places.text_scale)
    unit_px = max(text.MIN_CAPTION_PX, px * 0.45)
    y = _tight_km_y(places, px) if _is_tight(places) else places.header.y + 0.53 * places.header.h
    lowered = y + (px - unit_px) * 0.355  # both share a baseline
    unit = _TextPiece("km", places.header.right, lowered, "O6", unit_px, THEME.text2)
    driven = _TextPiece(number(km), unit.left - 5 * places.text_scale, y, "O9", px, THEME.text)
    if not places.own:
        return [unit, driven]
    words, px = _("{km} km to go", km=number(target - km)), max(text.MIN_TEXT_PX, 19 * places.text_scale)
    words, px = text.fit_line(words, "B5", px, places.header.w * 0.25)
    y = places.header.y + places.header.h * 0.58
    return [unit, driven, _TextPiece(words, driven.left - 14 * places.text_scale, y, "B5", px, THEME.text2)]


def _tight_km_y(places: DisplayPlaces, px: float) -> float:
    """Return the y of the middle of the km, clear of the row of chips below."""
    top, height = places.header.y, places.header.h
    return min(top + 0.3 * height, _chips_y(places) - _chip_size(places).height / 2 - 0.355 * px - 2)


def _chips_y(places: DisplayPlaces) -> float:
    return places.header.y + 0.76 * places.header.h


def _km_left(places: DisplayPlaces, km: int, target: int) -> float:
    return _km_words(places, km, target)[-1].left


def paint_km(surface: Surface, places: DisplayPlaces, km: int, target: int) -> float:
    """Paint the km and, on the viewer's display, the distance to go; return the left edge of the text."""
    said = _km_words(places, km, target)
    for piece in said:
        text.draw(surface, piece.words, piece.right, piece.y, piece.face, piece.px, piece.color, anchor="r")
    return said[-1].left
