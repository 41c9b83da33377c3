"""The self-voicing mode, in which the game reads itself aloud: its switch, its keys, and other announcements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame
from pygame.event import Event

from game.i18n import _
from game.i18n.punctuation import label_with_text
from game.ui.keys import keycode_of
from game.ui.scene import Scene
from game.ui.screen_reader.reader import ScreenReader
from game.ui.speech.narrator import Narrator
from game.ui.speech.speech import Speech, Voice

_HUSH = (pygame.K_LCTRL, pygame.K_RCTRL)
_READ = pygame.K_F7
_MODIFIERS = (
    *_HUSH, pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA,
    pygame.K_CAPSLOCK, pygame.K_NUMLOCK,
)  # fmt: skip
_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
_FIRST, _MOST_RIVALS = pygame.K_1, 5


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key of the self-voicing mode with its label, and what pressing it says."""

    cap: str
    about: str


def key_rows() -> list[KeyRow]:
    """Return the list of keys of the self-voicing mode, with the usual keys for playing."""
    return [
        # Translators: keys of the self-voicing mode; each says what is named here
        KeyRow("F8", _("speech on or off")),
        KeyRow("F7", _("everything on this screen")),
        KeyRow(_("Ctrl"), _("silence")),
        KeyRow(_("Arrows, Tab"), _("choose a card, a control")),
        KeyRow(_("Enter, D"), _("play the card, or discard it")),
        KeyRow("C", _("your cards")),
        KeyRow("S", _("how you stand")),
        KeyRow("R", _("the next rival; with Shift the previous one")),
        KeyRow(_("Ctrl+1 to 5"), _("each rival")),
        KeyRow("K", _("the road: who is where")),
        KeyRow("L", _("last move; again: the one before")),
    ]


def mode_announcement(*, on: bool) -> str:
    """Return the announcement that self-voicing is on or off."""
    return _("Speech on") if on else _("Speech off")


class SelfVoicing:
    """Reads the screen aloud while it ``is_on``, if the system has a voice.

    While the system's screen ``reader`` is active, it speaks instead, unless the player then switches the voice on.
    """

    def __init__(self, voice: Voice | None, reader: ScreenReader) -> None:
        self.speech = Speech(voice)
        self.narrator = Narrator(self.speech)
        self.reader = reader
        self._is_wished = False
        self._is_beside_reader = False
        self._is_failure_told = False

    @property
    def is_on(self) -> bool:
        """Whether the game's own voice is in use."""
        return self._is_wished and (self._is_beside_reader or not self.reader.reads_aloud)

    @property
    def _is_heard(self) -> bool:
        """Whether the game's own voice or a screen reader is in use."""
        return self._is_wished or self.reader.reads_aloud

    def apply_settings(self, *, on: bool, language: str, speed: int, volume: float) -> None:
        """Apply the settings; ``speed`` is 0 to 10, ``volume`` 0 to 1."""
        self.speech.configure(language=language, speed=speed, volume=volume)
        was_on, self._is_wished = self.is_on, on
        self._change_speaker(was_on=was_on)

    def switch(self, *, on: bool) -> None:
        """Switch the game's voice on or off as the player wishes, even beside an active screen reader."""
        was_on, self._is_wished, self._is_beside_reader = self.is_on, on, on and self.reader.reads_aloud
        self._change_speaker(was_on=was_on)

    def _change_speaker(self, *, was_on: bool) -> None:
        """After a change between voice and screen reader, make the new one say everything again."""
        reader = self.reader if self.reader.reads_aloud and not self.is_on else None
        if self.is_on and not was_on:
            self._is_failure_told = False
            self.speech.try_again()
        if (self.is_on and not was_on) or reader is not self.narrator.reader:
            self.narrator.reader = reader
            self.narrator.reset()

    def greet(self) -> None:
        """Say that the mode is on and which keys it has, or that it is off."""
        self.narrator.report_press()
        self.narrator.say(
            mode_announcement(on=self.is_on), *(label_with_text(row.cap, row.about) for row in key_rows() if self.is_on)
        )

    def pop_failure(self) -> bool:
        """Return True, only once, if the mode is on but cannot be heard."""
        is_news = self.is_on and self.speech.has_failed and not self._is_failure_told
        self._is_failure_told = self._is_failure_told or is_news
        return is_news

    def handle(self, event: Event, scenes: Sequence[Scene[Any]]) -> bool:
        """React to a key or mouse press; return True for a key of this mode, which then does nothing else."""
        if not self._is_heard or event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return False
        if event.type == pygame.KEYDOWN and event.key in _HUSH:
            self.narrator.silence()
            return False
        if event.type == pygame.KEYDOWN and event.key in _MODIFIERS:
            return False
        self.narrator.report_press()
        return event.type == pygame.KEYDOWN and not scenes[0].is_typed_key(event) and self._answer(event, scenes)

    def _answer(self, event: Event, scenes: Sequence[Scene[Any]]) -> bool:
        """Say what a key of the mode asks for; return False for other keys, or if there is nothing to say."""
        key, narrator = keycode_of(event), self.narrator
        held = event.mod & _COMMAND
        if held and not held & ~pygame.KMOD_CTRL and _FIRST <= key < _FIRST + _MOST_RIVALS:
            return narrator.read_rival(scenes, key - _FIRST + 1)
        if held:
            return False
        if key == _READ:
            narrator.read_screen(scenes[0])
            return True
        step = -1 if event.mod & pygame.KMOD_SHIFT else 1
        asked: dict[int, Callable[[], bool]] = {
            pygame.K_c: lambda: narrator.read_hand(scenes),
            pygame.K_s: lambda: narrator.read_own_side(scenes),
            pygame.K_r: lambda: narrator.read_next_rival(scenes, step),
            pygame.K_k: lambda: narrator.read_road(scenes),
            pygame.K_l: lambda: narrator.read_last_move(scenes),
        }
        return key in asked and asked[key]()

    def update(self, scenes: Sequence[Scene[Any]], now_s: float, *, has_changed: bool) -> None:
        """Say what may be new, once a frame; ``scenes`` are the visible ones, topmost first."""
        if self.narrator.reader is None and self.reader.reads_aloud and not self.is_on:
            self._yield_to_reader()
        elif self.narrator.reader is not None and not self.reader.reads_aloud:
            self._change_speaker(was_on=False)
        if self._is_heard and (has_changed or self.narrator.is_behind):
            self.narrator.update(scenes, now_s)

    def _yield_to_reader(self) -> None:
        """Stop the voice because a screen reader became active, and say how to switch the voice on again."""
        if self._is_wished:
            self.narrator.silence()
            self.narrator.say(_("Your screen reader reads the game now. F8 turns speech on again."))
        self._change_speaker(was_on=False)

    def say(self, words: str) -> None:
        """Say a text that is shown above all scenes, such as a toast."""
        if self._is_heard:
            self.narrator.say(words)

    def close(self) -> None:
        self.speech.close()
