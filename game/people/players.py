"""The player in a seat: a person, or a bot with the name and face of one of the six drivers (art.md §8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from ai.spec import LEVELS, Aggression, BotSpec, Targeting
from game.people.drivers import CHARACTERS, DRIVERS
from game.people.looks import CarBody
from game.people.profiles import Livery, Profile, assign_liveries

__all__ = [
    "DRIVERS",
    "HUMAN",
    "LEVELS",
    "Aggression",
    "Player",
    "PlayerKind",
    "Targeting",
    "anonymize_players",
    "bot",
    "bot_spec",
    "check_seated",
    "liveries_by_side",
    "with_first_person",
    "with_person_seated",
]


class PlayerKind(StrEnum):
    """The kinds of player."""

    HUMAN = "human"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Player:
    """The player in one seat. Only a bot has a driver (of ``DRIVERS``), a level (of ``LEVELS``) and a targeting.

    ``profile`` is the person in the seat; it is None for a bot, and if it is not known yet who will sit there. Raises
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
    """Return a bot that plays as that driver, by default with the driver's own level and targeting.

    Raises ``ValueError`` for an unknown driver or level.
    """
    if driver not in DRIVERS:
        raise ValueError(f"player: expected one of the drivers {DRIVERS}, got {driver!r}")
    own = CHARACTERS[driver]
    return Player(PlayerKind.BOT, driver, level or own.level, targeting or own.targeting)


def check_seated(players: Sequence[Player], seats: int) -> None:
    """Raise ``ValueError`` unless each seat has one player, at least one is a person, and nobody sits there twice."""
    drivers = [player.driver for player in players if not player.is_human]
    if len(players) != seats or len(drivers) == seats:
        raise ValueError(f"players: expected {seats}, one of them a person")
    profiles = [player.profile.id for player in players if player.profile is not None]
    if len(set(drivers)) < len(drivers) or len(set(profiles)) < len(profiles):
        raise ValueError("players: expected every driver and every profile once at most")


def with_person_seated(players: Sequence[Player], profile: Profile | None) -> tuple[Player, ...]:
    """Return the players with ``profile`` in the first seat that has a person.

    If a person in another seat had that profile, that seat's profile becomes None.
    """
    first, told = first_person_seat(players), list(players)
    for seat, player in enumerate(players):
        is_taken = profile is not None and player.profile is not None and player.profile.id == profile.id
        if player.is_human and (seat == first or is_taken):
            told[seat] = replace(player, profile=profile if seat == first else None)
    return tuple(told)


def with_first_person(players: Sequence[Player], profile: Profile) -> tuple[Player, ...]:
    """Return the players with ``profile`` in the first person's seat, unless it is known who else sits there.

    A person who plays without other persons is always the one with that profile.
    """
    is_alone = sum(player.is_human for player in players) == 1
    is_known = players[first_person_seat(players)].profile is not None
    return tuple(players) if is_known and not is_alone else with_person_seated(players, profile)


def anonymize_players(players: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players without the persons' names and real ids; their liveries are kept."""
    return tuple(
        replace(player, profile=Profile(f"{seat}", livery=player.profile.livery)) if player.profile else player
        for seat, player in enumerate(players)
    )


@lru_cache
def liveries_by_side(players: tuple[Player, ...], sides: tuple[tuple[int, ...], ...]) -> tuple[Livery, ...]:
    """Return each side's livery; ``players`` are by seat, ``sides`` lists the seats of each side."""
    profiles = [next((p for seat in seats if (p := players[seat].profile)), None) for seats in sides]
    drivers = [next((driver for seat in seats if (driver := players[seat].driver)), None) for seats in sides]
    bodies = [CHARACTERS[driver].body if driver else CarBody.SALOON for driver in drivers]
    return assign_liveries([profile.livery if profile else None for profile in profiles], bodies)


def first_person_seat(players: Sequence[Player]) -> int:
    """Return the first seat with a person, or seat 0 if only bots play."""
    return next((seat for seat, player in enumerate(players) if player.is_human), 0)


def bot_spec(player: Player, persons: Collection[int], aggression: Aggression = Aggression.SPORTING) -> BotSpec:
    """Return the settings with which the AI plays for a bot player.

    ``persons`` are the sides with a person, which a bot with ``Targeting.SPARES`` does not attack. Raises
    ``ValueError`` if the player is a person.
    """
    if player.driver is None or player.level is None or player.targeting is None:
        raise ValueError(f"bot_spec: expected a bot, got {player}")
    spared = sorted(persons) if player.targeting is Targeting.SPARES else ()
    return BotSpec(player.level, player.driver, player.targeting, tuple(spared), manner=aggression)
