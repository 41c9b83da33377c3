"""The match file: setup, players, seed, and the records of the legs, the running one last. Loading is replaying."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from typing import Final

from game.engine.cards import Card
from game.engine.errors import EngineError, RecordError, RecordReason
from game.engine.match import Match
from game.engine.moves import Move, MoveKind, move
from game.engine.record import Record, replay
from game.engine.setup import MatchSetup
from game.session.players import Manner, Player
from game.session.reasons import BotReason
from game.session.storage import limits
from game.session.storage.json_codec import (
    FormatError,
    field,
    hand_from_json,
    hand_to_json,
    manner_from_json,
    number,
    opened,
    places_from_json,
    players_from_json,
    players_to_json,
    reasons_from_json,
    reasons_to_json,
    setup_from_json,
    setup_to_json,
)

FORMAT: Final = "milestone-rally-match"
VERSION: Final = 1


class OldDeckError(FormatError):
    """A match dealt from a deck that its rules no longer play with: an earlier version of the game wrote it."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it is on disk. ``seed`` makes the decks and the bots' decisions still to come.

    ``totals`` are the sides' scores after the legs that are over: for showing what would be resumed. ``reasons`` are
    the bots' reasons in the last leg, by the place of the move in what the viewer knows of it; ``hand`` is how the
    viewer's hand lay when it was shown last, which may be a card more or less than it holds. ``hurried`` are the places
    of the moves for which a bot's time was too short. ``manner`` is how hard all its bots attack; in a file without it
    they go on fiercely, as they began.
    """

    setup: MatchSetup
    players: tuple[Player, ...]
    seed: int
    first_dealer: int
    records: tuple[Record, ...] = ()
    totals: tuple[int, ...] = ()
    reasons: Mapping[int, BotReason] = field_of(default_factory=dict)
    hand: tuple[Card, ...] = ()
    hurried: frozenset[int] = frozenset()
    is_over: bool = False
    manner: Manner = Manner.SPORTING

    @property
    def leg_number(self) -> int:
        """The leg being played, or just over; from 1."""
        return len(self.records)

    def to_bytes(self) -> bytes:
        """The content of the match file; totals are not written, they follow from the records."""
        form = {
            "format": FORMAT,
            "version": VERSION,
            "seed": self.seed,
            "setup": setup_to_json(self.setup),
            "players": players_to_json(self.players),
            "manner": self.manner.value,
            "first_dealer": self.first_dealer,
            "legs": [record.to_json() for record in self.records],
            "reasons": reasons_to_json(self.reasons),
            "hand": hand_to_json(self.hand),
            "hurried": sorted(self.hurried),
        }
        return json.dumps(form).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Saved:
        """The match of such a file, replayed through the rules.

        Raises ``FormatError`` if it isn't one, ``OldDeckError`` if it was one before its rules' deck changed.
        """
        form = opened(data, FORMAT, VERSION)
        setup = setup_from_json(form.get("setup"))
        begun = cls(
            setup=setup,
            players=players_from_json(form.get("players"), setup.seats),
            seed=number(form, "seed", -limits.SEED, limits.SEED),
            first_dealer=number(form, "first_dealer", 0, setup.seats - 1),
            hand=hand_from_json(form.get("hand", [])),  # version 0.1 had no order of the hand
            manner=manner_from_json(form) or Manner.FIERCE,
        )
        saved = _replayed(begun, field(form, "legs", list))
        told = _bots_moves(saved)
        return replace(
            saved,
            reasons=reasons_from_json(form.get("reasons", []), told),  # nor reasons
            hurried=places_from_json(form.get("hurried", []), told),
        )


def _replayed(saved: Saved, legs: Sequence[object]) -> Saved:
    """The match with its legs, each of which must follow from the ones before. Raises ``FormatError``."""
    if not 1 <= len(legs) <= limits.LEGS_PLAYED:
        raise FormatError(f"legs: expected 1 to {limits.LEGS_PLAYED}, got {len(legs)}")
    match = Match(saved.setup, saved.first_dealer)
    records: list[Record] = []
    for leg_number, form in enumerate(legs, 1):
        try:
            record = Record.from_json(form)
            _play(match, saved.setup, record, is_last=leg_number == len(legs))
        except EngineError as error:
            kind = OldDeckError if _is_about_deck(error) else FormatError
            raise kind(f"leg {leg_number}: {error}") from None
        records.append(record)
    return replace(saved, records=tuple(records), totals=tuple(match.totals), is_over=match.is_over)


def _bots_moves(saved: Saved) -> tuple[Move | None, ...]:
    """The moves of the last leg that the viewer knows of, None for the viewer's own."""
    viewer = next(seat for seat, player in enumerate(saved.players) if player.is_human)
    moves = (move(text) for text in saved.records[-1].moves if text is not None)
    told = (m for m in moves if m.kind is not MoveKind.DECLINE or m.seat == viewer)
    return tuple(None if m.seat == viewer else m for m in told)


def _is_about_deck(error: EngineError) -> bool:
    return isinstance(error, RecordError) and error.reason is RecordReason.BAD_DECK


def _play(match: Match, setup: MatchSetup, record: Record, *, is_last: bool) -> None:
    ours = (setup.rules, setup.options, setup.seating, setup.seats, match.dealer)
    theirs = (record.rules, record.options, record.seating, record.seats, record.dealer)
    if match.is_over or ours != theirs:
        raise FormatError(f"a leg that doesn't follow: expected {ours}, got {theirs}")
    leg = replay(record)
    if leg.is_over:
        match.finish(leg)
    elif not is_last:
        raise FormatError("a leg that isn't over, but not the last")
