"""What desktops, software shops and set-ups say about the game, in the language in use."""

from __future__ import annotations

from game.i18n import _, _p


def comment() -> str:
    """One line below the name in the desktop's menu."""
    # Translators: the comment of the desktop entry, and the summary in a software shop; no full stop.
    return _("Race a thousand kilometers with cards")


def generic_name() -> str:
    """What kind of program this is."""
    return _p("desktop entry", "Card game")


def keywords() -> list[str]:
    """What one might search for, beside the names."""
    # Translators: what one might search for to find the game in the desktop's menu, with commas between.
    return [word.strip() for word in _("cards, race, car, rally, kilometers, milestones").split(",")]


def description() -> list[str]:
    """The paragraphs of the shop's page."""
    return [
        _(
            "The French card race over a thousand kilometers, as a desktop game: set off, pile up "
            "kilometers, stop the others, and answer an attack the very moment it hits you."
        ),
        _(
            "You play against up to five bots, each alone or in teams. The bots have levels from beginner to master, "
            "see only what a person in their seat would see, and say why they attacked."
        ),
    ]


def features() -> list[str]:
    """The points of a list on the shop's page."""
    return [
        _("Four rule sets, each in the terms of its own booklet"),
        _("Playable entirely by mouse or by keyboard"),
        _("Hints that give their reasons, and a log of every move"),
        _("No account, no ads, no network"),
    ]


def is_open() -> str:
    """What the set-up for Windows says while the game runs, whose files it can neither replace nor remove then."""
    # Translators: above the buttons Retry and Cancel, while the game is to be installed or removed.
    return _("Milestone Rally is open. Close its window, then try again.")
