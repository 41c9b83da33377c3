"""Executors for the jobs of ``arena`` and ``tune``: worker processes here, or an executor by name."""

from __future__ import annotations

import importlib
from concurrent.futures import Executor
from typing import Final

HELP: Final = "module:name of a callable that gives a concurrent.futures.Executor, such as ai.lab.cluster:executor"


def executor_named(name: str) -> Executor:
    """Return the executor that the callable ``module:name`` returns; ``ValueError`` if there is none, or it fails.

    >>> executor_named("concurrent.futures:ThreadPoolExecutor").submit(int, "7").result()
    7
    """
    module, _, attribute = name.partition(":")
    try:
        made = getattr(importlib.import_module(module), attribute)()
    except (ImportError, AttributeError, ValueError, OSError) as error:
        raise ValueError(f"--executor {name}: {error}") from error
    if not isinstance(made, Executor):
        raise ValueError(f"--executor {name}: expected a concurrent.futures.Executor, got {type(made).__name__}")
    return made
