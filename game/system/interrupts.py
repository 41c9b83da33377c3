"""Handling of Ctrl-C and of other requests to end the program; standard library only.

A command that only computes is interrupted at once (``interrupts_raised``). The game ends between two frames
(``StopRequest``), so that nothing is left unfinished. Child processes never receive the interrupt
(``interrupts_hidden_from_children``).
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

EXIT_BY_SIGNAL = 128
"""Added to the number of the signal that ended a program to get the shell's exit status."""

_REQUESTS = tuple(
    number for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if (number := getattr(signal, name, None))
)
_IMPATIENT_S = 1.0  # a terminal and a wrapper may send the same request twice at once

_Handler = Callable[[int, FrameType | None], object]


class Stopped(KeyboardInterrupt):
    """A request to end the program, by the signal ``number``."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_status(interrupt: KeyboardInterrupt) -> int:
    """Return the exit status of an interrupted program: 130 after Ctrl-C.

    >>> exit_status(KeyboardInterrupt()), exit_status(Stopped(15))
    (130, 143)
    """
    return EXIT_BY_SIGNAL + (interrupt.number if isinstance(interrupt, Stopped) else signal.SIGINT)


def restore_default_interrupt() -> None:
    """Make Ctrl-C end the process silently while no handler is set: during start and exit."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """Raise ``Stopped`` in the main thread as soon as the program is asked to end."""

    def interrupt(number: int, _frame: FrameType | None) -> None:
        raise Stopped(number)

    with _handled(interrupt):
        yield


class StopRequest:
    """Records whether the program was asked to end; a second request more than a second later ends it at once."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked_s = 0.0
        self.number = 0
        """The first signal received; 0 if none."""

    @property
    def is_made(self) -> bool:
        return self.number != 0

    @property
    def exit_status(self) -> int:
        """The exit status of the program: 0 if nobody asked it to end."""
        return EXIT_BY_SIGNAL + self.number if self.number else 0

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record requests to end while inside, instead of being interrupted."""
        with _handled(self.record):
            yield

    def record(self, number: int, _frame: FrameType | None) -> None:
        """Record the request; a second one ends the process at once."""
        if not self.number:
            self.number, self._asked_s = number, self._clock()
        elif self._clock() - self._asked_s > _IMPATIENT_S:
            os._exit(EXIT_BY_SIGNAL + number)


@contextmanager
def interrupts_delayed() -> Iterator[None]:
    """Delay ``Stopped`` until the block is done: a library interrupted while loading may stay incomplete."""
    request = StopRequest()
    with request.recording():
        yield
    if request.is_made:
        raise Stopped(request.number)


@contextmanager
def interrupts_hidden_from_children() -> Iterator[None]:
    """Start processes inside that Ctrl-C at the terminal must not reach; this process gets it afterwards.

    They inherit the signal mask: otherwise a process that is still starting would print the interrupt.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - this module is to be there at once

    resource_tracker.ensure_running()  # starting it with the first process would unblock the signal again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _handled(handler: _Handler) -> Iterator[None]:
    """Install the handler for these signals; those that the process ignores (``nohup``, ``&``) stay ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _REQUESTS}
    before = {number: known for number, known in before.items() if known not in {None, signal.SIG_IGN}}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, known in before.items():
            signal.signal(number, known)
