"""The end of a match: the winner's car arrives, people cheer, the points rush up, and a plate tells how all ended."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _, _r
from game.scenes import background
from game.scenes.host import Host
from game.scenes.match_end.celebration import HEADROOM, Confetti, CountUp, Crowd, below, bunting, lettered
from game.scenes.match_end.result import ResultPlate, called, laurelled, rays
from game.scenes.score.scene import SheetButton
from game.scenes.score.standings import Standings
from game.session.storage.match_file import MatchKind
from game.ui.animation import Animation, Cue, Timeline, back, inout, linear
from game.ui.drawing import draw, text
from game.ui.form import TimedFormScene
from game.ui.layout import ROLES, Box, Column, Grid, button
from game.ui.layout.tree_form import TreeForm
from game.ui.music import PieceName
from game.ui.scene import is_tall
from game.ui.widgets import Style, Widget

_RUSH: Final = Animation(start_s=1.8, duration_s=0.9, easing=linear)
_MOVING: Final[Mapping[Hashable, Animation]] = MappingProxyType(
    {
        "car": Animation(start_s=0.0, duration_s=1.2, easing=inout),
        "crowd": Animation(start_s=0.0, duration_s=0.42),
        "bunting": Animation(start_s=1.2, duration_s=0.36, easing=back),
        "lettering": Animation(start_s=1.2, duration_s=0.24, easing=back),
        "laurel": Animation(start_s=1.5, duration_s=0.3, easing=back),
        "rush": _RUSH,
        "plate": Animation(start_s=2.7, duration_s=0.32),
    }
)
"""What moves, when and how (art.md §9)."""
_FLAGS: Final = Animation(start_s=1.2, duration_s=3.2, easing=linear)
_ARMS_S: Final = 0.5  # arms change no oftener, whatever the speed
_TICKS: Final = 8
_RUSHING: Final = tuple(
    Cue("bell" if n == _TICKS else "count", _RUSH.start_s + _RUSH.duration_s * n / _TICKS) for n in range(1, _TICKS + 1)
)
_STILL: Final[Mapping[Hashable, Animation]] = MappingProxyType(
    {
        "fade": Animation(duration_s=0.12, easing=linear),
        "frame": Animation(duration_s=0.9, easing=linear),
    }
)
"""With reduced motion: the last moment at once, out of the background, and the laurel framed for a while."""
_LETTERING, _LAUREL, _RAYS, _NUMBER = 118.0, 270.0, 320.0, 132.0  # in u
_DROVE: Final = 0.42  # of the size of what is called out, that a bot drove


@dataclass(frozen=True, slots=True)
class _Pieces:
    """What is put together once for a size and language."""

    lettering: Surface
    laurel: Surface
    light: Surface
    crowd: Surface
    plate: Surface
    plate_body: Surface


class MatchEndScene(TimedFormScene[Host], TreeForm[Host]):
    """Who won the match, and how all ended.

    ``again`` starts the same match anew, or the same deal, or leads on along the tour, by the ``kind`` of match;
    ``to_title`` leaves it, ``looks_back`` are the ways to look at it once more.
    """

    name = "match_end"
    shows_milestones = True
    first_focus = "again"

    def __init__(
        self,
        app: Host,
        standings: Standings,
        again: Callable[[], None],
        to_title: Callable[[], None],
        looks_back: Sequence[SheetButton] = (),
        *,
        kind: MatchKind = MatchKind.MATCH,
    ) -> None:
        super().__init__(app)
        self.standings = standings
        self.winner = standings.ranking[0]
        self._again = again
        self._to_title = to_title
        self._looks_back = looks_back
        self._kind = kind
        self._rest: Surface | None = None
        self._rested: tuple[str, ...] = ()
        self._pieces: _Pieces | None = None
        self._cover: Surface | None = None

    @property
    def is_won(self) -> bool:
        """Whether the viewer's side won."""
        return self.standings.names.is_own(self.winner)

    # -- time -----------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:
        """Lay out, and let everything come in its turn."""
        speed, is_reduced = app.settings.speed.factor, app.settings.reduced_motion
        self._confetti_s = _FLAGS.duration_s * speed
        super().enter(app)
        app.sound.play("win" if self.is_won else "salute")
        animations, cues = (_STILL, ()) if is_reduced else (_MOVING, _RUSHING)
        if self.is_won and (is_reduced or not speed):
            app.sound.play("crowd")
        elif self.is_won:
            animations, cues = {**animations, "flags": _FLAGS}, (*cues, Cue("crowd", _FLAGS.start_s))
        self.timeline = Timeline(app.now_s, speed, animations, cues)

    def handle(self, event: Event) -> bool:
        """A press goes to the last moment; it counts as a press only if the plate with its buttons is there."""
        if self.timeline.is_running and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            is_shown = self.timeline.eased("plate") == 1
            self.timeline.skip()
            self.dirty = True
            if not is_shown:
                return True
        return super().handle(event)

    def leave(self) -> None:
        """Free the large pictures at once."""
        self._rest = self._pieces = self._cover = None

    def music(self) -> PieceName:
        """The winner's dance, if that is the viewer."""
        return "win" if self.is_won else "title"

    def rules_topic(self) -> str:
        """The points; after a loss what to do better next time."""
        return "scoring" if self.is_won else "tips"

    def escape(self) -> None:
        """Back to the title."""
        self._to_title()

    # -- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> Box:
        """A plate clear of road and stone with its buttons, and above the same place what comes before it."""
        self._arrival = background.arrival(self.app.size, self.standings.names.livery(self.winner))
        stopped = self._arrival.at(1)
        space = self.bounds.inflate(-24, -20)
        if is_tall(self.app.size):
            space.h = stopped.y - space.y
        else:
            space.w = stopped.x - space.x
            space.h = round(self.bounds.h - HEADROOM * self.u) - space.y
        self._space = space
        met = self.app.meetings(self.app.settings.profile.person)
        self.plate = ResultPlate(self.standings, self.scale, met)
        return self.plate.box(self._buttons, space, self.bounds.inflate(-24, -20), self.lasting)

    def build(self) -> list[Widget]:
        """The tree, then what stands round it."""
        self._rest, self._rested, self._pieces, self._cover = None, (), None, None
        controls = super().build()
        self._crowd = Crowd(self.app.size, self.u, self._arrival.at(1).x - 40 * self.u, self.plate.rect)
        self._confetti = Confetti(self.app.size, self.u, self._confetti_s)
        self._count_up = self._counting_up(self._space)
        return controls

    def place_again(self) -> None:
        """Draw the plate anew as well."""
        super().place_again()
        self._rest, self._rested, self._pieces = None, (), None

    def _counting_up(self, space: Rect) -> CountUp:
        gains = [scores[self.winner].total for scores in self.standings.legs]
        x, y = space.x + 0.44 * space.w, self._middle_y
        return CountUp(self.standings.totals[self.winner], gains, (x, y), _NUMBER * self.u, 0.52 * space.w)

    @property
    def _middle_y(self) -> float:
        """How low laurel and number stand."""
        return self._space.y + 0.56 * self._space.h

    def _buttons(self, *across: int) -> Box:
        s, gap = self.scale, self.scale.line(14, 8)
        again = button(s, "again", self._again_words(), self._again, style=Style.RED, icon="flag")
        others = [button(s, way.id, way.name(), way.open, icon=way.icon, role=ROLES.name) for way in self._looks_back]
        title = _("Back to title")
        leave = button(s, "to_title", title, self._to_title, style=Style.PAPER, icon="close", role=ROLES.name)
        return Column(again, Grid(*others, leave, across=across or (2, 1), gap=(gap, gap)), gap=gap)

    def _again_words(self) -> str:
        if self._kind is MatchKind.STAGE:
            return _("On along the tour")
        if self._kind is MatchKind.DEAL:
            return _("Play this deal again")
        is_race = self.standings.leg_count == 1
        return _("Quick race again") if is_race else _r(self.standings.rules_id, "New match")

    # -- picture --------------------------------------------------------------------------------------------------

    def render(self, surface: Surface, now_s: float) -> None:  # noqa: ARG002 - as every scene
        """Draw the show; the buttons come with their plate."""
        self.paint(surface)
        if not self.timeline.eased("plate"):
            return
        away = self._plate_offset()
        for widget in self.controls.widgets:
            widget.rect.move_ip(away, 0)
        self.controls.draw(surface, self.t)
        for widget in self.controls.widgets:
            widget.rect.move_ip(-away, 0)
        if self.timeline.eased("fade") < 1:
            self._paint_fade(surface)

    def _plate_offset(self) -> int:
        """How far left of its place the plate still is."""
        return round((self.timeline.eased("plate") - 1) * self.plate.rect.right)

    def paint(self, surface: Surface) -> None:
        """Draw what rests from its cache; above it flags behind the words, then words or plate."""
        rested = self._still()
        if self._rest is None or self._rested != rested:
            self._rest = self._settle_down(self._rest, rested)
        surface.blit(self._rest, (0, 0))
        self._paint_moving(surface, rested)
        if 0 < self.timeline.eased("flags") < 1:
            self._crowd.paint_cheering(surface, int(self.timeline.eased("flags") * self._confetti.lasts_s / _ARMS_S))
            self._confetti.paint(surface, self.timeline.eased("flags"))
        if "plate" in rested:
            surface.blit(self._rest, self.plate.rect, self.plate.rect)
            if 0 < self.timeline.eased("frame") < 1:
                draw.focus_ring(surface, self.plate.laurel, 12 * self.t, max(0.7, self.t))
        else:
            self._paint_words(surface)

    def _still(self) -> tuple[str, ...]:
        """What has come to rest; the light round the laurel goes when the plate has come."""
        order = ("crowd", "car", "bunting", "laurel", "plate", "flags")
        done = [name for name in order if self.timeline.eased(name) == 1]
        return tuple(name for name in done if name != "laurel" or "plate" not in done)

    def _settle_down(self, rest: Surface | None, rested: tuple[str, ...]) -> Surface:
        """The picture of what rests, painted again only where something has come to rest."""
        if rest is None:
            rest = Surface(self.app.size)
            self._paint_rest(rest, rested)
        else:
            for name in set(rested) - set(self._rested):
                rest.set_clip(self._place_of(name))
                self._paint_rest(rest, rested)
            rest.set_clip(None)
        self._rested = rested
        return rest

    def _place_of(self, name: str) -> Rect:
        """Where the picture changes when that has come to rest."""
        crowd = Rect(0, self._crowd.top, self.bounds.w, self._crowd.height)
        light = self._made.light.get_rect(center=self._laurel_at)
        if name == "car":
            tape, at = background.finish(self.app.size, is_torn=True)
            return self._arrival.at(1).union(tape.get_rect(topleft=at))
        if name == "bunting":
            return Rect(0, 0, self.bounds.w, bunting(self.bounds.w, self.u).get_height())
        if name == "plate":
            return self._made.plate.get_rect(topleft=self.plate.rect.topleft).union(light)
        return light if name == "laurel" else crowd

    def _paint_rest(self, surface: Surface, rested: tuple[str, ...]) -> None:
        surface.blit(background.picture(self.app.size, with_stone=True), (0, 0))
        surface.blit(*background.finish(self.app.size, is_torn="car" in rested))
        if "car" in rested:
            surface.blit(self._arrival.picture, self._arrival.at(1))
        if "crowd" in rested:
            surface.blit(self._made.crowd, (0, self._crowd.top))
        if self.is_won and "flags" in rested:
            self._crowd.paint_cheering(surface, 0)
        if "bunting" in rested:
            surface.blit(bunting(self.bounds.w, self.u), (0, 0))
        if "laurel" in rested:
            surface.blit(self._made.light, self._made.light.get_rect(center=self._laurel_at))
        if "plate" in rested:
            surface.blit(self._made.plate, self.plate.rect)

    def _paint_moving(self, surface: Surface, rested: tuple[str, ...]) -> None:
        if "car" not in rested:
            car = surface.blit(self._arrival.picture, self._arrival.at(self.timeline.eased("car")))
            risen = self._crowd.top + round((1 - self.timeline.eased("crowd")) * self._crowd.height)
            surface.set_clip(car if "crowd" in rested else None)  # those who stand there hide the car alone
            surface.blit(self._made.crowd, (0, risen))
            surface.set_clip(None)
        if "bunting" not in rested and self.timeline.eased("bunting"):
            picture = bunting(self.bounds.w, self.u)
            surface.blit(picture, (0, round((self.timeline.eased("bunting") - 1) * picture.get_height())))

    # -- words before the plate -----------------------------------------------------------------------------------

    def _paint_words(self, surface: Surface) -> None:
        made, space, done = self._made, self._space, self.timeline.eased
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
        """Draw the plate, its inside without alpha: that takes a third of the time."""
        plate, body = self._made.plate, self._made.plate_body
        corner = self.plate.rect.move(self._plate_offset(), 0).topleft
        inside = body.get_rect(topleft=(0, self.plate.edge))
        below = Rect(0, inside.bottom, *plate.get_size())
        beside = Rect(inside.right, inside.y, plate.get_width(), inside.h)
        for part in (Rect(0, 0, plate.get_width(), inside.y), beside, below):
            surface.blit(plate, (corner[0] + part.x, corner[1] + part.y), part)
        surface.blit(body, (corner[0], corner[1] + inside.y))

    def _paint_laurel(self, surface: Surface, grown: float) -> None:
        """Draw the laurel as it grows."""
        laurel = self._made.laurel
        if grown != 1:
            laurel = pygame.transform.smoothscale_by(laurel, max(0.05, grown))
        surface.blit(laurel, laurel.get_rect(center=self._laurel_at))

    @property
    def _laurel_at(self) -> tuple[int, int]:
        return round(self._space.x + 0.22 * self._space.w), round(self._middle_y)

    @property
    def _made(self) -> _Pieces:
        """The pieces for this size and language."""
        if self._pieces is None:
            room, px = 0.92 * self._space.w, _LETTERING * self.u
            said = called(self.standings)
            px = min(px, 0.98 * px * room / text.width(said, "O9", px))
            lettering = lettered(said, px)
            if self.standings.is_winner_driven:
                lettering = below(lettering, lettered(*text.fit(self.standings.who_drove, "O9", _DROVE * px, room, 14)))
            wide = min(_LAUREL * self.u, 0.36 * self._space.w)
            laurel = laurelled(self.standings.names, self.winner, wide)
            light = rays(_RAYS / _LAUREL * wide)
            plate, edge = self.plate.picture(self.app.size), self.plate.edge
            body = plate.subsurface((0, edge, self.plate.rect.w, self.plate.rect.h - 2 * edge)).convert()
            self._pieces = _Pieces(lettering, laurel, light, self._crowd.picture(), plate, body)
        return self._pieces

    def _paint_fade(self, surface: Surface) -> None:
        if self._cover is None:
            self._cover = background.picture(self.app.size, with_stone=True).convert()
        self._cover.set_alpha(round(255 * (1 - self.timeline.eased("fade"))))
        surface.blit(self._cover, (0, 0))
