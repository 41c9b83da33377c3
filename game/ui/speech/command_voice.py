"""A voice that is a separate program, started for every utterance."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from game.ui.speech.speech import VoiceError, VoiceSettings


class CommandVoice:
    """A ``Voice`` that starts a program for each utterance and passes it the words as input; ``stop`` kills it.

    A subclass defines the ``program`` and its ``arguments``.
    """

    program: str

    def __init__(self) -> None:
        self._path: str | None = None
        self._running: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        self._path = shutil.which(self.program)
        if self._path is None:
            raise VoiceError(f"{self.program} is not installed")

    def arguments(self, manner: VoiceSettings) -> Sequence[str]:
        """Return the program's command-line arguments for these settings."""
        raise NotImplementedError

    def prepare_words(self, words: str, manner: VoiceSettings) -> str:  # noqa: ARG002 - for subclasses
        """Return the words in the form that the program needs."""
        return words

    def speak(self, words: str, manner: VoiceSettings) -> None:
        if self._path is None:
            raise VoiceError("not open")
        command = [self._path, *self.arguments(manner)]
        silent = subprocess.DEVNULL
        self._running = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=silent, stderr=silent, env=system_environment()
        )
        assert self._running.stdin is not None
        with self._running.stdin as pipe:
            pipe.write(f"{self.prepare_words(words, manner)}\n".encode())

    def is_busy(self) -> bool:
        return self._running is not None and self._running.poll() is None

    def stop(self) -> None:
        if self._running is not None:
            self._running.kill()
            self._running.wait()
            self._running = None

    def close(self) -> None:
        self.stop()


def system_environment() -> dict[str, str]:
    """Return the environment variables for starting a program of the system, without a packaged game's libraries."""
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        original = environment.pop("LD_LIBRARY_PATH_ORIG", None)
        environment.pop("LD_LIBRARY_PATH", None)
        if original:
            environment["LD_LIBRARY_PATH"] = original
    return environment
