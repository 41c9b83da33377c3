"""The nineteen kinds of card, and which card answers which (rules.md §1, §2).

The engine and search use a card's ``index``, 0 to 18; all other code uses the one ``Card`` object of that kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Family(StrEnum):
    """The four families of cards."""

    DISTANCE = "distance"
    HAZARD = "hazard"
    REMEDY = "remedy"
    SAFETY = "safety"


class Pile(StrEnum):
    """The kinds of pile that a side's display has."""

    BATTLE = "battle"
    SPEED = "speed"
    DISTANCE = "distance"
    SAFETIES = "safeties"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One kind of card. There is exactly one object per kind, so cards compare and hash by identity.

    ``index`` is 0 … 18 in the order of ``CARDS``; ``pile`` is the pile of a display that the card is laid on (rules.md
    §1); ``km`` is 0 for all cards but distance cards.
    """

    id: str
    index: int
    family: Family
    pile: Pile
    km: int = 0

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.id,)

    def __repr__(self) -> str:
        return f"<{self.id}>"


_FAMILIES: Final = {
    Family.DISTANCE: ("km_25", "km_50", "km_75", "km_100", "km_200"),
    Family.HAZARD: ("stop", "speed_limit", "out_of_gas", "flat_tire", "accident"),
    Family.REMEDY: ("go", "end_of_limit", "gasoline", "spare_tire", "repairs"),
    Family.SAFETY: ("right_of_way", "extra_tank", "puncture_proof", "driving_ace"),
}

_PILES: Final = {Family.DISTANCE: Pile.DISTANCE, Family.SAFETY: Pile.SAFETIES}
_OF_SPEED: Final = {"speed_limit": Pile.SPEED, "end_of_limit": Pile.SPEED}

CARDS: Final[tuple[Card, ...]] = tuple(
    Card(
        name,
        index,
        family,
        _OF_SPEED.get(name) or _PILES.get(family, Pile.BATTLE),
        int(name[3:]) if family is Family.DISTANCE else 0,
    )
    for index, (family, name) in enumerate((f, n) for f, names in _FAMILIES.items() for n in names)
)
"""All kinds by index: five distances, five hazards, five remedies, four safeties; remedy ``i`` answers hazard ``i``."""

CARD_BY_ID: Final[dict[str, Card]] = {c.id: c for c in CARDS}

DISTANCES: Final = tuple(c for c in CARDS if c.family is Family.DISTANCE)
FASTEST_KM: Final = DISTANCES[-1].km
HAZARDS: Final = tuple(c for c in CARDS if c.family is Family.HAZARD)
REMEDIES: Final = tuple(c for c in CARDS if c.family is Family.REMEDY)
SAFETIES: Final = tuple(c for c in CARDS if c.family is Family.SAFETY)

STOP: Final = CARD_BY_ID["stop"]
SPEED_LIMIT: Final = CARD_BY_ID["speed_limit"]
GO: Final = CARD_BY_ID["go"]
END_OF_LIMIT: Final = CARD_BY_ID["end_of_limit"]
RIGHT_OF_WAY: Final = CARD_BY_ID["right_of_way"]

REMEDY_FOR: Final[dict[Card, Card]] = dict(zip(HAZARDS, REMEDIES, strict=True))

SAFETY_AGAINST: Final[dict[Card, Card]] = {
    CARD_BY_ID[hazard]: CARD_BY_ID[safety]
    for hazard, safety in (
        ("stop", "right_of_way"),
        ("speed_limit", "right_of_way"),
        ("out_of_gas", "extra_tank"),
        ("flat_tire", "puncture_proof"),
        ("accident", "driving_ace"),
    )
}


def card(card_id: str) -> Card:
    """Return the card of that id. Raises ``KeyError`` if there is none.

    >>> card("km_200").km
    200
    """
    return CARD_BY_ID[card_id]
