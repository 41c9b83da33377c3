"""Makes assets/sounds: the effects and the road's ambience, out of nothing but noise, tones and numpy.

python build/sounds.py                   all of them
python build/sounds.py horn lay          only these
python build/sounds.py horn --to DIR     and into another folder

Needs the extra ``dev``. The same sounds come out every time; a test compares them with the committed files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy import ndarray
from numpy.random import Generator, default_rng
from synth import (
    RATE_HZ,
    along,
    clock,
    falling,
    filtered,
    finished,
    gain,
    held,
    loudness_db,
    mix,
    noise,
    placed,
    pulses,
    rise,
    roomy,
    struck,
    swell,
    tone,
    warm,
    write_wished,
    written,
)

ROAD = "ambience"
FOLDER = Path(__file__).resolve().parent.parent / "assets" / "sounds"

# Loudness by class: frequent sounds, played cards, hits and victories, and the road.
SOFT_DB, PLAIN_DB, STRONG_DB, ROAD_DB = -23.0, -17.5, -14.5, -21.0

_QUALITY, _ROAD_QUALITY = 0.4, 0.1  # of the encoder, 0 to 1
_ROAD_S = 20.0

Maker = Callable[[Generator], ndarray]


# -- cards -------------------------------------------------------------------------------------------------------------


def slip(pitch: float) -> Maker:
    """A card drawn over others: a brush of paper with a small snap where it comes free."""

    def make(rng: Generator) -> ndarray:
        brush = noise(rng, 0.13, 1100 * pitch, 4200 * pitch, -0.3) * swell(0.13, 0.045, 0.032)
        snap = struck(0.07, ((980 * pitch, 1.0, 0.006), (1730 * pitch, 0.6, 0.004)))
        return mix((0.0, brush), (0.055, 0.9 * snap))

    return make


def slide(rng: Generator) -> ndarray:
    """A card let go over the felt."""
    brush = noise(rng, 0.26, 500, 2400, -0.4) * falling(0.26, 0.05, 0.06)
    return mix((0.0, brush), (0.13, 0.5 * struck(0.1, ((150, 1.0, 0.02), (260, 0.6, 0.012)))))


def lay(rng: Generator) -> ndarray:
    """A card laid down with the flat hand, on wood under felt."""
    wood = struck(
        0.2, ((118, 1.0, 0.035), (205, 0.9, 0.026), (355, 0.75, 0.016), (610, 0.45, 0.009), (980, 0.2, 0.005))
    )
    slap = noise(rng, 0.06, 400, 2600, -0.4) * falling(0.06, 0.002, 0.011)
    return roomy(rng, mix((0.0, wood), (0.0, 0.45 * slap)), 0.2, 0.035)


def knock(rng: Generator) -> ndarray:
    """Two dull knocks on wood: no."""
    one = struck(0.12, ((178, 1.0, 0.024), (283, 0.9, 0.018), (455, 0.6, 0.01), (790, 0.25, 0.005)))
    return roomy(rng, mix((0.0, one), (0.115, 0.8 * one)), 0.2, 0.04)


def swish(rng: Generator) -> ndarray:
    """Something passes through the air, from left to right."""
    low = noise(rng, 0.44, 250, 700) * swell(0.44, 0.2, 0.11)
    middle = noise(rng, 0.44, 700, 1700) * swell(0.44, 0.22, 0.075)
    high = noise(rng, 0.44, 1700, 3600) * swell(0.44, 0.235, 0.045)
    return placed(low + 0.8 * middle + 0.4 * high, along(0.44, (0, -0.7), (0.44, 0.7)))


# -- the car -----------------------------------------------------------------------------------------------------------


def _motor(rng: Generator, revs_hz: ndarray, *, roughness: float = 0.04) -> ndarray:
    """A small four-cylinder: a soft beat at each firing, uneven as an old one is."""
    n = len(revs_hz)
    knots = np.arange(0, n + 900, 900)
    wobble = np.interp(np.arange(n), knots, rng.normal(1, roughness, len(knots)))
    beat = struck(0.06, ((82, 1.0, 0.014), (146, 0.9, 0.011), (262, 0.8, 0.008), (430, 0.6, 0.005), (760, 0.3, 0.003)))
    breath = noise(rng, n / RATE_HZ, 150, 900, -0.5)[:n]
    firing = pulses(revs_hz * wobble, beat)
    return firing / np.max(np.abs(firing)) + 0.1 * breath


def engine(duration_s: float, low_hz: float, high_hz: float) -> Maker:
    """The car drives off, up to ``high_hz`` firings a second, and lets go again."""

    def make(rng: Generator) -> ndarray:
        revs = along(duration_s, (0, low_hz), (0.62 * duration_s, high_hz), (duration_s, 0.72 * high_hz))
        return warm(_motor(rng, revs), 1.6) * held(duration_s, 0.05, 0.45 * duration_s)

    return make


def starter(rng: Generator) -> ndarray:
    """The starter turns three times, then the engine catches."""
    cranks = 0.55 + 0.45 * np.sin(2 * np.pi * 7.5 * clock(0.42))
    whine = tone(along(0.42, (0, 210), (0.42, 238)), 0.42, (1.0, 0.5, 0.34, 0.2, 0.1)) * cranks
    whine = filtered(whine + 0.5 * noise(rng, 0.42, 200, 1200, -0.5), 120, 1100) * held(0.42, 0.03, 0.05)
    revs = along(0.7, (0, 28), (0.16, 68), (0.4, 46), (0.7, 38))
    motor = warm(_motor(rng, revs), 1.8) * held(0.7, 0.03, 0.34)
    return mix((0.0, 0.4 * whine), (0.38, motor))


def sputter(rng: Generator) -> ndarray:
    """The engine coughs and dies."""
    revs = along(1.0, (0, 34), (0.45, 17), (0.75, 9), (1.0, 5))
    coughs = along(1.0, (0, 1), (0.3, 0.9), (0.34, 0.25), (0.42, 1), (0.58, 0.8), (0.62, 0.3), (0.72, 0.8), (1, 0.2))
    sigh = noise(rng, 0.35, 250, 1100, -0.5) * swell(0.35, 0.12, 0.09)
    return mix((0.0, warm(_motor(rng, revs, roughness=0.15), 1.8) * coughs * held(1.0, 0.02, 0.2)), (0.78, 0.2 * sigh))


def brakes(rng: Generator) -> ndarray:
    """Tyres sing on the road and the car rocks to a halt."""
    flutter = 1 + 0.02 * filtered(noise(rng, 0.6, 10, 90), 10, 90)
    pitch = along(0.6, (0, 610), (0.12, 690), (0.45, 640), (0.6, 520)) * flutter
    squeal = tone(pitch, 0.6, (1.0, 0.42, 0.26, 0.1)) + 0.6 * tone(1.26 * pitch, 0.6, (1.0, 0.3))
    rubber = noise(rng, 0.6, 350, 1500, -0.4)
    skid = filtered(0.45 * squeal + 0.6 * rubber, 200, 2100) * along(0.6, (0, 0), (0.04, 1), (0.4, 0.8), (0.6, 0))
    halt = struck(0.25, ((82, 1.0, 0.05), (128, 0.6, 0.035)))
    return roomy(rng, mix((0.0, skid), (0.55, 1.1 * halt)), 0.25, 0.07)


def whistle(rng: Generator) -> ndarray:
    """A policeman's whistle with its pea, from some way off."""
    t = clock(0.46)
    pea = 0.5 + 0.5 * np.sin(2 * np.pi * 26 * t)
    pitch = along(0.46, (0, 1750), (0.05, 1960), (0.38, 1980), (0.46, 1800)) * (1 + 0.02 * pea)
    blown = tone(pitch, 0.46, (1.0, 0.08)) * (0.55 + 0.45 * pea) + 0.13 * noise(rng, 0.46, 1300, 3200)
    return roomy(rng, blown * held(0.46, 0.03, 0.09), 0.45, 0.11)


def flat(rng: Generator) -> ndarray:
    """A tyre bursts, breathes out and flaps to a stop."""
    pop = mix(
        (0.0, struck(0.18, ((95, 1.0, 0.04), (190, 0.7, 0.025), (430, 0.4, 0.012)))),
        (0.0, 0.7 * noise(rng, 0.08, 400, 2600, -0.4) * falling(0.08, 0.001, 0.014)),
    )
    air = noise(rng, 0.7, 900, 3400, -0.5) * falling(0.7, 0.03, 0.19)
    flap = pulses(along(0.75, (0, 15), (0.75, 6)), struck(0.07, ((118, 1.0, 0.018), (205, 0.5, 0.011))))
    return roomy(
        rng,
        mix((0.0, 1.3 * pop), (0.05, 0.16 * air), (0.14, 0.5 * flap / np.max(flap) * held(0.75, 0.02, 0.4))),
        0.2,
        0.06,
    )


def crash(rng: Generator) -> ndarray:
    """Bumper against stone, and a hub cap that rolls away."""
    blow = struck(0.3, ((72, 1.0, 0.07), (118, 0.9, 0.05), (205, 0.6, 0.03)))
    crunch = noise(rng, 0.3, 180, 2400, -0.6) * falling(0.3, 0.003, 0.05)
    pitches = rng.uniform(260, 1900, 12)
    panel = struck(0.45, tuple((hz, 0.5 / (1 + hz / 700), 0.06 + 20 / hz) for hz in pitches))
    ring = struck(0.8, ((690, 1.0, 0.26), (1105, 0.6, 0.2), (1570, 0.35, 0.14)))
    turns = 0.5 + 0.5 * np.cos(2 * np.pi * np.cumsum(along(0.8, (0, 7), (0.8, 17))) / RATE_HZ)
    return roomy(
        rng,
        mix(
            (0.0, 1.2 * blow),
            (0.0, 0.5 * crunch),
            (0.015, 0.35 * panel),
            (0.09, 0.35 * crunch[:6000]),
            (0.2, 0.16 * ring * turns),
        ),
        0.3,
        0.09,
    )


# -- the workshop ------------------------------------------------------------------------------------------------------


def pump(rng: Generator) -> ndarray:
    """Petrol glugs into the tank, higher as it fills, and the pump rings once."""
    parts = [(0.0, 0.1 * noise(rng, 0.75, 250, 1300, -0.3) * held(0.75, 0.06, 0.15))]
    for n in range(9):
        glug_s = 0.075 + 0.02 * rng.random()
        base = 170 + 26 * n + 25 * rng.random()
        drop = tone(along(glug_s, (0, base), (glug_s, 1.9 * base)), glug_s, (1.0, 0.25)) * falling(glug_s, 0.008, 0.03)
        parts.append((0.02 + 0.078 * n + 0.012 * rng.random(), drop))
    ding = struck(0.55, ((1245, 1.0, 0.15), (2490, 0.3, 0.08), (3360, 0.12, 0.05)))
    return roomy(rng, mix(*parts, (0.76, 0.32 * ding)), 0.2, 0.06)


def wrench(rng: Generator) -> ndarray:
    """A ratchet, twice round, and the spanner put down."""
    click = struck(0.04, ((640, 1.0, 0.006), (1180, 0.6, 0.004), (2050, 0.25, 0.003)))
    steel = struck(0.4, ((840, 1.0, 0.07), (1360, 0.7, 0.055), (2240, 0.35, 0.035)))
    moments = [0.033 * n for n in range(6)] + [0.27 + 0.033 * n for n in range(6)]
    clicks = [(moment, click * (0.75 + 0.25 * rng.random())) for moment in moments]
    return roomy(rng, mix(*clicks, (0.54, 0.42 * steel), (0.6, 0.2 * steel)), 0.2, 0.05)


def bolt(rng: Generator) -> ndarray:
    """The spare wheel bounces twice, and a nut goes on."""
    rubber = struck(0.25, ((112, 1.0, 0.05), (186, 0.8, 0.038), (318, 0.5, 0.02), (540, 0.25, 0.01)))
    squeeze = tone(along(0.1, (0, 330), (0.1, 450)), 0.1, (1.0, 0.5, 0.3, 0.15)) * swell(0.1, 0.05, 0.026)
    nut = struck(0.3, ((1020, 1.0, 0.05), (1630, 0.6, 0.035)))
    return roomy(
        rng,
        mix((0.0, rubber), (0.17, 0.55 * rubber), (0.34, 0.22 * squeeze), (0.45, 0.24 * squeeze), (0.56, 0.3 * nut)),
        0.2,
        0.05,
    )


# -- bells and horns ---------------------------------------------------------------------------------------------------


def _bell(pitch_hz: float, duration_s: float, fall_s: float) -> ndarray:
    """A small brass bell: its hum, its note and the shimmer of the strike."""
    modes = (
        (0.5, 0.35, 1.1),
        (1.0, 1.0, 1.0),
        (1.003, 0.3, 0.9),
        (2.0, 0.3, 0.5),
        (2.76, 0.16, 0.3),
        (4.07, 0.05, 0.12),
    )
    return struck(duration_s, tuple((pitch_hz * ratio, a, fall_s * fall) for ratio, a, fall in modes))


def chime(rng: Generator) -> ndarray:
    """Two notes of a bell, a fifth apart: safe."""
    return roomy(rng, mix((0.0, _bell(587.3, 1.1, 0.26)), (0.17, 0.9 * _bell(880.0, 1.0, 0.3))), 0.25, 0.12)


def bell(rng: Generator) -> ndarray:
    """The bell of a till, for a large number."""
    return roomy(rng, mix((0.0, _bell(1318.5, 0.9, 0.24)), (0.07, 0.5 * _bell(1318.5, 0.8, 0.24))), 0.25, 0.1)


def milestone(rng: Generator) -> ndarray:
    """A small bell at some distance, struck twice softly: a stone at the roadside was passed."""
    first, second = _bell(698.5, 1.3, 0.3), _bell(1046.5, 1.2, 0.34)
    return roomy(rng, mix((0.0, 0.8 * first), (0.26, 0.6 * second)), 0.4, 0.16)


def count(_rng: Generator) -> ndarray:
    """One tick of the kilometre counter."""
    return struck(0.06, ((720, 1.0, 0.007), (1310, 0.55, 0.005), (2100, 0.2, 0.003)))


def press(_rng: Generator) -> ndarray:
    """A knob of bakelite goes in."""
    return struck(0.08, ((310, 1.0, 0.011), (520, 0.6, 0.007), (1080, 0.3, 0.004)))


def _reed(pitch_hz: float, duration_s: float) -> ndarray:
    """One blast of a bulb horn: a brass reed, a little late to its pitch."""
    bend = along(duration_s, (0, 0.96), (0.035, 1.0), (duration_s, 0.99))
    partials = (1.0, 0.85, 0.7, 0.5, 0.36, 0.24, 0.15, 0.1)
    blast = tone(pitch_hz * bend, duration_s, partials) + 0.7 * tone(pitch_hz * 1.006 * bend, duration_s, partials)
    return blast * held(duration_s, 0.014, min(0.09, 0.4 * duration_s))


def horn(rng: Generator) -> ndarray:
    """Three notes of a horn: here I am."""
    notes = mix(
        (0.0, _reed(392.0, 0.13) + 0.5 * _reed(294.0, 0.13)),
        (0.15, _reed(494.0, 0.13) + 0.5 * _reed(370.0, 0.13)),
        (0.3, _reed(587.3, 0.5) + 0.5 * _reed(440.0, 0.5)),
    )
    return roomy(rng, filtered(warm(notes, 1.5), 180, 2600), 0.3, 0.1)


def rising(rng: Generator) -> ndarray:
    """Two soft notes upwards: the road goes on."""
    bar = ((1.0, 1.0, 0.24), (3.93, 0.16, 0.05), (9.2, 0.03, 0.015))
    low, high = (struck(0.9, tuple((hz * r, a, f) for r, a, f in bar)) for hz in (392.0, 587.3))
    air = noise(rng, 0.8, 300, 1500, -0.6) * swell(0.8, 0.4, 0.2)
    return roomy(rng, mix((0.0, low), (0.22, high), (0.0, 0.08 * air)), 0.35, 0.14)


def _brass(pitch_hz: float, duration_s: float, *, mute: float = 1.0) -> ndarray:
    """A trumpet that opens as it is blown; ``mute`` below 1 keeps it dark."""
    t = clock(duration_s)
    shape = rise(t, 0.045) * (0.78 + 0.22 * np.exp(-t / 0.12)) * rise(t[::-1], min(0.14, 0.4 * duration_s))
    vibrato = 1 + 0.006 * np.sin(2 * np.pi * 5.4 * t) * rise(t - 0.2, 0.2)
    phase = 2 * np.pi * np.cumsum(pitch_hz * vibrato) / RATE_HZ
    bright = shape * mute
    return sum(np.sin(n * phase) * shape * bright ** (0.55 * (n - 1)) / n**0.75 for n in range(1, 11))


def win(rng: Generator) -> ndarray:
    """A fanfare of trumpets over a drum, a second and a half."""
    first = [(0.0, 392.0, 0.15), (0.16, 523.3, 0.15), (0.32, 659.3, 0.15), (0.48, 784.0, 0.9)]
    second = [(0.0, 329.6, 0.15), (0.16, 392.0, 0.15), (0.32, 523.3, 0.15), (0.48, 659.3, 0.9)]
    third = [(0.0, 196.0, 0.15), (0.16, 261.6, 0.15), (0.32, 261.6, 0.15), (0.48, 261.6, 0.9)]
    lines = [(at, _brass(hz, length, mute=0.82)) for line in (first, second, third) for at, hz, length in line]
    drum = struck(0.5, ((98, 1.0, 0.16), (147, 0.5, 0.1), (196, 0.25, 0.07)))
    return roomy(rng, mix(*lines, (0.0, 1.2 * drum), (0.48, 2.0 * drum)), 0.35, 0.11)


def salute(rng: Generator) -> ndarray:
    """A short fanfare for somebody else: two notes of two trumpets, the second held, over one beat of a drum."""
    lines = [
        (at, _brass(hz, length, mute=0.7))
        for at, hz, length in ((0.0, 392.0, 0.16), (0.18, 523.3, 0.5), (0.0, 329.6, 0.16), (0.18, 392.0, 0.5))
    ]
    drum = struck(0.4, ((98, 1.0, 0.14), (147, 0.5, 0.09)))
    return roomy(rng, filtered(mix(*lines, (0.18, 1.3 * drum)), 80, 2400), 0.35, 0.1)


def lose(rng: Generator) -> ndarray:
    """Three notes down on a muted horn, the last one sinking; not unkind."""
    sink = along(0.75, (0, 1.0), (0.35, 1.0), (0.75, 0.94))
    last = tone(233.1 * sink * (1 + 0.008 * np.sin(2 * np.pi * 4.6 * clock(0.75))), 0.75, (1.0, 0.5, 0.3, 0.14, 0.06))
    notes = mix(
        (0.0, _brass(293.7, 0.24, mute=0.6)),
        (0.27, _brass(261.6, 0.24, mute=0.6)),
        (0.54, last * falling(0.75, 0.05, 0.5) * held(0.75, 0.05, 0.3)),
    )
    return roomy(rng, filtered(notes, 100, 1500), 0.35, 0.12)


# -- people ------------------------------------------------------------------------------------------------------------


def _voice(rng: Generator, duration_s: float) -> ndarray:
    """Somebody calls out for joy, on an open vowel that rises and sinks."""
    base = rng.choice((150.0, 270.0)) * rng.uniform(0.85, 1.25)
    pitch = base * along(duration_s, (0, 0.9), (0.3 * duration_s, rng.uniform(1.2, 1.5)), (duration_s, 0.95))
    throat = 1 + 0.03 * np.sin(2 * np.pi * rng.uniform(5, 8) * clock(duration_s) + rng.uniform(0, 6))
    formants = ((740, 160, 1.0), (1180, 200, 0.6), (2650, 350, 0.16))
    partials = tuple(
        sum(a * np.exp(-(((1.2 * n * base - hz) / width) ** 2)) for hz, width, a in formants) + 0.1 / n
        for n in range(1, 1 + round(3200 / base))
    )
    return tone(pitch * throat, duration_s, partials) * held(duration_s, 0.12, 0.55 * duration_s)


def crowd(rng: Generator) -> ndarray:
    """People along the road cheer and clap."""
    murmur = np.array([noise(rng, 1.8, 260, 1500, -0.5) for _ in range(2)])
    parts = [(0.0, 0.55 * murmur * held(1.8, 0.25, 0.9))]
    for _ in range(16):
        length_s = rng.uniform(0.5, 1.1)
        voice = _voice(rng, length_s)
        loud = 0.35 * rng.uniform(0.4, 1.0) / np.max(np.abs(voice))
        parts.append((rng.uniform(0, 1.75 - length_s), placed(loud * voice, rng.uniform(-0.8, 0.8))))
    clap = struck(0.03, ((780, 1.0, 0.006), (1240, 0.9, 0.005), (1900, 0.5, 0.003)))
    for at_s in rng.triangular(0, 0.6, 1.75, 150):
        parts.append((at_s, placed(rng.uniform(0.1, 0.6) * clap, rng.uniform(-0.9, 0.9))))
    return roomy(rng, filtered(mix(*parts), 160, 3200), 0.35, 0.07)


# -- the road ----------------------------------------------------------------------------------------------------------


def road(rng: Generator) -> ndarray:
    """A country road in summer: wind, leaves, now and then a car from side to side. It begins and ends in a lull."""
    turn = 2 * np.pi * clock(_ROAD_S) / _ROAD_S
    wind = _wide(rng, 90, 420, -0.6) * (0.75 + 0.18 * np.sin(2 * turn + 4.4) + 0.12 * np.sin(5 * turn))
    leaves = _wide(rng, 900, 2600, -0.5) * (0.5 + 0.3 * np.sin(3 * turn + 4.4) + 0.2 * np.sin(7 * turn + 4.5))
    sound = wind + 0.2 * leaves
    for middle_s, width_s, loud, side in ((4.5, 1.7, 0.55, 1), (10.5, 2.3, 0.35, -1), (16.0, 1.5, 0.45, 1)):
        tyres = noise(rng, _ROAD_S, 180, 780, -0.4) * swell(_ROAD_S, middle_s, width_s)
        way = along(_ROAD_S, (middle_s - 2 * width_s, -0.7 * side), (middle_s + 2 * width_s, 0.7 * side))
        sound += loud * placed(tyres, way)
    return sound


def _wide(rng: Generator, low_hz: float, high_hz: float, slope: float) -> ndarray:
    """Noise of the whole landscape, half of it the same left and right."""
    middle, left, right = (noise(rng, _ROAD_S, low_hz, high_hz, slope) for _ in range(3))
    return np.sqrt(0.5) * np.array((middle + left, middle + right))


def ambience() -> ndarray:
    """Return the ambience of the road, at its volume, as an endless loop."""
    sound = road(default_rng(1958))
    return sound * gain(ROAD_DB - loudness_db(sound))


EFFECTS: dict[str, tuple[float, Maker]] = {
    "slip_1": (SOFT_DB, slip(0.96)),
    "slip_2": (SOFT_DB, slip(1.0)),
    "slip_3": (SOFT_DB, slip(1.04)),
    "slide": (SOFT_DB, slide),
    "count": (SOFT_DB, count),
    "press": (SOFT_DB, press),
    "knock": (PLAIN_DB, knock),
    "lay": (PLAIN_DB, lay),
    "swish": (SOFT_DB, swish),
    "engine_slow": (PLAIN_DB, engine(0.5, 26, 46)),
    "engine_steady": (PLAIN_DB, engine(0.7, 28, 64)),
    "engine_fast": (PLAIN_DB, engine(1.05, 30, 96)),
    "starter": (PLAIN_DB, starter),
    "pump": (PLAIN_DB, pump),
    "wrench": (PLAIN_DB, wrench),
    "bolt": (PLAIN_DB, bolt),
    "chime": (PLAIN_DB, chime),
    "bell": (PLAIN_DB, bell),
    "milestone": (SOFT_DB, milestone),
    "rise": (PLAIN_DB, rising),
    "brakes": (STRONG_DB, brakes),
    "whistle": (STRONG_DB, whistle),
    "sputter": (STRONG_DB, sputter),
    "flat": (STRONG_DB, flat),
    "crash": (STRONG_DB, crash),
    "horn": (STRONG_DB, horn),
    "win": (STRONG_DB, win),
    "salute": (PLAIN_DB, salute),
    "lose": (PLAIN_DB, lose),
    "crowd": (PLAIN_DB, crowd),
}


def made(name: str) -> ndarray:
    """Return the samples of a sound, always the same."""
    if name == ROAD:
        return ambience()
    level_db, maker = EFFECTS[name]
    return finished(maker(default_rng(list(name.encode()))), level_db)


def write(name: str, file: Path) -> None:
    written(file, made(name), _ROAD_QUALITY if name == ROAD else _QUALITY)


if __name__ == "__main__":
    write_wished(write, (*EFFECTS, ROAD), FOLDER)
