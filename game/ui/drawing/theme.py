"""Every colour of the game by name (art.md §2): no other module has a hex value, pictures their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Color


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one variant of the interface. Treat them as constants: ``Color`` itself could be changed."""

    ink: Color
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
    navy: Color
    navy_l: Color
    navy_off: Color
    surface: Color
    surface2: Color
    row: Color
    edge: Color
    text: Color
    text2: Color
    faint: Color
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
    verge: Color
    verge_d: Color
    sky: tuple[Color, Color]
    sun: Color
    greens: tuple[Color, ...]
    post: tuple[Color, Color]
    lettering_shadow: Color
    stone_shade: Color
    km: dict[int, Color]


def _c(hexadecimal: str) -> Color:
    return Color("#" + hexadecimal)


_INK, _PAPER, _PAPER2 = "1F2A33", "FBF4E2", "EFE3C6"

THEME: Final = Theme(
    ink=_c(_INK),
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
    navy=_c("16374A"),
    navy_l=_c("214C62"),
    navy_off=_c("6F8590"),
    surface=_c(_PAPER),
    surface2=_c(_PAPER2),
    row=_c("F6ECD2"),
    edge=_c("D3C39B"),
    text=_c(_INK),
    text2=_c("4A555C"),
    faint=_c("B9A878"),
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
    verge=_c("7FA868"),
    verge_d=_c("5C8550"),
    sky=(_c("BFDDE0"), _c("D7E8DC")),
    sun=_c("FBF4DC"),
    greens=tuple(_c(g) for g in ("A8C47C", "8DB58A", "6FA06F", "548A5E", "3F7554", "2F6048")),
    post=(_c("C9CFC6"), _c("8E9A97")),
    lettering_shadow=_c("1D4A5C"),
    stone_shade=_c("DDD1B0"),
    km={25: _c("467A2E"), 50: _c("1F7F86"), 75: _c("B4580B"), 100: _c("A12B56"), 200: _c("54408E")},
)
"""The day variant; night and high contrast will be further values of ``Theme``."""

PAINTS: Final[dict[str, tuple[Color, bool]]] = {
    "red": (_c("C43C26"), False),
    "blue": (_c("1F4F9A"), False),
    "yellow": (_c("E0A81E"), True),
    "green": (_c("3DA37C"), True),
    "lilac": (_c("C9A0DC"), True),
    "black": (_c("22282E"), False),
}
"""The colours of sides, and whether a symbol on them is drawn in ink (else white)."""


def hexcode(color: Color) -> str:
    """The colour as SVG writes it, without its alpha: ``#1f2a33``."""
    return f"#{color.r:02x}{color.g:02x}{color.b:02x}"


def shade(color: Color, factor: float) -> Color:
    """The colour darkened (factor below 1) or lightened towards white (above 1): 0.75 is the shaded side of a thing."""
    if factor < 1:
        return Color(*(int(v * factor) for v in (color.r, color.g, color.b)))
    return Color(*(int(v + (255 - v) * (factor - 1)) for v in (color.r, color.g, color.b)))
