"""The texts about the drivers: their remarks (from ``assets/remarks``), faces, and scores against a person.

A language without a file of remarks has no remarks. The texts of remarks never contain placeholders.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Annotated, Any, Literal

from msgspec import Meta

from game.career.head_to_head import HeadToHead
from game.drivers.moods import Mood
from game.drivers.remarks import Remark, RemarkOccasion
from game.i18n import _, language
from game.people.drivers import DRIVERS
from game.system.resources import MissingAssetError, load_asset
from game.words.names import driver_name

Lines = Mapping[str, Mapping[str, list[str]]]
_Line = Annotated[str, Meta(pattern=r"\A[^\x00-\x1f]{1,56}\Z")]
SUFFIXED = ("race_start_leader", "race_start_even", "hits_you_leading", "hits_you_even")
"""The keys of additional texts for an occasion (``Remark.line_suffix``)."""
_Driver: Any = Literal[DRIVERS]
_Occasion: Any = Literal[(*(occasion.value for occasion in RemarkOccasion), *SUFFIXED)]
_LinesOfDriver: Any = Annotated[
    dict[_Occasion, Annotated[list[_Line], Meta(min_length=1, max_length=20)]], Meta(min_length=len(RemarkOccasion))
]
_LINES: Any = Annotated[dict[_Driver, _LinesOfDriver], Meta(min_length=len(DRIVERS))]


@cache
def remark_lines(code: str) -> Lines:
    """Return the texts of remarks in a language, by driver and occasion; empty if the language has no file.

    Call this once before animation starts, as reading the file is slow; the result is cached.
    """
    try:
        return load_asset(_LINES, dict, "remarks", f"{code}.toml")
    except MissingAssetError as error:
        if error.path.exists():  # a folder
            raise
        return {}


def fitting_lines(remark: Remark, driver: str, code: str) -> list[str]:
    """Return all texts in the language ``code`` from which the text of the remark can be chosen."""
    lines = remark_lines(code).get(driver, {})
    return [
        *lines.get(remark.occasion, []),
        *(lines.get(f"{remark.occasion}_{remark.line_suffix}", []) if remark.line_suffix else []),
    ]


def remark_line(remark: Remark, driver: str, use: int, person: str) -> str:
    """Return the text of the driver's remark in the current language, or "" if there is none.

    ``use`` is how many remarks on this occasion the driver made before. Every text is used once before any is repeated,
    in an order that depends on the person.
    """
    lines = fitting_lines(remark, driver, language())
    if not lines:
        return ""
    order = _order(len(lines), f"{person}/{driver}/{remark.occasion}", use // len(lines))
    return lines[order[use % len(lines)]]


def _order(count: int, key: str, lap: int) -> list[int]:
    """Return the order in which ``count`` texts are used in round ``lap``.

    The first text is never the last one of the previous round.
    """
    order = list(range(count))
    Random(f"{key}/{lap}").shuffle(order)
    if lap and count > 1 and order[0] == _order(count, key, lap - 1)[-1]:
        order[0], order[1] = order[1], order[0]
    return order


_FACES = {
    Mood.PLEASED: lambda name: _("{name} smiles", name=name),
    Mood.ANNOYED: lambda name: _("{name} scowls", name=name),
    Mood.SHAKEN: lambda name: _("{name} is startled", name=name),
    Mood.LAUGHING: lambda name: _("{name} laughs", name=name),
}


def face_line(name: str, mood: Mood) -> str:
    """Return a text that describes a facial expression: "Carla scowls"; only the name if it is calm."""
    return _FACES[mood](name) if mood in _FACES else name


def score_against(driver: str | None, met: Mapping[str, HeadToHead]) -> str:
    """Return a text with the person's score against a driver, from the records ``met`` by driver.

    Return "" if ``driver`` is None or if they have not played enough matches.
    """
    known = met.get(driver) if driver else None
    if driver is None or known is None or not known.has_score:
        return ""
    return head_to_head_line(driver_name(driver), known.won, known.lost)


def head_to_head_line(name: str, own: int, other: int) -> str:
    """Return the score of the person's matches against an opponent as text: "Carla leads 7–4"."""
    score = _("{a}–{b}", a=max(own, other), b=min(own, other))
    if own > other:
        return _("You lead {score}", score=score)
    if other > own:
        return _("{name} leads {score}", name=name, score=score)
    return _("Tied at {score}", score=score)
