"""Who sits in a seat: a person, or a bot with the name and face of one of the six drivers (art.md §8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ai.bot import BotSpec

DRIVERS: Final[tuple[str, ...]] = ("bruno", "carla", "hugo", "irma", "leo", "nina")
"""The ids of the characters that bots play as; names, faces and styles belong to the interface."""


class PlayerKind(StrEnum):
    """What decides for a seat."""

    HUMAN = "human"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Player:
    """The player in one seat; ``driver`` is one of ``DRIVERS`` for a bot and None for a person.

    Raises ``ValueError`` for a bot without a known driver, or a person with one.
    """

    kind: PlayerKind
    driver: str | None = None

    def __post_init__(self) -> None:
        if (self.kind is PlayerKind.BOT) != (self.driver in DRIVERS):
            raise ValueError(f"player: a bot needs one of the drivers {DRIVERS}, a person none; got {self.driver!r}")

    @property
    def is_human(self) -> bool:
        """Whether a person decides."""
        return self.kind is PlayerKind.HUMAN


HUMAN: Final = Player(PlayerKind.HUMAN)


def bot(driver: str) -> Player:
    """The bot that plays as that driver."""
    return Player(PlayerKind.BOT, driver)


def bot_spec(player: Player) -> BotSpec:
    """What the bot of that player is made from; level, style and temper stand here, never in an observation."""
    return BotSpec(style=player.driver or "plain")
