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
_ICONS = {UnlockableKind.BODY: "body", UnlockableKind.BACK: "back", UnlockableKind.SCENERY: "scenery"}


class GaragePage(CareerPage[UnlockProgress]):
    """The Roadbook's page on which the person chooses a car, a card back and a scenery.

    The preview shows the item of the focused tile. Pressing a tile chooses its item, or says how to unlock it.
    """

    first_focus = "garage_body"

    def __init__(self, frame: PageContext) -> None:
        super().__init__(frame)
        self._unlock_progress = NO_PROGRESS
        self._focused_kind = UnlockableKind.BODY
        self._focused_items = {shelf: self._chosen(shelf) for shelf in UnlockableKind}
        self._new: set[str] = set()
        self._timeline = self._fade = Timeline()
        self._landscape = self._faded = ""  # the visible one, and the one before
        self._awaits_picture = False
        self.resume()

    def _make_reader(self) -> Callable[[CareerReader], UnlockProgress]:
        person, school_s = self._app.settings.profile.id, self._app.settings.lesson_finished_s
        return lambda reader: read_unlock_progress(reader, person, lesson_finished_s=school_s)

    def _show_result(self, value: UnlockProgress, now_s: float) -> None:  # noqa: ARG002 - as every page
        self._unlock_progress = value
        self._new |= {thing.id for thing in UNLOCKABLES if self._is_new(thing)}
        self._show_focused()

    def update(self, now_s: float) -> bool:
        moving = [timeline for timeline in (self._timeline, self._fade) if timeline.is_running]
        has_changed = super().update(now_s) or bool(moving) or self._awaits_picture
        for timeline in moving:
            timeline.update(now_s)
        self._awaits_picture = False  # until it is drawn again
        focused = next((shelf for shelf in UnlockableKind if _id(shelf) == self._context.focused()), self._focused_kind)
        if focused is self._focused_kind:
            return has_changed
        self._focused_kind = focused
        self._show_focused()
        return True

    def is_settled(self) -> bool:
        is_moving = self._timeline.is_running or self._fade.is_running
        return super().is_settled() and not (is_moving or self._awaits_picture)

    # -- what is open, chosen and looked at ---------------------------------------------------------------------------

    def _is_open(self, thing: Unlockable) -> bool:
        return self._app.settings.whole_garage or self._unlock_progress.has_unlocked(thing)

    def _is_new(self, thing: Unlockable) -> bool:
        is_seen = thing.is_free or thing.id in self._app.settings.garage_seen
        return not is_seen and self._unlock_progress.has_unlocked(thing)

    def _chosen(self, shelf: UnlockableKind) -> Unlockable:
        settings = self._app.settings
        now = {
            UnlockableKind.BODY: settings.profile.livery.body,
            UnlockableKind.BACK: settings.back,
            UnlockableKind.SCENERY: settings.scenery,
        }
        return next(thing for thing in UNLOCKABLES if thing.look == now[shelf] and thing.kind is shelf)

    @property
    def _focused_item(self) -> Unlockable:
        """The item whose tile was focused last."""
        return self._focused_items[self._focused_kind]

    def _focus_item(self, shelf: UnlockableKind, of: str) -> None:
        self._new.discard(self._focused_item.id)
        self._focused_kind = shelf
        self._focused_items[shelf] = next(thing for thing in UNLOCKABLES if thing.look == of and thing.kind is shelf)
        self._show_focused()

    def _show_focused(self) -> None:
        """Show the focused tile's item in the preview; if it is newly unlocked, save that the person has seen it."""
        settings, id = self._app.settings, self._focused_item.id
        if self._is_new(self._focused_item):
            self._app.save_settings(replace(settings, garage_seen=(*settings.garage_seen, id)))
        self._context.lay_out()

    def _choose_focused(self, _of: str) -> None:
        """Choose the item of the focused tile; if it is locked, say how to unlock it instead."""
        thing, settings = self._focused_item, self._app.settings
        if not self._is_open(thing):
            self._app.voicing.say(self._line(thing))
            return
        if isinstance(thing.look, CarBody):
            worn = replace(settings.profile.livery, body=thing.look)
            self._app.save_settings(settings.with_profile(replace(settings.profile, livery=worn)))
        elif isinstance(thing.look, CardBack):
            self._app.save_settings(replace(settings, back=thing.look))
        else:
            self._app.save_settings(replace(settings, scenery=thing.look))
        self._timeline = self._start_animation(thing.kind)
        self._context.lay_out()

    def _start_animation(self, shelf: UnlockableKind) -> Timeline:
        settings = self._app.settings
        speed = 0 if settings.reduced_motion else settings.speed.factor
        return Timeline(self._app.now_s, speed, {shelf: _MOVES[shelf]})

    def _line(self, thing: Unlockable) -> str:
        is_chosen = thing == self._chosen(thing.kind)
        return unlockable_line(thing, self._unlock_progress, is_open=self._is_open(thing), is_chosen=is_chosen)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self, available_size: tuple[int, int], scale: ui.Scale, view_state: ViewState) -> ui.Box:
        # The picture gives way to the shelves; they scroll where they do not fit.
        s = scale
        whole = self._above if is_tall(self._app.size) else self._beside
        return view_state.first_that_fits(
            "garage",
            available_size,
            partial(whole, s, available_size),
            partial(self._scrolled, s, available_size, view_state),
        )

    def _beside(self, s: ui.Scale, _room: tuple[int, int]) -> ui.Box:
        head = _("This is how you drive")
        if self._focused_item != self._chosen(self._focused_kind):
            # Translators: above a picture of what can be chosen, as a car
            head = _("Preview: {thing}", thing=look_name(self._focused_item.look))
        preview = ui.Column(self._head(s, head), self._preview(s), self._button(s), gap=s.space_px(12))
        left = ui.Padding(preview, 0, share=_PREVIEW)
        return ui.Column(
            ui.Row(left, self._shelves(s, (7, 5), grow=1), gap=s.space_px(40), grow=1, middle=False),
            self._foot(s),
            gap=s.space_px(18),
        )

    def _above(self, s: ui.Scale, room: tuple[int, int]) -> ui.Box:
        preview = self._preview(s, least=round(_ABOVE * room[1]))
        return ui.Column(preview, self._button(s), self._shelves(s, (7, 5, 4, 3)), self._foot(s), gap=s.space_px(14))

    def _scrolled(self, s: ui.Scale, room: tuple[int, int], lasting: ViewState) -> ui.Box:
        """Return the tiles in a scrolled pane; the panel at the bottom scrolls too if it is too high to stay."""
        shelves, foot = self._shelves(s, (7, 5, 4, 3, 2, 1)), self._foot(s, has_stars=False)
        stays = foot.height_range(room[0])[1] < 0.25 * room[1]
        inside = ui.Column(
            self._button(s), self._stars(s, THEME.text), shelves, None if stays else foot, gap=s.space_px(14)
        )
        pane = ui.Scroll(s, lasting.pane("shelves"), inside, min_height=0)
        return ui.Column(pane, foot if stays else None, gap=s.space_px(14))

    def _shelves(self, s: ui.Scale, across: tuple[int, ...], *, grow: float = 0) -> ui.Box:
        return ui.Column(*(self._on_shelf(s, shelf, across) for shelf in UnlockableKind), gap=s.space_px(14), grow=grow)

    def _on_shelf(self, s: ui.Scale, shelf: UnlockableKind, across: tuple[int, ...]) -> ui.Box:
        things, names = [thing for thing in UNLOCKABLES if thing.kind is shelf], ui.SharedSize()
        cells = [
            ui.Cell(thing.look, self._tile(s, thing, names), self._line(thing), self._state(thing)) for thing in things
        ]
        most = max(n for n in across if n <= len(things)) if across[0] > len(things) else across[0]
        grid = ui.Grid(
            *(cell.box for cell in cells),
            across=[n for n in across if n <= most],
            gap=(s.space_px(12), s.space_px(12)),
            grow=1,
        )
        choice = ui.Choice(
            _id(shelf), kind_name(shelf), grid, cells, self._focused_items[shelf].look, partial(self._focus_item,
            shelf),
            on_press_cell=self._choose_focused, grow=1,
        )  # fmt: skip
        return ui.Column(self._head(s, kind_name(shelf), _ICONS[shelf]), choice, gap=s.space_px(4), grow=1)

    def _state(self, thing: Unlockable) -> str | None:
        return "on" if thing == self._chosen(thing.kind) else "off"

    def _head(self, s: ui.Scale, words: str, icon: str = "") -> ui.Box:
        px = round(s.px(ui.ROLES.heading))
        mark = ui.Icon(icon, px, THEME.emblem) if icon else None
        return ui.Row(mark, ui.Label(s, words, ui.ROLES.heading, grow=1), gap=s.space_px(8))

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
        high, larger = (
            {UnlockableKind.BODY: 34, UnlockableKind.BACK: 62, UnlockableKind.SCENERY: 58}[thing.kind],
            max(1.0, s.growth),
        )
        wide, tall = (
            (s.space_px(64 * larger), s.space_px(120 * larger)),
            (s.space_px(high * min(1.5, larger)), s.space_px(high * 1.6 * larger)),
        )
        side, news = s.text_px(26, 16), ui.Label(s, _p("garage", "New"), _NAME, THEME.ink, one_line=True)
        new = ui.Panel(news, (s.space_px(6), s.space_px(1), s.space_px(1)), fill=THEME.gold, radius=s.space_px(6))
        tick = ui.Panel(
            ui.Icon("check", side, THEME.white), s.text_px(2), fill=THEME.rolling, radius=side / 2 + s.text_px(2)
        )
        top = ui.Row(
            new if thing.id in self._new and not is_chosen else None,
            ui.Spacer(),
            tick if is_chosen else None,
            middle=False,
        )
        free = ui.Canvas(lambda _surface, _rect: None, wide, tall, grow=1)
        if is_open:
            return ui.Column(top, free)
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

    def _button(self, s: ui.Scale) -> ui.Box:
        words = _("Color, symbol and trim")
        return ui.button(
            s, "licence", words, self._app.show_profiles, style=ButtonStyle.PAPER, icon="pencil", role=ui.ROLES.name
        )

    def _preview(self, s: ui.Scale, least: int = 0) -> ui.Box:
        """Return the preview: the car in its landscape, and below it a card back and some cards.

        ``least`` is the height in pixels to plan for, 0 for the default.
        """
        shown = {
            shelf: self._focused_item if shelf is self._focused_kind else self._chosen(shelf)
            for shelf in UnlockableKind
        }
        scene = partial(self._paint_scene, shown[UnlockableKind.BODY], shown[UnlockableKind.SCENERY].look)
        cards = (
            partial(self._paint_back, shown[UnlockableKind.BACK].look),
            *(partial(self._paint_card, f"{n}.small") for n in _HAND),
        )
        high = least or s.space_px(180)
        tall = round(0.25 * high), s.space_px(140)
        hand = [ui.Canvas(card, s.space_px(40), tall, grow=1) for card in cards]
        return ui.Panel(
            ui.Column(
                ui.Canvas(scene, s.space_px(240), (round(0.6 * high), s.space_px(270)), grow=2),
                ui.Padding(ui.Row(*hand, gap=s.space_px(10), middle=False), s.space_px(14), grow=1),
            ),
            s.space_px(6), fill=THEME.white, rim=THEME.gold_d, rim_px=s.text_px(3, 2), radius=s.space_px(14), grow=1,
        )  # fmt: skip

    def _foot(self, s: ui.Scale, *, has_stars: bool = True) -> ui.Box:
        icon = ui.Icon("star", round(1.4 * s.px(ui.ROLES.body)), THEME.gold)
        words = ui.Column(
            ui.Label(s, self._foot_text(), ui.ROLES.body, THEME.white, id="told"),
            self._stars(s, THEME.on_navy) if has_stars else None,
            gap=s.space_px(4), grow=1,
        )  # fmt: skip
        return ui.Panel(
            ui.Row(icon, words, gap=s.space_px(14)),
            (s.space_px(20), s.space_px(12), s.space_px(12)),
            fill=THEME.navy,
            radius=s.space_px(14),
        )

    def _stars(self, s: ui.Scale, ink: Color) -> ui.Box | None:
        """Return the line that explains stars, or None if all items are unlocked or the progress is not read yet."""
        if self._result.value is None or all(map(self._is_open, UNLOCKABLES)):
            return None
        return ui.Label(s, stars_line(self._unlock_progress), ui.ROLES.small, ink, id="stars")

    def _foot_text(self) -> str:
        """Return how the focused item is unlocked, or a message if the progress is being read or cannot be read."""
        return self._line(self._focused_item) if self._result.value is not None else self._pending_text

    # -- pictures: those not rendered yet appear in a later frame -----------------------------------------------------

    def _paint(self, thing: Unlockable, surface: Surface, place: Rect) -> None:
        """Draw the item's picture on its tile."""
        if isinstance(thing.look, CarBody):
            car = car_place(0.9 * place.h, place.w)
            car.midbottom = place.centerx, place.bottom - round(0.06 * place.h)
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

    def _await_picture(self, drawn: Surface | None) -> Surface | None:
        """Return ``drawn``; if it is None because it is not rendered yet, request another drawing in the next frame."""
        self._awaits_picture = self._awaits_picture or drawn is None
        return drawn

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


def _id(shelf: UnlockableKind) -> str:
    return f"garage_{shelf}"
