"""The voices of Linux: Speech Dispatcher, which screen readers use too, or else espeak-ng."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from game.ui.speech.command_voice import CommandVoice, system_environment
from game.ui.speech.speech import FASTEST, VoiceError, VoiceSettings

_PATIENCE_S = 5.0  # for an answer of the server, or its start
_LONGEST_ANSWER = 65536
_NO_SYNTHESIZER = "dummy"  # the module that only reports a missing synthesizer


class SpeechDispatcher:
    """A ``Voice`` that uses the session's Speech Dispatcher, through its socket and protocol (SSIP).

    The server has its own queue, chooses the voice by language, and is started if it is not running.
    """

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._unread = b""
        self._set: VoiceSettings | None = None

    def open(self) -> None:
        """Connect to the server; raise ``VoiceError`` if there is none, or if it has no synthesizer."""
        path = socket_path()
        if not path.exists():
            _spawn()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(_PATIENCE_S)
        self._unread, self._set = b"", None
        self._socket.connect(str(path))
        self._send("SET SELF CLIENT_NAME user:milestone-rally:main")
        modules = [line for line in self._send("LIST OUTPUT_MODULES") if line != _NO_SYNTHESIZER]
        if not modules:
            raise VoiceError("Speech Dispatcher has no synthesizer")

    def speak(self, words: str, manner: VoiceSettings) -> None:
        if manner != self._set:
            # a "text" waits for messages, and the next one drops it or cuts it short
            self._send(f"SET SELF PRIORITY {'text' if manner.is_incidental else 'message'}")
            self._send(f"SET SELF LANGUAGE {manner.language}")
            self._send(f"SET SELF RATE {round(200 * manner.speed / FASTEST) - 100}")
            self._send(f"SET SELF VOLUME {round(200 * manner.volume) - 100}")
            self._set = manner
        self._send("SPEAK")
        lines = [f".{line}" if line.startswith(".") else line for line in words.splitlines()]
        self._send("\r\n".join([*lines, "."]))

    def is_busy(self) -> bool:
        """Return False, because the server has its own queue."""
        return False

    def stop(self) -> None:
        """Cancel all words of this program, but not those of other programs."""
        self._send("CANCEL SELF")

    def close(self) -> None:
        if self._socket is not None:
            with self._socket, suppress(VoiceError, OSError):
                self._send("QUIT")
            self._socket = None

    def _send(self, command: str) -> list[str]:
        """Send a command and return the answer without its last line; raise ``VoiceError`` if the command failed."""
        if self._socket is None:
            raise VoiceError("not open")
        self._socket.sendall(f"{command}\r\n".encode())
        told: list[str] = []
        while True:
            line = self._line()
            code, mark, rest = line[:3], line[3:4], line[4:]
            if mark == "-":
                told.append(rest)
            elif code.startswith("2"):
                return told
            else:
                raise VoiceError(f"Speech Dispatcher answered: {line}")

    def _line(self) -> str:
        """Return the server's next line."""
        assert self._socket is not None
        while b"\n" not in self._unread:
            got = self._socket.recv(4096)
            if not got or len(self._unread) > _LONGEST_ANSWER:
                raise VoiceError("Speech Dispatcher went away")
            self._unread += got
        line, _newline, self._unread = self._unread.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")


def socket_path() -> Path:
    """Return the path of Speech Dispatcher's socket in this session."""
    kind, _colon, path = os.environ.get("SPEECHD_ADDRESS", "").partition(":")
    if kind == "unix_socket" and path:
        return Path(path)
    runtime = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(runtime) / "speech-dispatcher" / "speechd.sock"


def _spawn() -> None:
    """Start Speech Dispatcher as its own clients do; it keeps running in the background."""
    program = shutil.which("speech-dispatcher")
    if program is None:
        raise VoiceError("speech-dispatcher is not installed")
    silent = subprocess.DEVNULL
    try:
        subprocess.run(
            [program, "--spawn"], stdin=silent, stdout=silent, stderr=silent, timeout=_PATIENCE_S, check=True,
            env=system_environment(),
        )  # fmt: skip
    except subprocess.SubprocessError as error:
        raise VoiceError(f"speech-dispatcher does not start: {error}") from None


class Espeak(CommandVoice):
    """A ``Voice`` that uses the program espeak-ng."""

    program = "espeak-ng"
    _SLOWEST, _FASTEST = 90, 350  # words a minute; the default of 175 is slightly below the middle
    _LOUDEST = 150

    def arguments(self, manner: VoiceSettings) -> Sequence[str]:
        speed = self._SLOWEST + (self._FASTEST - self._SLOWEST) * (manner.speed / FASTEST) ** 1.6
        return (
            "-v",
            manner.language,
            "-s",
            str(round(speed)),
            "-a",
            str(round(self._LOUDEST * manner.volume)),
            "--stdin",
        )
