"""The command line: without a command the game opens its window; sub-commands run without it."""

from __future__ import annotations

if __name__ == "__main__":  # before the slow imports
    from game.system.interrupts import restore_default_interrupt

    restore_default_interrupt()

import argparse
import contextlib
import json
import os
import stat
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from game import TITLE, __version__
from game.engine.errors import RulesFileError, abbreviate
from game.files.limits import MAX_SEED
from game.system.command_line import (
    EXIT_ALREADY_OPEN,
    EXIT_FAILED,
    EXIT_STATUSES,
    EXIT_USAGE,
    CommandRunner,
    Parser,
    integer_parser,
    print_error,
)
from game.system.interrupts import interrupts_delayed, restore_default_interrupt
from game.system.logs import NAME


def _seed(text: str) -> int:
    """Return the seed in an argument; raises ``ArgumentTypeError`` if a match file cannot hold it."""
    try:
        seed = int(text)
    except ValueError:
        seed = MAX_SEED + 1
    if abs(seed) > MAX_SEED:
        raise argparse.ArgumentTypeError(
            f"expected a whole number from -{MAX_SEED} to {MAX_SEED}, got {abbreviate(text)}"
        )
    return seed


def _parsed(arguments: list[str] | None) -> argparse.Namespace:
    """Return the parsed arguments: a command with its options, or the match files to open."""
    options = _options()
    options.add_argument("files", nargs=argparse.REMAINDER)
    wanted, unknown = options.parse_known_args(arguments)
    if not unknown and wanted.files and all(os.path.isfile(name) for name in wanted.files):
        wanted.files, wanted.command = tuple(map(Path, wanted.files)), None
        return wanted
    return _parser().parse_args(arguments, argparse.Namespace(files=()))


def _options() -> Parser:
    """Return a parser for the options that may precede a command or the names of files."""
    parser = Parser(prog=NAME, add_help=False)
    parser.add_argument("--seed", type=_seed, metavar="N", help="fix the decks and the bots of matches started now")
    parser.add_argument("--user-dir", type=Path, metavar="DIR", help="keep settings and all matches in this folder")
    parser.add_argument(
        "--ui-tree",
        type=Path,
        metavar="FILE",
        help="write the controls on the screen to this file as JSON whenever the screen settles",
    )
    return parser


def _parser() -> argparse.ArgumentParser:
    what = (
        f"The thousand-kilometer card race. Without a command: play. {NAME} FILE… takes in matches that were exported."
    )
    parser = Parser(prog=NAME, description=what, epilog=EXIT_STATUSES, parents=[_options()])
    parser.add_argument("--version", action="version", version=f"{TITLE} {__version__}")
    commands = parser.add_subparsers(dest="command", parser_class=Parser, metavar="COMMAND")
    what = "play a game record, or a leg of a kept match or of a report, through the rules, without a window"
    replay = commands.add_parser("replay", help=what)
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--leg", type=integer_parser(at_least=1), metavar="N", help="which leg; the last, if not told")
    replay.add_argument("--json", action="store_true", help="print the position as one JSON object")
    commands.add_parser("modules", help="name the modules that run compiled, one a line: none in a checkout")
    return parser


def _replay(path: Path, leg: int | None, *, as_json: bool) -> int:
    from game.features.replay.command import replay_file

    status, report = replay_file(path, leg)
    if as_json:
        print(json.dumps(report))
    elif report["ok"]:
        whose = "over" if report["seat"] is None else f"{report['phase']}, seat {report['seat']} to decide"
        distances = ", ".join(f"side {n}: {side['km']} km" for n, side in enumerate(report["sides"]))
        print(f"{report['moves']} moves; {whose}; {distances}")
    else:
        error = report["error"]
        where = "the record" if error["at"] is None else f"move {error['at']}, {abbreviate(error['move'])}"
        print_error(f"{path}: {where}: {error['message']} ({error['reason']})")
    return status


class NotRunningError(Exception):
    """Raised if the game cannot run here; the message is a sentence in the player’s language."""


def _play(guard: CommandRunner, options: argparse.Namespace) -> int:
    with interrupts_delayed():
        from game.app import AlreadyOpenError, BrokenGameError, NoWindowError, RunOptions, failure_text, run
        from game.files.writer import check_replaceable
        from game.settings.user_files import NoHomeError
        from game.system.resources import AssetError

    guard.known += (NotRunningError,)
    why = "" if options.user_dir is None else _why_no_folder(options.user_dir)
    if why:
        print_error(f"{NAME}: --user-dir {options.user_dir}: {why}")
        return EXIT_USAGE
    if options.ui_tree is not None and not os.access(options.ui_tree.absolute().parent, os.W_OK):
        print_error(f"{NAME}: --ui-tree {options.ui_tree}: nothing can be written into its folder")
        return EXIT_USAGE
    try:
        if options.ui_tree is not None:
            check_replaceable(options.ui_tree)
    except OSError as problem:
        print_error(f"{NAME}: --ui-tree {options.ui_tree}: {problem.strerror}")
        return EXIT_USAGE
    try:
        return run(RunOptions(options.seed, options.user_dir, options.ui_tree, options.files))
    except BrokenGameError as problem:  # an error screen has shown it already
        print_error(f"{NAME}: {problem}")
        return EXIT_FAILED
    except AlreadyOpenError as problem:
        print_error(f"{NAME}: {failure_text(problem)}")
        return EXIT_ALREADY_OPEN
    except (NoWindowError, AssetError, NoHomeError) as problem:
        raise NotRunningError(failure_text(problem)) from problem


def _why_no_folder(path: Path) -> str:
    """Return why the path cannot be the user's folder, or an empty text if it can; it need not exist yet."""
    try:
        mode = path.absolute().stat().st_mode
    except (FileNotFoundError, PermissionError) as problem:
        return "" if problem.filename else f"{problem.strerror}"  # without a file name: the working folder is gone
    except OSError as problem:
        return f"{problem.strerror}"
    return "" if stat.S_ISDIR(mode) else "it is no folder"


def _modules() -> int:
    """Print the names of the modules of engine and bots that run as machine code (docs/decisions/050)."""
    import ai.bots.priority
    import ai.bots.search_bot  # noqa: F401

    files = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
    ours = (name for name in files if name.split(".")[0] in {"ai", "game"})
    for name in sorted(name for name in ours if files[name].endswith(tuple(EXTENSION_SUFFIXES))):
        print(name)
    return 0


def _show(text: str, *, is_error: bool) -> None:
    """Show the text in a message box, if pygame can be imported."""
    with contextlib.suppress(ImportError):
        from game.app import show_message_box

        show_message_box(text, is_error=is_error)


def main(arguments: list[str] | None = None) -> int:
    """Run the command in the arguments and return the exit status; errors are reported in a sentence."""
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()  # in a frozen app the bots' worker starts the app's executable
    if arguments is None:
        restore_default_interrupt()
    guard = CommandRunner(NAME, (RulesFileError,), _show)
    return guard.run(lambda: _run(guard, arguments))


def _run(guard: CommandRunner, arguments: list[str] | None) -> int:
    options = _parsed(arguments)
    if arguments is None:
        del sys.argv[1:]  # else the bots' process would get them too, and could derive the decks from --seed
    guard.log_root = options.user_dir
    match options.command:
        case "replay":
            return _replay(options.file, options.leg, as_json=options.json)
        case "modules":
            return _modules()
    return _play(guard, options)


if __name__ == "__main__":
    sys.exit(main())
