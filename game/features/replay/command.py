"""The command ``python -m game replay``: it plays a leg from a record, a match file or a problem report."""

from __future__ import annotations

from pathlib import Path

from game.engine import record
from game.engine.errors import RecordError, RecordReason
from game.engine.record import Json, error_to_data
from game.engine.untrusted_input import read_regular_file
from game.features.report.model import match_in_report
from game.files import limits
from game.files.forms import FormatError, parse_object
from game.files.zips import SIGNATURE
from game.match import match_file
from game.match.match_file import SavedMatch

_MOST_BYTES = max(limits.REPORT_BYTES, limits.MATCH_BYTES, record.MAX_RECORD_BYTES)


def replay_file(path: Path, leg: int | None = None) -> tuple[int, Json]:
    """Play a leg from a record, a match or a problem report; return the exit status and the JSON object of rules.md §8.

    ``leg`` is the number of the leg in a match, from 1, or None for the last one. A file that cannot be read or played
    gives an object that describes the error.
    """
    try:
        data = read_regular_file(path, _MOST_BYTES, follows_links=True)
        saved = _match_in(data)
        if saved is not None:
            return 0, record.position_report(record.replay(_leg(saved, leg)))
        if leg is not None and leg > 1:
            raise RecordError(RecordReason.BAD_FIELD, f"there is no leg {leg}: a record is of one")
    except FormatError as error:
        return 2, error_to_data(RecordError(RecordReason.BAD_FIELD, str(error)))
    except RecordError as error:
        return 2, error_to_data(error)
    except (OSError, ValueError):
        pass  # an unreadable record: reported below like any other
    return record.replay_file(path)


def _match_in(data: bytes) -> SavedMatch | None:
    """Return the match in a problem report or a match file, or None for other data.

    Raise ``FormatError`` if the report or match is damaged.
    """
    if data.startswith(SIGNATURE):
        return SavedMatch.from_bytes(match_in_report(data))
    try:
        is_match = len(data) <= limits.MATCH_BYTES and parse_object(data).get("format") == match_file.FORMAT
    except FormatError:
        return None
    return SavedMatch.from_bytes(data) if is_match else None


def _leg(saved: SavedMatch, number: int | None) -> record.Record:
    at = saved.leg_number if number is None else number
    if not 1 <= at <= saved.leg_number:
        raise RecordError(RecordReason.BAD_FIELD, f"there is no leg {at}: the match has {saved.leg_number}")
    return saved.records[at - 1]
