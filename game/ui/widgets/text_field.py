"""A field for typing a line of text, by keyboard, input method or clipboard."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

import contextlib
import string
import unicodedata
from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.accessibility_tree import Node, accessible_text
from game.ui.boxes.box import Widget
from game.ui.boxes.type_scale import ROLES, Scale
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.focus_group import FIRST_KEYLESS

_FACE = "O7"
ERASE = "←"
"""The symbol for deleting the last letter, among the letters that switch access offers."""
_LETTERS = (*string.ascii_uppercase, *string.digits, "-", ".", " ")
_SHORTCUT = pygame.KMOD_CTRL | pygame.KMOD_META


class TextDraft:
    """The text of a field, and its caret. It belongs to the scene, so that it is kept when the scene is laid out again.

    The text holds at most ``most`` characters that ``accepts`` allows. ``composed`` is the unfinished text of an input
    method, shown at the caret but not yet part of the text. ``refused`` is the first character of the last input that
    was refused, or an empty text.
    """

    def __init__(self, written: str = "", *, most: int, accepts: Callable[[str], bool] = str.isprintable) -> None:
        self.text = written
        self.caret = len(written)
        self.composed = self.refused = ""
        self._most = most
        self.accepts = accepts

    def set(self, written: str) -> None:
        """Replace the text and move the caret to its end."""
        self.text, self.caret = written, len(written)
        self.composed = self.refused = ""

    def insert(self, typed: str) -> bool:
        """Insert the accepted characters at the caret, as many as fit.

        An accent combines with the letter before it. Return True if the text changed, or ``refused`` is or was set.
        """
        before, after, was = self.text[: self.caret], self.text[self.caret :], self.refused
        self.composed = self.refused = ""
        for character in unicodedata.normalize("NFC", typed):
            one = unicodedata.normalize("NFC", before[-1:] + character)
            if before and len(one) == 1 and self.accepts(one):
                before = before[:-1] + one
            elif self.accepts(character) and len(before) + len(after) < self._most:
                before += character
            else:
                self.refused = self.refused or character
        has_changed = before + after != self.text
        self.text, self.caret = before + after, len(before)
        return has_changed or bool(self.refused or was)

    def erase(self, step: int) -> bool:
        """Delete the character before (-1) or after (1) the caret; return False if there is none."""
        self.refused = ""
        at = min(self.caret, self.caret + step)
        if not 0 <= at < len(self.text):
            return False
        self.text = self.text[:at] + self.text[at + 1 :]
        self.caret = at
        return True

    def move_caret(self, to: int) -> None:
        """Move the caret behind so many characters, or to the nearest end of the text."""
        self.caret = max(0, min(to, len(self.text)))


_TEXT = 0.44  # the size of the text, of the height of the field


class TextField(Widget):
    """A field for one line of text. ``on_change`` is called for changes and refused characters, ``on_press`` for Enter.

    Left, Right, Home, End and the mouse move the caret; Ctrl+V pastes, Ctrl+C and Ctrl+X copy and cut the whole text.
    ``hint`` is shown while the field is empty.
    """

    role = "textbox"
    has_click_sound = False
    takes_text = True

    def __init__(
        self, scale: Scale, id: str, name: str, draft: TextDraft, on_change: Callable[[str], None],
        on_press: Callable[[], None] | None = None, *, hint: str = "", icon: str | None = None, grow: float = 1,
    ) -> None:  # fmt: skip
        px = scale.px(ROLES.name)
        super().__init__(
            id, name, on_press=on_press, wide=(round(6 * px), round(14 * px)), high=round(px / _TEXT), grow=grow
        )
        self.draft = draft
        self.on_change = on_change
        self.hint = hint
        self.icon = icon

    @property
    def _px(self) -> float:
        return max(text.MIN_NAME_PX, _TEXT * self.rect.h)

    @property
    def value(self) -> str | None:
        return accessible_text(self.draft.text)

    def nodes(self) -> list[Node]:
        return [replace(node, caret=self.draft.caret) for node in super().nodes()]

    # -- letter by letter, for one switch -----------------------------------------------------------------------

    @property
    def _letters(self) -> str:
        return "".join(filter(self.draft.accepts, _LETTERS))

    @property
    def scan_parts(self) -> int:
        return len(self._letters) + 1

    def scan_offer(self, index: int | None) -> None:
        self.draft.composed = "" if index is None else (*self._letters.replace(" ", "_"), ERASE)[index]

    def scan_select(self, index: int) -> int:
        draft = self.draft
        if index == len(self._letters):
            has_changed = draft.erase(-1)
        else:
            letter, before = self._letters[index], draft.text[: draft.caret]
            has_changed = draft.insert(letter.lower() if before[-1:].isalpha() else letter)
        if has_changed:
            self.on_change(draft.text)
        return 0

    # -- typing ---------------------------------------------------------------------------------------------------

    def handle_text_event(self, event: Event) -> bool:
        if event.type == pygame.TEXTEDITING:
            self.draft.composed = event.text
        elif self.draft.insert(event.text):
            self.on_change(self.draft.text)
        return True

    def handle_text_key(self, key: int, mod: int) -> bool:
        draft = self.draft
        if draft.composed:
            return True  # the key is the input method's
        if mod & (_SHORTCUT | pygame.KMOD_ALT):
            if not mod & pygame.KMOD_ALT:
                self._shortcut(key)
            return pygame.K_SPACE <= key < FIRST_KEYLESS or key == pygame.K_BACKSPACE  # AltGr types a letter
        ways = {
            pygame.K_LEFT: draft.caret - 1,
            pygame.K_RIGHT: draft.caret + 1,
            pygame.K_HOME: 0,
            pygame.K_END: len(draft.text),
        }
        if key in ways:
            draft.move_caret(ways[key])
            return True
        if key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            if draft.erase(-1 if key == pygame.K_BACKSPACE else 1):
                self.on_change(draft.text)
            return True
        return pygame.K_SPACE <= key < FIRST_KEYLESS

    def _shortcut(self, key: int) -> None:
        draft = self.draft
        with contextlib.suppress(pygame.error):  # some systems have no clipboard
            if key == pygame.K_v and draft.insert(" ".join(pygame.scrap.get_text().split())):
                self.on_change(draft.text)
            if key in (pygame.K_c, pygame.K_x) and draft.text:
                pygame.scrap.put_text(draft.text)
            if key == pygame.K_x and draft.text:
                draft.set("")
                self.on_change("")

    def press_at(self, pos: tuple[int, int]) -> None: ...

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:  # noqa: ARG002 - wherever it is held
        left, written = self._left, self.draft.text
        ends = [left + text.width(written[:n], _FACE, self._px) for n in range(len(written) + 1)]
        self.draft.move_caret(min(range(len(ends)), key=lambda n: abs(ends[n] - pos[0])))
        return True

    # -- picture --------------------------------------------------------------------------------------------------

    @property
    def _room(self) -> Rect:
        """The area in which the text is visible."""
        pad = round(0.3 * self.rect.h)
        right = pad + (round(0.6 * self.rect.h) if self.icon else 0)
        return Rect(self.rect.x + pad, self.rect.y, self.rect.w - pad - right, self.rect.h)

    @property
    def _before_caret(self) -> str:
        return self.draft.text[: self.draft.caret] + self.draft.composed

    @property
    def _left(self) -> int:
        """The left edge of the text; it lies left of the field if the caret would not be visible otherwise."""
        room = self._room
        return room.x - max(0, text.width(self._before_caret, _FACE, self._px) + 2 - room.w)

    def draw(self, surface: Surface, text_scale: float) -> None:
        radius, rim = 0.22 * self.rect.h, max(1, round(2 * text_scale))
        draw.rounded_rect(surface, self.rect, radius, THEME.raised, THEME.text if self.hovered else THEME.off, rim)
        if self.icon:
            place = self.rect.right - 0.5 * self.rect.h, self.rect.centery
            art.blit_icon(surface, self.icon, place, 0.42 * self.rect.h, THEME.text2)
        self._draw_text(surface)
        if self.has_ring or self.focused:
            draw.focus_ring(surface, self.rect, radius, max(0.7, text_scale))

    def _draw_text(self, surface: Surface) -> None:
        room, y, px, left = self._room, self.rect.centery, self._px, self._left
        before, after = self._before_caret, self.draft.text[self.draft.caret :]
        if not before and not after:
            text.draw(surface, self.hint, room.x, y, _FACE, px, THEME.off, max_width=room.w)
        clip = surface.get_clip()
        surface.set_clip(room.inflate(4, 0).clip(clip))
        text.draw(surface, before + after, left, y, _FACE, px, THEME.text)
        caret = left + text.width(before, _FACE, px)
        if self.draft.composed:
            start = left + text.width(self.draft.text[: self.draft.caret], _FACE, px)
            surface.fill(THEME.text, (start, round(y + 0.55 * px), caret - start, max(1, round(0.06 * px))))
        if self.focused:
            surface.fill(THEME.text, (caret, round(y - 0.62 * px), max(2, round(0.07 * px)), round(1.24 * px)))
        surface.set_clip(clip)
