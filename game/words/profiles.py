"""Texts about persons: names, and statistics."""

from __future__ import annotations

from game.i18n import _, _n, _p, number
from game.i18n.punctuation import join_with_commas
from game.people.profiles import NameFault, PersonTotals, Profile, is_name_character


def profile_name(profile: Profile) -> str:
    """Return a person's name for a list of profiles, or “No name yet”."""
    return profile.name or _("No name yet")


def own_name(profile: Profile) -> str:
    """Return the name of the person who is playing, or “You” if the profile has no name."""
    return profile.name or _("You")


def legs_line(figures: PersonTotals) -> str:
    """Return a text with the number of legs that a person has driven: “14 legs”; “New here” if none."""
    return _n("{n} leg", "{n} legs", figures.legs) if figures.legs else _p("profile", "New here")


def legs_and_wins_line(figures: PersonTotals) -> str:
    """Return a text with the numbers of legs that a person has driven and won: “14 legs, 5 won”."""
    if not figures.legs:
        return legs_line(figures)
    # Translators: after “14 legs, ”: how many of them the player has won
    return join_with_commas([legs_line(figures), _n("{n} won", "{n} won", figures.won)])


def licence_statistics(figures: PersonTotals) -> tuple[tuple[str, str], ...]:
    """Return the person's statistics on the driving licence, each as a number and its label."""
    return (
        # Translators: the words under the big numbers on the driving licence
        (number(figures.legs), _p("licence", "legs")),
        (number(figures.won), _p("licence", "won")),
        (number(figures.km), _p("licence", "km")),
        (number(figures.coups_fourres), _p("licence", "coups fourrés")),
    )


def name_fault_line(fault: NameFault, name: str) -> str:
    """Return a sentence that says why the name is refused."""
    return {
        NameFault.LETTERS: _("A name needs at least one letter."),
        NameFault.DRIVER: _("{name} is one of the drivers.", name=name),
        NameFault.TAKEN: _("Another profile is called {name}.", name=name),
    }[fault]


def refused_character_line(character: str, most: int) -> str:
    """Return why a character typed into a name is refused.

    Either names cannot contain it, or the name already has ``most`` characters.
    """
    if is_name_character(character):
        return name_too_long_line(most)
    return _("A name can have Latin letters, digits, hyphens and apostrophes.")


def name_too_long_line(most: int) -> str:
    """Return the message that a name can have at most ``most`` characters."""
    return _n("A name can have {n} character at most.", "A name can have {n} characters at most.", most)
