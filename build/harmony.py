"""Chords by name and their tones, for build/composer.py. Pitches are MIDI's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

_LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_TONES = {
    "": (0, 4, 7),
    "6": (0, 4, 7, 9),
    "7": (0, 4, 7, 10),
    "m": (0, 3, 7),
    "m6": (0, 3, 7, 9),
    "m7": (0, 3, 7, 10),
    "m7b5": (0, 3, 6, 10),
    "o": (0, 3, 6, 9),
}
_MAJOR = (0, 2, 4, 5, 7, 9, 11)


@dataclass(frozen=True)
class Chord:
    """A chord in a piece without sharps or flats (C major, A minor), moved by ``shift`` semitones.

    >>> Chord("E7").tones, sorted(Chord("E7").scale)
    ((4, 8, 11, 2), [0, 2, 4, 5, 8, 9, 11])
    """

    name: str
    shift: int = 0

    @cached_property
    def root(self) -> int:
        """The root as a pitch class."""
        sharp = self.name[1:2] == "#"
        return (_LETTERS[self.name[0]] + sharp + self.shift) % 12

    @cached_property
    def tones(self) -> tuple[int, ...]:
        """The chord's pitch classes, the root first."""
        kind = self.name[1:].removeprefix("#")
        return tuple((self.root + step) % 12 for step in _TONES[kind])

    @property
    def fifth(self) -> int:
        return self.tones[2]

    @cached_property
    def scale(self) -> frozenset[int]:
        """The pitch classes for a melody: the key's, without those a semitone from a tone of the chord."""
        key = {(tone + self.shift) % 12 for tone in _MAJOR}
        strange = set(self.tones) - key
        replaced = {(tone + side) % 12 for tone in strange for side in (-1, 1)} - set(self.tones)
        return frozenset((key - replaced) | set(self.tones))


def nearest(pitch: float, classes: frozenset[int] | tuple[int, ...], low: int, high: int) -> int:
    """Return the nearest pitch of these classes within a range."""
    return min((p for p in range(low, high + 1) if p % 12 in classes), key=lambda p: (abs(p - pitch), p))
