"""Test the packages on Windows or under wine: install, start, play, uninstall. Needs a clean user account.

python build/windows/check.py SETUP.exe ZIP
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import winreg
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pefile
from driving import (
    DIALOG,
    F2,
    PATIENCE_S,
    Control,
    Program,
    agree,
    class_of,
    end_all,
    processes,
    read,
    start,
    texts,
    wait,
    windows,
)

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from compiled import MODULES
from product import LANGUAGES, NAME, PROGRAM, PUBLISHER, VERSION

EXE = f"{PROGRAM}.exe"
ENTRY = rf"Software\Microsoft\Windows\CurrentVersion\Uninstall\{PROGRAM}"
LOCAL = Path(os.environ["LOCALAPPDATA"])
MENU = Path(os.environ["APPDATA"], "Microsoft", "Windows", "Start Menu", "Programs")
INSTALLED = LOCAL / "Programs" / NAME
USER_FILES = LOCAL / PROGRAM
QUICK = {
    "format": f"{PROGRAM}-settings",
    "version": 3,
    "machine": {"one_leg": False},
    "people": {"player": {"knows_game": True, "language": "en", "speed": "off", "pace": "quick"}},
}
FILES_OF_A_PLAYER = {"game.lock", "settings.json"}
INDEX = "career.sqlite"
"""The Roadbook's cache, created while the title is shown: it is missing if the game is closed at once."""
AFTER_A_LEG = "result"
QUESTIONS = {"coup_fourre", "extension", AFTER_A_LEG}
SEATS = {"0", "1", "2", "3"}
WINDOWS_OWN = (
    "advapi32", "api-ms-win-core-", "api-ms-win-crt-", "bcrypt", "cfgmgr32", "comctl32", "gdi32", "imm32", "iphlpapi",
    "kernel32", "msvcrt", "ntdll", "ole32", "oleaut32", "rpcrt4", "setupapi", "shell32", "shlwapi", "uiautomationcore",
    "user32", "version", "winmm", "ws2_32",
)  # fmt: skip
"""Prefixes of the names of libraries that every Windows 10 has."""


def expect(what: str, got: object, expected: object) -> None:
    """Exit with a sentence unless both values are equal."""
    if got != expected:
        sys.exit(f"{what}: expected {expected!r}, got {got!r}")


def files(folder: Path) -> set[str]:
    """Return all files below a folder, which may be in the course of removal."""
    return {Path(place, name).relative_to(folder).as_posix() for place, _, names in os.walk(folder) for name in names}


# -- the program's file -----------------------------------------------------------------------------------------------


def look_at_the_program(program: Path) -> None:
    """Check icon, version, no console, and that every library is in the folder once, or is Windows' own."""
    with pefile.PE(program) as image:
        expect("console", image.OPTIONAL_HEADER.Subsystem, pefile.SUBSYSTEM_TYPE["IMAGE_SUBSYSTEM_WINDOWS_GUI"])
        said = {
            key.decode(): text.decode()
            for table in (table for info in image.FileInfo[0] for table in getattr(info, "StringTable", ()))
            for key, text in table.entries.items()
        }
        expect("usual sizes of the icon", {16, 32, 48, 256} - icon_sizes(image), set())
        expect("manifest", b"PerMonitorV2" in resource(image, "RT_MANIFEST"), True)
    told = {"ProductName": NAME, "ProductVersion": VERSION, "CompanyName": PUBLISHER, "FileDescription": NAME}
    expect("properties", {key: said[key] for key in told}, told)

    libraries = [path for path in program.parent.rglob("*") if path.suffix in {".dll", ".pyd", ".exe"}]
    names = [path.name.lower() for path in libraries]
    expect("libraries that lie there twice", sorted({name for name in names if names.count(name) > 1}), [])
    missing = {
        f"{name} for {library.name}"
        for library in libraries
        for name in imported(library)
        if name not in names and not name.startswith(WINDOWS_OWN)
    }
    expect("missing libraries", sorted(missing), [])


def icon_sizes(image: pefile.PE) -> set[int]:
    """Return the sizes in px of a program's icon."""
    group = resource(image, "RT_GROUP_ICON")
    return {group[at] or 256 for at in range(6, len(group), 14)}  # a byte cannot hold 256


def resource(image: pefile.PE, kind: str) -> bytes:
    """Return the only resource of a kind."""
    found = next(entry for entry in image.DIRECTORY_ENTRY_RESOURCE.entries if entry.id == pefile.RESOURCE_TYPE[kind])
    place = found.directory.entries[0].directory.entries[0].data.struct
    return bytes(image.get_data(place.OffsetToData, place.Size))


def imported(library: Path) -> list[str]:
    """Return the libraries that a library is linked against, in lower case."""
    with pefile.PE(library, fast_load=True) as image:  # reading all of it takes ten times as long
        image.parse_data_directories(pefile.DIRECTORY_ENTRY["IMAGE_DIRECTORY_ENTRY_IMPORT"])
        return [entry.dll.decode().lower() for entry in getattr(image, "DIRECTORY_ENTRY_IMPORT", ())]


# -- installing -------------------------------------------------------------------------------------------------------


def entry() -> dict[str, object]:
    """Return the entry in Windows' list of installed programs; empty if there is none."""
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, ENTRY) as key:
            return {
                name: value for name, value, _ in (winreg.EnumValue(key, n) for n in range(winreg.QueryInfoKey(key)[1]))
            }
    except FileNotFoundError:
        return {}


def install(setup: Path) -> None:
    """Run the installer silently, twice, as for an update, and check what it installed."""
    for _ in range(2):
        subprocess.run([setup, "/S"], check=True, timeout=PATIENCE_S)
        told = entry()
        expect("entry", (told["DisplayName"], told["DisplayVersion"], told["Publisher"]), (NAME, VERSION, PUBLISHER))
        expect("entry's icon", told["DisplayIcon"], str(INSTALLED / EXE))
        size_kb = sum((INSTALLED / file).stat().st_size for file in files(INSTALLED) - {"uninstall.exe"}) / 1024
        expect("entry's size in KB", told["EstimatedSize"], round(size_kb))
        expect("shortcut", (MENU / f"{NAME}.lnk").is_file(), True)


def uninstall(menu_before: set[str]) -> None:
    """Run the entry's uninstall command, and check that only foreign files remain."""
    foreign = INSTALLED / "mine.txt"
    foreign.write_text("mine", encoding="utf-8")
    subprocess.run(str(entry()["QuietUninstallString"]), check=True, timeout=PATIENCE_S)
    wait("the uninstaller to end", lambda: not (INSTALLED / "uninstall.exe").exists())  # it is removed last
    expect("what remains beside it", [path.name for path in INSTALLED.iterdir()], [foreign.name])
    wait("the uninstaller to leave the folder", lambda: _removed(INSTALLED))
    wait("the entry to go", lambda: not entry())
    expect("start menu", files(MENU), menu_before)
    expect("what remains of the program", files(LOCAL / "Programs"), set())


# -- playing ----------------------------------------------------------------------------------------------------------


@contextmanager
def user_folder() -> Iterator[Path]:
    """Create a folder of user files with fast settings, blanks and letters of several code pages in its path."""
    folder = Path(tempfile.mkdtemp(prefix="Spiele für őszi Жу ")) / "My Files"
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps(QUICK), encoding="utf-8")
    yield folder
    wait("everything to end", lambda: _removed(folder.parent))


def _removed(folder: Path) -> bool:
    shutil.rmtree(folder, ignore_errors=True)
    return not folder.exists()


def saved_moves(folder: Path) -> list[str]:
    """Return the moves of the running leg from the match file."""
    kept = folder / "matches"
    saved = wait("the match file", lambda: next(filter(None, map(read, kept.glob("*.json"))), None))
    return list(saved["legs"][-1]["moves"])


def seats_in(moves: Iterable[str]) -> set[str]:
    """Return the seats that made the moves."""
    return {move.split()[0] for move in moves}


def decide(game: Program) -> bool:
    """Make one decision that the game asks for; return False once the leg is over."""
    tree = game.wait("a decision", lambda: _asked(game.tree()))
    if tree["scene"] == AFTER_A_LEG:
        return False
    if tree["scene"] != "table":
        answers = (control for control in tree["controls"] if control["role"] == "button" and control["enabled"])
        game.click(next(answer for answer in answers if answer["id"] not in {"hint", "look"}))
        return True
    cards = [control for control in tree["controls"] if control["role"] == "card"]
    game.click(next((card for card in cards if card["enabled"]), cards[0]))
    lit = game.wait("a lit pile", lambda: _lit(game))
    game.click(next((pile for pile in lit if pile["id"] != "discard"), lit[0]))
    game.wait("what follows", lambda: game.tree() and not _lit(game))
    if any(
        control["id"] == "discard" for control in game.controls("button")
    ):  # the game asks whether to discard a valuable card
        game.press("discard")
    return True


def _lit(game: Program) -> list[Control]:
    return [pile for pile in game.controls("pile") if pile["enabled"]]


def _asked(tree: dict[str, Any]) -> dict[str, Any] | None:
    """Return the screen if the game asks for a decision on it."""
    has_cards = any(control["role"] == "card" for control in tree.get("controls", ()))
    return tree if tree.get("scene") in QUESTIONS or (tree.get("scene") == "table" and has_cards) else None


def play_a_leg(program: Path, folder: Path) -> None:
    """Start a match by mouse, close the window during its leg, resume, and play the leg to its end."""
    game = Program(program, folder)
    game.scene("title")
    expect("sharp on every screen", game.is_sharp_on_every_screen(), True)
    game.press("race")
    decide(game)
    while seats_in(saved_moves(folder)) < SEATS:
        decide(game)
    expect("processes while it is played", len(processes(program)), 2)
    before = saved_moves(folder)
    expect("exit status of the window's cross", game.close(), 0)
    wait("the bots' process to end", lambda: not processes(program))
    after = saved_moves(folder)
    expect("moves after closing", after[: len(before)], before)

    game = Program(program, folder)
    game.press("continue")
    decisions = 0
    while decide(game):
        decisions += 1
    print(f"  a leg by mouse, after {decisions} more decisions", flush=True)
    expect("exit status at the score", game.close(), 0)
    expect("log", read_log(folder), "")
    earned = {"ledger-player.jsonl", "achievements-player.jsonl"}
    expect("user's files", files(folder) - earned - matches(folder) - trees(folder) - {INDEX}, FILES_OF_A_PLAYER)


def read_log(folder: Path) -> str:
    """Return the log of the user's files; it is empty without errors, missing sounds and replaced workers."""
    file = folder / f"{PROGRAM}.log"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def matches(folder: Path) -> set[str]:
    return {name for name in files(folder) if name.startswith("matches/")}


def trees(folder: Path) -> set[str]:
    """Return the files that ``--ui-tree`` wrote."""
    return {path.name for path in folder.glob("tree-*.json")}


def switch_languages(program: Path, folder: Path) -> None:
    """Switch through all languages by F2."""
    game = Program(program, folder)
    game.scene("title")
    seen = []
    for _ in LANGUAGES:
        before = game.tree()
        game.key(F2)
        seen.append(game.wait("another language", lambda before=before: _language_after(game, before)))
    expect("languages", sorted(seen), sorted(LANGUAGES))
    expect("exit status", game.close(), 0)


def _language_after(game: Program, before: dict[str, Any]) -> str | None:
    now = game.tree()
    return now["language"] if now and now["language"] != before["language"] else None


def start_twice(program: Path, folder: Path) -> None:
    """Check that a second copy reports the first, calls it, and quits once the first has come forward."""
    first = Program(program, folder)
    first.scene("title")
    second = Program(program, folder)
    second.scene("already_open")
    second.press("show")
    expect("exit status of the second, which has shown the first", second.ended(), 0)
    expect("a call that nobody answered", (folder / "game.call").exists(), False)
    expect("exit status of the first", first.close(), 0)


def kill(program: Path, folder: Path) -> None:
    """Check that a killed game leaves no process, no lock, and no lost match."""
    game = Program(program, folder)
    game.press("race")
    decide(game)
    before = saved_moves(folder)
    game.process.kill()
    wait("the bots' process to end", lambda: not processes(program))
    game = Program(program, folder)
    game.press("continue")
    decide(game)
    expect("moves after a kill", saved_moves(folder)[: len(before)], before)
    expect("exit status", game.close(), 0)


def refuse_while_it_runs(program: Path, folder: Path, setup: Path) -> None:
    """Check that installer and uninstaller refuse while the program runs."""
    game = Program(program, folder)
    game.scene("title")
    there = files(INSTALLED)
    uninstaller = INSTALLED / "uninstall.exe"
    for command in (f'"{setup}" /S', f'"{uninstaller}" /S _?={INSTALLED}'):  # NSIS takes the folder without quotes
        expect(f"{command} while it runs", subprocess.run(command, check=False).returncode, 1)
    expect("files", files(INSTALLED), there)
    expect("exit status", game.close(), 0)


def log(program: Path, folder: Path) -> None:
    """Check that errors are logged in the folder of user files."""
    (folder / "game.lock").mkdir()
    game = Program(program, folder)
    game.scene("title")
    expect("exit status", game.close(), 0)
    said = read_log(folder)
    expect("a lock that cannot be had, in the log", "cannot be locked" in said, True)
    expect("further lines of the log", said.splitlines()[1:], [])


def say(program: Path, expected: str, status: int, *arguments: str) -> None:
    """Check that output is shown in a message box without a console, and printed into a pipe."""
    box = start(program, *arguments)
    window = wait(
        f"a box for {arguments}",
        lambda: next((w for w in windows(box.pid) if class_of(w) == DIALOG and expected in "\n".join(texts(w))), None),
        lambda: f"there is {[(class_of(w), texts(w)) for w in windows(box.pid)]}",
    )
    agree(window)
    expect(f"exit status of {arguments}", box.wait(PATIENCE_S), status)
    piped = subprocess.run([program, *arguments], capture_output=True, encoding="utf-8", check=False)
    expect(f"printed for {arguments}", (piped.returncode, (piped.stdout + piped.stderr).strip()), (status, expected))


def look_at_the_modules(program: Path) -> None:
    """Check that the program runs all compiled modules."""
    told = subprocess.run([program, "modules"], capture_output=True, encoding="utf-8", check=True).stdout.split()
    expect("compiled modules", told, sorted(MODULES))
    print(f"  {len(told)} compiled modules are loaded", flush=True)


def start_by_double_click(program: Path) -> None:
    """Check that without options the user's files are in Windows' own folder, and only there."""
    with user_folder() as folder:
        game = Program(program, folder, in_system_folders=True)
        game.scene("title")
        before = game.tree()
        game.key(F2)
        game.wait("another language", lambda: _language_after(game, before))
        expect("exit status", game.close(), 0)
    expect("user's files", files(USER_FILES) - {INDEX}, FILES_OF_A_PLAYER)


def main() -> None:
    setup, archive = (Path(argument).resolve() for argument in sys.argv[1:3])
    if entry() or USER_FILES.exists():
        sys.exit(f"{NAME} is installed here or was played; the check needs an account without it")
    menu = files(MENU)
    program = INSTALLED / EXE

    def step(what: str, act: Callable[..., None], *arguments: Any) -> None:
        began_s = time.monotonic()
        act(*arguments)
        print(f"{what}: {time.monotonic() - began_s:.1f} s", flush=True)

    step("installed", install, setup)
    step("icon, version and libraries", look_at_the_program, program)
    step("compiled modules", look_at_the_modules, program)
    step("started by double click", start_by_double_click, program)
    step("--version", say, program, f"{NAME} {VERSION}", 0, "--version")
    step(
        "a wrong argument", say, program, f"{PROGRAM}: unrecognized arguments: --nonsense; try --help", 2, "--nonsense"
    )
    for what, act in (
        ("a leg, closed and gone on with", play_a_leg),
        ("languages", switch_languages),
        ("a second start", start_twice),
        ("a kill", kill),
        ("log", log),
    ):
        with user_folder() as folder:
            step(what, act, program, folder)
    with user_folder() as folder:
        step("set-up and uninstaller while it runs", refuse_while_it_runs, program, folder, setup)
    step("uninstalled", uninstall, menu)
    with user_folder() as folder:
        with ZipFile(archive) as packed:
            packed.extractall(folder.parent)
        step("zip", switch_languages, folder.parent / archive.stem / EXE, folder)
    expect("user's files after all", files(USER_FILES) - {INDEX}, FILES_OF_A_PLAYER)
    shutil.rmtree(USER_FILES)


if __name__ == "__main__":
    try:
        main()
    finally:
        end_all()
