"""A file of the game that is damaged is named in one sentence, wherever it is met."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pygame
import pytest

from ai import learned_data
from ai.evaluation.features import ROWS
from ai.evaluation.value_network import ValueNetwork, load_network
from ai.search.hand_model import load_hand_model
from ai.search.policy_table import load_policy
from game.engine import rules
from game.engine.errors import RulesFileError
from game.i18n import compiled_catalogues
from game.system import resources
from game.system.resources import AssetError, DamagedAssetError, MissingAssetError
from game.ui.drawing import art, text

ROOT = Path(__file__).parents[2]
SIZE = (40, 40)


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fonts: None) -> Iterator[Path]:
    """An installation with nothing in it yet."""
    monkeypatch.setattr(resources, "data_root", lambda: tmp_path)
    forget()
    yield tmp_path / "assets"
    forget()


def forget() -> None:
    art.clear_cache()
    art._file.cache_clear()
    text._file.cache_clear()
    text._width.cache_clear()
    text._font.cache_clear()
    text._cache.clear()


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def prefetched(name: str) -> pygame.Surface:
    art.preload(name, *SIZE)
    return art.picture(name, *SIZE)


GOOD = (ROOT / "assets" / "icons" / "warning.svg").read_bytes()
DAMAGED = {
    "nothing": b"",
    "bytes": b"\x00\xff" * 50,
    "half of it": GOOD[: len(GOOD) // 2],
    "another form": b"<html></html>",
}
WAYS: dict[str, Callable[[str], object]] = {
    "picture": lambda name: art.picture(name, *SIZE),
    "prefetched": prefetched,
    "drawn": lambda name: art.uncached_picture(name, *SIZE),
    "fragment": art.fragment,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("damage", DAMAGED)
def test_damaged_picture_is_named(assets: Path, damage: str, way: str) -> None:
    put(assets / "parts" / "road.svg", DAMAGED[damage])
    with pytest.raises(DamagedAssetError, match=r"^road\.svg: damaged .*; install the game again$") as caught:
        WAYS[way]("parts/road")
    assert caught.value.path == assets / "parts" / "road.svg"


@pytest.mark.parametrize("damage", DAMAGED)
def test_damaged_icon_is_named(assets: Path, damage: str) -> None:
    put(assets / "icons" / "warning.svg", DAMAGED[damage])
    with pytest.raises(DamagedAssetError, match=r"^warning\.svg: "):
        art.icon("warning", 20)


def test_folder_in_place_of_a_picture_is_a_missing_picture(assets: Path) -> None:
    (assets / "parts" / "road.svg").mkdir(parents=True)
    with pytest.raises(MissingAssetError, match=r"^road\.svg: missing .*; install the game again$"):
        art.picture("parts/road", *SIZE)


FONT = (ROOT / "assets" / "fonts" / "Overpass_900Black.ttf").read_bytes()


@pytest.mark.parametrize("px", [12, 60])
@pytest.mark.parametrize("content", [b"", b"no font", FONT[:300], FONT[:3000] + bytes(len(FONT) - 3000)], ids=len)
def test_damaged_font_is_named(assets: Path, content: bytes, px: int) -> None:
    put(assets / "fonts" / "Overpass_900Black.ttf", content)
    with pytest.raises(DamagedAssetError, match=r"^Overpass_900Black\.ttf: damaged .*; install the game again$"):
        text.draw(pygame.Surface((200, 80)), "Ready?", 5, 40, "O9", px, pygame.Color("black"))


def test_damaged_catalogue_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "milestone-rally.mo"
    whole = compiled_catalogues.compile_po(b'msgid "a"\nmsgstr "b"\n', "de")
    monkeypatch.setattr(compiled_catalogues, "data_root", lambda: tmp_path)
    monkeypatch.setattr(compiled_catalogues, "is_checkout", lambda: False)
    for content in (b"", b"rubbish", whole[:-3], whole[:20], whole[:4] + b"\xff" * 40):
        put(path, content)
        with pytest.raises(AssetError, match=r"^milestone-rally\.mo: damaged .*; install the game again$"):
            compiled_catalogues.load_catalogue("de")


@pytest.mark.parametrize(
    "content", ["", "[deck]", "deck = 3", "\x00", "[" * 5000, "[[seatings]]", "deck = []\nseatings = [[[]]]"]
)
def test_damaged_rule_set_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str) -> None:
    put(tmp_path / "rulesets" / "piatnik.toml", content.encode())
    monkeypatch.setattr(rules, "files", lambda _: tmp_path)
    with pytest.raises(RulesFileError, match=r"^piatnik\.toml: .*; install the game again$") as caught:
        rules.load_rules.__wrapped__("piatnik")
    assert caught.value.file == "piatnik.toml"


def test_rule_set_with_any_key_damaged_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    original = (ROOT / "game" / "engine" / "rulesets" / "piatnik.toml").read_text(encoding="utf-8").splitlines()
    monkeypatch.setattr(rules, "files", lambda _: tmp_path)
    wrong = 0
    for n, line in enumerate(original):
        if "=" in line:
            for value in ('"odd"', "[[1], {}]", "{ value = [{}, [3]], source = 'x' }", "-1"):
                lines = [*original[:n], f"{line.split('=')[0]}= {value}", *original[n + 1 :]]
                put(tmp_path / "rulesets" / "piatnik.toml", "\n".join(lines).encode())
                try:
                    rules.load_rules.__wrapped__("piatnik")
                except RulesFileError:
                    wrong += 1
    assert wrong > 100


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"rows": 3, "bias": 1, "outputs": 2}', "é"])
@pytest.mark.parametrize(
    ("load", "name", "file"),
    [
        (load_network, "duel", "duel"),
        (load_policy, "policy_duel", "policy_duel"),
        (load_hand_model, "duel", "hands_duel"),
    ],
)
def test_damaged_learned_data_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, load: Any, name: str, file: str, content: str
) -> None:
    put(tmp_path / "data" / f"{file}.json", content.encode())
    monkeypatch.setattr(learned_data, "files", lambda _: tmp_path)
    with pytest.raises(learned_data.LearnedDataError, match=rf"^{file}\.json: .*; install the game again$"):
        load.__wrapped__(name)


def test_value_network_with_a_row_too_short_is_damaged() -> None:
    with pytest.raises(ValueError, match="weights"):
        ValueNetwork([(0.0,)] * (ROWS - 1) + [()], (0.0,), [((0.0,), 0.0)] * 4)


@pytest.mark.parametrize("read", [lambda: art.fragment("parts/road"), lambda: text.width("?", "O9", 33)])
def test_exhausted_system_is_not_blamed_on_a_file(
    assets: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[], object]
) -> None:
    put(assets / "parts" / "road.svg", GOOD)
    put(assets / "fonts" / "Overpass_900Black.ttf", FONT)
    monkeypatch.setattr(Path, "read_bytes", mock.Mock(side_effect=OSError(errno.EMFILE, "Too many open files")))
    with pytest.raises(OSError, match="Too many open files"):
        read()
