"""The voices of Linux: Speech Dispatcher, which screen readers use too, and without it espeak-ng."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from game.ui.speech.command_voice import CommandVoice, system_environment
from game.ui.speech.speech import FASTEST, Manner, VoiceError

_PATIENCE_S = 5.0  # for an answer of the server, or for its start
_LONGEST_ANSWER = 65536
_NO_SYNTHESIZER = "dummy"  # the module that only says that there is none


class SpeechDispatcher:
    """Speaks by the session's Speech Dispatcher, through its socket and protocol (SSIP); a ``Voice``.

    It has a queue of its own, chooses the voice by the language, and is started if it does not run.
    """

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._unread = b""
        self._set: Manner | None = None

    def open(self) -> None:
        """Connect; raises ``VoiceError`` if there is no server, or one without a synthesizer."""
        path = socket_path()
        if not path.exists():
            _spawn()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(_PATIENCE_S)
        self._unread, self._set = b"", None
        self._socket.connect(str(path))
        self._tell("SET SELF CLIENT_NAME user:milestone-rally:main")
        modules = [line for line in self._tell("LIST OUTPUT_MODULES") if line != _NO_SYNTHESIZER]
        if not modules:
            raise VoiceError("Speech Dispatcher has no synthesizer")

    def speak(self, words: str, manner: Manner) -> None:
        """Queue the words."""
        if manner != self._set:
            # a text waits for messages, and is left out or cut short by the next one
            self._tell(f"SET SELF PRIORITY {'text' if manner.is_incidental else 'message'}")
            self._tell(f"SET SELF LANGUAGE {manner.language}")
            self._tell(f"SET SELF RATE {round(200 * manner.speed / FASTEST) - 100}")
            self._tell(f"SET SELF VOLUME {round(200 * manner.volume) - 100}")
            self._set = manner
        self._tell("SPEAK")
        lines = [f".{line}" if line.startswith(".") else line for line in words.splitlines()]
        self._tell("\r\n".join([*lines, "."]))

    def is_busy(self) -> bool:
        """Never: the server has the queue."""
        return False

    def stop(self) -> None:
        """Cancel all of our words, and nobody else's."""
        self._tell("CANCEL SELF")

    def close(self) -> None:
        """Take leave, if the server is still there to hear it."""
        if self._socket is not None:
            with self._socket, suppress(VoiceError, OSError):
                self._tell("QUIT")
            self._socket = None

    def _tell(self, command: str) -> list[str]:
        """Send a command; what was answered, without the line that ends it. Anything but success is an error."""
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
        """The next line of the server."""
        assert self._socket is not None
        while b"\n" not in self._unread:
            got = self._socket.recv(4096)
            if not got or len(self._unread) > _LONGEST_ANSWER:
                raise VoiceError("Speech Dispatcher went away")
            self._unread += got
        line, _newline, self._unread = self._unread.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")


def socket_path() -> Path:
    """Where Speech Dispatcher listens in this session."""
    kind, _colon, path = os.environ.get("SPEECHD_ADDRESS", "").partition(":")
    if kind == "unix_socket" and path:
        return Path(path)
    runtime = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(runtime) / "speech-dispatcher" / "speechd.sock"


def _spawn() -> None:
    """Start Speech Dispatcher as its own clients do; it goes to the background by itself."""
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
    """Speaks by espeak-ng, in the voice of the language."""

    program = "espeak-ng"
    _SLOWEST, _FASTEST = 90, 350  # words a minute; the usual 175 are a little below the middle
    _LOUDEST = 150

    def arguments(self, manner: Manner) -> Sequence[str]:
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
