"""Speech output: a thread passes words to the system's voice, so that no frame waits for it."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from queue import Empty, Queue
from threading import Event, Thread
from typing import Protocol

FASTEST = 10
"""The highest speed setting; the lowest is 0."""

_STEP_S = 0.03  # how often a speaking voice is polled
_PATIENCE_S = 1.0  # wait on closing, for a voice that hangs
_MOST_WAITING = 40  # nobody listens to more; the oldest are dropped
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How words are spoken: ``language`` by its code, ``speed`` 0 to ``FASTEST`` (5 is usual), ``volume`` 0 to 1.

    Words that are ``is_incidental`` are dropped if others wait.
    """

    language: str = "en"
    speed: int = 5
    volume: float = 1.0
    is_incidental: bool = False


class VoiceError(Exception):
    """The voice has failed, or there is none. The message says why."""


class Voice(Protocol):
    """A text-to-speech voice, used only by the thread of ``Speech``; failures raise ``VoiceError`` or ``OSError``."""

    def open(self) -> None:
        """Get ready to speak; this may take long."""
        ...

    def speak(self, words: str, manner: VoiceSettings) -> None:
        """Start to speak these words, or queue them."""
        ...

    def is_busy(self) -> bool:
        """Return whether the next words have to wait: the voice is speaking and has no queue."""
        ...

    def stop(self) -> None:
        """Stop speaking and drop all queued words."""
        ...

    def close(self) -> None: ...


class FirstVoice:
    """A ``Voice`` that uses the first of several voices that can be opened."""

    def __init__(self, voices: Sequence[Voice]) -> None:
        self._voices = voices
        self._opened: Voice | None = None

    def open(self) -> None:
        failures = []
        for voice in self._voices:
            try:
                voice.open()
            except (VoiceError, OSError) as error:
                failures.append(f"{type(voice).__name__}: {error}")
                _close(voice)
            else:
                self._opened = voice
                return
        raise VoiceError("; ".join(failures) or "no voice is known for this system")

    @property
    def _one(self) -> Voice:
        if self._opened is None:
            raise VoiceError("not open")
        return self._opened

    def speak(self, words: str, manner: VoiceSettings) -> None:
        self._one.speak(words, manner)

    def is_busy(self) -> bool:
        return self._one.is_busy()

    def stop(self) -> None:
        self._one.stop()

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None


@dataclass(frozen=True, slots=True)
class _SpeechRequest:
    """Words to say, or an empty text for silence. If it ``interrupts``, it replaces all earlier words."""

    words: str
    manner: VoiceSettings
    interrupts: bool


class Speech:
    """Speaks words one after the other with a voice, if there is one. Only ``close`` blocks.

    The voice is opened in a thread at the first words. ``has_failed`` is True if it can't be opened, or failed twice.
    """

    def __init__(self, voice: Voice | None = None) -> None:
        self._voice = voice
        self._requests: Queue[_SpeechRequest | None] = Queue()
        self._thread: Thread | None = None
        self._failed = Event()
        self.settings = VoiceSettings()

    @property
    def has_failed(self) -> bool:
        """Whether nothing can be heard because there is no voice, or it failed."""
        return self._voice is None or self._failed.is_set()

    def say(self, words: str, *, interrupts: bool = False, is_incidental: bool = False) -> None:
        """Queue these words, or replace all others (``interrupts``); incidental ones are dropped if others wait."""
        self._send(_SpeechRequest(words, replace(self.settings, is_incidental=is_incidental), interrupts))

    def silence(self) -> None:
        """Stop speaking and drop waiting words; words queued afterwards are spoken."""
        self._send(_SpeechRequest("", self.settings, interrupts=True))

    def try_again(self) -> None:
        """After a failure, try to open the voice again at the next words: one may be available by now."""
        if self._failed.is_set():
            self._failed.clear()
            self._thread = None
            self._requests = Queue()

    def wait_until_sent(self, patience_s: float = 10.0) -> bool:
        """Wait until the voice has got all queued words; return False after ``patience_s`` seconds, or if it failed."""
        until_s = time.monotonic() + patience_s
        while self._requests.unfinished_tasks and not self.has_failed and time.monotonic() < until_s:
            time.sleep(0.001)
        return not self._requests.unfinished_tasks

    def close(self) -> None:
        """Stop speaking. If the voice does not respond within a second, it is left to the end of the process."""
        if self._thread is not None:
            self._requests.put(None)
            self._thread.join(_PATIENCE_S)

    def configure(self, *, language: str, speed: int, volume: float) -> None:
        """Set language, speed and volume for all later words."""
        self.settings = VoiceSettings(language, speed, volume)

    def _send(self, request: _SpeechRequest) -> None:
        if self.has_failed or self._voice is None:
            return
        if self._thread is None:
            served = self._voice, self._requests
            self._thread = Thread(target=self._serve, args=served, name="speech", daemon=True)
            self._thread.start()
        self._requests.put(request)

    # -- the thread -----------------------------------------------------------------------------------------------

    def _serve(self, voice: Voice, requests: Queue[_SpeechRequest | None]) -> None:
        """Run the voice until closed. If it fails after it has spoken, open it again."""
        waiting: deque[_SpeechRequest] = deque(maxlen=_MOST_WAITING)
        speaking = _SpeechLoop(voice, requests, waiting)
        while True:
            speaking.has_spoken = False
            try:
                voice.open()
                speaking.run()
            except (VoiceError, OSError) as error:
                _log.warning("no speech: %s", error)
                _close(voice)
                if not speaking.has_spoken:
                    self._failed.set()
                    break
            else:
                _close(voice)
                break
        while not requests.empty():  # so that nobody waits for them
            requests.get_nowait()
            requests.task_done()


class _SpeechLoop:
    """The work of the speech thread: it takes requests and keeps the words that wait until the voice is free."""

    def __init__(self, voice: Voice, requests: Queue[_SpeechRequest | None], waiting: deque[_SpeechRequest]) -> None:
        self._voice = voice
        self._requests = requests
        self._waiting = waiting
        self.has_spoken = False

    def run(self) -> None:
        """Handle requests until ``close`` ends the queue."""
        while True:
            try:
                request = self._requests.get(timeout=_STEP_S if self._waiting else None)
            except Empty:
                self._speak()
                continue
            try:
                if request is None:
                    self._voice.stop()
                    return
                self._accept(request)
            finally:
                self._requests.task_done()

    def _accept(self, request: _SpeechRequest) -> None:
        if request.interrupts:
            self._waiting.clear()
            self._voice.stop()
        if request.words:
            if self._waiting and self._waiting[0].manner.is_incidental:  # then it is the only one
                self._waiting.clear()
            if not (self._waiting and request.manner.is_incidental):
                self._waiting.append(request)
        self._speak()

    def _speak(self) -> None:
        """Speak the waiting words, as many as the voice accepts."""
        while self._waiting and not self._voice.is_busy():
            request = self._waiting.popleft()
            self._voice.speak(request.words, request.manner)
            self.has_spoken = True


def _close(voice: Voice) -> None:
    try:
        voice.close()
    except (VoiceError, OSError) as error:
        _log.warning("the voice could not be closed: %s", error)
