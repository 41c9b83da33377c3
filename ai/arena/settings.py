"""What an arena plays: everything that decides how its matches go, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from game.engine.setup import MatchSetup

FOREIGN: Final = "exec:"
"""What a seat's name begins with if a program of its own plays it; its command follows."""


@dataclass(frozen=True, slots=True)
class ArenaSettings:
    """Who plays what. ``names`` has one player for each seat, in order; ``time_ms`` is what a decision may take.

    A sequence is a match's decks and its first dealer. If ``is_mirrored``, each is played once for each rotation of
    the players: player p sits in seat p + rotation, so partners stay partners in every rotation.
    """

    names: tuple[str, ...]
    setup: MatchSetup
    seed: int
    is_mirrored: bool
    time_ms: int

    @property
    def rotations(self) -> range:
        """The rotations each sequence is played with."""
        return range(len(self.names) if self.is_mirrored else 1)

    def seat_of(self, player: int, rotation: int) -> int:
        """Where that player sits.

        >>> from game.engine.observation import Seating
        >>> setup = MatchSetup.by_the_book("winning_moves", Seating.SOLO, 3)
        >>> settings = ArenaSettings(("master", "random", "random"), setup, 1, True, 1000)
        >>> [settings.seat_of(2, rotation) for rotation in settings.rotations]
        [2, 0, 1]
        """
        return (player + rotation) % len(self.names)

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON value: what two runs must agree in to be one."""
        return {
            "seats": list(self.names),
            "rules": self.setup.rules,
            "seating": self.setup.seating.value,
            "extension": self.setup.options.extension,
            "no_100_bonus": self.setup.options.no_100_bonus,
            "target_score": self.setup.target_score,
            "legs": self.setup.legs,
            "seed": self.seed,
            "mirror": self.is_mirrored,
            "time_ms": self.time_ms,
        }
