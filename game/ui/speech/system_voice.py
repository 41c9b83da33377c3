"""The voice of the system that the game runs on."""

from __future__ import annotations

import sys

from game.ui.speech.linux import Espeak, SpeechDispatcher
from game.ui.speech.macos import Say
from game.ui.speech.speech import FirstVoice, Voice
from game.ui.speech.windows import Sapi


def system_voice() -> Voice:
    """Return the voice of the present operating system, not yet opened."""
    if sys.platform == "win32":
        return Sapi()
    if sys.platform == "darwin":
        return Say()
    return FirstVoice((SpeechDispatcher(), Espeak()))
