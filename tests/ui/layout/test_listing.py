"""The list: which rows are made, how high they are, and how one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame
from pygame import Rect, Surface

from game.ui.layout import Box, Listing, ListItem, ListLine, Scale, Spacer, list_items
from game.ui.widgets.scroll_offset import ScrollOffset

ROW = 30


def listing(count: int, made: list[int] | None = None, *, chosen: str = "", high: int = 200, **how: Any) -> Listing:
    def row(n: int) -> Box:
        if made is not None:
            made.append(n)
        return Spacer((0, ROW))

    items = [ListItem(str(n), lambda n=n: f"Row {n}", str, lambda _wide, n=n: row(n)) for n in range(count)]  # type: ignore[misc]
    items.insert(0, ListItem("", str, str, lambda _wide: Spacer((0, ROW))))
    box = Listing(Scale(1), "rows", "Rows", items, chosen, lambda _id: None, scroll=ScrollOffset(), **how)
    box.place(Rect(10, 20, 300, min(high, box.height_range(300)[1])))
    return box


def test_list_makes_only_the_rows_that_are_seen() -> None:
    made: list[int] = []
    rows = listing(5000, made)
    rows.draw(Surface((400, 300)), 1)
    assert len(set(made)) < 10
    assert len([node for node in rows.nodes() if node.role == "listitem"]) < 10


def test_list_scrolled_with_its_page_makes_only_the_rows_that_are_seen() -> None:
    made: list[int] = []
    rows, surface = listing(5000, made, high=1 << 30, min_rows=0), Surface((400, 300))
    made.clear()
    surface.set_clip((0, 0, 400, 200))
    rows.draw(surface, 1)
    assert len(set(made)) < 10


def test_list_is_as_high_as_its_rows_or_as_some_of_them() -> None:
    def sides(count: int, **how: Any) -> tuple[int, int]:
        items = [ListItem(str(n), str, str, lambda _wide: Spacer((0, ROW))) for n in range(count)]
        box = Listing(Scale(1), "rows", "Rows", items, "", lambda _id: None, scroll=ScrollOffset(), **how)
        return box.height_range(300)

    one = sides(1)[1]
    assert sides(20)[1] == 20 * one
    assert sides(20, min_rows=2, max_rows=4) == (sides(20, min_rows=2)[0], sides(20, min_rows=4)[0])
    assert sides(2, min_rows=3) == (2 * one, 2 * one)
    assert sides(20, min_rows=0, stretch=2) == (20 * one, 20 * one), "what isn't scrolled is whole"


def test_chosen_row_is_visible_when_the_list_is_made() -> None:
    rows = listing(50, chosen="40")
    assert rows.rect.contains(rows.row_rect(41))


def test_chosen_row_comes_into_view_with_its_heading() -> None:
    rows = listing(50, chosen="40")
    rows.choose(1)
    assert rows.rect.contains(rows.row_rect(0))


def test_list_keys_walk_the_rows_and_leave_at_the_ends() -> None:
    rows, seen = listing(12), []
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_PAGEDOWN, pygame.K_END, pygame.K_PAGEUP, pygame.K_HOME):
        assert rows.handle_key(key)
        seen.append(rows.value)
    assert seen == ["Row 0", "Row 1", "Row 6", "Row 11", "Row 6", "Row 0"]
    assert not rows.handle_key(pygame.K_UP)
    rows.handle_key(pygame.K_END)
    assert not rows.handle_key(pygame.K_DOWN)


def texts(items: Sequence[ListItem], wide: int) -> list[int]:
    """How high the rows are at that width."""
    return [item.make(wide).height_range(wide)[1] for item in items]


def test_list_row_wraps_to_more_lines_where_its_words_lack_room() -> None:
    rows = [
        ListLine("a", "Overpass", "Letters of headings", "OFL-1.1"),
        ListLine("b", "Babel", "Numbers", "BSD-3-Clause"),
    ]
    items = list_items(Scale(1), rows)
    heights = [texts(items, wide) for wide in (900, 420, 160)]
    assert heights == sorted(heights)
    assert len({tuple(high) for high in heights}) == 3
    assert all(one == other for one, other in heights)
    assert items[0].description() == "Overpass · Letters of headings · OFL-1.1"  # type: ignore[operator]
