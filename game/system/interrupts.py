"""Handling of Ctrl-C and of other signals that ask the program to end; uses only the standard library.

A command that only computes is interrupted at once (``interrupts_raised``). The game ends between two passes of its
main loop (``StopRequest``), so that nothing is left unfinished. Child processes do not receive the interrupt
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
"""The exit status of a program ended by a signal is this number plus the signal's number."""

_REQUESTS = tuple(
    number for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if (number := getattr(signal, name, None))
)
_IMPATIENT_S = 1.0  # a terminal and a wrapper may send the same request twice at once

_Handler = Callable[[int, FrameType | None], object]


class StoppedBySignal(KeyboardInterrupt):
    """Raised when the signal ``number`` asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_status(interrupt: KeyboardInterrupt) -> int:
    """Return the exit status for a program that ends because of that interrupt; it is 130 for Ctrl-C.

    >>> exit_status(KeyboardInterrupt()), exit_status(StoppedBySignal(15))
    (130, 143)
    """
    return EXIT_BY_SIGNAL + (interrupt.number if isinstance(interrupt, StoppedBySignal) else signal.SIGINT)


def restore_default_interrupt() -> None:
    """Make Ctrl-C end the process without a traceback while no handler is set, as during start and exit."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """In a ``with`` block, raise ``StoppedBySignal`` in the main thread as soon as a signal asks the program to end."""

    def interrupt(number: int, _frame: FrameType | None) -> None:
        raise StoppedBySignal(number)

    with _handled(interrupt):
        yield


class StopRequest:
    """Records whether a signal asked the program to end; a second signal, over a second later, ends it at once."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked_s = 0.0
        self.number = 0
        """The number of the first signal received, 0 if there was none."""

    @property
    def was_received(self) -> bool:
        return self.number != 0

    @property
    def exit_status(self) -> int:
        """The exit status for the program, 0 if no signal asked it to end."""
        return EXIT_BY_SIGNAL + self.number if self.number else 0

    @contextmanager
    def recording(self) -> Iterator[None]:
        """In a ``with`` block, record signals that ask the program to end, instead of being interrupted by them."""
        with _handled(self.record):
            yield

    def record(self, number: int, _frame: FrameType | None) -> None:
        """Record the signal; a second one, more than a second later, ends the process at once."""
        if not self.number:
            self.number, self._asked_s = number, self._clock()
        elif self._clock() - self._asked_s > _IMPATIENT_S:
            os._exit(EXIT_BY_SIGNAL + number)


@contextmanager
def interrupts_delayed() -> Iterator[None]:
    """Delay ``StoppedBySignal`` to the end of the ``with`` block: a library interrupted while it loads may stay
    incomplete.
    """
    request = StopRequest()
    with request.recording():
        yield
    if request.was_received:
        raise StoppedBySignal(request.number)


@contextmanager
def interrupts_hidden_from_children() -> Iterator[None]:
    """In a ``with`` block, start processes that Ctrl-C at the terminal does not reach; this process gets it afterwards.

    The processes inherit the signal mask; without it, one that is still starting would print the interrupt.
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
    """Install the handler for all signals that ask the program to end, except those that the process ignores.

    A process started by ``nohup`` or with ``&`` ignores some.
    """
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
