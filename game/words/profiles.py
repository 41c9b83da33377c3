"""Texts about persons: names, symbols, colours, cars, card backs, sceneries, statistics."""

from __future__ import annotations

from game.i18n import _, _n, _p, number
from game.i18n.punctuation import join_with_commas
from game.people.profiles import (
    CarBody,
    CardBack,
    CarTrim,
    NameFault,
    Paint,
    PersonTotals,
    Profile,
    Scenery,
    Symbol,
    is_name_character,
)


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
        NameFault.DRIVER: _("{name} drives here already.", name=name),
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
    return _n("A name has {n} character at most.", "A name has {n} characters at most.", most)


def symbol_name(symbol: Symbol) -> str:
    """Return the name of a symbol that marks a side."""
    return {
        Symbol.STAR: _p("symbol", "Star"),
        Symbol.MOON: _p("symbol", "Moon"),
        Symbol.DIAMOND: _p("symbol", "Diamond"),
        Symbol.CROSS: _p("symbol", "Cross"),
        Symbol.RING: _p("symbol", "Ring"),
        Symbol.BARS: _p("symbol", "Bars"),
    }[symbol]


def paint_name(paint: Paint) -> str:
    """Return the name of a side's colour."""
    return {
        Paint.RED: _p("colour", "Red"),
        Paint.BLUE: _p("colour", "Blue"),
        Paint.YELLOW: _p("colour", "Yellow"),
        Paint.GREEN: _p("colour", "Green"),
        Paint.LILAC: _p("colour", "Lilac"),
        Paint.BLACK: _p("colour", "Black"),
    }[paint]


def trim_name(trim: CarTrim) -> str:
    """Return the name of a car's decoration."""
    return {
        CarTrim.PLAIN: _p("car", "Plain"),
        CarTrim.STRIPE: _p("car", "Stripe"),
        CarTrim.LUGGAGE: _p("car", "Luggage"),
        CarTrim.PENNANT: _p("car", "Pennant"),
    }[trim]


def look_name(look: CarBody | CardBack | Scenery) -> str:
    """Return the name of a car, a card back or a scenery."""
    return {CarBody: _bodies, CardBack: _backs, Scenery: _sceneries}[type(look)]()[look]


def _bodies() -> dict[str, str]:
    return {
        CarBody.SALOON: _p("car", "Sedan"),
        CarBody.BUBBLE: _p("car", "Bubble"),
        CarBody.ESTATE: _p("car", "Wagon"),
        CarBody.VAN: _p("car", "Van"),
        CarBody.ROADSTER: _p("car", "Roadster"),
        CarBody.COUPE: _p("car", "Coupé"),
        CarBody.RACER: _p("car", "Racer"),
    }


def _backs() -> dict[str, str]:
    return {
        CardBack.ROAD: _p("card back", "Road"),
        CardBack.SIGNPOST: _p("card back", "Signpost"),
        CardBack.SUN: _p("card back", "Sun"),
        CardBack.HARBOUR: _p("card back", "Harbor"),
        CardBack.PASS: _p("card back", "Pass"),
        CardBack.FINISH: _p("card back", "Finish"),
        CardBack.NIGHT: _p("card back", "Night"),
    }


def _sceneries() -> dict[str, str]:
    return {
        Scenery.DAY: _p("scenery", "Day"),
        Scenery.COAST: _p("scenery", "Coast"),
        Scenery.AUTUMN: _p("scenery", "Autumn"),
        Scenery.SNOW: _p("scenery", "Snow"),
        Scenery.NIGHT: _p("scenery", "Night"),
    }
