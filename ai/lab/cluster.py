"""An executor of more than one machine, Dask's ``distributed``, for ``--executor ai.lab.cluster:executor``.

It is the cluster whose scheduler's address stands in the variable DASK_SCHEDULER_ADDRESS, where Dask itself looks for
it. A job whose worker dies is done again by another: jobs are the same wherever and however often they are done.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from types import TracebackType
from typing import Any, Final

ADDRESS: Final = "DASK_SCHEDULER_ADDRESS"
_PATIENCE_S: Final = 20
"""How long the scheduler may take to answer at first."""


class ClusterExecutor(Executor):
    """Has jobs done by the workers of a ``distributed.Client``, which it closes in the end."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # Not "pure": a run asked for again is to be played again, not answered from what is still kept of the last.
        self._jobs = client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have one job done."""
        future: Future[Any] = self._jobs.submit(fn, *args, **kwargs)
        return future

    def map(self, fn: Callable[..., Any], *iterables: Iterable[Any], **options: Any) -> Iterator[Any]:
        """Have many jobs done; their results in order."""
        results: Iterator[Any] = self._jobs.map(fn, *iterables, **options)
        return results

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for the jobs, or give up those that are not done, and leave the cluster."""
        self._jobs.shutdown(wait=wait and not cancel_futures)
        self._client.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)


def executor() -> ClusterExecutor:
    """The executor of the cluster at that address; ``ValueError`` without one, ``OSError`` if nobody answers there."""
    address = os.environ.get(ADDRESS)
    if not address:
        raise ValueError(f"{ADDRESS} is not set; it says where the scheduler is, as tcp://HOST:8786")
    try:
        from distributed import Client  # noqa: PLC0415 - the game never needs it
    except ModuleNotFoundError as missing:
        raise ValueError(f"{missing.name} is missing: install the extra 'cluster'") from missing
    return ClusterExecutor(Client(address, timeout=_PATIENCE_S, set_as_default=False))
