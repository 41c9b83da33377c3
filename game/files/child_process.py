"""A process that runs beside the game, and the one thread that talks to it.

The process is connected by two one-way pipes, because a two-way pipe can be a socket. Only the thread waits for them,
never a frame. When the game is killed its pipes close, which ends the process.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from game.system.interrupts import interrupts_hidden_from_children

Worker = Callable[[Connection, Connection], None]
"""The function that runs in the child process; it reads from the first pipe and writes to the second."""

_NICENESS = 10
_MOST_WORDS = 300


def prepare_child() -> None:
    """Lower the priority of this process, ignore interrupts and silence its output.

    Call this first in a child process. An interrupt from the terminal is handled by the game, which then closes the
    pipes.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the process ends


class ChildProcess(ABC):
    """A process that runs beside the game; it is started once and never restarted.

    ``fault`` is None while the process may still answer, then the reason why it will not. Once ``fault`` is set, or
    after ``close``, the process is being killed.
    """

    def __init__(self, name: str, worker: Worker) -> None:
        self.fault: str | None = None
        self.pid: int | None = None
        self._name = name
        self._worker = worker
        self._lock = threading.Lock()  # held for an instant at a time
        self._process: SpawnProcess | None = None
        self._is_closed = False

    def start(self) -> None:
        """Start the process; return at once."""
        try:
            threading.Thread(target=self._live, name=self._name, daemon=True).start()
        except RuntimeError as error:  # no thread can be started
            self.fault = str(error)

    def close(self) -> None:
        """Kill the process; return at once. Only the thread waits for its end."""
        with self._lock:
            self._is_closed = True
            if self._process is not None:
                self._process.kill()

    # -- the thread ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def _speak(self, to_ask: Connection, to_read: Connection) -> None:
        """Exchange messages with the process until there are no more; any exception becomes the ``fault``."""

    def _live(self) -> None:
        try:
            self._start_and_speak()
        except EOFError:
            self.fault = "the process ended"
        except Exception as error:  # no error of a process may leave a caller waiting
            self.fault = (str(error) or repr(error))[:_MOST_WORDS]
        finally:
            self._see_off()

    def _start_and_speak(self) -> None:
        context = multiprocessing.get_context("spawn")
        to_read, to_answer = context.Pipe(duplex=False)
        to_listen, to_ask = context.Pipe(duplex=False)
        with to_read, to_ask:
            with to_listen, to_answer:
                arguments = (to_listen, to_answer)
                process = context.Process(target=self._worker, args=arguments, name=self._name, daemon=True)
                with interrupts_hidden_from_children():
                    process.start()
            self._keep(process)
            self._speak(to_ask, to_read)

    def _keep(self, process: SpawnProcess) -> None:
        with self._lock:
            self._process, self.pid = process, process.pid
            if self._is_closed:
                process.kill()
        atexit.register(self.close)  # a suspended process ignores the SIGTERM that multiprocessing sends at exit

    def _see_off(self) -> None:
        process = self._process
        if process is None:
            return
        process.kill()
        process.join()
        with self._lock:
            self._process = self.pid = None
        atexit.unregister(self.close)
        with suppress(ValueError):  # another process start has just reaped it
            process.close()
