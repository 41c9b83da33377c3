"""The record of a leg: parsing, checking, replaying and reporting (rules.md §8).

Where §8 is not exact, this module decides as follows:

- A record with several faults is refused for the first reason in the order of §8: every field is checked, in the order
  printed, before the seating, and the seating before the deck.
- A field is wrong (``bad_field``) if it is missing, of another type (1.0 and true are not whole numbers), an unknown
  word, or a dealer that is no seat of the record. ``deck`` and ``moves`` must be lists: an item of the deck that is not
  a string is ``bad_deck``, like an unknown card; an item of the moves that is not a string is a ``bad_move`` at its
  index. A seating that the rule set does not offer, whatever the number of seats, is ``bad_seating``.
- Only a regular file, or a link to one, of at most ``MAX_RECORD_BYTES`` is read: any other is ``bad_json``. Lists need
  no limit of their own: a deck must be that of the seating, and moves after the end of the leg are not read.
- JSON is UTF-8 without a byte order mark and without ``NaN``. If a key occurs twice, the last one counts.
- Where a move names a card, any word of letters, digits and underscores counts as a card, known or not: so ``0 Go`` is
  an ``unknown_card``, but ``0 stop>1`` and ``0 -`` are not moves. Seat and side are one digit, 0 to 9.
- A coup fourré with a card that is no safety is a ``wrong_safety`` if the seat is asked and holds the card.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from game.engine.cards import CARD_BY_ID, Card
from game.engine.errors import MoveError, RecordError, RecordReason, Refusal, abbreviate
from game.engine.leg import Leg
from game.engine.moves import MOVE_BY_TEXT, Move, MoveKind, move
from game.engine.observation import SideView
from game.engine.rules import PLAYABLE, Score, Seating, load_rules
from game.engine.setup import HOUSE_RULES, OPTION_NAMES, Options
from game.engine.untrusted_input import parse_json, read_regular_file

FORMAT: Final = "mille-record"
VERSION: Final = 1

MAX_RECORD_BYTES: Final = 1 << 20
"""Size of the largest file that is read: the longest leg takes 5,000 bytes, the rest allows for extra fields of other
programs."""

Json = dict[str, Any]

_WORD = r"\w+"
_FORM = re.compile(
    rf"(?P<seat>[0-9]) (?:(?P<answer>[.+=])|(?P<mark>[-!]) (?P<marked>{_WORD})"
    rf"|(?P<card>{_WORD})(?: > (?P<side>[0-9]))?)"
)


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one leg: deal and moves. Only ``replay`` checks whether the moves are legal.

    ``moves`` are the moves' texts as in the file, None for an item that is not a string.
    """

    rules: str
    options: Options
    seating: Seating
    seats: int
    dealer: int
    deck: tuple[Card, ...]
    moves: tuple[str | None, ...] = ()

    @classmethod
    def of(cls, leg: Leg) -> Record:
        """Return the record of a leg up to now. Raises ``ValueError`` if the leg was made from an observation."""
        if not leg.was_dealt:
            raise ValueError("a leg made from an observation has no record")
        moves = tuple(m.text for m in leg.moves)
        return cls(leg.rules.id, leg.options, leg.seating, leg.seats, leg.dealer, leg.deck, moves)

    @classmethod
    def from_text(cls, text: str | bytes) -> Record:
        """Parse a record from JSON text. Raises ``RecordError`` if it is not valid."""
        return cls.from_json(_parse(text))

    @classmethod
    def from_json(cls, data: object) -> Record:
        """Return the record in a JSON value, such as a dictionary. Raises ``RecordError`` if it is not valid."""
        if not isinstance(data, dict):
            raise RecordError(RecordReason.BAD_JSON, "the record is not a JSON object")
        for name, expected, is_right in _FIELDS:
            if name not in data:
                raise RecordError(RecordReason.BAD_FIELD, f"the field {name} is missing")
            if not is_right(data[name], data):
                raise RecordError(RecordReason.BAD_FIELD, f"{name} must be {expected}, got {abbreviate(data[name])}")
        rules, seats, seating = load_rules(data["rules"]), data["seats"], Seating(data["seating"])
        if rules.seating_option(seats, seating) is None:
            raise RecordError(
                RecordReason.BAD_SEATING, f"{rules.id} does not seat {abbreviate(seats)} in the seating {seating.value}"
            )
        if not _is_deck(data["deck"], rules.deck(seats, seating)):
            raise RecordError(RecordReason.BAD_DECK, "not the deck of this rule set and seating")
        return cls(
            rules=rules.id,
            options=Options.from_json(data["options"]),
            seating=seating,
            seats=seats,
            dealer=data["dealer"],
            deck=tuple(CARD_BY_ID[card_id] for card_id in data["deck"]),
            moves=tuple(item if isinstance(item, str) else None for item in data["moves"]),
        )

    def to_json(self) -> Json:
        """Return the record as a JSON value, with the fields in the order of rules.md §8."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules,
            "options": asdict(self.options),
            "seating": self.seating.value,
            "seats": self.seats,
            "dealer": self.dealer,
            "deck": [card.id for card in self.deck],
            "moves": list(self.moves),
        }


def deal_record(record: Record) -> Leg:
    """Return the leg of the record as it was dealt, before the first move."""
    return Leg.deal(
        load_rules(record.rules),
        record.seating,
        record.deck,
        record.dealer,
        seats=record.seats,
        options=record.options,
    )


def replay(record: Record) -> Leg:
    """Return the leg after every move of the record. Raises ``MoveError`` at the first wrong move."""
    leg = deal_record(record)
    for at, text in enumerate(record.moves):
        leg.apply(_checked_move(leg, at, text))
    return leg


def position_report(leg: Leg) -> Json:
    """Return the position of a leg as the JSON value that ``replay --json`` prints, with every hand visible."""
    layout = leg.piles()
    scores = leg.scores
    return {
        "ok": True,
        "moves": len(leg.moves),
        "phase": leg.phase.value,
        "seat": leg.seat,
        "target": leg.target,
        "draw_pile": leg.draw_pile,
        "discard_pile": _ids(layout.discard_pile),
        "hands": [_ids(leg.hand(seat)) for seat in range(leg.seats)],
        "sides": [side_to_data(view) for view in leg.side_views(layout)],
        "legal": sorted(map(attrgetter("text"), leg.legal_moves())),
        "winner": leg.winner,
        "scores": None if scores is None else [score_to_data(score) for score in scores],
    }


def side_to_data(view: SideView) -> Json:
    """Return a side's display as a JSON value."""
    return {
        "seats": list(view.seats),
        "km": view.km,
        "battle": _ids(view.battle),
        "speed": _ids(view.speed),
        "distance": _ids(view.distance),
        "safeties": _ids(view.safeties),
        "coups_fourres": _ids(view.coups_fourres),
        "rolling": view.rolling,
        "limited": view.limited,
    }


def score_to_data(score: Score) -> Json:
    """Return a side's points as a JSON value, the total last."""
    return {**score._asdict(), "total": score.total}


def replay_text(text: str | bytes) -> tuple[int, Json]:
    """Replay a record given as JSON text; return the exit status and the JSON object of rules.md §8.

    The status is 0, or 2 if the record cannot be played. Whatever the text is, no exception is raised.
    """
    try:
        return 0, position_report(replay(Record.from_text(text)))
    except RecordError as error:
        return 2, error_to_data(error)


def replay_file(path: str | Path) -> tuple[int, Json]:
    """Replay a record file; return the same as ``replay_text``, with ``bad_json`` for a file that cannot be read."""
    try:
        data = read_regular_file(path, MAX_RECORD_BYTES, follows_links=True)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return 2, error_to_data(RecordError(RecordReason.BAD_JSON, f"{path} cannot be read: {reason}"))
    return replay_text(data)


def error_to_data(error: RecordError) -> Json:
    """Return the JSON object that reports why a record cannot be played (rules.md §8)."""
    return {
        "ok": False,
        "error": {
            "at": error.at,
            "move": error.move,
            "reason": error.reason.value,
            "message": error.message,
        },
    }


def _checked_move(leg: Leg, at: int, text: str | None) -> Move:
    known = None if text is None else MOVE_BY_TEXT.get(text)
    if known is not None and known in leg.legal_moves():  # nearly always; the code below finds out what is wrong
        return known
    if text is None:
        raise MoveError(at, None, Refusal.BAD_MOVE, "a move must be a text")
    form = _FORM.fullmatch(text)
    if form is None:
        raise MoveError(at, text, Refusal.BAD_MOVE, f"{abbreviate(text)} is none of the forms of a move")
    answer, mark, word = form["answer"], form["mark"], form["marked"] or form["card"]
    if word is not None and word not in CARD_BY_ID:
        raise MoveError(at, text, Refusal.UNKNOWN_CARD, f"there is no card {abbreviate(word)}")
    card = None if word is None else CARD_BY_ID[word]
    seat, side = int(form["seat"]), None if form["side"] is None else int(form["side"])
    reason = leg.refusal(seat, MoveKind(answer or mark or "lay"), card, side)
    if reason is not None:
        raise MoveError(at, text, reason, _message(reason, leg, seat, card))
    return move(text)


def _message(reason: Refusal, leg: Leg, seat: int, card: Card | None) -> str:
    what = card.id if card else "this answer"
    attack = leg.pending_attack.card if leg.pending_attack else None
    messages = {
        Refusal.LEG_OVER: "the leg is over",
        Refusal.WRONG_SEAT: f"it is for seat {leg.seat} to decide, not for seat {seat}",
        Refusal.WRONG_PHASE: f"this is not asked for in the phase {leg.phase.value}",
        Refusal.NOT_IN_HAND: f"seat {seat} does not hold {what}",
        Refusal.WRONG_SAFETY: f"{what} does not answer {attack.id if attack else 'anything'}",
        Refusal.BAD_TARGET: "a hazard goes to an opposing side, and no other card to any",
        Refusal.IMMUNE: f"that side has laid the safety against {what}",
        Refusal.ALREADY_LIMITED: "that side is limited already",
        Refusal.CANNOT_LAND: f"{what} may not land on that side now",
        Refusal.NOT_NEEDED: f"{what} has nothing to do there",
        Refusal.NOT_ROLLING: f"the side of seat {seat} is not rolling",
        Refusal.LIMITED: f"the side of seat {seat} is limited to cards of 25 and 50 km",
        Refusal.THIRD_200: f"the side of seat {seat} has laid two cards of 200 km already",
        Refusal.TOO_FAR: f"{what} goes past the distance of {leg.target} km",
    }
    return messages[reason]


def _parse(text: str | bytes) -> object:
    try:
        return parse_json(text, parse_int=_whole_number)
    except ValueError as error:
        raise RecordError(RecordReason.BAD_JSON, f"not JSON: {error}") from error


def _whole_number(digits: str) -> int:
    """Parse the first 20 digits of an integer: Python refuses thousands of digits, and no such number is valid here."""
    return int(digits[:20])


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_options(value: object) -> bool:
    """Return whether every option is true or false; the house rules may be missing, which means false."""
    return isinstance(value, dict) and all(
        isinstance(value.get(name, False if name in HOUSE_RULES else None), bool) for name in OPTION_NAMES
    )


def _is_deck(items: list[object], deck: tuple[Card, ...]) -> bool:
    return all(isinstance(item, str) for item in items) and Counter(items) == Counter(card.id for card in deck)


def _is_word_of(value: object, words: tuple[str, ...]) -> bool:
    return isinstance(value, str) and value in words


_FIELDS: tuple[tuple[str, str, Callable[[Any, Json], bool]], ...] = (
    ("format", f'"{FORMAT}"', lambda value, _: _is_word_of(value, (FORMAT,))),
    ("version", str(VERSION), lambda value, _: _is_whole(value) and value == VERSION),
    ("rules", f"one of {', '.join(PLAYABLE)}", lambda value, _: _is_word_of(value, PLAYABLE)),
    (
        "options",
        "extension and no_100_bonus, each true or false, and perhaps house rules",
        lambda value, _: _is_options(value),
    ),
    ("seating", "solo or teams", lambda value, _: _is_word_of(value, tuple(Seating))),
    ("seats", "a whole number", lambda value, _: _is_whole(value)),
    ("dealer", "a seat", lambda value, data: _is_whole(value) and 0 <= value < data["seats"]),
    ("deck", "a list of card ids", lambda value, _: isinstance(value, list)),
    ("moves", "a list of moves", lambda value, _: isinstance(value, list)),
)


def _ids(cards: tuple[Card, ...] | list[Card]) -> list[str]:
    return [card.id for card in cards]
