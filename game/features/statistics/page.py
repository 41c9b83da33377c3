"""The page of the statistics: filters and the panels below them, or a picture while no leg is finished."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pygame import Rect

from game.career.reader import CareerReader, LegFilter
from game.engine.rules import RULE_SETS, Seating
from game.features.roadbook.page import CareerPage, PageContext
from game.features.setup.scene import SetupScene
from game.features.statistics import panels
from game.features.statistics.model import Statistics, read_statistics, statistics_of
from game.files.writer import PendingWrite
from game.i18n import _, _n
from game.i18n.punctuation import join_with_dots
from game.phrases import N_
from game.scenes.dialogs import DialogButton, NoticeScene, confirmation_dialog
from game.ui import layout as ui
from game.ui.animation import Animation, smoothstep
from game.ui.drawing.livery import SideLivery
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.widgets import ButtonStyle
from game.words.matches import day_in_short
from game.words.rulesets import rule_set_name
from game.words.system_errors import error_text

_ALL = "all"
_PAIRS = 46  # a page so many times as wide as its text is high has two panels side by side
_CARS, _LINE = "cars", "line"
_CARS_S, _FILTER_S = 0.5, 0.3
_DRAWING = Animation(duration_s=0.7, easing=smoothstep)


class StatisticsPage(CareerPage[tuple[LegFilter, Statistics]]):
    """The page of a person's statistics. They are read in a thread; until they are read, the panels are empty.

    ``make_head`` makes what stands above them.
    """

    def __init__(self, frame: PageContext, make_head: Callable[[ui.Scale], ui.Box]) -> None:
        super().__init__(frame)
        self._make_head = make_head
        self._only = self._all
        self._statistics = statistics_of([])
        self._reset_write: PendingWrite | None = None
        self._shares_from: dict[str, float] = {}
        self._cell = ""
        self.resume()

    # -- what is read -------------------------------------------------------------------------------------------------

    @property
    def _all(self) -> LegFilter:
        return LegFilter(person=self._app.settings.profile.id)

    def _make_reader(self) -> Callable[[CareerReader], tuple[LegFilter, Statistics]]:
        only = self._only = replace(self._only, person=self._app.settings.profile.id)
        return lambda reader: (only, read_statistics(reader, only))

    def update(self, now_s: float) -> bool:
        self._poll_reset()
        was_empty, has_read = self._is_empty, super().update(now_s)
        if self._is_empty and not was_empty and self._context.focused() is None:
            self._context.focus("new_match")
        return has_read

    def _show_result(self, value: tuple[LegFilter, Statistics], now_s: float) -> None:  # noqa: ARG002 - as every page
        only, told = value
        if only == self._only and told != self._statistics:
            self._shares_from = {level.level: self._share(level.level) for level in self._statistics.levels}
            cars_s = _FILTER_S if self._statistics.legs else _CARS_S
            self._statistics = told
            self._animate({_CARS: Animation(duration_s=cars_s, easing=smoothstep), _LINE: _DRAWING})

    @property
    def _livery(self) -> SideLivery:
        return self._app.settings.profile.livery

    @property
    def _is_empty(self) -> bool:
        """Whether it is known that the person has not finished any leg."""
        is_read = self._result.complete and self._result.value is not None
        return is_read and not self._statistics.legs and not self._statistics.legs_not_own and self._only == self._all

    def _share(self, level: str) -> float:
        """Return the position of a level's car in its lane, from 0 to 1: the share of legs won, or on the way to it."""
        to = next((record.share for record in self._statistics.levels if record.level == level), 0.0)
        before = self._shares_from.get(level, 0.0)
        return before + self._timeline.eased_progress(_CARS) * (to - before)

    def is_settled(self) -> bool:
        return super().is_settled() and self._reset_write is None

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:
        s, gap = scale, scale.space_px(22)
        position, head, filters = view_state.position("statistics"), self._make_head(s), self._filters(s)
        if self._is_empty:
            return ui.Scroll(s, position, ui.Column(head, self._empty(s), gap=gap), min_height=0, fills=True)

        has_pairs = available_size[0] >= _PAIRS * s.px(ui.ROLES.body)
        figures = self._in_pairs(s) if has_pairs else ui.Column(*self._panels(s), gap=gap)
        return ui.Scroll(s, position, ui.Column(head, filters, figures, gap=gap), min_height=0)

    def _in_pairs(self, s: ui.Scale) -> ui.Box:
        shown, gap = self._panels(s), s.space_px(22)
        pairs = [ui.Row(*pair, gap=gap, middle=False) for pair in zip(shown[::2], shown[1::2], strict=False)]
        return ui.Column(*pairs, *shown[2 * len(pairs) :], gap=gap)

    def _panels(self, s: ui.Scale) -> list[ui.Box]:
        told = self._statistics
        shown = [
            panels.legs_won_panel(s, told, self._share, self._livery),
            panels.points_per_leg_panel(s, told, lambda: self._timeline.eased_progress(_LINE), self._livery),
            panels.best_so_far_panel(s, told),
            panels.safeties_panel(s, told),
            panels.hits_panel(s, told, self._livery, self._cell, self._choose_cell),
        ]
        for panel in shown:
            panel.share, panel.grow = 0.5, 1
        return shown

    def _choose_cell(self, id: str) -> None:
        self._cell = id

    def _filters(self, s: ui.Scale) -> ui.Box:
        """Return the filters, a line about the legs selected, and the reset button, in as many rows as they need."""
        sets = [(_ALL, _("All rule sets")), *((id, rule_set_name(id)) for id in RULE_SETS)]
        alike = (_ALL, _("All")), (Seating.SOLO.value, _("Solo")), (Seating.TEAMS.value, _("In teams"))
        chosen = self._only.seating.value if self._only.seating else _ALL
        rules = ui.Dropdown(
            s, "rules", _("Rule set"), sets, self._only.rules or _ALL, self._choose_rules,
            bounds=Rect((0, 0), self._app.size),
        )  # fmt: skip
        seating = ui.Segmented(s, "seating", _("Seating"), alike, chosen, self._choose_seating)
        can_reset = self._result.complete and not self._app.career.is_read_only
        reset = ui.IconButton(s, "reset", _("Reset the statistics"), self._ask_reset, "bin", enabled=can_reset)
        note, gap = ui.Label(s, self._note(), ui.ROLES.small, THEME.text2, grow=1, id="note"), s.space_px(22)
        upper = ui.Row(ui.Flow(rules, seating, gap=gap, grow=1), reset, gap=gap)
        return ui.Column(upper, note, gap=gap // 2)

    def _empty(self, s: ui.Scale) -> ui.Box:
        """Return the content for a person without a finished leg: a text, and a button for a new match."""
        nothing = _("Nothing on the clock yet")
        fills = _("Finish a leg, and this page starts to fill: who you beat, what you score, who hits whom.")
        said = ui.Column(
            ui.Label(s, nothing, ui.ROLES.title, anchor="c"),
            ui.Label(s, fills, ui.ROLES.lead, THEME.text2, anchor="c"),
            gap=s.space_px(20), id="empty", label=f"{nothing} {fills}",
        )  # fmt: skip
        go = ui.Button(s, "new_match", _("New race…"), self._set_up, style=ButtonStyle.RED, icon="flag")
        return ui.Column(ui.Spacer(), said, ui.Row(ui.Spacer(), go, ui.Spacer()), ui.Spacer(), gap=s.space_px(30))

    # -- actions ------------------------------------------------------------------------------------------------------

    def _choose_rules(self, id: str) -> None:
        self._filter(replace(self._only, rules=None if id == _ALL else id))

    def _choose_seating(self, id: str) -> None:
        self._filter(replace(self._only, seating=None if id == _ALL else Seating(id)))

    def _filter(self, only: LegFilter) -> None:
        self._only = only
        self.resume()

    def _set_up(self) -> None:
        self._app.push(SetupScene(self._app))

    def _ask_reset(self) -> None:
        yes = DialogButton("reset", N_("Reset"), self._reset_statistics, ButtonStyle.RED)
        self._app.push(confirmation_dialog(self._app, _reset_title, _reset_words, yes))

    def _reset_statistics(self) -> None:
        self._reset_write = self._app.reset_statistics()

    def _poll_reset(self) -> None:
        if self._reset_write is None or not self._reset_write.is_done:
            return
        ticket, self._reset_write = self._reset_write, None
        self.resume()
        if ticket.error is not None:
            why = ticket.error_text
            said = lambda: _("The change could not be saved ({error}).", error=error_text(why))  # noqa: E731
            self._app.push(NoticeScene(self._app, said))

    # -- words --------------------------------------------------------------------------------------------------------

    def _note(self) -> str:
        told = self._statistics
        if self._pending_text:
            return self._pending_text
        if not told.legs:
            words = [_("No leg finished yet") if self._only == self._all else _("No leg of this kind yet")]
        else:
            words = [_n("{n} leg", "{n} legs", told.legs)]
        if told.since_s is not None:
            words.append(_("since {date}", date=day_in_short(told.since_s, told.since_offset_s)))
        if told.legs_by_house_rules:
            # Translators: in the line about the legs counted in the statistics
            words.append(_n("{n} of them with house rules", "{n} of them with house rules", told.legs_by_house_rules))
        if told.legs_not_own:
            kept_apart = _n("{n} leg with help left out", "{n} legs with help left out", told.legs_not_own)
            words.append(kept_apart)
        return join_with_dots(words)


def _reset_title() -> str:
    return _("Reset the statistics?")


def _reset_words() -> str:
    return _(
        "The legs played so far will no longer count, and every milestone will have to be reached again. "
        "The races are kept."
    )
