"""A report of a problem: one file that a player may hand on, and that can be replayed; nothing is sent to anybody.

It is a zip of the parts in ``PARTS``. The match stands in it as it is kept on disk, with all hands and the deck, or it
could not be replayed; the player is told so first. Names of people and the folders of the machine are in none of them.
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
from game.files.zipped import Unzipped, zipped
from game.people.players import unnamed
from game.settings.file import told
from game.settings.settings import Settings
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
"""The names of all that may be in a report, and how large each may be, in bytes."""

_HEAD = "Milestone Rally: report of a problem. It was sent to nobody."


@dataclass(frozen=True, slots=True)
class Report:
    """What was the case ``at`` a moment: when an error happened, or when the player asked.

    The same error in the same place has the same ``code``; without an error there is none. ``match`` and ``settings``
    are the contents of those parts, None for no match. ``broken_file`` is the name of the file of the game that is to
    blame for the error, if one is.
    """

    at: datetime
    text: str
    match: bytes | None
    settings: bytes
    code: str | None = None
    broken_file: str | None = None

    @property
    def file_name(self) -> str:
        """What the report's file is called; each gets its own."""
        code = f"{self.code}-" if self.code else ""
        return f"milestone-rally-report-{code}{self.at:%Y%m%d-%H%M%S}.zip"

    def packed(self, log: Callable[[], bytes], screenshot: Callable[[], bytes] | None) -> bytes:
        """The content of the file; ``log`` and ``screenshot`` may take their time, and fail: the rest counts."""
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
        return zipped(((name, parts[name]) for name in PARTS if name in parts), self.at, as_they_are=[SCREENSHOT])


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What was the case ``at`` a moment: window, language and the like, what came ``lately``, and the settings.

    ``folders`` are the user's, which are not to be told.
    """

    at: datetime
    surroundings: Mapping[str, object]
    lately: tuple[str, ...]
    settings: Settings
    folders: frozenset[Path] = frozenset()


def report_of(
    now: Circumstances, session: Session | None, error: BaseException | None = None, *, broken_file: str | None = None
) -> Report:
    """The report of an error, or of none but what the player noticed, with the running match."""
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
        *(f"  {line}" for line in now.lately),
        "",
    ]
    text = without_paths("\n".join(parts), *now.folders)
    return Report(now.at, text, match, told(now.settings), code, broken_file)


def error_code(error: BaseException) -> str:
    """A short name for an error: of its kind and the place it happened in.

    >>> error_code(ValueError("one")) == error_code(ValueError("another"))
    True
    """
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}/{frames[-1].name}" if frames else ""
    digest = zlib.crc32(f"{type(error).__name__}/{place}".encode())
    return f"{digest >> 24:02X}-{digest % 1000:03d}"


def _match(session: Session | None) -> tuple[bytes | None, str]:
    """The match as it is now, and a line about it."""
    if session is None:
        return None, "none"
    try:
        saved = replace(session.saved, name="", players=unnamed(session.players))
        return saved.to_bytes(), f"{saved.setup.rules}, leg {saved.leg_number}; python -m game replay reads this file"
    except Exception as error:  # what went wrong may have left the match in pieces, and the rest of the report counts
        return None, f"cannot be told: {error!r}"


# -- reading ----------------------------------------------------------------------------------------------------------


def match_of(data: bytes) -> bytes:
    """The match file in a report. Raises ``FormatError`` if it is none, or has none in it; nothing else is unpacked."""
    report = Unzipped("report", data, PARTS.get, len(PARTS))
    if MATCH not in report.names:
        raise FormatError("report: no match was running, so none is in it")
    return report.part(MATCH)
