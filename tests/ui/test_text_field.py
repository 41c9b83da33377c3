"""A field that is typed into: letters, caret, input method, clipboard, and keys that are no shortcuts there."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect
from pygame.event import Event

from game.ui.widgets import FocusGroup, TextDraft, TextField, Widget
from tests.ui.placing import S, placed


class Form:
    """A field and a button below it."""

    def __init__(self, written: str = "", most: int = 8) -> None:
        self.told: list[str] = []
        self.entered = 0
        self.escaped = 0
        self.draft = TextDraft(written, most=most, accepts=lambda c: c.isalpha() or c == " ")
        self.field = placed(TextField(S, "name", "Name", self.draft, self.told.append, self._enter), 10, 10, 200, 40)
        self.button = Widget("done", "Done", Rect(10, 60, 200, 40))
        self.group = FocusGroup([self.field, self.button], on_escape=self._escape)
        self.group.focus("name")

    def _enter(self) -> None:
        self.entered += 1

    def _escape(self) -> None:
        self.escaped += 1

    def key(self, key: int, mod: int = 0) -> bool:
        return self.group.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))

    def type(self, typed: str) -> bool:
        return self.group.handle(Event(pygame.TEXTINPUT, text=typed))

    def compose(self, composed: str) -> None:
        self.group.handle(Event(pygame.TEXTEDITING, text=composed, start=0, length=0))


def test_text_field_reports_typed_text_as_far_as_it_is_accepted() -> None:
    form = Form()
    refused = []
    for typed in ("A", "n", "2", "na", " Mar", "\n", "ia"):
        form.type(typed)
        refused.append(form.draft.refused)
    assert form.draft.text == "Anna Mar"
    assert refused == ["", "", "2", "", "", "\n", "i"]
    assert form.told == ["A", "An", "An", "Anna", "Anna Mar", "Anna Mar", "Anna Mar"], "of what is refused too"
    assert form.field.value == "Anna Mar"
    form.key(pygame.K_BACKSPACE)
    assert form.draft.refused == ""


def test_accent_typed_alone_joins_the_letter_before_it() -> None:
    form = Form()
    for accent, letter in (("e\u0301", "é"), ("T\u0326", "Ț"), ("e\u0302\u0303", "ễ"), ("e\u0303\u0302", "ẽ")):
        for events in ([accent], [*accent]):  # as it is pasted, and as some keyboards tell it
            form.draft.set("n")
            for typed in events:
                form.type(typed)
            assert form.draft.text == f"n{letter}"


def test_accent_that_makes_no_letter_leaves_the_one_before_it() -> None:
    form = Form("Z")
    form.draft.accepts = lambda c: c in "Zz"
    form.type("\u0323")
    assert (form.draft.text, form.draft.refused) == ("Z", "\u0323")


@pytest.mark.parametrize(
    ("keys", "text", "caret"),
    [
        ([pygame.K_BACKSPACE], "Ann", 3),
        ([pygame.K_DELETE], "Anna", 4),
        ([pygame.K_LEFT, pygame.K_BACKSPACE], "Ana", 2),
        ([pygame.K_HOME, pygame.K_DELETE], "nna", 0),
        ([pygame.K_HOME, pygame.K_BACKSPACE], "Anna", 0),
        ([pygame.K_HOME, pygame.K_LEFT, pygame.K_RIGHT], "Anna", 1),
        ([pygame.K_HOME, pygame.K_END, pygame.K_RIGHT], "Anna", 4),
    ],
)
def test_caret_moves_in_the_text_and_keys_erase_on_both_sides(keys: list[int], text: str, caret: int) -> None:
    form = Form("Anna")
    for key in keys:
        assert form.key(key)
    assert (form.draft.text, form.draft.caret) == (text, caret)
    assert form.told == ([] if text == "Anna" else [text])


def test_letters_go_where_the_caret_is() -> None:
    form = Form("Ana")
    form.key(pygame.K_LEFT)
    form.type("n")
    assert (form.draft.text, form.draft.caret) == ("Anna", 3)


def test_mouse_puts_the_caret_between_the_nearest_letters() -> None:
    form = Form("Anna")
    for x, caret in ((12, 0), (205, 4)):
        form.group.handle(Event(pygame.MOUSEBUTTONDOWN, pos=(x, 30), button=1))
        form.group.handle(Event(pygame.MOUSEBUTTONUP, pos=(x, 30), button=1))
        assert form.draft.caret == caret
    assert form.entered == 0


def test_input_method_keeps_composed_letters_and_keys_to_itself() -> None:
    form = Form("An")
    form.compose("na")
    assert (form.draft.text, form.draft.composed, form.told) == ("An", "na", [])
    for key in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_TAB):
        assert form.key(key)
    assert (form.entered, form.escaped, form.field.focused) == (0, 0, True)
    form.type("na")
    assert (form.draft.text, form.draft.composed) == ("Anna", "")
    form.compose("x")
    form.compose("")
    assert form.draft.text == "Anna"


def test_text_field_takes_letters_and_space_and_leaves_other_keys() -> None:
    form = Form()
    assert all(form.key(key) for key in (pygame.K_m, pygame.K_h, pygame.K_SPACE))
    assert form.entered == 0
    form.key(pygame.K_RETURN)
    form.key(pygame.K_ESCAPE)
    assert (form.entered, form.escaped) == (1, 1)
    assert not form.key(pygame.K_F5)
    form.key(pygame.K_DOWN)
    assert form.button.focused
    assert not form.type("x")
    assert form.draft.text == ""


def test_clipboard_gives_and_takes_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    clipboard = ["Wolfgang\nAmadé 2"]
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: clipboard[-1])
    monkeypatch.setattr(pygame.scrap, "put_text", clipboard.append)
    form = Form(most=14)
    form.key(pygame.K_v, pygame.KMOD_LCTRL)
    assert form.draft.text == "Wolfgang Amadé"
    form.key(pygame.K_c, pygame.KMOD_LCTRL)
    form.key(pygame.K_x, pygame.KMOD_LMETA)
    assert clipboard[1:] == ["Wolfgang Amadé"] * 2
    assert (form.draft.text, form.told[-1]) == ("", "")


def test_missing_clipboard_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "get_text", fail)
    form = Form("Anna")
    assert form.key(pygame.K_v, pygame.KMOD_CTRL)
    assert (form.draft.text, form.told) == ("Anna", [])


def test_letter_made_with_altgr_is_typed() -> None:
    form = Form()
    assert form.key(pygame.K_c, pygame.KMOD_CTRL | pygame.KMOD_ALT)
    form.type("ć")
    assert form.draft.text == "ć"


def test_long_text_is_drawn_inside_its_field_with_the_caret_visible() -> None:
    form = Form("W" * 40, most=40)
    surface = pygame.Surface((400, 120))
    form.field.draw(surface, 1.0)
    beside = surface.subsurface(Rect(230, 0, 170, 120))
    assert not pygame.mask.from_threshold(beside, (31, 42, 51), (40, 40, 40, 255)).count()
    inside = surface.subsurface(Rect(180, 14, 24, 32))
    assert pygame.mask.from_threshold(inside, (31, 42, 51), (40, 40, 40, 255)).count()
