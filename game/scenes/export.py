"""The outcome of writing a file for the player, in words."""

from __future__ import annotations

from collections.abc import Callable

from game.files.export import Export
from game.i18n import _
from game.words.system_errors import error_text


def export_message(export: Export | None, failed: Callable[[str], str]) -> Callable[[], str] | None:
    """Return the message of a finished export: the file's place, or ``failed`` with the reason; None until then."""
    if export is None or not export.is_done:
        return None
    if export.path is None:
        return lambda: failed(error_text(export.error_text))
    return lambda: _("Saved to {path}", path=str(export.path))
