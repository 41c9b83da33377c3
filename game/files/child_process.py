"""A process beside the game, and the one thread that speaks with it: started, kept and seen off in the same way.

Of two pipes each has one direction, so that no socket is needed where a pipe of both would be one. Only the thread ever
waits for them, never a frame. The process goes when the game is killed, as its pipes then close.
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

from game.system.interrupts import kept_from_children

Worker = Callable[[Connection, Connection], None]
"""What runs in the process: reads from one pipe and writes to the other."""

_NICENESS = 10
_MOST_WORDS = 300


def begin_as_child() -> None:
    """Be modest, and say nothing at the terminal; called in the process before anything else.

    An interrupt from the terminal is the game's business, which then closes the pipes; and so is the terminal.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process lives


class ChildProcess(ABC):
    """One process, from its start to its end; never started again.

    ``fault`` says in words why nothing more will come, None as long as something may. Once it stands there, or after
    ``close``, the process is being killed.
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
        """Start it; returns at once."""
        try:
            threading.Thread(target=self._live, name=self._name, daemon=True).start()
        except RuntimeError as error:  # no thread is to be had
            self.fault = str(error)

    def close(self) -> None:
        """Kill the process. Returns at once; the thread sees it off."""
        with self._lock:
            self._is_closed = True
            if self._process is not None:
                self._process.kill()

    # -- the thread ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def _speak(self, to_ask: Connection, to_read: Connection) -> None:
        """Speak with the process until there is no more to say; whatever this raises is its fault."""

    def _live(self) -> None:
        try:
            self._start_and_speak()
        except EOFError:
            self.fault = "the process ended"
        except Exception as error:  # nothing that a process says or does may leave anybody waiting
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
                with kept_from_children():
                    process.start()
            self._keep(process)
            self._speak(to_ask, to_read)

    def _keep(self, process: SpawnProcess) -> None:
        with self._lock:
            self._process, self.pid = process, process.pid
            if self._is_closed:
                process.kill()
        atexit.register(self.close)  # a stopped process would not heed what the library sends it at the end

    def _see_off(self) -> None:
        process = self._process
        if process is None:
            return
        process.kill()
        process.join()
        with self._lock:
            self._process = self.pid = None
        atexit.unregister(self.close)
        with suppress(ValueError):  # another start has just seen it off
            process.close()
