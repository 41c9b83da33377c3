"""Who sits in a seat: a person, or a bot with the name and face of one of the six drivers (art.md §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from ai.spec import LEVELS, BotSpec
from game.people.profiles import DRIVEN, DRIVERS, Body, Livery, Profile, side_liveries

__all__ = [
    "DEFAULT_LEVELS",
    "DEFAULT_TEMPERS",
    "DRIVERS",
    "HUMAN",
    "LEVELS",
    "Manner",
    "Player",
    "PlayerKind",
    "Temper",
    "bot",
    "bot_spec",
    "liveries",
    "seated",
    "unnamed",
]


class PlayerKind(StrEnum):
    """What decides for a seat."""

    HUMAN = "human"
    BOT = "bot"


class Temper(StrEnum):
    """Whom a bot attacks."""

    LEADER = "leader"
    """The side that leads the leg, of those it may hit; where the match may end, whoever is likeliest to win it.

    Unless another attack is clearly better (ai/bots/attack_choice.py).
    """
    EVEN = "even"
    """All alike: a side that nobody was attacked less than in this leg, of those it may hit."""
    SPARES = "spares"
    """As ``LEADER``, but never the person's side."""


class Manner(StrEnum):
    """How hard all the bots of a match attack, apart from their levels and tempers (ai/bots/attack_choice.py)."""

    FIERCE = "fierce"
    """For points, whoever it hits."""
    SPORTING = "sporting"
    """Nobody twice between two turns of theirs, nobody without a km in the first three rounds."""
    GENTLE = "gentle"
    """Sporting, and only whoever is ahead of the own side."""


DEFAULT_LEVELS: dict[str, str] = {
    "bruno": "steady",
    "carla": "skilled",
    "hugo": "steady",
    "irma": "master",
    "leo": "beginner",
    "nina": "skilled",
}
"""How strong a driver is unless somebody chose otherwise: the first match seats a steady and two skilled ones."""

DEFAULT_TEMPERS: dict[str, Temper] = {
    "bruno": Temper.LEADER,
    "carla": Temper.LEADER,
    "hugo": Temper.LEADER,
    "irma": Temper.LEADER,
    "leo": Temper.LEADER,
    "nina": Temper.EVEN,
}
"""Whom a driver attacks unless somebody chose otherwise: as art.md §8 says it of Carla and Nina."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player in one seat: a bot has one of ``DRIVERS``, one of ``LEVELS`` and a temper, a person none of them.

    A person's ``profile`` says who it is and is None where nobody asked, as in a plan, which is for whoever plays.
    Raises ``ValueError`` for anything else.
    """

    kind: PlayerKind
    driver: str | None = None
    level: str | None = None
    temper: Temper | None = None
    profile: Profile | None = None

    def __post_init__(self) -> None:
        is_bot = self.driver in DRIVERS and self.level in LEVELS and self.temper is not None and self.profile is None
        is_bare = self.driver is self.level is self.temper is None
        if not (is_bot if self.kind is PlayerKind.BOT else is_bare):
            raise ValueError(
                f"player: a bot needs one of the drivers {DRIVERS}, one of the levels {LEVELS} and a temper, a person "
                f"none; got {self.driver!r}, {self.level!r}, {self.temper!r}"
            )

    @property
    def is_human(self) -> bool:
        """Whether a person decides."""
        return self.kind is PlayerKind.HUMAN


HUMAN = Player(PlayerKind.HUMAN)


def bot(driver: str, *, level: str | None = None, temper: Temper | None = None) -> Player:
    """The bot that plays as that driver, at the driver's own level and with its own temper unless others are given.

    Raises ``ValueError`` for a driver or level that doesn't exist.
    """
    if driver not in DRIVERS:
        raise ValueError(f"player: expected one of the drivers {DRIVERS}, got {driver!r}")
    return Player(PlayerKind.BOT, driver, level or DEFAULT_LEVELS[driver], temper or DEFAULT_TEMPERS[driver])


def seated(players: Sequence[Player], profile: Profile | None) -> tuple[Player, ...]:
    """The players with the first person among them known by that profile, or None for whoever it is.

    Another person who had that profile has none then.
    """
    first, told = person_in(players), list(players)
    for seat, player in enumerate(players):
        is_taken = profile is not None and player.profile is not None and player.profile.id == profile.id
        if player.is_human and (seat == first or is_taken):
            told[seat] = replace(player, profile=profile if seat == first else None)
    return tuple(told)


def unnamed(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players as a stranger may know them: nobody's name or id, but what each looks like."""
    return tuple(
        replace(player, profile=Profile(f"{seat}", livery=player.profile.livery)) if player.profile else player
        for seat, player in enumerate(players)
    )


@lru_cache
def liveries(players: tuple[Player, ...], sides: tuple[tuple[int, ...], ...]) -> tuple[Livery, ...]:
    """What each side of a table is known by, given its players by seat and its sides as tuples of seats."""
    profiles = [next((p for seat in seats if (p := players[seat].profile)), None) for seats in sides]
    drivers = [next((driver for seat in seats if (driver := players[seat].driver)), None) for seats in sides]
    bodies = [DRIVEN[driver] if driver else Body.SALOON for driver in drivers]
    return side_liveries([profile.livery if profile else None for profile in profiles], bodies)


def person_in(players: Sequence[Player]) -> int:
    """The person's seat, which is the one that looks; the first where nobody but bots plays."""
    return next((seat for seat, player in enumerate(players) if player.is_human), 0)


def bot_spec(player: Player, persons_side: int | None, manner: Manner = Manner.SPORTING) -> BotSpec:
    """What the bot of that player is made from; level, style, temper and manner stand here, never in an observation.

    ``persons_side`` is the side that a sparing bot does not attack, None where no person plays. Raises ``ValueError``
    for a person.
    """
    if player.driver is None or player.level is None or player.temper is None:
        raise ValueError(f"bot_spec: expected a bot, got {player}")
    if player.temper is not Temper.SPARES:
        return BotSpec(player.level, player.driver, player.temper.value, manner=manner.value)
    spared = () if persons_side is None else (persons_side,)
    return BotSpec(player.level, player.driver, Temper.LEADER.value, spared, manner=manner.value)
