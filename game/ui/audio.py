"""Sound effects, ambience and music at set volumes, and the audio device.

A separate thread opens the device and loads the files; sounds played before that, or without a device, are dropped.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial, wraps
from glob import glob
from itertools import cycle
from queue import Queue
from random import Random
from threading import Thread
from typing import Concatenate, Literal, ParamSpec, Protocol, get_args

import pygame

from game.system.resources import AssetError, asset_path
from game.ui.music import Music, MusicOutput

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
    "milestone",
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
AMBIENCE = "ambience"
INCIDENTAL: frozenset[SoundName] = frozenset({"count", "knock", "lay", "press", "slide", "slip", "swish"})
"""Frequent sounds: the music is not lowered while they play."""

Caption = Callable[[], str]
"""Returns the text of a sound's caption; called when the caption is shown."""

_PATIENCE_S = 1.0  # wait on closing, for a device still being opened


class AudioOutput(MusicOutput, Protocol):
    """A device that plays sounds and music; ``gain`` is 0 to 1."""

    def open(self) -> bool:
        """Open the device and load all sounds, which may take long; return False if there is no device."""
        ...

    def play(self, name: SoundName, gain: float) -> None:
        """Play a sound once, mixed with those already playing."""
        ...

    def set_ambience_gain(self, gain: float) -> None:
        """Play the ambience at this gain from now on; 0 fades it out."""
        ...

    def close(self) -> None: ...


def gain_of(volume: float) -> float:
    """Return the gain for a volume from 0 to 1: its square, so that equal steps sound about equally large."""
    return volume**2


class Sounds:
    """Plays sounds, ambience and music; without an output it plays nothing. ``play`` and ``update`` are cheap.

    ``on_play`` is called for every sound, audible or not, with its caption if the caller gave one.
    """

    def __init__(
        self,
        output: AudioOutput | None = None,
        rng: Random | None = None,
        on_play: Callable[[SoundName, Caption | None], None] = lambda _name, _said: None,
    ) -> None:
        self.music = Music(output, rng)
        self.on_play = on_play
        self._speaker = output
        self._loader: Thread | None = None
        self._is_open = False
        self._effects = self._ambience = self._music = self._hum = 0.0
        self._has_focus = self._is_seen = True

    def set_volumes(self, *, effects: float, ambience: float, music: float = 0.0, muted: bool) -> None:
        """Apply the volume settings, each from 0 to 1; ``muted`` silences everything."""
        loud = 0.0 if muted else 1.0
        self._effects, self._ambience = loud * gain_of(effects), loud * gain_of(ambience)
        self._music = loud * gain_of(music)
        self.music.set_volume(self._music)

    def set_window_state(self, *, has_focus: bool | None = None, is_seen: bool | None = None) -> None:
        """Update the window's state: without focus, ambience and music stop; while minimized, everything is silent."""
        self._has_focus = self._has_focus if has_focus is None else has_focus
        self._is_seen = self._is_seen if is_seen is None else is_seen

    def play(self, name: SoundName, caption: Caption | None = None) -> None:
        """Play a sound once, if it can be heard; ``caption`` replaces its usual caption."""
        self.on_play(name, caption)
        if self._speaker is not None and self._is_open and self._effects and self._is_seen:
            self._speaker.play(name, self._effects)
            if name not in INCIDENTAL:
                self.music.duck()

    def update(self, now_s: float) -> None:
        """Open the device when it is first needed, apply volumes and advance the music; call this once a frame."""
        if self._speaker is None:
            return
        if self._loader is None and (self._effects or self._ambience or self._music):
            self._loader = Thread(target=self._open, args=(self._speaker,), name="sounds", daemon=True)
            self._loader.start()
        hum = self._ambience if self._has_focus and self._is_seen else 0.0
        if self._is_open and hum != self._hum:
            self._hum = hum
            self._speaker.set_ambience_gain(hum)
        if self._is_open:
            self.music.update(now_s, can_be_heard=self._has_focus and self._is_seen)

    def _open(self, output: AudioOutput) -> None:
        self._is_open = output.open()

    def close(self) -> None:
        """Stop all sound. If the device is still being opened after a second, it is left to the end of the process."""
        if self._speaker is None or self._loader is None:
            return
        self._loader.join(_PATIENCE_S)
        if not self._loader.is_alive() and self.music.close(_PATIENCE_S):
            self._is_open = False
            self._speaker.close()


# -- the device -----------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)

_RATE_HZ = 44_100
_CHANNELS = 2
_BUFFER = 1024  # 23 ms: early enough for a landing card, rare enough to idle cheaply
_VOICES = 18
_AMBIENCE_VOICE = 0
_MUSIC_VOICES = (1, 2)  # in turn, for cross-fades
RESERVED_VOICES = 3
"""The number of mixer channels, the first ones, that no sound effect may use."""
_ALSA = ("/dev/snd/pcm*p", "/etc/asound.conf", "~/.asoundrc", "~/.config/alsa/asoundrc")
"""Playback devices of sound cards, and files that may configure another ALSA output."""
_SERVERS = "pulseaudio,pipewire,jack,sndio,dsp"
_FADE_IN_MS, _FADE_OUT_MS = 2000, 400
VARIANTS: dict[SoundName, int] = {"slip": 3}
"""Frequent sounds and how many files each has: ``slip_1`` and so on, played in turn."""


def sound_files(name: SoundName) -> list[str]:
    """Return the names of a sound's files in ``assets/sounds``, without suffix."""
    if name not in VARIANTS:
        return [name]
    return [f"{name}_{n}" for n in range(1, VARIANTS[name] + 1)]


def _load(name: str, folder: str = "sounds") -> pygame.mixer.Sound | None:
    """Load a sound file; return None, and log a warning, if it is missing or broken."""
    try:
        return pygame.mixer.Sound(asset_path(folder, f"{name}.ogg"))
    except (AssetError, OSError, pygame.error) as error:
        if pygame.mixer.get_init():  # else the program is ending while a thread still loads
            _log.warning("%s is not heard: %s", name, error)
        return None


def _skip_alsa() -> None:
    """On Linux without a sound card try only the sound servers: ALSA would print a page of errors.

    A driver chosen by the user is kept, and so is ALSA if it is configured.
    """
    has_alsa = any(glob(os.path.expanduser(path)) for path in _ALSA)
    if sys.platform == "linux" and not has_alsa:
        os.environ.setdefault("SDL_AUDIODRIVER", _SERVERS)


def _fade_out(voice: pygame.mixer.Channel, fade_ms: int) -> None:
    if voice.get_volume():
        voice.fadeout(fade_ms)
    else:  # it just began to fade in, and fading out would not stop it
        voice.stop()


_P = ParamSpec("_P")


def _on_mixer_thread(
    method: Callable[Concatenate[MixerOutput, _P], None],
) -> Callable[Concatenate[MixerOutput, _P], None]:
    """Return a method that runs on the output's own thread, in order of the calls.

    Otherwise the mixer would block the caller while it decodes a chorus.
    """

    @wraps(method)
    def put(self: MixerOutput, /, *args: _P.args, **named: _P.kwargs) -> None:
        self._orders.put(partial(method, self, *args, **named))

    return put


class MixerOutput:
    """An ``AudioOutput`` that plays through pygame's mixer. Only opening, loading and closing block the caller."""

    def __init__(self) -> None:
        self._orders = Queue[Callable[[], None] | None]()
        self._worker = Thread(target=self._run_orders, name="mixer", daemon=True)
        self._effects: dict[SoundName, Iterator[pygame.mixer.Sound]] = {}
        self._ambience: pygame.mixer.Sound | None = None
        self._hums = False
        self._loaded: pygame.mixer.Sound | None = None
        self._chorus: pygame.mixer.Sound | None = None
        self._music_voice = _MUSIC_VOICES[0]

    def open(self) -> bool:
        """Open the device and load all sounds, except broken ones; return False if there is no device."""
        _skip_alsa()
        try:
            pygame.mixer.init(_RATE_HZ, -16, _CHANNELS, _BUFFER, allowedchanges=pygame.AUDIO_ALLOW_FREQUENCY_CHANGE)
        except pygame.error:
            return False
        pygame.mixer.set_num_channels(_VOICES)
        pygame.mixer.set_reserved(RESERVED_VOICES)
        for name in get_args(SoundName):
            loaded = [sound for file in sound_files(name) if (sound := _load(file)) is not None]
            if loaded:
                self._effects[name] = cycle(loaded)
        self._ambience = _load(AMBIENCE)
        self._worker.start()
        return True

    def _run_orders(self) -> None:
        while (order := self._orders.get()) is not None:
            order()
            self._orders.task_done()

    @_on_mixer_thread
    def play(self, name: SoundName, gain: float) -> None:
        """Play a sound once; drop it if all voices are busy or it could not be loaded."""
        if name not in self._effects:
            return
        sound = next(self._effects[name])
        sound.set_volume(gain)
        sound.play()

    @_on_mixer_thread
    def set_ambience_gain(self, gain: float) -> None:
        """Play the ambience at this gain, fading in if it was off; 0 fades it out."""
        voice = pygame.mixer.Channel(_AMBIENCE_VOICE)
        hummed, self._hums = self._hums, gain > 0
        if self._hums and self._ambience is not None:
            self._ambience.set_volume(gain)
            if not hummed:
                voice.play(self._ambience, loops=-1, fade_ms=_FADE_IN_MS)
        else:
            _fade_out(voice, _FADE_OUT_MS)

    def load_chorus(self, chorus: str) -> bool:
        """Decode a chorus; its 10 MB or so are freed when it is over. Return False if the file is missing or broken."""
        self._loaded = _load(chorus, "music")
        return self._loaded is not None

    def start_chorus(self, gain: float, fade_s: float) -> None:
        """Fade in the chorus loaded last, and fade out the present one."""
        self._fade_into(self._loaded, gain, fade_s)
        self._loaded = None

    @_on_mixer_thread
    def _fade_into(self, chorus: pygame.mixer.Sound | None, gain: float, fade_s: float) -> None:
        before, after = self._music_voice, sum(_MUSIC_VOICES) - self._music_voice
        if pygame.mixer.Channel(before).get_busy():
            _fade_out(pygame.mixer.Channel(before), round(1000 * fade_s))
        self._chorus, self._music_voice = chorus, after
        if self._chorus is not None:
            self._chorus.set_volume(gain)
            pygame.mixer.Channel(after).play(self._chorus, fade_ms=round(1000 * fade_s))

    @_on_mixer_thread
    def set_music_gain(self, gain: float) -> None:
        if self._chorus is not None:
            self._chorus.set_volume(gain)

    @_on_mixer_thread
    def pause_music(self, *, paused: bool) -> None:
        """Pause the music, or continue it."""
        for voice in map(pygame.mixer.Channel, _MUSIC_VOICES):
            if paused:
                voice.pause()
            else:
                voice.unpause()

    def is_chorus_over(self) -> bool:
        is_over = not (self._orders.unfinished_tasks or pygame.mixer.Channel(self._music_voice).get_busy())
        if is_over:
            self._chorus = None
        return is_over

    def close(self) -> None:
        if self._worker.is_alive():
            self._orders.put(None)
            self._worker.join(_PATIENCE_S)
        pygame.mixer.quit()
