"""The process that is timed from its start to its first frame; it imports only what the game imports until then."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from game.app import App, RunOptions
from game.ui.audio import MixerOutput

_SIZE = (1280, 720)


def show_first_frame() -> None:
    """Show the title and print the time of its first frame, in seconds of the system-wide monotonic clock."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(RunOptions(user_dir=Path(folder)), size=_SIZE, output=MixerOutput())
        app.show_first()
        shown_s = time.monotonic()
        app.close()
    print(shown_s)
