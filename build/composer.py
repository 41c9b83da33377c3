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

_WALTZ: tuple[Cell, ...] = (
    ((0, 2), (2, 1)),
    ((0, 1), (1, 1), (2, 1)),
    ((0, 1.5), (1.5, 0.5), (2, 1)),
    ((0, 1), (1, 0.5), (1.5, 0.5), (2, 1)),
    ((0, 1), (1, 2)),
    ((0, 0.5), (0.5, 0.5), (1, 1), (2, 1)),
)
_FOX: tuple[Cell, ...] = (
    ((0, 1.5), (1.5, 0.5), (2, 2)),
    ((0, 1), (1, 1), (2, 2)),
    ((0, 1), (1, 0.5), (1.5, 0.5), (2, 2)),
    ((0, 0.5), (0.5, 0.5), (1, 1), (2, 1), (3, 1)),
    ((0, 1), (1, 1), (2, 1.5), (3.5, 0.5)),
    ((0, 2), (2, 1), (3, 1)),
)
_REST: dict[int, Cell] = {3: ((0, 2),), 4: ((0, 3),)}


@dataclass(frozen=True)
class Style:
    """The style of the band: ``beats`` a bar, the place of an offbeat in its beat, whether the bass walks."""

    beats: int
    offbeat: float = 0.5
    walks: bool = False

    @property
    def cells(self) -> tuple[Cell, ...]:
        return _WALTZ if self.beats == 3 else _FOX


@dataclass(frozen=True)
class Chorus:
    """One chorus of a tune: ``parts`` are phrases of eight chords, ``form`` their order.

    ``leads`` play the phrases in turn; ``shift`` is the key, in semitones from C major or A minor.
    """

    seed: int
    style: Style
    beats_a_minute: float
    shift: int
    parts: dict[str, str]
    form: str
    leads: Sequence[str]
    has_second: bool = False
    intro_bars: int = 2
    end_bars: int = 2

    @property
    def harmony(self) -> list[Chord]:
        """The chord of every bar: intro, form, and the tonic at the end."""
        phrases = [[Chord(name, self.shift) for name in self.parts[letter].split()] for letter in self.form]
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
    """A note of an instrument, in beats from the beginning; ``loud`` from 0 to 1. A brush has no pitch."""

    instrument: str
    beat: float
    length: float
    pitch: int
    loud: float


def score(chorus: Chorus) -> list[Note]:
    """Return all notes of a chorus."""
    rng = Random(chorus.seed)
    return [*_melody(chorus, rng), *_bass(chorus, rng), *_chords(chorus), *_brushes(chorus), *_ending(chorus)]


# -- the tune ---------------------------------------------------------------------------------------------------------


def _melody(chorus: Chorus, rng: Random) -> list[Note]:
    """Return the melody by phrases; a repeated letter has the same tune with a new end."""
    known: dict[str, list[Note]] = {}
    notes: list[Note] = []
    for i, letter in enumerate(chorus.form):
        start_bar = chorus.intro_bars + i * PHRASE_BARS
        chords = chorus.harmony[start_bar : start_bar + PHRASE_BARS]
        is_new = letter not in known
        if is_new:
            known[letter] = _phrase(chorus, chords, rng)
        phrase = known[letter] if is_new else _with_new_end(known[letter], chorus, chords, rng)
        if chorus.has_second and not is_new:
            phrase = [*phrase, *_second_voice(phrase, chorus, chords)]
        lead, start = chorus.leads[i % len(chorus.leads)], start_bar * chorus.style.beats
        notes += [replace(note, instrument=lead, beat=note.beat + start) for note in phrase]
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


def _bass(chorus: Chorus, rng: Random) -> list[Note]:
    """Return the bass: the root on the first beat, the fifth between; a walking bass leads to the next root."""
    notes, beats, last = [], chorus.style.beats, 40
    harmony = chorus.harmony[: -chorus.end_bars]
    for bar, chord in enumerate(harmony):
        root = nearest(last, (chord.root,), _BASS_LOW, _BASS_HIGH)
        line = [root]
        if chorus.style.walks:
            following = harmony[bar + 1] if bar + 1 < len(harmony) else chord
            line = _walk(root, chord, following, rng)
        elif beats == 4:
            line = [root, nearest(root - 4, (chord.fifth,), _BASS_LOW, _BASS_HIGH)]
        elif bar % 2 and harmony[bar - 1] == chord:
            line = [nearest(root - 4, (chord.fifth,), _BASS_LOW, _BASS_HIGH)]
        length = beats / len(line)
        notes += [
            Note("bass", bar * beats + i * length, min(length, 2) * 0.9, pitch, 0.8 if i == 0 else 0.68)
            for i, pitch in enumerate(line)
        ]
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
    """Return the guitar between the bass notes, each chord as close to the previous one as possible."""
    notes, beats, voicing = [], chorus.style.beats, [55, 59, 62]
    places = (1, 2) if beats == 3 else (1, 3)
    for bar, chord in enumerate(chorus.harmony[: -chorus.end_bars]):
        voicing = voiced(chord, voicing)
        for place in places:
            loud = 0.5 if place == places[0] else 0.44
            notes += [Note("guitar", bar * beats + place, 0.42, pitch, loud) for pitch in voicing]
    return notes


def voiced(chord: Chord, before: Sequence[int]) -> list[int]:
    """Return three tones of a chord, with the third and the coloring tone first, close to the previous ones."""
    wanted = list(chord.tones[1:]) if len(chord.tones) > 3 else list(chord.tones)
    placed: list[int] = []
    for voice in before:
        left = [tone for tone in wanted if tone not in {p % 12 for p in placed}]
        placed.append(nearest(voice, tuple(left), _CHORD_LOW, _CHORD_HIGH))
    return sorted(placed)


def _brushes(chorus: Chorus) -> list[Note]:
    """Return the brushes: a sweep on every beat but one, louder with the guitar; none on a waltz's second beat."""
    notes, beats = [], chorus.style.beats
    for bar in range(chorus.intro_bars // 2, len(chorus.harmony) - chorus.end_bars):
        start = bar * beats
        if beats == 3:
            notes += [Note("brush", start + 1, 1, 0, 0.5), Note("tap", start + 2, 1, 0, 0.35)]
        else:
            notes += [Note("brush", start + place, 1, 0, 0.4) for place in (0, 2)]
            notes += [Note("tap", start + place, 1, 0, 0.6) for place in (1, 3)]
            notes += [Note("tap", start + 3.5, 0.5, 0, 0.25)] if bar % 2 else []
    return notes


def _ending(chorus: Chorus) -> list[Note]:
    """Return the held tonic: bass, guitar from below upward, and the lead on top."""
    tonic, beats = chorus.harmony[-1], chorus.style.beats
    start, length = (len(chorus.harmony) - chorus.end_bars) * beats, chorus.end_bars * beats - 0.5
    bass = Note("bass", start, length, nearest(38, (tonic.root,), _BASS_LOW, _BASS_HIGH), 0.75)
    rolled = [
        Note("guitar", start + 0.08 * (i + 1), length, pitch, 0.5)
        for i, pitch in enumerate(voiced(tonic, [55, 59, 62]))
    ]
    top = Note(chorus.leads[-1], start + 0.3, length - 0.3, nearest(72, tonic.tones[:3], 65, 79), 0.5)
    return [bass, *rolled, top]
