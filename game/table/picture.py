"""The picture of the table: one cached layer in regions, painted again only where the view changed."""

from __future__ import annotations

from pygame import Rect, Surface

from game.table.layout import Fan
from game.table.places import Places, places
from game.table.view import TableView
from game.ui.tree import Node


class TablePicture:
    """The table of one match in a window of one size; make a new one for another size or other sides.

    ``sides`` are the tuples of seats of the observation's sides, ``viewer`` the seat that looks. Call ``show`` whenever
    the view may have changed, then ``render``, which blits the resting table; ``draw_hand`` draws the cards over it.
    """

    def __init__(self, size: tuple[int, int], sides: tuple[tuple[int, ...], ...], viewer: int) -> None:
        self.places: Places = places(size, sides, viewer)

    @property
    def menu_rect(self) -> Rect:
        """Where the scene puts its Menu button, in the top bar."""
        raise NotImplementedError

    def show(self, view: TableView) -> list[Rect]:
        """Bring the resting table up to date and return what was painted again."""
        raise NotImplementedError

    def render(self, surface: Surface) -> None:
        """Draw the view shown last: the resting table and the hand on top."""
        raise NotImplementedError

    def hand_spots(self, view: TableView) -> Fan:
        """Where the cards of the hand lie."""
        raise NotImplementedError

    def draw_hand(self, surface: Surface, view: TableView) -> None:
        """Draw the viewer's hand."""
        raise NotImplementedError

    def draw_car(self, surface: Surface, side: int, km: float, target: int) -> None:
        """Draw a side's car at a distance, for one that drives."""
        raise NotImplementedError

    def hit(self, view: TableView, pos: tuple[float, float]) -> int | str | None:
        """What lies at a point: the index of a card of the hand, the id of a pile, or None."""
        raise NotImplementedError

    def nodes(self, view: TableView) -> list[Node]:
        """Cards and piles for the control tree."""
        raise NotImplementedError
