"""The command that tries mutants works: known faults are noticed, and nothing of them is left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.mutants.__main__ import Results
from tests.mutants.equal import EQUAL
from tests.mutants.mutations import ROOT, Mutant, sample, spots
from tests.mutants.workshop import Trial, Workshop, in_function, workshop

FILE = "game/engine/scoring.py"
TESTS = {"tests/engine/test_scoring.py::test_four_safeties_earn_the_bonus_of_the_rule_set[winning_moves-0-700]": 0.1}
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")


def changed(old: str, new: str) -> Mutant:
    source = (ROOT / FILE).read_text("utf-8")
    assert source.count(old) == 1
    return Mutant(FILE, 1 + source[: source.index(old)].count("\n"), f"{old}  →  {new}", source.replace(old, new))


@needs_fork
def test_mutants_with_known_faults_are_noticed_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workshop, "tests_for", lambda *_: TESTS)
    before = (ROOT / FILE).read_bytes()
    with workshop("engine", tmp_path) as place:
        wrong = changed("points.all_four if safeties == 4 else 0", "points.all_four if safeties != 4 else 0")
        endless = changed("    all_four = points", "    while safeties == 4: pass\n    all_four = points")
        none = changed("    all_four = points", "    all_four = +points.all_four * 0\n    all_four = points")
        assert [place.attempt(mutant).outcome for mutant in (wrong, endless, none)] == [
            "killed",
            "timed out",
            "survived",
        ]
        assert place.attempt(wrong).killer in TESTS
    assert (ROOT / FILE).read_bytes() == before


def test_sample_of_mutants_is_repeatable_and_the_first_of_a_longer_one(tmp_path: Path) -> None:
    file = tmp_path / "game" / "engine" / "way.py"
    file.parent.mkdir(parents=True)
    file.write_text(
        "def way(km: int | None, left: int) -> bool:\n    return km is not None and km + 1 < left\n", "utf-8"
    )
    some = sample("engine", 5, 1, tmp_path)
    assert some == sample("engine", 9, 1, tmp_path)[:5]
    assert some != sample("engine", 5, 2, tmp_path)
    every = sample("engine", 1000, 1, tmp_path)
    assert {mutant.place for mutant in every} == {"game/engine/way.py:2"}  # not the annotations above
    assert len({mutant.source for mutant in every}) == len(every) > 15
    assert len(every) < len(list(spots("game/engine/way.py", file.read_text("utf-8"))))


def test_mutant_results_are_kept_and_survivors_tried_again_with_new_tests(tmp_path: Path) -> None:
    file, one, other = tmp_path / "some" / "engine.jsonl", Mutant("a.py", 1, "", "1"), Mutant("a.py", 1, "", "2")
    results = Results(file, "tests")
    results.add(one, Trial("killed", "test_it", 0.5))
    results.add(other, Trial("survived", "", 9.5))
    assert Results(file, "tests").of(one) == Trial("killed", "test_it", 0.5)
    assert Results(file, "tests").of(other) == Trial("survived", "", 9.5)
    assert Results(file, "more tests").of(one) is not None
    assert Results(file, "more tests").of(other) is None


def test_equal_mutants_on_the_list_still_exist() -> None:
    for path, changes in EQUAL.items():
        lines = {line.strip() for line in (ROOT / path).read_text("utf-8").splitlines()}
        assert {change.partition("  →  ")[0] for change in changes} <= lines, path


def test_lines_run_at_import_are_told_from_lines_run_by_a_call() -> None:
    source = (
        "ONE = 1\n@cache\ndef f(\n    n=1,\n):\n    return (\n        n\n    )\n"  # lines 6 to 8
        "class C:\n    def g(self):\n        pass\n"
    )
    assert [line for line in range(1, 12) if in_function(source, line)] == [6, 7, 8, 11]
