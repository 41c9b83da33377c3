"""The page of the puzzles: a grid of the unsolved or the solved ones, and a button for the next five."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.career.reader import CareerReader
from game.features.matches.match_list import seats_box
from game.features.puzzles.model import PUZZLES, Puzzle, PuzzleBook
from game.features.puzzles.scene import PuzzleScene
from game.features.puzzles.words import puzzle_words, source_words
from game.features.replay.words import points_lost_words
from game.features.roadbook.page import CareerPage, PageContext
from game.i18n import _
from game.i18n.punctuation import join_with_dots, with_brackets
from game.phrases import N_
from game.table.geometry.places import CARD_RATIO
from game.table.painting import card_faces
from game.table.top_bar import back_button
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.widgets import ButtonStyle
from game.words.names import Names

_CARD = 96  # the width, in units
_LEAST_SEEN = 240  # the least height of the grid, in scaled pixels
_OPEN = "open"
_SOLVED = "solved"


class PuzzlesPage(CareerPage[tuple[PuzzleBook, Sequence[Puzzle]]]):
    """The Roadbook's page of puzzles: the person's own, read in a thread, and those that come with the game."""

    first_focus = "next_five"

    def __init__(self, frame: PageContext) -> None:
        super().__init__(frame)
        self._book, self._all = PuzzleBook(), list[Puzzle]()
        self._filter = _OPEN
        self._chosen = ""
        self.resume()

    def _make_reader(self) -> Callable[[CareerReader], tuple[PuzzleBook, Sequence[Puzzle]]]:
        person = self._app.settings.profile.id

        def read(reader: CareerReader) -> tuple[PuzzleBook, Sequence[Puzzle]]:
            book = reader.files.read(PUZZLES, person)
            return book, book.all_puzzles()

        return read

    def _show_result(self, value: tuple[PuzzleBook, Sequence[Puzzle]], now_s: float) -> None:  # noqa: ARG002 - as every page
        self._book, self._all = value[0], list(value[1])

    # -- layout -------------------------------------------------------------------------------------------------------

    def _shown(self) -> list[Puzzle]:
        is_solved = self._filter == _SOLVED
        return [puzzle for puzzle in self._all if self._book.is_solved(puzzle.id) is is_solved]

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:
        s, shown = scale, self._shown()
        solved = sum(self._book.is_solved(puzzle.id) for puzzle in self._all)
        counts = (_OPEN, _("Open"), len(self._all) - solved), (_SOLVED, _("Solved"), solved)
        options = [(key, with_brackets(words, str(count))) for key, words, count in counts]
        which = ui.Segmented(s, "filter", _("Which puzzles"), options, self._filter, self._filter_by)
        if shown and self._chosen not in {puzzle.id for puzzle in shown}:
            self._chosen = shown[0].id
        asked = _("Each of these decisions cost points. Find the better one.")
        about = ui.Label(s, asked, ui.ROLES.body, THEME.text2, id="about")
        which_row, gap = ui.Flow(which, about, gap=s.space_px(24)), s.space_px(16)

        def whole(*, tells: bool) -> ui.Box:
            grid = ui.Scroll(s, view_state.position("grid"), self._middle(s, shown), min_height=s.text_px(_LEAST_SEEN))
            return ui.Column(which_row, grid, self._foot(s, shown, tells=tells), gap=gap)

        def scrolled() -> ui.Box:
            every = ui.Column(which_row, self._middle(s, shown), self._foot(s, shown, tells=False), gap=gap)
            return ui.Scroll(s, view_state.position("page"), every, min_height=0)

        return view_state.first_that_fits(
            "puzzles", available_size, lambda: whole(tells=True), lambda: whole(tells=False), scrolled
        )

    def _middle(self, s: ui.Scale, shown: Sequence[Puzzle]) -> ui.Box:
        return self._grid(s, shown) if shown else ui.Label(s, self._nothing(), ui.ROLES.lead, id="nothing")

    def _nothing(self) -> str:
        if not self._all:
            return self._pending_text
        if self._filter == _OPEN:
            return _("All solved. Look back on a race for new ones.")
        return _("None solved yet.")

    def _grid(self, s: ui.Scale, shown: Sequence[Puzzle]) -> ui.Box:
        cells = [
            ui.Cell(
                puzzle.id, self._cell(s, puzzle), puzzle_words(puzzle), "on" if puzzle.id == self._chosen else "off"
            )
            for puzzle in shown
        ]
        grid = ui.Grid(*(cell.box for cell in cells), across=(5, 4, 3, 2, 1), gap=(s.space_px(14), s.space_px(12)))
        return ui.Choice("puzzles", _("Puzzles"), grid, cells, self._chosen, self._choose, on_press=self._solve_chosen)

    def _cell(self, s: ui.Scale, puzzle: Puzzle) -> ui.Box:
        """Return the cell of a puzzle: the card played, where the puzzle is from, the players, and the points lost."""
        wide, is_chosen = s.space_px(_CARD), puzzle.id == self._chosen
        face = ui.Canvas(partial(_paint_card, puzzle), wide, round(wide * CARD_RATIO) + 2)
        names = Names.for_table(puzzle.players_by_seat(), puzzle.sides, puzzle.seat)
        words = ui.Column(
            ui.Label(s, source_words(puzzle), ui.ROLES.small, THEME.text2),
            seats_box(names, round(2.2 * s.px(ui.ROLES.small))),
            ui.Label(s, points_lost_words(puzzle.points_lost), ui.ROLES.label, THEME.bad),
            gap=s.space_px(6), grow=1,
        )  # fmt: skip
        rim, rim_px = (THEME.gold_d, s.text_px(3, 2)) if is_chosen else (THEME.edge, max(1.5, 2 * s.default_text_scale))
        return ui.Panel(
            ui.Row(face, words, gap=s.space_px(14)), (s.space_px(14), s.space_px(12), s.space_px(12)),
            fill=THEME.mark if is_chosen else THEME.raised, rim=rim, rim_px=rim_px, radius=s.space_px(14), grow=1,
        )  # fmt: skip

    def _foot(self, s: ui.Scale, shown: Sequence[Puzzle], *, tells: bool) -> ui.Box:
        """Return the panel below the grid: the selected puzzle in words, and the buttons to solve it or the next five.

        ``tells`` is false if there is no space for the words.
        """
        chosen = next((puzzle for puzzle in shown if puzzle.id == self._chosen), None)
        said = "" if chosen is None else join_with_dots([source_words(chosen), points_lost_words(chosen.points_lost)])
        solve = ui.Button(
            s, "solve", _("This puzzle"), self._solve_chosen, style=ButtonStyle.PAPER, icon="puzzle",
            role=ui.ROLES.name,
            enabled=chosen is not None,
        )  # fmt: skip
        five = ui.Button(
            s, "next_five", _("Next five"), self._solve_five, style=ButtonStyle.RED, icon="arrow", role=ui.ROLES.name,
            enabled=bool(self._all),
        )  # fmt: skip
        told = ui.Label(s, said, ui.ROLES.body, THEME.white, grow=1, id="chosen") if tells else ui.Spacer()
        ways = ui.Flow(solve, five, gap=s.space_px(18))
        return ui.Panel(
            ui.Flow(told, ways, gap=s.space_px(18)),
            (s.space_px(24), s.space_px(12), s.space_px(12)),
            fill=THEME.navy,
            radius=s.space_px(14),
        )

    # -- actions ------------------------------------------------------------------------------------------------------

    def _filter_by(self, which: str) -> None:
        self._filter = which
        self._context.lay_out()

    def _choose(self, id: str) -> None:
        self._chosen = id
        self._context.lay_out()

    def _solve_chosen(self) -> None:
        self._solve([puzzle for puzzle in self._all if puzzle.id == self._chosen])

    def _solve_five(self) -> None:
        self._solve(self._book.next_round())

    def _solve(self, puzzles: Sequence[Puzzle]) -> None:
        if puzzles:
            self._app.push(
                PuzzleScene(
                    self._app,
                    puzzles,
                    back_button("undo", N_("Puzzles"), N_("Back to the puzzles. Key: Esc")),
                )
            )


def _paint_card(puzzle: Puzzle, surface: Surface, place: Rect) -> None:
    """Draw the card that was played, or a card back for a yes-or-no question."""
    wide = min(place.w, round(place.h / CARD_RATIO))
    drawn = card_faces.face(puzzle.card, wide, puzzle.rules, form="small")
    surface.blit(card_faces.shadow(wide), (place.x + 1, place.y + 2))
    surface.blit(drawn, place.topleft)
