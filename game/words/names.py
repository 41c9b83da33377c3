"""Who is called what, seen from one seat: the viewer is you, a bot has its driver's name, a team both.

And by which livery each side is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.i18n import _, _p, language, number
from game.i18n.punctuation import labelled
from game.people.players import Player, liveries
from game.people.profiles import Livery, side_liveries

NOBODY = -1
"""The seat from which everybody is called by name."""


@dataclass(frozen=True, slots=True)
class Names:
    """What names need: ``drivers`` by seat (None for a person), ``sides`` as tuples of seats, the seat that looks.

    ``liveries`` are by side, empty for those that the sides have by themselves. ``people`` are the persons' own names
    by seat, empty where nobody asked. A ``viewer`` that is ``NOBODY`` calls everybody by name.
    """

    drivers: tuple[str | None, ...]
    sides: tuple[tuple[int, ...], ...]
    viewer: int
    liveries: tuple[Livery, ...] = ()
    people: tuple[str, ...] = ()

    @classmethod
    def at(cls, players: Sequence[Player], sides: tuple[tuple[int, ...], ...], viewer: int) -> Names:
        """Those at a table of these players, by seat."""
        drivers = tuple(player.driver for player in players)
        people = tuple(player.profile.name if player.profile is not None else "" for player in players)
        return cls(drivers, sides, viewer, liveries(tuple(players), sides), people)

    def livery(self, side: int) -> Livery:
        """What a side is known by."""
        return self.liveries[side] if self.liveries else side_liveries([None] * len(self.sides))[side]

    def seat(self, seat: int) -> str:
        """The name of the player in a seat."""
        if seat == self.viewer:
            return _("You")
        driver = self.drivers[seat]
        if driver:
            return driver_name(driver)
        return (self.people and self.people[seat]) or _("Player {n}", n=seat + 1)

    def side(self, side: int) -> str:
        """The name of a side as a label, the viewer first: “You + Hugo”."""
        seats = sorted(self.sides[side], key=lambda seat: (seat != self.viewer, seat))
        return " + ".join(self.seat(seat) for seat in seats)

    def scored(self, side: int, points: int) -> str:
        """A side and its points: “Player 2: 450”; without a mark between, a name that ends in a number would be one."""
        return labelled(self.side(side), number(points))

    def is_own(self, side: int) -> bool:
        """Whether that side's luck is the viewer's; to ``NOBODY``, that of all at the screen, each person's is."""
        if self.viewer == NOBODY:
            return any(self.drivers[seat] is None for seat in self.sides[side])
        return self.is_viewers(side)

    def is_viewers(self, side: int) -> bool:
        """Whether the viewer is on that side."""
        return self.viewer in self.sides[side]

    def lone_driver(self, side: int) -> str | None:
        """The driver who is a side alone; None for a person or a team."""
        seats = self.sides[side]
        return self.drivers[seats[0]] if len(seats) == 1 else None

    def partner(self, side: int) -> str | None:
        """The viewer's partner on the viewer's own side, if it is a team."""
        others = [seat for seat in self.sides[side] if seat != self.viewer]
        return self.seat(others[0]) if others and self.is_viewers(side) else None


def driver_name(driver: str) -> str:
    """The name of one of the six drivers."""
    return _drivers(language())[driver][0]


def driver_style(driver: str) -> str:
    """How a driver plays, in one line; each is true of its style in ``ai/bots/levels.py``."""
    return _drivers(language())[driver][1]


def driver_character(driver: str) -> str:
    """Who a driver is, in one line."""
    return _drivers(language())[driver][2]


@lru_cache  # every line of the log asks for a name or two, whenever the table is looked at anew
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
        "leo": (_p("driver", "Leo"), _("Would rather drive than attack."), _("Full speed, no reserves.")),
        "nina": (
            _p("driver", "Nina"),
            _("A little quicker to attack than most."),
            _("On vacation, and fair to everyone."),
        ),
    }
