"""The six drivers as whom bots play, one row a driver; their styles are in ``ai``, their remarks in ``assets``."""

from __future__ import annotations

from dataclasses import dataclass

from ai.spec import Targeting
from game.people.looks import CarBody
from game.phrases import N_, NP_, Phrase


@dataclass(frozen=True, slots=True)
class DriverCharacter:
    """A driver: a line about how they play and one about their personality, the car, and their usual settings.

    ``python -m tests.driving_styles`` must bear out the ``style``. The user can change ``level`` and ``targeting``.
    """

    name: Phrase
    style: Phrase
    personality: Phrase
    body: CarBody
    level: str
    targeting: Targeting = Targeting.LEADER


CHARACTERS = {
    "bruno": DriverCharacter(
        NP_("driver", "Bruno"), N_("Saves his safeties."), N_("Never in a hurry, never without sandwiches."),
        CarBody.VAN, "steady",
    ),
    "carla": DriverCharacter(
        NP_("driver", "Carla"), N_("Would rather attack than drive."),
        N_("Plays to win, and always wants a rematch."), CarBody.ROADSTER, "skilled",
    ),
    "hugo": DriverCharacter(
        NP_("driver", "Hugo"), N_("Keeps what gets him rolling again."), N_("Never drives without his tools."),
        CarBody.ESTATE, "steady",
    ),
    "irma": DriverCharacter(
        NP_("driver", "Irma"), N_("Plays whatever promises most."), N_("Counts every kilometer."),
        CarBody.COUPE, "master",
    ),
    "leo": DriverCharacter(
        NP_("driver", "Leo"), N_("Would rather drive than attack."), N_("Makes the engine noises himself."),
        CarBody.RACER, "beginner",
    ),
    "nina": DriverCharacter(
        NP_("driver", "Nina"), N_("Attacks whoever has been spared so far."),
        N_("On vacation, and fair to everyone."), CarBody.SALOON, "skilled", Targeting.EVEN,
    ),
}  # fmt: skip
"""The drivers by id. With their usual levels the first match has one steady and two skilled bots (art.md §8)."""

DRIVERS = tuple(CHARACTERS)
SPELLED_NAMES = frozenset((*DRIVERS, "karla"))
"""The drivers' names, and spellings of these names in some languages, in small letters."""
