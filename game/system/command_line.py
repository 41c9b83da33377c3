"""Code that all command lines of the program share: exit statuses, and reporting every error in one sentence.

This module uses only the standard library, as ``python -m ai`` imports it too.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import io
import logging
import os
import sys
import threading
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn, Protocol, TextIO

from game.system.interrupts import exit_status, interrupts_raised
from game.system.logs import LOGGER, LogFileHandler, log_path, without_paths

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_ALREADY_OPEN = 3
EXIT_INTERRUPTED = 130
"""The exit status that shells report for a program ended by Ctrl-C."""
EXIT_STATUSES = (
    "Exit status: 0 done; 1 it cannot run here or went wrong, and a sentence says why (or nobody reads its output any "
    "more); 2 wrong arguments or input; 3 the game is already open; 130 stopped by Ctrl-C, and 128 + n by another "
    "signal n (143: SIGTERM)."
)
"""The text at the end of the output of every ``--help``."""

_UNWRITABLE = {errno.EBADF, errno.EFBIG, errno.EIO, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
_log = logging.getLogger(f"{LOGGER}.command_line")


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one sentence, without printing the usage before it."""

    def error(self, message: str) -> NoReturn:
        print_error(f"{self.prog}: {message}; try --help")
        sys.exit(EXIT_USAGE)


def integer_parser(*, at_least: int) -> Callable[[str], int]:
    """Return a function that parses an integer of at least ``at_least``, for ``add_argument(type=…)``."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = at_least - 1
        if number < at_least:
            raise argparse.ArgumentTypeError(f"must be a whole number from {at_least}, got {text!r}")
        return number

    return read


def print_error(sentence: str) -> None:
    """Print a sentence as one line on standard error; a failure to write is ignored."""
    with contextlib.suppress(OSError, ValueError):
        print(escaped(" ".join(sentence.splitlines())), file=sys.stderr, flush=True)


def escaped(text: str) -> str:
    """Return the text with characters escaped that a terminal would interpret or cannot show.

    Messages may contain file names or parts of a file, with any characters.
    """
    return "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    is_obeyed = unicodedata.category(character) in {"Cc", "Cf", "Cs"} and character != _SOFT_HYPHEN
    return character.encode("unicode_escape").decode() if is_obeyed else character


_SOFT_HYPHEN = "\u00ad"


class MessageBox(Protocol):
    """A function that shows a text in a window of its own and waits until the user closes it."""

    def __call__(self, text: str, *, is_error: bool) -> None:
        """Show the text, either as an error or as output that the user requested."""


class CommandRunner:
    """Runs a command and reports any error in it as one sentence and an exit status.

    ``known`` are the exceptions whose message is a sentence for the user. Any other error is a fault of the program and
    is logged, in the folder ``log_root`` if that is set. A windowed Windows program has no standard output and error:
    there ``box`` shows what would be printed, that is the sentence or requested output (``--version``).
    """

    def __init__(self, program: str, known: tuple[type[Exception], ...] = (), box: MessageBox | None = None) -> None:
        self._program = program
        self._box = box
        self.known = known
        self.log_root: Path | None = None
        self._has_terminal = True
        self._captured_output = io.StringIO()

    def run(self, command: Callable[[], int]) -> int:
        """Run the command and return the exit status for the process. A ``SystemExit`` is not caught."""
        self._has_terminal = sys.stderr is not None
        _fill_standard_streams(self._captured_output)
        with self._hooked():
            try:
                with interrupts_raised():
                    try:
                        return self._run_and_flush(command)
                    except Exception as error:
                        return self._report_error(error)
            except KeyboardInterrupt as interrupt:
                return exit_status(interrupt)
            finally:
                _flush_or_discard(sys.stdout)
                _flush_or_discard(sys.stderr)

    def _run_and_flush(self, command: Callable[[], int]) -> int:
        """Run the command and flush its output, or show the output if there is no terminal."""
        status: object = EXIT_FAILED
        try:
            status = command()
            return status
        except SystemExit as end:
            status = end.code
            raise
        finally:
            sys.stdout.flush()
            if status in {EXIT_DONE, EXIT_USAGE}:  # failures are reported by ``_say`` or by the game's own error screen
                self._show(self._captured_output.getvalue().strip(), is_error=status == EXIT_USAGE)

    def _report_error(self, error: Exception) -> int:
        if isinstance(error, BrokenPipeError):
            pass  # the reader has closed the pipe on purpose
        elif isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITABLE:
            self._say(f"the output cannot be written: {error.strerror}")
        elif isinstance(error, self.known):
            self._say(str(error))
        else:
            kept = self._log_error(error)
            self._say(_sentence(error) + (f" ({kept})" if kept else ""))
        return EXIT_FAILED

    def _say(self, sentence: str) -> None:
        print_error(f"{self._program}: {sentence}")
        if not self._has_terminal:
            self._show(escaped(sentence), is_error=True)

    def _show(self, text: str, *, is_error: bool) -> None:
        if self._box is not None and text:
            self._box(text, is_error=is_error)

    def _log_error(self, error: Exception) -> str:
        """Write the error into the log; return a note that gives the log's path, or "" if the log cannot be written."""
        path = log_path(self.log_root)
        if path is None:
            return ""
        try:
            log = LogFileHandler(path)
        except OSError:  # the path is relative to a working folder that no longer exists
            return ""
        record = _log.makeRecord(_log.name, logging.ERROR, "", 0, "%s", (_traceback(error),), None)
        log.emit(record)
        log.close()
        return "" if log.has_lost_lines else f"details are in {path}"

    @contextlib.contextmanager
    def _hooked(self) -> Iterator[None]:
        """In a ``with`` block, log errors that do not reach the caller: in threads, and those Python only prints."""

        def log_thread(args: threading.ExceptHookArgs) -> None:
            if args.exc_type is not SystemExit and isinstance(args.exc_value, Exception):
                self._log_error(args.exc_value)

        def log_unraisable(args: sys.UnraisableHookArgs) -> None:
            if isinstance(args.exc_value, Exception):
                self._log_error(args.exc_value)

        logger, silent = logging.getLogger(), logging.NullHandler()  # without a handler, warnings would be printed
        before = threading.excepthook, sys.unraisablehook
        threading.excepthook, sys.unraisablehook = log_thread, log_unraisable
        logger.addHandler(silent)
        try:
            yield
        finally:
            logger.removeHandler(silent)
            threading.excepthook, sys.unraisablehook = before


def _sentence(error: Exception) -> str:
    """Return a sentence that describes an unexpected error to the user."""
    match error:
        case MemoryError():
            return "the memory is used up"
        case OSError(strerror=str(why)):
            return f"{why}: {error.filename}" if error.filename is not None else why
        case ImportError():
            return f"the installation is incomplete; install the game again: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"an error in the program, {type(error).__name__}{place}"


def _traceback(error: Exception) -> str:
    return without_paths("".join(traceback.format_exception(error)))


def _flush_or_discard(stream: TextIO) -> None:
    """Write out what the stream has buffered, or discard it if that fails, so that Python's exit does not fail."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def _fill_standard_streams(unheard: TextIO) -> None:
    """Replace missing standard streams, and escape characters that cannot be encoded.

    If a stream were missing, the next opened file would get its descriptor and receive whatever a library prints. A
    windowed Windows program has no streams at all; what it prints is collected in ``unheard``.
    """
    with contextlib.suppress(OSError):
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
            os.set_inheritable(descriptor, True)
        os.close(descriptor)
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - it stays open
    sys.stdout = sys.stdout or unheard
    sys.stderr = sys.stderr or unheard
    if hasattr(sys.stdout, "reconfigure") and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")
