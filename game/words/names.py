"""Names and liveries as one seat sees them: its player is “You”, a bot has its driver's name, a team both names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.i18n import _, _p, language, number
from game.i18n.punctuation import label_with_text
from game.people.players import Player, liveries_by_side
from game.people.profiles import Livery, assign_liveries

NOBODY = -1
"""The value of ``Names.viewer`` if nobody is to be called “You”."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names and liveries of the players and sides of a match, as the seat ``viewer`` sees them.

    ``drivers`` are by seat, None for a person; ``sides`` lists the seats of each side. ``liveries`` are by side, or
    empty for the default liveries. ``people`` are the persons' own names by seat, empty if unknown. The player in the
    seat ``viewer`` is “You”; with ``NOBODY``, nobody is.
    """

    drivers: tuple[str | None, ...]
    sides: tuple[tuple[int, ...], ...]
    viewer: int
    liveries: tuple[Livery, ...] = ()
    people: tuple[str, ...] = ()

    @classmethod
    def for_table(cls, players: Sequence[Player], sides: tuple[tuple[int, ...], ...], viewer: int) -> Names:
        """Return the names for a match with these players, given by seat."""
        drivers = tuple(player.driver for player in players)
        people = tuple(player.profile.name if player.profile is not None else "" for player in players)
        return cls(drivers, sides, viewer, liveries_by_side(tuple(players), sides), people)

    def livery(self, side: int) -> Livery:
        return self.liveries[side] if self.liveries else assign_liveries([None] * len(self.sides))[side]

    def seat(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        if seat == self.viewer:
            return _("You")
        driver = self.drivers[seat]
        if driver:
            return driver_name(driver)
        return (self.people and self.people[seat]) or _("Player {n}", n=seat + 1)

    def side(self, side: int) -> str:
        """Return the names of a side's players as a label, the viewer first: “You + Hugo”."""
        seats = sorted(self.sides[side], key=lambda seat: (seat != self.viewer, seat))
        return " + ".join(self.seat(seat) for seat in seats)

    def side_with_points(self, side: int, points: int) -> str:
        """Return a side's name and points: “Player 2: 450”; the colon is needed as names may end in a number."""
        return label_with_text(self.side(side), number(points))

    def is_own(self, side: int) -> bool:
        """Return whether the viewer is on that side; if the viewer is ``NOBODY``, whether any person is on it."""
        if self.viewer == NOBODY:
            return any(self.drivers[seat] is None for seat in self.sides[side])
        return self.is_viewers_side(side)

    def is_viewers_side(self, side: int) -> bool:
        return self.viewer in self.sides[side]

    def lone_driver(self, side: int) -> str | None:
        """Return the id of the driver who alone forms that side, or None if it is a person or a team."""
        seats = self.sides[side]
        return self.drivers[seats[0]] if len(seats) == 1 else None

    def partner(self, side: int) -> str | None:
        """Return the name of the viewer's partner on that side, or None if the viewer has no partner there."""
        others = [seat for seat in self.sides[side] if seat != self.viewer]
        return self.seat(others[0]) if others and self.is_viewers_side(side) else None


def driver_name(driver: str) -> str:
    """Return the name of one of the six drivers."""
    return _drivers(language())[driver][0]


def driver_style(driver: str) -> str:
    """Return one line about how a driver plays, which ``python -m tests.driving_styles`` must bear out."""
    return _drivers(language())[driver][1]


def driver_character(driver: str) -> str:
    """Return one line about a driver's personality."""
    return _drivers(language())[driver][2]


@lru_cache  # every line of the log asks for a name or two whenever the table is redrawn
def _drivers(code: str) -> dict[str, tuple[str, str, str]]:  # noqa: ARG001 - the language they are said in
    return {
        "bruno": (
            _p("driver", "Bruno"),
            _("Saves his safeties."),
            _("Never in a hurry, never without sandwiches."),
        ),
        "carla": (
            _p("driver", "Carla"),
            _("Likes to attack, the leader most of all."),
            _("Plays to win, and always wants a rematch."),
        ),
        "hugo": (_p("driver", "Hugo"), _("Keeps what gets him rolling again."), _("Never drives without his tools.")),
        "irma": (_p("driver", "Irma"), _("Plays whatever promises most."), _("Counts every kilometer.")),
        "leo": (_p("driver", "Leo"), _("Would rather drive than attack."), _("Makes the engine noises himself.")),
        "nina": (
            _p("driver", "Nina"),
            _("Attacks whoever has been spared so far."),
            _("On vacation, and fair to everyone."),
        ),
    }
