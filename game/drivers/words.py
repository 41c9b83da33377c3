"""What the drivers say, and in what words a face and old meetings are told; the lines are those of ``assets/remarks``.

A language without lines stays silent. Nothing is ever filled into a line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from random import Random

from game.career.meetings import Meetings
from game.drivers.moods import Mood
from game.drivers.remarks import Remark
from game.i18n import _, language
from game.system.resources import AssetError, asset, read_file
from game.words.names import driver_name

Lines = Mapping[str, Mapping[str, list[str]]]


@cache
def remark_lines(code: str) -> Lines:
    """By driver and occasion the lines of a language; none if it has no file. Read once, and ahead of all frames."""
    try:
        path = asset("remarks", f"{code}.toml")
    except AssetError:
        return {}
    return tomllib.loads(read_file(path).decode())


def pool(remark: Remark, driver: str, code: str) -> list[str]:
    """The lines that may be said of it in a language."""
    lines = remark_lines(code).get(driver, {})
    return [
        *lines.get(remark.occasion, []),
        *(lines.get(f"{remark.occasion}_{remark.joins}", []) if remark.joins else []),
    ]


def line(remark: Remark, driver: str, use: int, person: str) -> str:
    """What the driver says, in the present language, when it speaks of such a thing for the ``use``-th time, from 0.

    All lines come once before any comes twice, in an order that goes by the person; empty where there is none.
    """
    lines = pool(remark, driver, language())
    if not lines:
        return ""
    order = _order(len(lines), f"{person}/{driver}/{remark.occasion}", use // len(lines))
    return lines[order[use % len(lines)]]


def _order(count: int, key: str, lap: int) -> list[int]:
    """The order of one lap; it does not begin with what the lap before ended with."""
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
    """What a face is told as: "Carla scowls"; calm it is the name alone."""
    return _FACES[mood](name) if mood in _FACES else name


def score_against(driver: str | None, met: Mapping[str, Meetings]) -> str:
    """How a person stands against a driver; empty until the two have met often enough, and for no driver."""
    known = met.get(driver) if driver else None
    return meetings_line(driver, known) if driver and known is not None and known.is_told else ""


def meetings_line(driver: str, meetings: Meetings) -> str:
    """How a person stands against a driver: "Carla leads 7–4"."""
    own, other = meetings.won, meetings.lost
    score = _("{a}–{b}", a=max(own, other), b=min(own, other))
    if own > other:
        return _("You lead {score}", score=score)
    if other > own:
        return _("{name} leads {score}", name=driver_name(driver), score=score)
    return _("Level at {score}", score=score)
