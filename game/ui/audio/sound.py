"""The sounds of the program by name, and the road's ambience: each with its volume, never waited for.

The device is opened and the files are loaded in a thread of their own; what is played before that, or without a device,
is not heard, and nobody has to know.
"""

from __future__ import annotations

from threading import Thread
from typing import Final, Literal, Protocol

SoundName = Literal[
    "bell",
    "bolt",
    "brakes",
    "chime",
    "count",
    "crash",
    "crowd",
    "engine_fast",
    "engine_slow",
    "engine_steady",
    "flat",
    "horn",
    "knock",
    "lay",
    "lose",
    "press",
    "pump",
    "rise",
    "salute",
    "slide",
    "slip",
    "sputter",
    "starter",
    "swish",
    "whistle",
    "win",
    "wrench",
]
AMBIENCE: Final = "ambience"

_PATIENCE_S: Final = 1.0  # at the end, for a device that still hesitates to open


class Speaker(Protocol):
    """What makes the sounds heard; ``gain`` is 0 to 1."""

    def open(self) -> bool:
        """Open the device and load all sounds, however long it takes; False if there is none."""
        ...

    def play(self, name: SoundName, gain: float) -> None:
        """Play a sound once, above those that are heard."""
        ...

    def hum(self, gain: float) -> None:
        """Let the ambience be heard so loud from now on; 0 fades it out."""
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


def gain_of(volume: float) -> float:
    """The gain of a volume from 0 to 1; squared, as each step then sounds about as large as the next."""
    return volume**2


class Sounds:
    """What the program lets be heard; nothing without a speaker. ``play`` and ``update`` cost hardly anything."""

    def __init__(self, speaker: Speaker | None = None) -> None:
        self._speaker = speaker
        self._loader: Thread | None = None
        self._is_open = False
        self._effects = self._ambience = self._hum = 0.0
        self._has_focus = self._is_seen = True

    def set_volumes(self, *, effects: float, ambience: float, muted: bool) -> None:
        """Take over the settings: two volumes from 0 to 1, and silence over both."""
        self._effects, self._ambience = (0.0, 0.0) if muted else (gain_of(effects), gain_of(ambience))

    def follow_window(self, *, has_focus: bool | None = None, is_seen: bool | None = None) -> None:
        """Say what became of the window: without the focus the ambience rests, and put away all is silent."""
        self._has_focus = self._has_focus if has_focus is None else has_focus
        self._is_seen = self._is_seen if is_seen is None else is_seen

    def play(self, name: SoundName) -> None:
        """Play a sound once, if it can be heard."""
        if self._speaker is not None and self._is_open and self._effects and self._is_seen:
            self._speaker.play(name, self._effects)

    def update(self) -> None:
        """Once a frame: open the device when the first sound is wanted, and follow the volume of the ambience."""
        if self._speaker is None:
            return
        if self._loader is None and (self._effects or self._ambience):
            self._loader = Thread(target=self._open, args=(self._speaker,), name="sounds", daemon=True)
            self._loader.start()
        hum = self._ambience if self._has_focus and self._is_seen else 0.0
        if self._is_open and hum != self._hum:
            self._hum = hum
            self._speaker.hum(hum)

    def _open(self, speaker: Speaker) -> None:
        self._is_open = speaker.open()

    def close(self) -> None:
        """End with silence; a device that never opened is left to the end of the process."""
        if self._speaker is None or self._loader is None:
            return
        self._loader.join(_PATIENCE_S)
        if not self._loader.is_alive():
            self._is_open = False
            self._speaker.close()
