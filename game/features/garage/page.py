"""The page of the garage: cars, card backs and sceneries in rows of tiles, and a preview beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame
from pygame import Color, Rect, Surface

from game.career.reader import CareerReader
from game.features.garage.model import (
    NO_PROGRESS,
    UNLOCKABLES,
    Unlockable,
    UnlockableKind,
    UnlockProgress,
    read_unlock_progress,
)
from game.features.garage.words import kind_name, stars_line, unlockable_line
from game.features.roadbook.page import FADING, CareerPage, PageContext
from game.i18n import _, _p, number
from game.people.profiles import CarBody, CardBack, Livery
from game.scenes import background
from game.scenes.car_scene import ROAD, paint_car_scene
from game.ui import layout as ui
from game.ui.animation import Animation, Timeline, ease_out_cubic, smoothstep
from game.ui.drawing import art, draw, livery
from game.ui.drawing.road import car_place
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import ViewState
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle
from game.words.profiles import look_name

_PREVIEW = 0.315  # of the width
_ABOVE = 0.22  # of the height at least, where it stands above the shelves
_NAME = ui.Role("B6", 19, 12, uses_unit=True)
_STARS = ui.Role("O8", 19, 12, uses_unit=True)
_HAND = ("km_100", "go", "km_50")
_MOVES = {
    UnlockableKind.BODY: Animation(duration_s=0.32, easing=ease_out_cubic),
    UnlockableKind.BACK: Animation(duration_s=0.24, easing=smoothstep),
    UnlockableKind.SCENERY: FADING,
}
"""The animation in the preview after an item is chosen: a car rolls in, a card turns over, a landscape fades in."""
_TILE_HIGH = {UnlockableKind.BODY: 34, UnlockableKind.BACK: 62, UnlockableKind.SCENERY: 58}
"""The least height of the picture on a tile, in units."""


class GaragePage(CareerPage[UnlockProgress]):
    """The part of the collection in which the person chooses a car, a card back or a scenery, depending on ``kind``.

    The preview shows the item of the focused tile. Pressing a tile chooses its item, or says how to unlock it.
    """

    def __init__(self, frame: PageContext, kind: UnlockableKind) -> None:
        super().__init__(frame)
        self._kind = kind
        self._unlock_progress = NO_PROGRESS
        self._focused = self._chosen(kind)
        self._new: set[str] = set()
        self._timeline = self._fade = Timeline()
        self._landscape = self._faded = ""  # the visible one, and the one before
        self.resume()

    def _make_reader(self) -> Callable[[CareerReader], UnlockProgress]:
        person, school_s = self._app.settings.profile.id, self._app.settings.person.lesson_finished_s
        return lambda reader: read_unlock_progress(reader, person, lesson_finished_s=school_s)

    def _show_result(self, value: UnlockProgress, now_s: float) -> None:  # noqa: ARG002 - as every page
        self._unlock_progress = value
        self._new |= {thing.id for thing in UNLOCKABLES if self._is_new(thing)}
        self._show_focused()

    def update(self, now_s: float) -> bool:
        moving = [timeline for timeline in (self._timeline, self._fade) if timeline.is_running]
        has_changed = super().update(now_s) or bool(moving)
        for timeline in moving:
            timeline.update(now_s)
        return has_changed

    def is_settled(self) -> bool:
        return super().is_settled() and not (self._timeline.is_running or self._fade.is_running)

    # -- what is open, chosen and looked at ---------------------------------------------------------------------------

    def _is_open(self, thing: Unlockable) -> bool:
        return self._app.settings.person.whole_garage or self._unlock_progress.has_unlocked(thing)

    def _is_new(self, thing: Unlockable) -> bool:
        is_seen = thing.is_free or thing.id in self._app.settings.person.garage_seen
        return not is_seen and self._unlock_progress.has_unlocked(thing)

    def _chosen(self, kind: UnlockableKind) -> Unlockable:
        person = self._app.settings.person
        now = {
            UnlockableKind.BODY: person.profile.livery.body,
            UnlockableKind.BACK: person.back,
            UnlockableKind.SCENERY: person.scenery,
        }
        return next(thing for thing in UNLOCKABLES if thing.look == now[kind] and thing.kind is kind)

    def _focus_item(self, of: str) -> None:
        self._new.discard(self._focused.id)
        self._focused = next(thing for thing in UNLOCKABLES if thing.look == of and thing.kind is self._kind)
        self._show_focused()

    def _show_focused(self) -> None:
        """Show the focused tile's item in the preview; if it is newly unlocked, save that the person has seen it."""
        settings, id = self._app.settings, self._focused.id
        if self._is_new(self._focused):
            self._app.save_settings(settings.with_values(garage_seen=(*settings.person.garage_seen, id)))
        self._context.lay_out()

    def _choose_focused(self, _of: str) -> None:
        """Choose the item of the focused tile; if it is locked, say how to unlock it instead."""
        thing, settings = self._focused, self._app.settings
        if not self._is_open(thing):
            self._app.voicing.say(self._line(thing))
            return
        if isinstance(thing.look, CarBody):
            worn = replace(settings.profile.livery, body=thing.look)
            self._app.save_settings(settings.with_values(livery=worn))
        elif isinstance(thing.look, CardBack):
            self._app.save_settings(settings.with_values(back=thing.look))
        else:
            self._app.save_settings(settings.with_values(scenery=thing.look))
        self._timeline = self._start_animation(thing.kind)
        self._context.lay_out()

    def _start_animation(self, kind: UnlockableKind) -> Timeline:
        person = self._app.settings.person
        speed = 0 if person.reduced_motion else person.speed.factor
        return Timeline(self._app.now_s, speed, {kind: _MOVES[kind]})

    def _line(self, thing: Unlockable) -> str:
        is_chosen = thing == self._chosen(thing.kind)
        return unlockable_line(thing, self._unlock_progress, is_open=self._is_open(thing), is_chosen=is_chosen)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:
        # The picture gives way to the tiles; they scroll where they do not fit.
        whole = self._above if is_tall(self._app.size) else self._beside
        return view_state.first_that_fits(
            f"garage_{self._kind}",
            available_size,
            partial(whole, scale, available_size),
            partial(self._scrolled, scale, available_size, view_state),
        )

    def _beside(self, s: ui.Scale, _room: tuple[int, int]) -> ui.Box:
        words = _("This is how you drive")
        if self._focused != self._chosen(self._kind):
            # Translators: above a picture of what can be chosen, as a car
            words = _("Preview: {thing}", thing=look_name(self._focused.look))
        preview = ui.Column(
            ui.Label(s, words, ui.ROLES.heading), self._preview(s), self._button(s), gap=s.space_px(12), share=_PREVIEW
        )
        tiles = self._tiles(s)
        return ui.Column(
            ui.Row(preview, tiles, gap=s.space_px(40), grow=1, middle=False), self._foot(s), gap=s.space_px(18)
        )

    def _above(self, s: ui.Scale, room: tuple[int, int]) -> ui.Box:
        preview = self._preview(s, least=round(_ABOVE * room[1]))
        return ui.Column(preview, self._button(s), self._tiles(s), self._foot(s), gap=s.space_px(14))

    def _scrolled(self, s: ui.Scale, room: tuple[int, int], lasting: ViewState) -> ui.Box:
        """Return the tiles in a scrolled pane; the panel at the bottom scrolls too if it is too high to stay."""
        tiles, foot = self._tiles(s, (3, 2, 1)), self._foot(s, has_stars=False)
        stays = foot.height_range(room[0])[1] < 0.25 * room[1]
        inside = ui.Column(
            self._button(s), self._stars(s, THEME.text), tiles, None if stays else foot, gap=s.space_px(14)
        )
        pane = ui.Scroll(s, lasting.pane("tiles"), inside, min_height=0)
        return ui.Column(pane, foot if stays else None, gap=s.space_px(14))

    def _tiles(self, s: ui.Scale, fewer: tuple[int, ...] = ()) -> ui.Box:
        """Return the tiles in two rows or, where that is too wide, in one of the ``fewer`` numbers of columns."""
        things, names = [thing for thing in UNLOCKABLES if thing.kind is self._kind], ui.SharedSize()
        cells = [
            ui.Cell(
                thing.look, self._tile(s, thing, names), self._line(thing),
                "on" if thing == self._chosen(thing.kind) else "off",
            )
            for thing in things
        ]  # fmt: skip
        gap = s.space_px(12), s.space_px(12)
        across = dict.fromkeys((-(-len(cells) // 2), *fewer))
        grid = ui.Grid(*(cell.box for cell in cells), across=tuple(across), gap=gap, grow=1)
        return ui.Choice(
            f"garage_{self._kind}", kind_name(self._kind), grid, cells, self._focused.look, self._focus_item,
            on_press_cell=self._choose_focused, grow=1,
        )  # fmt: skip

    def _tile(self, s: ui.Scale, thing: Unlockable, names: ui.SharedSize) -> ui.Box:
        is_chosen, is_open = thing == self._chosen(thing.kind), self._is_open(thing)
        marks = self._marks(s, thing, is_chosen=is_chosen, is_open=is_open)
        inside = ui.Column(
            ui.Panel(marks, 0, ground=partial(self._paint, thing), grow=1),
            ui.Label(s, look_name(thing.look), _NAME, anchor="c", shared_size=names),
            gap=s.space_px(4),
        )
        fill = THEME.mark if is_chosen else THEME.raised if is_open else THEME.surface2
        rim, rim_px = (THEME.gold_d, s.text_px(3, 2)) if is_chosen else (THEME.edge, s.text_px(1.6))
        return ui.Panel(inside, s.space_px(6), fill=fill, rim=rim, rim_px=rim_px, radius=s.space_px(13), grow=1)

    def _marks(self, s: ui.Scale, thing: Unlockable, *, is_chosen: bool, is_open: bool) -> ui.Box:
        """Return what is laid over a tile's picture: "New", a tick if chosen, or the stars needed if locked."""
        larger, side = max(1.0, s.growth), s.text_px(26, 16)
        news = ui.Label(s, _p("garage", "New"), _NAME, THEME.ink, one_line=True)
        new = ui.Panel(news, (s.space_px(6), s.space_px(1), s.space_px(1)), fill=THEME.gold, radius=s.space_px(6))
        tick = ui.Panel(
            ui.Icon("check", side, THEME.white), s.text_px(2), fill=THEME.rolling, radius=side / 2 + s.text_px(2)
        )
        wide = s.space_px(64 * larger), s.space_px(180 * larger)
        high = s.space_px(_TILE_HIGH[thing.kind] * min(1.5, larger)), s.space_px(_TILE_HIGH[thing.kind] * 2 * larger)
        free = ui.Canvas(lambda _surface, _rect: None, wide, high, grow=1)
        if is_open:
            is_new = thing.id in self._new and not is_chosen
            return ui.Column(
                ui.Row(new if is_new else None, ui.Spacer(), tick if is_chosen else None, middle=False), free
            )
        pill = ui.Row(ui.Spacer(), self._pill(s, thing), ui.Spacer())
        return ui.Column(pill, free) if thing.kind is UnlockableKind.BODY else ui.Column(free, pill)

    def _pill(self, s: ui.Scale, thing: Unlockable) -> ui.Box:
        stars = number(thing.stars)
        if thing.region:
            stars = f"{number(self._unlock_progress.stars_for(thing))} / {stars}"
        px = s.px(_STARS)
        words = ui.Row(
            ui.Icon("star", round(px), THEME.gold),
            ui.Label(s, stars, _STARS, THEME.white, one_line=True),
            gap=s.space_px(5),
        )
        return ui.Panel(words, (s.space_px(10), s.space_px(3), s.space_px(3)), fill=THEME.navy, radius=px)

    def _button(self, s: ui.Scale) -> ui.Box | None:
        if self._kind is not UnlockableKind.BODY:
            return None
        words, show = _("Color, symbol and trim"), self._app.show_profiles
        return ui.button(s, "licence", words, show, style=ButtonStyle.PAPER, icon="pencil", role=ui.ROLES.name)

    def _preview(self, s: ui.Scale, least: int = 0) -> ui.Box:
        """Return the preview: the car in its landscape, or the card back before some cards.

        ``least`` is the height in pixels to plan for, 0 for the default.
        """
        shown = {kind: self._focused if kind is self._kind else self._chosen(kind) for kind in UnlockableKind}
        high = least or s.space_px(180)
        if self._kind is UnlockableKind.BACK:
            cards = (
                partial(self._paint_back, shown[UnlockableKind.BACK].look),
                *(partial(self._paint_card, f"{n}.small") for n in _HAND),
            )
            tall = round(0.4 * high), s.space_px(240)
            back, *hand = [ui.Canvas(card, s.space_px(40), tall, grow=1) for card in cards]
            back.grow = 2
            both = ui.Column(back, ui.Row(*hand, gap=s.space_px(10), middle=False, grow=1), gap=s.space_px(10))
            inside: ui.Box = ui.Padding(both, s.space_px(14))
        else:
            scene = partial(self._paint_scene, shown[UnlockableKind.BODY], shown[UnlockableKind.SCENERY].look)
            inside = ui.Canvas(scene, s.space_px(240), (round(0.8 * high), s.space_px(400)), grow=1)
        rim_px, radius = s.text_px(3, 2), s.space_px(14)
        return ui.Panel(inside, s.space_px(6), fill=THEME.white, rim=THEME.gold_d, rim_px=rim_px, radius=radius, grow=1)

    def _foot(self, s: ui.Scale, *, has_stars: bool = True) -> ui.Box:
        icon = ui.Icon("star", round(1.4 * s.px(ui.ROLES.body)), THEME.gold)
        is_read = self._result.value is not None
        words = ui.Column(
            ui.Label(
                s, self._line(self._focused) if is_read else self._pending_text, ui.ROLES.body, THEME.white, id="told"
            ),
            self._stars(s, THEME.on_navy) if has_stars else None,
            gap=s.space_px(4), grow=1,
        )  # fmt: skip
        pad = s.space_px(20), s.space_px(12), s.space_px(12)
        return ui.Panel(ui.Row(icon, words, gap=s.space_px(14)), pad, fill=THEME.navy, radius=s.space_px(14))

    def _stars(self, s: ui.Scale, ink: Color) -> ui.Box | None:
        """Return the line that explains stars, or None if all items are unlocked or the progress is not read yet."""
        if self._result.value is None or all(self._is_open(one) for one in UNLOCKABLES if one.kind is self._kind):
            return None
        return ui.Label(s, stars_line(self._unlock_progress), ui.ROLES.small, ink, id="stars")

    # -- pictures: those not rendered yet appear in a later frame -----------------------------------------------------

    def _paint(self, thing: Unlockable, surface: Surface, place: Rect) -> None:
        """Draw the item's picture on its tile."""
        if isinstance(thing.look, CarBody):
            car = car_place(0.9 * place.h, place.w)
            car.center = place.center
            livery.draw_car(surface, self._worn(thing), car)
        elif isinstance(thing.look, CardBack):
            self._paint_card(f"back_{thing.look}", surface, place)
        elif land := self._await_picture(background.preloaded_scenery(place.size, thing.look)):
            surface.blit(land, place)

    def _paint_card(self, name: str, surface: Surface, place: Rect, *, turned: float = 1) -> None:
        """Draw a card, narrowed to the share ``turned`` of its width as if it were being turned over."""
        if drawn := self._await_picture(art.preloaded_picture(f"cards/{name}", *place.size)):
            if turned < 1:
                drawn = pygame.transform.scale(drawn, (round(turned * drawn.get_width()), drawn.get_height()))
            surface.blit(drawn, drawn.get_rect(center=place.center))

    def _paint_back(self, back: str, surface: Surface, place: Rect) -> None:
        """Draw the card back of the preview; after it was chosen it is shown turning over."""
        self._paint_card(f"back_{back}", surface, place, turned=self._timeline.eased_progress(UnlockableKind.BACK))

    def _worn(self, thing: Unlockable) -> Livery:
        worn = self._app.settings.profile.livery
        return replace(worn, body=thing.look) if isinstance(thing.look, CarBody) else worn

    def _paint_scene(self, car: Unlockable, scenery: str, surface: Surface, place: Rect) -> None:
        """Draw the car in its landscape; a new landscape fades in over the previous one."""
        if (
            self._await_picture(background.preloaded_scenery(place.size, scenery, road=ROAD))
            and scenery != self._landscape
        ):
            self._faded, self._landscape = self._landscape, scenery
            self._fade = self._start_animation(UnlockableKind.SCENERY) if self._faded else Timeline()
        if self._landscape:
            land = background.scenery_picture(place.size, self._landscape, road=ROAD)
            if (part := self._fade.eased_progress(UnlockableKind.SCENERY)) < 1:
                land = draw.crossfaded(background.scenery_picture(place.size, self._faded, road=ROAD), land, part)
            paint_car_scene(surface, place, self._worn(car), land, self._timeline.eased_progress(UnlockableKind.BODY))
