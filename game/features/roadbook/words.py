"""What the pages of the Roadbook say while they are being read, and when they can't be."""

from __future__ import annotations

from game.i18n import _


def reading_words(done: int, total: int) -> str:
    """Return how many kept matches have been read, or a request to wait if their number is not known yet."""
    if not total:
        return _("One moment…")
    return _("Going through the matches: {done} of {total}", done=done, total=total)


def unreadable_words() -> str:
    """Return that the Roadbook cannot be read."""
    return _("The Roadbook can’t be read right now.")
