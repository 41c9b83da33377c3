"""The page of all drivers: a list of them, and beside it the person's statistics or the sheet of an opponent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect, Surface

from game.career.reader import CareerReader
from game.features.drivers.model import DriversRecord, Opponent, read_drivers
from game.features.drivers.sheet import (
    DriverFace,
    driver_head,
    last_word,
    opponent_lines,
    races_panel,
    score_text,
    style_panel,
)
from game.features.matches.match_index import MatchAction, MatchLoader
from game.features.roadbook.page import CareerPage, PageContext
from game.features.statistics.page import StatisticsPage
from game.files import limits
from game.i18n import _, language
from game.i18n.punctuation import join_with_dots
from game.match.match_file import SavedMatch
from game.people.profiles import Livery
from game.phrases import N_
from game.scenes import background
from game.scenes.car_scene import ROAD, paint_car_scene
from game.scenes.sayings import driver_line_box
from game.settings.settings import RemarkFrequency
from game.ui import layout as ui
from game.ui.boxes.containers import Paint
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle
from game.ui.widgets.scroll_offset import ScrollOffset
from game.words.profiles import legs_line, licence_statistics, own_name

_LIST, _TIGHT_LIST = 0.27, 0.34  # of the width
_LEAST_WIDE = 45
"""A page narrower than so many times the size of its text shows the list or a driver, not both."""


class DriversPage(CareerPage[DriversRecord]):
    """The Roadbook's page of the person and all opponents. They are read in a thread; until then nobody was met.

    ``look_back`` opens the room in which a match is looked at again.
    """

    first_focus = "drivers"

    def __init__(self, frame: PageContext, look_back: MatchAction) -> None:
        super().__init__(frame)
        self._record = DriversRecord()
        self._chosen = ""  # the id of an opponent, empty for the person
        self._is_alone = self._is_open = False
        self._scroll = ScrollOffset()
        self._look_back = look_back
        self._loader = MatchLoader(frame.app.files)
        self._statistics = StatisticsPage(frame, self._own_head)
        super().resume()  # the statistics are being read already

    def _make_reader(self) -> Callable[[CareerReader], DriversRecord]:
        person, known = self._app.settings.profile.id, self._app.settings.known_people
        return lambda reader: read_drivers(reader, person, known)

    def _show_result(self, value: DriversRecord, now_s: float) -> None:  # noqa: ARG002 - as every page
        self._record = value

    def resume(self) -> None:
        super().resume()
        self._statistics.resume()

    def update(self, now_s: float) -> bool:
        self._loader.update()
        has_read = super().update(now_s)
        return self._statistics.update(now_s) or has_read

    def is_settled(self) -> bool:
        return super().is_settled() and self._statistics.is_settled() and not self._loader.is_loading

    def close(self) -> None:
        super().close()
        self._statistics.close()

    @property
    def _opponent(self) -> Opponent | None:
        return next((one for one in self._record.opponents if one.id == self._chosen), None)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:
        s, (wide, high) = scale, available_size
        self._is_alone = wide < _LEAST_WIDE * s.px(ui.ROLES.body)
        if self._is_alone and not self._is_open:
            return self._list(s)
        if self._is_alone:
            back = ui.Button(
                s, "back", _("Drivers"), self._close_sheet, style=ButtonStyle.PAPER, icon="undo", role=ui.ROLES.name
            )
            used = back.height_range(wide)[1] + s.space_px(12)
            sheet = self._sheet((wide, high - used), s, view_state)
            return ui.Column(ui.Flow(back), sheet, gap=s.space_px(12))
        if is_tall(self._app.size):
            faces = self._faces(s)
            room = wide, high - faces.height_range(wide)[1] - s.space_px(18)
            return ui.Column(faces, self._sheet(room, s, view_state), gap=s.space_px(18))
        rows, share = self._list(s), _TIGHT_LIST if s.is_small else _LIST
        rows.share, rows.grow, gap = share, 0, s.space_px(28)
        sheet = self._sheet((wide - round(share * wide) - gap, high), s, view_state)
        sheet.share, sheet.grow = 1 - share, 1
        return ui.Row(rows, sheet, gap=gap, middle=False)

    def _people(self) -> list[tuple[DriverFace, str]]:
        """Return everybody with the score, the person first."""
        totals = self._record.totals
        score = _("{n} of {total}", n=totals.won, total=totals.legs) if totals.legs else ""
        others = [
            (DriverFace.of(one), score_text(one.won, one.lost) if one.has_score else "–")
            for one in self._record.opponents
        ]
        return [(self._own_face, score), *others]

    @property
    def _own_face(self) -> DriverFace:
        own = self._app.settings.profile
        return DriverFace(own.id, own_name(own), "", own.livery)

    def _list(self, s: ui.Scale) -> ui.Box:
        def row(who: DriverFace, score: str, _wide: int) -> ui.Box:
            return ui.Row(
                who.box(round(1.9 * s.min_px(ui.ROLES.name))),
                ui.Label(s, who.name, ui.ROLES.name, one_line=True, may_be_cut=not who.driver, grow=1),
                ui.Label(s, score, ui.ROLES.name, THEME.text2, one_line=True),
                gap=s.space_px(14),
            )

        items = [
            ui.ListItem(who.id, partial(str, who.name), partial(_said, who, score), partial(row, who, score))
            for who, score in self._people()
        ]
        chosen = self._chosen or self._app.settings.profile.id
        return ui.Listing(s, "drivers", _("Drivers"), items, chosen, self._choose, self._open, scroll=self._scroll)

    def _faces(self, s: ui.Scale) -> ui.Box:
        chosen = self._chosen or self._app.settings.profile.id
        options = [(who.id, who.name, who.box(s.text_px(60))) for who, _score in self._people()]
        return ui.picture_choice(s, "drivers", _("Drivers"), options, chosen, self._choose)

    def _sheet(self, room: tuple[int, int], s: ui.Scale, view_state: ViewState) -> ui.Box:
        one = self._opponent
        if one is None:
            return self._statistics.tree(room, s, view_state)
        who, note, lines = DriverFace.of(one), self._pending_text, opponent_lines(one, is_guest=self._is_guest(one))
        style = style_panel(s, who.name, one.style, self._record.drivers_style) if one.style.legs else None
        last = one.races[: 3 if s.is_small else None]
        races = races_panel(s, who.name, last, self._app.today(), self._look_back_on) if last else None
        word = last_word(one, dict(self._app.settings.person.said), self._app.settings.profile.id)
        is_mute = self._app.settings.person.remarks is RemarkFrequency.OFF
        panels = ui.Flow(style, races, gap=s.space_px(18), is_tight=True, middle=False) if style or races else None
        body = ui.Column(
            ui.Label(s, note, ui.ROLES.small, THEME.text2, id="note") if note else None,
            driver_head(s, who, self._strip(who.livery), lines, self._way(s, one)),
            panels,
            None if word is None or is_mute else driver_line_box(s, word, ()),
            gap=s.space_px(18), grow=1,
        )  # fmt: skip
        return ui.Scroll(s, view_state.position(f"driver.{one.id}"), body, min_height=0, fills=True)

    def _is_guest(self, one: Opponent) -> bool:
        return one.id in {guest.id for guest in self._app.settings.machine.guests}

    def _way(self, s: ui.Scale, one: Opponent) -> ui.Box | None:
        """Return the button of an opponent: it races against a rival, or makes a guest a person with a licence."""
        if one.driver:
            words = _("Race again") if one.races else _("Race")
            return ui.Button(
                s, "again", words, self._race_again, style=ButtonStyle.RED, icon="flag", role=ui.ROLES.name
            )
        if not self._is_guest(one):
            return None
        has_room = len(self._app.settings.people) < limits.MAX_PROFILES
        return ui.Button(
            s, "issue", _("Issue a license"), self._issue_licence, style=ButtonStyle.PAPER, icon="profile",
            role=ui.ROLES.name, enabled=has_room,
        )  # fmt: skip

    def _own_head(self, s: ui.Scale) -> ui.Box:
        """Return the person's driving licence."""
        totals, about = self._record.totals, legs_line(self._record.totals)
        if totals.legs:
            about = join_with_dots(f"{value} {words}" for value, words in licence_statistics(totals))
        licence = ui.Button(
            s, "licence", _("Driver’s license"), self._app.show_profiles, style=ButtonStyle.PAPER, icon="pencil",
            role=ui.ROLES.name,
        )  # fmt: skip
        return driver_head(s, self._own_face, self._strip(self._own_face.livery), (about, ""), licence)

    def _strip(self, worn: Livery) -> Paint:
        """Return the painting of a car in the person's landscape, which is empty until another thread has drawn it."""

        def paint(surface: Surface, place: Rect) -> None:
            if land := self._await_picture(background.preloaded_scenery(place.size, LOOKS.scenery, road=ROAD)):
                paint_car_scene(surface, place, worn, land)

        return paint

    # -- actions ------------------------------------------------------------------------------------------------------

    def _choose(self, id: str) -> None:
        self._chosen = "" if id == self._app.settings.profile.id else id
        self._context.lay_out()

    def _open(self) -> None:
        """Go on to the chosen driver's sheet, which is shown now if there is no room for it beside the list."""
        one, first = self._opponent, "licence"
        if self._is_alone:
            self._is_open, first = True, "back"
            self._context.lay_out()
        elif one is not None:
            first = "again" if one.driver else "issue" if self._is_guest(one) else "race.0" if one.races else "drivers"
        self._context.focus(first)

    def _close_sheet(self) -> None:
        self._is_open = False
        self._context.lay_out()
        self._context.focus("drivers")

    def escape(self) -> bool:
        if not (self._is_alone and self._is_open):
            return False
        self._close_sheet()
        return True

    def _race_again(self) -> None:
        """Start the last match with the chosen rival once more, or else the last table with this rival at it."""
        one, app = self._opponent, self._app
        if one is not None and one.last_match:
            self._loader.load(one.last_match, self._start_again)
        elif one is not None:
            plan = app.settings.last_match_plan(language())
            bots = [seat for seat, player in enumerate(plan.players) if not player.is_human]
            is_there = one.id in {player.driver for player in plan.players}
            app.start_match(plan if is_there else plan.with_driver(bots[0], one.id))

    def _start_again(self, saved: SavedMatch) -> None:
        self._app.start_match(saved.plan)

    def _issue_licence(self) -> None:
        one, app = self._opponent, self._app
        if one is not None and one.profile is not None:
            app.save_settings(app.settings.with_licence(one.profile))
            app.show_toast("profile", N_("{name} has a license now.", name=DriverFace.of(one).name))
            self.resume()
            self._context.lay_out()
            self._context.focus("back" if self._is_alone else "drivers")

    def _look_back_on(self, id: str) -> None:
        self._loader.load(id, self._look_back)


def _said(who: DriverFace, score: str) -> str:
    return join_with_dots(filter(None, (who.name, score)))
