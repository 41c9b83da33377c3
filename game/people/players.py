"""The player in a seat: a person, or a bot with the name and face of one of the six drivers (art.md §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from ai.spec import LEVELS, BotSpec
from game.people.profiles import DRIVER_BODIES, DRIVERS, CarBody, Livery, Profile, side_liveries

__all__ = [
    "DEFAULT_LEVELS",
    "DEFAULT_TARGETING",
    "DRIVERS",
    "HUMAN",
    "LEVELS",
    "Aggression",
    "Player",
    "PlayerKind",
    "Targeting",
    "bot",
    "bot_spec",
    "liveries_by_side",
    "with_person_seated",
    "without_names",
]


class PlayerKind(StrEnum):
    """The kinds of player."""

    HUMAN = "human"
    BOT = "bot"


class Targeting(StrEnum):
    """Which opponents a bot attacks."""

    LEADER = "leader"
    """Of the sides it may hit, the one that leads the leg; if the match may end, the one most likely to win the match.

    Unless another attack is clearly better (ai/bots/attack_choice.py).
    """
    EVEN = "even"
    """Of the sides it may hit, one that was attacked least in this leg."""
    SPARES = "spares"
    """Like ``LEADER``, but never the person's side."""


class Aggression(StrEnum):
    """How hard all bots of a match attack, whatever their levels and tempers (ai/bots/attack_choice.py)."""

    FIERCE = "fierce"
    """For the most points, whichever side it hits."""
    SPORTING = "sporting"
    """Never a side twice between two of its turns, and in the first three rounds none without a km."""
    GENTLE = "gentle"
    """Like ``SPORTING``, but only sides that are ahead of the bot's own."""


DEFAULT_LEVELS: dict[str, str] = {
    "bruno": "steady",
    "carla": "skilled",
    "hugo": "steady",
    "irma": "master",
    "leo": "beginner",
    "nina": "skilled",
}
"""The drivers' levels unless changed by the user; the first match has one steady and two skilled ones."""

DEFAULT_TARGETING: dict[str, Targeting] = {
    "bruno": Targeting.LEADER,
    "carla": Targeting.LEADER,
    "hugo": Targeting.LEADER,
    "irma": Targeting.LEADER,
    "leo": Targeting.LEADER,
    "nina": Targeting.EVEN,
}
"""The drivers' tempers unless changed by the user: as art.md §8 describes Carla and Nina."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player in one seat. A bot has one of ``DRIVERS``, one of ``LEVELS`` and a temper; a person has none of them.

    ``profile`` identifies a person; it is None if not yet known, as in a plan, which fits any person. Raises
    ``ValueError`` for any other combination.
    """

    kind: PlayerKind
    driver: str | None = None
    level: str | None = None
    targeting: Targeting | None = None
    profile: Profile | None = None

    def __post_init__(self) -> None:
        is_bot = self.driver in DRIVERS and self.level in LEVELS and self.targeting is not None and self.profile is None
        is_bare = self.driver is self.level is self.targeting is None
        if not (is_bot if self.kind is PlayerKind.BOT else is_bare):
            raise ValueError(
                f"player: a bot needs one of the drivers {DRIVERS}, one of the levels {LEVELS} and a temper, a person "
                f"none; got {self.driver!r}, {self.level!r}, {self.targeting!r}"
            )

    @property
    def is_human(self) -> bool:
        return self.kind is PlayerKind.HUMAN


HUMAN = Player(PlayerKind.HUMAN)


def bot(driver: str, *, level: str | None = None, targeting: Targeting | None = None) -> Player:
    """Return a bot that plays as that driver, by default at the driver's own level and temper.

    Raises ``ValueError`` for an unknown driver or level.
    """
    if driver not in DRIVERS:
        raise ValueError(f"player: expected one of the drivers {DRIVERS}, got {driver!r}")
    return Player(PlayerKind.BOT, driver, level or DEFAULT_LEVELS[driver], targeting or DEFAULT_TARGETING[driver])


def with_person_seated(players: Sequence[Player], profile: Profile | None) -> tuple[Player, ...]:
    """Return the players with that profile set for the first person.

    If another person had that profile, theirs becomes None.
    """
    first, told = first_person_seat(players), list(players)
    for seat, player in enumerate(players):
        is_taken = profile is not None and player.profile is not None and player.profile.id == profile.id
        if player.is_human and (seat == first or is_taken):
            told[seat] = replace(player, profile=profile if seat == first else None)
    return tuple(told)


def without_names(players: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players with liveries, but without the persons' names and ids."""
    return tuple(
        replace(player, profile=Profile(f"{seat}", livery=player.profile.livery)) if player.profile else player
        for seat, player in enumerate(players)
    )


@lru_cache
def liveries_by_side(players: tuple[Player, ...], sides: tuple[tuple[int, ...], ...]) -> tuple[Livery, ...]:
    """Return each side's livery, given the players by seat and the seats of each side."""
    profiles = [next((p for seat in seats if (p := players[seat].profile)), None) for seats in sides]
    drivers = [next((driver for seat in seats if (driver := players[seat].driver)), None) for seats in sides]
    bodies = [DRIVER_BODIES[driver] if driver else CarBody.SALOON for driver in drivers]
    return side_liveries([profile.livery if profile else None for profile in profiles], bodies)


def first_person_seat(players: Sequence[Player]) -> int:
    """Return the first seat with a person, or seat 0 if only bots play."""
    return next((seat for seat, player in enumerate(players) if player.is_human), 0)


def bot_spec(player: Player, persons_side: int | None, aggression: Aggression = Aggression.SPORTING) -> BotSpec:
    """Return the ``BotSpec`` of a bot player; the settings it holds never appear in an observation.

    ``persons_side`` is the side that a sparing bot does not attack, None if no person plays. Raises ``ValueError`` for
    a person.
    """
    if player.driver is None or player.level is None or player.targeting is None:
        raise ValueError(f"bot_spec: expected a bot, got {player}")
    if player.targeting is not Targeting.SPARES:
        return BotSpec(player.level, player.driver, player.targeting.value, manner=aggression.value)
    spared = () if persons_side is None else (persons_side,)
    return BotSpec(player.level, player.driver, Targeting.LEADER.value, spared, manner=aggression.value)
