"""Whole game records replayed by `tests.reference`, with the errors of rules.md §8 in its order."""

from __future__ import annotations

import json
from typing import Any

from tests.reference import ReferenceLeg, is_seating, whole_deck

RULES = (
    *("winning_moves", "piatnik", "dujardin", "mille_miglia"),
    *("winning_moves.snow", "mille_miglia.hairpins", "winning_moves.moonless"),
)


def reference_replay_text(text: str) -> dict[str, Any]:
    """What `replay --json` prints for a file of that content, `message` aside."""
    try:
        record = json.loads(text, parse_constant=not_json, parse_int=whole_number)
    except (ValueError, RecursionError):
        return error(None, None, "bad_json")
    return reference_replay(record)


def whole_number(digits: str) -> int:
    # Python refuses to read thousands of digits, JSON does not.
    return int(digits) if len(digits) < 1000 else 10**1000


def not_json(name: str) -> None:
    # NaN and Infinity are Python's, not JSON's.
    raise ValueError(name)


def reference_replay(record: object) -> dict[str, Any]:
    """What `replay --json` prints for a record, `message` aside."""
    if not isinstance(record, dict):
        return error(None, None, "bad_json")
    reason = why_not_record(record)
    if reason is not None:
        return error(None, None, reason)
    leg = ReferenceLeg(
        record["rules"],
        record["options"],
        record["seating"],
        record["seats"],
        record["dealer"],
        record["deck"],
    )
    for at, move in enumerate(record["moves"]):
        reason = leg.why_not(move)
        if reason is not None:
            return error(at, move if isinstance(move, str) else None, reason)
        leg.apply(move)
    return leg.report()


def why_not_record(record: dict[str, Any]) -> str | None:
    if not has_good_fields(record):
        return "bad_field"
    if not is_seating(record["rules"], record["seating"], record["seats"]):
        return "bad_seating"
    deck = record["deck"]
    if not all(isinstance(card, str) for card in deck):
        return "bad_deck"
    whole = whole_deck(record["rules"], record["seating"], record["seats"])
    return None if sorted(deck) == sorted(whole) else "bad_deck"


def has_good_fields(record: dict[str, Any]) -> bool:
    if record.get("format") != "mille-record":
        return False
    if not is_number(record.get("version")) or record["version"] != 1:
        return False
    if record.get("rules") not in RULES:
        return False
    options = record.get("options")
    if not isinstance(options, dict):
        return False
    if not isinstance(options.get("extension"), bool) or not isinstance(options.get("no_100_bonus"), bool):
        return False
    # §10: each is off by default.
    if not all(isinstance(options.get(name, False), bool) for name in ("rolling_start", "eight_cards")):
        return False
    if record.get("seating") not in ("solo", "teams"):
        return False
    if not is_number(record.get("seats")) or not is_number(record.get("dealer")):
        return False
    if record["dealer"] not in range(record["seats"]):
        return False
    # An item that is no text makes the deck another one, and is a bad_move among the moves (§8).
    return isinstance(record.get("deck"), list) and isinstance(record.get("moves"), list)


def is_number(value: object) -> bool:
    # §8: a boolean is no number.
    return isinstance(value, int) and not isinstance(value, bool)


def error(at: int | None, move: str | None, reason: str) -> dict[str, Any]:
    return {"ok": False, "error": {"at": at, "move": move, "reason": reason}}
