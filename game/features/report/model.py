"""A problem report: one zip file that a player may pass on; the match in it can be replayed.

It contains the files in ``PARTS``. The match file has all hands and the deck, because the match could not be replayed
otherwise; the dialog says so before it saves. No file contains people's names or the paths of folders.
"""

from __future__ import annotations

import platform
import traceback
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import game
from game.files import limits
from game.files.forms import FormatError
from game.files.zips import ZipReader, zip_parts
from game.people.players import anonymize_players
from game.settings.settings import Settings
from game.settings.settings_file import settings_for_report
from game.system.logs import without_paths

if TYPE_CHECKING:
    from game.match.session import Session

TEXT, MATCH, SETTINGS, LOG, SCREENSHOT = "report.txt", "match.json", "settings.json", "log.txt", "screenshot.png"
PARTS: Mapping[str, int] = {
    TEXT: limits.REPORT_TEXT_BYTES,
    MATCH: limits.MATCH_BYTES,
    SETTINGS: limits.SETTINGS_BYTES,
    LOG: limits.REPORT_LOG_BYTES,
    SCREENSHOT: limits.SCREENSHOT_BYTES,
}
"""The files that a report may contain, each with its largest size in bytes."""

_HEAD = "Milestone Rally: report of a problem. It was sent to nobody."


@dataclass(frozen=True, slots=True)
class Report:
    """The contents of a problem report, collected after an error or when the player asked for a report.

    ``code`` identifies the error: it is the same for the same error in the same function, and None without an error.
    ``match`` and ``settings`` are the contents of those two files; ``match`` is None if no match was running.
    ``broken_file`` is the name of the damaged game file that caused the error, or None.
    """

    at: datetime
    text: str
    match: bytes | None
    settings: bytes
    code: str | None = None
    broken_file: str | None = None

    @property
    def file_name(self) -> str:
        code = f"{self.code}-" if self.code else ""
        return f"milestone-rally-report-{code}{self.at:%Y%m%d-%H%M%S}.zip"

    def to_zip_bytes(self, log: Callable[[], bytes], screenshot: Callable[[], bytes] | None) -> bytes:
        """Return the content of the zip file; call this in a thread, since ``log`` and ``screenshot`` may be slow.

        If one of these two functions fails, its file is left out, and the report's text says so.
        """
        parts, missing = {SETTINGS: self.settings}, list[str]()
        if self.match is not None:
            parts[MATCH] = self.match
        for name, make in ((LOG, log), (SCREENSHOT, screenshot)):
            try:
                if make is not None:
                    parts[name] = make()
            except Exception as error:
                missing.append(f"{name} is missing: {error!r}\n")
        parts[TEXT] = "".join([self.text, *missing]).encode(errors="backslashreplace")
        return zip_parts(((name, parts[name]) for name in PARTS if name in parts), self.at, uncompressed=[SCREENSHOT])


@dataclass(frozen=True, slots=True)
class ProgramState:
    """The facts about the running program that a report contains.

    ``surroundings`` are facts such as the window's size and the language, by name. ``recent_events`` are lines about
    the screens that were shown last. The paths of the user's ``folders`` are removed from the report.
    """

    at: datetime
    surroundings: Mapping[str, object]
    recent_events: tuple[str, ...]
    settings: Settings
    folders: frozenset[Path] = frozenset()


def make_report(
    now: ProgramState, session: Session | None, error: BaseException | None = None, *, broken_file: str | None = None
) -> Report:
    """Return the report of ``error``, or without one of a problem that the player noticed.

    The match of ``session`` is part of the report.
    """
    code = None if error is None else error_code(error)
    match, about_match = _match(session)
    facts = {
        "version": game.__version__,
        "system": platform.platform(),
        "python": platform.python_version(),
        **now.surroundings,
        "match": about_match,
    }
    what = f"error {code}" if error is not None else "asked for by the player"
    parts = [
        _HEAD,
        "",
        f"{what}, {now.at:%Y-%m-%d %H:%M:%S}",
        *(f"{name}: {value}" for name, value in facts.items()),
        "",
        *(traceback.format_exception(error) if error is not None else []),
        "lately:",
        *(f"  {line}" for line in now.recent_events),
        "",
    ]
    text = without_paths("\n".join(parts), *now.folders)
    return Report(now.at, text, match, settings_for_report(now.settings), code, broken_file)


def error_code(error: BaseException) -> str:
    """Return a short code that identifies an error by its type and the function that raised it.

    >>> error_code(ValueError("one")) == error_code(ValueError("another"))
    True
    """
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}/{frames[-1].name}" if frames else ""
    digest = zlib.crc32(f"{type(error).__name__}/{place}".encode())
    return f"{digest >> 24:02X}-{digest % 1000:03d}"


def _match(session: Session | None) -> tuple[bytes | None, str]:
    """Return the content of the match file, or None if there is none, and a line that describes the match."""
    if session is None:
        return None, "none"
    try:
        saved = replace(session.saved, name="", players=anonymize_players(session.players))
        return saved.to_bytes(), f"{saved.setup.rules}, leg {saved.leg_number}; python -m game replay reads this file"
    except Exception as error:  # the error may have broken the match; the rest of the report is still useful
        return None, f"cannot be told: {error!r}"


# -- reading ----------------------------------------------------------------------------------------------------------


def match_in_report(data: bytes) -> bytes:
    """Return the content of the match file in the zip file ``data``; no other file is unpacked.

    Raises ``FormatError`` if the data is not a report or contains no match.
    """
    report = ZipReader("report", data, PARTS.get, len(PARTS))
    if MATCH not in report.names:
        raise FormatError("report: no match was running, so none is in it")
    return report.read_part(MATCH)
