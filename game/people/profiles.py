"""The persons who play on this machine: their names and car liveries. A match file contains its persons' profiles."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeVar
from uuid import uuid4

from msgspec import Meta

from game.engine.errors import abbreviate
from game.people.drivers import SPELLED_NAMES
from game.people.looks import CarBody, CarTrim, Paint, Symbol

MAX_NAME_LETTERS = 14
"""Maximum number of characters in a name."""

_BETWEEN = " -'’."
_DRAWN = 11  # length of a random id
_BEYOND_ASCII = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĭĮįİıĳ"
    "ĴĵĶķĹĺĻļĽľŀŁłŃńŅņŇňŊŋŌōŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžƏƒƠơƯưǍǎǔǥǧǩǯǿȘșȚțȟȨȩȷəʒẀẁẂẃẄẅẠạẢảẤấẦầẨ"
    "ẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹﬁﬂ"
)  # Latin letters that all the fonts in which names are painted have; a test compares them
_OF_NAMES = frozenset((*string.ascii_letters, *string.digits, *_BEYOND_ASCII, *_BETWEEN))
PROFILE_ID_PATTERN = r"\A[0-9a-z]{1,16}\Z"
_ID = re.compile(PROFILE_ID_PATTERN)
ProfileId = Annotated[str, Meta(pattern=PROFILE_ID_PATTERN)]
FILE_SUFFIX = ".zip"


@dataclass(frozen=True, slots=True)
class Livery:
    """The looks of a side's car and of its panel on the table."""

    symbol: Symbol = Symbol.STAR
    paint: Paint = Paint.RED
    trim: CarTrim = CarTrim.PLAIN
    body: CarBody = CarBody.SALOON


class NameFault(StrEnum):
    """Why a name is refused."""

    LETTERS = "letters"
    """It is too long, has untidy spaces, contains no letter, or contains a character that names cannot have."""
    DRIVER = "driver"
    """One of the six drivers has this name."""
    TAKEN = "taken"
    """Another profile has this name."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A person. ``id`` never changes and is unique on all machines; ``name`` is empty until the person chooses one.

    Raises ``ValueError`` for an invalid id or name.
    """

    id: str
    name: str = ""
    livery: Livery = Livery()

    def __post_init__(self) -> None:
        if not is_profile_id(self.id) or (self.name and name_fault(self.name)):
            raise ValueError(
                f"profile: expected an id and a name, got {abbreviate(self.id)} and {abbreviate(self.name)}"
            )


@dataclass(frozen=True, slots=True)
class PersonTotals:
    """A person's totals over the ``legs`` that count for the statistics, including those of unfinished matches.

    ``finished`` is the number of all finished legs, including those that do not count for the statistics.
    """

    legs: int
    won: int
    km: int
    coups_fourres: int
    finished: int = 0


def is_profile_id(text: str) -> bool:
    """Return whether the text is a valid profile id."""
    return _ID.match(text) is not None


def name_fault(name: str, others: Sequence[Profile] = ()) -> NameFault | None:
    """Return why a person cannot have that name, given the other profiles, or None if it is allowed."""
    is_tidy = name == " ".join(name.split()) and unicodedata.is_normalized("NFC", name)
    if (
        not is_tidy
        or len(name) > MAX_NAME_LETTERS
        or not all(map(is_name_character, name))
        or not any(map(str.isalpha, name))
    ):
        return NameFault.LETTERS
    if _plain(name) in SPELLED_NAMES:
        return NameFault.DRIVER
    return NameFault.TAKEN if name.casefold() in {other.name.casefold() for other in others} else None


def is_name_character(character: str) -> bool:
    """Return whether names may contain that character: a Latin letter that can be drawn, a digit, or a separator."""
    return character in _OF_NAMES


def _plain(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))


FIRST_PROFILE = Profile("first")
"""The profile of a person who is not known: in settings without a file, and in a match without profiles."""


def random_profile_id() -> str:
    """Return a random profile id, long enough that no other machine makes the same one."""
    return uuid4().hex[:_DRAWN]


def new_profile(id: str, others: Sequence[Profile]) -> Profile:
    """Return a profile without a name, with a symbol and a colour that no other profile has, if there are any left."""
    symbol = _free(Symbol.STAR, {other.livery.symbol for other in others}, tuple(Symbol))
    paint = _free(Paint.RED, {other.livery.paint for other in others}, tuple(Paint))
    return Profile(id, livery=Livery(symbol, paint))


def assign_liveries(wishes: Sequence[Livery | None], bodies: Sequence[CarBody] = ()) -> tuple[Livery, ...]:
    """Return the livery of each side; no symbol and no colour occurs twice.

    ``wishes`` are the liveries of the persons' profiles by side, None for a side without a person. If an earlier side
    has the symbol or colour wished for, the side gets the next free one. A side without a wish gets the default of its
    number, or the first free one, and its car type from ``bodies`` (by side).
    """
    symbols = _each_once([wish.symbol if wish else None for wish in wishes], tuple(Symbol))
    paints = _each_once([wish.paint if wish else None for wish in wishes], tuple(Paint))
    trims = [wish.trim if wish else CarTrim.PLAIN for wish in wishes]
    own = bodies or [CarBody.SALOON] * len(wishes)
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
    """Return ``wish`` if it is not taken, else the next item of ``offered`` that is not taken.

    Return ``wish`` if all items are taken.
    """
    at = offered.index(wish)
    return next((one for one in (*offered[at:], *offered[:at]) if one not in taken), wish)
