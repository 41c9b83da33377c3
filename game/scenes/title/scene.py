"""The title: the game's name, a signpost to what can be done, and the offer of a lesson."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game import TITLE
from game.engine.rules import sides_of
from game.i18n import _, _r, _rn, endonym, language, number
from game.i18n.punctuation import facts, listed
from game.scenes import background
from game.scenes.host import Host
from game.scenes.menu import Entry, LanguageScene
from game.scenes.setup.scene import SetupScene
from game.scenes.title.layout import LETTERS_PX, FootKey, Lettering, TitleParts, title_layout
from game.scenes.title.offer import OfferAnswers
from game.scenes.title.plate import ProfilePlate
from game.scenes.title.signs import SignRow
from game.session.setup import Plan
from game.session.storage.match_file import MatchKind, Saved
from game.ui.animation import Timeline
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.scene import unit
from game.ui.widgets import Button, IconButton, Style, Widget
from game.words.matches import title
from game.words.names import NOBODY, Names
from game.words.rulesets import leg_minutes, persons_line, seating_line

_SCREEN_READER_KEYS: Final = (pygame.K_INSERT, pygame.K_KP_0, pygame.K_CAPSLOCK)
"""What NVDA, JAWS, Narrator and Orca are spoken to with: who cannot see the screen tries one of these."""
_WORDLESS: Final = frozenset({"sound", "fullscreen", "about"})  # at the foot: their pictures say it all


class TitleScene(TimedFormScene[Host]):
    """The first screen. It looks for a match to go on with when it is entered."""

    text_limit = (4.0, 4.0)  # its own layout says how far there is room
    name = "title"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._saved: Saved | None = None
        self._match = app.settings.match_plan(language())
        self._race = app.settings.race_plan(language())
        self._muted = app.settings.muted
        self._places = title_layout(self.bounds, unit(app.size), self._parts())

    def enter(self, app: Host) -> None:
        """Look for a match to go on with."""
        self._saved = app.files.latest_match()
        self.first_focus = "continue" if self._saved else "play"
        super().enter(app)
        self.timeline = self._places.signpost.come_in(app)

    def resume(self) -> None:
        """Look again: what can be gone on with may have been deleted, or come back."""
        self._saved = self.app.files.latest_match()
        super().resume()

    def leave(self) -> None:
        """Do without the background for what lies above."""
        background.forget_ahead()

    # -- controls -------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The signpost from the top down, the offer of a lesson, the row at the foot, then who plays."""
        self._match = self.app.settings.match_plan(language())
        self._race = self.app.settings.race_plan(language())
        self._muted = self.app.settings.muted
        self.timeline = Timeline()
        self.t = text.delivered(self.u)  # lines and edges stay as fine as they are
        self._places = places = title_layout(self.bounds, self.u, self._parts())
        answers = OfferAnswers(self.app.start_lesson, self._decline_lesson)
        offered = places.offer.widgets(answers) if places.offer else []
        return [*places.signpost.signs, *offered, *self._foot(), places.plate]

    def _parts(self) -> TitleParts:
        app, profile = self.app, self.app.settings.profile
        figures = app.figures(profile.person)

        def plate(larger: float) -> ProfilePlate:
            return ProfilePlate(self.bounds, self.u, profile, figures, app.show_profiles, larger)

        return TitleParts(self._signs(), self._keys(), self._has_offer, app.settings.lesson is not None, plate)

    @property
    def _has_offer(self) -> bool:
        """Whether a lesson is offered, to whoever may not know the game.

        Whoever has a match to go on with is not here for the first time, but may have left a lesson.
        """
        return not (self.app.settings.knows_game or (self._saved and self.app.settings.lesson is None))

    def _signs(self) -> list[SignRow]:
        """Row by row: what is played, and beside it what leads to it."""
        rules_id = self._match.setup.rules
        play = Entry("play", _r(rules_id, "Play a match"), "flag", self._play, Style.BLUE, summary(self._match))
        race = Entry("race", _("Quick race"), "lap", self._play_race, Style.BLUE, summary(self._race))
        rows: list[SignRow] = [
            (play, Entry("setup", _r(rules_id, "New match…"), "person", self._set_up, Style.PAPER)),
            (race, Entry("deals", _("Deal of the day"), "calendar", self.app.show_deals, Style.PAPER)),
            (
                Entry("roadbook", _("Roadbook"), "stone", self.app.show_roadbook, Style.PAPER),
                Entry("rules", _("Rules"), "rules", self.app.show_rules, Style.PAPER),
            ),
            (Entry("lesson", _("First lesson"), "hint", self.app.start_lesson, Style.PAPER), None),
        ]
        if self._saved is None:
            return rows
        words = standing(self._saved)
        return [(Entry("continue", _("Continue"), "play", self._continue, Style.GOLD, words), None), *rows]

    def _keys(self) -> list[FootKey]:
        """The row at the foot."""
        app = self.app
        screen = _("Window") if app.window.is_fullscreen else _("Full screen")
        sound = (_("Sound off"), "mute") if self._muted else (_("Sound on"), "sound")
        return [
            FootKey(id, name, icon, id in _WORDLESS, act)
            for id, name, icon, act in (
                ("language", endonym(language()), "globe", lambda: app.push(LanguageScene(app))),
                ("sound", *sound, app.toggle_mute),
                ("fullscreen", screen, "screen", app.toggle_fullscreen),
                ("settings", _("Settings"), "gear", app.show_settings),
                ("about", _("About"), "info", app.show_about),
                ("quit", _("Quit"), "close", app.quit),
            )
        ]

    def _foot(self) -> list[Widget]:
        foot, row = self._places.foot, list[Widget]()
        for key, rect in zip(self._keys(), foot.places, strict=True):
            kind = IconButton if key.is_small else Button
            row.append(kind(key.id, key.name, rect, on_press=key.act, style=Style.NAVY, icon=key.icon, px=foot.px))
        return row

    def handle(self, event: Event) -> bool:
        """Besides its controls: at the first start, a key that a screen reader listens to switches speech on."""
        if self._places.offer and event.type == pygame.KEYDOWN and event.key in _SCREEN_READER_KEYS:
            if not self.app.settings.speech:
                self.app.toggle_speech()
            return True
        return super().handle(event)

    def settings_changed(self) -> None:
        """Follow the key that switches the sound."""
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
        self.app.start_match(plan)

    # -- picture --------------------------------------------------------------------------------------------------

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The name of the game, and the offer."""
        places = self._places
        return [("title", TITLE, places.lettering.rect), *(places.offer.texts() if places.offer else [])]

    def render(self, surface: Surface, now_s: float) -> None:
        """Draw the background alone below anything else, whose plate would cut lettering and signs in pieces."""
        if self.app.scene is self:
            super().render(surface, now_s)
        else:
            surface.blit(background.picture(self.app.size), (0, 0))

    def paint(self, surface: Surface) -> None:
        """Draw background, lettering and post."""
        places = self._places
        car = self.app.settings.profile.livery if places.has_car else None
        surface.blit(background.picture(self.app.size, car=car, with_stone=places.has_stone), (0, 0))
        background.prefetch(self.app.size)  # for what is opened next
        self._paint_lettering(surface, places.lettering)
        places.signpost.paint(surface)
        if places.offer:
            places.offer.paint(surface)

    def _paint_lettering(self, surface: Surface, shown: Lettering) -> None:
        k = shown.k
        for dx, dy, color in ((7, 9, THEME.lettering_shadow), (0, 0, THEME.lettering)):
            for word, x, y in shown.words:
                text.draw(surface, word, x + dx * k, y + dy * k, "O9", LETTERS_PX * k, color)
        line, line_px, left = shown.line, shown.line_px, shown.line_x
        across = min(shown.room, max(470 * k, text.width(line, "O7", line_px) + 4 * k))
        for y in shown.bars:
            draw.rounded(surface, (left, y, across, max(3, 10 * k)), 5 * k, THEME.gold)
        text.draw(surface, line, left + 2 * k, shown.middle, "O7", line_px, THEME.navy)


def summary(plan: Plan, rules_id: str | None = None) -> str:
    """What is started, in one line: who against whom, and how long; in its own rule set's words or another's."""
    setup, rules_id = plan.setup, rules_id or plan.setup.rules
    if plan.is_quick_race:
        length = _r(rules_id, "one leg, about {minutes} minutes", minutes=leg_minutes(setup))
    elif setup.legs:
        length = _rn(rules_id, "{n} leg", "{n} legs", setup.legs)
    else:
        length = _("{points} points", points=number(setup.target_score or 0))
    return facts(filter(None, [seating_line(setup), persons_line(plan.players), length]))


def standing(saved: Saved, rules_id: str | None = None) -> str:
    """Where a saved match stands, in one line: the leg, the player's score and the best other one.

    A deal that was chosen is a leg of its own: which one. In its own rule set's words, or in those of another.
    """
    if saved.kind is MatchKind.DEAL:
        return title(saved.name, saved.kind, saved.setup.legs, saved.begun_s or saved.saved_s)
    if saved.setup.legs == 1:
        return facts([_("Quick race"), seating_line(saved.setup)])
    leg = _r(rules_id or saved.setup.rules, "Leg {n}", n=saved.leg_number)
    sides = sides_of(saved.setup.seats, saved.setup.seating)
    persons = sum(player.is_human for player in saved.players)
    names = Names.at(saved.players, sides, saved.viewer if persons == 1 else NOBODY)
    own = next(side for side, seats in enumerate(sides) if saved.viewer in seats)
    rival = max((side for side in range(len(sides)) if side != own), key=lambda side: saved.totals[side])
    scores = listed(names.scored(side, saved.totals[side]) for side in (own, rival))
    return facts([leg, scores])
