"""The end of a leg or a match: the page with the result.

Where something is over for good, the winner's car arrives before it, people cheer, and the points count up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.features.milestones.words import milestone_condition, milestone_name
from game.features.result.celebration import (
    CROWD_HEADROOM,
    Confetti,
    CountUp,
    Crowd,
    bunting_picture,
    laurel_portraits,
    light_rays,
    poster_letters,
    stack_pictures,
)
from game.features.result.comparison import ComparisonTable
from game.features.result.match_result import MatchResult
from game.features.result.page import DelayedBox, PageState, ResultActions, ResultPage
from game.features.result.photo_saving import PhotoDrawing, PhotoSaver
from game.features.result.words import winner_line
from game.features.tour.model import scenery_of
from game.i18n.punctuation import label_with_text
from game.scenes import background
from game.scenes.host import Host
from game.ui.animation import Animation, Cue, Timeline, ease_out_back, linear, smoothstep
from game.ui.drawing import draw, text
from game.ui.drawing.incremental import SLICE_S, check_budget, draw_slice, record_cached
from game.ui.form import TimedFormScene
from game.ui.layout import Box
from game.ui.layout.tree_form import TreeForm
from game.ui.music import PieceName
from game.ui.scene import is_tall
from game.ui.widgets import Widget

_RUSH = Animation(start_s=1.8, duration_s=0.9, easing=linear)
_MOVING: Mapping[Hashable, Animation] = MappingProxyType(
    {
        "car": Animation(start_s=0.0, duration_s=1.2, easing=smoothstep),
        "crowd": Animation(start_s=0.0, duration_s=0.42),
        "bunting": Animation(start_s=1.2, duration_s=0.36, easing=ease_out_back),
        "lettering": Animation(start_s=1.2, duration_s=0.24, easing=ease_out_back),
        "laurel": Animation(start_s=1.5, duration_s=0.3, easing=ease_out_back),
        "rush": _RUSH,
        "plate": Animation(start_s=2.7, duration_s=0.32),
        "print": Animation(start_s=3.02, duration_s=0.32, easing=ease_out_back),
        "moment.1": Animation(start_s=3.34, duration_s=0.2),
        "moment.2": Animation(start_s=3.46, duration_s=0.2),
        "moment.3": Animation(start_s=3.58, duration_s=0.2),
    }
)
"""The animations of the celebration (art.md §9)."""
_LATE = ("print", "moment.1", "moment.2", "moment.3")
_PAGE: Mapping[Hashable, Animation] = {
    name: replace(_MOVING[name], start_s=_MOVING[name].start_s - _MOVING["plate"].start_s) for name in ("plate", *_LATE)
}
"""The animations without a celebration."""
_DROPS = 60.0  # how far the photo falls to its place, in units
_TILT = -2.0  # degrees
_PRINTED = Cue("chime", 3.34)
_FIRST_BADGE_S, _BADGE_S = 0.3, 1.4
"""When the first new milestone is put on the shelf, and the time between two of them."""
_TOLD_S = 4.0
_ORDER = (
    "result", "go_on", "look_back", "once_more", "to_title", "moment", "tabs", "rows", "sheet", "drive", "copy", "save",
    "badge",
)  # fmt: skip
"""The order in which the focus moves through the controls, by the first part of their ids."""
_FLAGS = Animation(start_s=1.2, duration_s=3.2, easing=linear)
_ARMS_S = 0.5  # the cheering people change no more often, at any speed
_TICKS = 8
_RUSHING = tuple(
    Cue("bell" if n == _TICKS else "count", _RUSH.start_s + _RUSH.duration_s * n / _TICKS) for n in range(1, _TICKS + 1)
)
_STILL: Mapping[Hashable, Animation] = MappingProxyType(
    {"fade": Animation(duration_s=0.12, easing=linear), "frame": Animation(duration_s=0.9, easing=linear)}
)
"""The animations with reduced motion: the final picture fades in, and for a while a ring surrounds the photo."""
_LETTERING, _LAUREL, _RAYS, _NUMBER = 118.0, 270.0, 320.0, 132.0  # in u
_MOST_WAITED = 120  # frames; then the missing parts of the page are drawn in one frame
_DROVE = 0.42  # text size of the line about a bot that drove, as a fraction of the winner line's


def _piece(make: Callable[[_SceneParts], Surface]) -> cached_property[Surface]:
    """Return a cached property that calls ``make``, which draws a part of the picture within a time slice."""

    def made(pieces: _SceneParts) -> Surface:
        check_budget()
        surface = make(pieces)
        record_cached()
        return surface

    return cached_property(made)


class _SceneParts:
    """The parts of the picture for one window size and language; each is drawn ahead step by step, or when needed."""

    def __init__(
        self, plate: ResultPage, crowd: Crowd, space: Rect, size: tuple[int, int], u: float, *, celebrates: bool
    ) -> None:  # fmt: skip
        self._plate, self._crowd, self._space, self._size, self._u = plate, crowd, space, size, u
        self._laurel_wide = min(_LAUREL * u, 0.36 * space.w)
        show = ["lettering", "laurel", "light"] if celebrates else []
        self._due = ["crowd", "bunting", *show, "plate", "plate_body"]

    def draw_next(self, is_over: Callable[[], bool]) -> bool:
        """Draw some of the next part until ``is_over`` returns True; return False if all parts are ready."""
        if not self._due:
            return False
        if draw_slice(lambda: getattr(self, self._due[0]), is_over):
            self._due.pop(0)
        return True

    @_piece
    def crowd(self) -> Surface:
        return self._crowd.picture()

    @_piece
    def bunting(self) -> Surface:
        return bunting_picture(self._size[0], self._u)

    @_piece
    def lettering(self) -> Surface:
        """The line that names the winner; if a bot drove for the winner, a line about this stands below it."""
        standings, room, px = self._plate.standings, 0.92 * self._space.w, _LETTERING * self._u
        said = winner_line(standings)
        px = min(px, 0.98 * px * room / text.width(said, "O9", px))
        lettering = poster_letters(said, px)
        if standings.is_winner_bot_driven:
            lettering = stack_pictures(
                lettering, poster_letters(*text.fit_line(standings.bot_drove_words, "O9", _DROVE * px, room, 14))
            )
        return lettering

    @_piece
    def laurel(self) -> Surface:
        """The winner's portraits in a laurel wreath."""
        standings = self._plate.standings
        return laurel_portraits(standings.names, standings.ranking[0], self._laurel_wide)

    @_piece
    def light(self) -> Surface:
        """The rays of light around the laurel wreath."""
        return light_rays(_RAYS / _LAUREL * self._laurel_wide)

    @_piece
    def plate(self) -> Surface:
        """The page without the parts that appear later."""
        return self._plate.picture(self._size)

    @_piece
    def plate_body(self) -> Surface:
        """The middle of the page, without its rounded corners: it needs no alpha, so it is faster to draw."""
        edge, rect = self._plate.corner_px, self._plate.rect
        return self.plate.subsurface((0, edge, rect.w, rect.h - 2 * edge)).convert()


class ResultScene(TimedFormScene[Host], TreeForm[Host]):
    """The screen after a leg, race or match: the page with the result and the buttons in ``actions``.

    With ``celebrates`` the celebration comes first. ``comparison`` compares the result with bots' in the same seat.
    """

    name = "result"
    announces_milestones = True
    first_focus = "go_on"

    def __init__(
        self, app: Host, result: MatchResult, actions: ResultActions,
        compare: Callable[[Callable[[], None]], ComparisonTable] | None = None, *, celebrates: bool,
    ) -> None:  # fmt: skip
        super().__init__(app)
        self.result = result
        self.region = scenery_of(result.stage)
        self.standings = result.standings
        self.winner = self.standings.ranking[0] if result.winner is None else result.winner
        self._actions, self._celebrates = actions, celebrates
        self.comparison = compare(self._lay_out_again) if compare is not None else None
        self._state = PageState(self._tell_milestone, self._toggle_rows, self._open_tab)
        self._rest: Surface | None = None
        self._rested: tuple[str, ...] | None = None
        self._pieces: _SceneParts | None = None
        self._cover: Surface | None = None
        self._parts: dict[str, Surface] = {}
        self._photo: PhotoDrawing | None = None
        self._kept = PhotoSaver(app, result)
        self._badge_due_s: float | None = None
        self._waited = 0

    @property
    def is_won(self) -> bool:
        return self.result.is_won

    # -- time -----------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:
        speed, is_reduced = app.settings.person.speed.factor, app.settings.person.reduced_motion
        self._confetti_s = _FLAGS.duration_s * speed
        super().enter(app)
        animations: Mapping[Hashable, Animation] = _STILL if is_reduced else _MOVING if self._celebrates else _PAGE
        cues: tuple[Cue, ...] = ()
        if self._celebrates:
            app.sound.play("win" if self.is_won else "salute")
            cues = () if is_reduced else _RUSHING
            if self.is_won and (is_reduced or not speed):
                app.sound.play("crowd")
            elif self.is_won:
                animations, cues = {**animations, "flags": _FLAGS}, (*cues, Cue("crowd", _FLAGS.start_s), _PRINTED)
        self.timeline = Timeline(app.now_s, speed, animations, cues)

    def handle(self, event: Event) -> bool:
        if self.timeline.is_running and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            is_shown = self.timeline.eased_progress("plate") == 1
            self.timeline.skip_to_end()
            self._restart_preload()
            self.dirty = True
            if not is_shown:
                return True
        return super().handle(event)

    def leave(self) -> None:
        self._rest = self._pieces = self._cover = self._photo = None
        if self.comparison is not None:
            self.comparison.close()

    def music(self) -> PieceName | None:
        if not self._celebrates:
            return None
        return "win" if self.is_won else "title"

    def rules_topic(self) -> str:
        return "scoring" if self.is_won and self._celebrates else "tips"

    def small_toast_rect(self) -> Rect | None:
        return self.plate.free_photo_rect if self.timeline.eased_progress("plate") == 1 else None

    def escape(self) -> None:
        self._actions.escape()

    # -- what the reader does -------------------------------------------------------------------------------------

    def _tell_milestone(self, id: str) -> None:
        """Tell a milestone's name and condition, and what it has unlocked."""

        def words() -> str:
            condition, unlocked = milestone_condition(id), self.app.unlocked_line(id)
            return " ".join(filter(None, (label_with_text(milestone_name(id), condition), unlocked)))

        self.app.show_toast("medal", words, _TOLD_S)

    def _toggle_rows(self) -> None:
        self._state.has_all_rows = not self._state.has_all_rows
        self._lay_out_again()

    def _open_tab(self, tab: str) -> None:
        if self.comparison is not None and tab != "points":
            self.comparison.start()
        self._state.tab = tab
        self._lay_out_again()

    # -- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> Box:
        self._arrival = background.car_arrival(self.app.size, self.standings.names.livery(self.winner))
        stopped = self._arrival.car_rect(1)
        space = self.bounds.inflate(-24, -20)
        if is_tall(self.app.size):
            space.h = stopped.y - space.y
        else:
            space.w = stopped.x - space.x
            space.h = round(self.bounds.h - CROWD_HEADROOM * self.unit) - space.y
        self._space = space
        self.plate = ResultPage(
            self.result, self._actions, self.scale, self._state, self._photo_of, self._kept.start, self.comparison
        )
        u, tall = self.unit, is_tall(self.app.size)
        side, top = (8, 8) if self.scale.is_small else (round((24 if tall else 60) * u), round(44 * u))
        return self.plate.box(self.bounds.inflate(-2 * side, -2 * top), self.view_state, is_tall=tall)

    def build(self) -> list[Widget]:
        self._rested, self._pieces, self._cover = None, None, None
        self._parts = {}
        if self._rest is not None and self._rest.get_size() != self.app.size:
            self._rest = self._photo = None  # the page may have no room for the photo in this window
        controls = sorted(super().build(), key=_rank_of)
        has_photo = self.plate.photo_size[0] > 0
        is_known = self._photo is not None and self._photo.is_for(
            self.result.photo_finish, self.scale, self.plate.photo_size
        )
        if has_photo and not is_known:
            self._photo = PhotoDrawing(self.result.photo_finish, self.scale, self.plate.photo_size)
        self._crowd = Crowd(self.app.size, self.unit, self._arrival.car_rect(1).x - 40 * self.unit, self.plate.rect)
        self._confetti = Confetti(self.app.size, self.unit, self._confetti_s)
        self._count_up = self._counting_up(self._space)
        return controls

    def place_again(self) -> None:
        super().place_again()
        self._rested, self._pieces, self._parts = None, None, {}

    def _counting_up(self, space: Rect) -> CountUp:
        gains = [scores[self.winner].total for scores in self.standings.legs]
        x, y = space.x + 0.44 * space.w, self._middle_y
        return CountUp(self.standings.totals[self.winner], gains, (x, y), _NUMBER * self.unit, 0.52 * space.w)

    @property
    def _middle_y(self) -> float:
        """The y of the middle of the laurel wreath and of the number that counts up."""
        return self._space.y + 0.56 * self._space.h

    # -- the photo ------------------------------------------------------------------------------------------------

    def _photo_of(self, size: tuple[int, int]) -> Surface:
        if self._photo is None or not self._photo.is_for(self.result.photo_finish, self.scale, size):
            self._photo = PhotoDrawing(self.result.photo_finish, self.scale, size)
        return self._photo.complete_picture()

    def update(self, now_s: float) -> None:
        is_before = self._preload is None and self.timeline.is_running and not self.timeline.eased_progress("plate")
        is_due = self.timeline.time_at(now_s) > (_MOVING["plate"].start_s if self._celebrates else 0)
        if is_before and self._waited < _MOST_WAITED and self.draw_next_part() and is_due:
            self._waited += 1
            self.timeline.ignore_time_until(now_s)
        super().update(now_s)
        self._kept.update()
        if self.comparison is not None:
            self.comparison.poll()
        self._update_milestones(now_s)

    def draw_next_part(self) -> bool:
        """Draw ahead some of what appears with the page; return False if everything is ready."""
        until_s = self.app.clock() + SLICE_S
        if self._scene_parts.draw_next(lambda: self.app.clock() >= until_s):
            return True
        if self._photo is not None and not self._photo.is_complete:
            self._photo.draw_next_step()
            return True
        name = next((name for name in self.plate.revealed_parts if name not in self._parts), None)
        if name is not None:
            self._revealed_picture(self.plate.revealed_parts[name], name)
        return name is not None

    def is_settled(self) -> bool:
        is_shelved = len(self._state.milestones) == len(self.app.milestones_reached)
        is_playing = self.comparison is not None and self.comparison.is_busy
        return super().is_settled() and is_shelved and not is_playing and not self._kept.is_busy

    # -- milestones -----------------------------------------------------------------------------------------------

    def _update_milestones(self, now_s: float) -> None:
        """Put the milestones that were reached on the shelf one after the other, as soon as the app knows them."""
        reached, shown = tuple(self.app.milestones_reached), tuple(self._state.milestones)
        if len(reached) < len(shown):
            self._state.milestones = reached
            self._lay_out_again()
        if len(reached) == len(shown) or self.timeline.eased_progress("plate") < 1:
            return
        if self._badge_due_s is None:
            self._badge_due_s = now_s + _FIRST_BADGE_S
        if now_s >= self._badge_due_s:
            self._state.milestones = reached[: len(shown) + 1]
            self._badge_due_s = now_s + _BADGE_S
            self._lay_out_again()

    # -- picture --------------------------------------------------------------------------------------------------

    def preload_frame(self, surface: Surface) -> None:
        self.render(surface, self.app.now_s)
        self.controls.draw(surface, self.text_scale)

    def render(self, surface: Surface, now_s: float) -> None:  # noqa: ARG002 - as every scene
        self.paint(surface)
        if not self.timeline.eased_progress("plate"):
            return
        away, controls = self._plate_offset(), self.controls.widgets
        self.controls.widgets = [widget for widget in controls if self._is_there(widget)]
        for widget in controls:
            widget.rect.move_ip(away, 0)
        try:
            self.controls.draw(surface, self.text_scale)
        finally:
            for widget in controls:
                widget.rect.move_ip(-away, 0)
            self.controls.widgets = controls
        if self.timeline.eased_progress("fade") < 1:
            self._paint_fade(surface)

    def _is_there(self, widget: Widget) -> bool:
        """Return whether the part of the page that a control stands on is visible."""
        late = {"save": "print"}.get(widget.id, widget.id)
        return late not in self.plate.revealed_parts or self.timeline.eased_progress(late) == 1

    def _plate_offset(self) -> int:
        """Return how far the sliding page is from its final place, in px; negative is left."""
        return round((self.timeline.eased_progress("plate") - 1) * self.plate.rect.right)

    def paint(self, surface: Surface) -> None:
        rested = self._parts_at_rest()
        rest = self._picture_at_rest(rested)
        surface.blit(rest, (0, 0))
        self._paint_moving(surface, rested)
        if 0 < self.timeline.eased_progress("flags") < 1:
            self._crowd.paint_cheering(
                surface, int(self.timeline.eased_progress("flags") * self._confetti.duration_s / _ARMS_S)
            )
            self._confetti.paint(surface, self.timeline.eased_progress("flags"))
        if "plate" in rested:
            surface.blit(rest, self.plate.rect, self.plate.rect)
            for name, late in self.plate.revealed_parts.items():
                self._paint_revealing(surface, late, name)
            if 0 < self.timeline.eased_progress("frame") < 1 and "print" in self.plate.revealed_parts:
                draw.focus_ring(
                    surface, self.plate.revealed_parts["print"].rect, 6 * self.text_scale, max(0.7, self.text_scale)
                )
        elif self._celebrates:
            self._paint_words(surface)
        elif self.timeline.eased_progress("plate"):
            self._paint_sliding_plate(surface)

    def _parts_at_rest(self) -> tuple[str, ...]:
        """Return the names of the parts that are visible and no longer move; the page replaces the laurel wreath."""
        late = [name for name in _LATE if name in self.plate.revealed_parts]
        order = ("crowd", "car", "bunting", "laurel", "plate", "flags", *late)
        done = [name for name in order if self.timeline.eased_progress(name) == 1]
        has_laurel = self._celebrates and "plate" not in done
        return tuple(name for name in done if name != "laurel" or has_laurel)

    def _picture_at_rest(self, rested: tuple[str, ...]) -> Surface:
        """Return the picture of the parts in ``rested``; only where a part has just stopped moving is it redrawn."""
        if self._rested is None:
            _needed = [getattr(self._scene_parts, name) for name in ("crowd", "plate") if name in rested]
            check_budget()
        if self._rest is None:
            self._rest, self._rested = Surface(self.app.size), None
        if self._rested is None:
            self._rest.set_clip(None)
            self._paint_rest(self._rest, rested)
        else:
            for name in set(rested) - set(self._rested):
                self._rest.set_clip(self._place_of(name))
                self._paint_rest(self._rest, rested)
            self._rest.set_clip(None)
        self._rested = rested
        return self._rest

    def _place_of(self, name: str) -> Rect:
        """Return the area to redraw when a part stops moving."""
        if name == "car":
            tape, at = background.tape_picture(self.app.size, is_torn=True)
            return self._arrival.car_rect(1).union(tape.get_rect(topleft=at))
        if name == "bunting":
            return self._scene_parts.bunting.get_rect()
        if name in {"plate", "laurel"}:
            plate = self._scene_parts.plate.get_rect(topleft=self.plate.rect.topleft) if name == "plate" else None
            if plate is not None and not self._celebrates:
                return plate
            light = self._scene_parts.light.get_rect(center=self._laurel_at)
            return light if plate is None else light.union(plate)
        if name in self.plate.revealed_parts:
            return self.plate.revealed_rect(name)
        return Rect(0, self._crowd.top, self.bounds.w, self._crowd.height)

    def _paint_rest(self, surface: Surface, rested: tuple[str, ...]) -> None:
        surface.blit(background.picture(self.app.size, with_stone=True), (0, 0))
        surface.blit(*background.tape_picture(self.app.size, is_torn="car" in rested))
        if "car" in rested:
            surface.blit(self._arrival.picture, self._arrival.car_rect(1))
        if "crowd" in rested:
            surface.blit(self._scene_parts.crowd, (0, self._crowd.top))
        if self.is_won and "flags" in rested:
            self._crowd.paint_cheering(surface, 0)
        if "bunting" in rested:
            surface.blit(self._scene_parts.bunting, (0, 0))
        if "laurel" in rested:
            surface.blit(self._scene_parts.light, self._scene_parts.light.get_rect(center=self._laurel_at))
        if "plate" in rested:
            surface.blit(self._scene_parts.plate, self.plate.rect)
        for name in _LATE:
            if name in rested:
                self.plate.revealed_parts[name].paint(surface)

    def _paint_revealing(self, surface: Surface, late: DelayedBox, name: str) -> None:
        """Draw a part that is just appearing: the photo falls into its place, other parts rise and fade in."""
        come = self.timeline.eased_progress(name)
        if come in {0, 1}:
            return
        picture = self._revealed_picture(late, name)
        if name == "print":
            turned = pygame.transform.rotozoom(picture, _TILT * (1 - come), 1)
            center = self.plate.revealed_rect(name).move(0, round((come - 1) * _DROPS * self.unit)).center
            surface.blit(turned, turned.get_rect(center=center))
        else:
            picture.set_alpha(round(255 * min(1.0, come)))
            surface.blit(picture, late.rect.move(0, round((1 - come) * 12 * self.unit)))

    def _revealed_picture(self, late: DelayedBox, name: str) -> Surface:
        """Return the picture of a box that the page reveals late, from the cache if it is there."""
        if name not in self._parts:
            reach = self.plate.revealed_rect(name)
            window = Surface(reach.bottomright, pygame.SRCALPHA)
            late.paint(window)
            self._parts[name] = window.subsurface(reach).copy()
        return self._parts[name]

    def _paint_moving(self, surface: Surface, rested: tuple[str, ...]) -> None:
        if "car" not in rested:
            car = surface.blit(self._arrival.picture, self._arrival.car_rect(self.timeline.eased_progress("car")))
            shown = self.timeline.eased_progress("crowd")
            if shown:
                surface.set_clip(car if "crowd" in rested else None)  # at rest, the crowd is redrawn only over the car
                surface.blit(self._scene_parts.crowd, (0, self._crowd.top + round((1 - shown) * self._crowd.height)))
                surface.set_clip(None)
        if "bunting" not in rested and self.timeline.eased_progress("bunting"):
            picture = self._scene_parts.bunting
            surface.blit(picture, (0, round((self.timeline.eased_progress("bunting") - 1) * picture.get_height())))

    # -- words before the page ------------------------------------------------------------------------------------

    def _paint_words(self, surface: Surface) -> None:
        made, space, done = self._scene_parts, self._space, self.timeline.eased_progress
        if done("lettering"):
            x, y = space.x + 0.05 * space.w, space.y + 0.2 * space.h - made.lettering.get_height() / 2
            fall = (1 - done("lettering")) * (y + made.lettering.get_height())
            surface.blit(made.lettering, (round(x), round(y - fall)))
        if done("laurel"):
            self._paint_laurel(surface, done("laurel"))
        if done("rush"):
            self._count_up.paint(surface, done("rush"))
        if done("plate"):
            self._paint_sliding_plate(surface)

    def _paint_sliding_plate(self, surface: Surface) -> None:
        """Draw the sliding page, its middle without alpha because that takes only a third of the time."""
        plate, body = self._scene_parts.plate, self._scene_parts.plate_body
        corner = self.plate.rect.move(self._plate_offset(), 0).topleft
        inside = body.get_rect(topleft=(0, self.plate.corner_px))
        below = Rect(0, inside.bottom, *plate.get_size())
        beside = Rect(inside.right, inside.y, plate.get_width(), inside.h)
        for part in (Rect(0, 0, plate.get_width(), inside.y), beside, below):
            surface.blit(plate, (corner[0] + part.x, corner[1] + part.y), part)
        surface.blit(body, (corner[0], corner[1] + inside.y))

    def _paint_laurel(self, surface: Surface, grown: float) -> None:
        laurel = self._scene_parts.laurel
        if grown != 1:
            laurel = pygame.transform.smoothscale_by(laurel, max(0.05, grown))
        surface.blit(laurel, laurel.get_rect(center=self._laurel_at))

    @property
    def _laurel_at(self) -> tuple[int, int]:
        return round(self._space.x + 0.22 * self._space.w), round(self._middle_y)

    @property
    def _scene_parts(self) -> _SceneParts:
        if self._pieces is None:
            self._pieces = _SceneParts(
                self.plate, self._crowd, self._space, self.app.size, self.unit, celebrates=self._celebrates
            )
        return self._pieces

    def _paint_fade(self, surface: Surface) -> None:
        if self._cover is None:
            self._cover = background.picture(self.app.size, with_stone=True).convert()
        self._cover.set_alpha(round(255 * (1 - self.timeline.eased_progress("fade"))))
        surface.blit(self._cover, (0, 0))


def _rank_of(widget: Widget) -> int:
    """Return a control's index in the order of the focus."""
    id = widget.id.partition(".")[0]
    return _ORDER.index(id if id in _ORDER else "rows")
