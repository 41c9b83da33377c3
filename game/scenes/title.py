"""The title: the poster, the game's name, and a signpost to what can be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pygame import Rect, Surface

from game.engine.rules import sides_of
from game.scenes.dialogs import Answer, NoticeScene, confirm
from game.scenes.lesson_offer import LessonOffer, OfferAnswers
from game.scenes.menu import LanguageScene
from game.scenes.poster import forget_ahead, poster, prefetch, stone_top
from game.scenes.settings import SettingsScene
from game.scenes.setup import SetupScene
from game.scenes.start import resume_match, start_lesson, start_match
from game.session.matchfile import Saved
from game.session.setup import Plan
from game.session.store import Broken
from game.ui import draw, text
from game.ui.form import FormScene
from game.ui.i18n import _, _r, _rn, endonym, language, number
from game.ui.scene import Host, is_tall
from game.ui.theme import THEME
from game.ui.widgets import Button, Sign, Style, Widget
from game.ui.words.names import Names
from game.ui.words.problems import problem_text
from game.ui.words.rulesets import seating_line

_NAME: Final = ("MILESTONE", "RALLY")  # the game's name is the same in every language


class TitleScene(FormScene):
    """The first screen. It looks for a saved match when it is entered."""

    name = "title"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._saved: Saved | None = None
        self._offer: LessonOffer | None = None
        self._muted = app.settings.muted

    def enter(self, app: Host) -> None:
        """Look for a saved match, and tell if there is one that cannot be read."""
        found = app.files.load_match()
        self._saved = found if isinstance(found, Saved) else None
        self.first_focus = "continue" if self._saved else "play"
        super().enter(app)
        if isinstance(found, Broken):
            app.push(NoticeScene(app, lambda: problem_text(found.problem)))

    def leave(self) -> None:
        """Do without the poster for what lies above."""
        forget_ahead()

    # -- controls -------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The signpost from the top down, the offer of a lesson, then the row at the foot."""
        signs = self._signs()
        return [*signs, *self._offered(signs[-1].rect.bottom), *self._foot()]

    def _offered(self, signs_bottom: int) -> list[Widget]:
        """The plate for whoever may not know the game: beside the signs, in a tall window below them.

        It stays clear of the milestone. Whoever has a match to go on with is not here for the first time, but may have
        left a lesson.
        """
        self._offer = None
        if self.app.settings.knows_game or (self._saved and self.app.settings.lesson is None):
            return []
        u, right = self.u, self.bounds.w - round(60 * self.u)
        left, top = (120 * u, signs_bottom + 44 * u) if is_tall(self.app.size) else (0.56 * self.bounds.w, 410 * u)
        bottom = stone_top(self.app.size) - 20 * u
        area = Rect(round(left), round(top), right - round(left), round(bottom - top))
        self._offer = LessonOffer(area, max(0.6, u), is_begun=self.app.settings.lesson is not None)
        return self._offer.widgets(OfferAnswers(lambda: start_lesson(self.app), self._decline_lesson))

    def _signs(self) -> list[Widget]:
        u = self.u
        is_roomy = self._saved is None and not is_tall(self.app.size)
        paper, gap = (78, round(18 * u)) if is_roomy else (66, round(14 * u))
        left, y, indent = round(120 * u), round(408 * u), round(84 * max(u, 0.5))
        widest = round((0.86 if is_tall(self.app.size) else 0.47) * self.bounds.w)
        signs: list[Widget] = []

        def sign(id: str, name: str, second: str | None, size: tuple[int, int], **look: object) -> None:
            nonlocal y
            height = max(34, round(size[1] * u))
            width = min(widest, max(round(size[0] * u), Sign.natural_width(name, height, indent, second=second)))
            rect = Rect(left, y, width, height)
            signs.append(Sign(id, name, rect, indent=indent, second=second, **look))  # type: ignore[arg-type]
            y += height + gap

        if self._saved:
            look = {"style": Style.GOLD, "icon": "play", "on_press": self._continue}
            sign("continue", _("Continue"), standing(self._saved), (660, 116), **look)
        look = {"style": Style.BLUE, "icon": "flag", "on_press": self._play}
        sign("play", _("Play"), summary(self.app.settings.plan), (600, 108), **look)
        look = {"style": Style.PAPER, "icon": "person", "on_press": self._set_up}
        sign("setup", _r(self.app.settings.plan.setup.rules, "New match…"), None, (500, paper), **look)
        look = {"style": Style.PAPER, "icon": "hint", "on_press": lambda: start_lesson(self.app)}
        sign("lesson", _("First lesson"), None, (470, paper), **look)
        look = {"style": Style.PAPER, "icon": "rules", "on_press": self.app.show_rules}
        sign("rules", _("Rules"), None, (455, paper), **look)
        look = {"style": Style.PAPER, "icon": "gear", "on_press": lambda: self.app.push(SettingsScene(self.app))}
        sign("settings", _("Settings"), None, (440, paper), **look)
        return signs

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
            ("quit", _("Quit"), "close", app.quit),
        ):
            width = max(round(150 * u), Button.natural_width(name, height, icon=True))
            row.append(Button(id, name, Rect(x, y, width, height), on_press=act, style=Style.NAVY, icon=icon))
            x += width + round(18 * u)
        return row

    def update(self, now_s: float) -> None:  # noqa: ARG002 - as every scene's
        """Follow the key that switches the sound."""
        if self.app.settings.muted != self._muted:
            self.lay_out()

    # -- what they do ---------------------------------------------------------------------------------------------

    def _continue(self) -> None:
        if self._saved:
            resume_match(self.app, self._saved)

    def _decline_lesson(self) -> None:
        self.app.save_settings(replace(self.app.settings, knows_game=True))
        self.lay_out()

    def _play(self) -> None:
        self._unless_saved(lambda: start_match(self.app, self.app.settings.plan))

    def _set_up(self) -> None:
        self.app.push(SetupScene(self.app, start=self._start))

    def _start(self, plan: Plan) -> None:
        self._unless_saved(lambda: start_match(self.app, plan))

    def _unless_saved(self, start: Callable[[], None]) -> None:
        saved = self._saved
        if saved is None:
            start()
            return
        yes = Answer("start", lambda: _("Start anew"), start, Style.RED)
        self.app.push(confirm(self.app, lambda: _("Start a new match?"), lambda: given_up(saved), yes))

    # -- picture --------------------------------------------------------------------------------------------------

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The name of the game, and the offer."""
        u = self.u
        title = ("title", "Milestone Rally", Rect(round(108 * u), round(105 * u), round(740 * u), round(260 * u)))
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
        self._paint_post(surface)
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

    def _paint_post(self, surface: Surface) -> None:
        u = self.u
        top, foot = 402 * u, self.controls.widgets[-1].rect.y - 26 * u
        lit, dark = THEME.post
        x = 196 * u
        draw.rounded(surface, (x - 26 * u, foot - 8 * u, 96 * u, 18 * u), 9 * u, THEME.shadow, opacity=0.25)
        draw.rounded(surface, (x, top, 26 * u, foot - top), 0, lit)
        draw.rounded(surface, (x + 13 * u, top, 13 * u, foot - top), 0, dark)
        draw.rounded(surface, (x - 8 * u, top - 12 * u, 42 * u, 16 * u), 5 * u, THEME.red)


def summary(plan: Plan) -> str:
    """What Play starts, in one line: who against whom, and how long."""
    setup = plan.setup
    who = seating_line(setup)
    if setup.legs:
        length = _rn(setup.rules, "{n} leg", "{n} legs", setup.legs)
    else:
        length = _("{points} points", points=number(setup.target_score or 0))
    return f"{who} · {length}"


def standing(saved: Saved) -> str:
    """Where a saved match stands, in one line: the leg, the player's score and the best other one."""
    leg = _r(saved.setup.rules, "Leg {n}", n=saved.leg_number)
    if not saved.totals:
        return leg
    sides = sides_of(saved.setup.seats, saved.setup.seating)
    viewer = next(seat for seat, player in enumerate(saved.players) if player.is_human)
    names = Names(tuple(player.driver for player in saved.players), sides, viewer)
    own = next(side for side, seats in enumerate(sides) if viewer in seats)
    rival = max((side for side in range(len(sides)) if side != own), key=lambda side: saved.totals[side])
    scores = ", ".join(f"{names.side(side)} {number(saved.totals[side])}" for side in (own, rival))
    return f"{leg} · {scores}"


def given_up(saved: Saved) -> str:
    """What is lost if another match is started."""
    return _("The match you left is lost then: {standing}.", standing=standing(saved))
