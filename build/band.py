"""The band of build/music.py, on FluidSynth with the sound font MuseScore General: each voice in its place."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from composer import Chorus, Note
from numpy import ndarray
from numpy.random import Generator
from synth import RATE_HZ, gain, integrated_db

_FONT = Path("/usr/share/sounds/sf3/MuseScore_General_Full.sf3")
_OPTIONS = {
    "synth.gain": 0.4,
    "synth.sample-rate": RATE_HZ,
    "synth.dynamic-sample-loading": 1,
    "synth.chorus.active": 0,
    "synth.reverb.room-size": 0.5,
    "synth.reverb.damp": 0.3,
    "synth.reverb.width": 0.9,
    "synth.reverb.level": 0.9,
    "audio.file.format": "float",
    "audio.file.type": "wav",
    "audio.period-size": 1024,
}
_TICKS_S = 1000
_TAIL_S = 2.2
_DRUM_CHANNEL = 9
_KITS = ("brushes", "drums")
_BANK, _VIBRATO, _BREATH, _PLACE, _ROOM_SHARE = 0, 1, 2, 10, 91  # MIDI controllers


@dataclass(frozen=True)
class Player:
    """A player of the band: bank and number in the sound font, place from left (0) to right (127), share of the room.

    ``level_db`` is the loudness beside that of a lead. One who ``breathes`` shapes every note while it sounds.
    """

    bank: int
    program: int
    place: int
    room: int
    level_db: float
    breathes: bool = False


PLAYERS = {
    "accordion": Player(18, 21, 46, 60, 0, breathes=True),
    "bandoneon": Player(17, 23, 44, 60, 0, breathes=True),
    "clarinet": Player(17, 71, 82, 66, 0, breathes=True),
    "flute": Player(17, 73, 88, 70, 0, breathes=True),
    "trumpet": Player(17, 56, 76, 60, 0, breathes=True),
    "muted_trumpet": Player(17, 59, 78, 66, 0, breathes=True),
    "violin": Player(17, 40, 50, 70, 0, breathes=True),
    "vibraphone": Player(0, 11, 92, 54, 0),
    "strings": Player(17, 49, 64, 84, -10, breathes=True),
    "cello": Player(17, 42, 100, 70, -9, breathes=True),
    "trombone": Player(17, 57, 98, 64, -8, breathes=True),
    "guitar": Player(0, 24, 30, 40, -7),
    "steel_guitar": Player(0, 25, 26, 36, -7),
    "banjo": Player(0, 105, 30, 40, -9),
    "piano": Player(0, 0, 36, 44, -8),
    "bass": Player(0, 32, 62, 22, -4),
    "tuba": Player(17, 58, 60, 40, -5, breathes=True),
    "brushes": Player(0, 40, 70, 36, -11),
    "drums": Player(0, 48, 70, 50, -11),
}
DRUMS = {
    "kick": ("brushes", 36),
    "tap": ("brushes", 38),
    "slap": ("brushes", 39),
    "brush": ("brushes", 40),
    "hat": ("brushes", 44),
    "ride": ("brushes", 51),
    "bass_drum": ("drums", 36),
    "snare": ("drums", 38),
}
"""Whose each drum is, and its key."""

_Events = list[tuple[int, bytes]]


def played(chorus: Chorus, notes: Iterable[Note], rng: Generator) -> ndarray:
    """Return the band's sound, left and right, in rows of ``RATE_HZ`` samples a second, before its final loudness.

    The players are recorded one after another, since starting FluidSynth takes longer than playing.
    """
    parts: dict[str, list[Note]] = {}
    for note in notes:
        parts.setdefault(DRUMS.get(note.instrument, (note.instrument, 0))[0], []).append(note)
    part_s = chorus.seconds(chorus.total_beats) + _TAIL_S
    events: _Events = []
    for nth, (name, part) in enumerate(parts.items()):
        own = _part(chorus, name, part, rng, _DRUM_CHANNEL if name in _KITS else nth)
        events += [(tick + round(nth * part_s * _TICKS_S), message) for tick, message in own]
    recorded = _rendered(events, len(parts) * part_s)
    whole = np.zeros((2, round(part_s * RATE_HZ)))
    for nth, name in enumerate(parts):
        start = round(nth * part_s * RATE_HZ)
        sound = recorded[:, start : start + whole.shape[1]]
        whole[:, : sound.shape[1]] += gain(PLAYERS[name].level_db - integrated_db(sound)) * sound
    return whole


def _part(chorus: Chorus, name: str, notes: Iterable[Note], rng: Generator, channel: int) -> _Events:
    """Return a player's MIDI events: no two notes quite together, quite equal, or dead while they sound."""
    player = PLAYERS[name]
    controls = ((_BANK, player.bank), (_PLACE, player.place), (_ROOM_SHARE, player.room))
    events = [(0, bytes((0xB0 | channel, number, value))) for number, value in controls]
    events.append((0, bytes((0xC0 | channel, player.program))))
    for nth, note in enumerate(sorted(notes, key=lambda note: (note.beat, note.pitch))):
        from_s, to_s = chorus.seconds(note.beat), chorus.seconds(note.beat + note.length)
        from_s = max(0.0, from_s + rng.normal(0, 0.006) + (0.011 * (nth % 3) if "guitar" in name else 0.0))
        key = DRUMS[note.instrument][1] if name in _KITS else note.pitch
        loud = int(np.clip(127 * note.loud * rng.normal(1, 0.05), 12, 120))
        start, end = round(from_s * _TICKS_S), max(round(from_s * _TICKS_S) + 40, round(to_s * _TICKS_S))
        events += [(start, bytes((0x90 | channel, key, loud))), (end, bytes((0x80 | channel, key, 0)))]
        if player.breathes:
            events += _breath(start, end, loud, channel)
    return events


def _breath(start: int, end: int, loud: int, channel: int) -> _Events:
    """Return a note's swell and fall, and a vibrato that comes late in a long one."""
    events, length = [], end - start
    for at in range(0, length, 30):
        part = at / length
        swell = 0.78 + 0.3 * np.sin(np.pi * min(1.0, part / 0.7) / 2) - 0.26 * max(0.0, part - 0.55) / 0.45
        vibrato = 46 * min(1.0, max(0, at - 320) / 400)
        events.append((start + at, bytes((0xB0 | channel, _BREATH, min(127, int(loud * swell))))))
        events.append((start + at, bytes((0xB0 | channel, _VIBRATO, int(vibrato)))))
    return events


def _rendered(events: _Events, duration_s: float) -> ndarray:
    with tempfile.TemporaryDirectory() as folder:
        score, sound = Path(folder, "part.mid"), Path(folder, "part.wav")
        score.write_bytes(_midi(events, duration_s))
        options = [f"--option={name}={value}" for name, value in _OPTIONS.items()]
        subprocess.run(["fluidsynth", "-niq", *options, "-F", sound, _FONT, score], check=True)
        return soundfile.read(sound)[0].T


def _midi(events: _Events, duration_s: float) -> bytes:
    """Return a MIDI file with one track, a tick being a thousandth of a second."""
    track, now = bytearray(b"\x00\xff\x51\x03" + (1_000_000).to_bytes(3, "big")), 0
    for tick, message in sorted(events, key=lambda event: event[0]):
        track += _length(tick - now) + message
        now = tick
    track += _length(max(0, round(duration_s * _TICKS_S) - now)) + b"\xff\x2f\x00"
    head = b"MThd\x00\x00\x00\x06\x00\x00\x00\x01" + _TICKS_S.to_bytes(2, "big")
    return head + b"MTrk" + len(track).to_bytes(4, "big") + bytes(track)


def _length(number: int) -> bytes:
    """Return a number as MIDI writes it: seven bits a byte, the last without the eighth."""
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(0x80 | number & 0x7F)
    return bytes(reversed(digits))
