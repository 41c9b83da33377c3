"""How an export is shown: its progress, and the message where the file is or why there is none."""

from __future__ import annotations

from collections.abc import Callable

from game.files.background_task import Progress
from game.files.export import Export
from game.i18n import Words
from game.phrases import N_
from game.scenes.dialogs import NoticeScene
from game.scenes.host import Host
from game.scenes.progress import ProgressScene
from game.words.system_errors import error_text


def show_export(app: Host, begin: Callable[[Progress], Export], failed: Callable[[str], str]) -> None:
    """Export a file and tell the player how far that is, and at the end what ``export_message`` returns.

    ``begin`` packs the file and starts the export, in a thread; until then the player may cancel. A started export is
    finished.
    """

    def export(progress: Progress) -> Export:
        begun = begin(progress)
        begun.wait()
        return begun

    def tell(result: Export | OSError | None) -> None:
        if result is not None:
            app.push(NoticeScene(app, export_message(result, failed)))

    app.push(ProgressScene(app, N_("Export"), export, tell))


def export_message(ended: Export | OSError, failed: Callable[[str], str]) -> Words:
    """Return the message of an export that has ended.

    The message says where the file is, or is ``failed`` called with the reason.
    """
    why = (ended.strerror or str(ended)) if isinstance(ended, OSError) else ended.error_text
    if isinstance(ended, OSError) or ended.path is None:
        return lambda: failed(error_text(why))
    return N_("Saved to {path}", path=str(ended.path))
