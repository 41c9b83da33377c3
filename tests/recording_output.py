"""An output that writes down what it is told, for tests."""

from __future__ import annotations

from game.ui.audio import SoundName


class RecordingOutput:
    """Remembers what was ``played``, the gains of the ambience (``hums``), and each chorus with its fade-in in seconds.

    Without ``has_device`` it does not open; of ``missing`` choruses there are no files. A chorus is over when a test
    says so (``chorus_is_over``).
    """

    def __init__(self, *, has_device: bool = True) -> None:
        self.has_device = has_device
        self.is_open = False
        self.played: list[tuple[SoundName, float]] = []
        self.hums: list[float] = []
        self.missing: set[str] = set()
        self.loaded = ""
        self.begun: list[tuple[str, float]] = []
        self.music_gains: list[float] = []
        self.is_held = False
        self.chorus_is_over = True

    @property
    def names(self) -> list[SoundName]:
        """What was played, in order."""
        return [name for name, _ in self.played]

    def open(self) -> bool:
        self.is_open = self.has_device
        return self.has_device

    def play(self, name: SoundName, gain: float) -> None:
        self.played.append((name, gain))

    def set_ambience_gain(self, gain: float) -> None:
        self.hums.append(gain)

    def load_chorus(self, chorus: str) -> bool:
        self.loaded = chorus
        return chorus not in self.missing

    def start_chorus(self, gain: float, fade_s: float) -> None:
        self.begun.append((self.loaded, fade_s))
        self.music_gains.append(gain)
        self.chorus_is_over = False

    def set_music_gain(self, gain: float) -> None:
        self.music_gains.append(gain)

    def pause_music(self, *, paused: bool) -> None:
        self.is_held = paused

    def is_chorus_over(self) -> bool:
        return self.chorus_is_over

    def close(self) -> None:
        self.is_open = False
