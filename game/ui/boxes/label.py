"""Text in a box: on as many lines as needed, at the size that its role sets."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Color, Surface
from pygame import Rect as _Rect

from game.ui.boxes.box import Box, SizeRange
from game.ui.boxes.type_scale import Role, Scale
from game.ui.drawing import text

_SHRINK_TOLERANCE_PX = 1e-3
"""The label has already found its final size: when drawn, its text may be cut but hardly shrink."""


class SharedSize:
    """A text size that several labels share: if one label has to shrink, all do."""

    def __init__(self) -> None:
        self.px: float | None = None


class Label(Box):
    """A text that wraps where needed, ``balanced`` into lines of similar length, or stays on ``one_line``.

    If a word is too wide for the label, the text shrinks down to its default size before it is cut and recorded. The
    label is large enough for all ``alternatives``, texts that may replace its own; within that space the text is
    ``in_middle`` or at the top. ``may_be_cut`` is for texts made by the user, such as match or file names. ``id`` makes
    the label an accessible text, worded as ``label`` if given.
    """

    def __init__(  # noqa: PLR0913 - a text is described by many things
        self, scale: Scale, words: str, role: Role, ink: Color | None = None, *, anchor: text.Anchor = "l",
        one_line: bool = False, balanced: bool = False, alternatives: Sequence[str] = (),
        shared_size: SharedSize | None = None,
        in_middle: bool = False, may_be_cut: bool = False, grow: float = 0, share: float = 0, id: str = "",
        label: str = "",
    ) -> None:  # fmt: skip
        super().__init__(grow=grow, share=share, id=id, label=label or (words if id else ""))
        self.words = words
        self.role, self.face, self.px, self._least_px = role, role.face, scale.px(role), scale.min_px(role)
        self._ink, self._anchor, self._one_line, self._balanced = ink, anchor, one_line, balanced
        self.level = self.level or role.level
        self._alike, self._others, self._in_middle = shared_size or SharedSize(), alternatives, in_middle
        self._may_be_cut = may_be_cut

    def set_text(self, words: str) -> None:
        """Replace the text by one of the ``alternatives``."""
        self.label = words if self.label else ""
        self.words = words

    @property
    def drawn_px(self) -> float:
        """The text size in pixels at which the label is drawn, once it has been placed."""
        return self._alike.px or self.px

    def _lines(self, px: float, width: float, words: str) -> list[str]:
        if self._one_line:
            return [words]
        across = text.balanced_width(words, self.face, px, width) if self._balanced else width
        return text.wrap(words, self.face, px, across)

    def measure_width(self) -> SizeRange:
        every = [words for words in (self.words, *self._others) if words]
        wish = max((text.width(words, self.face, self.px) for words in every), default=0)
        if self._one_line:
            return (0 if self._may_be_cut else wish), wish
        return max((text.widest_word(words, self.face, self.px) for words in every), default=0), wish

    def measure_height(self, width: int) -> SizeRange:
        return (round(self._most_lines(self.px, width) * self.px * text.LINE_HEIGHT),) * 2

    def _most_lines(self, px: float, width: float) -> int:
        every = [words for words in (self.words, *self._others) if words]
        return max((len(self._lines(px, width, words)) for words in every), default=0)

    def place(self, rect: _Rect) -> None:
        super().place(rect)
        px = self.px
        while (
            not self._may_be_cut
            and px > self._least_px
            and any(text.width(line, self.face, px) > rect.w for line in self._lines(px, rect.w, self.words))
        ):
            px = max(self._least_px, px - 1)
        self._alike.px = px if self._alike.px is None else min(px, self._alike.px)

    def paint(self, surface: Surface) -> None:
        if not self.words:
            return
        px, rect = self.drawn_px, self.rect
        lines, step = self._lines(px, rect.w, self.words), px * text.LINE_HEIGHT
        x = {"l": rect.x, "c": rect.centerx, "r": rect.right}[self._anchor]
        y = rect.centery - (len(lines) if self._in_middle else self._most_lines(px, rect.w)) * step / 2
        for n, line in enumerate(lines):
            text.draw(
                surface, line, x, y + (n + 0.5) * step, self.face, px, self._ink,
                anchor=self._anchor, max_width=rect.w, min_px=px - _SHRINK_TOLERANCE_PX, may_be_cut=self._may_be_cut,
            )  # fmt: skip
