"""Texts for system errors: translated reasons, and why the game cannot start."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from game.i18n import _, say
from game.phrases import N_, Phrase
from game.system.resources import AssetError, DamagedAssetError

_REASONS: dict[int, Phrase] = {
    # Translators: why a file could not be read or written; they stand in brackets after what could not be done.
    errno.EACCES: N_("no permission"),
    errno.EPERM: N_("not permitted"),
    errno.ENOENT: N_("no such file or folder"),
    errno.ENOSPC: N_("no space left"),
    errno.EROFS: N_("read-only"),
    errno.EFBIG: N_("file too large"),
    errno.EIO: N_("the disk reports an error"),
    errno.EEXIST: N_("there is already a file of that name"),
    errno.EISDIR: N_("that is a folder"),
    errno.ENOTDIR: N_("that is not a folder"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.EBUSY: N_("in use elsewhere"),
    errno.EMFILE: N_("too many open files"),
    errno.ETIMEDOUT: N_("the disk doesn’t answer"),
    errno.ENOMEM: N_("not enough memory"),
}


def error_text(why: str) -> str:
    """Translate an error text of the operating system (``os.strerror``); return any other text unchanged."""
    return next((say(words) for code, words in _REASONS.items() if os.strerror(code) == why), why)


def already_open_text(folder: Path) -> str:
    """Return the message, printed to a terminal, that another copy of the game is running."""
    return _("the game is already open; its files are in {folder}", folder=folder)


def second_copy_text() -> str:
    """Return the message of a second copy of the game, which saves nothing."""
    return _("The game is running in another window. To keep your race there safe, nothing is saved in this one.")


def unsaved_moves_text(why: str) -> str:
    """Return the message, printed after the game has ended, that a match's last moves are lost because of ``why``."""
    return _("Your last moves could not be saved ({error}).", error=error_text(why))


def no_window_text(cause: object) -> str:
    """Return the message, printed to a terminal, that no window can be opened; ``cause`` is the error's text."""
    return _("no window can be opened ({error})", error=cause)


def no_home_text() -> str:
    """Return the message, printed to a terminal, that there is no folder for settings and matches."""
    return _("there is no home folder to keep settings and races in; name a folder with --user-dir")


def broken_file_text(problem: AssetError) -> str:
    """Return the message, printed to a terminal, that a file that ships with the game is missing or damaged."""
    name, folder = problem.path.name, problem.path.parent
    if isinstance(problem, DamagedAssetError):
        why = error_text(problem.why)
        return _("{file}: damaged in the installation, in {folder} ({error}); install the game again",
                 file=name, folder=folder, error=why)  # fmt: skip
    return _("{file}: missing from the installation, looked for in {folder}; install the game again",
             file=name, folder=folder)  # fmt: skip
