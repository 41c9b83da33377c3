"""The message that tells the player where a file was exported to, or why that failed."""

from __future__ import annotations

from collections.abc import Callable

from game.files.export import Export
from game.i18n import _
from game.words.system_errors import error_text


def export_message(export: Export | None, failed: Callable[[str], str]) -> Callable[[], str] | None:
    """Return the message of an export, or None while it is not finished.

    The message says where the file is, or is ``failed`` called with the reason.
    """
    if export is None or not export.is_done:
        return None
    if export.path is None:
        return lambda: failed(error_text(export.error_text))
    return lambda: _("Saved to {path}", path=str(export.path))
