"""The title: the game's name, a signpost to what can be done, and the offer of a lesson."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
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
from game.scenes.profile.plate import ProfilePlate
from game.scenes.settings.scene import SettingsScene
from game.scenes.setup.scene import SetupScene
from game.session.lesson import COACH
from game.session.setup import Plan
from game.session.storage.match_file import Saved
from game.ui.animation import Animation, Timeline, back, linear
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.scene import is_tall
from game.ui.widgets import Button, IconButton, Sign, Style, Widget
from game.words.names import Names
from game.words.rulesets import leg_minutes, seating_line

_NAME: Final = ("MILESTONE", "RALLY")  # the game's name is the same in every language
_WORDLESS: Final = frozenset({"sound", "fullscreen", "about"})  # at the foot: their pictures say it all


class TitleScene(TimedFormScene[Host]):
    """The first screen. It looks for a match to go on with when it is entered."""

    name = "title"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._saved: Saved | None = None
        self._match = app.settings.match_plan(language())
        self._race = app.settings.race_plan(language())
        self._signpost = Signpost(self._signs(), self.bounds, self.u)
        self._offer: LessonOffer | None = None
        self._muted = app.settings.muted

    def enter(self, app: Host) -> None:
        """Look for a match to go on with."""
        self._saved = app.files.latest_match()
        self.first_focus = "continue" if self._saved else "play"
        super().enter(app)
        self.timeline = self._signpost.come_in(app)

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
        self._signpost, self.timeline = Signpost(self._signs(), self.bounds, self.u), Timeline()
        app = self.app
        profile = app.settings.profile
        plate = ProfilePlate(self.bounds, self.u, profile, app.figures(profile.id), app.show_profiles)
        return [*self._signpost.signs, *self._offered(), *self._foot(), plate]

    def _offered(self) -> list[Widget]:
        """The plate for whoever may not know the game: beside the signs, in a tall window below them.

        It stays clear of the milestone. Whoever has a match to go on with is not here for the first time, but may have
        left a lesson.
        """
        self._offer = None
        if self.app.settings.knows_game or (self._saved and self.app.settings.lesson is None):
            return []
        u, right, post = self.u, self.bounds.w - round(60 * self.u), self._signpost
        beside = max(0.56 * self.bounds.w, post.right + 30 * u)
        left, top = (120 * u, post.bottom + 60 * u) if is_tall(self.app.size) else (beside, 400 * u)
        bottom = background.stone_top(self.app.size) - 20 * u
        area = Rect(round(left), round(top), right - round(left), round(bottom - top))
        self._offer = LessonOffer(area, max(0.6, u), is_begun=self.app.settings.lesson is not None)
        return self._offer.widgets(OfferAnswers(self.app.start_lesson, self._decline_lesson))

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

    def handle(self, event: Event) -> bool:
        """Besides its controls: at the first start, a key that a screen reader listens to switches speech on."""
        if self._offer and event.type == pygame.KEYDOWN and event.key in _SCREEN_READER_KEYS:
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
        u = self.u
        title = ("title", TITLE, Rect(round(108 * u), round(105 * u), round(740 * u), round(260 * u)))
        return [title, *(self._offer.texts() if self._offer else [])]

    def render(self, surface: Surface, now_s: float) -> None:
        """Draw the background alone below anything else, whose plate would cut lettering and signs in pieces."""
        if self.app.scene is self:
            super().render(surface, now_s)
        else:
            surface.blit(background.picture(self.app.size), (0, 0))

    def paint(self, surface: Surface) -> None:
        """Draw background, lettering and post."""
        surface.blit(background.picture(self.app.size, car=self.app.settings.profile.livery, with_stone=True), (0, 0))
        background.prefetch(self.app.size)  # for what is opened next
        self._paint_lettering(surface)
        self._signpost.paint(surface)
        if self._offer:
            self._offer.paint(surface)

    def _paint_lettering(self, surface: Surface) -> None:
        u = self.u
        px, x, rows = 132 * u, 108 * u, (170 * u, 300 * u)
        for dx, dy, color in ((7, 9, THEME.lettering_shadow), (0, 0, THEME.lettering)):
            for word, y in zip(_NAME, rows, strict=True):
                text.draw(surface, word, x + dx * u, y + dy * u, "O9", px, color)
        left = x + text.width(_NAME[1], "O9", px) + 36 * u
        room = self.bounds.w - left - 24 * u
        line, line_px = text.fit(_("The card game of the open road"), "O7", text.sized(29 * u, 15), room, 12)
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
    return facts([who, length])


def standing(saved: Saved) -> str:
    """Where a saved match stands, in one line: the leg, the player's score and the best other one."""
    if saved.setup.legs == 1:
        return facts([_("Quick race"), seating_line(saved.setup)])
    leg = _r(saved.setup.rules, "Leg {n}", n=saved.leg_number)
    sides = sides_of(saved.setup.seats, saved.setup.seating)
    names = Names.at(saved.players, sides, saved.viewer)
    own = next(side for side, seats in enumerate(sides) if saved.viewer in seats)
    rival = max((side for side in range(len(sides)) if side != own), key=lambda side: saved.totals[side])
    scores = listed(f"{names.side(side)} {number(saved.totals[side])}" for side in (own, rival))
    return facts([leg, scores])


_SIGN_HEIGHTS: Final = {Style.GOLD: 112, Style.BLUE: 100, Style.PAPER: 68}
_SIGN_WIDTHS: Final = {Style.GOLD: 640, Style.BLUE: 555, Style.PAPER: 395}
_RIGHT_SIGN_W: Final = 310
_MIN_SIGN_H: Final = 34
_LEFT, _TOP, _GAP, _BETWEEN, _MARGIN, _INDENT = 120, 400, 16, 26, 40, 84
_POST: Final = 76  # from the left edge of its signs
_FOOT: Final = 42  # below the lowest sign, if that is on the ground
_TALL_GROUND: Final = 0.6  # of the height, where the background's hills begin in a tall window

_STEP_S: Final = 0.06
_SWING_S: Final = 0.22
_FADING: Final = Animation(duration_s=0.12, easing=linear)


_SCREEN_READER_KEYS: Final = (pygame.K_INSERT, pygame.K_KP_0, pygame.K_CAPSLOCK)
"""What NVDA, JAWS, Narrator and Orca are spoken to with: who cannot see the screen tries one of these."""

SignRow = tuple[Entry, Entry | None]
"""A sign of the left post, and beside it one of the right."""


class SwingingSign(Sign):
    """A sign that comes in by its timeline, turning round its post."""

    timeline = Timeline()
    turns = True
    """Whether it turns; under reduced motion it fades in where it is."""

    @property
    def shown(self) -> float:
        """How far it has come: from 0 to 1, and a little beyond."""
        return self.timeline.eased(self.id)

    def draw(self, surface: Surface, t: float) -> None:
        """Draw it as far as it has come."""
        if self.shown == 1:
            super().draw(surface, t)
        elif self.shown > 0:
            self._draw_coming(surface, t)

    def _draw_coming(self, surface: Surface, t: float) -> None:
        room = round(0.2 * self.rect.h)
        place = self.rect.inflate(2 * room, 2 * room)
        layer, rect = Surface(place.size, pygame.SRCALPHA), self.rect
        self.rect = rect.move(-place.x, -place.y)
        super().draw(layer, t)
        self.rect = rect
        if not self.turns:
            layer.set_alpha(round(255 * self.shown))
            surface.blit(layer, place)
            return
        post = place.x + room + round(_POST * rect.h / _SIGN_HEIGHTS[Style.BLUE])
        wide = max(1, round(place.w * self.shown))
        left = post - round((post - place.x) * self.shown)
        surface.blit(pygame.transform.smoothscale(layer, (wide, place.h)), (left, place.y))


class Signpost:
    """The signs of ``rows`` in a window of these ``bounds``; ``u`` is the layout unit."""

    def __init__(self, rows: Sequence[SignRow], bounds: Rect, u: float) -> None:
        self._u = u
        self._ground = _TALL_GROUND * bounds.h if is_tall(bounds.size) else 0
        self._indent = round(_INDENT * max(u, 0.5))
        lefts, rights = [left for left, _right in rows], [right for _left, right in rows if right]
        right_w = max(self._width(entry, _RIGHT_SIGN_W) for entry in rights)
        x, between = round(_LEFT * u), round(_BETWEEN * u)
        widest = bounds.w - round(_MARGIN * u) - x - between - right_w
        widths = [min(widest, self._width(entry, _SIGN_WIDTHS[entry.style])) for entry in lefts]
        right_x = x + between + max(w for (_l, right), w in zip(rows, widths, strict=True) if right)
        self.signs: list[SwingingSign] = []
        self._posts: list[list[Rect]] = [[], []]
        y = round(_TOP * u)
        for (left, right), width in zip(rows, widths, strict=True):
            row = Rect(x, y, width, self._height(left))
            self._put(left, row, post=0)
            if right:
                place = Rect(right_x, 0, right_w, self._height(right))
                place.centery = row.centery
                self._put(right, place, post=1)
            y = row.bottom + round(_GAP * u)

    def _put(self, entry: Entry, rect: Rect, *, post: int) -> None:
        assert entry.icon is not None  # that of a menu may be
        sign = SwingingSign(
            entry.id, entry.name, rect,
            on_press=entry.act, style=entry.style, icon=entry.icon, indent=self._indent, second=entry.second,
        )  # fmt: skip
        self.signs.append(sign)
        self._posts[post].append(rect)

    def _height(self, entry: Entry) -> int:
        return max(_MIN_SIGN_H, round(_SIGN_HEIGHTS[entry.style] * self._u))

    def _width(self, entry: Entry, least: float) -> int:
        natural = Sign.natural_width(entry.name, self._height(entry), self._indent, second=entry.second)
        return max(round(least * self._u), natural)

    @property
    def bottom(self) -> int:
        """Where the lowest sign ends."""
        return max(sign.rect.bottom for sign in self.signs)

    @property
    def right(self) -> int:
        """Where the longest sign ends."""
        return max(sign.rect.right for sign in self.signs)

    def come_in(self, app: Host) -> Timeline:
        """Let the signs swing in one after the other, or fade in together under reduced motion."""
        turns, coming = not app.settings.reduced_motion, dict[Hashable, Animation]()
        for i, sign in enumerate(self.signs):
            swinging = Animation(start_s=i * _STEP_S, duration_s=_SWING_S, easing=back)
            coming[sign.id] = swinging if turns else _FADING
        timeline = Timeline(app.now_s, app.settings.speed.factor, coming)
        for sign in self.signs:
            sign.timeline, sign.turns = timeline, turns
        return timeline

    def paint(self, surface: Surface) -> None:
        """Draw the posts that the signs hang on."""
        foot = max(self.bottom + _FOOT * self._u, self._ground)
        for signs in self._posts:
            self._paint_post(surface, signs[0].x + _POST * self._u, signs[0].y - 6 * self._u, foot)

    def _paint_post(self, surface: Surface, x: float, top: float, foot: float) -> None:
        u = self._u
        lit, dark = THEME.post
        draw.rounded(surface, (x - 26 * u, foot - 8 * u, 96 * u, 18 * u), 9 * u, THEME.shadow, opacity=0.25)
        draw.rounded(surface, (x, top, 26 * u, foot - top), 0, lit)
        draw.rounded(surface, (x + 13 * u, top, 13 * u, foot - top), 0, dark)
        draw.rounded(surface, (x - 8 * u, top - 12 * u, 42 * u, 16 * u), 5 * u, THEME.red)


@dataclass(frozen=True, slots=True)
class OfferAnswers:
    """What the two buttons do."""

    begin: Callable[[], None]
    decline: Callable[[], None]


class LessonOffer:
    """The plate in the upper right corner of ``area``, as wide as it may be there; ``is_begun`` for a lesson left.

    It begins above the area if that is too low for it.

    ``t`` is the factor of its measures.
    """

    def __init__(self, area: Rect, t: float, *, is_begun: bool) -> None:
        self._t = t
        self._is_begun = is_begun
        self._pad = round(24 * t)
        self._head_px, self._body_px = 30 * t, max(text.MIN_NAME_PX, 23 * t)
        width = min(area.w, round(640 * t))
        self._across = min(round(120 * t), round(0.3 * width))
        inner, height = width - 2 * self._pad, max(38, round(60 * t))
        room = inner - self._across - self._pad
        self._head_h = text.paragraph_height(self._words[0], "O8", self._head_px, room)
        body = text.paragraph_height(self._words[1], "B5", self._body_px, room)
        said = max(self._across, self._head_h + body)
        gap = round(0.6 * self._pad)
        widths = [Button.natural_width(name, height, icon=not i) for i, name in enumerate(self._answers)]
        is_row = sum(widths) + gap <= inner
        buttons = height if is_row else 2 * height + gap
        self._plate = Rect(0, area.y, width, said + buttons + 3 * self._pad)
        self._plate.right = area.right
        self._plate.bottom = min(self._plate.bottom, area.bottom)
        x, y = self._plate.x + self._pad, self._plate.y + self._pad
        self._said = Rect(
            x + self._across + self._pad, y + (said - self._head_h - body) // 2, room, self._head_h + body
        )
        self._middle = (x + self._across // 2, y + said // 2)
        y += said + self._pad
        if is_row:
            first = inner - gap - widths[1]
            self._places = (Rect(x, y, first, height), Rect(x + first + gap, y, widths[1], height))
        else:
            self._places = (Rect(x, y, inner, height), Rect(x, y + height + gap, inner, height))

    @property
    def _words(self) -> tuple[str, str]:
        if self._is_begun:
            return _("Your lesson is waiting"), _("Go on where you left off.")
        return _("First time here?"), _("Learn the game by playing it. It takes five minutes.")

    @property
    def _answers(self) -> tuple[str, str]:
        return _("Go on with the lesson") if self._is_begun else _("Begin the lesson"), _("I know the game")

    def widgets(self, answers: OfferAnswers) -> list[Widget]:
        """The two buttons."""
        yes, no = self._answers
        return [
            Button("offer", yes, self._places[0], on_press=answers.begin, style=Style.RED, icon="play"),
            Button("knows_game", no, self._places[1], on_press=answers.decline, style=Style.PAPER),
        ]

    def texts(self) -> list[tuple[str, str, Rect]]:
        """What the plate says."""
        return [("offer_text", " ".join(self._words), self._said)]

    def paint(self, surface: Surface) -> None:
        """Draw plate, portrait and words."""
        t = self._t
        rim = max(2, round(5 * t))
        draw.plate(surface, self._plate, 22 * t, THEME.surface, rim=THEME.gold, rim_width=rim, shadow_px=10 * t)
        x, y = self._middle
        half = self._across // 2
        surface.blit(art.portrait(COACH, self._across), (x - half, y - half))
        left, top, room, height = self._said
        head, body = self._words
        text.paragraph(surface, head, (left, top, room, self._head_h), "O8", self._head_px, THEME.text)
        across = text.balanced(body, "B5", self._body_px, room)
        place = (left, top + self._head_h, across, height - self._head_h)
        text.paragraph(surface, body, place, "B5", self._body_px, THEME.text2)
