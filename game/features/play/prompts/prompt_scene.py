"""The dialog for the table's questions during a match. There is no time limit.

When the question is put aside, the dialog shrinks into the panel that says whose turn it is; it grows out of that panel
when the question is reopened.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.i18n import _
from game.i18n.punctuation import join_with_dashes
from game.scenes.dialogs import FRAME_SHADOW, PanelForm, frame_width_px, paint_framed_plate
from game.scenes.host import Host
from game.settings.bindings import Action
from game.ui import layout as ui
from game.ui.animation import Animation, Timeline, smoothstep
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.keys import Commands, run_command
from game.ui.widgets import ButtonStyle
from game.words.keys import AnswerHint

_ASIDE_S, _BACK_S, _FADE_S = 0.26, 0.22, 0.16
_LEAST = 8  # px: a smaller picture is not drawn


@dataclass(frozen=True, slots=True, eq=False)
class ShrinkAnimation:
    """The animation of a dialog's picture that shrinks from ``place`` into ``target``, or with ``is_back`` grows out.

    With ``fades`` the picture stays in its place and fades instead.
    """

    picture: Surface
    place: Rect
    target: Rect
    is_back: bool
    fades: bool

    def draw(self, surface: Surface, size: float) -> None:
        """Draw the picture at a moment: ``size`` is 1 for the whole dialog at its place, 0 for nothing."""
        if self.fades:
            picture = pygame.transform.smoothscale(self.picture, self.place.size)
            picture.set_alpha(round(255 * size))
            surface.blit(picture, self.place)
            return
        place = _between(self.target, self.place, size)
        if min(place.size) >= _LEAST:
            surface.blit(pygame.transform.smoothscale(self.picture, place.size), place)


def _between(a: Rect, b: Rect, part: float) -> Rect:
    x, y, w, h = (round(one + (other - one) * part) for one, other in zip(tuple(a), tuple(b), strict=True))
    return Rect(x, y, w, h)


_VEIL = 0.62
_VEILED_PX = 4_000_000  # larger windows have no fading veil, which takes 10 ms of every frame at 4K
_PICTURED_PX = 1400


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a question's text, with an icon before it; a line without an icon has larger letters."""

    words: str
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class PromptWords:
    """The texts of a question: its heading and icon, the facts that matter, and the two answers."""

    icon: str
    title: str
    facts: tuple[Fact, ...]
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class PromptCallbacks:
    """What a question calls: ``on_answer`` gets the move that answers, ``hint`` requests or dismisses a hint.

    ``put_aside`` is called when the player wants to look at the table; ``aside_rect`` returns the rectangle into which
    the question then shrinks. ``take_backs`` are the commands that take a move back or make it again, and so close the
    question. ``has_hints`` says whether the match allows hints.
    """

    on_answer: Callable[[Move], None]
    hint: Callable[[], None]
    put_aside: Callable[[], None]
    aside_rect: Callable[[], Rect]
    take_backs: Commands
    has_hints: bool = True


class PromptScene(TimedFormScene[Host], PanelForm):
    """A question with two answers, as a dialog above the table. Escape puts it aside, H requests a hint.

    ``ask`` returns the texts in the current language; ``moves`` are the moves for yes and no. A subclass builds the
    content. When the player reopens the question, the same scene is shown again.
    """

    opaque = False

    def __init__(
        self, app: Host, name: str, ask: Callable[[], PromptWords], moves: tuple[Move, Move], answers: PromptCallbacks
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
        self._shrinking: ShrinkAnimation | None = None

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.controls.focus(self.first_focus, ring=True)
        if self._is_aside:
            self._is_aside = False
            self._start_shrinking(is_back=True)

    # -- answers --------------------------------------------------------------------------------------------------

    def escape(self) -> None:
        self.put_aside()

    def put_aside(self) -> None:
        """Put the question aside, so that the player can look at the table."""
        self._is_aside = True
        self._answers.put_aside()
        self._start_shrinking(is_back=False)

    def answer(self, move: Move) -> None:
        """Close the dialog and answer with a move."""
        self.app.pop(self)
        self._answers.on_answer(move)

    def toggle_hint(self) -> None:
        """Request a hint, or dismiss the one that is shown."""
        self._answers.hint()

    @property
    def title(self) -> str:
        return self._ask().title

    @property
    def icon(self) -> str:
        return self._ask().icon

    def rules_topic(self) -> str:
        return "end" if self.name == "extension" else self.name

    # -- on its way -----------------------------------------------------------------------------------------------

    def _start_shrinking(self, *, is_back: bool) -> None:
        t = self.scale.default_text_scale
        place, frame = self._plate, frame_width_px(t) + round(FRAME_SHADOW * t)
        place = place.inflate(2 * frame, 2 * frame).clip(self.bounds)
        fades = self.app.settings.person.reduced_motion
        self._shrinking = ShrinkAnimation(self._pictured(place), place, self._answers.aside_rect(), is_back, fades)
        duration_s = _FADE_S if fades else _BACK_S if is_back else _ASIDE_S
        way = Animation(duration_s=duration_s, easing=smoothstep)
        self.timeline = Timeline(self.app.now_s, 1 if fades else self.app.settings.person.speed.factor, {"way": way})

    def _pictured(self, place: Rect) -> Surface:
        """Return a picture of the dialog in the rectangle ``place``, without the table behind it."""
        whole = Surface(self.bounds.size, pygame.SRCALPHA)
        self.root.paint(whole)
        self.controls.draw(whole, self.text_scale)
        picture = whole.subsurface(place)
        across = min(place.w, _PICTURED_PX)  # small, as it is scaled in every frame; nobody reads it in motion
        return pygame.transform.smoothscale(picture, (across, round(across * place.h / place.w)))

    def update(self, now_s: float) -> None:
        super().update(now_s)
        if not self.timeline.is_running:
            self._finish_shrinking()

    def is_moving(self) -> bool:
        return self._shrinking is not None and self.timeline.is_running

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        self._finish_shrinking()

    def rebuild_layout(self) -> None:
        super().rebuild_layout()
        self._finish_shrinking()

    def _finish_shrinking(self) -> None:
        """End the animation; if the question was put aside, also close the dialog.

        Below another screen it waits, since closing the dialog would close that one too.
        """
        if self._shrinking is not None and self.app.scene is self:
            self._shrinking = None
            self.timeline.skip_to_end()
            self.dirty = True
            if self._is_aside:
                self.app.pop(self)

    # -- events ---------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        # Any other press while the plate is still moving only ends the animation.
        if run_command(event, self._answers.take_backs):
            return True
        if self._shrinking is not None:
            if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
                self._finish_shrinking()
            return True
        return super().handle(event)

    def commands(self) -> Commands:
        return {Action.HINT: self.toggle_hint}

    def press_target(self, event: Event) -> Hashable:
        return None if self._shrinking is not None else super().press_target(event)

    def pressable_ids(self) -> Iterable[Hashable]:
        return () if self._shrinking is not None else super().pressable_ids()

    # -- the hint -------------------------------------------------------------------------------------------------

    def show_hint(self, move: Move | None = None, why: Callable[[], str] = str) -> None:
        """Show a hint: the move to choose, and ``why``, which returns the reason in the current language.

        Without a move, show that the hint is still being computed. The focus leaves the button for hints, so that Enter
        presses the button that had the focus first.
        """
        self._is_advised, self._advised, self._why = True, move, why
        self.lay_out()
        if self.controls.focused is not None and self.controls.focused.id == "hint":
            self.controls.focus(self.first_focus, ring=True)

    def hide_hint(self) -> None:
        self._is_advised = False
        self.lay_out()

    # -- layout ---------------------------------------------------------------------------------------------------

    @property
    def _plate(self) -> Rect:
        return self.root.children[0].rect

    def question_plate(
        self, asked: PromptWords, ways: Sequence[Callable[[], ui.Box]], answers: ui.Box, wide: float
    ) -> ui.Box:
        """Return the dialog with its heading, its content and the answers.

        ``ways`` return layouts of the content, of which the first that fits is used; the line about the keys is left
        out before the second one is tried. ``wide`` is the dialog's greatest width, in text units.
        """
        s = self.scale
        tools = ui.Row(
            ui.Button(
                s, "hint", _("Hint"), self.toggle_hint, style=ButtonStyle.PAPER, icon="hint", role=ui.ROLES.label,
                enabled=self._answers.has_hints,
            ),
            ui.Button(s, "look", _("Look at the table"), self.put_aside, style=ButtonStyle.PAPER, icon="eye",
            role=ui.ROLES.label),
            gap=s.text_px(16),
        )  # fmt: skip
        room = min(wide * s.text_scale, self.bounds.w - s.text_px(40)) - s.text_px(240)
        title = text.width(asked.title, ui.ROLES.alert.face, s.px(ui.ROLES.alert))
        aside = tools if title + tools.width_range()[1] <= room else None

        def told(way: Callable[[], ui.Box], *, has_keys: bool) -> ui.Box:
            parts = None if aside else tools, way(), *self._hints(asked), self._keys() if has_keys else None
            return ui.Column(*parts, gap=s.text_px(20))

        contents = [partial(told, ways[0], has_keys=True), *(partial(told, way, has_keys=False) for way in ways)]
        return self.plate(
            asked.title, contents, answers, wide=wide, ground=_framed, role=ui.ROLES.alert, icon=asked.icon, aside=aside
        )

    def _hints(self, asked: PromptWords) -> Sequence[ui.Box]:
        """Return the lines of the hint; none if no hint is shown."""
        if not self._is_advised:
            return ()
        if self._advised is None:
            return self.fact_rows([Fact(_("One moment…"), "hint")], "fact.hint")
        words = _("Hint: {what}", what=asked.yes if self._advised is self._moves[0] else asked.no)
        why = self._why()
        return self.fact_rows([Fact(join_with_dashes([words, why]) if why else words, "hint")], "fact.hint")

    def fact_rows(self, facts: Iterable[Fact], id: str = "fact") -> list[ui.Box]:
        return [self._fact(fact, f"{id}{n}") for n, fact in enumerate(facts)]

    def _fact(self, fact: Fact, id: str) -> ui.Box:
        s = self.scale
        if fact.icon is None:
            return ui.Label(s, fact.words, ui.ROLES.name, balanced=True, id=id)
        return ui.Row(
            self.circled_icon(fact.icon), ui.Label(s, fact.words, ui.ROLES.body, grow=1, id=id), gap=s.text_px(14)
        )

    def circled_icon(self, icon: str) -> ui.Box:
        side = round(1.5 * self.scale.px(ui.ROLES.body))
        return ui.Canvas(lambda surface, rect: draw.icon_disc(surface, icon, *rect.center, side / 2), side, side)

    def _keys(self) -> ui.Box:
        """Return the line of text that says which keys answer, and that there is no hurry."""
        s, px = self.scale, round(1.3 * self.scale.px(ui.ROLES.small))
        said = [
            ui.Row(
                ui.Icon(one.icon, px, THEME.text2) if one.icon else None,
                ui.Label(s, one.words, ui.ROLES.small, THEME.text2, one_line=True), gap=px // 4,
            )
            for one in self.keys()
        ]  # fmt: skip
        waits = ui.Label(s, _("No hurry, the game waits."), ui.ROLES.small, THEME.text2, one_line=True)
        return ui.Row(*said, ui.Spacer(), waits, gap=px)

    # -- picture --------------------------------------------------------------------------------------------------

    def keys(self) -> Sequence[AnswerHint]:
        """Return the texts that say which keys give which answer."""
        raise NotImplementedError

    def render(self, surface: Surface, now_s: float) -> None:
        if self._shrinking is None:
            super().render(surface, now_s)
            return
        gone = self.timeline.eased_progress("way")
        size = gone if self._shrinking.is_back else 1 - gone
        if surface.get_width() * surface.get_height() <= _VEILED_PX:
            draw.veil(surface, THEME.prompt_veil, _VEIL * size)
        self._shrinking.draw(surface, size)

    def paint(self, surface: Surface) -> None:
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        super().paint(surface)


def _framed(surface: Surface, plate: Rect, head: Rect, t: float) -> None:
    paint_framed_plate(surface, plate, head, t, THEME.red)


def legal_answers(observation: Observation, yes: MoveKind, no: MoveKind) -> tuple[Move, Move] | None:
    """Return the legal moves of the kinds ``yes`` and ``no``, or None if the position does not ask that question."""
    by_kind = {move.kind: move for move in observation.legal}
    return (by_kind[yes], by_kind[no]) if yes in by_kind and no in by_kind else None
