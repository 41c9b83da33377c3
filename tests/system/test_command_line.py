"""The command line as a person meets it: one clear sentence and a fitting exit status, never a traceback."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.spawn import get_preparation_data
from pathlib import Path

import pytest

from game import __version__
from game.__main__ import _parsed, main
from game.engine.errors import RulesFileError
from game.files.single_instance import SingleInstance
from tests.cases import each
from tests.nightly import some

ROOT = Path(__file__).parents[2]


def game(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "game", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_program_answers_a_wrong_command_line_by_one_sentence() -> None:
    result = game("--nonsense")
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.stderr


@each("arguments", [("replay",), ("--seed", "many"), ("fly",), ("catalogues",), ("missing.json",)])
def test_wrong_command_line_is_answered_by_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    try:
        status: object = main(list(arguments))
    except SystemExit as end:
        status = end.code
    said = capsys.readouterr().err
    assert status == 2
    assert len(said.strip().splitlines()) == 1
    assert "Traceback" not in said


def test_replay_prints_the_position_of_a_record(tmp_path: Path) -> None:
    case = json.loads((ROOT / "tests" / "records" / "chain.json").read_text(encoding="utf-8"))
    record = tmp_path / "record.json"
    record.write_text(json.dumps(case["record"]), encoding="utf-8")
    result = game("replay", record, "--json")
    assert result.returncode == 0
    assert json.loads(result.stdout) == case["expected"]
    assert game("replay", record).stdout.startswith("4 moves; turn, seat 0 to decide; side 0: 0 km")


@each("content", [None, b"", b"\xff\xfe", b"[]", b"[" * 100_000])
def test_unreadable_record_is_an_error_object_on_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    record = tmp_path / "record.json"
    if content is not None:
        record.write_bytes(content)
    assert main(["replay", str(record), "--json"]) == 2
    said = capsys.readouterr()
    error = json.loads(said.out)["error"]
    assert (error["at"], error["move"], error["reason"]) == (None, None, "bad_json")
    assert said.err == ""
    if content is None:
        assert main(["replay", str(record)]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_replay_needs_neither_a_display_nor_pygame() -> None:
    code = (
        "import sys; sys.modules['pygame'] = None; from game.__main__ import main; "
        "sys.exit(main(['replay', 'nothing.json', '--json']))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert json.loads(result.stdout)["error"]["reason"] == "bad_json"


def test_missing_display_is_reported_in_one_sentence(tmp_path: Path) -> None:
    result = game("--user-dir", tmp_path, SDL_VIDEODRIVER="x11", DISPLAY=":987654", WAYLAND_DISPLAY="")
    assert result.returncode == 1
    assert len(result.stderr.strip().splitlines()) == 1
    assert "no window can be opened" in result.stderr


def test_control_tree_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    result = game("--user-dir", tmp_path, "--ui-tree", tmp_path / "nowhere" / "tree.json", SDL_VIDEODRIVER="dummy")
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes are those of POSIX")
@pytest.mark.parametrize("kind", ["link", "folder", "pipe", "device"])
def test_control_tree_never_replaces_what_is_no_regular_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "tree"
    if kind == "link":
        path.symlink_to(tmp_path / "elsewhere")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path = Path("/dev/full")
    result = game("--user-dir", tmp_path / "user", "--ui-tree", path, SDL_VIDEODRIVER="dummy")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"milestone-rally: --ui-tree {path}: ")
    assert result.stderr.count("\n") == 1
    assert path.exists() is (kind != "link")
    assert not path.is_file()


def test_second_copy_with_no_display_reports_that_the_game_is_open(tmp_path: Path) -> None:
    first = SingleInstance(tmp_path)
    assert first.claim()
    result = game("--user-dir", tmp_path, SDL_VIDEODRIVER="x11", DISPLAY=":987654", WAYLAND_DISPLAY="")
    first.close()
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == f"milestone-rally: the game is already open; its files are in {tmp_path}\n"


def test_start_failures_are_reported_in_the_players_language(tmp_path: Path) -> None:
    first = SingleInstance(tmp_path)
    assert first.claim()
    nowhere = {"SDL_VIDEODRIVER": "x11", "DISPLAY": ":987654", "WAYLAND_DISPLAY": "", "LC_ALL": "de_DE.UTF-8"}
    result = game("--user-dir", tmp_path, **nowhere)
    first.close()
    assert result.returncode == 3
    assert result.stderr == f"milestone-rally: das Spiel läuft schon; seine Dateien liegen in {tmp_path}\n"
    result = game("--user-dir", tmp_path, **nowhere)
    assert result.returncode == 1
    assert result.stderr.startswith("milestone-rally: es lässt sich kein Fenster öffnen (")


def test_missing_asset_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import sys; from pathlib import Path; from game.system import resources; from game.__main__ import main; "
        f"resources.data_root = lambda: Path({str(tmp_path)!r}); sys.exit(main(['--user-dir', {str(tmp_path)!r}]))"
    )
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert len(result.stderr.strip().splitlines()) == 1
    assert "missing from the installation" in result.stderr


class Shown(list[tuple[str, bool]]):
    """What boxes showed, and whether as an error."""

    def __call__(self, text: str, *, is_error: bool) -> None:
        self.append((text, is_error))


@contextmanager
def windowed() -> Iterator[Shown]:
    """The boxes of a program that can say nothing, as a windowed one on Windows."""
    boxes = Shown()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.__main__._show", boxes)
        for name in ("stdout", "stderr"):
            patch.setattr(sys, name, None)
        yield boxes


def test_version_is_shown_in_a_box_if_there_are_no_standard_streams() -> None:
    with windowed() as shown, pytest.raises(SystemExit) as end:
        main(["--version"])
    assert (end.value.code, shown) == (0, [(f"Milestone Rally {__version__}", False)])


def test_wrong_command_line_is_answered_in_a_box_if_there_are_no_streams(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with windowed() as shown, pytest.raises(SystemExit) as end:
        main(["--nonsense"])
    assert (end.value.code, shown) == (2, [("milestone-rally: unrecognized arguments: --nonsense; try --help", True)])
    with windowed() as shown:
        assert main(["--user-dir", str(file)]) == 2
    assert shown == [(f"milestone-rally: --user-dir {file}: it is no folder", True)]


def test_failure_is_shown_once_if_there_are_no_standard_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> int:
        print("half of it")
        raise RulesFileError("dujardin.toml", "damaged")

    monkeypatch.setattr("game.__main__._replay", fail)
    with windowed() as shown:
        assert main(["replay", "record.json"]) == 1
    assert shown == [("dujardin.toml: damaged; install the game again", True)]


def test_files_with_no_command_are_matches_to_open(tmp_path: Path) -> None:
    names = [tmp_path / "one.json", tmp_path / "replay"]
    for path in names:
        path.write_text("{}")
    options = _parsed(["--seed", "3", *map(str, names)])
    assert (options.command, options.seed, options.files) == (None, 3, tuple(names))


@pytest.mark.parametrize("arguments", [[], ["--seed", "3"], ["modules"]])
def test_command_line_with_no_files_opens_none(arguments: list[str]) -> None:
    assert _parsed(arguments).files == ()


NAMES = ["\x1b]0;owned\x07.json", "\x9b2J.json", "a\rb.json", "\u202egpj.json", "\udcff.json"]
WAYS = ["replay {file}", "--no{name}", "replay {file} --leg {name}", "--user-dir {file}"]


@pytest.mark.parametrize(("name", "way"), some([*itertools.product(NAMES, WAYS)], 3))
def test_terminal_output_contains_no_control_characters_of_a_file(tmp_path: Path, name: str, way: str) -> None:
    """Neither what a file is called nor what is in it: a move, a field, an argument."""
    file = tmp_path / name
    file.write_text(json.dumps({"format": f"mille-record{name[:1]}", "moves": [name]}, ensure_ascii=True))
    environment = {"PYTHONIOENCODING": "utf-8:surrogateescape", "PYTHONUTF8": "1"}
    arguments = (word.format(file=file, name=name) for word in way.split(" "))
    result = game(*arguments, **environment, SDL_VIDEODRIVER="dummy")
    assert result.returncode == 2
    told = result.stderr.rstrip("\n") + result.stdout
    assert told
    assert told.isprintable(), repr(told)
    assert len(result.stderr.splitlines()) == 1


def test_arguments_of_the_game_are_not_passed_on_to_the_bot_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else that would get ``--seed``, from which the deck follows: a process that is spawned inherits the arguments."""
    monkeypatch.setattr(sys, "argv", ["game", "--seed", "7", "replay", "no such file"])
    assert main() == 2
    assert get_preparation_data("bots")["sys_argv"] == ["game"]
