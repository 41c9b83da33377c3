"""The scene of the first lesson: the table with a coach, where only the taught move can be made.

``game.features.lesson.model`` says which notes and tasks come with each move; the number of moves made is the progress.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

import pygame
from pygame.event import Event

from game.engine.cards import Card, Pile
from game.engine.moves import Move
from game.engine.observation import Phase
from game.features.lesson.end import LessonEndScene
from game.features.lesson.model import (
    COACH,
    COURSES,
    NOT_NOW,
    PUPIL,
    LessonStep,
    current_notes,
    lesson_rules,
    next_lesson_step,
    tasks_done,
)
from game.features.lesson.words import CoachText, lesson_words, praise, rival_turn_text
from game.features.play.menu import PauseMenuScene
from game.features.play.scene import TableScene
from game.features.result.match_result import MatchResult
from game.features.result.page import ActionButton, ResultActions
from game.features.result.scene import ResultScene
from game.features.result.standings import Standings
from game.files.wall_clock import now_s
from game.i18n import _, _p, language
from game.phrases import N_
from game.scenes.host import Host
from game.settings.settings import LessonProgress
from game.table.animation.choreography import PlayedCardStart
from game.table.coach import ROAD_PLACE_ID, button_width, coach_pages, coach_places
from game.table.targets import destination_pile, discard_move
from game.table.view import DRAW, CoachView, pile_id
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.boxes.type_scale import Scale
from game.ui.widgets import Button, ButtonStyle, IconButton, label_px
from game.ui.widgets.focus_group import PRESS_KEYS
from game.words.names import driver_name

_GO_ON, _MORE = "go_on", "more"
_OWN_BATTLE, _OWN_SPEED = pile_id(Pile.BATTLE, PUPIL), pile_id(Pile.SPEED, PUPIL)
_RIVALS_BATTLE = pile_id(Pile.BATTLE, 1 - PUPIL)
POINTED_PLACES: dict[str, tuple[str, ...]] = {
    "goal": (ROAD_PLACE_ID,),
    "hand": (DRAW,),
    "stopped": (_OWN_BATTLE,),
    "go_again": (_OWN_BATTLE,),
    "hazard": (_OWN_BATTLE,),
    "remedy": (_OWN_BATTLE,),
    "limit": (_OWN_SPEED,),
    "behind": (ROAD_PLACE_ID,),
    "attacked": (_RIVALS_BATTLE,),
    "safety": ("driving_ace",),
    "after_coup_fourre": (pile_id(Pile.SAFETIES, PUPIL),),
    "last_card": (ROAD_PLACE_ID,),
    "finish": (ROAD_PLACE_ID,),
}
"""The ids of the piles, cards and other places that the coach points at, by the id of the note or task.

A task whose card and pile are marked anyway points at nothing.
"""


class LessonScene(TableScene):
    """The table with the lesson, which is the match in ``app.session``.

    The match continues only when the pupil has read the current note or done the current task.
    """

    name = "lesson"
    is_coached = True

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._entered_at: int | None = None
        self._moves_made = -1
        self._notes_read = 0
        self._rules = self.session.setup.rules
        self._resumed_place = self._saved_place = app.settings.person.lesson or LessonProgress(rules=self._rules)
        self._is_relabelled = False
        self._has_declined = self._is_first_time = False
        self._is_marked = self._is_solution_shown = False
        self._shown_ids: tuple[str | None, str | None] = (None, None)
        self._shown_text: tuple[CoachText | None, str] = (None, "")
        self._page = 0

    def enter(self, app: Host) -> None:
        super().enter(app)
        self._entered_at = len(self.session.observation.moves)
        self._update_script()

    def _lay_out(self) -> None:
        focused, shows_ring = self.controls.focused, self.controls.shows_ring
        super()._lay_out()
        self.controls.focus(focused.id if focused is not None else None, ring=shows_ring)

    def place_controls(self) -> None:
        super().place_controls()
        self._place_button()

    def rebuild_layout(self) -> None:
        super().rebuild_layout()
        self._is_relabelled = True

    # -- where the lesson stands --------------------------------------------------------------------------------------

    @property
    def _note(self) -> str | None:
        """The id of the note to read now, or None; the match waits until it is read."""
        if self.animation.current is not None or self._entered_at is None:
            return None
        if self._has_declined:
            return NOT_NOW
        played = len(self.animation.observation.moves)
        left = current_notes(self.animation.observation)[self._notes_read if played == self._moves_made else 0 :]
        return left[0] if left and played >= self._entered_at else None

    @property
    def _task(self) -> str | None:
        """The id of the pupil's current task, or None if there is none or a note has to be read first."""
        now = next_lesson_step(self.animation.observation)
        if now is None or not now.task or self._note is not None or not self.animation.is_over:
            return None
        return now.task if self.animation.observation.phase is Phase.TURN and self.animation.observation.legal else None

    def _is_taught(self, move: Move) -> bool:
        now = next_lesson_step(self.animation.observation)
        return now is not None and now.move == move

    def update(self, now_s: float) -> None:
        super().update(now_s)
        self._update_script()
        if self._is_relabelled and self.stage.is_on_top and self.is_settled() and self.hand.held_card is None:
            self._is_relabelled = False
            self._follow_language()

    def _follow_language(self) -> None:
        """Restart with the rule set that goes with the new language, if its course has been the same so far."""
        wished = self.app.settings.last_match_plan(language()).setup.rules
        if lesson_rules(wished, self._rules, self._moves_made) != self._rules:
            self.app.start_lesson()

    def _update_script(self) -> None:
        """Update the coach's text to the current move, save the progress, and mark the card of the task.

        The card is marked as soon as the player holds no card and the table is on top.
        """
        played = len(self.animation.observation.moves)
        if played != self._moves_made:
            self._moves_made, self._is_marked, self._is_solution_shown = played, False, False
            self._notes_read = self._resumed_place.notes_read if played == self._resumed_place.moves else 0
            if self.animation.observation.phase is Phase.OVER:
                self._finish()
        self._keep_place()
        said, told = (self._note, self._task), (self._words, self.match.refusal)
        if (said, told) != (self._shown_ids, self._shown_text):
            is_new, self._shown_ids, self._shown_text = said != self._shown_ids, said, told
            self._page = 0
            self._place_button()
            if is_new and self._note is not None:
                self.controls.focus(_GO_ON, ring=True)
            self.stage.invalidate()
        if self._task is not None and not self._is_marked and self.hand.held_card is None and self.stage.is_on_top:
            self._is_marked = True
            if not self._beats[played].is_open:
                self._mark()

    def _finish(self) -> None:
        """Save that this person knows the game, and the time at which the lesson was finished first."""
        settings = self.app.settings
        self._is_first_time = settings.person.lesson_finished_s is None
        school_s = settings.person.lesson_finished_s or now_s()
        self.app.save_settings(settings.with_values(lesson_finished_s=school_s, knows_game=True))

    def _keep_place(self) -> None:
        """Save the progress in the settings, if it has changed; the lesson continues there later."""
        moves = len(self.session.observation.moves)
        place = LessonProgress(moves, self._notes_read if moves == self._moves_made else 0, self._rules)
        if place != self._saved_place:
            self._saved_place = place
            self.app.save_settings(self.app.settings.with_values(lesson=place))

    def _mark(self) -> None:
        """Raise the task's card in the hand and light the pile where it belongs."""
        move = self._beats[self._moves_made].move
        self._is_solution_shown = True
        if move.card in self.hand.cards:
            self.hand.suggest(self.hand.cards.index(move.card), destination_pile(move, PUPIL))
            self.stage.invalidate()

    def _go_on_reading(self) -> None:
        """Turn to the note's next page; after the last page the note counts as read."""
        shown = self.coach_view()
        if shown is not None and shown.page + 1 < self._page_count(shown):
            self._turn()
            return
        if self._has_declined:
            self._has_declined = False
        else:
            self._notes_read += 1
        self._update_script()

    # -- the coach's plate --------------------------------------------------------------------------------------------

    def coach_view(self) -> CoachView | None:
        now, words = self._note or self._task, self._words
        if words is None:
            return None
        refused = self.match.refusal if now else ""
        done, of = tasks_done(self.animation.observation)
        points_at = () if now is None or self._is_solution_shown else POINTED_PLACES.get(now, ())
        shown = CoachView(COACH, *words, done / of, points_at=points_at, asks_for_card=self._asks, refused=refused)
        if self._note is not None or self._page_count(shown) > 1:
            shown = replace(shown, button_w=button_width(self.picture.places.layout, _next())[0])
        return replace(shown, page=min(self._page, self._page_count(shown) - 1))

    @property
    def _words(self) -> CoachText | None:
        """The coach's text to show now, or None when the leg is over and all notes are read."""
        now, o = self._note or self._task, self.animation.observation
        if now is not None:
            return lesson_words(now, o, self._rival)
        return None if o.phase is Phase.OVER else self._meanwhile

    def _page_count(self, shown: CoachView) -> int:
        return len(coach_pages(self.picture.places.layout, shown))

    def _turn(self) -> None:
        """Turn to the next page of the coach's text; after the last page comes the first."""
        shown = self.coach_view()
        if shown is not None:
            self._page = (shown.page + 1) % self._page_count(shown)
            self.stage.invalidate()

    @property
    def _meanwhile(self) -> CoachText:
        """The coach's text while a move is animated or awaited: praise, the rival's turn, or still the current task."""
        at = len(self.animation.observation.moves)
        now, *later = self._beats[at : at + 2]
        if now.move.seat != PUPIL:
            return rival_turn_text(self._rival)
        if self.match.pending_move is not None or len(self.session.observation.moves) > at:
            return praise(later[0].move.seat if later else None, self._rival)
        left = (*now.notes[self._notes_read if at == self._moves_made else 0 :], now.task or now.notes[-1])
        return lesson_words(left[0], self.animation.observation, self._rival)

    @property
    def _beats(self) -> tuple[LessonStep, ...]:
        return COURSES[self._rules].beats

    @property
    def _asks(self) -> bool:
        """Whether the pupil has to find the right card, which was not shown yet after a wrong attempt."""
        now = next_lesson_step(self.animation.observation)
        return self._task is not None and now is not None and now.is_open and not self._is_solution_shown

    @property
    def _rival(self) -> str:
        return driver_name(self.session.players[1 - PUPIL].driver or "")

    def _place_button(self) -> None:
        """Add or remove the button beside the coach's text.

        A note has a button to continue, which Enter also presses. A task has a button, to turn its pages, only if it
        needs several.
        """
        widgets = [widget for widget in self.controls.widgets if widget.id not in {_GO_ON, _MORE}]
        shown, layout = self.coach_view(), self.picture.places.layout
        if shown is not None and shown.button_w:
            place, (__, has_words) = coach_places(layout, shown.button_w).button, button_width(layout, _next())
            id, act, style = (
                (_GO_ON, self._go_on_reading, ButtonStyle.RED) if self._note else (_MORE, self._turn, ButtonStyle.PAPER)
            )
            s, px = Scale(layout.unit), label_px(place.h)
            button = (
                Button(s, id, _next(), act, style=style, icon="arrow", px=px)
                if has_words
                else IconButton(s, id, _next(), act, "arrow", style=style)
            )
            button.place(place)
            widgets.append(button)
        self.controls.replace(widgets)

    def handle(self, event: Event) -> bool:
        is_free = self.controls.focused is None and self.hand.selected is None
        if event.type == pygame.KEYDOWN and event.key in PRESS_KEYS and self._note is not None and is_free:
            self._go_on_reading()
            return True
        return super().handle(event)

    def press_target(self, event: Event) -> Hashable:
        taken = super().press_target(event)
        is_free = event.type == pygame.KEYDOWN and taken is None
        return self._press if taken == _MORE or (self._note and (is_free or taken == _GO_ON)) else taken

    def pressable_ids(self) -> Iterable[Hashable]:
        return [self._press if taken in {_GO_ON, _MORE} else taken for taken in super().pressable_ids()]

    @property
    def _press(self) -> Hashable:
        return _GO_ON, self._note, self._moves_made, self._page

    def nodes(self) -> list[Node]:
        said, layout = self.stage.view.coach, self.picture.places.layout
        if said is None or layout.coach is None:
            return super().nodes()
        return [
            Node(
                "coach", accessible_text(said.head), "text", node_rect(layout.coach), value=accessible_text(said.body)
            ),
            *super().nodes(),
        ]

    # -- what holds the table back ------------------------------------------------------------------------------------

    def _may_begin(self) -> bool:
        return super()._may_begin() and self._note is None

    def _ask_or_show_score(self) -> None:
        if self._note is None:
            super()._ask_or_show_score()

    def _show_score(self) -> None:
        app, is_first_time, rules_id = self.app, self._is_first_time, self._rules
        result = MatchResult.of(self.session, Standings.of(self.session))

        def end() -> None:
            app.go_to(LessonEndScene(app, rules_id, is_first_time=is_first_time))

        go_on = ActionButton("go_on", _next, "arrow", end)
        actions = ResultActions(go_on, escape=lambda: open_lesson_menu(app))
        app.go_to(ResultScene(app, result, actions, celebrates=False))

    def open_menu(self) -> None:
        open_lesson_menu(self.app)

    def is_settled(self) -> bool:
        return super().is_settled() or (self._note is not None and not self.is_busy)

    # -- moves --------------------------------------------------------------------------------------------------------

    def play(self, move: Move, take_off: PlayedCardStart) -> None:
        if self._is_taught(move):
            self._notes_read = len(current_notes(self.animation.observation))
            super().play(move, take_off)
        else:
            self._refuse()
            self.hand.fly_back(take_off.index, self.hand.waiting_pose(take_off))

    def ask_discard(self, card: Card) -> None:
        if self._is_taught(discard_move(self.match.observation, card)):
            super().ask_discard(card)
        else:
            self._refuse()

    def _refuse(self) -> None:
        """Tell the pupil to read on, or to make the taught move, and mark the card of that move."""
        self.hand.clear_selection()
        if self._note is not None:
            self.match.show_refusal(_("Read on first."))
        else:
            self._mark()
            self.match.show_refusal(_("That’s allowed, but try the marked card now."))

    def _answer(self, move: Move) -> None:
        if self._is_taught(move):
            super()._answer(move)
        else:
            self.questions.clear_prompt()
            self._has_declined = True
            self._update_script()


def open_lesson_menu(app: Host) -> None:
    """Open the pause menu with the remark that the lesson can be continued later."""
    app.push(PauseMenuScene(app, note=N_("You can pick the lesson up where you leave off.")))


def _next() -> str:
    # Translators: on a button: read on. Short.
    return _p("lesson", "Go on")
