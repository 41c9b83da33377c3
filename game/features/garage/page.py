"""The parts of the collection that the person chooses from: cars, card backs and landscapes, each on a tile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pygame import Rect, Surface

from game.career.reader import CareerReader
from game.features.garage.model import (
    NO_PROGRESS,
    UNLOCKABLES,
    Unlockable,
    UnlockableKind,
    UnlockProgress,
    read_unlock_progress,
)
from game.features.garage.words import stars_line, unlockable_line
from game.features.roadbook.page import CareerPage, PageContext, scrolled_above_foot
from game.i18n import _, _p, number, say
from game.people.looks import CarBody, CardBack
from game.scenes import background
from game.scenes.car_scene import ROAD, paint_car_scene
from game.ui import layout as ui
from game.ui.animation import Animation, ease_out_cubic
from game.ui.drawing import art
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.widgets import ButtonStyle

_NAME = ui.Role("B6", 19, 12, uses_unit=True)
_STARS = ui.Role("O8", 19, 12, uses_unit=True)
_LEAST_HIGH = 60  # of the picture on a tile, in units
_ROLL = Animation(duration_s=0.32, easing=ease_out_cubic)


class GaragePage(CareerPage[UnlockProgress]):
    """The part of the collection in which the person chooses a car, a card back or a scenery, depending on ``kind``.

    Pressing a tile chooses its item, or says how to unlock it; a car that was chosen rolls in.
    """

    def __init__(self, frame: PageContext, kind: UnlockableKind) -> None:
        super().__init__(frame)
        self._kind = kind
        self._things = [thing for thing in UNLOCKABLES if thing.kind is kind]
        self._unlock_progress = NO_PROGRESS
        self._focused = self._chosen
        self._new: set[str] = set()
        self.resume()

    def _make_reader(self) -> Callable[[CareerReader], UnlockProgress]:
        person, school_s = self._app.settings.profile.id, self._app.settings.person.lesson_finished_s
        return lambda reader: read_unlock_progress(reader, person, lesson_finished_s=school_s)

    def _show_result(self, value: UnlockProgress, now_s: float) -> None:  # noqa: ARG002 - as every page
        self._unlock_progress = value
        self._new |= {thing.id for thing in self._things if self._is_new(thing)}
        self._show_focused()

    # -- what is open, chosen and looked at ---------------------------------------------------------------------------

    def _is_open(self, thing: Unlockable) -> bool:
        return self._app.settings.person.whole_garage or self._unlock_progress.has_unlocked(thing)

    def _is_new(self, thing: Unlockable) -> bool:
        is_seen = thing.is_free or thing.id in self._app.settings.person.garage_seen
        return not is_seen and self._unlock_progress.has_unlocked(thing)

    @property
    def _chosen(self) -> Unlockable:
        person = self._app.settings.person
        chosen = {person.profile.livery.body, person.back, person.scenery}
        return next(thing for thing in self._things if thing.look in chosen)

    def _focus_item(self, of: str) -> None:
        self._new.discard(self._focused.id)
        self._focused = next(thing for thing in self._things if thing.look == of)
        self._show_focused()

    def _show_focused(self) -> None:
        """Tell of the focused tile's item; if it is newly unlocked, save that the person has seen it."""
        settings, id = self._app.settings, self._focused.id
        if self._is_new(self._focused):
            self._app.save_settings(settings.with_values(garage_seen=(*settings.person.garage_seen, id)))
        self._context.lay_out()

    def _choose_focused(self, _of: str) -> None:
        """Choose the item of the focused tile; if it is locked, say how to unlock it instead."""
        look, person = self._focused.look, self._app.settings.person
        if not self._is_open(self._focused):
            self._app.voicing.say(self._line(self._focused))
            return
        if isinstance(look, CarBody):
            values: dict[str, object] = {"livery": replace(person.profile.livery, body=look)}
        else:
            values = {"back" if isinstance(look, CardBack) else "scenery": look}
        self._app.save_settings(self._app.settings.with_values(**values))
        self._animate({self._focused.id: _ROLL})
        self._context.lay_out()

    def _line(self, thing: Unlockable) -> str:
        is_chosen = thing == self._chosen
        return unlockable_line(thing, self._unlock_progress, is_open=self._is_open(thing), is_chosen=is_chosen)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:
        s, position = scale, view_state.position("tiles")
        return view_state.first_that_fits(
            f"garage_{self._kind}",
            available_size,
            lambda: ui.Column(self._tiles(s), self._foot(s), gap=s.space_px(18)),
            lambda: scrolled_above_foot(s, position, self._tiles(s, (3, 2, 1)), self._foot(s), available_size),
        )

    def _tiles(self, s: ui.Scale, fewer: tuple[int, ...] = ()) -> ui.Box:
        """Return the tiles in two rows or, where that is too wide, in one of the ``fewer`` numbers of columns."""
        names, gap = ui.SharedSize(), (s.space_px(12), s.space_px(12))
        cells = [
            ui.Cell(
                thing.look, self._tile(s, thing, names), self._line(thing), "on" if thing == self._chosen else "off"
            )
            for thing in self._things
        ]
        across = tuple(dict.fromkeys((-(-len(cells) // 2), *fewer)))
        grid = ui.Grid(*(cell.box for cell in cells), across=across, gap=gap, grow=1)
        return ui.Choice(
            f"garage_{self._kind}", say(self._kind.phrase), grid, cells, self._focused.look, self._focus_item,
            on_press_cell=self._choose_focused, grow=1,
        )  # fmt: skip

    def _tile(self, s: ui.Scale, thing: Unlockable, names: ui.SharedSize) -> ui.Box:
        is_chosen, is_open = thing == self._chosen, self._is_open(thing)
        inside = ui.Column(
            ui.Panel(self._marks(s, thing, is_chosen=is_chosen, is_open=is_open), 0, ground=partial(self._paint, thing),
            grow=1),
            ui.Label(s, say(thing.look.phrase), _NAME, anchor="c", shared_size=names),
            gap=s.space_px(4),
        )  # fmt: skip
        fill = THEME.mark if is_chosen else THEME.raised if is_open else THEME.surface2
        rim, rim_px = (THEME.gold_d, s.text_px(3, 2)) if is_chosen else (THEME.edge, s.text_px(1.6))
        return ui.Panel(inside, s.space_px(6), fill=fill, rim=rim, rim_px=rim_px, radius=s.space_px(13), grow=1)

    def _marks(self, s: ui.Scale, thing: Unlockable, *, is_chosen: bool, is_open: bool) -> ui.Box:
        """Return what is laid over a tile's picture: "New", a tick if chosen, or the stars needed if locked."""
        high, side = s.space_px(_LEAST_HIGH * min(1.5, max(1.0, s.growth))), s.text_px(26, 16)
        free = ui.Canvas(lambda _surface, _rect: None, (s.space_px(90), s.space_px(180)), (high, 3 * high), grow=1)
        mark: ui.Box | None = None
        if not is_open:
            have, stars = self._unlock_progress.stars_for(thing), number(thing.stars)
            words = f"{number(have)} / {stars}" if thing.region else stars
            icon, label = ui.Icon("star", round(s.px(_STARS)), THEME.gold), ui.Label(s, words, _STARS, THEME.white)
            pad = s.space_px(10), s.space_px(3), s.space_px(3)
            pill = ui.Panel(ui.Row(icon, label, gap=s.space_px(5)), pad, fill=THEME.navy, radius=s.px(_STARS))
            return ui.Column(free, ui.Row(ui.Spacer(), pill, ui.Spacer()))
        if is_chosen:
            tick, radius = ui.Icon("check", side, THEME.white), side / 2 + s.text_px(2)
            mark = ui.Row(ui.Spacer(), ui.Panel(tick, s.text_px(2), fill=THEME.rolling, radius=radius))
        elif thing.id in self._new:
            news, pad = (
                ui.Label(s, _p("garage", "New"), _NAME, THEME.ink),
                (s.space_px(6), s.space_px(1), s.space_px(1)),
            )
            mark = ui.Row(ui.Panel(news, pad, fill=THEME.gold, radius=s.space_px(6)), ui.Spacer())
        return ui.Column(mark, free)

    def _foot(self, s: ui.Scale) -> ui.Box:
        """Return the panel that tells of the focused item, with the way to a car's color."""
        is_read = self._result.value is not None
        is_all_open = all(map(self._is_open, self._things))
        stars = None if is_all_open or not is_read else stars_line(self._unlock_progress)
        told = self._line(self._focused) if is_read else self._pending_text
        use = _("For free races; every stage has its own.") if self._kind is UnlockableKind.SCENERY else None
        words = ui.Column(
            ui.Label(s, told, ui.ROLES.body, THEME.white, id="told"),
            ui.Label(s, use, ui.ROLES.small, THEME.on_navy, id="use") if use else None,
            ui.Label(s, stars, ui.ROLES.small, THEME.on_navy, id="stars") if stars else None,
            gap=s.space_px(4), grow=1,
        )  # fmt: skip
        licence = ui.Button(
            s, "licence", _("Color, symbol and trim"), self._app.show_profiles, style=ButtonStyle.PAPER, icon="pencil",
            role=ui.ROLES.name,
        )  # fmt: skip
        row = ui.Flow(words, licence if self._kind is UnlockableKind.BODY else None, gap=s.space_px(14), is_tight=True)
        pad = s.space_px(20), s.space_px(12), s.space_px(12)
        return ui.Panel(row, pad, fill=THEME.navy, radius=s.space_px(14))

    def _paint(self, thing: Unlockable, surface: Surface, place: Rect) -> None:
        """Draw the item's picture on its tile; it is missing until another thread has drawn it."""
        if isinstance(thing.look, CardBack):
            if card := self._await_picture(art.preloaded_picture(f"cards/back_{thing.look}", *place.size)):
                surface.blit(card, card.get_rect(center=place.center))
            return
        person = self._app.settings.person
        worn, scenery = person.profile.livery, thing.look
        if isinstance(thing.look, CarBody):
            worn, scenery = replace(worn, body=thing.look), person.scenery
        if land := self._await_picture(background.preloaded_scenery(place.size, scenery, road=ROAD)):
            paint_car_scene(surface, place, worn, land, self._timeline.eased_progress(thing.id))
