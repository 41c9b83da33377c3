"""Every command of docs/commands.md is started by a test on the smallest work it can be given, so that none rots."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.nightly import NIGHTLY

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "commands.md"
KEPT = ROOT / "tests" / "kept_files" / "match_3_two_legs.json"
PATIENCE_S = 60.0
SILENT = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
posix: Final = pytest.mark.skipif(sys.platform == "win32", reason="it needs fork or SIGKILL")


@dataclass(frozen=True)
class Start:
    """A command with its arguments, ``{tmp}`` being an empty folder; what it says then, and its exit status.

    By day only the help is asked for of one that ``has_sample``: another test has it work a little.
    """

    command: str
    says: str
    statuses: tuple[int, ...] = (0,)
    path: str | None = None
    has_sample: bool = False


STARTS = {
    "python -m game modules": Start("-m game modules", r"\A((game|ai)\.\S+\n)*\Z"),
    r"python -m tests.pictures accept\|readme [--to DIR]": Start(
        "-m tests.pictures accept setup_960x540_de --to {tmp}", r"setup_960x540_de\.png$", has_sample=True
    ),
    "python -m tests.fit [STAGE…]": Start(
        "-m tests.fit title --text 100 --rules dujardin --jobs 1",
        r"[1-9]\d* lines of text on 36 screens, 0 faults",
        has_sample=True,
    ),
    "python -m tests.kills [--count N]": Start("-m tests.kills --count 1", r"s: 1 kills, .*; 0 faults"),
    "python -m tests.mutants GROUP [--count N]": Start(
        "-m tests.mutants engine --count 1 --tests tests/engine/test_values.py --results {tmp}",
        r"^1 mutants: .*\n.* wanted$",
        (0, 1),
        has_sample=True,
    ),
    "python -m tests.damage [--count N]": Start("-m tests.damage --count 1", r"s: 1 x .*; 0 faults"),
    "python -m tests.storage_faults [--every N]": Start("-m tests.storage_faults --every 2000", r"\d tried; 0 faults"),
    "python -m tests.foreign_files [--count N]": Start("-m tests.foreign_files --count 1", r"s: \d files.*; 0 faults"),
    "python -m tests.monkey --events N --seeds N": Start(
        "-m tests.monkey --events 40 --seeds 1 --sketched", r"seed 1: 4\d events.*\n.*\n0 found", has_sample=True
    ),
    "python -m tests.fuzz --seconds N": Start("-m tests.fuzz --seconds 1", r"nothing was found", has_sample=True),
    "python -m tests.roadbook_figures [--matches N]": Start(
        "-m tests.roadbook_figures --matches 2", r"made anew: .*, 2 of 2 files, None\n(.*\n)+milestones: "
    ),
    "python -m tests.tour_chances [STAGE…] [--player NAME] [--aim]": Start(
        "-m tests.tour_chances port_sablon --player eager --matches 2 --aim", r'"player": "eager", .*"aims": true'
    ),
    "python -m tests.driving_styles [--legs N] [--level NAME] [--effort E]": Start(
        "-m tests.driving_styles --legs 1 --level beginner", r"^not true: leo: ", statuses=(1,)
    ),
    "python -m tests.soak --matches N": Start("-m tests.soak --matches 2", r"^steady: ", has_sample=True),
    r"python build/catalogues.py extract\|update\|compile\|check": Start(
        "build/catalogues.py compile --to {tmp}", r"\A\Z"
    ),
    "python build/sounds.py [NAME…] [--to DIR]": Start("build/sounds.py slip_1 --to {tmp}", r"\A\Z"),
    "python build/music.py [NAME…] [--to DIR]": Start(
        "build/music.py waltz_1", r"^fluidsynth and oggenc not installed", (1,), path=""
    ),
    "python build/puzzles.py [NUMBER…] [--to DIR]": Start("build/puzzles.py 4 --to {tmp}", r"\A\Z"),
    "python build/desktop.py DIR": Start("build/desktop.py {tmp}", r"milestone-rally\.desktop\n.*\.metainfo\.xml"),
    "python build/icons.py FILE": Start("build/icons.py {tmp}/icon.ico", r"\A\Z"),
    "python build/setup_words.py FILE": Start("build/setup_words.py {tmp}/words.nsh", r"\A\Z"),
    "python build/release_notes.py TAG": Start(
        "build/release_notes.py v0", r"^v0: the program's version is \d+\.\d+\.\d+ ", (2,)
    ),
    "python build/roots.py [SUITE…]": Start("build/roots.py", r"^debootstrap and .* not installed", (1,), path=""),
}
"""By the row of the page."""

OPENED = {"FILE…", "--seed N", "--user-dir DIR", "--ui-tree FILE"}
"""What follows ``python -m game`` where it opens the window; tried together."""

ELSEWHERE = {
    "python -m game replay FILE [--leg N] [--json]": (
        "tests/system/test_command_line.py",
        'game("replay", record, "--json")',
    ),
    "python -m game.bench [--quick] [--json]": ("tests/bench/test_measurements.py", 'main(["--quick"'),
    "python -m ai arena --seat NAME --seat NAME …": ("tests/ai/lab/test_arena.py", 'main(["arena", '),
    "python -m ai bot --level NAME": ("tests/ai/lab/test_program.py", '"-m", "ai", "bot"'),
    "python -m ai bench [--seconds S] [--json]": ("tests/ai/lab/test_bench.py", 'main(["bench", "--json", "--seconds"'),
    "python -m ai calibration": ("tests/ai/lab/test_calibration.py", 'main(["calibration", "--seat"'),
    "python -m ai truth --seat NAME --seat NAME": ("tests/ai/lab/test_truth.py", 'main(["truth", "--seat"'),
    r"python -m ai tune --net\|--policy\|--hands NAME --folder DIR": ("tests/ai/lab/test_tune.py", "command.main(["),
    "python build/compiled.py [--remove]": (".ci/run", "build/compiled.py --remove"),
    r"python build/check.py [--lint\|--nightly [CHECK…]\|--names]": (".ci/run", "build/check.py --lint"),
    r"python build/package.py [linux\|windows\|macos\|source] [--check]": (".ci/run", "build/package.py linux --check"),
    "python build/macos_check.py APP": ("build/macos.py", "macos_check"),
    "python build/figures.py [--pairs N]": (".github/workflows/release.yml", "build/figures.py --pairs 1"),
}
"""Where a command is started that another test has, or CI since it takes too long; and by which words there."""

BY_HAND = {"python build/package.py --update-constraints"}
"""It asks the package index for the newest versions, of which no test may depend."""


def rows() -> list[str]:
    """The commands in the page's tables."""
    return re.findall(r"^\| `(python .+?)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_commands_of_the_page_are_exactly_those_started_by_tests() -> None:
    opened = {f"python -m game {option}" for option in OPENED}
    assert sorted(rows()) == sorted([*STARTS, *opened, *ELSEWHERE, *BY_HAND])


def test_commands_of_the_project_are_all_on_the_page() -> None:
    found = set[str]()
    for path in [*(ROOT / "build").glob("*.py"), *(ROOT / "tests").glob("*.py"), *(ROOT / "tests").glob("*/*.py")]:
        found.update(
            re.findall(r"^(?: {4}|.*``)?(python (?:-m tests\.|build/)[\w.]+\w)", path.read_text("utf-8"), re.MULTILINE)
        )
    assert len(found) > 15
    assert {name for name in found if not any(row.startswith(name) for row in rows())} == set()


@pytest.mark.parametrize("row", ELSEWHERE)
def test_commands_started_elsewhere_are_named_there(row: str) -> None:
    file, words = ELSEWHERE[row]
    assert words in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(start, id=row, marks=posix if "mutants" in row or "kills" in row else ())
        for row, start in STARTS.items()
    ],
)
def test_command_does_the_smallest_work(start: Start, tmp_path: Path) -> None:
    if start.has_sample and not NIGHTLY:
        start = Start(f"{' '.join(start.command.split()[:2])} --help", r"^usage: ")
    done = subprocess.run(
        [sys.executable, *start.command.replace("{tmp}", str(tmp_path)).split(" ")],
        cwd=ROOT,
        env=SILENT if start.path is None else SILENT | {"PATH": start.path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode in start.statuses, done.stderr
    assert "Traceback" not in done.stderr
    said = done.stdout if 0 in start.statuses else done.stderr
    assert re.search(start.says, said, re.MULTILINE), said
    assert "{tmp}" not in start.command or list(tmp_path.iterdir())


def test_game_opens_with_files_and_all_options(tmp_path: Path) -> None:
    """A match that is named on the command line is taken in, and stands in the Roadbook of the folder that is named."""
    tree = tmp_path / "tree.json"
    command = [
        sys.executable,
        "-m",
        "game",
        "--seed",
        "7",
        "--user-dir",
        str(tmp_path / "user"),
        "--ui-tree",
        str(tree),
        str(KEPT),
    ]
    with subprocess.Popen(command, cwd=ROOT, env=SILENT, stderr=subprocess.PIPE, text=True) as game:
        until_s = time.monotonic() + PATIENCE_S
        shown: dict[str, object] = {}
        while shown.get("scene") != "roadbook" and game.poll() is None and time.monotonic() < until_s:
            time.sleep(0.05)
            shown = json.loads(tree.read_bytes()) if tree.exists() else {}
        game.terminate()
        _, said = game.communicate()
    assert shown["scene"] == "roadbook", said
    assert len(list((tmp_path / "user" / "matches").glob("*.json"))) == 1
    if sys.platform != "win32":
        assert (game.returncode, said) == (143, "")
