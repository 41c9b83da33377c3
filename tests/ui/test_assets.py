from __future__ import annotations

import re
from pathlib import Path

import pytest
from pygame import Color

from game.system.resources import MissingAssetError, data_root
from game.ui.drawing import art
from game.ui.drawing.theme import PAINTS, THEME, THEMES, shade
from tests.cases import each
from tests.contrast import READABLE, contrast

PICTURES = sorted((data_root() / "assets").rglob("*.svg"))
# What the rasteriser drops or spoils without a word.
UNDRAWABLE = re.compile(
    r"<(text|tspan|use|symbol|pattern|image|clipPath|mask|filter|style|marker|switch|foreignObject)\b"
    r"|currentColor|hsla?\(|rgba\(|#[0-9a-fA-F]{8}\b|#[0-9a-fA-F]{4}\b"
    r"|\b(clip-path|mask|filter|mix-blend-mode|paint-order|vector-effect|marker-(start|mid|end))\s*[=:]"
    r"|<g\b[^>]*[\s\"';]opacity\s*[=:]"
)
GRADIENT = re.compile(r"<(?:linear|radial)Gradient\b[^>]*>")
COORDINATE = re.compile(r"\s(?:x1|y1|x2|y2|cx|cy|r|fx|fy)=[\"']([^\"']*)[\"']")


def spoilt(document: str) -> list[str]:
    """What in a picture the rasteriser would drop or spoil."""
    found = [match.group() for match in UNDRAWABLE.finditer(document)]
    for gradient in GRADIENT.findall(document):
        if "userSpaceOnUse" not in gradient:  # else its coordinates are shares of the shape, and must be percentages
            found += [number for number in COORDINATE.findall(gradient) if not number.endswith("%")]
    return found


def name_of(path: Path) -> str:
    return path.relative_to(data_root() / "assets").with_suffix("").as_posix()


@each("path", PICTURES)
def test_picture_uses_only_what_the_rasteriser_draws(path: Path) -> None:
    assert spoilt(path.read_text(encoding="utf-8")) == []


@each(
    "spoils",
    [
        '<text x="1">A</text>',
        '<use href="#a"/>',
        '<g opacity="0.5"><path d="M0 0"/></g>',
        '<g id="a" style="fill:red;opacity:.5">',
        "<g style='opacity: 0.5'>",
        '<path fill="#11223344"/>',
        '<path fill="hsl(10,20%,30%)"/>',
        '<path fill="currentColor"/>',
        '<path clip-path="url(#c)"/>',
        '<path style="mask: url(#m)"/>',
        '<path filter="url(#f)"/>',
        '<linearGradient id="a" x1="0" y1="0" x2="1" y2="0">',
        '<radialGradient id="a" cx=".5" cy=".5" r=".5">',
    ],
)
def test_picture_check_finds_unsupported_svg_in_any_spelling(spoils: str) -> None:
    assert spoilt(spoils)


@pytest.mark.parametrize(
    "fine",
    [
        '<g fill-opacity="0.5">',
        '<path opacity="0.5" fill="#123456"/>',
        '<linearGradient id="a" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="80">',
        '<linearGradient id="a" x1="0%" y1="0%" x2="100%" y2="0%">',
    ],
)
def test_picture_check_allows_what_the_rasteriser_draws(fine: str) -> None:
    assert spoilt(fine) == []


@each("path", PICTURES)
def test_picture_is_not_empty_at_the_size_asked_for(path: Path) -> None:
    picture = art.picture(name_of(path), 40, 40)
    assert picture.get_size() == (40, 40)
    least = 3 if "_trim_" in path.stem else 2 if "_strip" in path.stem else 8  # a trim is a small thing on a car
    assert min(picture.get_bounding_rect().size) >= least


def test_missing_picture_is_named() -> None:
    with pytest.raises(MissingAssetError, match=r"nothing\.svg: missing"):
        art.picture("icons/nothing", 10, 10)


def test_icon_has_the_colour_asked_for() -> None:
    icon = art.icon("octagon", 40, Color("#ff0080"))
    assert icon.get_at((20, 20))[:3] == (255, 0, 128)


def test_pictures_keep_their_proportions() -> None:
    car = art.picture("parts/body_saloon", 100, 100)
    assert car.get_bounding_rect().h < 50


def test_surface_cache_forgets_what_was_used_longest_ago() -> None:
    cache = art.SurfaceCache(windows=250 / art.SurfaceCache.window_px)
    for key in ("a", "b"):
        cache.put(key, art.svg("", 10, 10))
    assert cache.get("a")
    cache.put("c", art.svg("", 10, 10))
    assert cache.get("b") is None
    assert cache.get("a")


@each("theme", THEMES)
@each(
    ("text", "grounds"),
    [
        ("text", "surface surface2 raised row mark heat"),
        ("text2", "surface surface2 raised row mark"),
        ("off", "surface surface2 raised row"),
        ("bad", "surface surface2 raised row mark"),
        ("good", "surface raised row"),
        ("accent", "surface raised row"),
        ("brass", "surface raised"),
        ("red_d", "cream"),
        ("immune", "cream"),
        ("ink2", "cream paper"),
        ("white", "red red_d red_l blue blue_l blue_d navy navy_l rolling stopped limited immune lane_label"),
        ("on_navy", "navy"),
        ("gold_l", "navy navy_l"),
        ("paper", "road red blue"),
        ("fog_ink", "fog"),
        ("ink", "gold gold_l cream paper glow"),
        ("white", "km"),
    ],
)
def test_text_is_readable_on_its_ground_in_every_theme(theme: str, text: str, grounds: str) -> None:
    colors = THEMES[theme]
    for name in grounds.split():
        for ground in colors.km.values() if name == "km" else [colors.named(name)]:
            assert contrast(colors.named(text), ground) >= READABLE, name


@pytest.mark.parametrize("theme", THEMES)
def test_control_outlines_stand_out_in_every_theme(theme: str) -> None:
    colors = THEMES[theme]
    for front, ground in (
        (colors.faint, colors.surface), (colors.track_off, colors.white), (colors.emblem, colors.surface),
        (colors.warn, colors.surface), (colors.gold_d, colors.surface), (colors.accent, colors.surface2),
        (colors.good, colors.surface2),
    ):  # fmt: skip
        least = 1.8 if front == colors.faint and theme == "day" else 3.0
        assert contrast(front, ground) >= least


def test_symbols_are_readable_on_the_colour_of_their_side() -> None:
    for color, is_ink in PAINTS.values():
        assert contrast(THEME.ink if is_ink else THEME.white, color) >= READABLE


def test_shade_darkens_and_lightens() -> None:
    assert shade(Color(100, 100, 100), 0.75) == Color(75, 75, 75)
    assert shade(Color(100, 100, 100), 1.5) == Color(177, 177, 177)
