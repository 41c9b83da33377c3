"""The dialog after the lesson: two useful keys, and what to play next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Surface

from game.features.lesson.model import COACH
from game.features.tour.model import Tour
from game.features.tour.words import next_stage_line
from game.i18n import _, language
from game.scenes import background
from game.scenes.dialogs import PanelForm, paint_paper_plate
from game.scenes.host import Host
from game.settings.bindings import Action
from game.ui import layout as ui
from game.ui.drawing import art
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle
from game.words.keys import input_name
from game.words.matches import plan_summary, saved_match_line
from game.words.settings import setting_name

_WIDE = 1000
_PORTRAIT = 190  # in t


@dataclass(frozen=True, slots=True)
class _NextStep:
    """Where the main button leads: an unfinished match, the tour or a new race; ``about`` is the line below it."""

    id: str
    words: str
    icon: str
    act: Callable[[], None]
    about: str


class LessonEndScene(PanelForm):
    """The dialog after the lesson: play now, or go back to the title.

    Its main button continues an unfinished match, else leads to the tour if that is not begun, else starts a race. All
    words are those of the rule set that was learned; a player who has chosen no rules yet also races by it. After a
    person's first lesson a switch offers an easy start.
    """

    name = "lesson_end"

    def __init__(self, app: Host, rules_id: str, *, is_first_time: bool) -> None:
        super().__init__(app)
        self._rules = rules_id
        self._has_chosen = app.settings.machine.plan is not None
        begun, person = list(app.files.begun_matches()), app.settings.profile.id
        self._saved = app.files.latest_match(head for head in begun if head.is_race)
        earned = app.achievements(person)
        self._has_toured = bool(earned and earned.stages) or any(head.stage and head.is_of(person) for head in begun)
        self._before = app.settings
        self._is_easy_offered = is_first_time and not app.settings.is_easy_start
        self.first_focus = self._next_step.id
        app.save_settings(app.settings.with_values(lesson=None))

    def escape(self) -> None:
        self.app.go_home()

    @property
    def _next_step(self) -> _NextStep:
        app, saved, rules_id = self.app, self._saved, self._rules
        if saved is not None:
            return _NextStep(
                "play", _("Continue"), "play", lambda: app.resume_match(saved), saved_match_line(saved, rules_id)
            )
        if not self._has_toured:
            return _NextStep("tour", _("The tour"), "tour", app.show_tour, next_stage_line(Tour({})))
        plan = app.settings.match_plan(language())
        race = (plan if self._has_chosen else plan.with_rules(rules_id)).with_legs(1)
        race = app.settings.with_usual_house_rules(race)
        return _NextStep("race", _("Race"), "flag", lambda: app.start_match(race), plan_summary(race, rules_id))

    def _make_easy(self, is_easy: bool) -> None:
        """Change all settings for an easy start, or restore their earlier values."""
        settings, before = self.app.settings, self._before
        if is_easy:
            changed = settings.with_easy_start(language(), is_easy=True)
        else:
            parts = ("assist", "pace", "plan", "shared")
            changed = settings.with_values(**{name: before.value(name) for name in parts})
        self.app.save_settings(changed)
        self.lay_out()

    def tree(self) -> ui.Box:
        s, on = self.scale, self._next_step
        ways = ui.Flow(
            ui.Button(s, on.id, on.words, on.act, style=ButtonStyle.RED, icon=on.icon, grow=1),
            ui.Button(s, "to_title", _("Back to main menu"), self.escape, style=ButtonStyle.PAPER, grow=1),
            gap=s.text_px(18),
        )
        foot = ui.Column(
            ways, ui.Label(s, on.about, ui.ROLES.small, THEME.text2, id=f"{on.id}.about"), gap=s.text_px(8)
        )
        return self.plate(
            _("You know the game!"),
            [self._told, self._words],
            foot,
            wide=_WIDE,
            icon="trophy",
            ground=paint_paper_plate,
        )

    def _told(self) -> ui.Box:
        """Return the dialog's text beside the coach's portrait, the layout for windows with enough space."""
        side = self.scale.text_px(_PORTRAIT)
        portrait = ui.Canvas(lambda surface, rect: surface.blit(art.portrait(COACH, rect.w), rect) and None, side, side)
        return ui.Row(portrait, self._words(), gap=self.scale.text_px(36))

    def _words(self) -> ui.Box:
        s = self.scale
        facts = [
            ("hint", _("{key} shows what the best driver would do now, and why.", key=input_name(Action.HINT))),
            ("rules", _("{key} opens the rules at the page you need.", key=input_name(Action.RULES))),
        ]
        rows = [
            ui.Row(ui.Icon(icon, round(1.2 * s.px(ui.ROLES.lead)), THEME.text2), words, gap=s.text_px(18))
            for icon, said in facts
            for words in [ui.Label(s, said, ui.ROLES.lead, grow=1, id=f"fact.{icon}")]
        ]
        return ui.Column(*rows, self._easy() if self._is_easy_offered else None, gap=s.text_px(16), grow=1)

    def _easy(self) -> ui.Box:
        note = _("For the first races: your best card marked, a slow pace, gentle opponents.")
        return ui.Switch(
            self.scale, "easy_start", setting_name("easy_start"), on=self.app.settings.is_easy_start,
            words=(_("on"), _("off")), note=note, on_change=self._make_easy,
        )  # fmt: skip

    def paint(self, surface: Surface) -> None:
        surface.blit(background.picture(self.app.size, car=self.app.settings.profile.livery), (0, 0))
        super().paint(surface)
