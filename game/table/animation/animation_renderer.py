"""Draws everything that moves above the table at rest: the cards in flight, and the effects below and above them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.table.animation import card_sprites, effect_painters, road_effect_painters
from game.table.animation.animation_step import AnimationStep
from game.table.animation.effects import (
    Blend,
    Count,
    Cross,
    Dim,
    Drive,
    Drop,
    Effect,
    Flag,
    Frame,
    Gain,
    Laurel,
    Shake,
    Skid,
    Slide,
    Win,
)
from game.table.animation.flight import Flight
from game.table.animation.player import AnimationPlayer
from game.table.geometry.box import Box
from game.table.painting import piles, road_strip, target_glow
from game.table.painting.display import paint_stack
from game.table.painting.header import paint_km
from game.table.painting.picture import TablePicture
from game.table.view import TableView
from game.ui.timeline import out

_SHAKES_PX: Final = 4  # u
_FALLS_PX: Final = 6  # u


@dataclass(slots=True)
class _Old:
    """What was to be seen before a change; ``areas`` are the places that changed, None until it is known."""

    picture: Surface
    areas: list[Rect] | None


class AnimationRenderer:
    """Draws what a show shows on the table of one picture.

    Call ``prepare`` after every ``update`` of the show, ``changed`` with what the picture painted again, and ``draw``
    when the table at rest and the hand have been drawn.
    """

    def __init__(self, picture: TablePicture) -> None:
        self._picture = picture
        self._old: dict[int, tuple[Blend, list[_Old]]] = {}

    def prewarm(self) -> Iterator[None]:
        """Draw what effects need one a ``next``, in idle moments."""
        places = self._picture.places
        yield from road_effect_painters.prewarm(places)
        yield from effect_painters.prewarm(slot for where in places.displays for slot in where.safeties.values())

    # -- what was there before ----------------------------------------------------------------------------------------

    def prepare(self, begun: Iterable[AnimationStep], view: TableView | None) -> None:
        """Keep what will fade into something else, before it is painted over; nothing of a table not seen yet.

        ``view`` is what was drawn last.
        """
        if not self._picture.is_painted:
            return
        kept: set[tuple[int, ...]] = set()
        for animation_step in begun:
            for effect in animation_step.effects:
                if isinstance(effect, Blend):
                    self._keep(effect, view, kept)

    def _keep(self, effect: Blend, view: TableView | None, kept: set[tuple[int, ...]]) -> None:
        """Keep the pictures of its boxes, each once for all that begins now."""
        if effect.boxes is None:
            self._old = {id(effect): (effect, [_Old(self._whole(view), None)])}
            return
        rects = [rect for box in effect.boxes if tuple(rect := _rect(box)) not in kept]
        kept.update(tuple(rect) for rect in rects)
        self._old[id(effect)] = (effect, [_Old(self._picture.resting(rect), [rect]) for rect in rects])

    def _whole(self, view: TableView | None) -> Surface:
        whole = Surface(self._picture.places.layout.size)
        self._picture.render(whole)
        if view is not None:
            self._picture.draw_hand(whole, view)
        return whole

    def changed(self, areas: list[Rect]) -> None:
        """These areas of the table at rest were painted again."""
        for effect, olds in self._old.values():
            for old in olds if effect.boxes is None else ():
                old.areas = [*(old.areas or (_rect(self._picture.places.layout.hand),)), *areas]

    def forget(self) -> None:
        """Drop what was kept: nothing fades any more."""
        self._old.clear()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def draw(
        self, surface: Surface, show: AnimationPlayer, view: TableView, carried: Callable[[Flight], bool]
    ) -> list[Rect] | None:
        """Draw all that moves, and return where; a flight that is ``carried`` by the mouse instead is left out.

        None if something was drawn that may be anywhere.
        """
        effects = list(show.effects)
        running = {id(effect) for effect, _elapsed_s in effects}
        self._old = {key: kept for key, kept in self._old.items() if key in running}
        seen = [(effect, elapsed_s) for effect, elapsed_s in effects if effect.is_seen(elapsed_s)]
        for effect, elapsed_s in sorted(seen, key=lambda one: _height(one[0])):
            self._draw_below(surface, effect, elapsed_s, view)
        rules_id, piles, care = view.observation.rules, self._picture.pile_widths, self._picture.care
        drawn = [
            card_sprites.draw_flight(surface, flight, elapsed_s, rules_id, piles, care)
            for flight, elapsed_s in show.flights
            if not carried(flight)
        ]
        for effect, elapsed_s in seen:
            self._draw_above(surface, effect, elapsed_s, view)
        reaches = [self._reach(effect) for effect, _elapsed_s in seen]
        return None if None in reaches else [*drawn, *(rect for reach in reaches for rect in reach or ())]

    def _reach(self, effect: Effect) -> tuple[Rect, ...] | None:
        """Where the effects that are seen most are drawn; None for all others."""
        places = self._picture.places
        match effect:
            case Drive(side=side):
                return _rect(places.layout.strip), _rect(places.display(side))
            case Drop(side=side):
                return (_rect(places.display(side)),)
            case Count():
                return (_rect(places.draw_pile),)
            case Skid() | Slide() | Cross():
                return (_rect(places.layout.strip),)
            case Shake(panel=panel):
                return (_rect(panel.grown(_SHAKES_PX * places.layout.u + 1)),)
            case Laurel(slot=slot):
                return (_rect(slot.grown(slot.w)),)
            case Blend(boxes=boxes) if boxes is not None:
                return tuple(_rect(box) for box in boxes)
        return None

    def _draw_below(self, surface: Surface, effect: Effect, elapsed_s: float, view: TableView) -> None:
        """Draw what lies below the cards in flight."""
        places, u = self._picture.places, self._picture.places.layout.u
        match effect:
            case Blend():
                self._draw_old(surface, effect, elapsed_s)
            case Drive(side=side, target=target):
                km = effect.km(elapsed_s)
                road_effect_painters.draw_drive(surface, places, effect, km, leads=side in (view.leaders or ()))
                paint_km(surface, places.displays[side], round(km), target)
            case Drop():
                falls = _FALLS_PX * u * (1 - out(effect.progress(elapsed_s)))
                paint_stack(surface, effect.km, effect.stone, effect.stack, effect.step, drop=falls)
            case Skid():
                road_effect_painters.draw_skid(surface, places, effect, elapsed_s, road_strip.cars_shown(view))
            case Cross():
                road_effect_painters.draw_cross(surface, places, effect, elapsed_s)
            case Slide():
                road_effect_painters.draw_slide(surface, places, effect, elapsed_s, view)
            case Count():
                piles.paint_count(surface, places, effect.number(elapsed_s))
            case Laurel():
                effect_painters.draw_laurel(surface, effect, elapsed_s)
            case Shake():
                _shake(surface, effect, elapsed_s, _SHAKES_PX * u)
            case Dim():
                effect_painters.draw_dim(surface, effect, elapsed_s)

    def _draw_above(self, surface: Surface, effect: Effect, elapsed_s: float, view: TableView) -> None:
        """Draw what lies above the cards in flight."""
        layout = self._picture.places.layout
        match effect:
            case Gain():
                effect_painters.draw_gain(surface, effect, elapsed_s, layout)
            case Flag():
                effect_painters.draw_flag(surface, effect, elapsed_s, layout)
            case Win():
                effect_painters.draw_win(surface, effect, elapsed_s, view.observation, view.names, layout)
            case Frame():
                target_glow.draw_frame(surface, effect, layout.u)

    def _draw_old(self, surface: Surface, effect: Blend, elapsed_s: float) -> None:
        alpha = round(255 * (1 - effect.progress(elapsed_s)))
        _effect, olds = self._old.get(id(effect), (effect, []))
        for old in olds:
            old.picture.set_alpha(alpha)
            for area in old.areas or ():
                part = area if effect.boxes is None else Rect((0, 0), area.size)
                surface.blit(old.picture, area, part)


_HEIGHTS: Final = ((Blend, Slide), (Drive, Drop, Skid, Cross, Count, Laurel), (Shake,), (Dim,))
"""What fades lies lowest, then cars and stones; a shake moves them all, and the dark lies above."""


def _height(effect: Effect) -> int:
    return next((height for height, kinds in enumerate(_HEIGHTS) if isinstance(effect, kinds)), len(_HEIGHTS))


def _shake(surface: Surface, shake: Shake, elapsed_s: float, far: float) -> None:
    """Move the pixels of a panel aside: once to the right, once to the left, and back."""
    p = shake.progress(elapsed_s)
    aside = round(far * math.sin(2 * math.pi * p) * (1 - p))
    if not aside:
        return
    x, y, w, h = shake.panel
    surface.set_clip(Rect(round(x - far), round(y), round(w + 2 * far), round(h)))
    surface.scroll(aside, 0)
    surface.set_clip(None)


def _rect(box: Box) -> Rect:
    return Rect(math.floor(box.x), math.floor(box.y), math.ceil(box.w) + 1, math.ceil(box.h) + 1)
