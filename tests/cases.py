"""Many quick cases in one test: a test of its own for each would take longer than the case."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like ``pytest.mark.parametrize``, but all in one test, which tells of every case that fails.

    For tests that leave nothing behind: fixtures are made once for all cases. A case that has an id is told by it.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    is_single = isinstance(names, str) and len(keys) == 1
    params = [
        case if isinstance(case, type(pytest.param())) else pytest.param(*((case,) if is_single else case))
        for case in cases
    ]
    all_cases = [(param.id, dict(zip(keys, param.values, strict=True))) for param in params]
    assert all_cases

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def try_all(**fixtures: Any) -> None:
            failures = []
            for id, case in all_cases:
                try:
                    test(**case, **fixtures)
                except Exception as failure:
                    failure.add_note(f"the case: {id or case!r:.1000}")
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(all_cases)} cases", failures)

        signature = inspect.signature(test)
        fixtures = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        try_all.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return try_all

    return decorate
