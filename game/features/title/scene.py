"""The title screen: the game's name, the signposts, and a row of small buttons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game import TITLE
from game.features.title.landscape_animation import LandscapeAnimation
from game.features.title.signs import SignEntry, SwingingSign, paint_post, sign_rows
from game.features.tour.model import Tour, total_stars
from game.features.tour.words import next_stage_line, stars_line
from game.i18n import _, language, number, own_language_name
from game.i18n.punctuation import join_with_dots
from game.match.match_file import MatchHead, SavedMatch
from game.match.plan import Plan
from game.phrases import N_
from game.scenes import background
from game.scenes.host import Host
from game.table.goals import stars_row
from game.ui import layout as ui
from game.ui.accessibility_tree import Node
from game.ui.animation import Animation, Timeline, ease_out_back, linear
from game.ui.drawing import draw, text
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.tooltip import FormTooltips, Tooltip
from game.ui.widgets import ButtonStyle, DirectionSign, IconButton, Widget
from game.words.house_rules import house_rules_line
from game.words.matches import saved_match_line, table_line
from game.words.profiles import legs_and_wins_line
from game.words.rulesets import length_label, seating_line

_SCREEN_READER_KEYS = (pygame.K_INSERT, pygame.K_KP_0, pygame.K_CAPSLOCK)
"""The modifier keys of the screen readers NVDA, JAWS, Narrator and Orca; blind players try one of these first."""
_NAME, _NAME_PX = ("MILESTONE", "RALLY"), 132  # not translated
_TWO_LINES, _ONE_LINE = (750, 290), (1215, 165)
"""The width and height in units of the game's name with its shadow, in two lines and in one."""
_CLOUD = 970  # x of a cloud that the name in one line must not reach
_NAME_LEAST = 0.42  # least height of the name, of its size, with enlarged text
_LINE_PX, _LINE_LEAST = 29, 15
_LINE_SHARE = 56  # largest size of the line beside the name, at the name's full size
_LEFT, _NARROW_LEFT, _RIGHT_POST = 120, 44, 926
_TALL_GROUND = 0.6  # of the height: where the hills begin in a tall window
_STEP_S, _SWING_S = 0.06, 0.22
_FADING = Animation(duration_s=0.12, easing=linear)


class TitleScene(TreeForm[Host], TimedFormScene[Host]):
    """The title screen; each time it is opened it looks for a saved match to continue."""

    name = "title"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._saved: SavedMatch | None = None
        self._begun: Sequence[MatchHead] = ()
        self._keeps_matches = False
        self._muted = app.settings.machine.muted
        self._life = LandscapeAnimation(app)
        self._tooltips = FormTooltips(self.controls, _tooltip_of)

    def enter(self, app: Host) -> None:
        self._find_begun()
        is_counted = self._saved is not None or app.profile_stats(app.settings.profile.id) is not None
        self._keeps_matches = not is_counted and bool(app.files.match_ids())
        self.first_focus = self._top_sign
        super().enter(app)
        turns, coming = not app.settings.person.reduced_motion, dict[Hashable, Animation]()
        for i, sign in enumerate(self._signs):
            swinging = Animation(start_s=i * _STEP_S, duration_s=_SWING_S, easing=ease_out_back)
            coming[sign.id] = swinging if turns else _FADING
        self.timeline = Timeline(app.now_s, app.settings.person.speed.factor, coming)
        for sign in self._signs:
            sign.timeline, sign.is_turning = self.timeline, turns

    def resume(self) -> None:
        self._find_begun()
        super().resume()

    def _find_begun(self) -> None:
        """Read which matches were begun, and load the one that “Continue” goes on with."""
        self._begun = list(self.app.files.begun_matches())
        self._saved = self.app.files.latest_match(head for head in self._begun if head.is_race)

    def rebuild_layout(self) -> None:
        focused, was = self.controls.focused, self.first_focus
        super().rebuild_layout()
        self.first_focus = self._top_sign
        if focused is not None and focused.id == was != self.first_focus:
            self.controls.focus(self.first_focus, ring=self.app.shows_focus)

    def leave(self) -> None:
        self._tooltips.reset()
        background.cancel_preload()
        self._life.drop_pictures()

    def update(self, now_s: float) -> None:
        super().update(now_s)
        self.dirty = self._tooltips.update(now_s) or self.dirty
        self._life.is_redraw_needed |= self.dirty
        if self.app.scene is self:
            self.dirty = self._life.advance(now_s) or self.dirty
        self.has_half_frame_rate = self._life.is_awake and not self.timeline.is_running

    def offer_next_control(self) -> None:
        super().offer_next_control()
        self._tooltips.schedule_for_focus(self.app.now_s)
        self.mark_overdrawn()

    @property
    def changed_areas(self) -> list[Rect] | None:
        return self._life.changed_areas if self.app.scene is self else None

    def mark_overdrawn(self) -> None:
        self._life.is_redraw_needed, self._life.changed_areas = True, None

    # -- layout -------------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        self._muted = self.app.settings.machine.muted
        self._life.drop_pictures()
        self.timeline = Timeline()
        self.text_scale = text.default_scale(self.unit)
        return super().build()

    def tree(self) -> ui.Box:
        below, beside = ([partial(way, has_second=has) for has in (True, False)] for way in (self._below, self._beside))
        ways: list[Callable[[], ui.Box]] = [*(below if is_tall(self.app.size) else [*beside, below[1]]), self._scrolled]
        return self.view_state.first_that_fits("signs", self.bounds.size, *(partial(self._screen, way) for way in ways))

    def _screen(self, posts: Callable[[], ui.Box]) -> ui.Box:
        s, left = self.scale, _LEFT if self.scale.growth <= 1 else _NARROW_LEFT
        high = round(_TWO_LINES[1] * s.unit)
        name = ui.Canvas(self._paint_name, 0, (round(_NAME_LEAST * high), high), id="title", label=TITLE)
        column = ui.Column(name, posts(), ui.Spacer(), self._foot(), gap=s.space_px(24))
        return ui.Padding(column, (s.space_px(left), s.space_px(70), s.space_px(22)))

    def _beside(self, *, has_second: bool) -> ui.Box:
        s = self.scale
        left, right = (sign_rows(s, of, has_second=has_second) for of in (self._left_post(), self._right_post()))
        at_least = ui.Spacer((s.space_px(_RIGHT_POST), 0), grow=0)
        return ui.Row(ui.Column(left, at_least), right, gap=s.space_px(24), middle=False)

    def _below(self, *, has_second: bool) -> ui.Box:
        return sign_rows(self.scale, [*self._left_post(), *self._right_post()], has_second=has_second)

    def _scrolled(self) -> ui.Box:
        s = self.scale
        return ui.Scroll(
            s, self.view_state.position("signs"), self._below(has_second=False), min_height=s.space_px(200)
        )

    @property
    def _signs(self) -> list[SwingingSign]:
        return [widget for widget in self.controls.widgets if isinstance(widget, SwingingSign)]

    # -- controls -----------------------------------------------------------------------------------------------------

    @property
    def _offers_lesson(self) -> bool:
        """Whether the title offers the first lesson.

        A person who has a match to continue has played before, so it is offered only if a lesson is unfinished.
        """
        person = self.app.settings.person
        has_begun = any(head.is_race and head.is_of(person.id) for head in self._begun)
        return not (person.knows_game or (has_begun and person.lesson is None))

    @property
    def _has_driven(self) -> bool:
        """Whether the person has finished a race; while the statistics are not ready, whether any match is saved."""
        figures = self.app.profile_stats(self.app.settings.profile.id)
        return self._keeps_matches if figures is None else figures.finished > 0

    @property
    def _top_sign(self) -> str:
        """The id of the sign that has the focus at first, which is golden unless it is the race's."""
        if self._saved:
            return "continue"
        return "race" if self._has_driven else "lesson" if self._offers_lesson else "tour"

    def _style(self, id: str) -> ButtonStyle:
        return ButtonStyle.GOLD if id == self._top_sign != "race" else ButtonStyle.BLUE

    def _left_post(self) -> list[SignEntry]:
        """Return the signs of the left post, which start or continue a game."""
        signs = [self._race(), self._tour(), self._deals()]
        if self._offers_lesson:
            signs.insert(self._top_sign != "lesson", self._lesson())
        if self._saved:
            style, about = self._style("continue"), saved_match_line(self._saved)
            signs.insert(0, SignEntry("continue", _("Continue"), "play", self._continue, style, about))
        return signs

    def _race(self) -> SignEntry:
        """Return the sign that starts a race or match, with its length and its setup on it."""
        s, settings = self.scale, self.app.settings
        plan, longer = settings.last_match_plan(language()), settings.match_plan(language())
        lengths = [("leg", length_label(longer.with_legs(1).setup)), ("match", length_label(longer.setup))]
        chosen = "leg" if settings.machine.one_leg else "match"
        length = ui.Segmented(s, "race.length", _("Match length"), lengths, chosen, self._choose_length)
        gear = ui.IconButton(
            s, "race.setup", _("Set up the race"), self.app.show_setup, icon="gear", style=ButtonStyle.PAPER
        )
        below, act = ui.Row(length, gear, gap=s.space_px(18)), partial(self.app.start_match, plan)
        facts = [_race_facts(each) for each in (plan, settings.race_plan(language()), longer)]
        return SignEntry("race", _("Race"), "flag", act, self._style("race"), facts[0], below=below, room_for=facts)

    def _deals(self) -> SignEntry:
        """Return the sign for the deal of the day, with today's result.

        Beside it are dots that show on which days of the week the person has played.
        """
        person, today = self.app.settings.profile.id, self.app.today()
        earned, week = self.app.achievements(person), None
        about = join_with_dots((_("The same cards for everyone"), _("a friend’s code")))
        if earned is not None and earned.days:
            from game.features.calendar.month import week_dots_panel  # noqa: PLC0415 - SQLite: not before the title

            week, played = week_dots_panel(self.scale, earned, today), earned.days.get(today.isoformat())
            about = _("Played: {points} points", points=number(played.points)) if played else about
        if any(head.day == today and head.is_of(person) for head in self._begun):
            from game.features.calendar.words import under_way  # noqa: PLC0415 - as above

            about = under_way()
        return SignEntry("deals", _("Daily race"), "calendar", self.app.show_deals, self._style("deals"), about, week)

    def _tour(self) -> SignEntry:
        """Return the sign of the tour with a line about its progress, and beside it the number of stars, if any."""
        s, person = self.scale, self.app.settings.profile.id
        found, panel = self.app.achievements(person), None
        tour = Tour(found.stages if found is not None else {})
        begun = next((head.stage for head in self._begun if head.stage and head.is_of(person)), None)
        if stars := tour.stars():
            counted, pad = stars_row(s, number(stars), stars_line(stars, total_stars()), "stars"), s.space_px(8)
            panel = ui.Panel(counted, (2 * pad, pad, pad), fill=THEME.navy, radius=s.space_px(20))
        about = next_stage_line(tour, begun)
        return SignEntry("tour", _("The tour"), "tour", self.app.show_tour, self._style("tour"), about, panel)

    def _lesson(self) -> SignEntry:
        """Return the sign that starts or continues the first lesson, with the button “I know the game” beside it."""
        is_left = self.app.settings.person.lesson is not None
        about = _("Pick up where you left off.") if is_left else _("Learn by playing, in five minutes")
        s, knows, style = self.scale, _("I know the game"), self._style("lesson")
        known = ui.Button(s, "knows_game", knows, self._know_game, style=ButtonStyle.PAPER, role=ui.ROLES.name)
        return SignEntry("lesson", _("First lesson"), "hint", self.app.start_lesson, style, about, known)

    def _right_post(self) -> list[SignEntry]:
        """Return the signs of the right post: for a match at one screen, and for the Roadbook."""
        app, profile = self.app, self.app.settings.profile
        figures = app.profile_stats(profile.id)
        done = legs_and_wins_line(figures) if figures and figures.legs else _("Races, drivers, collection")
        name = _("{name}’s Roadbook", name=profile.name) if profile.name else _("Roadbook")
        table = next((head for head in self._begun if head.is_shared), None)
        friends = table_line(table) if table else _("Friends, one device")
        return [
            SignEntry(
                "one_screen", _("Pass and play"), "friends", self.app.show_one_screen, ButtonStyle.PAPER, friends
            ),
            SignEntry("roadbook", name, "stone", app.show_roadbook, ButtonStyle.PAPER, done),
        ]

    def _foot(self) -> ui.Box:
        """Return the bottom row: the language button, and buttons that have only an icon."""
        s, app = self.scale, self.app
        sound = (_("Sound off"), "mute") if self._muted else (_("Sound on"), "sound")
        words = ui.Button(
            s, "language", own_language_name(language()), self.app.show_languages, style=ButtonStyle.NAVY, icon="globe",
            role=ui.ROLES.name,
        )  # fmt: skip
        pictures = [
            ui.IconButton(s, id, name, act, icon=icon, style=ButtonStyle.NAVY, side=words.height_range(0)[1])
            for id, name, icon, act in (
                ("sound", *sound, app.toggle_mute),
                ("settings", _("Settings"), "gear", app.show_settings),
                ("rules", _("Rules"), "rules", app.show_rules),
                ("about", _("About"), "info", app.show_about),
                ("quit", _("Quit"), "close", app.quit),
            )
        ]
        return ui.Row(words, *pictures, gap=s.space_px(16))

    def handle(self, event: Event) -> bool:
        # While the lesson is offered, a screen reader's key turns self-voicing on.
        self._life.wake(self.app.now_s)
        if self._offers_lesson and event.type == pygame.KEYDOWN and event.key in _SCREEN_READER_KEYS:
            if not (self.app.settings.person.speech or self.app.reader.reads_aloud):
                self.app.toggle_speech()
            return True
        used = super().handle(event)
        self.dirty = self._tooltips.handle(event, self.app.now_s) or self.dirty
        if not used and event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._life.rock_car(event.pos):
            self.app.sound.play("horn", N_("Horn"))
        return used

    def apply_changed_settings(self) -> None:
        if self.app.settings.machine.muted != self._muted:
            self.lay_out()

    def nodes(self) -> list[Node]:
        return self._tooltips.nodes(super().nodes(), self.app.size, self.scale.text_scale)

    # -- actions -----------------------------------------------------------------------------------------------------

    def _continue(self) -> None:
        if self._saved:
            self.app.resume_match(self._saved)

    def _know_game(self) -> None:
        self.app.save_settings(self.app.settings.with_values(knows_game=True))
        self.lay_out()
        self.controls.focus(self._top_sign)

    def _choose_length(self, key: str) -> None:
        self.app.save_settings(self.app.settings.with_values(one_leg=key == "leg"))
        self.lay_out()

    # -- picture ------------------------------------------------------------------------------------------------------

    def preload(self) -> bool:
        is_below = self.app.scene is not self
        return super().preload() and not (is_below and background.preloaded_background(self.app.size) is None)

    def render(self, surface: Surface, now_s: float) -> None:  # noqa: ARG002 - as every scene
        if self.app.scene is self:
            self._life.draw(surface, [sign.face for sign in self._signs], self._draw_front)
            background.preload(self.app.size)  # for the next screen
        else:
            self._life.drop_pictures()
            surface.blit(background.picture(self.app.size), (0, 0))

    def _draw_front(self, surface: Surface) -> None:
        """Draw everything in front of the landscape: posts, name, signs, the bottom row and tooltips."""
        signs = [sign.face for sign in self._signs]
        ground = _TALL_GROUND * self.bounds.h if is_tall(self.app.size) else 0
        for x in sorted({rect.x for rect in signs}):
            paint_post(surface, [rect for rect in signs if rect.x == x], self.unit, ground)
        self.paint(surface)
        self.controls.draw(surface, self.text_scale)
        self._tooltips.draw(surface, self.scale.text_scale)

    def _paint_name(self, surface: Surface, place: Rect) -> None:
        """Draw the game's name in two lines or one, whichever is larger; in two lines with the subtitle if it fits."""
        two = min(place.h / _TWO_LINES[1], place.w / _TWO_LINES[0])
        one = min(place.h / _ONE_LINE[1], (_CLOUD * self.unit - place.x) / _ONE_LINE[0])
        k, x, y = max(one, two), place.x - 12 * self.unit, place.y + 82 * max(one, two)
        for word in _NAME:
            for dx, dy, color in ((7, 9, THEME.lettering_shadow), (0, 0, THEME.lettering)):
                across = text.draw(surface, word, x + dx * k, y + dy * k, "O9", _NAME_PX * k, color)
            x, y = (x + across + 44 * k, y) if one > two else (x, y + 130 * k)
        if one <= two:
            self._paint_line(surface, place.x - 12 * self.unit + across + 36 * k, y - 130 * k, k)

    def _paint_line(self, surface: Surface, left: float, middle: float, k: float) -> None:
        words, px = _("The card game of the open road"), max(_LINE_LEAST, _LINE_PX * self.unit) * self.scale.growth
        across = max(420 * k, text.width(words, "O7", px) + 4 * k)
        if px > _LINE_SHARE * k or left + across > self.bounds.w - 24 * k:
            return
        for y in (middle - 43 * k, middle + 33 * k):
            draw.rounded_rect(surface, (left, y, across, max(3, 10 * k)), 5 * k, THEME.gold)
        text.draw(surface, words, left + 2 * k, middle + k, "O7", px, THEME.paper if LOOKS.is_dark else THEME.navy)


def _race_facts(plan: Plan) -> str:
    """Return who drives in a race or match, and by which house rules."""
    return join_with_dots(filter(None, (seating_line(plan.setup), house_rules_line(plan.house_rules))))


def _tooltip_of(widget: Widget) -> Tooltip | None:
    """Return the tooltip of a button that shows only an icon, or of a sign whose second line is not shown, or None."""
    if isinstance(widget, IconButton):
        return Tooltip(widget.name, "")
    if isinstance(widget, DirectionSign) and not widget.has_second:
        return Tooltip(widget.name, widget.second)
    return None
