"""Who plays at this machine: a name, and the livery of the car. A match keeps the profiles of the persons in it."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, TypeVar
from uuid import uuid4

from msgspec import Meta

from game.engine.errors import brief

NAME_LETTERS = 14
"""The characters of a name, at most."""
DRIVERS: tuple[str, ...] = ("bruno", "carla", "hugo", "irma", "leo", "nina")
"""The ids of the characters that bots play as; names and faces belong to the interface, styles to the bots."""
_DRIVERS_NAMES = frozenset((*DRIVERS, "karla"))  # and how some languages spell them

_BETWEEN = " -'’."
_DRAWN = 11  # letters of an id: there is room for them behind ``FIRST``
_BEYOND_ASCII = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĭĮįİıĳ"
    "ĴĵĶķĹĺĻļĽľŀŁłŃńŅņŇňŊŋŌōŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžƏƒƠơƯưǍǎǔǥǧǩǯǿȘșȚțȟȨȩȷəʒẀẁẂẃẄẅẠạẢảẤấẦầẨ"
    "ẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹﬁﬂ"
)  # Latin letters that every face of the fonts has, and what a name is drawn in; a test compares them
_OF_NAMES = frozenset((*string.ascii_letters, *string.digits, *_BEYOND_ASCII, *_BETWEEN))
_ID = re.compile(r"\A[0-9a-z]{1,16}\Z")
ProfileId = Annotated[str, Meta(pattern=_ID.pattern)]
FILE_SUFFIX = ".zip"
"""What the name of an exported profile ends with."""
FIRST = "first"
"""What the id of the first profile begins with, and no other: those are drawn from figures and the letters a to f."""


class Symbol(StrEnum):
    """What is on a side's plate and on the door of its car, in the order of the seats that have it by themselves."""

    STAR = "star"
    MOON = "moon"
    DIAMOND = "diamond"
    CROSS = "cross"
    RING = "ring"
    BARS = "bars"


class Paint(StrEnum):
    """The colour of a side, likewise."""

    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    LILAC = "lilac"
    BLACK = "black"


class Body(StrEnum):
    """What kind of car a side drives."""

    SALOON = "saloon"
    BUBBLE = "bubble"
    ESTATE = "estate"
    VAN = "van"
    ROADSTER = "roadster"
    COUPE = "coupe"
    RACER = "racer"


DRIVEN = MappingProxyType(
    {
        "bruno": Body.VAN,
        "carla": Body.ROADSTER,
        "hugo": Body.ESTATE,
        "irma": Body.COUPE,
        "leo": Body.RACER,
        "nina": Body.SALOON,
    }
)
"""What the drivers drive."""


class Trim(StrEnum):
    """What is added to a car."""

    PLAIN = "plain"
    STRIPE = "stripe"
    LUGGAGE = "luggage"
    PENNANT = "pennant"


class Back(StrEnum):
    """What is on the back of the cards."""

    ROAD = "road"
    SIGNPOST = "signpost"
    SUN = "sun"
    HARBOUR = "harbour"
    PASS = "pass"
    FINISH = "finish"
    NIGHT = "night"


class Scenery(StrEnum):
    """The landscape behind the screens and beside the road."""

    DAY = "day"
    COAST = "coast"
    AUTUMN = "autumn"
    SNOW = "snow"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class Livery:
    """What a side is known by."""

    symbol: Symbol = Symbol.STAR
    paint: Paint = Paint.RED
    trim: Trim = Trim.PLAIN
    body: Body = Body.SALOON


class NameFault(StrEnum):
    """Why somebody cannot be called so."""

    LETTERS = "letters"
    """Too many characters, none of them a letter, or one that no name has."""
    DRIVER = "driver"
    """One of the six drivers is called so."""
    TAKEN = "taken"
    """Another profile is."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A person: ``id`` never changes and is never given again anywhere, ``name`` is empty until there is one.

    Raises ``ValueError`` for an id or a name that cannot be.
    """

    id: str
    name: str = ""
    livery: Livery = Livery()

    def __post_init__(self) -> None:
        if not is_profile_id(self.id) or (self.name and name_fault(self.name)):
            raise ValueError(f"profile: expected an id and a name, got {brief(self.id)} and {brief(self.name)}")

    @property
    def person(self) -> str:
        """What statistics at this machine know the person by.

        The first profile is the one that has always been there, whatever its id: earlier versions gave it none of its
        own, and one that is drawn anew, as the settings were lost, is the same person.
        """
        return FIRST if self.id.startswith(FIRST) else self.id


@dataclass(frozen=True, slots=True)
class Figures:
    """What a person has done in the ``legs`` that count, also of matches under way; ``finished`` are all that are over,
    with help too.
    """

    legs: int
    won: int
    km: int
    coups_fourres: int
    finished: int = 0


def is_profile_id(text: str) -> bool:
    """Whether a profile could have that id."""
    return _ID.match(text) is not None


def name_fault(name: str, others: Sequence[Profile] = ()) -> NameFault | None:
    """What is wrong with a name beside those of the others, None if nothing is."""
    is_tidy = name == " ".join(name.split()) and unicodedata.is_normalized("NFC", name)
    if not is_tidy or len(name) > NAME_LETTERS or not all(map(is_of_name, name)) or not any(map(str.isalpha, name)):
        return NameFault.LETTERS
    if _plain(name) in _DRIVERS_NAMES:
        return NameFault.DRIVER
    return NameFault.TAKEN if name.casefold() in {other.name.casefold() for other in others} else None


def is_of_name(character: str) -> bool:
    """Whether a character may stand in a name: a Latin letter that can be drawn, a digit, or what comes between two
    names.
    """
    return character in _OF_NAMES


def _plain(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))


FIRST_PROFILE = Profile(FIRST)
"""Who plays before anybody has made a profile, as long as it has got no id of its own."""


def drawn_id() -> str:
    """An id that no profile has anywhere."""
    return uuid4().hex[:_DRAWN]


def new_profile(id: str, others: Sequence[Profile]) -> Profile:
    """A profile without a name, in a symbol and a colour that none of the others has, as long as there are such."""
    symbol = _free(Symbol.STAR, {other.livery.symbol for other in others}, tuple(Symbol))
    paint = _free(Paint.RED, {other.livery.paint for other in others}, tuple(Paint))
    return Profile(id, livery=Livery(symbol, paint))


def side_liveries(wishes: Sequence[Livery | None], bodies: Sequence[Body] = ()) -> tuple[Livery, ...]:
    """What the sides of a table are known by, in seat order; neither symbol nor colour occurs twice.

    A side with a person gets what its profile wishes for, or where an earlier seat has it the next that is free. A side
    that wishes for nothing (None) keeps what its seat has by itself, or where that is gone gets the first free; it
    drives the one of ``bodies``.
    """
    symbols = _each_once([wish.symbol if wish else None for wish in wishes], tuple(Symbol))
    paints = _each_once([wish.paint if wish else None for wish in wishes], tuple(Paint))
    trims = [wish.trim if wish else Trim.PLAIN for wish in wishes]
    own = bodies or [Body.SALOON] * len(wishes)
    driven = [wish.body if wish else body for wish, body in zip(wishes, own, strict=True)]
    return tuple(map(Livery, symbols, paints, trims, driven))


T = TypeVar("T")


def _each_once(wishes: Sequence[T | None], offered: Sequence[T]) -> list[T]:
    given: dict[int, T] = {}
    for side, wish in enumerate(wishes):
        if wish is not None:
            given[side] = _free(wish, set(given.values()), offered)
    for side, wish in enumerate(wishes):
        if wish is None and offered[side] not in given.values():
            given[side] = offered[side]
    return [given.setdefault(side, _free(offered[0], set(given.values()), offered)) for side in range(len(wishes))]


def _free(wish: T, taken: set[T], offered: Sequence[T]) -> T:
    """What was wished for, or the next of what is offered that is not taken; if all are, what was wished for."""
    at = offered.index(wish)
    return next((one for one in (*offered[at:], *offered[:at]) if one not in taken), wish)
