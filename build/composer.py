"""Compose the notes of build/music.py: a chorus is chords, a rhythm and a melody that fits them.

On strong beats a melody has tones of the chord; between them it follows the scale. A repeated phrase has the same
melody, and every chorus ends on its tonic, slowing down. All randomness comes from the generator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from harmony import Chord, nearest

PHRASE_BARS = 8
_LEAD_LOW, _LEAD_HIGH = 62, 84
_BASS_LOW, _BASS_HIGH = 33, 48
_CHORD_LOW, _CHORD_HIGH = 52, 67

Cell = tuple[tuple[float, float], ...]
"""The rhythm of a bar: start and duration of each note, in beats."""

_REST: dict[int, Cell] = {3: ((0, 2),), 4: ((0, 3),)}


@dataclass(frozen=True)
class Style:
    """A dance: ``beats`` a bar, the order of its phrases (``form``), what the band plays in a bar, and its swing.

    ``bass`` has the start of each note, in beats; without any the bass walks. ``chords`` and ``drums`` also have how
    loud a note is, and drums which one, by name. ``offbeat`` is the place of an offbeat in its beat.
    """

    beats: int
    form: str
    cells: tuple[Cell, ...]
    bass: tuple[float, ...]
    chords: tuple[tuple[float, float], ...]
    drums: tuple[tuple[str, float, float], ...]
    chord_length: float = 0.42
    offbeat: float = 0.5
    bass_instrument: str = "bass"
    chord_instrument: str = "guitar"
    counter_instrument: str = "strings"


@dataclass(frozen=True)
class Chorus:
    """One chorus of a tune: ``parts`` are phrases of eight chords, by letter.

    Two ``leads`` play the phrases in turn; ``shift`` is the key, in semitones from C major or A minor.
    """

    seed: int
    style: Style
    beats_a_minute: float
    shift: int
    parts: dict[str, str]
    leads: tuple[str, str]
    has_second: bool = False
    intro_bars: int = 2
    end_bars: int = 2

    @property
    def harmony(self) -> list[Chord]:
        """The chord of every bar: intro, form, and the tonic at the end."""
        phrases = [[Chord(name, self.shift) for name in self.parts[letter].split()] for letter in self.style.form]
        tonic = phrases[0][0]
        phrases[-1] = [*phrases[-1][:-1], tonic]
        intro = [tonic, phrases[0][-1]] * (self.intro_bars // 2)
        return [*intro, *(chord for phrase in phrases for chord in phrase), *[tonic] * self.end_bars]

    @property
    def total_beats(self) -> int:
        return len(self.harmony) * self.style.beats

    def seconds(self, beat: float) -> float:
        """Return the time of a beat; the last bars slow down."""
        whole = int(beat)
        part = beat - whole
        swung = part * 2 * self.style.offbeat if part <= 0.5 else 1 - (1 - part) * 2 * (1 - self.style.offbeat)
        at, slow_from = whole + swung, self.total_beats - (self.end_bars + 1) * self.style.beats
        late = max(0.0, at - slow_from)
        return (at + 0.04 * late**1.6) * 60 / self.beats_a_minute


@dataclass(frozen=True)
class Note:
    """A note of an instrument, in beats from the beginning; ``loud`` from 0 to 1. A drum has no pitch."""

    instrument: str
    beat: float
    length: float
    pitch: int
    loud: float


def score(chorus: Chorus) -> list[Note]:
    """Return all notes of a chorus."""
    rng = Random(chorus.seed)
    return [
        *_melody(chorus, rng),
        *_counter(chorus),
        *_bass(chorus, rng),
        *_chords(chorus),
        *_drums(chorus),
        *_ending(chorus),
    ]


# -- the tune ---------------------------------------------------------------------------------------------------------


def _melody(chorus: Chorus, rng: Random) -> list[Note]:
    """Return the melody by phrases; a repeated letter has the same tune with a new end."""
    known: dict[str, list[Note]] = {}
    notes: list[Note] = []
    for i, letter in enumerate(chorus.style.form):
        start_bar = chorus.intro_bars + i * PHRASE_BARS
        chords = chorus.harmony[start_bar : start_bar + PHRASE_BARS]
        is_new = letter not in known
        if is_new:
            known[letter] = _phrase(chorus, chords, rng)
        phrase = known[letter] if is_new else _with_new_end(known[letter], chorus, chords, rng)
        lead, other = chorus.leads[i % 2], chorus.leads[1 - i % 2]
        voices = [replace(note, instrument=lead) for note in phrase]
        if chorus.has_second and not is_new:
            voices += [replace(note, instrument=other) for note in _second_voice(phrase, chorus, chords)]
        notes += [replace(note, beat=note.beat + start_bar * chorus.style.beats) for note in voices]
    return notes


def _phrase(chorus: Chorus, chords: Sequence[Chord], rng: Random) -> list[Note]:
    """Return eight bars: a rhythm twice, then its close, in an arch that rises and falls."""
    style = chorus.style
    first, second, third = rng.sample(style.cells, 3)
    rhythm = [first, second, first, third, first, second, third, _REST[style.beats]]
    low = rng.randint(66, 70)
    high = low + rng.randint(7, 11)
    moments = [(bar, at, length) for bar, cell in enumerate(rhythm) for at, length in cell]
    arch = [low + (high - low) * _arch(bar + at / style.beats) for bar, at, _ in moments]
    return _pitched(moments, arch, chorus, chords, rng)


def _arch(bar: float) -> float:
    """Return the height of a phrase at a bar: up to the fifth, then down."""
    return bar / 5 if bar <= 5 else 1 - (bar - 5) / 3


def _with_new_end(
    phrase: Sequence[Note], chorus: Chorus, chords: Sequence[Chord], rng: Random
) -> list[Note]:  # fmt: skip
    """Return the phrase with its last two bars composed anew over the present chords."""
    beats = chorus.style.beats
    kept = [note for note in phrase if note.beat < (PHRASE_BARS - 2) * beats]
    cell = rng.choice(chorus.style.cells)
    last_bars = ((PHRASE_BARS - 2, cell), (PHRASE_BARS - 1, _REST[beats]))
    moments = [(bar, at, length) for bar, part in last_bars for at, length in part]
    goal = 67 + chorus.shift % 5
    arch = [kept[-1].pitch + (goal - kept[-1].pitch) * (i + 1) / len(moments) for i in range(len(moments))]
    return [*kept, *_pitched(moments, arch, chorus, chords, rng, before=kept[-1].pitch)]


def _pitched(
    moments: Sequence[tuple[int, float, float]],
    arch: Sequence[float],
    chorus: Chorus,
    chords: Sequence[Chord],
    rng: Random,
    *,
    before: int | None = None,
) -> list[Note]:
    """Return pitches for a rhythm: chord tones near the arch on strong beats, scale steps toward them between."""
    beats = chorus.style.beats
    pitches: list[int] = []
    for (bar, at, _), height in zip(moments, arch, strict=True):
        last = pitches[-1] if pitches else before
        went = pitches[-1] - pitches[-2] if len(pitches) > 1 else 0
        wish = height + rng.uniform(-2.5, 2.5) if last is None else last + _step(height - last, went, rng)
        chord = chords[bar]
        classes = chord.tones if is_strong(at, beats) else chord.scale
        free = tuple(p for p in classes if last is None or p != last % 12) or tuple(classes)
        pitches.append(nearest(wish, free, _LEAD_LOW, _LEAD_HIGH))
    return [
        Note("lead", bar * beats + at, length, pitch, _dynamics(bar, at, rng))
        for (bar, at, length), pitch in zip(moments, pitches, strict=True)
    ]


def is_strong(at: float, beats: int) -> bool:
    """Return whether a beat of the bar is strong."""
    return at == 0 or (beats == 4 and at == 2)


def _step(way: float, went: int, rng: Random) -> float:
    """Return the next interval: toward the arch if that is far, else mostly a step in the same direction."""
    size = rng.choice((1.5, 2, 2, 2, 3, 4))
    if abs(way) > 3:
        return size if way > 0 else -size
    turns = rng.random() < 0.35
    return -size if (went < 0) != turns else size


def _dynamics(bar: int, at: float, rng: Random) -> float:
    return 0.62 + 0.2 * _arch(bar) + (0.06 if at == 0 else 0.0) + rng.uniform(-0.04, 0.04)


def _second_voice(phrase: Sequence[Note], chorus: Chorus, chords: Sequence[Chord]) -> list[Note]:
    """Return a voice below the long notes, a third or more lower, in the chord."""
    beats = chorus.style.beats
    below = []
    for note in phrase:
        tones = chords[int(note.beat // beats)].tones
        if note.length >= 1 and is_strong(note.beat % beats, beats):
            pitch = nearest(note.pitch - 5, tones, note.pitch - 9, note.pitch - 3)
            below.append(replace(note, pitch=pitch, loud=0.6 * note.loud))
    return below


# -- the band ---------------------------------------------------------------------------------------------------------


def _counter(chorus: Chorus) -> list[Note]:
    """Return a quiet line from the second phrase on: the third or the last tone of each chord, moving little."""
    notes, beats, last = [], chorus.style.beats, 64
    first = chorus.intro_bars + PHRASE_BARS
    for bar, chord in enumerate(chorus.harmony[first : -chorus.end_bars], first):
        pitch = nearest(last, (chord.tones[1], chord.tones[-1]), 57, 70)
        if notes and bar % 2 and pitch == last:
            notes[-1] = replace(notes[-1], length=notes[-1].length + beats)
        else:
            notes.append(Note(chorus.style.counter_instrument, bar * beats, beats, pitch, 0.6))
        last = pitch
    return notes


def _bass(chorus: Chorus, rng: Random) -> list[Note]:
    """Return the bass: root and fifth in turn for each chord; a walking bass leads to the next root."""
    style, harmony = chorus.style, chorus.harmony[: -chorus.end_bars]
    notes: list[Note] = []
    last, played = 40, 0
    for bar, chord in enumerate(harmony):
        root = nearest(last, (chord.root,), _BASS_LOW, _BASS_HIGH)
        fifth = nearest(root - 4, (chord.fifth,), _BASS_LOW, _BASS_HIGH)
        played = 0 if bar == 0 or chord != harmony[bar - 1] else played
        places = style.bass or tuple(range(style.beats))
        line = [fifth if (played + i) % 2 else root for i in range(len(places))]
        if not style.bass:
            line = _walk(root, chord, harmony[min(bar + 1, len(harmony) - 1)], rng)
        played += len(line)
        for place, until, pitch in zip(places, (*places[1:], style.beats), line, strict=True):
            length = min(until - place, 2) * 0.9
            loud = 0.8 if place == 0 else 0.68
            notes.append(Note(style.bass_instrument, bar * style.beats + place, length, pitch, loud))
        last = root if 36 <= root <= 45 else 40
    return notes


def _walk(root: int, chord: Chord, following: Chord, rng: Random) -> list[int]:
    """Return four beats from one root to the next: chord tones, then a semitone or step before the new root."""
    goal = nearest(root, (following.root,), _BASS_LOW, _BASS_HIGH)
    towards = 1 if goal >= root else -1
    second = nearest(root + 4 * towards, chord.tones[1:], _BASS_LOW, _BASS_HIGH)
    third = nearest(root + 7 * towards, chord.tones[1:3], _BASS_LOW, _BASS_HIGH)
    beside = [pitch for pitch in (goal - 2, goal - 1, goal + 1, goal + 2) if pitch not in (third, root)]
    return [root, second, third, rng.choice(beside)]


def _chords(chorus: Chorus) -> list[Note]:
    """Return the chords, each as close to the previous one as possible."""
    notes, style, voicing = [], chorus.style, [55, 59, 62]
    for bar, chord in enumerate(chorus.harmony[: -chorus.end_bars]):
        voicing = voiced(chord, voicing)
        for place, loud in style.chords:
            at = bar * style.beats + place
            notes += [Note(style.chord_instrument, at, style.chord_length, pitch, loud) for pitch in voicing]
    return notes


def voiced(chord: Chord, before: Sequence[int]) -> list[int]:
    """Return three tones of a chord, with the third and the coloring tone first, close to the previous ones."""
    wanted = list(chord.tones[1:]) if len(chord.tones) > 3 else list(chord.tones)
    placed: list[int] = []
    for voice in before:
        left = [tone for tone in wanted if tone not in {p % 12 for p in placed}]
        placed.append(nearest(voice, tuple(left), _CHORD_LOW, _CHORD_HIGH))
    return sorted(placed)


def _drums(chorus: Chorus) -> list[Note]:
    """Return the drums, from the second half of the intro to the held end."""
    bars = range(chorus.intro_bars // 2, len(chorus.harmony) - chorus.end_bars)
    return [
        Note(drum, bar * chorus.style.beats + place, 0.5, 0, loud)
        for bar in bars
        for drum, place, loud in chorus.style.drums
    ]


def _ending(chorus: Chorus) -> list[Note]:
    """Return the held tonic: bass, a chord from below upward, and the lead on top."""
    tonic, beats = chorus.harmony[-1], chorus.style.beats
    start, length = (len(chorus.harmony) - chorus.end_bars) * beats, chorus.end_bars * beats - 0.5
    bass = Note(chorus.style.bass_instrument, start, length, nearest(38, (tonic.root,), _BASS_LOW, _BASS_HIGH), 0.75)
    rolled = [
        Note(chorus.style.chord_instrument, start + 0.08 * (i + 1), length, pitch, 0.5)
        for i, pitch in enumerate(voiced(tonic, [55, 59, 62]))
    ]
    top = Note(chorus.leads[-1], start + 0.3, length - 0.3, nearest(72, tonic.tones[:3], 65, 79), 0.5)
    return [bass, *rolled, top]
