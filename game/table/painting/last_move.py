"""What a side did last, short enough to stand beside its name on the display."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pygame import Surface

from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.words.captions import limit_chip
from game.words.vocabulary import card_name

_SIGNS: Final = {MoveKind.DISCARD: "close", MoveKind.COUP_FOURRE: "bolt", MoveKind.EXTEND: "flag"}
"""The sign before the card, by the kind of move; what is laid has an arrow."""

_PX, _SMALLEST = 15.5, 12.5
"""The size of the letters at t = 1, and the smallest they shrink to before the name is cut."""
_FEWEST_LETTERS: Final = 4


@dataclass(frozen=True, slots=True)
class LastMove:
    """The sign that says what was done, the card's name (none for an extension), and the side attacked, if any."""

    sign: str
    name: str
    against: int | None = None
    is_limit: bool = False


def last_move(observation: Observation, side: int) -> LastMove | None:
    """The last move of a side in this leg, as far as it shows on the table; None if it has made none."""
    seats = observation.sides[side].seats
    moves = (move for move in reversed(observation.moves) if move.seat in seats)
    shown = next((move for move in moves if move.card is not None or move.kind is MoveKind.EXTEND), None)
    return None if shown is None else _told(shown, observation.rules)


def _told(move: Move, rules_id: str) -> LastMove:
    name = card_name(move.card, rules_id) if move.card is not None else ""
    is_limit = move.card is not None and move.card.id == "speed_limit"
    return LastMove(_SIGNS.get(move.kind, "arrow"), name, move.side, is_limit)


def paint_last_move(surface: Surface, what: LastMove, left: tuple[float, float], width: float, t: float) -> None:
    """Paint it from the middle of its left end; if the width is too small with a shorter name, or not at all."""
    smallest = max(text.MIN_CAPTION_PX, _SMALLEST * t)
    for said in (what, *_briefly(what)):
        for px in (max(text.MIN_TEXT_PX, _PX * t), smallest):
            if _width(said, px) <= width:
                _paint(surface, said, left, px)
                return
    shorter = _shortened(what, smallest, width)
    if shorter is not None:
        _paint(surface, shorter, left, smallest)


def _briefly(what: LastMove) -> tuple[LastMove, ...]:
    """The same in fewer letters, if there is a word for it: a limit is called as on its chip."""
    return (replace(what, name=limit_chip()),) if what.is_limit else ()


def _shortened(what: LastMove, px: float, width: float) -> LastMove | None:
    """The same with as much of the name as fits, if that says anything; the log and the tooltip have all of it."""
    name = what.name.replace("\u00ad", "")
    for letters in range(len(name) - 1, _FEWEST_LETTERS - 1, -1):
        shorter = replace(what, name=f"{name[:letters].rstrip()}…")
        if _width(shorter, px) <= width:
            return shorter
    return None


def _width(what: LastMove, px: float) -> float:
    return 1.35 * px + text.width(what.name, "B5", px) + (2.6 * px if what.against is not None else 0)


def _paint(surface: Surface, what: LastMove, left: tuple[float, float], px: float) -> None:
    x, y = left
    art.blit_icon(surface, what.sign, (x + 0.5 * px, y), px, THEME.text2)
    x += 1.35 * px
    x += text.draw(surface, what.name, x, y, "B5", px, THEME.text2)
    if what.against is not None:
        art.blit_icon(surface, "arrow", (x + 0.8 * px, y), 0.9 * px, THEME.text2)
        draw.side_plate(surface, what.against, x + 2 * px, y, 0.58 * px)
