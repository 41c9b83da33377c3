"""The end of the first lesson: the player knows the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygame import Rect, Surface

from game.scenes.dialogs import paper_plate
from game.scenes.poster import poster
from game.scenes.start import resume_match, start_lesson, start_match
from game.session.lesson import COACH
from game.session.matchfile import Saved
from game.ui import art, text
from game.ui.form import FormScene
from game.ui.i18n import _
from game.ui.scene import Host
from game.ui.theme import THEME
from game.ui.widgets import Button, Style, Widget


@dataclass(frozen=True, slots=True)
class _Fact:
    """Something worth knowing, behind its icon, and how high it is set."""

    icon: str
    words: str
    height: int = 0


class LessonEndScene(FormScene):
    """What is worth knowing beside the rules, and the way into a match."""

    name = "lesson_end"
    first_focus = "play"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        found = app.files.load_match()
        self._saved = found if isinstance(found, Saved) else None
        app.save_settings(replace(app.settings, lesson=None))

    def escape(self) -> None:
        """Back to the title."""
        self.app.go_home()

    def _play(self) -> None:
        if self._saved is not None:
            resume_match(self.app, self._saved)
        else:
            start_match(self.app, self.app.settings.plan)

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """A plate in the middle: portrait and facts, and the buttons at its foot."""
        t, window = self.t, self.bounds
        pad, height, gap = round(36 * t), max(40, round(66 * t)), round(18 * t)
        width = min(window.w - 2 * pad, round(1100 * t))
        head = round(92 * t)
        self._px = max(text.MIN_NAME_PX, 25 * t)
        self._across = min(round(190 * t), round(0.26 * width))
        column = width - 3 * pad - self._across
        self._facts = self._measured(column)
        body = max(self._across, sum(fact.height for fact in self._facts))
        self._plate = Rect(0, 0, width, head + 3 * pad + body + height)
        self._plate.center = window.center
        self._head = Rect(self._plate.x, self._plate.y, width, head)
        self._column = Rect(self._plate.right - pad - column, self._head.bottom + pad, column, body)
        return self._buttons(Rect(self._plate.x + pad, self._plate.bottom - pad - height, width - 2 * pad, height), gap)

    def _buttons(self, row: Rect, gap: int) -> list[Widget]:
        play = _("Continue the match") if self._saved else _("Play a match")
        looks = (
            ("play", play, self._play, Style.RED, "flag"),
            ("again", _("Once more"), lambda: start_lesson(self.app), Style.PAPER, "replay"),
            ("to_title", _("Back to title"), self.app.go_home, Style.BLUE, None),
        )
        natural = [Button.natural_width(name, row.h, icon=icon is not None) for _id, name, _act, _style, icon in looks]
        spare = row.w - 2 * gap - sum(natural)
        buttons: list[Widget] = []
        x = row.x
        for (id, name, act, style, icon), wide in zip(looks, natural, strict=True):
            rect = Rect(x, row.y, wide + spare // 3, row.h)
            buttons.append(Button(id, name, rect, on_press=act, style=style, icon=icon))
            x = rect.right + gap
        return buttons

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
        """Heading and facts."""
        facts = [(f"fact{i}", fact.words, self._column) for i, fact in enumerate(self._facts)]
        return [("title", _("You know the game!"), self._head), *facts]

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
