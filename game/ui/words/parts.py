"""What the parts of the game that others wrote are for, and their licences in short."""

from __future__ import annotations

from typing import Final

from game.ui.i18n import _p, capital
from game.ui.licences import Part, licence_text

WHAT_FOR: Final = "what a part of the game is for"
"""The context of those messages, which stand in the index of licences and are extracted from there."""


def about_part(part: Part) -> str:
    """What a part is to somebody who plays."""
    return capital(_p(WHAT_FOR, part.what))


def licence_in_short(part: Part) -> str:
    """The first licence that a part is under; an ellipsis stands for an exception and further ones."""
    first, *more = part.licence.removeprefix("LicenseRef-").replace(" WITH ", " AND ").split(" AND ")
    return f"{first}, …" if more else first


def whole_licence(part: Part) -> str:
    """Whose a part is, under which licences and where it is from, and then every licence word for word."""
    head = "\n".join(line for line in (part.notice, part.licence, part.home) if line)
    return "\n\n".join((head, *(licence_text(name).strip("\n\f") for name in part.texts)))
