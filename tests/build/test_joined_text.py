"""No code puts punctuation beside words; the check finds every way to do so, and leaves data alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from joined_text import ALLOWED, SCREEN, joints

ROOT = Path(__file__).parents[2]


def found(tmp_path: Path, code: str) -> list[str]:
    module = tmp_path / "module.py"
    module.write_text(f"x = {code}\n", encoding="utf-8")
    return [said for _line, said in joints(module)]


@pytest.mark.parametrize(
    "code",
    [
        'f"{title}!"',
        'f"{label}: {words}"',
        'f"{words}…"',
        'f"{words} ({aside})"',
        'f"{one} – {other}"',
        'f"“{name}”"',
        'f"{place}. {name}"',
        'words + ":"',
        '"(" + words',
        '"%s: %s" % (label, words)',
        '"{}, {}".format(one, other)',
        '", ".join(names)',
        '" · ".join(names)',
    ],
)
def test_joined_text_is_found(tmp_path: Path, code: str) -> None:
    assert found(tmp_path, code)


@pytest.mark.parametrize(
    "code",
    [
        'f"{number(done)}/{number(goal)}"',
        'f"{value} {unit}"',
        'f"cards/{card.id}.small"',
        'f"row.{id}"',
        'f"{width:.1f}"',
        'f"rotate({turn:.1f})"',
        '" ".join(sentences)',
        '_("Go: {card}", card=card)',
    ],
)
def test_joined_data_and_whole_messages_are_accepted(tmp_path: Path, code: str) -> None:
    assert found(tmp_path, code) == []


def test_joined_text_is_found_in_an_added_punctuation_mark(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('said += "."\n', encoding="utf-8")
    assert len(list(joints(module))) == 1


def test_errors_for_programmers_do_not_count_as_joined_text(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('raise ValueError(f"{name}: {value}")\n', encoding="utf-8")
    assert list(joints(module)) == []


def test_joined_text_exceptions_are_all_still_needed() -> None:
    paths = [path for part in SCREEN for path in [ROOT / "game" / part, *(ROOT / "game" / part).rglob("*.py")]]
    code = {
        (path.name, ast.unparse(node))
        for path in paths
        if path.suffix and path.name in {name for name, _code in ALLOWED}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.expr)
    }
    assert ALLOWED.keys() <= code
