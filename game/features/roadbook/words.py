"""What the pages of the Roadbook say while they are read, and where they can't be."""

from __future__ import annotations

from game.i18n import _


def reading_words(done: int, total: int) -> str:
    """How far the kept matches have been gone through; of none that they are looked for."""
    if not total:
        return _("One moment…")
    return _("Going through the matches: {done} of {total}", done=done, total=total)


def unreadable_words() -> str:
    """That there is nothing to be shown."""
    return _("The Roadbook can’t be read right now.")
