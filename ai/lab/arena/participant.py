"""A player in the arena: one of our bots in this process, or a foreign program.

A foreign program may do anything. It has one process per player, in a session of its own: requests go to its standard
input, answers come from its standard output, one JSON object a line (rules.md §9); its standard error is the arena's.
No call waits without a limit: both pipes are polled before use. When it is closed, everything left in its session is
killed.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import subprocess
from contextlib import suppress
from functools import cache
from random import Random
from time import monotonic, perf_counter
from typing import IO, Final, NamedTuple, Protocol

from ai.decision import Bot, deadline
from ai.lab.arena.outcome import FOREIGN
from ai.lab.players import bot_named
from ai.learned_data import LearnedDataError
from ai.protocol import ProtocolError, parse_answer, request_for
from game.engine.moves import Move
from game.engine.observation import Observation


class FaultError(Exception):
    """A player broke the rules of the arena; the message says how."""


class TimedMove(NamedTuple):
    """A legal move, its time, and whether the time limit cut the thinking off."""

    move: Move
    duration_ms: float
    was_cut: bool


class Participant(Protocol):
    """A player of the arena."""

    def decide(self, observation: Observation, lot: str, *, time_ms: int) -> TimedMove:
        """Return one of ``observation.legal``; ``lot`` seeds its generator. Raises ``FaultError``."""

    def close(self) -> None:
        """Release the player's resources."""


class OwnBot:
    """One of our bots, in this process."""

    def __init__(self, name: str) -> None:
        self._bot = _bot(name)

    def decide(self, observation: Observation, lot: str, *, time_ms: int) -> TimedMove:
        """Return its move. Raises ``FaultError`` if the bot raises or its move is illegal, and ``LearnedDataError``."""
        rng = Random(lot)
        began = perf_counter()
        try:
            decision = self._bot.decide(observation, rng, is_late=deadline(time_ms))
        except LearnedDataError:
            raise  # not the bot's fault: no match can be played without the data
        except Exception as error:
            raise FaultError(f"raised {type(error).__name__}: {error}") from error
        duration_ms = (perf_counter() - began) * 1000
        if decision.move not in observation.legal:
            raise FaultError(f"chose {decision.move.text!r}, which is not legal")
        return TimedMove(decision.move, duration_ms, decision.was_cut)

    def close(self) -> None:
        """Do nothing: the bot has no resources."""


@cache
def _bot(name: str) -> Bot:
    """Return the cached bot: bots have no memory, so one serves all seats and matches of a process."""
    return bot_named(name)


GRACE_S: Final = 2.0
"""How much longer than its time a program may be silent (rules.md §9)."""
MOST_BYTES: Final = 1_000_000
"""The longest answer that is read: a thousand times the length of a normal one."""
_CHUNK: Final = 1 << 16
_GOODBYE_S: Final = 0.5
"""How long a process may take to end after its input is closed."""

_groups: set[int] = set()
"""The process groups that this process has started and not ended."""


def can_play_foreign() -> bool:
    """Return whether the system has pollable pipes and sessions, as foreign programs need them."""
    return os.name == "posix"


def command_of(name: str) -> list[str]:
    """Return the words of a seat's ``exec:COMMAND``, split as by a shell; ``ValueError`` if there are none.

    >>> command_of("exec:python -m ai bot --level 'random'")
    ['python', '-m', 'ai', 'bot', '--level', 'random']
    """
    words = shlex.split(name.removeprefix(FOREIGN))
    if not words:
        raise ValueError(f"{name!r} names no command")
    return words


def end_all() -> None:
    """Kill all foreign programs at once, before this process ends."""
    for group in list(_groups):
        _kill(group)


class ForeignProgram:
    """A foreign program in a seat; after a fault it is ended, and restarted for the next request."""

    def __init__(self, name: str) -> None:
        self._words = command_of(name)
        self._program: _Process | None = None
        # Started before the first request, since starting takes time; a failure shows at that request.
        with suppress(OSError):
            self._program = _Process(self._words)

    def decide(self, observation: Observation, lot: str, *, time_ms: int) -> TimedMove:  # noqa: ARG002
        """Return its move, with the time from request to answer. Raises ``FaultError``."""
        request = json.dumps(request_for(observation, time_ms)).encode() + b"\n"
        try:
            if self._program is None:
                self._program = _Process(self._words)
            began = perf_counter()
            line = self._program.ask(request, time_ms / 1000 + GRACE_S)
            duration_ms = (perf_counter() - began) * 1000
            return TimedMove(parse_answer(line, observation).move, duration_ms, was_cut=False)
        except FaultError:
            self.close()
            raise
        except ProtocolError as error:
            self.close()
            raise FaultError(f"answered {_excerpt(line)}: {error}") from error
        except OSError as error:
            self.close()
            raise FaultError(f"can't be run: {error}") from error

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None


class _Process:
    """One process of a foreign program. Raises ``OSError`` if it cannot be started."""

    def __init__(self, words: list[str]) -> None:
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        _groups.add(self._process.pid)
        self._input, self._output = _pipe(self._process.stdin), _pipe(self._process.stdout)

    def ask(self, request: bytes, limit_s: float) -> bytes:
        """Return its answer to a request line, without the line's end. Raises ``FaultError``."""
        if self._wait(0.0, _READABLE):
            self._read()
            raise FaultError("spoke without being asked")
        deadline_s = monotonic() + limit_s
        unsent, received = memoryview(request), bytearray()
        while not received.endswith(b"\n"):
            left_s = deadline_s - monotonic()
            if left_s <= 0:
                raise FaultError(f"was silent for {limit_s:g} s")
            ready = self._wait(left_s, _READABLE | (_WRITABLE if unsent else 0))
            if ready & _WRITABLE:
                unsent = unsent[self._write(unsent) :]
            if ready & _READABLE:
                received += self._read()
                self._check(received)
        if unsent:
            raise FaultError("answered before it had read the request")
        return bytes(received[:-1])

    def close(self) -> None:
        """End the process: close its input so that it can exit by itself, and soon kill all that is left."""
        process = self._process
        with suppress(OSError):
            process.stdin.close()  # type: ignore[union-attr]
        deadline_s = monotonic() + _GOODBYE_S
        with suppress(FaultError):
            while (left_s := deadline_s - monotonic()) > 0:
                if self._wait(left_s, _READABLE):
                    self._read()
        self._end()
        process.stdout.close()  # type: ignore[union-attr]

    def _end(self) -> int | None:
        """Kill what is left of its session; return its exit status."""
        # Kill the group before waiting for the process: until then its number cannot be reused.
        if self._process.returncode is None:
            _kill(self._process.pid)
        with suppress(subprocess.TimeoutExpired):  # hangs in the kernel: nothing can be done
            self._process.wait(_GOODBYE_S)
        _groups.discard(self._process.pid)
        return self._process.returncode

    def _wait(self, limit_s: float, wanted: int) -> int:
        """Return which of the ``wanted`` poll events are possible now or within the time."""
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        if wanted & _WRITABLE:
            poll.register(self._input, select.POLLOUT)
        ready = 0
        for pipe, _ in poll.poll(limit_s * 1000):
            ready |= _READABLE if pipe == self._output else _WRITABLE
        return ready

    def _read(self) -> bytes:
        chunk = os.read(self._output, _CHUNK)
        if not chunk:
            raise self._ended()
        return chunk

    def _write(self, unsent: memoryview) -> int:
        try:
            return os.write(self._input, unsent[: select.PIPE_BUF])
        except BrokenPipeError:
            raise self._ended() from None

    def _check(self, received: bytearray) -> None:
        """Check that the bytes received so far may be one line."""
        if len(received) > MOST_BYTES:
            raise FaultError(f"answered with more than {MOST_BYTES} bytes, {_excerpt(received)}")
        if 0 <= received.find(b"\n") < len(received) - 1:
            raise FaultError(f"answered with more than one line, {_excerpt(received)}")

    def _ended(self) -> FaultError:
        status = self._end()
        if status is None or status == -signal.SIGKILL:  # we killed it ourselves
            return FaultError("closed its input or output")
        return FaultError(f"ended with exit status {status}")


_READABLE: Final = 1
_WRITABLE: Final = 2


def _pipe(stream: IO[bytes] | None) -> int:
    assert stream is not None
    os.set_blocking(stream.fileno(), False)
    return stream.fileno()


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _excerpt(line: bytes | bytearray) -> str:
    return repr(bytes(line[:60]))[1:] + ("…" if len(line) > 60 else "")
