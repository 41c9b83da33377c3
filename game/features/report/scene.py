"""The dialog that describes a problem report, saves it when the player asks for it, and shows where it was saved."""

# ruff: noqa: ARG002 - the arguments are those of every scene

from __future__ import annotations

from collections.abc import Callable

from game.files.writer import PendingWrite
from game.i18n import _
from game.phrases import N_
from game.scenes.dialogs import DialogButton, DialogScene
from game.scenes.host import Host
from game.ui.widgets import ButtonStyle
from game.words.system_errors import error_text


class ReportSaving:
    """The progress of saving a report, for the dialogs that offer this; ``save`` starts to write the file.

    The dialog calls ``poll`` in every frame. If writing failed, ``start`` may be called again.
    """

    def __init__(self, save: Callable[[], PendingWrite], *, has_match: bool, has_picture: bool) -> None:
        self._save = save
        self._has_match = has_match
        self._has_picture = has_picture
        self._ticket: PendingWrite | None = None
        self._is_told = False

    def start(self) -> None:
        self._ticket, self._is_told = self._save(), False

    def poll(self) -> bool:
        """Return True once when the file is written or could not be written, else False."""
        is_news = self._ticket is not None and self._ticket.is_done and not self._is_told
        self._is_told = self._is_told or is_news
        return is_news

    @property
    def is_begun(self) -> bool:
        """Whether saving was started, even if it has failed since."""
        return self._ticket is not None

    @property
    def is_saved(self) -> bool:
        return self._is_told and self._ticket is not None and self._ticket.error is None

    @property
    def may_begin(self) -> bool:
        return self._ticket is None or (self._is_told and not self.is_saved)

    def status_words(self) -> str:
        if self._ticket is None or not self._is_told:
            return self._holds()
        if self._ticket.error is None:
            return _("Saved to {path}", path=str(self._ticket.path))
        return _("The report could not be saved ({error}).", error=error_text(self._ticket.error_text))

    def _holds(self) -> str:
        if not self._has_picture:
            return _(
                "A report contains the race with everybody’s cards, the settings, the game’s log, and the versions of "
                "the game and the system, but no screenshot, since several people are playing. It contains no names "
                "and isn’t sent to anyone."
            )
        if self._has_match:
            return _(
                "A report contains the race with everybody’s cards, the settings, a screenshot, the game’s log, and "
                "the versions of the game and the system. It contains no names and isn’t sent to anyone."
            )
        return _(
            "A report contains the settings, a screenshot, the game’s log, and the versions of the game and the "
            "system. It contains no names and isn’t sent to anyone."
        )


class ReportScene(DialogScene):
    """The dialog that offers to save a problem report, opened from a menu or the About screen."""

    def __init__(self, app: Host, saving: ReportSaving) -> None:
        self._saving = saving
        super().__init__(app, "report", N_("Report a problem"), saving.status_words, self._labels())

    def update(self, now_s: float) -> None:
        if self._saving.poll():
            self._change()

    def _labels(self) -> list[DialogButton]:
        """Return the buttons to save and to go back, or a single button once the report is saved."""
        if self._saving.is_saved:
            return [DialogButton("ok", N_("All right"))]
        back = DialogButton("back", N_("Go back"), style=ButtonStyle.PAPER)
        save = [DialogButton("save", N_("Save a report"), style=ButtonStyle.RED)] if self._saving.may_begin else []
        return [*save, back]

    def _give(self, answer: DialogButton) -> None:
        if answer.id == "save":
            self._saving.start()
            self._change()
        else:
            super()._give(answer)

    def _change(self) -> None:
        shows_ring = self.controls.shows_ring
        self._answers = tuple(self._labels())
        self.lay_out()
        self.controls.focus(self._answers[-1].id, ring=shows_ring)
