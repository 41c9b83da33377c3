"""The title: the poster, the game's name, and a signpost to what can be done."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pygame import Rect, Surface

from game import TITLE
from game.engine.rules import sides_of
from game.i18n import _, _r, _rn, endonym, language, number
from game.scenes.background import forget_ahead, poster, prefetch, stone_top
from game.scenes.dialogs import NoticeScene
from game.scenes.lesson.offer import LessonOffer, OfferAnswers
from game.scenes.menu import LanguageScene
from game.scenes.settings.scene import SettingsScene
from game.scenes.setup.scene import SetupScene
from game.scenes.signpost import Entry, Row, Signpost
from game.session.setup import Plan
from game.session.storage.match_file import Saved
from game.session.storage.store import Broken
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.scene import Host, is_tall
from game.ui.timeline import Timeline
from game.ui.widgets import Button, IconButton, Style, Widget
from game.words.names import Names
from game.words.problems import problem_text
from game.words.rulesets import leg_minutes, seating_line

_NAME: Final = ("MILESTONE", "RALLY")  # the game's name is the same in every language
_WORDLESS: Final = frozenset({"sound", "fullscreen", "about"})  # at the foot: their pictures say it all


class TitleScene(TimedFormScene):
    """The first screen. It looks for a saved match when it is entered."""

    name = "title"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._saved: Saved | None = None
        self._match = app.settings.match_plan(language())
        self._race = app.settings.race_plan(language())
        self._post = Signpost(self._signs(), self.bounds, self.u)
        self._offer: LessonOffer | None = None
        self._muted = app.settings.muted

    def enter(self, app: Host) -> None:
        """Look for a saved match, and tell if there is one that cannot be read."""
        found = app.files.load_match()
        self._saved = found if isinstance(found, Saved) else None
        self.first_focus = "continue" if self._saved else "play"
        super().enter(app)
        self.timeline = Timeline(app.now_s, app.settings.speed.factor)
        self._post.come_in(self.timeline, reduced=app.settings.reduced_motion)
        if isinstance(found, Broken):
            app.push(NoticeScene(app, lambda: problem_text(found.problem)))

    def leave(self) -> None:
        """Do without the poster for what lies above."""
        forget_ahead()

    # -- controls -------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The signpost from the top down, the offer of a lesson, then the row at the foot."""
        self._match = self.app.settings.match_plan(language())
        self._race = self.app.settings.race_plan(language())
        self._post, self.timeline = Signpost(self._signs(), self.bounds, self.u), Timeline()
        return [*self._post.signs, *self._offered(), *self._foot()]

    def _offered(self) -> list[Widget]:
        """The plate for whoever may not know the game: beside the signs, in a tall window below them.

        It stays clear of the milestone. Whoever has a match to go on with is not here for the first time, but may have
        left a lesson.
        """
        self._offer = None
        if self.app.settings.knows_game or (self._saved and self.app.settings.lesson is None):
            return []
        u, right, post = self.u, self.bounds.w - round(60 * self.u), self._post
        beside = max(0.56 * self.bounds.w, post.right + 30 * u)
        left, top = (120 * u, post.bottom + 60 * u) if is_tall(self.app.size) else (beside, 400 * u)
        bottom = stone_top(self.app.size) - 20 * u
        area = Rect(round(left), round(top), right - round(left), round(bottom - top))
        self._offer = LessonOffer(area, max(0.6, u), is_begun=self.app.settings.lesson is not None)
        return self._offer.widgets(OfferAnswers(self.app.start_lesson, self._decline_lesson))

    def _signs(self) -> list[Row]:
        """Row by row: what is played, and beside it what leads to it."""
        rules_id = self._match.setup.rules
        play = Entry("play", _r(rules_id, "Play a match"), "flag", self._play, Style.BLUE, summary(self._match))
        race = Entry("race", _("Quick race"), "lap", self._play_race, Style.BLUE, summary(self._race))
        rows: list[Row] = [
            (play, Entry("setup", _r(rules_id, "New match…"), "person", self._set_up)),
            (race, Entry("rules", _("Rules"), "rules", self.app.show_rules)),
            (Entry("lesson", _("First lesson"), "hint", self.app.start_lesson), None),
        ]
        if self._saved is None:
            return rows
        words = standing(self._saved)
        return [(Entry("continue", _("Continue"), "play", self._continue, Style.GOLD, words), None), *rows]

    def _foot(self) -> list[Widget]:
        u, app = self.u, self.app
        height = max(34, round(52 * u))
        x, y = round(120 * u), self.bounds.h - height - round(22 * u)
        screen = _("Window") if app.is_fullscreen else _("Full screen")
        self._muted = app.settings.muted
        sound = (_("Sound off"), "mute") if self._muted else (_("Sound on"), "sound")
        row: list[Widget] = []
        for id, name, icon, act in (
            ("language", endonym(language()), "globe", lambda: app.push(LanguageScene(app))),
            ("sound", *sound, app.toggle_mute),
            ("fullscreen", screen, "screen", app.toggle_fullscreen),
            ("settings", _("Settings"), "gear", lambda: app.push(SettingsScene(app))),
            ("about", _("About"), "info", app.show_about),
            ("quit", _("Quit"), "close", app.quit),
        ):
            is_small = id in _WORDLESS
            width = height if is_small else max(round(150 * u), Button.natural_width(name, height, icon=True))
            kind = IconButton if is_small else Button
            row.append(kind(id, name, Rect(x, y, width, height), on_press=act, style=Style.NAVY, icon=icon))
            x += width + round(20 * u)
        return row

    def update(self, now_s: float) -> None:
        """Let the signs come in, and follow the key that switches the sound."""
        super().update(now_s)
        if self.app.settings.muted != self._muted:
            self.lay_out()

    # -- what they do ---------------------------------------------------------------------------------------------

    def _continue(self) -> None:
        if self._saved:
            self.app.resume_match(self._saved)

    def _decline_lesson(self) -> None:
        self.app.save_settings(replace(self.app.settings, knows_game=True))
        self.lay_out()

    def _play(self) -> None:
        self._start(self._match)

    def _play_race(self) -> None:
        self._start(self._race)

    def _set_up(self) -> None:
        self.app.push(SetupScene(self.app, start=self._start))

    def _start(self, plan: Plan) -> None:
        self.app.start_match(plan, instead_of=self._saved)

    # -- picture --------------------------------------------------------------------------------------------------

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The name of the game, and the offer."""
        u = self.u
        title = ("title", TITLE, Rect(round(108 * u), round(105 * u), round(740 * u), round(260 * u)))
        return [title, *(self._offer.texts() if self._offer else [])]

    def render(self, surface: Surface, now_s: float) -> None:
        """Draw the poster alone below anything else, whose plate would cut lettering and signs in pieces."""
        if self.app.scene is self:
            super().render(surface, now_s)
        else:
            surface.blit(poster(self.app.size), (0, 0))

    def paint(self, surface: Surface) -> None:
        """Draw poster, lettering and post."""
        surface.blit(poster(self.app.size, with_car=True, with_stone=True), (0, 0))
        prefetch(self.app.size)  # for what is opened next
        self._paint_lettering(surface)
        self._post.paint(surface)
        if self._offer:
            self._offer.paint(surface)

    def _paint_lettering(self, surface: Surface) -> None:
        u = self.u
        px, x, rows = 132 * u, 108 * u, (170 * u, 300 * u)
        for dx, dy, color in ((7, 9, THEME.lettering_shadow), (0, 0, THEME.paper)):
            for word, y in zip(_NAME, rows, strict=True):
                text.draw(surface, word, x + dx * u, y + dy * u, "O9", px, color)
        left = x + text.width(_NAME[1], "O9", px) + 36 * u
        room = self.bounds.w - left - 24 * u
        line, line_px = text.fit(_("The card game of the open road"), "O7", max(15, 29 * u), room, 12)
        across = min(room, max(470 * u, text.width(line, "O7", line_px) + 4 * u))
        for y in (257, 333):
            draw.rounded(surface, (left, y * u, across, max(3, 10 * u)), 5 * u, THEME.gold)
        text.draw(surface, line, left + 2 * u, 301 * u, "O7", line_px, THEME.navy)


def summary(plan: Plan) -> str:
    """What is started, in one line: who against whom, and how long."""
    setup = plan.setup
    who = seating_line(setup)
    if plan.is_quick_race:
        length = _r(setup.rules, "one leg, about {minutes} minutes", minutes=leg_minutes(setup))
    elif setup.legs:
        length = _rn(setup.rules, "{n} leg", "{n} legs", setup.legs)
    else:
        length = _("{points} points", points=number(setup.target_score or 0))
    return f"{who} · {length}"


def standing(saved: Saved) -> str:
    """Where a saved match stands, in one line: the leg, the player's score and the best other one."""
    if saved.setup.legs == 1:
        return " · ".join((_("Quick race"), seating_line(saved.setup)))
    leg = _r(saved.setup.rules, "Leg {n}", n=saved.leg_number)
    sides = sides_of(saved.setup.seats, saved.setup.seating)
    viewer = next(seat for seat, player in enumerate(saved.players) if player.is_human)
    names = Names(tuple(player.driver for player in saved.players), sides, viewer)
    own = next(side for side, seats in enumerate(sides) if viewer in seats)
    rival = max((side for side in range(len(sides)) if side != own), key=lambda side: saved.totals[side])
    scores = ", ".join(f"{names.side(side)} {number(saved.totals[side])}" for side in (own, rival))
    return f"{leg} · {scores}"
