"""The screen of a puzzle: the table as the person saw it; the player must find the better card in the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pygame import Rect, Surface

from game.features.puzzles.model import Puzzle, answer_puzzle
from game.features.puzzles.words import source_words
from game.features.replay.asked_panel import AskedWords, PanelButton, asked_panel
from game.features.replay.asking import AskingScene
from game.features.replay.words import heading_words
from game.i18n import _, number
from game.people.players import with_person_seated
from game.scenes.host import Host
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.painting.picture import TablePicture
from game.table.top_bar import BarButton
from game.table.view import LogReplacement, TableView
from game.ui import layout as ui
from game.ui.drawing import art, draw, text
from game.ui.drawing.layers import outer_rect
from game.ui.drawing.theme import THEME


class PuzzleScene(AskingScene):
    """The screen of one puzzle of a round, with the table and a panel beside it.

    ``puzzles`` is the whole round. ``solved`` tells for each earlier puzzle whether it was solved; the next one is
    shown. ``back`` is the button that leaves. The answer is saved for the current person.
    """

    name = "puzzle"

    def __init__(self, app: Host, puzzles: Sequence[Puzzle], back: BarButton, solved: Sequence[bool] = ()) -> None:
        self._puzzles, self._solved = tuple(puzzles), tuple(solved)
        self.puzzle = self._puzzles[len(self._solved)]
        players = self.puzzle.players_by_seat()
        seated = with_person_seated(players, app.settings.profile) if self.puzzle.is_shipped else players
        super().__init__(app, self.puzzle.attempt(), seated, back)

    @property
    def asked(self) -> str:
        return _("What was better?")

    # -- layout -------------------------------------------------------------------------------------------------------

    def lay_out_table(self) -> None:
        o = self.attempt.seen
        picture = TablePicture(self.app.size, o, o.seat, buttons=(self.back,))
        self.animation.set_places(picture.places)
        bare = TableView(o, self.players, o.seat, title=self._title)
        self.stage.lay_out(picture, AnimationRenderer(picture), {self.back.id: self.leave_scene}, bare, (self.back,))

    @property
    def room(self) -> Rect:
        return outer_rect(self.stage.picture.places.layout.log)

    def make_panel(self, scale: ui.Scale) -> ui.Box:
        is_last = len(self._solved) == len(self._puzzles) - 1
        words, icon = (_("Done"), "check") if is_last else (_("Next"), "arrow")
        leave = PanelButton("next", words, icon, self.go_on)
        is_shipped = self.puzzle.is_shipped
        asked = AskedWords(
            heading_words(self.attempt, self.asked), leave, [leave], icon="check" if self.attempt.solved else "puzzle",
            progress=self._dots(scale) if len(self._puzzles) > 1 else None, is_own=not is_shipped,
            then=_("What was played") if is_shipped else _("What you played"),
        )  # fmt: skip
        return asked_panel(
            scale, self.attempt, self.stage.names, asked, self.actions, room=self.room.size, view_state=self.view_state
        )

    def _dots(self, s: ui.Scale) -> ui.Box:
        """Return a row of dots for the puzzles of the round: solved, answer shown, current, or still to come."""
        index, total = len(self._solved), len(self._puzzles)
        found = (*self._solved, True) if self.attempt.solved else self._solved
        d = round(1.3 * s.px(ui.ROLES.small))

        def paint(surface: Surface, rect: Rect) -> None:
            step = min(1.3 * d, rect.w / total)
            for n in range(total):
                r = min(d, 0.9 * step) / 2
                x, y, is_found = rect.x + (n + 0.5) * step, rect.centery, n < len(found) and found[n]
                ink = THEME.ink if is_found else THEME.white
                rim = THEME.gold_l if n == index else None
                draw.rounded_rect(
                    surface, (x - r, y - r, 2 * r, 2 * r), r, THEME.gold if is_found else THEME.navy_l, rim, 0.2 * r
                )
                if n < len(found):
                    art.blit_icon(surface, "check" if is_found else "eye", (x, y), 1.3 * r, ink)
                else:
                    text.draw(surface, number(n + 1), x, y, "O8", 1.1 * r, ink, anchor="c", min_px=1)

        said = _("Puzzle {n} of {total}", n=index + 1, total=total)
        return ui.Canvas(paint, (total * d, round(1.3 * d * total)), d, id="run", label=said)

    def make_view(self) -> TableView:
        panel = LogReplacement((self.root, self.view_state.offsets), self.root.paint)
        return replace(super().make_view(), title=self._title, log_replacement=panel)

    @property
    def _title(self) -> tuple[str, str]:
        return _("Find the better card"), source_words(self.puzzle)

    # -- answers ------------------------------------------------------------------------------------------------------

    def end_attempt(self) -> None:
        answer_puzzle(self.app.career, self.app.settings.profile.id, self.puzzle.id, solved=self.attempt.solved)

    def go_on(self) -> None:
        found = (*self._solved, self.attempt.solved)
        if len(found) == len(self._puzzles):
            self.leave_scene()
        else:
            self.app.replace(PuzzleScene(self.app, self._puzzles, self.back, found))
