"""The process that is timed from its start to its first frame; it imports only what the game imports until then."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import game.__main__  # noqa: F401 - the start begins with it
from game.app import App, NoWindowError, RunOptions
from game.system.command_line import EXIT_DONE, CommandRunner
from game.system.resources import AssetError
from game.ui.audio import MixerOutput

_SIZE = (1280, 720)


def show_first_frame() -> int:
    """Show the title and print the time of its first frame, in seconds of the system-wide monotonic clock."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(RunOptions(user_dir=Path(folder)), size=_SIZE, output=MixerOutput())
        app.show_first()
        shown_s = time.monotonic()
        app.close()
    print(shown_s)
    return EXIT_DONE


if __name__ == "__main__":
    sys.exit(CommandRunner("game.bench", (NoWindowError, AssetError)).run(show_first_frame))
