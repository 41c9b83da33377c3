"""Writes the record of a leg where the player finds it, and has words for what came of it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from game.i18n import _
from game.logs import NAME
from game.session.replay import LegReplay
from game.session.storage.store import UserFiles
from game.session.storage.writer import Ticket, write_atomically
from game.words.failures import why_words


class RecordExport:
    """One export after the other, by the writer's thread; poll ``take_said``."""

    def __init__(self, files: UserFiles) -> None:
        self._files = files
        self._ticket: Ticket | None = None
        self._path: Path | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether something is still to be said."""
        return self._ticket is not None

    def begin(self, leg: LegReplay) -> None:
        """Have the record written; nothing while another one is."""
        if self._ticket is None:
            name = f"{NAME}-leg-{leg.index + 1}-{time.strftime('%Y%m%d-%H%M%S')}.json"
            data = json.dumps(leg.record.to_json(), indent=1).encode()
            self._ticket = self._files.writer.run(Path(name), lambda: self._write(name, data))

    def _write(self, name: str, data: bytes) -> None:
        """Write into the first folder that takes it; raises the ``OSError`` of the last one."""
        failed: OSError | None = None
        for folder in self._files.export_folders():
            try:
                write_atomically(folder / name, data)
            except OSError as error:
                failed = error
            else:
                self._path = folder / name
                return
        if failed is not None:
            raise failed

    def take_said(self) -> Callable[[], str] | None:
        """What came of it, once it is known."""
        if self._ticket is None or not self._ticket.is_done:
            return None
        ticket, self._ticket = self._ticket, None
        if ticket.error is not None:
            return lambda: _("The record could not be saved ({error}).", error=why_words(ticket.why))
        path = str(self._path)
        return lambda: _("Saved to {path}", path=path)
