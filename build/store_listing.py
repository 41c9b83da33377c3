"""The texts for desktops, software shops and installers, in the current language."""

from __future__ import annotations

from game.i18n import _, _p


def comment() -> str:
    """Return the line below the name in the desktop's menu."""
    # Translators: the comment of the desktop entry, and the summary in a software shop; no full stop.
    return _("Race a thousand kilometers with cards")


def generic_name() -> str:
    return _p("desktop entry", "Card game")


def keywords() -> list[str]:
    """Return search terms beside the names."""
    # Translators: what one might search for to find the game in the desktop's menu, with commas between.
    return [word.strip() for word in _("cards, race, car, rally, kilometers, milestones").split(",")]


def description() -> list[str]:
    """Return the paragraphs of the shop's page."""
    return [
        _(
            "The French card race over a thousand kilometers, as a desktop game: set off, pile up "
            "kilometers, stop the others, and answer an attack the very moment it hits you."
        ),
        _(
            "You play against up to five bots, solo or in teams. The bots have levels from beginner to master, "
            "see only what a person in their seat would see, and say why they attacked."
        ),
    ]


def features() -> list[str]:
    """Return the list on the shop's page."""
    return [
        _("Four rule sets, each in the terms of its own booklet"),
        _("Playable entirely by mouse or by keyboard"),
        _("Hints that give their reasons, and a log of every move"),
        _("No account, no ads, no network"),
    ]


def is_open() -> str:
    """Return the Windows installer's message while the game runs and its files cannot be replaced or removed."""
    # Translators: above the buttons Retry and Cancel, while the game is to be installed or removed.
    return _("Milestone Rally is open. Close its window, then try again.")
