"""A copy of the project in which mutants are tried, so that none is ever left in a checkout."""

from __future__ import annotations

import ast
import hashlib
import itertools
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutants.mutations import GROUPS, ROOT, Mutant, sources

COPIED = (
    "game",
    "ai",
    "assets",
    "locale",
    "build",
    "tests",
    "docs",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
)
CORE_TESTS = tuple(package.replace("game/", "tests/") for package in GROUPS["core"])
TESTS: Mapping[str, tuple[str, ...]] = {
    "engine": ("tests/engine",),
    "core": (*CORE_TESTS, "tests/features", "tests/scenes"),
    "features": ("tests/features", "tests/scenes", "tests/table"),
    "table": ("tests/table", "tests/features/play"),
    "words": ("tests/words",),
    "ui": ("tests/ui",),
    "ai": ("tests/ai",),
}
"""Where the tests of a group of packages lie, its own first."""

OWN: Mapping[str, tuple[str, ...]] = {
    "engine": TESTS["engine"],
    "core": CORE_TESTS,
    "features": ("tests/features",),
    "table": ("tests/table",),
    "words": TESTS["words"],
    "ui": TESTS["ui"],
    "ai": TESTS["ai"],
}
"""The tests that use what runs at the import of a group."""

KEEPING = {"engine"}
"""Packages that make tables when they are wanted first, and keep them for all who come later."""

SWEEPS = {
    *("test_stages.py", "test_languages.py", "test_pictures.py", "test_resizing.py", "test_painter.py"),
    "test_anything.py",
    *("test_aside.py", "test_logbook.py", "test_touch.py"),
    *("rulebook/test_scene.py", "score/test_scene.py", "play/test_picture.py"),
}
"""Tests that look at screens and nothing else: they take long, and notice what is drawn. The core does without."""

MOST_S = {"features": 40.0, "table": 40.0, "ai": 40.0}
"""For how long tests may look for a mutant, the quickest first: every screen runs what all of them share."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant: ``killed``, ``timed out`` or ``survived``; which test killed it, in what time."""

    outcome: str
    killer: str
    took_s: float


class Workshop:
    """The process that tries mutants in a copy, and what it knows about the tests of a group of packages."""

    def __init__(self, group: str, charts: Path, nest: subprocess.Popen[str]) -> None:
        self._group = group
        self._charts = charts
        self._nest = nest
        self._usual_s: dict[str, float] = {}
        self._lines: dict[str, dict[int, set[str]]] = {}

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self._nest.stdin is not None
        assert self._nest.stdout is not None
        print(json.dumps(request), file=self._nest.stdin, flush=True)
        return json.loads(self._nest.stdout.readline())

    def learn(self, files: Iterable[str]) -> None:
        """Find out which tests of these files run which lines; what is known of a file of tests is not asked again."""
        if self._usual_s:
            return
        self._charts.mkdir(parents=True, exist_ok=True)
        state = digest(*(file.read_bytes() for file in sources(self._group)))
        for file in files:
            known = self._charts / f"{digest((ROOT / file).read_bytes())}-{state}.json"
            if not known.exists():
                chart = self._chart(file)
                if chart is None:
                    continue
                known.write_text(json.dumps(chart), encoding="utf-8")
            self._take(json.loads(known.read_text(encoding="utf-8")))

    def _chart(self, file: str) -> dict[str, Any] | None:
        """Have a file of tests charted; one that fails without any fault, twice, notices nothing and is left out."""
        for _ in range(2):
            chart = self.ask(chart=file, group=self._group)
            if chart.get("status") in (0, 5):
                return chart
        why = chart.get("killer") or "they end in mid-run"
        print(f"left out, as they fail without any fault made: the tests of {file}: {why}", file=sys.stderr, flush=True)
        return None

    def _take(self, chart: dict[str, Any]) -> None:
        self._usual_s |= chart["tests"]
        ids = list(chart["tests"])
        for path, lines in chart["lines"].items():
            for line, bits in lines.items():
                ran = {id for at, id in enumerate(ids) if int(bits, 16) >> at & 1}
                self._lines.setdefault(path, {}).setdefault(int(line), set()).update(ran)

    def tests_for(self, path: str, line: int) -> dict[str, float]:
        """The tests that may notice a fault there: those that run the line, the quickest first.

        What runs at the import, or once for all since it is kept, is used by tests that do not run it: there all at
        home follow.
        """
        lines = self._lines.get(path, {})
        ran = lines.get(max((known for known in lines if known <= line), default=0), set())
        near = set(ran)
        if not ran or self._group in KEEPING or not in_function((ROOT / path).read_text("utf-8"), line):
            near |= {id for id in self._usual_s if id.startswith(OWN[self._group])}
        ranked = sorted(near, key=lambda id: (self._usual_s[id] > QUICK_S, id not in ran, self._usual_s[id]))
        until_s = itertools.accumulate(self._usual_s[id] for id in ranked)
        most_s = MOST_S.get(self._group, math.inf)
        return {id: self._usual_s[id] for id, total_s in zip(ranked, until_s, strict=True) if total_s <= most_s}

    def attempt(self, mutant: Mutant) -> Trial:
        """Run the tests on a mutant until one notices."""
        tests = self.tests_for(mutant.path, mutant.line)
        answer = self.ask(path=mutant.path, source=mutant.source, tests=tests)
        outcome = "timed out" if "signal" in answer else "killed" if answer["status"] else "survived"
        return Trial(outcome, answer["killer"], answer["took_s"])


QUICK_S = 0.2


def in_function(source: str, line: int) -> bool:
    """Whether a line runs only when a function is called."""
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    return any(node.body[0].lineno <= line <= (node.end_lineno or line) for node in functions)


def test_files(group: str) -> Iterator[str]:
    """The files of tests that may notice a fault in a group of packages."""
    for folder in TESTS[group]:
        files = sorted((ROOT / folder).rglob("test_*.py"))
        left_out = SWEEPS if group == "core" else set()
        yield from (
            file.relative_to(ROOT).as_posix()
            for file in files
            if file.parent.name != "lab" and left_out.isdisjoint((file.name, f"{file.parent.name}/{file.name}"))
        )


def digest(*parts: bytes) -> str:
    """A short text that changes with any of the parts."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


@contextmanager
def workshop(group: str, charts: Path) -> Iterator[Workshop]:
    """Copy the project, and start the process that tries mutants in it."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for name in COPIED:
            source, target = ROOT / name, Path(folder, name)
            shutil.copytree(source, target) if source.is_dir() else shutil.copy2(source, target)
        with subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.nest"],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPATH": folder,
                "PYGAME_HIDE_SUPPORT_PROMPT": "1",
                "MILESTONE_RALLY_NIGHTLY": "",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as nest:
            yield Workshop(group, charts, nest)
