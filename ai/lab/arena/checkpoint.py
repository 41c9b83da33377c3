"""A file with the results of finished sequences, so that a long run can be stopped and resumed.

JSON lines: the settings first, then one line per sequence, in the order in which they were finished. The number of
matches is not in the settings: a resumed run may play more.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, Self

from ai.lab.arena.outcome import ArenaSettings, SequenceOutcome

FORMAT: Final = "mille-arena"
VERSION: Final = 3


class CheckpointError(Exception):
    """The file is no checkpoint, or has the results of other settings."""


class Checkpoint:
    """The checkpoint of one run, open for appending."""

    def __init__(self, path: Path, settings: ArenaSettings) -> None:
        """Read the file and drop an incomplete last line. Raises ``CheckpointError``, ``OSError``."""
        self.outcomes: dict[int, SequenceOutcome] = {}
        path.touch()
        self._file = path.open("r+b")
        try:
            self._read(path, settings)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, outcome: SequenceOutcome) -> None:
        self._write(outcome.to_json())

    def _read(self, path: Path, settings: ArenaSettings) -> None:
        header = {"format": FORMAT, "version": VERSION, "settings": settings.to_json()}
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        try:
            first, *others = [json.loads(line) for line in content[:whole].splitlines()] or [None]
            outcomes = list(map(SequenceOutcome.from_json, others))
        except (ValueError, KeyError, TypeError) as error:
            raise CheckpointError(f"{path}: not the results of an arena: {error}") from error
        if first is not None and first != header:
            raise CheckpointError(f"{path}: {_difference(first, header)}")
        if first is None and content:
            raise CheckpointError(f"{path}: not the results of an arena")
        self._file.seek(whole)
        self._file.truncate()
        if first is None:
            self._write(header)
        self.outcomes.update((outcome.sequence, outcome) for outcome in outcomes)

    def _write(self, data: dict[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
        self._file.flush()


def _difference(first: object, header: dict[str, Any]) -> str:
    if not isinstance(first, dict) or first.get("format") != FORMAT or first.get("version") != VERSION:
        return "not the results of an arena of this version"
    kept = first.get("settings")
    for name, value in header["settings"].items():
        if not isinstance(kept, dict) or kept.get(name) != value:
            got = kept.get(name) if isinstance(kept, dict) else None
            return f"holds the results of other settings: {name} is {json.dumps(got)} there, not {json.dumps(value)}"
    return "holds the results of other settings"
