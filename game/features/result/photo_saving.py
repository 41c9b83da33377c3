"""Draw the photo finish step by step, and save a picture of the result to disk."""

from __future__ import annotations

import time
from dataclasses import replace

from pygame import Rect, Surface

from game.features.result.match_result import MatchResult
from game.features.result.page import saved_picture_boxes
from game.features.result.photo import PhotoFinish, PhotoRenderer
from game.files.export import Export
from game.i18n import _, language
from game.scenes.export import export_message
from game.scenes.host import Host
from game.system.logs import NAME
from game.ui.drawing.incremental import NotLoadedError, check_budget, is_drawing_slice, record_cached, without_budget
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.screenshot import png
from game.ui.drawing.theme import THEME
from game.ui.layout import Box, Scale
from game.words.names import NOBODY

_SIZE = (1600, 900)
_STAYS_S = 4.0  # a path takes longer to read than a word


class PhotoDrawing:
    """A photo finish that is being drawn: the slow parts in a thread, then the rest step by step."""

    def __init__(self, shot: PhotoFinish, scale: Scale, size: tuple[int, int]) -> None:
        self._key = self._key_of(shot, scale, size)
        self._photo = PhotoRenderer(shot, scale, size)
        self._photo.preload()
        self._steps = self._photo.steps()
        self._picture = Surface(size)
        self._is_ready = self.is_complete = False

    @staticmethod
    def _key_of(shot: PhotoFinish, scale: Scale, size: tuple[int, int]) -> object:
        return shot, scale, size, language(), tuple(THEME.surface), tuple(THEME.road), replace(LOOKS)

    def is_for(self, shot: PhotoFinish, scale: Scale, size: tuple[int, int]) -> bool:
        """Return whether this photo has these properties and the current language and colors."""
        return self._key == self._key_of(shot, scale, size)

    def draw_next_step(self) -> None:
        """Draw the next part if the parts drawn in the thread are ready."""
        if self._is_ready or self._photo.preload():
            self._is_ready = True
            self._step()

    def _step(self) -> None:
        step = next(self._steps, None)
        self._picture, self.is_complete = step or self._picture, step is None

    def complete_picture(self) -> Surface:
        """Return the complete photo; draw what is missing of it.

        Raises ``NotLoadedError`` if this is called within a time slice and the parts drawn in the thread are not ready.
        """
        if is_drawing_slice() and not self._photo.preload():
            raise NotLoadedError
        while not self.is_complete:
            check_budget()
            with without_budget():  # an interrupted generator would yield no further steps
                self._step()
            record_cached()
        return self._picture


class PhotoSaver:
    """Draws and saves a picture of the result for the player; call ``update`` in every frame.

    At the end a toast shows the path of the file or the error.
    """

    def __init__(self, app: Host, ending: MatchResult) -> None:
        self._app, self._ending = app, ending
        self._drawing: PhotoDrawing | None = None
        self._page: Box | None = None
        self._export: Export | None = None

    @property
    def is_busy(self) -> bool:
        return self._drawing is not None or self._export is not None

    def start(self) -> None:
        """Start to draw and save a picture, unless another one is in progress."""
        if not self.is_busy:
            scale, shot = Scale(_SIZE[0] / 1920), self._ending.photo_finish
            shot = replace(shot, names=replace(shot.names, viewer=NOBODY))
            self._page, shown = saved_picture_boxes(self._ending, scale, lambda _size: drawing.complete_picture())
            self._page.place(Rect(0, 0, *_SIZE))
            self._drawing = drawing = PhotoDrawing(shot, scale, shown.rect.size)

    def update(self) -> None:
        """Draw the next part, or save the complete picture; after saving show the outcome in a toast."""
        if self._drawing is not None:
            if self._drawing.is_complete:
                self._write()
            else:
                self._drawing.draw_next_step()
        if self._export is not None and self._export.is_done:
            failed = lambda why: _("The picture could not be saved ({error}).", error=why)  # noqa: E731
            said, self._export = export_message(self._export, failed), None
            self._app.show_toast("photo", said, _STAYS_S)

    def _write(self) -> None:
        assert self._page is not None
        picture = Surface(_SIZE)
        self._page.paint(picture)
        name = "_".join(filter(None, (NAME, time.strftime("%Y-%m-%d"), self._ending.code)))
        files, self._drawing, self._page = self._app.files, None, None
        self._export = Export(files.writer, files.picture_folders, f"{name}.png", lambda: png(picture))
