"""What the parts of the game that others wrote are for, and their licences in short."""

from __future__ import annotations

from game.i18n import capital, part_purpose
from game.licences import ShippedPart, licence_text


def about_part(part: ShippedPart) -> str:
    """What a part is to somebody who plays."""
    return capital(part_purpose(part.what))


def licence_in_short(part: ShippedPart) -> str:
    """The first licence that a part is under; an ellipsis stands for an exception and further ones."""
    first, *more = part.licence.removeprefix("LicenseRef-").replace(" WITH ", " AND ").split(" AND ")
    return f"{first}, …" if more else first


def whole_licence(part: ShippedPart) -> str:
    """Whose a part is, under which licences and where it is from, and then every licence word for word."""
    head = "\n".join(line for line in (part.notice, part.licence, part.home) if line)
    return "\n\n".join((head, *(licence_text(name).strip("\n\f") for name in part.texts)))
