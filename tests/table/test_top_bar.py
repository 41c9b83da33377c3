"""The top bar and the turn plate in text of any size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise

from game.engine.setup import HOUSE_RULES
from game.i18n import set_language
from game.table import top_bar
from game.table.geometry.layout import compute_layout
from game.table.top_bar import TABLE_BUTTONS, TopBar, bar_view, house_rules_chip
from game.table.turn_plate import _words, turn_places
from game.table.view import TurnView
from game.ui.drawing import text
from game.ui.layout import Box, Label
from game.ui.widgets import IconButton
from game.words.house_rules import house_rules_line
from tests.cases import each
from tests.fit import EVERY_SIZE, boxes
from tests.table.positions import view

WINDOWS = [(size, sides, code) for size in EVERY_SIZE for sides in (2, 4, 6) for code in ("de", "fr", "hu")]
ICON = 0.62
"""Of the height of a button without a word: how large its icon is."""


@contextmanager
def sized(per_cent: int) -> Iterator[None]:
    text.set_text_size_factor(per_cent / 100)
    try:
        yield
    finally:
        text.set_text_size_factor(1)


def labels(root: Box) -> dict[str, float]:
    return {box.words: box.drawn_px for box in boxes(root) if isinstance(box, Label)}


@each("size, sides, code", WINDOWS)
def test_top_bar_word_becomes_an_icon_only_if_that_is_larger(size: tuple[int, int], sides: int, code: str) -> None:
    set_language(code)
    seen: defaultdict[str, list[tuple[bool, float]]] = defaultdict(list)
    for per_cent in (100, 200):
        with sized(per_cent):
            layout, seen_now = compute_layout(sides, size), view(sides)
            press: defaultdict[str, Callable[[], None]] = defaultdict(lambda: lambda: None)
            for button in TopBar(layout, bar_view(seen_now, tuple(range(sides))), press).buttons:
                is_icon = isinstance(button, IconButton)
                seen[button.id].append((is_icon, ICON * button.rect.h if is_icon else button.px))
    for id, ((_was_icon, before), (is_icon, now)) in seen.items():
        has_grown = now > before if is_icon else now >= 1.5 * before
        assert has_grown or id == "sound", (id, before, now)


@each("size, sides, code", WINDOWS)
def test_top_bar_texts_grow_by_half_in_text_of_200_percent(size: tuple[int, int], sides: int, code: str) -> None:
    set_language(code)
    shown = bar_view(view(sides), tuple(range(sides)))
    before = labels(top_bar._bar(compute_layout(sides, size), shown, TABLE_BUTTONS))
    with sized(200):
        now = labels(top_bar._bar(compute_layout(sides, size), shown, TABLE_BUTTONS))
    assert all(now[words] >= 1.5 * before[words] for words in now)
    assert len(before) - len(now) <= 2, "goal and number of the leg may go"


@each("size, sides, code", WINDOWS)
def test_top_bar_leaves_out_the_chip_before_anything_else(size: tuple[int, int], sides: int, code: str) -> None:
    set_language(code)
    plain = bar_view(view(sides), tuple(range(sides)))
    chip = replace(plain, chip=house_rules_chip(HOUSE_RULES, plain.rules))
    layout = compute_layout(sides, size)
    without, with_chip = (labels(top_bar._bar(layout, shown, TABLE_BUTTONS)) for shown in (plain, chip))
    assert {words: px for words, px in with_chip.items() if words in without} == without
    assert set(with_chip) - set(without) <= {house_rules_line(HOUSE_RULES)}


SAID = [
    TurnView("Du bist am Zug", "Leg eine Karte aus oder wirf eine ab."),
    TurnView("Nincs mit lerakni", "Válaszd ki, mit dobsz el; az Enter eldobja: Sebességkorlátozás vége."),
    TurnView("Verlängerung?", "Lass dir Zeit: Das Spiel wartet auf dich.", "asked", "flag", 160),
]


@each("size, what", [(size, what) for size in EVERY_SIZE for what in SAID])
def test_turn_plate_words_fit_and_never_shrink_in_larger_text(size: tuple[int, int], what: TurnView) -> None:
    drawn = []
    for per_cent in (100, 150, 200):
        with sized(per_cent):
            layout = compute_layout(4, size)
            where = turn_places(layout, what)
            assert where.word_layout is not None
            words = _words(layout, what, where.word_layout, where.plate.w)
            drawn.append([box.px for box in boxes(words) if isinstance(box, Label)])
    for smaller, larger in pairwise(drawn):
        assert all(now >= before for before, now in zip(smaller, larger, strict=False))
