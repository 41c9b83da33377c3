"""Every colour of the game by name (art.md §2); no other module has a hex value except the pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from pygame import Color


@dataclass(slots=True)
class Theme:
    """The colours of one variant of the interface.

    Colours of signs, cards, roads and chips are the same in all variants: ``ink``, ``paper``, ``white`` and the colour
    families. Those of panels differ: ``surface`` and what is drawn on it (``text``, ``text2``, ``off``, ``bad``,
    ``good``, ``warn``, ``accent``, ``brass``, icons in ``emblem``), ``surface2`` for fields, ``raised`` for what lies
    on a panel, ``row``, ``mark``, ``edge``; navy bars and lit areas differ too.
    """

    ink: Color
    ink2: Color
    paper: Color
    paper2: Color
    line: Color
    white: Color
    cream: Color
    glow: Color
    red: Color
    red_d: Color
    red_l: Color
    blue: Color
    blue_l: Color
    blue_d: Color
    gold: Color
    gold_d: Color
    gold_l: Color
    silver: Color
    bronze: Color
    navy: Color
    navy_l: Color
    navy_off: Color
    surface: Color
    surface2: Color
    raised: Color
    row: Color
    edge: Color
    text: Color
    text2: Color
    faint: Color
    bad: Color
    good: Color
    accent: Color
    track_off: Color
    emblem: Color
    brass: Color
    heat: Color
    lit: Color
    warn: Color
    mark: Color
    rolling: Color
    stopped: Color
    limited: Color
    immune: Color
    on_navy: Color
    off: Color
    shadow: Color
    prompt_veil: Color
    road: Color
    lane_label: Color
    fog: Color
    """The colour of fog, which hides the road ahead; ``fog_ink`` is the text on it."""
    fog_ink: Color
    verge: Color
    verge_d: Color
    sky: tuple[Color, Color]
    greens: tuple[Color, ...]
    post: tuple[Color, Color]
    lettering: Color
    lettering_shadow: Color
    stone_shade: Color
    km: dict[int, Color]
    dusk: tuple[Color, float]
    """The colour laid over landscapes, and its opacity."""
    table: str | None
    """The picture drawn as the card table's surface, or None for plain black."""
    region_light: float
    """How bright the map of a region is as the card table's surface, 1 in the day variant."""
    chip_edge: Color | None
    """The frame of a chip whose background hardly differs from the panel's; None for no frame."""
    casing: Color | None
    """The outline of a line in a side's colour; None for the panel's own colour."""
    edge_factor: float
    """The thickness of panel edges, 1 in the day variant."""
    is_plain: bool
    """Whether glows and shadings are replaced: lit things get a frame, unusable cards a bar across."""

    def named(self, name: str) -> Color:
        color: Color = getattr(self, name)
        return color


def _c(hexadecimal: str) -> Color:
    return Color("#" + hexadecimal)


_INK, _PAPER, _PAPER2 = "1F2A33", "FBF4E2", "EFE3C6"
INK = _c(_INK)
"""The colour of icons in their files."""

DAY = Theme(
    ink=_c(_INK),
    ink2=_c("4A555C"),
    paper=_c(_PAPER),
    paper2=_c(_PAPER2),
    line=_c("D3C39B"),
    white=_c("FFFDF6"),
    cream=_c("F4E8CB"),
    glow=_c("FFD34D"),
    red=_c("B93427"),
    red_d=_c("85231D"),
    red_l=_c("C8402F"),
    blue=_c("1D5B83"),
    blue_l=_c("2B73A3"),
    blue_d=_c("123F5D"),
    gold=_c("E7B23A"),
    gold_d=_c("A8741A"),
    gold_l=_c("F6DA8C"),
    silver=_c("C3CDD0"),
    bronze=_c("C98A4E"),
    navy=_c("16374A"),
    navy_l=_c("214C62"),
    navy_off=_c("6F8590"),
    surface=_c(_PAPER),
    surface2=_c(_PAPER2),
    raised=_c("FFFDF6"),
    row=_c("F6ECD2"),
    edge=_c("D3C39B"),
    text=_c(_INK),
    text2=_c("4A555C"),
    faint=_c("B9A878"),
    bad=_c("85231D"),
    good=_c("2C6B47"),
    accent=_c("1D5B83"),
    track_off=_c("6A654B"),
    emblem=_c("16374A"),
    brass=_c("7A5310"),
    heat=_c("E7B23A"),
    lit=_c("FFD34D"),
    warn=_c("B93427"),
    mark=_c("F6E3AE"),
    rolling=_c("2C6B47"),
    stopped=_c("85231D"),
    limited=_c(_INK),
    immune=_c("7A5310"),
    on_navy=_c("D9E4E2"),
    off=_c("6A654B"),
    shadow=_c("14202A"),
    prompt_veil=_c("0E2532"),
    road=_c("4A545B"),
    lane_label=_c("3B444A"),
    fog=_c("C5C8BE"),
    fog_ink=_c(_INK),
    verge=_c("7FA868"),
    verge_d=_c("5C8550"),
    sky=(_c("BFDDE0"), _c("D7E8DC")),
    greens=tuple(_c(g) for g in ("A8C47C", "8DB58A", "6FA06F", "548A5E", "3F7554", "2F6048")),
    post=(_c("C9CFC6"), _c("8E9A97")),
    lettering=_c(_PAPER),
    lettering_shadow=_c("1D4A5C"),
    stone_shade=_c("DDD1B0"),
    km={25: _c("467A2E"), 50: _c("1F7F86"), 75: _c("B4580B"), 100: _c("A12B56"), 200: _c("54408E")},
    dusk=(_c("0C1E2A"), 0.0),
    table="parts/table_day",
    region_light=1.0,
    chip_edge=None,
    casing=None,
    edge_factor=1.0,
    is_plain=False,
)
NIGHT = replace(
    DAY,
    surface=_c("22333D"),
    surface2=_c("2B3F4A"),
    raised=_c("2B3F4A"),
    row=_c("283A45"),
    edge=_c("4B616C"),
    text=_c("F6EDD8"),
    text2=_c("B9C6C8"),
    faint=_c("6F8590"),
    bad=_c("F4A79B"),
    good=_c("8FD3A8"),
    accent=_c("8CC4E8"),
    off=_c("AAB8BB"),
    track_off=_c("56707C"),
    emblem=_c("F6DA8C"),
    brass=_c("F6DA8C"),
    heat=_c("7A5A14"),
    lit=_c("7A5A14"),
    warn=_c("F08C7C"),
    mark=_c("4A4222"),
    navy=_c("0F2430"),
    fog=_c("2B3F4A"),
    fog_ink=_c("F6EDD8"),
    dusk=(_c("0C1E2A"), 0.42),
    table="parts/table_night",
    region_light=0.45,
    chip_edge=_c("8FA3AC"),
    casing=_c("B9C6C8"),
)
CONTRAST = replace(
    DAY,
    surface=_c("FFFFFF"),
    surface2=_c("FFFFFF"),
    raised=_c("FFFFFF"),
    row=_c("F0F0F0"),
    edge=_c("000000"),
    text=_c("000000"),
    text2=_c("000000"),
    faint=_c("595959"),
    bad=_c("8B0000"),
    good=_c("00501E"),
    accent=_c("003A70"),
    off=_c("595959"),
    track_off=_c("595959"),
    emblem=_c("000000"),
    brass=_c("4A3300"),
    heat=_c("FFD21F"),
    lit=_c("FFD21F"),
    warn=_c("A01010"),
    lettering=_c("000000"),
    lettering_shadow=_c("FFFFFF"),
    mark=_c("FFE066"),
    blue=_c("003A70"),
    blue_l=_c("00529E"),
    blue_d=_c("002850"),
    gold=_c("FFD21F"),
    gold_l=_c("FFE98A"),
    gold_d=_c("6B4A00"),
    glow=_c("FFD21F"),
    red=_c("A01010"),
    red_d=_c("700000"),
    navy=_c("000000"),
    navy_l=_c("1F1F1F"),
    on_navy=_c("FFFFFF"),
    shadow=_c("000000"),
    prompt_veil=_c("000000"),
    road=_c("000000"),
    lane_label=_c("1F1F1F"),
    line=_c("FFFFFF"),
    fog=_c("1F1F1F"),
    fog_ink=_c("FFFFFF"),
    table=None,
    edge_factor=2.0,
    is_plain=True,
)
THEMES = {"day": DAY, "night": NIGHT, "contrast": CONTRAST}
"""The variants of the interface by their names in the settings."""

THEME = replace(DAY)
"""The variant in use. ``switch_theme`` changes its colours in place: read them at every drawing, store none."""

_on_change: list[Callable[[], None]] = []


def on_change(clear: Callable[[], None]) -> None:
    """Register a function that clears cached drawings, to be called whenever the variant of the interface changes."""
    _on_change.append(clear)


def switch_theme(name: str) -> bool:
    """Switch to the variant with this name and clear the picture caches; return True if the variant has changed."""
    chosen = THEMES[name]
    if chosen == THEME:
        return False
    for field in fields(Theme):
        setattr(THEME, field.name, getattr(chosen, field.name))
    for forget in _on_change:
        forget()
    return True


PAINTS: dict[str, tuple[Color, bool]] = {
    "red": (_c("C43C26"), False),
    "blue": (_c("1F4F9A"), False),
    "yellow": (_c("E0A81E"), True),
    "green": (_c("3DA37C"), True),
    "lilac": (_c("C9A0DC"), True),
    "black": (_c("22282E"), False),
}
"""The colours of sides, each with whether a symbol on it is drawn in ink colour (or else white)."""


def hexcode(color: Color) -> str:
    """Return the colour as in SVG, without its alpha: ``#1f2a33``."""
    return f"#{color.r:02x}{color.g:02x}{color.b:02x}"


def shade(color: Color, factor: float) -> Color:
    """Return the colour darkened (``factor`` below 1; 0.75 for shaded faces) or lightened towards white (above 1)."""
    if factor < 1:
        return Color(*(int(v * factor) for v in (color.r, color.g, color.b)))
    return Color(*(int(v + (255 - v) * (factor - 1)) for v in (color.r, color.g, color.b)))
