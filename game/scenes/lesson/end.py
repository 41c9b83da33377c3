"""The end of the first lesson: the player knows the game, and chooses between a quick race and a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from game.i18n import _, _r, language
from game.scenes.background import poster
from game.scenes.dialogs import paper_plate
from game.scenes.title import standing, summary
from game.session.lesson import COACH
from game.session.storage.match_file import Saved
from game.ui.drawing import art, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.scene import Host
from game.ui.widgets import Button, Style, Widget


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


class LessonEndScene(FormScene):
    """What is worth knowing beside the rules, and the ways on; a match that was left comes first."""

    name = "lesson_end"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        found = app.files.load_match()
        self._saved = found if isinstance(found, Saved) else None
        app.save_settings(replace(app.settings, lesson=None))

    def escape(self) -> None:
        """Back to the title."""
        self.app.go_home()

    def _start_race(self) -> None:
        self.app.start_match(self.app.settings.race_plan(language()), instead_of=self._saved)

    @property
    def _choices(self) -> tuple[_Choice, _Choice]:
        """The two ways on, the likelier first."""
        app, saved, settings = self.app, self._saved, self.app.settings
        race = _Choice("race", _("Quick race"), summary(settings.race_plan(language())), self._start_race, "lap")
        if saved is None:
            match = settings.match_plan(language())
            play = _r(match.setup.rules, "Play a match")
            return race, _Choice("play", play, summary(match), lambda: app.start_match(match), "flag")
        go_on = _Choice("play", _("Continue the match"), standing(saved), lambda: app.resume_match(saved), "play")
        return go_on, race

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
        ways = large + about + gap + small
        self._plate = Rect(0, 0, width, head + 3 * pad + body + ways)
        self._plate.center = window.center
        self._head = Rect(self._plate.x, self._plate.y, width, head)
        self._column = Rect(self._plate.right - pad - column, self._head.bottom + pad, column, body)
        foot = Rect(self._plate.x + pad, self._plate.bottom - pad - small, width - 2 * pad, small)
        row = Rect(foot.x, self._plate.bottom - pad - ways, foot.w, large)
        self._abouts = [Rect(half.x, half.bottom, half.w, about) for half in _halves(row, gap)]
        return [*self._large(row, gap), *self._small(foot, gap)]

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
                _("Once more"),
                again,
                on_press=self.app.start_lesson,
                style=Style.PAPER,
                icon="replay",
            ),
            Button("to_title", _("Back to title"), title, on_press=self.app.go_home, style=Style.PAPER),
        ]

    def _measured(self, column: int) -> list[_Fact]:
        facts = (
            ("hint", _("H shows what the best driver would do now, and why.")),
            ("rules", _("F1 opens the rules, at what you are looking at.")),
            ("octagon", _("A card that cannot be laid says why. Just point at it.")),
            ("flag", _("In a match you may prolong a leg at the finish. You are asked when it happens.")),
            ("save", _("Leave whenever you like: every move is saved.")),
        )
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
        """Draw poster, plate, portrait and facts."""
        surface.blit(poster(self.app.size, with_car=True), (0, 0))
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
