"""A voice that writes down what it is told, for tests."""

from __future__ import annotations

import pygame

from game.ui.speech.speech import VoiceError, VoiceSettings
from tests.window import Driver

HUSHED = "(silence)"


class RecordingVoice:
    """Remembers what was ``said``, ``HUSHED`` wherever old words were cut short; one that ``is_missing`` does not open.

    While it ``is_slow`` it speaks without end, so that everything else has to wait.
    """

    def __init__(self, *, is_missing: bool = False, is_slow: bool = False) -> None:
        self.is_missing = is_missing
        self.is_slow = is_slow
        self.is_speaking = False
        self.is_closed = False
        self.breaks_at: int | None = None
        self.opened = 0
        self.said: list[str] = []
        self.manners: list[VoiceSettings] = []

    def open(self) -> None:
        self.opened += 1
        if self.is_missing:
            raise VoiceError("there is none")

    def speak(self, words: str, manner: VoiceSettings) -> None:
        if self.breaks_at == len(self.said):
            self.breaks_at = None
            raise OSError("broken")
        self.is_speaking = self.is_slow
        self.said.append(words)
        self.manners.append(manner)

    def is_busy(self) -> bool:
        return self.is_speaking

    def stop(self) -> None:
        self.is_speaking = False
        self.said.append(HUSHED)
        self.manners.append(VoiceSettings())

    def close(self) -> None:
        self.is_closed = True


def listen(driver: Driver, voice: RecordingVoice) -> list[str]:
    """What was said since this was asked last, without the silences."""
    driver.app.voicing.speech.wait_until_sent()
    said, voice.said[:] = [words for words in voice.said if words != HUSHED], []
    return said


def hear(driver: Driver, voice: RecordingVoice, key: int, mod: int = 0) -> str:
    """Press a key, and listen to what is said for it."""
    listen(driver, voice)
    driver.key(key, mod)
    return " ".join(listen(driver, voice))


def switch_on(driver: Driver, voice: RecordingVoice) -> str:
    """Switch speech on, and listen to its greeting and the screen."""
    return hear(driver, voice, pygame.K_F8)
