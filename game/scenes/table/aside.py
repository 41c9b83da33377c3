"""A question that was put aside: it waits in the turn plate, with a button back to it."""

from __future__ import annotations

from typing import Final, Protocol

from pygame import Rect

from game.i18n import _
from game.scenes.host import Host
from game.scenes.prompts.plate import PromptScene
from game.table.asks import Plate, aside_plate
from game.table.painting.picture import TablePicture
from game.table.painting.turn_plate import plate_box, turn_places, turn_shown
from game.table.view import TableView
from game.ui.drawing.layers import outer
from game.ui.widgets import Button, Style

BACK: Final = "question"
"""The id of the button."""


class Waiting(Protocol):
    """What is asked of the table."""

    app: Host
    picture: TablePicture
    prompt: PromptScene | None

    @property
    def view(self) -> TableView:
        """The table as it is seen now."""
        ...

    def place_controls(self) -> None:
        """Put the controls where they belong now."""
        ...

    def go_back(self) -> None:
        """Go back to the question."""
        ...

    def give_focus(self, id: str) -> None:
        """Give the focus to a control, with its ring."""
        ...


class TableAside:
    """The prompt of the table while it is put aside, and the way back to it."""

    def __init__(self, table: Waiting) -> None:
        self._table = table
        self._prompt: PromptScene | None = None

    @property
    def is_there(self) -> bool:
        """Whether a question waits here."""
        return self._prompt is not None

    def put(self) -> None:
        """Let the question wait: nothing can be played, and Enter goes back to it."""
        self._prompt = self._table.prompt
        self._table.place_controls()
        self._table.give_focus(BACK)

    def take_up(self) -> None:
        """Go back to the question."""
        assert self._prompt is not None
        self._table.app.push(self._prompt)  # while it waits here still, so that it grows out of its plate
        self._prompt = None
        self._table.place_controls()

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the waiting question out for the new size too."""
        if self._prompt is not None:
            self._prompt.resize(size)

    # -- what is seen of it -------------------------------------------------------------------------------------------

    @property
    def plate(self) -> Plate | None:
        """The words of the turn plate, if a question waits."""
        return aside_plate(self._prompt.title, self._prompt.icon) if self._prompt is not None else None

    @property
    def button_w(self) -> int:
        """The width of the button back where it stands beside the plate; 0 if there is none."""
        layout = self._table.picture.places.layout
        return Button.natural_width(_("Answer now"), layout.turn.h, icon=True) if self.is_there else 0

    def nook(self) -> Rect:
        """Where the turn plate lies."""
        return outer(plate_box(self._table.picture.places.layout, turn_shown(self._table.view)))

    def buttons(self) -> list[Button]:
        """The button back, if a question waits."""
        if not self.is_there:
            return []
        place = turn_places(self._table.picture.places.layout, turn_shown(self._table.view)).button
        if place is None:
            return []
        words, rect = _("Answer now"), Rect(*map(round, place))
        icon = "undo" if Button.natural_width(words, rect.h, icon=True) <= rect.w else None
        return [Button(BACK, words, rect, on_press=self._table.go_back, style=Style.GOLD, icon=icon)]
