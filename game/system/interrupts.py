"""What becomes of Ctrl-C at the terminal and of other requests to end that come from outside; standard library only.

A command that only computes is interrupted where it stands (``raising``). The game ends between two frames
(``StopRequest``), so that nothing is left half done. The children of either never hear of it (``kept_from_children``).
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
"""Added to the number of the signal that ended a program: what a shell reports."""

_REQUESTS = tuple(
    number for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if (number := getattr(signal, name, None))
)
_IMPATIENT_S = 1.0  # a terminal and a wrapper may send the same request twice at once

_Handler = Callable[[int, FrameType | None], object]


class Stopped(KeyboardInterrupt):
    """A request to end, by the signal of that ``number``."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_status(interrupt: KeyboardInterrupt) -> int:
    """What a program that was interrupted ends with: 130 after Ctrl-C.

    >>> exit_status(KeyboardInterrupt()), exit_status(Stopped(15))
    (130, 143)
    """
    return EXIT_BY_SIGNAL + (interrupt.number if isinstance(interrupt, Stopped) else signal.SIGINT)


def leave_to_the_system() -> None:
    """Let Ctrl-C end the process without a word, as long as nobody takes it: while it starts, and as it exits."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def raising() -> Iterator[None]:
    """Raise ``Stopped`` wherever the program stands when it is asked to end."""

    def interrupt(number: int, _frame: FrameType | None) -> None:
        raise Stopped(number)

    with _handled(interrupt):
        yield


class StopRequest:
    """Whether the program was asked to end; whoever asks again a second later is not kept waiting any longer."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked_s = 0.0
        self.number = 0
        """The signal that asked first; 0 if none did."""

    @property
    def is_made(self) -> bool:
        """Whether the program is to end."""
        return self.number != 0

    @property
    def exit_status(self) -> int:
        """What the program is to end with: 0 if nobody asked it to."""
        return EXIT_BY_SIGNAL + self.number if self.number else 0

    @contextmanager
    def awaited(self) -> Iterator[None]:
        """Take requests to end inside, instead of being interrupted."""
        with _handled(self.take):
            yield

    def take(self, number: int, _frame: FrameType | None) -> None:
        """Remember the request; a second one ends the process at once."""
        if not self.number:
            self.number, self._asked_s = number, self._clock()
        elif self._clock() - self._asked_s > _IMPATIENT_S:
            os._exit(EXIT_BY_SIGNAL + number)


@contextmanager
def held_back() -> Iterator[None]:
    """Raise ``Stopped`` only after what is done inside: a library interrupted as it loads may go on without a part."""
    request = StopRequest()
    with request.awaited():
        yield
    if request.is_made:
        raise Stopped(request.number)


@contextmanager
def kept_from_children() -> Iterator[None]:
    """Start processes inside that Ctrl-C at the terminal is not to reach; this one hears of it afterwards.

    They inherit the mask: else one that is still starting would complain of the interrupt on the terminal.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - this module is to be there at once

    resource_tracker.ensure_running()  # starting it with the first process would open the mask again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _handled(handler: _Handler) -> Iterator[None]:
    """Have the requests handled so; those that the process was told to ignore (``nohup``, ``&``) stay ignored."""
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
