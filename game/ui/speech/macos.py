"""The voice of macOS: its command ``say``, with a voice for the language."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence

from game.ui.speech.command_voice import CommandVoice
from game.ui.speech.speech import FASTEST, VoiceSettings

_LINE = re.compile(r"^(?P<name>.+?)\s+(?P<locale>[a-z]{2,3}[_-]\w+)\s+#", re.MULTILINE)
_PLAIN = ("Samantha", "Daniel", "Alex")
"""Preferred English voices; the system's list begins with many novelty voices."""
_PATIENCE_S = 10.0


class Say(CommandVoice):
    """A ``Voice`` that uses the command ``say``; for a language without a voice, the user's default voice."""

    program = "say"
    _SLOWEST, _FASTEST = 90, 360  # words a minute

    def __init__(self) -> None:
        super().__init__()
        self._voices: dict[str, str] = {}

    def open(self) -> None:
        super().open()
        assert self._path is not None
        try:
            told = subprocess.run([self._path, "-v", "?"], capture_output=True, timeout=_PATIENCE_S, check=True).stdout
        except subprocess.SubprocessError:
            return
        self._voices = voices_by_language(told.decode(errors="replace"))

    def arguments(self, manner: VoiceSettings) -> Sequence[str]:
        voice = self._voices.get(manner.language)
        speed = self._SLOWEST + (self._FASTEST - self._SLOWEST) * (manner.speed / FASTEST) ** 1.6
        return *(("-v", voice) if voice else ()), "-r", str(round(speed)), "-f", "-"

    def prepare_words(self, words: str, manner: VoiceSettings) -> str:
        return f"[[volm {manner.volume:.2f}]] {words.replace('[[', '').replace(']]', '')}"


def voices_by_language(listing: str) -> dict[str, str]:
    """Return one voice per language from the output of ``say -v ?``: the first, or for English a preferred one."""
    voices: dict[str, str] = {}
    for match in _LINE.finditer(listing):
        name, language = match["name"], match["locale"][:2]
        if language not in voices or (name in _PLAIN and voices[language] not in _PLAIN):
            voices[language] = name
    return voices
