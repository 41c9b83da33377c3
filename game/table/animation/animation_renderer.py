"""Draws everything that moves above the table at rest: cards in flight, and effects below and above them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from pygame import Rect, Surface

from game.table.animation import card_sprites, effects, road_effects
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.animation_step import AnimationStep, EffectLayer, Flight, covering_rect
from game.table.animation.effects import CrossFade
from game.table.painting.picture import TablePicture
from game.table.view import TableView

_AHEAD = 2  # the cards per frame whose background rotation begins


@dataclass(slots=True)
class _FadingPicture:
    """A picture of the table before a change, which fades out; ``areas`` are what changed, None until known."""

    picture: Surface
    areas: list[Rect] | None


class AnimationRenderer:
    """Draws what an animation player is playing over one table picture.

    In each frame call ``prepare`` after the player's ``update``, ``record_changes`` with the areas that the picture
    painted again, and ``draw`` after the table at rest and the hand were drawn. ``draw_rest`` draws table and hand for
    a screen that shows more than these.
    """

    def __init__(self, picture: TablePicture, draw_rest: Callable[[Surface], None] | None = None) -> None:
        self._picture = picture
        self._draw_rest = draw_rest
        self._fading: dict[int, tuple[CrossFade, list[_FadingPicture]]] = {}
        self._preloads: Iterator[None] = iter(())
        self._whole: Surface | None = None  # kept: a new one for every fade would cost more than the drawing

    def preload(self) -> Iterator[None]:
        """Draw the pictures of effects into the cache, one per ``next``, for idle time before they are needed."""
        yield from road_effects.preload(self._picture.places)
        yield from effects.preload(self._picture.places)

    # -- pictures that fade out ---------------------------------------------------------------------------------------

    def prepare(self, begun: Iterable[AnimationStep], view: TableView | None) -> None:
        """Copy the parts of the table that will fade out, before they are painted again.

        ``begun`` are the animation steps that have just begun, ``view`` is what was drawn last. Each call also draws a
        few pictures of cards that are about to fly into the cache.
        """
        if not self._picture.is_painted:
            return
        for _begun in islice(self._preloads, _AHEAD):
            pass
        kept: set[tuple[int, ...]] = set()
        for animation_step in begun:
            rules_id, piles = animation_step.shown_observation.rules, self._picture.pile_widths
            flights = (card_sprites.preload_flight(flight, rules_id, piles) for flight in animation_step.flights)
            self._preloads = chain(self._preloads, chain.from_iterable(flights))
            for effect in animation_step.effects:
                if isinstance(effect, CrossFade):
                    self._keep(effect, view, kept)

    def _keep(self, effect: CrossFade, view: TableView | None, kept: set[tuple[int, ...]]) -> None:
        """Copy the table at the places of a cross-fade; ``kept`` are the places already copied in this frame."""
        if effect.boxes is None:
            self._fading = {id(effect): (effect, [_FadingPicture(self._draw_whole(view), None)])}
            return
        rects = [rect for box in effect.boxes if tuple(rect := covering_rect(box)) not in kept]
        kept.update(tuple(rect) for rect in rects)
        self._fading[id(effect)] = (effect, [_FadingPicture(self._picture.copy_area(rect), [rect]) for rect in rects])

    def _draw_whole(self, view: TableView | None) -> Surface:
        if self._whole is None:
            self._whole = Surface(self._picture.places.layout.size)
        whole = self._whole
        if self._draw_rest is not None:
            self._draw_rest(whole)
            return whole
        self._picture.render(whole)
        if view is not None:
            self._picture.draw_hand(whole, view)
        return whole

    def record_changes(self, areas: list[Rect]) -> None:
        """Record that these areas of the table at rest were painted again."""
        for effect, olds in self._fading.values():
            for old in olds if effect.boxes is None else ():
                old.areas = [*(old.areas or (covering_rect(self._picture.places.layout.hand),)), *areas]

    def drop_fading_pictures(self) -> None:
        """Discard all pictures that are fading out."""
        self._fading.clear()
        self._whole = None

    # -- drawing ------------------------------------------------------------------------------------------------------

    def draw(
        self, surface: Surface, player: AnimationPlayer, view: TableView, carried: Callable[[Flight], bool]
    ) -> list[Rect] | None:
        """Draw everything that moves, and return the areas drawn on, or None if that may be anywhere.

        Flights for which ``carried`` returns True are left out, because the mouse holds their card.
        """
        places, told = self._picture.places, list(player.effects)
        running = {id(effect) for effect, _elapsed_s in told}
        self._fading = {key: kept for key, kept in self._fading.items() if key in running}
        seen = [(effect, elapsed_s) for effect, elapsed_s in told if effect.is_seen(elapsed_s)]
        for effect, elapsed_s in sorted(seen, key=lambda one: one[0].layer):
            if isinstance(effect, CrossFade):
                self._draw_fading(surface, effect, elapsed_s)
            elif effect.layer is not EffectLayer.ABOVE:
                effect.draw(surface, elapsed_s, places, view)
        rules_id, piles, budget = (
            view.observation.rules,
            self._picture.pile_widths,
            self._picture.budget,
        )
        drawn = [
            card_sprites.draw_flight(surface, flight, elapsed_s, rules_id, piles, budget)
            for flight, elapsed_s in player.flights
            if not carried(flight)
        ]
        for effect, elapsed_s in seen:
            if effect.layer is EffectLayer.ABOVE:
                effect.draw(surface, elapsed_s, places, view)
        reaches = [effect.draw_areas(places) for effect, _elapsed_s in seen]
        return None if None in reaches else [*drawn, *(rect for reach in reaches for rect in reach or ())]

    def _draw_fading(self, surface: Surface, effect: CrossFade, elapsed_s: float) -> None:
        alpha = round(255 * (1 - effect.progress(elapsed_s)))
        _effect, olds = self._fading.get(id(effect), (effect, []))
        for old in olds:
            old.picture.set_alpha(None if alpha == 255 else alpha)  # an alpha of 255 is blitted fifty times as slowly
            for area in old.areas or ():
                part = area if effect.boxes is None else Rect((0, 0), area.size)
                surface.blit(old.picture, area, part)
