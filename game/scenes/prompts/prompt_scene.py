"""The plate on which the table asks something in mid-game. There is no clock, the game waits.

Put aside it shrinks into the turn plate, and it grows out of it again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.i18n import _
from game.i18n.punctuation import chained
from game.scenes.dialogs import FRAME_SHADOW, framed_plate, plate_frame
from game.scenes.host import Host
from game.session.actions import Action
from game.ui.animation import Animation, Timeline, inout
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.keys import asks
from game.ui.widgets import Button, IconButton, Style, Widget
from game.words.keys import Answering

_ASIDE_S, _BACK_S, _FADE_S = 0.26, 0.22, 0.16
_LEAST: Final = 8  # px: what is smaller is not drawn any more


@dataclass(frozen=True, slots=True, eq=False)
class Shrinking:
    """A picture that goes from its place to another one, or back with ``is_back``; one that ``fades`` stays there."""

    picture: Surface
    place: Rect
    nook: Rect
    is_back: bool
    fades: bool

    def draw(self, surface: Surface, size: float) -> None:
        """Draw so much of it: 1 is all of it at its place, 0 nothing at the other."""
        if self.fades:
            picture = pygame.transform.smoothscale(self.picture, self.place.size)
            picture.set_alpha(round(255 * size))
            surface.blit(picture, self.place)
            return
        place = _between(self.nook, self.place, size)
        if min(place.size) >= _LEAST:
            surface.blit(pygame.transform.smoothscale(self.picture, place.size), place)


def _between(a: Rect, b: Rect, part: float) -> Rect:
    x, y, w, h = (round(one + (other - one) * part) for one, other in zip(tuple(a), tuple(b), strict=True))
    return Rect(x, y, w, h)


_VEIL: Final = 0.62
_VEILED_PX: Final = 4_000_000  # a larger window has no veil that fades: it takes 10 ms of every frame at 4K
_SIDE_BY_SIDE_FROM: Final = 1.15  # of the window's height: a narrower one has the parts one above the other
_PICTURED_PX: Final = 1400
_ROOMY: Final = 1150  # px: from that width of the plate on the hint's button has its word


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of what an answer brings, behind its icon; without one it is said large."""

    words: str
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class PromptWords:
    """A prompt in words: heading, what happened and what it brings, and the two answers."""

    icon: str
    title: str
    facts: tuple[Fact, ...]
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class PromptAnswers:
    """Whom the prompt tells: ``give`` gets the move chosen, ``hint`` is asked for a hint or to put it away.

    ``put_aside`` is told that the player wants to look at the table; ``nook`` is where on it the question waits.
    ``take_back`` gets every press first: one that takes a move back closes the question.
    """

    give: Callable[[Move], None]
    hint: Callable[[], None]
    put_aside: Callable[[], None]
    nook: Callable[[], Rect]
    take_back: Callable[[Event], bool]


class PromptScene(TimedFormScene[Host]):
    """A red-headed plate above the table, with two answers; Escape puts it aside, H asks for a hint.

    ``ask`` puts the question into the words of the language in use; ``moves`` are yes and no. A subclass lays out the
    plate below its head and draws it. The same scene is shown again when the player comes back to the question.
    """

    text_limit = (1.5, 1.7)
    opaque = False
    _asked: PromptWords
    """The question as it was laid out last; ``build`` sets it."""

    def __init__(
        self, app: Host, name: str, ask: Callable[[], PromptWords], moves: tuple[Move, Move], answers: PromptAnswers
    ) -> None:
        super().__init__(app)
        self.name = name
        self._ask = ask
        self._moves = moves
        self._answers = answers
        self._is_advised = False
        self._advised: Move | None = None
        self._why: Callable[[], str] = str
        self._is_aside = False
        self._way: Shrinking | None = None
        self._plate = self._head = self._look_box = self._hint_box = Rect(0, 0, 0, 0)

    def enter(self, app: Host) -> None:
        """Lay out; the ring shows at once what Enter does."""
        super().enter(app)
        self.controls.focus(self.first_focus, ring=True)
        if self._is_aside:
            self._is_aside = False
            self._set_out(is_back=True)

    # -- answers --------------------------------------------------------------------------------------------------

    def escape(self) -> None:
        """Put the question aside: to say no is never a slip."""
        self.look()

    def look(self) -> None:
        """Put the question aside, and look at the table."""
        self._is_aside = True
        self._answers.put_aside()
        self._set_out(is_back=False)

    def give(self, move: Move) -> None:
        """Answer."""
        self.app.pop(self)
        self._answers.give(move)

    def ask_hint(self) -> None:
        """Ask for a hint, or put it away."""
        self._answers.hint()

    @property
    def title(self) -> str:
        """What is asked, as a heading."""
        return self._ask().title

    @property
    def icon(self) -> str:
        """The sign of what is asked."""
        return self._ask().icon

    def rules_topic(self) -> str:
        """The section about what is asked."""
        return "end" if self.name == "extension" else self.name

    # -- on its way -----------------------------------------------------------------------------------------------

    def _set_out(self, *, is_back: bool) -> None:
        place, frame = self._plate, plate_frame(self.t) + round(FRAME_SHADOW * self.t)
        place = place.inflate(2 * frame, 2 * frame).clip(self.bounds)
        fades = self.app.settings.reduced_motion
        self._way = Shrinking(self._pictured(place), place, self._answers.nook(), is_back, fades)
        duration_s = _FADE_S if fades else _BACK_S if is_back else _ASIDE_S
        way = Animation(duration_s=duration_s, easing=inout)
        self.timeline = Timeline(self.app.now_s, 1 if fades else self.app.settings.speed.factor, {"way": way})

    def _pictured(self, place: Rect) -> Surface:
        """The plate alone, with what lies on it."""
        whole = Surface(self.bounds.size, pygame.SRCALPHA)
        self._paint_plate(whole)
        self.controls.draw(whole, self.t)
        picture = whole.subsurface(place)
        across = min(place.w, _PICTURED_PX)  # what is scaled in every frame is small; on its way nobody reads it
        return pygame.transform.smoothscale(picture, (across, round(across * place.h / place.w)))

    def update(self, now_s: float) -> None:
        """Close when the plate has gone, and rest when it has come back."""
        super().update(now_s)
        if not self.timeline.is_running:
            self._arrive()

    def is_moving(self) -> bool:
        """Whether the plate is on its way."""
        return self._way is not None

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out for the new size; what was on its way has arrived."""
        super().resize(size)
        self._arrive()

    def relabel(self) -> None:
        """Lay out in the new language; what was on its way has arrived."""
        super().relabel()
        self._arrive()

    def _arrive(self) -> None:
        """End the way, and close after that to the table."""
        if self._way is not None:
            self._way = None
            self.timeline.skip()
            self.dirty = True
            if self._is_aside:
                self.app.pop(self)

    # -- events ---------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Besides the controls, take the key of the hint; a press while the plate is on its way only ends that."""
        if self._answers.take_back(event):
            return True
        if self._way is not None:
            if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
                self._arrive()
            return True
        if asks(event, Action.HINT):
            self.ask_hint()
            return True
        return super().handle(event)

    def pressed_by(self, event: Event) -> Hashable:
        """Nothing while the plate is on its way."""
        return None if self._way is not None else super().pressed_by(event)

    def pressable(self) -> Iterable[Hashable]:
        """Nothing while the plate is on its way."""
        return () if self._way is not None else super().pressable()

    # -- the hint -------------------------------------------------------------------------------------------------

    def advise(self, move: Move | None = None, why: Callable[[], str] = str) -> None:
        """Show a hint on the plate, ``why`` in the language in use; no move is one still being thought about.

        The focus leaves the hint's button, so that Enter does what it did at first.
        """
        self._is_advised, self._advised, self._why = True, move, why
        self.lay_out()
        if self.controls.focused is not None and self.controls.focused.id == "hint":
            self.controls.focus(self.first_focus, ring=True)

    def withdraw(self) -> None:
        """Show no hint any more."""
        self._is_advised = False
        self.lay_out()

    def _hints(self, asked: PromptWords) -> tuple[Fact, ...]:
        """The hint, if there is one."""
        if not self._is_advised:
            return ()
        if self._advised is None:
            return (Fact(_("One moment…"), "hint"),)
        words = _("Hint: {what}", what=asked.yes if self._advised is self._moves[0] else asked.no)
        why = self._why()
        return (Fact(chained([words, why]) if why else words, "hint"),)

    # -- layout ---------------------------------------------------------------------------------------------------

    @property
    def _is_beside(self) -> bool:
        """Whether the window has room for two columns."""
        return self.bounds.w >= _SIDE_BY_SIDE_FROM * self.bounds.h

    def _measure(self) -> None:
        """Set what every part goes by."""
        t = self.t
        self._pad, self._head_h = round(40 * t), max(54, round(112 * t))
        self._fact_px = max(text.MIN_NAME_PX, 23 * t)
        self._large_px = max(16.0, 27 * t)

    def _place_plate(self, width: int, height: int) -> None:
        """Put a plate of that size into the middle of the window, its head and the head's buttons with it."""
        self._plate = Rect(0, 0, width, height)
        self._plate.center = self.bounds.center
        self._head = Rect(self._plate.x, self._plate.y, width, self._head_h)
        high = max(36, round(0.56 * self._head_h))
        self._look_box = Rect(0, 0, Button.natural_width(_("Look at the table"), high, icon=True), high)
        self._look_box.midright = (self._head.right - round(0.7 * self._pad), self._head.centery)
        wide = Button.natural_width(_("Hint"), high, icon=True) if self._has_hint_word else high
        self._hint_box = Rect(self._look_box.x - round(0.5 * self._pad) - wide, self._look_box.y, wide, high)

    @property
    def _has_hint_word(self) -> bool:
        return self._plate.w >= _ROOMY

    def _head_buttons(self) -> list[Widget]:
        kind = Button if self._has_hint_word else IconButton
        return [
            Button("look", _("Look at the table"), self._look_box, on_press=self.look, style=Style.PAPER, icon="eye"),
            kind("hint", _("Hint"), self._hint_box, on_press=self.ask_hint, style=Style.PAPER, icon="hint"),
        ]

    def _facts_height(self, facts: Iterable[Fact], column: float) -> int:
        return sum(self._fact_height(fact, column) + self._gap(fact) for fact in facts)

    def _gap(self, fact: Fact) -> int:
        return round((8 if fact.icon else 16) * self.t)

    def _fact_height(self, fact: Fact, column: float) -> int:
        if fact.icon is None:
            return text.paragraph_height(fact.words, "O7", self._large_px, column)
        words = text.paragraph_height(fact.words, "B6", self._fact_px, column - self._indent)
        return max(words, round(self._roundel * 2))

    @property
    def _roundel(self) -> float:
        return 0.78 * self._fact_px

    @property
    def _indent(self) -> float:
        return 2.15 * self._fact_px

    # -- picture --------------------------------------------------------------------------------------------------

    def keys(self) -> Sequence[Answering]:
        """Which keys answer, in words."""
        raise NotImplementedError

    def paint_body(self, surface: Surface) -> None:
        """Draw what lies on the plate below its head."""
        raise NotImplementedError

    def render(self, surface: Surface, now_s: float) -> None:
        """Draw veil, plate and controls, or the plate on its way."""
        if self._way is None:
            super().render(surface, now_s)
            return
        gone = self.timeline.eased("way")
        size = gone if self._way.is_back else 1 - gone
        if surface.get_width() * surface.get_height() <= _VEILED_PX:
            draw.veil(surface, THEME.prompt_veil, _VEIL * size)
        self._way.draw(surface, size)

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, heading and what is asked."""
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        self._paint_plate(surface)
        self._paint_keys(surface)

    def _paint_plate(self, surface: Surface) -> None:
        framed_plate(surface, self._plate, self._head, self.t, THEME.red)
        self._paint_head(surface)
        self.paint_body(surface)

    def _paint_head(self, surface: Surface) -> None:
        asked = self._asked
        left, y = self._head.x + self._pad, self._head.centery
        size = 0.62 * self._head_h
        art.blit_icon(surface, asked.icon, (left + size / 2, y), size, THEME.gold_l)
        left += round(1.25 * size)
        right = self._hint_box.x - round(0.5 * self._pad)
        px = 62 * self.t
        note, note_px = _("No hurry, the game waits."), max(text.MIN_NAME_PX, 24 * self.t)
        used = text.draw(surface, asked.title, left, y, "O9", px, THEME.white, max_width=right - left, min_px=0.4 * px)
        if left + used + 2 * note_px + text.width(note, "B5", note_px) <= right:
            text.draw(surface, note, right, y, "B5", note_px, THEME.paper, anchor="r")

    def _paint_facts(self, surface: Surface, facts: Iterable[Fact], box: Rect) -> None:
        x, y, w, _h = box
        for fact in facts:
            height = self._fact_height(fact, w)
            if fact.icon is None:
                across = text.balanced(fact.words, "O7", self._large_px, w)
                text.paragraph(surface, fact.words, (x, y, across, height), "O7", self._large_px, THEME.text)
            else:
                self._paint_sign(surface, fact.icon, (x + self._roundel, y + min(height / 2, self._roundel * 1.02)))
                words = text.paragraph_height(fact.words, "B6", self._fact_px, w - self._indent)
                place = (x + self._indent, y + max(0, (height - words) / 2), w - self._indent, words + 2)
                text.paragraph(surface, fact.words, place, "B6", self._fact_px, THEME.text)
            y += height + self._gap(fact)

    def _paint_sign(self, surface: Surface, icon: str, middle: tuple[float, float]) -> None:
        """An icon in its roundel."""
        r = self._roundel
        draw.rounded(surface, (middle[0] - r, middle[1] - r, 2 * r, 2 * r), r, THEME.navy)
        art.blit_icon(surface, icon, middle, 1.15 * r, THEME.gold_l)

    def _paint_keys(self, surface: Surface) -> None:
        """A pill below the plate that says which keys answer, if there is room."""
        px = max(text.MIN_NAME_PX, 24 * self.t)
        said, icon, gap = self.keys(), round(1.6 * px), round(1.2 * px)
        widths = [text.width(one.words, "B5", px) + (icon if one.icon else 0) for one in said]
        pill = Rect(0, 0, round(sum(widths) + gap * (len(said) - 1) + 3 * px), round(2.2 * px))
        pill.midtop = (self._plate.centerx, self._plate.bottom + round(30 * self.t))
        if not said or pill.bottom >= self.bounds.bottom - 8 or pill.w > self.bounds.w - 16:
            return
        draw.rounded(surface, pill, pill.h / 2, THEME.prompt_veil)
        left = pill.x + 1.5 * px
        for one, width in zip(said, widths, strict=True):
            if one.icon:
                art.blit_icon(surface, one.icon, (left + 0.6 * px, pill.centery), 1.3 * px, THEME.white)
            text.draw(surface, one.words, left + (icon if one.icon else 0), pill.centery, "B5", px, THEME.white)
            left += width + gap


def legal_answers(observation: Observation, yes: MoveKind, no: MoveKind) -> tuple[Move, Move] | None:
    """The two moves that answer, yes and no; None if nothing of that kind is asked."""
    by_kind = {move.kind: move for move in observation.legal}
    return (by_kind[yes], by_kind[no]) if yes in by_kind and no in by_kind else None
