"""The page of the garage: shelves of cars, card backs and sceneries, and beside them a preview."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame
from pygame import Color, Rect, Surface

from game.career.reader import RoadbookReader
from game.features.garage.model import NOTHING, THINGS, Earned, Shelf, Thing, read_earned
from game.features.garage.words import shelf_name, stars_line, thing_line
from game.features.roadbook.page import FADING, Frame, ReadingPage
from game.i18n import _, _p, number
from game.people.profiles import Back, Body, Livery
from game.scenes import background
from game.scenes.car_scene import ROAD, paint_car_scene
from game.ui.animation import Animation, Timeline, inout, out
from game.ui.drawing import art, draw, livery
from game.ui.drawing.road import car_place
from game.ui.drawing.theme import THEME
from game.ui.layout import (
    ROLES,
    Alike,
    Box,
    Canvas,
    Cell,
    Choice,
    Column,
    Grid,
    Icon,
    Label,
    Pad,
    Plate,
    Role,
    Row,
    Scale,
    Scroll,
    Spacer,
    button,
)
from game.ui.layout.tree_form import Lasting
from game.ui.scene import is_tall
from game.ui.widgets import Style
from game.words.profiles import look_name

_PREVIEW = 0.315  # of the width
_ABOVE = 0.22  # of the height at least, where it stands above the shelves
_NAME = Role("B6", 19, 12, by_u=True)
_STARS = Role("O8", 19, 12, by_u=True)
_HAND = ("km_100", "go", "km_50")
_MOVES = {
    Shelf.BODY: Animation(duration_s=0.32, easing=out),
    Shelf.BACK: Animation(duration_s=0.24, easing=inout),
    Shelf.SCENERY: FADING,
}
"""The animation of a new choice: the car rolls in, a card turns over, a landscape fades in."""
_ICONS = {Shelf.BODY: "body", Shelf.BACK: "back", Shelf.SCENERY: "scenery"}


class GaragePage(ReadingPage[Earned]):
    """The preview shows the item of the focused tile; pressing an open tile chooses the item."""

    first_focus = "garage_body"

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._earned = NOTHING
        self._shelf = Shelf.BODY
        self._looked = {shelf: self._chosen(shelf) for shelf in Shelf}
        self._new: set[str] = set()
        self._timeline = self._fade = Timeline()
        self._landscape = self._faded = ""  # the visible one, and the one before
        self._is_waiting = False
        self.resume()

    def _reader(self) -> Callable[[RoadbookReader], Earned]:
        person, school_s = self._app.settings.profile.person, self._app.settings.school_s
        return lambda reader: read_earned(reader, person, school_s=school_s)

    def _show(self, value: Earned, now_s: float) -> None:  # noqa: ARG002 - as every page
        self._earned = value
        self._new |= {thing.id for thing in THINGS if self._is_new(thing)}
        self._see()

    def update(self, now_s: float) -> bool:
        moving = [timeline for timeline in (self._timeline, self._fade) if timeline.is_running]
        has_changed = super().update(now_s) or bool(moving) or self._is_waiting
        for timeline in moving:
            timeline.update(now_s)
        self._is_waiting = False  # until it is drawn again
        focused = next((shelf for shelf in Shelf if _id(shelf) == self._frame.focused()), self._shelf)
        if focused is self._shelf:
            return has_changed
        self._shelf = focused
        self._see()
        return True

    def is_settled(self) -> bool:
        is_moving = self._timeline.is_running or self._fade.is_running
        return super().is_settled() and not (is_moving or self._is_waiting)

    # -- what is open, chosen and looked at ---------------------------------------------------------------------------

    def _is_open(self, thing: Thing) -> bool:
        return self._app.settings.whole_garage or self._earned.opens(thing)

    def _is_new(self, thing: Thing) -> bool:
        is_seen = thing.is_free or thing.id in self._app.settings.garage_seen
        return not is_seen and self._earned.opens(thing)

    def _chosen(self, shelf: Shelf) -> Thing:
        settings = self._app.settings
        now = {Shelf.BODY: settings.profile.livery.body, Shelf.BACK: settings.back, Shelf.SCENERY: settings.scenery}
        return next(thing for thing in THINGS if thing.of == now[shelf] and thing.shelf is shelf)

    @property
    def _seen(self) -> Thing:
        """The item of the focused tile."""
        return self._looked[self._shelf]

    def _look_at(self, shelf: Shelf, of: str) -> None:
        self._new.discard(self._seen.id)
        self._shelf = shelf
        self._looked[shelf] = next(thing for thing in THINGS if thing.of == of and thing.shelf is shelf)
        self._see()

    def _see(self) -> None:
        """Lay out the page for the item of the focused tile, and save that it was viewed."""
        settings, id = self._app.settings, self._seen.id
        if self._is_new(self._seen):
            self._app.save_settings(replace(settings, garage_seen=(*settings.garage_seen, id)))
        self._frame.lay_out()

    def _take(self, _of: str) -> None:
        """Choose the item of the focused tile; for a locked one, say how it is unlocked."""
        thing, settings = self._seen, self._app.settings
        if not self._is_open(thing):
            self._app.voicing.say(self._line(thing))
            return
        if isinstance(thing.of, Body):
            worn = replace(settings.profile.livery, body=thing.of)
            self._app.save_settings(settings.with_profile(replace(settings.profile, livery=worn)))
        elif isinstance(thing.of, Back):
            self._app.save_settings(replace(settings, back=thing.of))
        else:
            self._app.save_settings(replace(settings, scenery=thing.of))
        self._timeline = self._move(thing.shelf)
        self._frame.lay_out()

    def _move(self, shelf: Shelf) -> Timeline:
        settings = self._app.settings
        speed = 0 if settings.reduced_motion else settings.speed.factor
        return Timeline(self._app.now_s, speed, {shelf: _MOVES[shelf]})

    def _line(self, thing: Thing) -> str:
        is_chosen = thing == self._chosen(thing.shelf)
        return thing_line(thing, self._earned, is_open=self._is_open(thing), is_chosen=is_chosen)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self, room: tuple[int, int], scale: Scale, lasting: Lasting) -> Box:
        # The picture gives way to the shelves; they scroll where they do not fit.
        s = scale
        whole = self._above if is_tall(self._app.size) else self._beside
        return lasting.fitting("garage", room, partial(whole, s, room), partial(self._scrolled, s, room, lasting))

    def _beside(self, s: Scale, _room: tuple[int, int]) -> Box:
        head = _("This is how you drive")
        if self._seen != self._chosen(self._shelf):
            # Translators: above a picture of what can be chosen, as a car
            head = _("Preview: {thing}", thing=look_name(self._seen.of))
        preview = Column(self._head(s, head), self._preview(s), self._button(s), gap=s.gap(12))
        left = Pad(preview, 0, share=_PREVIEW)
        return Column(
            Row(left, self._shelves(s, (7, 5), grow=1), gap=s.gap(40), grow=1, middle=False),
            self._foot(s),
            gap=s.gap(18),
        )

    def _above(self, s: Scale, room: tuple[int, int]) -> Box:
        preview = self._preview(s, least=round(_ABOVE * room[1]))
        return Column(preview, self._button(s), self._shelves(s, (7, 5, 4, 3)), self._foot(s), gap=s.gap(14))

    def _scrolled(self, s: Scale, room: tuple[int, int], lasting: Lasting) -> Box:
        """Return the shelves in a scrolled pane; the foot stays below unless that leaves too little of them to see."""
        shelves, foot = self._shelves(s, (7, 5, 4, 3, 2, 1)), self._foot(s, has_stars=False)
        stays = foot.heights(room[0])[1] < 0.25 * room[1]
        inside = Column(self._button(s), self._stars(s, THEME.text), shelves, None if stays else foot, gap=s.gap(14))
        pane = Scroll(s, lasting.pane("shelves"), inside, least=0)
        return Column(pane, foot if stays else None, gap=s.gap(14))

    def _shelves(self, s: Scale, across: tuple[int, ...], *, grow: float = 0) -> Box:
        return Column(*(self._on_shelf(s, shelf, across) for shelf in Shelf), gap=s.gap(14), grow=grow)

    def _on_shelf(self, s: Scale, shelf: Shelf, across: tuple[int, ...]) -> Box:
        things, names = [thing for thing in THINGS if thing.shelf is shelf], Alike()
        cells = [Cell(thing.of, self._tile(s, thing, names), self._line(thing), self._state(thing)) for thing in things]
        most = max(n for n in across if n <= len(things)) if across[0] > len(things) else across[0]
        grid = Grid(
            *(cell.box for cell in cells), across=[n for n in across if n <= most], gap=(s.gap(12), s.gap(12)), grow=1
        )
        choice = Choice(
            _id(shelf), shelf_name(shelf), grid, cells, self._looked[shelf].of, partial(self._look_at, shelf),
            on_take=self._take, grow=1,
        )  # fmt: skip
        return Column(self._head(s, shelf_name(shelf), _ICONS[shelf]), choice, gap=s.gap(4), grow=1)

    def _state(self, thing: Thing) -> str | None:
        return "on" if thing == self._chosen(thing.shelf) else "off"

    def _head(self, s: Scale, words: str, icon: str = "") -> Box:
        px = round(s.px(ROLES.heading))
        mark = Icon(icon, px, THEME.emblem) if icon else None
        return Row(mark, Label(s, words, ROLES.heading, grow=1), gap=s.gap(8))

    def _tile(self, s: Scale, thing: Thing, names: Alike) -> Box:
        is_chosen, is_open = thing == self._chosen(thing.shelf), self._is_open(thing)
        marks = self._marks(s, thing, is_chosen=is_chosen, is_open=is_open)
        inside = Column(
            Plate(marks, 0, ground=partial(self._paint, thing), grow=1),
            Label(s, look_name(thing.of), _NAME, anchor="c", alike=names),
            gap=s.gap(4),
        )
        fill = THEME.mark if is_chosen else THEME.raised if is_open else THEME.surface2
        rim, rim_px = (THEME.gold_d, s.line(3, 2)) if is_chosen else (THEME.edge, s.line(1.6))
        return Plate(inside, s.gap(6), fill=fill, rim=rim, rim_px=rim_px, radius=s.gap(13), grow=1)

    def _marks(self, s: Scale, thing: Thing, *, is_chosen: bool, is_open: bool) -> Box:
        """Return the marks on a tile's picture: new, chosen, or how many stars the item needs."""
        high, larger = {Shelf.BODY: 34, Shelf.BACK: 62, Shelf.SCENERY: 58}[thing.shelf], max(1.0, s.larger)
        wide, tall = (
            (s.gap(64 * larger), s.gap(120 * larger)),
            (s.gap(high * min(1.5, larger)), s.gap(high * 1.6 * larger)),
        )
        side, news = s.line(26, 16), Label(s, _p("garage", "New"), _NAME, THEME.ink, one_line=True)
        new = Plate(news, (s.gap(6), s.gap(1), s.gap(1)), fill=THEME.gold, radius=s.gap(6))
        tick = Plate(Icon("check", side, THEME.white), s.line(2), fill=THEME.rolling, radius=side / 2 + s.line(2))
        top = Row(
            new if thing.id in self._new and not is_chosen else None,
            Spacer(),
            tick if is_chosen else None,
            middle=False,
        )
        free = Canvas(lambda _surface, _rect: None, wide, tall, grow=1)
        if is_open:
            return Column(top, free)
        pill = Row(Spacer(), self._pill(s, thing), Spacer())
        return Column(pill, free) if thing.shelf is Shelf.BODY else Column(free, pill)

    def _pill(self, s: Scale, thing: Thing) -> Box:
        stars = number(thing.stars)
        if thing.region:
            stars = f"{number(self._earned.stars_for(thing))} / {stars}"
        px = s.px(_STARS)
        words = Row(
            Icon("star", round(px), THEME.gold), Label(s, stars, _STARS, THEME.white, one_line=True), gap=s.gap(5)
        )
        return Plate(words, (s.gap(10), s.gap(3), s.gap(3)), fill=THEME.navy, radius=px)

    def _button(self, s: Scale) -> Box:
        words = _("Color, symbol and trim")
        return button(s, "licence", words, self._app.show_profiles, style=Style.PAPER, icon="pencil", role=ROLES.name)

    def _preview(self, s: Scale, least: int = 0) -> Box:
        """Return the car in its landscape, and below it a card back and a hand."""
        shown = {shelf: self._seen if shelf is self._shelf else self._chosen(shelf) for shelf in Shelf}
        scene = partial(self._paint_scene, shown[Shelf.BODY], shown[Shelf.SCENERY].of)
        cards = (
            partial(self._paint_back, shown[Shelf.BACK].of),
            *(partial(self._paint_card, f"{n}.small") for n in _HAND),
        )
        high = least or s.gap(180)
        tall = round(0.25 * high), s.gap(140)
        hand = [Canvas(card, s.gap(40), tall, grow=1) for card in cards]
        return Plate(
            Column(
                Canvas(scene, s.gap(240), (round(0.6 * high), s.gap(270)), grow=2),
                Pad(Row(*hand, gap=s.gap(10), middle=False), s.gap(14), grow=1),
            ),
            s.gap(6), fill=THEME.white, rim=THEME.gold_d, rim_px=s.line(3, 2), radius=s.gap(14), grow=1,
        )  # fmt: skip

    def _foot(self, s: Scale, *, has_stars: bool = True) -> Box:
        icon = Icon("star", round(1.4 * s.px(ROLES.body)), THEME.gold)
        words = Column(
            Label(s, self._told(), ROLES.body, THEME.white, id="told"),
            self._stars(s, THEME.on_navy) if has_stars else None,
            gap=s.gap(4), grow=1,
        )  # fmt: skip
        return Plate(
            Row(icon, words, gap=s.gap(14)), (s.gap(20), s.gap(12), s.gap(12)), fill=THEME.navy, radius=s.gap(14)
        )

    def _stars(self, s: Scale, ink: Color) -> Box | None:
        """Return the line about stars; None if everything is open or nothing is known yet."""
        if self._reading.value is None or all(map(self._is_open, THINGS)):
            return None
        return Label(s, stars_line(self._earned), ROLES.small, ink, id="stars")

    def _told(self) -> str:
        """Return how the item is unlocked, or that this is not known yet or cannot be read."""
        return self._line(self._seen) if self._reading.value is not None else self._pending

    # -- pictures: those not rendered yet appear in a later frame -----------------------------------------------------

    def _paint(self, thing: Thing, surface: Surface, place: Rect) -> None:
        """Draw the picture of a tile."""
        if isinstance(thing.of, Body):
            car = car_place(0.9 * place.h, place.w)
            car.midbottom = place.centerx, place.bottom - round(0.06 * place.h)
            livery.draw_car(surface, self._worn(thing), car)
        elif isinstance(thing.of, Back):
            self._paint_card(f"back_{thing.of}", surface, place)
        elif land := self._awaited(background.window_soon(place.size, thing.of)):
            surface.blit(land, place)

    def _paint_card(self, name: str, surface: Surface, place: Rect, *, turned: float = 1) -> None:
        """Draw a card at the share ``turned`` of its width."""
        if drawn := self._awaited(art.picture_soon(f"cards/{name}", *place.size)):
            if turned < 1:
                drawn = pygame.transform.scale(drawn, (round(turned * drawn.get_width()), drawn.get_height()))
            surface.blit(drawn, drawn.get_rect(center=place.center))

    def _paint_back(self, back: str, surface: Surface, place: Rect) -> None:
        """Draw the card back, which turns over once it is chosen."""
        self._paint_card(f"back_{back}", surface, place, turned=self._timeline.eased(Shelf.BACK))

    def _awaited(self, drawn: Surface | None) -> Surface | None:
        """Return the picture; if it is not rendered yet, request another frame."""
        self._is_waiting = self._is_waiting or drawn is None
        return drawn

    def _worn(self, thing: Thing) -> Livery:
        worn = self._app.settings.profile.livery
        return replace(worn, body=thing.of) if isinstance(thing.of, Body) else worn

    def _paint_scene(self, car: Thing, scenery: str, surface: Surface, place: Rect) -> None:
        """Draw the car in its landscape, which fades in over the one before."""
        if self._awaited(background.window_soon(place.size, scenery, road=ROAD)) and scenery != self._landscape:
            self._faded, self._landscape = self._landscape, scenery
            self._fade = self._move(Shelf.SCENERY) if self._faded else Timeline()
        if self._landscape:
            land = background.window(place.size, self._landscape, road=ROAD)
            if (part := self._fade.eased(Shelf.SCENERY)) < 1:
                land = draw.crossfaded(background.window(place.size, self._faded, road=ROAD), land, part)
            paint_car_scene(surface, place, self._worn(car), land, self._timeline.eased(Shelf.BODY))


def _id(shelf: Shelf) -> str:
    return f"garage_{shelf}"
