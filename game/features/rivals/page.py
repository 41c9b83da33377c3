"""The page of the rivals: the person's results against each of the six drivers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.career.head_to_head import HeadToHead
from game.career.reader import CareerReader, LegFilter
from game.drivers.words import head_to_head_line
from game.features.roadbook.page import CareerPage, PageContext
from game.features.statistics.model import hit_counts
from game.features.statistics.panels import PERSON
from game.i18n import _, _n
from game.i18n.punctuation import join_with_dots
from game.people.profiles import DRIVERS
from game.ui import layout as ui
from game.ui.drawing import art
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.words.matches import day_in_short
from game.words.names import driver_character, driver_name, driver_style

LandedHits = Mapping[tuple[str, str], int]
"""How many hazards hit their target, by the ids of the attacker and the target; ``PERSON`` is the person's id."""


class RivalsPage(CareerPage[tuple[Mapping[str, HeadToHead], LandedHits]]):
    """The Roadbook's page of rivals. The results are read in a thread; until they are read, no rival has been met."""

    def __init__(self, frame: PageContext) -> None:
        super().__init__(frame)
        self._met: Mapping[str, HeadToHead] = {}
        self._landed: LandedHits = {}
        self.resume()

    def _make_reader(self) -> Callable[[CareerReader], tuple[Mapping[str, HeadToHead], LandedHits]]:
        person = self._app.settings.profile.id

        def read(reader: CareerReader) -> tuple[Mapping[str, HeadToHead], LandedHits]:
            pairs = hit_counts(reader.matches(LegFilter(person=person)))
            return reader.head_to_head().get(person, {}), {(pair.by, pair.on): pair.landed for pair in pairs}

        return read

    def _show_result(self, value: tuple[Mapping[str, HeadToHead], LandedHits], now_s: float) -> None:  # noqa: ARG002 - as every page
        self._met, self._landed = value

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:  # noqa: ARG002 - as every page
        s, note = scale, self._pending_text
        words = ui.Label(s, note, ui.ROLES.small, THEME.text2, id="note") if note else None
        sheets = ui.Grid(
            *(self._sheet(s, driver) for driver in DRIVERS), across=(2, 1), gap=(s.space_px(22), s.space_px(18)), grow=1
        )
        return ui.Scroll(
            s, view_state.pane("rivals"), ui.Column(words, sheets, gap=s.space_px(14), grow=1), min_height=0, fills=True
        )

    def _sheet(self, s: ui.Scale, driver: str) -> ui.Box:
        """Return the panel of a driver: portrait, name, style, score, and a line about the matches with the person."""
        met, d = self._met.get(driver, HeadToHead()), s.text_px(128)
        name, told = driver_name(driver), self._meetings_text(driver, met)
        score = head_to_head_line(driver, met) if met.wins else "" if met.matches else _("Not met yet")
        portrait = ui.Canvas(lambda surface, rect: art.blit_portrait(surface, driver, rect.center, rect.w), d, d)
        words = ui.Column(
            ui.Row(ui.Label(s, name, ui.ROLES.heading, grow=1), ui.Label(s, score, ui.ROLES.name, anchor="r"),
            gap=s.space_px(14)),
            ui.Label(s, driver_character(driver), ui.ROLES.body),
            ui.Label(s, driver_style(driver), ui.ROLES.body, THEME.text2),
            ui.Label(s, told, ui.ROLES.small, THEME.text2) if told else None,
            gap=s.space_px(4), grow=1,
        )  # fmt: skip
        radius = s.space_px(18)
        sheet = ui.Panel(
            ui.Row(portrait, words, gap=s.space_px(20)), (s.space_px(20), s.space_px(14), s.space_px(14)),
            fill=THEME.raised, rim=THEME.edge,
            rim_px=max(1.5, 2 * s.default_text_scale), radius=radius, grow=1,
        )  # fmt: skip
        said = [driver_character(driver), driver_style(driver), score, told]
        return ui.Document(f"rival.{driver}", name, " ".join(filter(None, said)), sheet, radius)

    def _meetings_text(self, driver: str, met: HeadToHead) -> str:
        """Return how many matches the person and the driver played, who hit whom, and the date of the last one."""
        if not met.matches:
            return ""
        own, other = self._landed.get((PERSON, driver), 0), self._landed.get((driver, PERSON), 0)
        return join_with_dots(
            [
                _n("{n} match", "{n} matches", met.matches),
                _("Hits: {own} by you, {other} on you", own=own, other=other),
                *([_("last on {date}", date=day_in_short(met.last_s, met.last_offset_s))] if met.last_s else []),
            ]
        )
