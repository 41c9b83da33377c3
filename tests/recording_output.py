"""An output that writes down what it is told, for tests."""

from __future__ import annotations

from game.ui.audio import SoundName


class RecordingOutput:
    """Remembers what was ``played``, and every ``hum``; without ``has_device`` it does not open."""

    def __init__(self, *, has_device: bool = True) -> None:
        self.has_device = has_device
        self.is_open = False
        self.played: list[tuple[SoundName, float]] = []
        self.hums: list[float] = []

    @property
    def names(self) -> list[SoundName]:
        """What was played, in order."""
        return [name for name, _ in self.played]

    def open(self) -> bool:
        self.is_open = self.has_device
        return self.has_device

    def play(self, name: SoundName, gain: float) -> None:
        self.played.append((name, gain))

    def hum(self, gain: float) -> None:
        self.hums.append(gain)

    def close(self) -> None:
        self.is_open = False
