"""Whatever is wrong around the program, a command answers by one sentence and its exit status, never by a traceback.

Each fault is a row, and the real command a process of its own. A start costs a third of a second, so the rarer rows are
tried at night only, and by day a third of the others.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from game.match.match_file import SavedMatch
from game.settings.user_files import UserFiles
from game.system.interrupts import (
    StoppedBySignal,
    StopRequest,
    interrupts_delayed,
    interrupts_hidden_from_children,
    interrupts_raised,
)
from game.system.logs import FILE
from tests.nightly import NIGHTLY, some

ROOT = Path(__file__).parents[1]
PATIENCE_S = 60.0
RECORD = "tests/records/chain.json"  # a record in a test case, so itself none
ARENA = "ai arena --seat random --seat random --matches 1 --legs 1"
ENDED = 128 + signal.SIGTERM
NO_HOME = (
    "import os, pwd, runpy, sys\n"
    "def nobody(_): raise KeyError('nobody')\n"
    "pwd.getpwuid = nobody\n"
    "os.environ.pop('HOME', None)\n"
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)
BUG = (
    "import sys\nfrom game.engine import record\nfrom game.__main__ import main\n"
    "def fail(path): raise KeyError('of our own')\n"
    "record.replay_file = fail\nsys.exit(main([*sys.argv[2:]]))"
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the faults are those of a POSIX system")


@dataclass(frozen=True)
class Fault:
    """A command under a fault: what the shell does before and around it, and what is to come of it.

    ``{user}`` is a folder of its own. ``plays`` tells that the window opens all the same; then it is asked to end.
    """

    command: str
    status: int
    said: str = ""
    before: str = ""
    around: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    damage: dict[str, bytes | None] = field(default_factory=dict)
    """Files of the installation with other content; None for one that is missing."""
    python: str = ""
    """What runs the module instead of ``python -m``."""
    plays: bool = False
    is_rare: bool = False
    """Whether it is tried at night only."""


GONE = "mkdir {user}/gone; cd {user}/gone; rmdir {user}/gone"
FONT, PICTURE, RULES, NET = (
    "assets/fonts/Overpass_900Black.ttf",
    "assets/parts/milestone.svg",
    "game/engine/rulesets/winning_moves.toml",
    "ai/data/duel.json",
)
AGAIN = "install the game again"
HALF = (ROOT / PICTURE).read_bytes()[:-20]

FAULTS: dict[str, Fault] = {
    # -- what is printed
    "replay into a full device": Fault("game replay x --json", 1, "No space left", around="> /dev/full"),
    "replay into a closed pipe": Fault("game replay x --json", 1, around="| head -c 0"),
    "replay with closed output": Fault("game replay x --json", 2, around=">&-"),
    "arena in a narrow encoding": Fault(ARENA, 0, environment={"PYTHONIOENCODING": "ascii"}),
    "a wrong command and a full error": Fault("ai", 2, around="2> /dev/full"),
    # -- where the user's files lie
    "no home": Fault("game", 1, "no home folder", python=NO_HOME),
    "no home, but a folder": Fault("game --user-dir {user}", ENDED, python=NO_HOME, plays=True),
    "a folder that is a file": Fault("game --user-dir /dev/null", 2, "it is no folder"),
    "a cache full of rubbish": Fault(
        "game --user-dir {user}",
        ENDED,
        before="mkdir -p {user}/milestone-rally/catalogues; for l in de fr it hu; do"
        " echo rubbish > {user}/milestone-rally/catalogues/$l-$(sha256sum < locale/$l/LC_MESSAGES/milestone-rally.po"
        " | head -c 16).mo; done",
        environment={"XDG_CACHE_HOME": "{user}", "LANG": "hu_HU.UTF-8"},
        plays=True,
    ),
    "a folder that cannot be read, damaged sounds and a strange language": Fault(
        "game --user-dir {user}/x",
        ENDED,
        before="mkdir {user}/x; chmod 0 {user}/x",
        environment={"LANG": "xx_YY.\udcff", "LANGUAGE": ":::"},
        damage={"assets/sounds/lay.ogg": b"noise", "assets/sounds/bell.ogg": None},
        plays=True,
    ),
    "a pipe in the cache's place": Fault(
        "game --user-dir {user}", ENDED, before="mkfifo {user}/career.sqlite", plays=True
    ),
    "a link in the place of what was deleted": Fault(
        "game --user-dir {user}",
        ENDED,
        before="mkdir -p {user}/matches; ln -s {user} {user}/matches/deleted",
        plays=True,
        is_rare=True,
    ),
    "a folder of 300 characters": Fault(
        f"game --user-dir {{user}}/{'x' * 300}", 2, "--user-dir .*: File name too long"
    ),
    "a working folder that is gone": Fault("game --user-dir {user}", ENDED, before=GONE, plays=True),
    "a folder in a working folder that is gone": Fault(
        "game --user-dir x", 2, "--user-dir x: No such file", before=GONE
    ),
    "a replay in a working folder that is gone": Fault("game replay x", 2, "x", before=GONE, is_rare=True),
    # -- the system
    "a time zone that is none": Fault(
        "game --user-dir {user}",
        ENDED,
        before="mkdir {user}/matches; cp tests/kept_files/match_3_two_legs.json {user}/matches/a.json",
        environment={"TZ": ":/etc/passwd", "LANG": "hu_HU.UTF-8"},
        plays=True,
    ),
    "a locale that cannot be decoded": Fault(
        "game --user-dir {user}", ENDED, before="{ export LC_ALL=$'\\xff\\xfe'; } 2> /dev/null", plays=True
    ),
    "no folder for the session": Fault("game --user-dir {user}", ENDED, before="unset XDG_RUNTIME_DIR", plays=True),
    "no folder for the session, and no display": Fault(
        "game --user-dir {user}",
        1,
        "no window can be opened",
        before="unset XDG_RUNTIME_DIR SDL_VIDEODRIVER DISPLAY WAYLAND_DISPLAY",
        is_rare=True,
    ),
    "no folder for the session, and Wayland": Fault(
        "game --user-dir {user}",
        1,
        "no window can be opened",
        before="unset XDG_RUNTIME_DIR SDL_VIDEODRIVER DISPLAY; export WAYLAND_DISPLAY=wayland-0",
        is_rare=True,
    ),
    "no display": Fault(
        "game --user-dir {user}", 1, "no window can be opened", before="unset SDL_VIDEODRIVER DISPLAY WAYLAND_DISPLAY"
    ),
    "a dead display": Fault(
        "game --user-dir {user}",
        1,
        "no window can be opened",
        before="unset SDL_VIDEODRIVER WAYLAND_DISPLAY; export DISPLAY=:9999",
    ),
    "offscreen by name": Fault(
        "game --user-dir {user}", ENDED, environment={"SDL_VIDEODRIVER": "offscreen"}, plays=True
    ),
    "few file descriptors": Fault("game --user-dir {user}", 1, "Too many open files", before="ulimit -n 5"),
    # -- the installation
    "a missing font": Fault(
        "game --user-dir {user}", 1, "Overpass_900Black.ttf.*[Ii]nstall the game again", damage={FONT: None}
    ),
    "half a picture": Fault("game --user-dir {user}", 1, f"milestone.svg.*{AGAIN}", damage={PICTURE: HALF}),
    "a damaged rule set": Fault(ARENA, 1, f"winning_moves.toml.*{AGAIN}", damage={RULES: b"[deck]\nkm_25 = 3"}),
    "a damaged net": Fault(
        "ai arena --seat steady --seat random --matches 1 --legs 1",
        1,
        f"duel.json.*{AGAIN}",
        damage={NET: b'{"rows": [], "bias": [], "outputs": []}'},
    ),
    "a damaged catalogue": Fault(
        "game --user-dir {user}",
        1,
        f"milestone-rally.po.*{AGAIN}",
        environment={"LANG": "hu_HU.UTF-8"},
        damage={"locale/hu/LC_MESSAGES/milestone-rally.po": b"msgid \xff\xfe"},
    ),
    # -- our own mistakes
    "an error of our own": Fault(
        "game --user-dir {user} replay x", 1, f"an error in the program, KeyError.*{FILE}", python=BUG
    ),
    "replay with closed error": Fault("game replay x", 2, around="2>&-", is_rare=True),
    "replay with a full error": Fault("game replay x", 2, around="2> /dev/full", is_rare=True),
    "help into a full device": Fault("game --help", 1, "No space left", around="> /dev/full", is_rare=True),
    "arena into a full device": Fault(ARENA, 1, "No space left", around="> /dev/full", is_rare=True),
    "arena without standard error": Fault(ARENA, 0, around="2>&-", is_rare=True),
    "a folder that cannot be made": Fault("game --user-dir /proc/nowhere/x", ENDED, plays=True, is_rare=True),
    "a cache that is a file": Fault(
        "game --user-dir {user}",
        ENDED,
        environment={"XDG_CACHE_HOME": "/dev/null", "LANG": "hu_HU.UTF-8"},
        plays=True,
        is_rare=True,
    ),
    "a dead Wayland": Fault(
        "game --user-dir {user}",
        1,
        "no window can be opened",
        before="unset SDL_VIDEODRIVER DISPLAY; export WAYLAND_DISPLAY=nowhere",
        is_rare=True,
    ),
    "the bench without a display": Fault(
        "game.bench", 1, "no window can be opened", before="unset SDL_VIDEODRIVER DISPLAY", is_rare=True
    ),
    "offscreen by its newer name": Fault(
        "game --user-dir {user}",
        ENDED,
        before="unset SDL_VIDEODRIVER DISPLAY",
        environment={"SDL_VIDEO_DRIVER": "x11,offscreen"},
        plays=True,
        is_rare=True,
    ),
    "a missing picture": Fault(
        "game --user-dir {user}", 1, f"milestone.svg.*{AGAIN}", damage={PICTURE: None}, is_rare=True
    ),
    "a rule set of bytes": Fault(ARENA, 1, f"winning_moves.toml.*{AGAIN}", damage={RULES: b"\xff\xfe"}, is_rare=True),
    "a missing rule set": Fault(ARENA, 1, f"winning_moves.toml.*{AGAIN}", damage={RULES: None}, is_rare=True),
    "no numpy for tune": Fault(
        "ai tune --net duel --folder {user}",
        1,
        "extra .tune.",
        damage={"numpy/__init__.py": b"import nowhere"},
        is_rare=True,
    ),
    "a folder of tune that is a file": Fault("ai tune --net duel --folder /dev/null", 2, "/dev/null", is_rare=True),
    "a replay without a home": Fault("game replay x", 2, "cannot be read", python=NO_HOME, is_rare=True),
    "no pygame": Fault(
        "game --user-dir {user}", 1, AGAIN, damage={"pygame/__init__.py": b"raise ImportError('gone')"}, is_rare=True
    ),
    "a tree in a folder that is gone": Fault("game --ui-tree {user}/gone/tree.json", 2, "--ui-tree", is_rare=True),
    "an error of our own, and no log": Fault(
        "game --user-dir /dev/null replay x",
        1,
        "an error in the program, KeyError in <string>, line 4$",
        python=BUG,
        is_rare=True,
    ),
    "a damaged font": Fault(
        "game --user-dir {user}",
        1,
        "Overpass_900Black.ttf.*[Ii]nstall the game again",
        damage={FONT: b"no font"},
        is_rare=True,
    ),
    "a bot without input": Fault("ai bot --level random", 0, around="<&-", is_rare=True),
}


def installation(folder: Path, damage: dict[str, bytes | None]) -> Path:
    """A copy of the program with these files damaged; all others are links."""
    folder.mkdir()
    for path in ("game", "ai", "assets", "locale", "tests"):
        (folder / path).symlink_to(ROOT / path)
    for name, content in damage.items():
        _own_folder(folder, Path(name).parent)
        (folder / name).unlink(missing_ok=True)
        if content is not None:
            (folder / name).write_bytes(content)
    return folder


def _own_folder(root: Path, folder: Path) -> None:
    """Make a folder in a copy one of its own, with links to what was in it."""
    if folder == Path():
        return
    _own_folder(root, folder.parent)
    here = root / folder
    if here.is_symlink() or not here.exists():
        original = here.resolve()
        here.unlink(missing_ok=True)
        here.mkdir()
        for inside in original.iterdir() if original != here else ():
            if inside.name != "__pycache__":
                (here / inside.name).symlink_to(inside)


def run(fault: Fault, folder: Path) -> tuple[int, str]:
    """The exit status and what is said on standard error."""
    folder.mkdir()
    user, tree = folder / "user", folder / "tree.json"
    user.mkdir()
    module, _, rest = fault.command.partition(" ")
    starter = [sys.executable, "-c", fault.python] if fault.python else [sys.executable, "-m"]
    words = shlex.join(starter)
    options = f"--ui-tree {tree} " if fault.plays else ""
    call = f"{words} {module} {options}{rest} {fault.around}"
    script = f"{fault.before or ':'}\n{'exec ' if fault.plays else ''}{call}"
    if "|" in fault.around:
        script = f"set -o pipefail\n{script}"
    clean = {name: value for name, value in os.environ.items() if name not in {"PYTHONUNBUFFERED", "SDL_VIDEO_DRIVER"}}
    changes = {
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "LANG": "C.UTF-8",
        "LC_ALL": "",
        "XDG_RUNTIME_DIR": "{user}",
        **fault.environment,
    }
    with (folder / "said").open("w+b") as said:
        process = subprocess.Popen(
            ["bash", "-c", script.replace("{user}", str(user))],
            cwd=installation(folder / "installed", fault.damage) if fault.damage else ROOT,
            env=clean | {name: value.replace("{user}", str(user)) for name, value in changes.items()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        try:
            if fault.plays:
                _end_when_seen(process, tree)
            status = process.wait(PATIENCE_S)
        finally:
            process.kill()
            process.wait()
        said.seek(0)
        return status, said.read().decode(errors="replace")


def _end_when_seen(process: subprocess.Popen[bytes], tree: Path) -> None:
    """Ask the game to end as soon as its first picture rests on the screen."""
    until_s = time.monotonic() + PATIENCE_S
    while not tree.exists() and process.poll() is None and time.monotonic() < until_s:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)


TRIED = some([n for n, fault in FAULTS.items() if NIGHTLY or not fault.is_rare], 3)


@pytest.mark.parametrize("name", TRIED)
def test_faults_around_the_program_are_answered_by_one_sentence(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    status, said = run(fault, tmp_path / "run")
    lines = said.strip().splitlines()
    assert "Traceback" not in said
    assert len(lines) <= 1
    assert re.search(fault.said, lines[0]) if fault.said else not lines
    assert status == fault.status


# -- requests to end --------------------------------------------------------------------------------------------------

ASKED = """
import os, signal, sys
import game.app as app, game.__main__ as main
from game.match.plan import DEFAULT_PLAN
from game.ui.audio import Sounds
from game.ui.window import GameWindow

def ask(*_):
    os.kill(os.getpid(), signal.{signal})

def before(owner, name, act):
    inner = getattr(owner, name)
    def outer(self, *arguments, **options):
        act(self)
        return inner(self, *arguments, **options)
    setattr(owner, name, outer)

def play(program):
    program.start_match(DEFAULT_PLAN)
    os.killpg(0, signal.{signal})  # as a terminal does: the bots' process, which has just begun, is of the group

{moment}
sys.exit(main.main(["--user-dir", sys.argv[1]]))
"""
MOMENTS = {
    "the start": "before(GameWindow, '__init__', ask)",
    "a match": "before(app.App, 'run', play)",
    "a frame": "before(app.App, '_frame', ask)",
    "the end": "before(app.App, 'run', lambda program: program.quit()); before(Sounds, 'close', ask)",
    "the end, twice": "before(app.App, 'run', ask); before(Sounds, 'close', ask)",
}


def asked(user: Path, moment: str, name: str) -> tuple[int, str]:
    """The game as a process of its own, asked to end at that moment: its exit status and all that it says."""
    script = ASKED.format(moment=MOMENTS[moment], signal=name)
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, "-c", script, str(user)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        start_new_session=True,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("moment", "name", "status"),
    [
        ("the start", "SIGINT", 130),
        ("a frame", "SIGINT", 130),
        ("the end", "SIGINT", 130),
        ("the end, twice", "SIGINT", 130),
        ("the start", "SIGTERM", 143),
    ],
)
def test_stop_request_ends_the_program_silently(tmp_path: Path, moment: str, name: str, status: int) -> None:
    assert asked(tmp_path, moment, name) == (status, "")


def test_stop_request_leaves_the_match_on_the_disk(tmp_path: Path) -> None:
    assert asked(tmp_path, "a match", "SIGINT") == (130, "")
    assert isinstance(UserFiles(tmp_path).latest_match(), SavedMatch)


FULL = """
import errno, os, sys
import game.app as app, game.__main__ as main
from game.match.plan import DEFAULT_PLAN

def full(descriptor):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

run = app.App.run
def play(program, request):
    os.fsync = full
    program.start_match(DEFAULT_PLAN)
    program.quit()
    run(program, request)

app.App.run = play
app.pygame.display.message_box = lambda title, sentence, **_: print("shown:", sentence)
sys.exit(main.main(["--user-dir", sys.argv[1]]))
"""


def test_last_save_that_the_disk_refuses_is_reported_at_the_end(tmp_path: Path) -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    sentence = "Your last moves could not be saved (no space left)."
    assert (done.returncode, done.stdout, done.stderr) == (1, f"shown: {sentence}\n", f"milestone-rally: {sentence}\n")


STARTED = """
import runpy, signal
known = signal.signal
def told(*arguments):
    signal.signal = known
    known(*arguments)
    print(flush=True)
signal.signal = told
runpy.run_module("game", run_name="__main__")
"""
"""Says when the game's first lines have seen to signals: what comes before them is the interpreter's."""


def test_interrupt_during_the_start_prints_nothing_on_the_terminal() -> None:
    words = [sys.executable, "-c", STARTED]
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    for wait_s in (0, 0.05, 0.15, 0.3):
        process = subprocess.Popen(
            words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(wait_s)
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=PATIENCE_S)
        assert said == b""
        assert process.returncode in {130, -signal.SIGINT}


def test_interrupt_held_back_comes_after_the_work() -> None:
    done = []

    def work() -> None:
        signal.raise_signal(signal.SIGTERM)
        done.append("to its end")

    with pytest.raises(StoppedBySignal) as caught, interrupts_raised(), interrupts_delayed():
        work()
    assert done == ["to its end"]
    assert caught.value.number == signal.SIGTERM
    with interrupts_raised(), interrupts_delayed():
        done.append("undisturbed")
    assert len(done) == 2


def test_command_is_interrupted_in_mid_work(tmp_path: Path) -> None:
    words = "def fail(path): import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    fault = Fault("game replay x", 143, python=BUG.replace("def fail(path): raise KeyError('of our own')", words))
    assert run(fault, tmp_path / "run") == (143, "")


def test_second_stop_request_ends_the_program_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s, ended = [0.0], list[int]()
    monkeypatch.setattr(os, "_exit", ended.append)
    request = StopRequest(lambda: now_s[0])
    assert (request.was_received, request.exit_status) == (False, 0)
    request.record(signal.SIGINT, None)
    request.record(signal.SIGINT, None)  # the same press, by way of a wrapper
    assert (request.was_received, request.exit_status, ended) == (True, 130, [])
    now_s[0] = 1.5
    request.record(signal.SIGTERM, None)
    assert ended == [143]


def test_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interrupts_raised():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            with pytest.raises(StoppedBySignal):
                os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_children_never_get_an_interrupt() -> None:
    with interrupts_hidden_from_children():
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    child.send_signal(signal.SIGINT)
    assert child.stdin is not None
    child.stdin.write(b"\n")
    child.stdin.close()
    assert child.wait(PATIENCE_S) == 0
