"""The match file: setup, players, seed, and the records of the legs, the running one last.

A match is loaded by replaying its records. A file states the version of its format; a newer one is refused. A change of
the rules or decks is a change of the format.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from datetime import date
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ai.protocol import CardId
from game.engine.cards import CARD_BY_ID, Card
from game.engine.errors import EngineError, abbreviate
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.moves import Move, MoveKind, move
from game.engine.record import Record, replay
from game.engine.setup import MatchSetup
from game.files import limits
from game.files.forms import DECODE_ERRORS, FormatError, Json, convert, parse_object, parse_versioned
from game.files.wall_clock import utc_offset_s
from game.match.bot_reasons import BotReason
from game.match.deals import DealNumber
from game.match.forms import (
    BotReasonForm,
    PlayerForm,
    SetupForm,
    check_bot_move_indices,
    players_from_forms,
    reason_forms,
    reasons_from_forms,
)
from game.match.plan import Plan
from game.people.players import Aggression, Player
from game.people.profiles import FIRST_PROFILE, Profile

FORMAT = "milestone-rally-match"
VERSION = 3


class MatchKind(StrEnum):
    """How a match was started."""

    MATCH = "match"
    """A match or race of one leg from the title or the setup screen."""
    DEAL = "deal"
    """One leg of a numbered deal or of the deal of the day."""
    PRACTICE = "practice"
    """A continuation from some turn of another match."""
    STAGE = "stage"
    """A stage of the tour."""


class LegForm(Struct, frozen=True):
    """The data of a leg in the file, except for its record; ``SavedLeg`` explains the fields."""

    reasons: list[BotReasonForm] = []
    hurried: list[int] = []
    taken_back: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(max_length=limits.MAX_TAKE_BACKS)] = []
    delegated: list[int] | None = None


class MatchForm(
    Struct,
    frozen=True,
    kw_only=True,
    rename={
        "begun_s": "begun",
        "begun_offset_s": "begun_offset",
        "saved_s": "saved",
        "saved_offset_s": "saved_offset",
        "allows_take_backs": "take_backs",
        "allows_hints": "hints",
        "is_imported": "imported",
    },
):
    """The fields of the file except format and version; ``SavedMatch`` explains them. Null equals missing."""

    name: limits.Name = ""
    kind: MatchKind = MatchKind.MATCH
    begun_s: limits.UnixSeconds = 0
    begun_offset_s: limits.UtcOffset | None = None
    saved_s: limits.UnixSeconds = 0
    saved_offset_s: limits.UtcOffset | None = None
    seed: limits.Seed
    setup: SetupForm
    players: list[PlayerForm]
    manner: Aggression = Aggression.FIERCE
    allows_take_backs: bool = False
    allows_hints: bool = True
    open_cards: bool = False
    is_imported: bool = False
    first_deal: DealNumber | None = None
    day: date | None = None
    stage: limits.StageId | None = None
    driven_on_turn: Annotated[int, Meta(ge=0, le=limits.MAX_COUNT)] = 0
    first_dealer: int
    legs: Annotated[list[Json], Meta(min_length=1, max_length=limits.MAX_LEGS_PLAYED)]
    undone: list[str] = []
    deputies: list[int] = []
    hand: Annotated[list[CardId], Meta(max_length=limits.MAX_HAND_CARDS)] = []

    def __post_init__(self) -> None:
        if not self.name.isprintable() or self.name != self.name.strip():
            raise ValueError(f"name: expected printable characters, got {abbreviate(self.name)}")
        if not 0 <= self.first_dealer < self.setup.seats:
            raise ValueError(
                f"first_dealer: expected one of {self.setup.seats} seats, got {abbreviate(self.first_dealer)}"
            )


@dataclass(frozen=True, slots=True)
class SavedLeg:
    """A leg in a match file: its record and the data beside it.

    ``reasons`` are the bots' reasons and ``hurried`` the moves that a stand-in made for a silent bot; both refer to
    indices of the moves that the viewer knows. ``taken_back`` has for each take-back the number of known moves that
    remained, in ascending order. ``delegated`` are the persons' seats for which the autopilot decided at least once.
    """

    record: Record
    reasons: Mapping[int, BotReason] = field_of(default_factory=dict)
    hurried: frozenset[int] = frozenset()
    taken_back: tuple[int, ...] = ()
    delegated: frozenset[int] = frozenset()

    def to_json(self) -> Json:
        told = {"reasons": reason_forms(self.reasons), "hurried": sorted(self.hurried)}
        return self.record.to_json() | told | {"taken_back": self.taken_back, "delegated": sorted(self.delegated)}


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match on disk. ``seed`` determines the decks and the bots' decisions still to come.

    ``totals`` are the sides' scores after the finished legs, ``winner`` is the winning side, None until the match is
    over; ``km`` are the sides' distances in the last leg, known once a file is read. None of these is written, as they
    follow from the records. ``hand`` is the order of the viewer's hand when last
    shown, which may be a card more or less than it holds. ``manner`` is how hard all bots attack; a file without it was
    begun when all were fierce. ``undone`` are the taken-back moves that can be redone after the last record.
    ``deputies`` are the persons' seats on autopilot until the running leg ends. ``name`` is the player's name for the
    match, or empty.

    ``begun_s`` and ``saved_s`` are seconds since 1970 UTC, 0 if unknown; ``begun_offset_s`` and ``saved_offset_s`` the
    UTC offsets of local time then, None if unknown. With ``open_cards`` the match was begun with all cards visible. An
    ``is_imported`` match counts in nobody's statistics. ``first_deal`` is the chosen number of the first leg's deal,
    ``day`` the date of a deal of the day, ``stage`` the id of a tour stage, ``driven_on_turn`` the turn of another
    match from which a practice match continues, 0 if unknown. ``id`` is the file's name; it is not written, and empty
    before there is a file.
    """

    setup: MatchSetup
    players: tuple[Player, ...]
    seed: int
    first_dealer: int
    legs: tuple[SavedLeg, ...] = ()
    totals: tuple[int, ...] = ()
    km: tuple[int, ...] = field_of(default=(), compare=False)
    hand: tuple[Card, ...] = ()
    winner: int | None = None
    manner: Aggression = Aggression.SPORTING
    allows_take_backs: bool = False
    allows_hints: bool = True
    undone: tuple[str, ...] = ()
    deputies: frozenset[int] = frozenset()
    name: str = ""
    begun_s: int = 0
    begun_offset_s: int | None = None
    saved_s: int = 0
    saved_offset_s: int | None = None
    kind: MatchKind = MatchKind.MATCH
    open_cards: bool = False
    is_imported: bool = False
    first_deal: int | None = None
    day: date | None = None
    stage: str | None = None
    driven_on_turn: int = 0
    id: str = ""

    @property
    def is_over(self) -> bool:
        return self.winner is not None

    @property
    def plan(self) -> Plan:
        """The plan by which the match was begun."""
        return Plan(self.setup, self.players, self.manner, self.allows_take_backs, self.allows_hints)

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of the legs, the running one last."""
        return tuple(leg.record for leg in self.legs)

    @property
    def leg_number(self) -> int:
        """The number, from 1, of the running leg or the one just over."""
        return len(self.legs)

    @property
    def viewer(self) -> int:
        """The seat of the first person."""
        return next(seat for seat, player in enumerate(self.players) if player.is_human)

    @property
    def take_backs(self) -> int:
        """The number of take-backs in all legs."""
        return sum(len(leg.taken_back) for leg in self.legs)

    def with_begin_time(self, now_s: int) -> SavedMatch:
        """Return a copy that began at that time (seconds since 1970), with this machine's UTC offset then."""
        return replace(self, begun_s=now_s, begun_offset_s=utc_offset_s(now_s))

    def with_save_time(self, now_s: int) -> SavedMatch:
        """Return a copy that was saved at that time (seconds since 1970), with this machine's UTC offset then."""
        return replace(self, saved_s=now_s, saved_offset_s=utc_offset_s(now_s))

    def to_bytes(self) -> bytes:
        names = zip(MatchForm.__struct_encode_fields__, MatchForm.__struct_fields__, strict=True)
        form: Json = {written: getattr(self, name) for written, name in names}
        form |= {"players": list(map(PlayerForm.of, self.players)), "legs": [leg.to_json() for leg in self.legs]}
        form |= {"deputies": sorted(self.deputies), "hand": [card.id for card in self.hand]}
        # "over" is a hint for listing matches; when loading, the records decide.
        return msgspec.json.encode({"format": FORMAT, "version": VERSION, "over": self.is_over, **form})

    @classmethod
    def from_bytes(cls, data: bytes) -> SavedMatch:
        """Load a match file by replaying it through the rules.

        Raises ``FormatError`` if the file is invalid, ``NewerFormatError`` if a later version of the game wrote it.
        """
        written = parse_versioned(data, FORMAT, VERSION)
        form = convert({key: value for key, value in written.items() if value is not None}, MatchForm)
        setup = form.setup.setup()
        told: dict[str, Any] = msgspec.structs.asdict(form) | {
            "setup": setup,
            "players": players_from_forms(form.players, setup.seats),
            "hand": tuple(CARD_BY_ID[id] for id in form.hand),
            "legs": (),
        }
        saved, leg = _replayed(cls(**told), form.legs)
        deputies = _seats_of_persons("deputies", form.deputies, saved.players)
        return replace(saved, undone=_undone(form.undone, leg), deputies=deputies)


class MatchHead(Struct, frozen=True, rename={"is_imported": "imported", "is_over": "over"}):
    """What a match file tells without a replay of its legs; ``id`` is the file's name.

    ``is_over`` is only a hint: the records decide.
    """

    setup: SetupForm
    players: list[PlayerForm]
    is_over: object = False
    is_imported: bool = False
    kind: MatchKind = MatchKind.MATCH
    day: date | None = None
    stage: str | None = None
    legs: list[object] = []
    id: str = ""

    @property
    def persons(self) -> list[Profile | None]:
        """The profiles of the persons in the match, in seat order; None for one without a profile."""
        seated = (player.player() for player in self.players)
        return [player.profile for player in seated if player.is_human]

    def is_of(self, person: str) -> bool:
        """Return whether this is a match of that person alone, by the id of the profile."""
        return [(profile or FIRST_PROFILE).id for profile in self.persons] == [person] and not self.is_imported

    @property
    def is_shared(self) -> bool:
        """Whether several persons play at one screen."""
        return len(self.persons) > 1

    @property
    def is_race(self) -> bool:
        """Whether this is one person's race or match, not a stage or the deal of a day."""
        return self.kind is not MatchKind.STAGE and self.day is None and not self.is_shared


def match_head(data: bytes, id: str = "") -> MatchHead:
    """Return the head of a match file; raises ``FormatError``. Nothing is replayed."""
    form = {key: value for key, value in parse_object(data).items() if value is not None}
    return convert(form | {"id": id}, MatchHead)


def profiles_in(data: bytes) -> list[Profile]:
    """Return the profiles of the persons in a match file, the viewer first; an imported one has none for this machine.

    Raises ``FormatError``. Nothing is replayed.
    """
    head = match_head(data)
    return [] if head.is_imported else [profile for profile in head.persons if profile is not None]


def check_match_bytes(data: bytes) -> bytes:
    """Return the content of a match file; raises ``FormatError`` if it is beyond the limits within which it is read.

    The legs are not replayed, so this takes about a millisecond.
    """
    if len(data) > limits.MATCH_BYTES:
        raise FormatError(f"match: expected {limits.MATCH_BYTES} bytes at most, got {len(data)}")
    try:
        for leg in msgspec.json.decode(data, type=MatchForm).legs:
            convert(leg, LegForm)
    except DECODE_ERRORS as error:
        raise FormatError(f"match: {error}") from None
    return data


def _replayed(saved: SavedMatch, forms: Sequence[Json]) -> tuple[SavedMatch, Leg]:
    """Replay the legs; return the match with them, and the last leg.

    Raises ``FormatError`` if a leg does not follow from those before.
    """
    match = Match(saved.setup, saved.first_dealer)
    legs: list[SavedLeg] = []
    for leg_number, form in enumerate(forms, 1):
        try:
            record = Record.from_json(form)
            leg = _play(match, saved.setup, record, is_last=leg_number == len(forms))
        except EngineError as error:
            raise FormatError(f"leg {leg_number}: {error}") from None
        legs.append(_told(form, record, saved))
    km = tuple(leg.km(side) for side in range(len(match.totals)))
    return replace(saved, legs=tuple(legs), totals=tuple(match.totals), km=km, winner=match.winner), leg


def _told(written: Json, record: Record, match: SavedMatch) -> SavedLeg:
    """Return a leg made of its record and the other data in its form; raises ``FormatError``."""
    form = convert(written, LegForm)
    delegated = _seats_of_persons("delegated", form.delegated or [], match.players)
    told = known_moves_of_bots(record, match.viewer, delegated)
    if form.taken_back != sorted(form.taken_back) or any(place > len(told) for place in form.taken_back):
        raise FormatError(f"taken_back: expected places from 0 to {len(told)} in their order")
    return SavedLeg(
        record,
        reasons=reasons_from_forms(form.reasons, told),
        hurried=frozenset(check_bot_move_indices("hurried", form.hurried, told)),
        taken_back=tuple(form.taken_back),
        delegated=delegated,
    )


def _seats_of_persons(name: str, seats: list[int], players: Sequence[Player]) -> frozenset[int]:
    """Return the seats if they are persons' seats in ascending order; raises ``FormatError``."""
    persons = [seat for seat, player in enumerate(players) if player.is_human]
    if seats != [seat for seat in persons if seat in seats]:
        raise FormatError(f"{name}: expected some of the persons' seats {persons}, got {abbreviate(seats)}")
    return frozenset(seats)


def _undone(moves: Sequence[str], leg: Leg) -> tuple[str, ...]:
    """Return the moves that can be redone, which must be playable after the last leg; raises ``FormatError``."""
    if moves:
        record = Record.of(leg)
        try:
            replay(replace(record, moves=(*record.moves, *moves)))
        except EngineError as error:
            raise FormatError(f"undone: {error}") from None
    return tuple(moves)


def known_moves_of_bots(record: Record, viewer: int, delegated: Collection[int] = ()) -> tuple[Move | None, ...]:
    """Return the moves that the viewer knows, with None for those that are the viewer's own decisions.

    If the viewer's seat is in ``delegated``, a bot may have decided for it, so its moves are kept.
    """
    moves = (move(text) for text in record.moves if text is not None)
    told = (m for m in moves if m.kind is not MoveKind.DECLINE or m.seat == viewer)
    return tuple(None if m.seat == viewer and viewer not in delegated else m for m in told)


def _play(match: Match, setup: MatchSetup, record: Record, *, is_last: bool) -> Leg:
    ours = (setup.rules, setup.options, setup.seating, setup.seats, match.dealer)
    theirs = (record.rules, record.options, record.seating, record.seats, record.dealer)
    if match.is_over or ours != theirs:
        raise FormatError(f"a leg that doesn't follow: expected {ours}, got {theirs}")
    leg = replay(record)
    if leg.is_over:
        match.add_finished_leg(leg)
    elif not is_last:
        raise FormatError("a leg that isn't over, but not the last")
    return leg
