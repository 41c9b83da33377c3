"""The first lesson: the table with a coach beside it, who lets only the taught move through, and what comes after.

What is told and taught is the script's (``game.session.lesson``); the record of the moves says how far it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.cards import Card, Pile
from game.engine.moves import Move
from game.engine.observation import Phase
from game.i18n import _, _p, _r, language
from game.scenes import background
from game.scenes.dialogs import paper_plate
from game.scenes.host import Host
from game.scenes.menu import MenuScene
from game.scenes.score.scene import LegScoreScene
from game.scenes.score.standings import Standings
from game.scenes.table.scene import TableScene
from game.session.actions import Action
from game.session.lesson import COACH, COURSES, NOT_NOW, PUPIL, Beat, beat, notes, rules_to_follow, tasks_done
from game.session.settings import LessonPlace
from game.session.setup import DEFAULT_PLAN, Plan, may_extend, with_legs, with_rules
from game.session.wall_clock import present_s
from game.table.animation.choreography import TakeOff
from game.table.coach import ROAD, button_height, coach_places
from game.table.targets import discarding, goes_to
from game.table.view import DRAW, CoachShown, pile_id
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import art, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import Button, Style, Toggle, Widget
from game.ui.widgets.widget import PRESS_KEYS
from game.words.keys import key_of
from game.words.lesson import Words, lesson_words, praise, watch_words
from game.words.matches import standing, summary
from game.words.names import driver_name
from game.words.settings import setting_name

_GO_ON: Final = "go_on"
_OWN_BATTLE, _OWN_SPEED = pile_id(Pile.BATTLE, PUPIL), pile_id(Pile.SPEED, PUPIL)
_RIVALS_BATTLE: Final = pile_id(Pile.BATTLE, 1 - PUPIL)
POINTS_AT: Final[dict[str, tuple[str, ...]]] = {
    "goal": (ROAD,),
    "hand": (DRAW,),
    "stopped": (_OWN_BATTLE,),
    "go_again": (_OWN_BATTLE,),
    "hazard": (_OWN_BATTLE,),
    "remedy": (_OWN_BATTLE,),
    "limit": (_OWN_SPEED,),
    "behind": (ROAD,),
    "attacked": (_RIVALS_BATTLE,),
    "safety": ("driving_ace",),
    "after_coup_fourre": (pile_id(Pile.SAFETIES, PUPIL),),
    "last_card": (ROAD,),
    "finish": (ROAD,),
}
"""The places that a note or a task speaks of; what a task marks anyway is not pointed at again."""


class LessonScene(TableScene):
    """The lesson of ``app.session``; a note waits until it was read, a task until it was done."""

    name = "lesson"
    is_coached = True

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._entered_at: int | None = None
        self._at = -1
        self._read = 0
        self._rules = self.session.setup.rules
        self._left = self._kept = app.settings.lesson or LessonPlace(rules=self._rules)
        self._is_relabelled = False
        self._has_declined = self._is_first_time = False
        self._is_marked = self._is_shown = False
        self._said: tuple[str | None, str | None] = (None, None)

    def enter(self, app: Host) -> None:
        """Show what is there; what was read before is not said again."""
        super().enter(app)
        self._entered_at = len(self.session.observation.moves)
        self._follow_script()

    def _lay_out(self) -> None:
        focused, shows_ring = self.controls.focused, self.controls.shows_ring
        super()._lay_out()
        self._place_button()
        self.controls.focus(focused.id if focused is not None else None, ring=shows_ring)

    def relabel(self) -> None:
        """Write everything in the new language, whose usual rule set may be another."""
        super().relabel()
        self._is_relabelled = True

    # -- where the lesson stands --------------------------------------------------------------------------------------

    @property
    def _note(self) -> str | None:
        """The note that is to be read now: nothing goes on before."""
        if self.animation.current is not None or self._entered_at is None:
            return None
        if self._has_declined:
            return NOT_NOW
        played = len(self.animation.observation.moves)
        left = notes(self.animation.observation)[self._read if played == self._at else 0 :]
        return left[0] if left and played >= self._entered_at else None

    @property
    def _task(self) -> str | None:
        """What the pupil is to do now, if nothing is to be read before."""
        now = beat(self.animation.observation)
        if now is None or not now.task or self._note is not None or not self.animation.is_over:
            return None
        return now.task if self.animation.observation.phase is Phase.TURN and self.animation.observation.legal else None

    def _is_taught(self, move: Move) -> bool:
        now = beat(self.animation.observation)
        return now is not None and now.move == move

    def update(self, now_s: float) -> None:
        """Go on, and let the coach follow."""
        super().update(now_s)
        self._follow_script()
        if self._is_relabelled and self.stage.is_on_top and self.is_settled() and self.hand.hold is None:
            self._is_relabelled = False
            self._follow_language()

    def _follow_language(self) -> None:
        """Go on by the rule set that the first match will have in this language, where that makes no other course."""
        wished = self.app.settings.last_plan(language()).setup.rules
        if rules_to_follow(wished, self._rules, self._at) != self._rules:
            self.app.start_lesson()

    def _follow_script(self) -> None:
        """Forget what was read at another moment, and mark what is to be done as soon as the hand is free."""
        played = len(self.animation.observation.moves)
        if played != self._at:
            self._at, self._is_marked, self._is_shown = played, False, False
            self._read = self._left.notes_read if played == self._left.moves else 0
            if self.animation.observation.phase is Phase.OVER:
                self._finish()
        self._keep_place()
        said = (self._note, self._task)
        if said != self._said:
            self._said = said
            self._place_button()
            self.stage.touch()
        if self._task is not None and not self._is_marked and self.hand.hold is None and self.stage.is_on_top:
            self._is_marked = True
            if not self._beats[played].is_open:
                self._mark()

    def _finish(self) -> None:
        """Remember that the lesson was followed to its end, and when it was so first."""
        settings = self.app.settings
        self._is_first_time = settings.school_s is None
        school_s = settings.school_s or present_s()
        self.app.save_settings(replace(settings.with_school(school_s), knows_game=True))

    def _keep_place(self) -> None:
        """Remember how far the lesson is, so that it goes on there."""
        moves = len(self.session.observation.moves)
        place = LessonPlace(moves, self._read if moves == self._at else 0, self._rules)
        if place != self._kept:
            self._kept = place
            self.app.save_settings(replace(self.app.settings, lesson=place))

    def _mark(self) -> None:
        """Raise the card of the task and light its pile."""
        move = self._beats[self._at].move
        self._is_shown = True
        if move.card in self.hand.cards:
            self.hand.suggest(self.hand.cards.index(move.card), goes_to(move, PUPIL))
            self.stage.touch()

    def _go_on_reading(self) -> None:
        if self._has_declined:
            self._has_declined = False
        else:
            self._read += 1
        self._follow_script()

    # -- the coach's plate --------------------------------------------------------------------------------------------

    def coach(self) -> CoachShown | None:
        """The note or the task in words; while somebody moves, what goes on."""
        now = self._note or self._task
        if now is None and self.animation.observation.phase is Phase.OVER:
            return None
        words = lesson_words(now, self.animation.observation, self._rival) if now else self._meanwhile
        done, of = tasks_done(self.animation.observation)
        button_w = self._button_w if self._note else 0
        points_at = () if now is None or self._is_shown else POINTS_AT.get(now, ())
        return CoachShown(COACH, *words, done / of, button_w, points_at, self._asks)

    @property
    def _meanwhile(self) -> Words:
        """What is said while a move is shown or waited for: who has the next one, or still what is to be done."""
        at = len(self.animation.observation.moves)
        now, *later = self._beats[at : at + 2]
        if now.move.seat != PUPIL:
            return watch_words(self._rival)
        if self.match.pending_move is not None or len(self.session.observation.moves) > at:
            return praise(later[0].move.seat if later else None, self._rival)
        left = (*now.notes[self._read if at == self._at else 0 :], now.task or now.notes[-1])
        return lesson_words(left[0], self.animation.observation, self._rival)

    @property
    def _beats(self) -> tuple[Beat, ...]:
        return COURSES[self._rules].beats

    @property
    def _asks(self) -> bool:
        """Whether the pupil is to find the card, and has not been shown it after a wrong try."""
        now = beat(self.animation.observation)
        return self._task is not None and now is not None and now.is_open and not self._is_shown

    @property
    def _rival(self) -> str:
        return driver_name(self.session.players[1 - PUPIL].driver or "")

    @property
    def _button_w(self) -> int:
        return Button.natural_width(_next(), button_height(self.stage.text_factor), icon=True)

    def _place_button(self) -> None:
        """Put the button to go on where a note is to be read, so that Enter presses it; else take it away."""
        others = [widget for widget in self.controls.widgets if widget.id != _GO_ON]
        if self._note is None:
            self.controls.replace(others)
            return
        place = coach_places(self.picture.places.layout, self._button_w).button
        button = Button(_GO_ON, _next(), place, on_press=self._go_on_reading, style=Style.RED, icon="arrow")
        self.controls.replace([*others, button])
        self.controls.focus(_GO_ON, ring=True)

    def handle(self, event: Event) -> bool:
        """Besides what the table does, Enter goes on reading wherever the mouse was pressed before."""
        is_free = self.controls.focused is None and self.hand.selected is None
        if event.type == pygame.KEYDOWN and event.key in PRESS_KEYS and self._note is not None and is_free:
            self._go_on_reading()
            return True
        return super().handle(event)

    def pressed_by(self, event: Event) -> Hashable:
        """Of every note that is read on it is another press."""
        taken = super().pressed_by(event)
        is_free = event.type == pygame.KEYDOWN and taken is None
        return (_GO_ON, self._note, self._at) if self._note and (is_free or taken == _GO_ON) else taken

    def pressable(self) -> Iterable[Hashable]:
        """With the note that is to be read on."""
        return [(_GO_ON, self._note, self._at) if taken == _GO_ON else taken for taken in super().pressable()]

    def nodes(self) -> list[Node]:
        """What the coach says comes first."""
        said, layout = self.stage.view.coach, self.picture.places.layout
        if said is None or layout.coach is None:
            return super().nodes()
        return [
            Node("coach", plain(said.head), "text", node_rect(layout.coach), value=plain(said.body)),
            *super().nodes(),
        ]

    # -- what holds the table back ------------------------------------------------------------------------------------

    def _may_begin(self) -> bool:
        return super()._may_begin() and self._note is None

    def _follow_up(self) -> None:
        if self._note is None:
            super()._follow_up()

    def _show_score(self) -> None:
        """The leg's score sheet, and behind it the lesson's end."""
        app, standings, is_first_time = self.app, Standings.of(self.session), self._is_first_time
        rules_id = self._rules

        def end() -> None:
            app.go_to(LessonEndScene(app, rules_id, is_first_time=is_first_time))

        app.go_to(LegScoreScene(app, standings, end, lambda: open_lesson_menu(app)))

    def open_menu(self) -> None:
        """Open the menu."""
        open_lesson_menu(self.app)

    def is_settled(self) -> bool:
        """A note rests until it was read."""
        return super().is_settled() or (self._note is not None and not self.is_busy)

    # -- moves --------------------------------------------------------------------------------------------------------

    def play(self, move: Move, take_off: TakeOff) -> None:
        """Make the move if it is the one that is taught, read or not; any other card returns to the hand."""
        if self._is_taught(move):
            self._read = len(notes(self.animation.observation))
            super().play(move, take_off)
        else:
            self._refuse()
            self.hand.fly_back(take_off.index, self.hand.waiting_pose(take_off))

    def ask_discard(self, card: Card) -> None:
        """Ask only about the discard that is taught."""
        if self._is_taught(discarding(self.match.observation, card)):
            super().ask_discard(card)
        else:
            self._refuse()

    def _refuse(self) -> None:
        """Say that something else is taught now, and mark it."""
        self.hand.let_go()
        if self._note is not None:
            self.match.say_no(_("Read on first."))
        else:
            self._mark()
            self.match.say_no(_("That’s allowed, but try the marked card now."))

    def _answer(self, move: Move) -> None:
        """The prompt's answer; without the one that is taught it is asked again."""
        if self._is_taught(move):
            super()._answer(move)
        else:
            self.questions.close()
            self._has_declined = True
            self._follow_script()


def open_lesson_menu(app: Host) -> None:
    """The menu, which says what becomes of the lesson."""
    app.push(MenuScene(app, note=lambda: _("The lesson goes on where you leave off.")))


def _next() -> str:
    # Translators: on a button: read on. Short.
    return _p("lesson", "Go on")


@dataclass(frozen=True, slots=True)
class _Fact:
    """Something worth knowing, behind its icon, and how high it is set."""

    icon: str
    words: str
    height: int = 0


@dataclass(frozen=True, slots=True)
class _Choice:
    """A way on, large, and below it what it starts."""

    id: str
    words: str
    about: str
    act: Callable[[], None]
    icon: str


class LessonEndScene(FormScene[Host]):
    """What is worth knowing beside the rules, and the ways on; a match that was left comes first.

    All is said in the words of the rule set that was learned, and who has chosen none yet goes on by it. The first
    time an easy start is offered, by a switch that need not be noticed.
    """

    text_limit = (1.35, 1.7)
    name = "lesson_end"

    def __init__(self, app: Host, rules_id: str, *, is_first_time: bool) -> None:
        super().__init__(app)
        self._rules = rules_id
        self._has_chosen = app.settings.plan is not None or app.settings.race is not None
        self._saved = app.files.latest_match()
        self._before = app.settings
        self._is_easy_offered = is_first_time and not app.settings.is_easy
        self.first_focus = self._choices[0].id
        app.save_settings(replace(app.settings, lesson=None))

    def escape(self) -> None:
        """Back to the title."""
        self.app.go_home()

    def _start_race(self) -> None:
        self.app.start_match(self._by_choice(self.app.settings.race_plan(language())))

    def _by_choice(self, plan: Plan) -> Plan:
        """The plan as the player has chosen it, else by the rules just learned."""
        if self._has_chosen:
            return plan
        by_lesson = with_rules(plan, self._rules)
        return with_legs(by_lesson, 1) if plan.is_quick_race else by_lesson

    @property
    def _choices(self) -> tuple[_Choice, _Choice]:
        """The two ways on, the likelier first."""
        app, saved, settings, rules_id = self.app, self._saved, self.app.settings, self._rules
        race_about = summary(self._by_choice(settings.race_plan(language())), rules_id)
        race = _Choice("race", _("Quick race"), race_about, self._start_race, "lap")
        if saved is None:
            match = self._by_choice(settings.match_plan(language()))
            play, about = _r(rules_id, "Play a match"), summary(match, rules_id)
            return race, _Choice("play", play, about, lambda: app.start_match(match), "flag")
        about = standing(saved, rules_id)
        return _Choice("play", _("Continue"), about, lambda: app.resume_match(saved), "play"), race

    def _make_easy(self, is_easy: bool) -> None:
        """Set all that makes a start easy, or all of it as it was before."""
        settings, before = self.app.settings, self._before
        if is_easy:
            changed = settings.with_easy_start(language(), is_easy=True)
        else:
            plans = {name: getattr(before, name) for name in ("plan", "race", "shared")}
            changed = replace(settings, assist=before.assist, pace=before.pace, **plans)
        self.app.save_settings(changed)

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """A plate in the middle: portrait and facts, below them the two ways on, and what else there is at its foot."""
        t, window = self.t, self.bounds
        pad, gap = round(36 * t), round(18 * t)
        width = min(window.w - 2 * pad, round(1100 * t))
        head, large, about, small = round(92 * t), max(44, round(76 * t)), round(34 * t), max(36, round(54 * t))
        self._px = max(text.MIN_NAME_PX, 25 * t)
        self._across = min(round(190 * t), round(0.26 * width))
        column = width - 3 * pad - self._across
        self._facts = self._measured(column)
        body = max(self._across, sum(fact.height for fact in self._facts))
        easy = max(44, round(76 * t)) if self._is_easy_offered else 0
        ways = large + about + gap + small
        self._plate = Rect(0, 0, width, head + 3 * pad + body + easy + ways)
        self._plate.center = window.center
        self._head = Rect(self._plate.x, self._plate.y, width, head)
        self._column = Rect(self._plate.right - pad - column, self._head.bottom + pad, column, body)
        foot = Rect(self._plate.x + pad, self._plate.bottom - pad - small, width - 2 * pad, small)
        row = Rect(foot.x, self._plate.bottom - pad - ways, foot.w, large)
        above = Rect(row.x, row.y - round(0.6 * pad) - easy, row.w, easy)
        self._abouts = [Rect(half.x, half.bottom, half.w, about) for half in _halves(row, gap)]
        return [*self._easy(above), *self._large(row, gap), *self._small(foot, gap)]

    def _easy(self, row: Rect) -> list[Widget]:
        """The switch for an easy start, where it is offered."""
        if not self._is_easy_offered:
            return []
        note = _("For the first races: your best card marked, a slow pace, gentle opponents.")
        switch = Toggle(
            "easy_start", setting_name("easy_start"), row, on=self.app.settings.is_easy, words=(_("on"), _("off")),
            note=note, on_change=self._make_easy,
        )  # fmt: skip
        return [switch]

    def _large(self, row: Rect, gap: int) -> list[Widget]:
        return [
            Button(choice.id, choice.words, rect, on_press=choice.act, style=style, icon=choice.icon)
            for choice, rect, style in zip(self._choices, _halves(row, gap), (Style.RED, Style.BLUE), strict=True)
        ]

    def _small(self, row: Rect, gap: int) -> list[Widget]:
        again, title = _halves(row, gap)
        return [
            Button(
                "again",
                _("Play again"),
                again,
                on_press=self.app.start_lesson,
                style=Style.PAPER,
                icon="replay",
            ),
            Button("to_title", _("Back to title"), title, on_press=self.app.go_home, style=Style.PAPER),
        ]

    def _measured(self, column: int) -> list[_Fact]:
        facts = [
            ("hint", _("{key} shows what the best driver would do now, and why.", key=key_of(Action.HINT))),
            ("rules", _("{key} opens the rules on the page you need.", key=key_of(Action.RULES))),
            ("octagon", _("A card you can’t play says why. Just point at it.")),
            ("save", _("Leave whenever you like: every move is saved.")),
        ]
        if may_extend(with_rules(DEFAULT_PLAN, self._rules)):
            words = _r(self._rules, "In a match you can extend a leg at the finish. You’ll be asked when it happens.")
            facts.insert(3, ("flag", words))
        room = column - 2.1 * self._px
        gap = 0.5 * self._px
        return [
            _Fact(icon, words, round(text.paragraph_height(words, "B5", self._px, room) + gap)) for icon, words in facts
        ]

    # -- picture --------------------------------------------------------------------------------------------------

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading, facts, and what the two ways on start."""
        facts = [(f"fact{i}", fact.words, self._column) for i, fact in enumerate(self._facts)]
        abouts = zip(self._choices, self._abouts, strict=True)
        ways = [(f"{choice.id}.about", choice.about, place) for choice, place in abouts]
        return [("title", _("You know the game!"), self._head), *facts, *ways]

    def paint(self, surface: Surface) -> None:
        """Draw background, plate, portrait and facts."""
        surface.blit(background.picture(self.app.size, car=self.app.settings.profile.livery), (0, 0))
        paper_plate(surface, self._plate, self._head, self.t)
        left = round((self._plate.x + self._column.x - self._across) / 2)
        y, size = self._head.centery - 3, 52 * self.t
        art.blit_icon(surface, "trophy", (left + size / 2, y), size, THEME.gold)
        x = left + 1.4 * size
        room = self._head.right - (left - self._head.x) - x
        words = _("You know the game!")
        text.draw(surface, words, x, y, "O9", 44 * self.t, THEME.white, max_width=room, min_px=18)
        surface.blit(art.portrait(COACH, self._across), (left, self._column.centery - self._across // 2))
        top = float(self._column.y)
        for fact in self._facts:
            middle = (self._column.x + 0.7 * self._px, top + 0.64 * self._px)
            art.blit_icon(surface, fact.icon, middle, 1.3 * self._px, THEME.text2)
            box = (self._column.x + 2.1 * self._px, top, self._column.w - 2.1 * self._px, fact.height)
            text.paragraph(surface, fact.words, box, "B5", self._px, THEME.text)
            top += fact.height
        small = max(text.MIN_TEXT_PX, 20 * self.t)
        for choice, place in zip(self._choices, self._abouts, strict=True):
            at = place.centerx, place.y + 0.62 * place.h
            text.draw(surface, choice.about, *at, "B5", small, THEME.text2, anchor="c", max_width=place.w)


def _halves(row: Rect, gap: int) -> tuple[Rect, Rect]:
    """A row in two equal parts."""
    width = (row.w - gap) // 2
    return Rect(row.x, row.y, width, row.h), Rect(row.right - width, row.y, width, row.h)
