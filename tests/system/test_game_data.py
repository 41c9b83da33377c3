"""A data file of the game that is damaged is told at the start, in one sentence that names it."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from game.drivers.words import remark_lines
from game.engine import rules
from game.engine.errors import RulesFileError
from game.features.puzzles.model import shipped_puzzles
from game.features.tour.model import stages
from game.features.tour.words import check_tour_words
from game.system import resources
from game.system.licences import shipped_parts
from game.system.resources import AssetError
from game.ways import load_game_data
from tests.cases import each
from tests.nightly import some
from tests.scenes.test_app import ROOT

TOUR, PUZZLES, REMARKS, LICENCES = "tour/tour.toml", "puzzles/shipped.json", "remarks/de.toml", "licenses/index.toml"
RULES = "rulesets/piatnik.toml"
CACHES: tuple[Any, ...] = (
    stages, remark_lines, shipped_puzzles, shipped_parts, rules.load_rules, rules.rule_sets_by_number
)  # fmt: skip


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder with the data files of an installation."""
    load_game_data()  # the catalogues stay those of the checkout
    data = tmp_path / "assets"
    for file in (TOUR, PUZZLES, REMARKS, LICENCES):
        shutil.copytree((ROOT / "assets" / file).parent, (data / file).parent)
    shutil.copytree(ROOT / "game" / "engine" / "rulesets", data / "rulesets")
    monkeypatch.setattr(resources, "data_root", lambda: tmp_path)
    monkeypatch.setattr(rules, "files", lambda _: data)
    yield data
    forget()


def forget() -> None:
    for cached in CACHES:
        cached.cache_clear()


@contextmanager
def changed(path: Path) -> Iterator[str]:
    """The text of a file that may be changed in the block, after which it is as before."""
    content = path.read_bytes()
    try:
        yield content.decode()
    finally:
        with suppress(OSError):
            path.rmdir()
        path.write_bytes(content)


def told_of(file: str) -> str:
    """What is told when the data is loaded: one sentence that names the file."""
    forget()
    with pytest.raises((AssetError, RulesFileError)) as caught:
        load_game_data()
    told = str(caught.value)
    assert told.startswith(f"{Path(file).name}: ")
    assert told.endswith("; install the game again")
    assert len(told.splitlines()) == 1
    assert len(told) < 600
    return told


def with_brackets(path: Path, brackets: bytes) -> None:
    path.write_bytes((b"" if path.suffix == ".json" else b"a = ") + brackets)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "folder": lambda path: (path.unlink(), path.mkdir()),
    "empty": lambda path: path.write_bytes(b""),
    "not UTF-8": lambda path: path.write_bytes(b'a = "\xff"\n'),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-40]),
    "nested": lambda path: with_brackets(path, b"[" * 10_000),
    "closed": lambda path: with_brackets(path, b"[" * 300 + b"]" * 300),
    "other type": lambda path: path.write_bytes(b"{}" if path.suffix == ".json" else b"a = 3"),
}


@each(
    ("damage", "file"),
    [
        (damage, file)
        for damage in DAMAGE
        for file in (TOUR, PUZZLES, REMARKS, LICENCES, RULES)
        if (damage, file) != ("missing", REMARKS)  # a language without remarks stays silent
    ],
)
def test_game_data_damaged_as_a_whole_is_told_by_its_file(installed: Path, damage: str, file: str) -> None:
    with changed(installed / file):
        DAMAGE[damage](installed / file)
        told_of(file)


@each(
    ("file", "old", "new", "why"),
    [
        (TOUR, '["win"], ["win", "safeties", 1]]', '["win"], ["win"], ["win", "safeties", 1]]', "length <= 3"),
        (TOUR, "\n[les_tilleuls]", "\n[les_tilleuls]\nseason = 3", "season"),
        (TOUR, "\n[les_tilleuls]", "\n[atlantis]", "atlantis"),
        (TOUR, '["place", 2]', '["place", 9]', "goals: no words for ['place', 9]"),
        (TOUR, '["win", "no_200"]', '["win", "km", 100]', "goals: no words for ['win', 'km', 100]"),
        (TOUR, "place = { stone = [228, 742], bend", "place = { stone = [228, 742], bends", "bends"),
        (TOUR, "stone = [1262, 622]", "stone = [1262, 622], bend = [[9, 9], [9, 9]]", "a bend for each stage but"),
        (TOUR, '["win", "no_200"]', '["fly"]', "'fly' is no word"),
        (TOUR, 'region = "hills"', 'region = "coast"', "3 stages of each region"),
        (TOUR, 'players = [{ kind = "human" }, ', "players = [", "players"),
        (TOUR, "legs = 1 }\nplayers = [{ kind", "legs = 2 }\nplayers = [{ kind", "of one leg"),
        (REMARKS, "revenge = ", "regret = ", "regret"),
        (REMARKS, "[bruno]", "[bernd]", "bernd"),
        (RULES, "hand_size = { value = 6", "hand_size = { value = 60", "hand_size"),
    ],
)
def test_game_data_with_a_wrong_value_says_what_is_wrong(
    installed: Path, file: str, old: str, new: str, why: str
) -> None:
    with changed(installed / file) as text:
        assert old in text
        (installed / file).write_text(text.replace(old, new), "utf-8")
        assert why in told_of(file)


def test_tour_with_a_thirteenth_stage_is_told(installed: Path) -> None:
    text = (installed / TOUR).read_text("utf-8")
    more = text[text.index("[kilometre_1000]") :].replace("kilometre_1000", "kilometre_1001")
    (installed / TOUR).write_text(text + more, "utf-8")
    assert "3 stages of each region" in told_of(TOUR)


@each("fault", ["twice", "of a match", "no mistake"])
def test_shipped_puzzle_that_cannot_be_asked_is_told(installed: Path, fault: str) -> None:
    with changed(installed / PUZZLES) as text:
        puzzles = json.loads(text)
        if fault == "twice":
            puzzles.append(puzzles[0])
        elif fault == "of a match":
            puzzles[0]["match"] = "m1"
        else:
            judged = puzzles[0]["judged"]
            judged["played"] = judged["best"]
        (installed / PUZZLES).write_text(json.dumps(puzzles), "utf-8")
        told_of(PUZZLES)


LOADERS: dict[str, Callable[[], object]] = {
    TOUR: check_tour_words,
    PUZZLES: shipped_puzzles,
    REMARKS: lambda: remark_lines("de"),
    LICENCES: shipped_parts,
}
WRONG: tuple[Any, ...] = (None, "odd", -1, 10**20, 1.5, True, [], {}, [[["odd"]]])
Place = tuple[str | int, ...]


def places(data: Any, before: Place = ()) -> Iterator[Place]:
    """The keys that lead to each part of the data."""
    for key, part in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*before, key)
        if isinstance(part, dict | list):
            yield from places(part, (*before, key))


def toml(value: Any) -> str:
    """The value in TOML; JSON's null, which TOML lacks, becomes a date."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {toml(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return "1979-05-27" if value is None else json.dumps(value)


def write(path: Path, data: Any) -> None:
    if path.suffix == ".json":
        path.write_text(json.dumps(data), "utf-8")
    else:
        path.write_text("".join(f"{json.dumps(key)} = {toml(one)}\n" for key, one in data.items()), "utf-8")


@pytest.mark.parametrize("file", LOADERS, ids=Path)
def test_game_data_changed_at_any_leaf_is_fine_or_told(installed: Path, file: str) -> None:
    text = (installed / file).read_text("utf-8")
    data = json.loads(text)[:1] if file == PUZZLES else tomllib.loads(text)
    cases = [(place, wrong) for place in places(data) for wrong in WRONG]
    refused: list[str] = []
    for (*into, last), wrong in some(cases, 31):
        odd = copy.deepcopy(data)
        part: Any = odd
        for key in into:
            part = part[key]
        part[last] = wrong
        write(installed / file, odd)
        forget()
        try:
            LOADERS[file]()
        except AssetError as error:
            refused.append(str(error))
    assert len(refused) > len(some(cases, 31)) / 2
    assert [told for told in refused if not told.startswith(f"{Path(file).name}: ")] == []


@pytest.mark.parametrize("file", [TOUR, PUZZLES], ids=Path)
def test_game_with_damaged_data_ends_with_one_sentence_and_leaves_the_users_files(tmp_path: Path, file: str) -> None:
    """In a process of its own, as at a player's: of the tour before the window opens, of the puzzles after that."""
    shutil.copytree(ROOT / "assets", tmp_path / "data" / "assets")
    (tmp_path / "data" / "assets" / file).write_text("odd = 3", "utf-8")
    user, data = tmp_path / "user", tmp_path / "data"
    code = (
        "import sys; from pathlib import Path; from game.system import resources; from game.__main__ import main; "
        f"resources.data_root = lambda: Path({str(data)!r}); sys.exit(main(['--user-dir', {str(user)!r}]))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.returncode == 1
    assert len(ended.stderr.strip().splitlines()) == 1
    assert f" {Path(file).name}: damaged in the installation" in ended.stderr
    assert [path.name for path in user.rglob("*") if "broken" in path.name or path.suffix == ".log"] == []
