"""The dialog of a long job, such as an import: it says how far the job is, and can cancel it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from pygame import Rect, Surface

from game.files.background_task import BackgroundTask, CancelledJobError, Progress
from game.i18n import Words, _, replace_unprintable, say
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.ui import layout as ui
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle
from game.words.matches import reading_words

_WIDE = 760
_APPEARS_S = 0.4  # a shorter job needs no dialog
_SHOWN_EVERY_S = 0.25  # each time all visible scenes are drawn
_SAID_EVERY_S = 5.0  # voices take longer than that for a count
T = TypeVar("T")


class ProgressScene(PanelForm, Generic[T]):
    """The dialog of a ``job``, which runs in a thread; it is invisible at first, because most jobs are short.

    When the job has ended the dialog closes and calls ``finish`` with the job's result: an ``OSError`` if the job
    raised one, None if it was cancelled. Escape cancels the job, as does closing the game; ``finish`` is not called
    after the latter.
    """

    name = "progress"
    opaque = False

    def __init__(
        self, app: Host, title: Words, job: Callable[[Progress], T],
        finish: Callable[[T | OSError | None], None],
    ) -> None:  # fmt: skip
        super().__init__(app)
        self.progress = Progress()
        self._title = title
        self._begun_s = self._shown_s = app.now_s
        self._said, self._said_s = "", app.now_s - _SAID_EVERY_S
        self._task = BackgroundTask[T | OSError | None](self.name, lambda why: OSError(str(why)))
        self._task.start(lambda: _run(job, self.progress))
        self._finish: Callable[[], None] = lambda: finish(self._task.poll())

    def escape(self) -> None:
        self.progress.is_cancelled = True
        self.lay_out()

    def leave(self) -> None:
        self.progress.is_cancelled = True

    def update(self, now_s: float) -> None:
        self.progress.answer()
        if self._task.is_running:
            if now_s - self._shown_s >= _SHOWN_EVERY_S:
                self._shown_s, grip = now_s, self.controls.interaction_state
                self.lay_out()  # drawn at once: preloading would take as long as the next change
                self.controls.restore(grip)
                self.controls.focus("cancel", ring=self.app.shows_focus)
        elif self.app.scene is self:
            self.app.pop(self)
            self._finish()

    def is_settled(self) -> bool:
        return False

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        if self._shown_s - self._begun_s < _APPEARS_S:
            return ui.Box()
        cancel = ui.Button(self.scale, "cancel", _("Cancel"), self.escape, style=ButtonStyle.PAPER)
        return self.plate(say(self._title), [self._content], ui.Flow(cancel, from_right=True), wide=_WIDE)

    def _content(self) -> ui.Box:
        s, progress = self.scale, self.progress
        name = ui.Label(
            s, replace_unprintable(progress.name), ui.ROLES.small, THEME.text2, one_line=True, may_be_cut=True,
            id="file",
        )  # fmt: skip
        done, total = (0, 0) if progress.is_cancelled else (progress.done, progress.total)
        words = reading_words(done, total)
        if progress.is_cancelled or self.app.now_s - self._said_s >= _SAID_EVERY_S:
            self._said, self._said_s = words, self.app.now_s
        said = ui.Column(ui.Label(s, words, ui.ROLES.body), id="message", label=self._said)
        bar = ui.Canvas(self._paint_bar, 0, s.text_px(16))
        return ui.Column(name if progress.name else None, said, bar, gap=s.text_px(14))

    def _paint_bar(self, surface: Surface, place: Rect) -> None:
        draw.progress_bar(surface, place, self.progress.done / max(1, self.progress.total))


def _run(job: Callable[[Progress], T], progress: Progress) -> T | OSError | None:
    try:
        return job(progress)
    except CancelledJobError:
        return None
    except OSError as why:
        return why
