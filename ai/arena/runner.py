"""Has the sequences played, in this process or in several, and hands over each outcome as soon as it is there."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, closing
from itertools import islice
from multiprocessing.synchronize import Event

from ai.arena.foreign import ForeignPlayer, end_all
from ai.arena.outcome import SequenceOutcome
from ai.arena.participant import OwnPlayer, Seated
from ai.arena.referee import play_sequence
from ai.arena.settings import FOREIGN, ArenaSettings
from game.interrupts import kept_from_children

_stop: Event | None = None
"""In a worker: set when the arena is to stop."""


def outcomes(settings: ArenaSettings, sequences: Iterable[int], jobs: int) -> Generator[SequenceOutcome, None, None]:
    """The outcomes of those sequences, in the order in which they are finished.

    With one job they are played here; with more in as many workers, each a whole sequence at a time. An exception
    that this generator is closed by, or that is thrown where it runs, ends the workers before it goes on.
    """
    if jobs == 1:
        for sequence in sequences:
            yield _play(settings, sequence, None)
        return
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare, initargs=(stop,))
    try:
        waiting = iter(sequences)
        # One sequence in each worker and one ready for it: no more, so that stopping is quick.
        running: set[Future[SequenceOutcome]] = set()
        while True:
            more = islice(waiting, 2 * jobs - len(running))
            with kept_from_children():
                running |= {executor.submit(_play_in_worker, settings, sequence) for sequence in more}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        stop.set()
        executor.shutdown(wait=True, cancel_futures=True)


def _play(settings: ArenaSettings, sequence: int, stop: Event | None) -> SequenceOutcome:
    with ExitStack() as table:
        players = [table.enter_context(closing(_seated(name))) for name in settings.names]
        return play_sequence(settings, sequence, players, _never if stop is None else stop.is_set)


def _seated(name: str) -> Seated:
    return ForeignPlayer(name) if name.startswith(FOREIGN) else OwnPlayer(name)


def _never() -> bool:
    return False


def _prepare(stop: Event) -> None:
    """Make a new worker ready: an interrupt is the arena's own business, and a worker doesn't outlive the arena."""
    global _stop  # noqa: PLW0603 - set once, before the worker's first task
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    end_all()
    os._exit(1)


def _play_in_worker(settings: ArenaSettings, sequence: int) -> SequenceOutcome:
    return _play(settings, sequence, _stop)
