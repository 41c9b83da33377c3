"""What on a screen is pressed, and whether a finger can hit it: it has 44 pixels in either direction."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import pygame

from game.ui.accessibility_tree import Node
from game.ui.boxes.box import HIT_PX
from tests.window import Driver, middle

PARTLY = {
    *("text", "status", "log", "document", "list", "grid", "tablist", "radiogroup", "scroll", "scrollbar"),
    *("group", "dialog", "table", "row", "columnheader", "rowheader"),
}
"""Roles of what is only read or walked through, or is pressed by its parts."""
READ = ("tray/", "hits.")
"""What says in sentences what is read without pressing it: hands laid open, and figures of the statistics, whose target
is the column (``test_statistics``)."""


def pressable(driver: Driver) -> list[Node]:
    nodes = driver.nodes()
    rows = {node.id for node in nodes if node.role == "row"}
    usable = (node for node in nodes if node.enabled and node.role not in PARTLY)
    return [node for node in usable if node.role != "cell" or node.group not in rows]


def owner(driver: Driver, pos: tuple[int, int]) -> Hashable:
    """What takes a press there."""
    return driver.app.scene.press_target(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))


def hit_size(driver: Driver, node: Node, nodes: list[Node]) -> tuple[int, int]:
    """How far to the sides, and up and down from its middle, a press is the node's own; along a slider, where there is
    most room.
    """
    if node.role == "slider":
        left, top, width, height = node.rect
        places = [(left + width * quarter // 4, top + height // 2) for quarter in (1, 2, 3)]
    else:
        places = [middle(node)]
    return max((_hit_size_at(driver, place, nodes) for place in places), key=min)


def _hit_size_at(driver: Driver, place: tuple[int, int], nodes: list[Node]) -> tuple[int, int]:
    x, y = place
    own = owner(driver, (x, y))
    others = [rect for other in nodes if not (rect := pygame.Rect(other.rect)).collidepoint((x, y))]

    def reach(dx: int, dy: int) -> int:
        for far in range(1, HIT_PX):
            pos = x + dx * far, y + dy * far
            if owner(driver, pos) != own or any(rect.collidepoint(pos) for rect in others):
                return far - 1
        return HIT_PX

    return reach(1, 0) + reach(-1, 0) + 1, reach(0, 1) + reach(0, -1) + 1


def is_cut(driver: Driver, node: Node) -> bool:
    """Whether it is a row that a list shows a part of, where it is scrolled to: there a part is hit too."""
    lists = [pygame.Rect(other.rect) for other in driver.of_role("list")]
    rect = pygame.Rect(node.rect)
    return node.role == "listitem" and any(
        place.colliderect(rect) and not place.inflate(0, -2).contains(rect.clip(place.inflate(0, 2))) for place in lists
    )


def missed(driver: Driver) -> Iterator[str]:
    """What of the screen is pressed, and cannot be hit by a finger."""
    nodes = [node for node in pressable(driver) if not node.id.startswith(READ)]
    nodes = [node for node in nodes if not is_cut(driver, node)]
    if not nodes:
        yield "there is nothing to press"
    for node in nodes:
        driver.reveal(node.id)
        shown = driver.control(node.id)
        if owner(driver, middle(shown)) is None:
            yield f"{node.id} takes no press"
        elif min(size := hit_size(driver, shown, pressable(driver))) < HIT_PX:
            yield f"{node.id} is hit within {size} only"
