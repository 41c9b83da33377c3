"""The speaker that is really there: pygame's mixer, if it finds a device."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Final, get_args

import pygame

from game.ui.resources import asset
from game.ui.sound import AMBIENCE, SoundName

_RATE_HZ: Final = 44_100
_BUFFER: Final = 1024  # 23 ms: soon enough for a card that lands, and seldom enough to idle cheaply
_VOICES: Final = 16
_AMBIENCE_VOICE: Final = 0
_FADE_IN_MS, _FADE_OUT_MS = 2000, 400
VARIANTS: Final[dict[SoundName, int]] = {"slip": 3}
"""Sounds heard so often that they have several files, ``slip_1`` and so on, which take turns."""


def files_of(name: SoundName) -> list[str]:
    """The names of the files of a sound, in ``assets/sounds`` and without their suffix."""
    if name not in VARIANTS:
        return [name]
    return [f"{name}_{n}" for n in range(1, VARIANTS[name] + 1)]


def _load(name: str) -> pygame.mixer.Sound:
    return pygame.mixer.Sound(asset("sounds", f"{name}.ogg"))


class MixerSpeaker:
    """Plays through pygame's mixer; a ``game.ui.sound.Speaker``."""

    def __init__(self) -> None:
        self._effects: dict[SoundName, Iterator[pygame.mixer.Sound]] = {}
        self._ambience: pygame.mixer.Sound | None = None
        self._hums = False

    def open(self) -> bool:
        """Open the device and load all sounds; False if there is no device. Raises ``MissingAssetError``."""
        try:
            pygame.mixer.init(_RATE_HZ, -16, 2, _BUFFER)
        except pygame.error:
            return False
        pygame.mixer.set_num_channels(_VOICES)
        pygame.mixer.set_reserved(_AMBIENCE_VOICE + 1)
        self._effects = {name: cycle([_load(file) for file in files_of(name)]) for name in get_args(SoundName)}
        self._ambience = _load(AMBIENCE)
        return True

    def play(self, name: SoundName, gain: float) -> None:
        """Play a sound once; if all voices are taken, it is left out."""
        sound = next(self._effects[name])
        sound.set_volume(gain)
        sound.play()

    def hum(self, gain: float) -> None:
        """Let the ambience be heard so loud, faded in if it was not; 0 fades it out."""
        voice = pygame.mixer.Channel(_AMBIENCE_VOICE)
        hummed, self._hums = self._hums, gain > 0
        if self._hums and self._ambience is not None:
            self._ambience.set_volume(gain)
            if not hummed:
                voice.play(self._ambience, loops=-1, fade_ms=_FADE_IN_MS)
        elif voice.get_volume():
            voice.fadeout(_FADE_OUT_MS)
        else:  # it has just begun to fade in, and would not fade out but stay
            voice.stop()

    def close(self) -> None:
        """Let go of the device."""
        pygame.mixer.quit()
