"""The match file: setup, players, seed, and the legs with their records, the running one last. Loading is replaying.

A file says the version of its format. An older one is migrated when it is read (``_MIGRATIONS``), a newer one refused;
a change of the rules or decks counts as a change of the format.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from datetime import date
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ai.protocol import CardId
from game.engine.cards import CARD_BY_ID, Card
from game.engine.errors import EngineError, RecordError, RecordReason, brief
from game.engine.leg import Leg
from game.engine.match import Match
from game.engine.moves import Move, MoveKind, move
from game.engine.record import Record, replay
from game.engine.rules import PileEmpty
from game.engine.setup import MatchSetup
from game.files import limits
from game.files.forms import FormatError, Json, migrated, read
from game.files.wall_clock import utc_offset_s
from game.match.bot_reasons import BotReason
from game.match.deals import DealNumber
from game.match.forms import PlayerForm, ReasonForm, SetupForm, places_of, players_of, reason_forms, reasons_of
from game.people.players import Manner, Player

FORMAT = "milestone-rally-match"
VERSION = 3


class OldDeckError(FormatError):
    """A match dealt from a deck that its rules no longer play with: an earlier version of the game wrote it."""


class MatchKind(StrEnum):
    """What a match was begun as."""

    MATCH = "match"
    """A match or a quick race, as set up."""
    DEAL = "deal"
    """One leg of a deal that was chosen by its number, or of the deal of the day."""
    PRACTICE = "practice"
    """Gone on with from some turn of another match."""
    STAGE = "stage"
    """A stage of the tour."""


class LegForm(Struct, frozen=True):
    """What is told of a leg beside its record."""

    reasons: list[ReasonForm] = []
    hurried: list[int] = []
    taken_back: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(max_length=limits.TAKE_BACKS)] = []
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
    """What stands in the file beside format and version, by the names of ``Saved``; null is as missing."""

    name: limits.Name = ""
    kind: MatchKind = MatchKind.MATCH
    begun_s: limits.Moment = 0
    begun_offset_s: limits.Offset | None = None
    saved_s: limits.Moment = 0
    saved_offset_s: limits.Offset | None = None
    seed: limits.Seed
    setup: SetupForm
    players: list[PlayerForm]
    manner: Manner = Manner.FIERCE
    allows_take_backs: bool = False
    allows_hints: bool = True
    open_cards: bool = False
    is_imported: bool = False
    first_deal: DealNumber | None = None
    day: date | None = None
    stage: limits.StageId | None = None
    first_dealer: int
    legs: Annotated[list[Json], Meta(min_length=1, max_length=limits.LEGS_PLAYED)]
    undone: list[str] = []
    deputies: list[int] = []
    hand: Annotated[list[CardId], Meta(max_length=limits.HAND)] = []

    def __post_init__(self) -> None:
        if not self.name.isprintable() or self.name != self.name.strip():
            raise ValueError(f"name: expected printable characters, got {brief(self.name)}")
        if not 0 <= self.first_dealer < self.setup.seats:
            raise ValueError(f"first_dealer: expected one of {self.setup.seats} seats, got {brief(self.first_dealer)}")


@dataclass(frozen=True, slots=True)
class SavedLeg:
    """A leg as it is on disk: its record, and what is told of it beside.

    ``reasons`` are the bots' reasons, by the place of the move in what the viewer knows of the leg, ``hurried`` the
    places of the moves that a stand-in made for a silent bot. ``taken_back`` are the places at which the viewer took
    moves back: how many of the moves that it knows of were left each time, in the order of the place. ``delegated`` are
    the seats of persons for whom the strongest bot decided at least once.
    """

    record: Record
    reasons: Mapping[int, BotReason] = field_of(default_factory=dict)
    hurried: frozenset[int] = frozenset()
    taken_back: tuple[int, ...] = ()
    delegated: frozenset[int] = frozenset()

    def to_json(self) -> Json:
        """The leg as a JSON object: its record, with what is told of it beside."""
        told = {"reasons": reason_forms(self.reasons), "hurried": sorted(self.hurried)}
        return self.record.to_json() | told | {"taken_back": self.taken_back, "delegated": sorted(self.delegated)}


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it is on disk. ``seed`` makes the decks and the bots' decisions still to come.

    ``totals`` are the sides' scores after the legs that are over, ``winner`` is the side that has won, None until the
    match is over; neither is written, they follow from the records. ``hand`` is how the viewer's hand lay when it was
    shown last, which may be a card more or less than it holds. ``manner`` is how hard all its bots attack; in a file
    without it they go on fiercely, as they began. ``undone`` are the moves after the last record's that can be made
    again, as they were taken back. ``deputies`` are the persons' seats that the strongest bot plays until the running
    leg ends. ``name`` is what the player calls it, empty for nothing. ``begun_s`` and ``saved_s`` are seconds since
    1970, UTC, 0 where nobody knows, ``begun_offset_s`` and ``saved_offset_s`` how far local time was from UTC then,
    None where nobody knows. With ``open_cards`` it was begun with everybody's cards seen. One that ``is_imported`` is
    a guest among those kept here, and counts for nobody. ``first_deal`` is the number of the first leg's deal where it
    was chosen, ``day`` the date of a deal of the day, ``stage`` the id of a tour's stage. ``id`` says which of the kept
    matches it is; it is not written, and empty for one that has no file yet.
    """

    setup: MatchSetup
    players: tuple[Player, ...]
    seed: int
    first_dealer: int
    legs: tuple[SavedLeg, ...] = ()
    totals: tuple[int, ...] = ()
    hand: tuple[Card, ...] = ()
    winner: int | None = None
    manner: Manner = Manner.SPORTING
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
    id: str = ""

    @property
    def is_over(self) -> bool:
        """Whether no leg follows."""
        return self.winner is not None

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of the legs, the running one last."""
        return tuple(leg.record for leg in self.legs)

    @property
    def leg_number(self) -> int:
        """The leg being played, or just over; from 1."""
        return len(self.legs)

    @property
    def viewer(self) -> int:
        """The person's seat, of several the first one's."""
        return next(seat for seat, player in enumerate(self.players) if player.is_human)

    @property
    def take_backs(self) -> int:
        """How often moves were taken back in all its legs."""
        return sum(len(leg.taken_back) for leg in self.legs)

    def begun_at(self, now_s: int) -> Saved:
        """The same, begun at that moment where this machine is."""
        return replace(self, begun_s=now_s, begun_offset_s=utc_offset_s(now_s))

    def saved_at(self, now_s: int) -> Saved:
        """The same, saved at that moment where this machine is."""
        return replace(self, saved_s=now_s, saved_offset_s=utc_offset_s(now_s))

    def to_bytes(self) -> bytes:
        """The content of the match file."""
        names = zip(MatchForm.__struct_encode_fields__, MatchForm.__struct_fields__, strict=True)
        form: Json = {written: getattr(self, name) for written, name in names}
        form |= {"players": list(map(PlayerForm.of, self.players)), "legs": [leg.to_json() for leg in self.legs]}
        form |= {"deputies": sorted(self.deputies), "hand": [card.id for card in self.hand]}
        # Whether it is over is for who only looks which can go on; what is true follows from the records.
        return msgspec.json.encode({"format": FORMAT, "version": VERSION, "over": self.is_over, **form})

    @classmethod
    def from_bytes(cls, data: bytes) -> Saved:
        """The match of such a file, replayed through the rules.

        Raises ``FormatError`` if it isn't one, ``OldDeckError`` if it was one before its rules' deck changed,
        ``NewerFormatError`` if a later version of the game wrote it.
        """
        written = migrated(data, FORMAT, VERSION, _MIGRATIONS)
        form = read({key: value for key, value in written.items() if value is not None}, MatchForm)
        setup = form.setup.setup()
        told: dict[str, Any] = msgspec.structs.asdict(form) | {
            "setup": setup,
            "players": players_of(form.players, setup.seats),
            "hand": tuple(CARD_BY_ID[id] for id in form.hand),
            "legs": (),
        }
        saved, leg = _replayed(cls(**told), form.legs)
        deputies = _seats_of_persons("deputies", form.deputies, saved.players)
        return replace(saved, undone=_undone(form.undone, leg), deputies=deputies)


def _replayed(saved: Saved, forms: Sequence[Json]) -> tuple[Saved, Leg]:
    """The match with its legs, each of which must follow from the ones before, and the last one as it stands.

    Raises ``FormatError``.
    """
    match = Match(saved.setup, saved.first_dealer)
    legs: list[SavedLeg] = []
    for leg_number, form in enumerate(forms, 1):
        try:
            record = Record.from_json(form)
            leg = _play(match, saved.setup, record, is_last=leg_number == len(forms))
        except EngineError as error:
            kind = OldDeckError if _is_about_deck(error) else FormatError
            raise kind(f"leg {leg_number}: {error}") from None
        legs.append(_told(form, record, saved))
    return replace(saved, legs=tuple(legs), totals=tuple(match.totals), winner=match.winner), leg


def _told(written: Json, record: Record, match: Saved) -> SavedLeg:
    """A leg with what is told of it beside its record; raises ``FormatError``."""
    form = read(written, LegForm)
    delegated = _seats_of_persons("delegated", form.delegated or [], match.players)
    told = bots_moves(record, match.viewer, delegated)
    if form.taken_back != sorted(form.taken_back) or any(place > len(told) for place in form.taken_back):
        raise FormatError(f"taken_back: expected places from 0 to {len(told)} in their order")
    return SavedLeg(
        record,
        reasons=reasons_of(form.reasons, told),
        hurried=frozenset(places_of("hurried", form.hurried, told)),
        taken_back=tuple(form.taken_back),
        delegated=delegated,
    )


def _seats_of_persons(name: str, seats: list[int], players: Sequence[Player]) -> frozenset[int]:
    """Some of the persons' seats, in their order; raises ``FormatError``."""
    persons = [seat for seat, player in enumerate(players) if player.is_human]
    if seats != [seat for seat in persons if seat in seats]:
        raise FormatError(f"{name}: expected some of the persons' seats {persons}, got {brief(seats)}")
    return frozenset(seats)


def _undone(moves: Sequence[str], leg: Leg) -> tuple[str, ...]:
    """The moves that can be made again, which must follow from the last leg as it stands; raises ``FormatError``."""
    if moves:
        record = Record.of(leg)
        try:
            replay(replace(record, moves=(*record.moves, *moves)))
        except EngineError as error:
            raise FormatError(f"undone: {error}") from None
    return tuple(moves)


def bots_moves(record: Record, viewer: int, delegated: Collection[int] = ()) -> tuple[Move | None, ...]:
    """The moves of a leg that the viewer knows of, None for the viewer's own unless its seat was ``delegated``."""
    moves = (move(text) for text in record.moves if text is not None)
    told = (m for m in moves if m.kind is not MoveKind.DECLINE or m.seat == viewer)
    return tuple(None if m.seat == viewer and viewer not in delegated else m for m in told)


def _is_about_deck(error: EngineError) -> bool:
    return isinstance(error, RecordError) and error.reason is RecordReason.BAD_DECK


def _play(match: Match, setup: MatchSetup, record: Record, *, is_last: bool) -> Leg:
    ours = (setup.rules, setup.options, setup.seating, setup.seats, match.dealer)
    theirs = (record.rules, record.options, record.seating, record.seats, record.dealer)
    if match.is_over or ours != theirs:
        raise FormatError(f"a leg that doesn't follow: expected {ours}, got {theirs}")
    leg = replay(record)
    if leg.is_over:
        match.finish(leg)
    elif not is_last:
        raise FormatError("a leg that isn't over, but not the last")
    return leg


def _from_1(form: Json) -> Json:
    """Version 1 told reasons and hurried moves of the last leg only, beside the legs, and knew no taking back."""
    legs = read(form.get("legs"), list[Any])
    if legs and isinstance(legs[-1], dict):
        told = {name: form[name] for name in ("reasons", "hurried") if name in form}
        legs = [*legs[:-1], legs[-1] | told]
    return form | {"legs": legs}


def _from_2(form: Json) -> Json:
    """Version 2 read two rules otherwise: D4 and D23 of rules.md (docs/decisions/067).

    A side with right_of_way and nothing on its battle pile was immune, so a leg could be over while a hazard could
    still be laid on it: it is brought to the same end by discards. A match of one leg that was level had one more by
    points, which a match of as many legs still has.
    """
    legs = [_ended_as_played(leg) for leg in read(form.get("legs"), list[Any])]
    setup = form.get("setup")
    if isinstance(setup, dict) and setup.get("legs") == 1 and len(legs) > 1:
        setup = setup | {"legs": len(legs)}
    return form | {"legs": legs, "setup": setup}


def _ended_as_played(form: object) -> object:
    """A leg that was over by the earlier reading of D4, with discards until it is by today's; any other as it is.

    What cannot be played is for the reader to refuse.
    """
    try:
        leg = replay(Record.from_json(form))
    except EngineError:
        return form
    rules = leg.rules
    ending = rules.when_pile_empty if leg.extender is None else rules.when_pile_empty_extended
    while not leg.is_over:
        views = leg.views(leg.layout())
        legal = leg.legal_moves()
        laid = [m for m in legal if m.kind is not MoveKind.DISCARD]
        is_endgame = ending is PileEmpty.UNTIL_STUCK and not leg.draw_pile and not leg.drawn
        if not is_endgame or any(m.side is None or views[m.side].battle for m in laid):
            return form
        hazards = {m.card for m in laid}
        leg.apply(min((m for m in legal if m.kind is MoveKind.DISCARD), key=lambda m: m.card not in hazards))
    assert isinstance(form, dict)
    return form | {"moves": [m.text for m in leg.moves]}


_MIGRATIONS: Mapping[int, Callable[[Json], Json]] = {1: _from_1, 2: _from_2}
