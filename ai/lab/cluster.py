"""An executor on several machines, Dask's ``distributed``, for ``--executor ai.lab.cluster:executor``.

The scheduler's address is in the variable DASK_SCHEDULER_ADDRESS, where Dask itself looks for it. If a worker dies,
another one repeats its job: jobs give the same result wherever and however often they run.
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
    """An executor on the workers of a ``distributed.Client``, which it closes at the end."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # Not "pure": a repeated run must be played again, not answered from Dask's cache.
        self._jobs = client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = self._jobs.submit(fn, *args, **kwargs)
        return future

    def map(self, fn: Callable[..., Any], *iterables: Iterable[Any], **options: Any) -> Iterator[Any]:
        results: Iterator[Any] = self._jobs.map(fn, *iterables, **options)
        return results

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._jobs.shutdown(wait=wait and not cancel_futures)
        self._client.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)


def executor() -> ClusterExecutor:
    """Return the cluster's executor; ``ValueError`` without an address, ``OSError`` if nobody answers there."""
    address = os.environ.get(ADDRESS)
    if not address:
        raise ValueError(f"{ADDRESS} is not set; it says where the scheduler is, as tcp://HOST:8786")
    try:
        from distributed import Client  # noqa: PLC0415 - the game never needs it
    except ModuleNotFoundError as missing:
        raise ValueError(f"{missing.name} is missing: install the extra 'cluster'") from missing
    return ClusterExecutor(Client(address, timeout=_PATIENCE_S, set_as_default=False))
