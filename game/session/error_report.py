"""What is told of an error in the program: a code to name it by, and a report that a player may hand on.

A report holds what helps to mend the error and nothing that is hidden: of the running leg the public moves, no hand, no
draw pile, no seed; no names; and of the paths in it those inside the program only.
"""

from __future__ import annotations

import json
import platform
import traceback
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import game
from game.engine.moves import MoveKind
from game.engine.observation import Phase
from game.logs import without_paths
from game.session.session import Session
from game.session.storage.json_codec import players_to_json, setup_to_json

_HEAD: Final = "Milestone Rally: report of an error. It holds no hands and no names, and was sent to nobody.\n"


@dataclass(frozen=True, slots=True)
class ErrorReport:
    """An error that happened ``at`` a moment; the same error in the same place has the same ``code``.

    ``broken_file`` is the name of the file of the game that is to blame, if one is.
    """

    code: str
    at: datetime
    text: str
    broken_file: str | None = None

    @property
    def file_name(self) -> str:
        """What the report's file is called; each error gets its own."""
        return f"report-{self.code}-{self.at:%Y%m%d-%H%M%S}.txt"


def report_of(
    error: BaseException,
    at: datetime,
    *,
    surroundings: Mapping[str, object],
    lately: Sequence[str],
    session: Session | None,
    broken_file: str | None = None,
) -> ErrorReport:
    """The report of an error; ``surroundings`` are window, language and the like, ``lately`` what came before it."""
    code = error_code(error)
    facts = {
        "version": game.__version__,
        "system": platform.platform(),
        "python": platform.python_version(),
        **surroundings,
    }
    parts = [
        _HEAD,
        f"error {code} at {at:%Y-%m-%d %H:%M:%S}",
        *(f"{name}: {value}" for name, value in facts.items()),
        "",
        without_paths("".join(traceback.format_exception(error))),
        "lately:",
        *(f"  {line}" for line in lately),
        "",
        "match:",
        _match(session),
        "",
    ]
    return ErrorReport(code, at, "\n".join(parts), broken_file)


def error_code(error: BaseException) -> str:
    """A short name for an error: of its kind and the place it happened in.

    >>> error_code(ValueError("one")) == error_code(ValueError("another"))
    True
    """
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}/{frames[-1].name}" if frames else ""
    digest = zlib.crc32(f"{type(error).__name__}/{place}".encode())
    return f"{digest >> 24:02X}-{digest % 1000:03d}"


def _match(session: Session | None) -> str:
    if session is None:
        return "  none"
    try:
        return json.dumps(_public(session))
    except Exception as error:  # what went wrong may have left the match in pieces, and the rest of the report counts
        return f"  cannot be told: {error!r}"


def _public(session: Session) -> dict[str, object]:
    """Legs that are over as a whole, and of the running one what everybody has seen."""
    seen = session.observation
    return {
        "setup": setup_to_json(session.setup),
        "players": players_to_json(session.players),
        "legs_over": [result.record.to_json() for result in session.history],
        "leg": {
            "number": seen.leg,
            "dealer": seen.dealer,
            "phase": (Phase.TURN if seen.phase is Phase.COUP_FOURRE else seen.phase).value,
            "target": seen.target,
            "draw_pile": seen.draw_pile,
            "hand_sizes": seen.hand_sizes,
            "moves": [move.text for move in seen.moves if move.kind is not MoveKind.DECLINE],
        },
    }
