"""Tells that a milestone was reached: in passing, by a plate that comes and goes by itself, never over a question; or
above a score sheet or result, where all of them are shown one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pygame import Color, Rect, Surface

from game.i18n import _
from game.i18n.punctuation import labelled
from game.scenes.host import Host
from game.session.session import Session
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.animation import out
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.scene import Scene, text_factor, unit
from game.words.milestones import milestone_name

if TYPE_CHECKING:
    from game.session.milestone_watch import MilestoneWatch

STAYS_S: Final = 4.0
_COMES_S, _GOES_S, _FADES_S = 0.24, 0.2, 0.12
_FROM_RIGHT: Final = 24
_TOP: Final = 0.075  # of the height, where a scene has no place of its own
_INSET: Final = 7
"""How far words keep from the right edge."""


class MilestoneTeller:
    """Follows the running match and shows what was reached; ``update`` every frame, ``draw`` above the scenes."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self._session: Session | None = None
        self._watch: MilestoneWatch | None = None
        self._person = app.settings.profile.person
        self._school_s = app.settings.school_s
        self._waiting: list[str] = []
        self._told: str | None = None
        self._begun_s: float | None = None
        self._seen_part = 0.0

    def update(self, now_s: float) -> bool:
        """Follow the match, and let the plate come and go; True if the picture changed."""
        self._follow_session()
        self._follow_school()
        scene = self._app.scene
        is_free = self._told is None or scene.shows_milestones
        if is_free and self._waiting and scene.takes_toasts() and not scene.is_moving():
            self._tell(scene)
        if self._told is None:
            return False
        if not scene.takes_toasts():
            was_seen, self._begun_s = self._begun_s is not None, None  # it comes again once the question is answered
            return was_seen
        if self._begun_s is None:
            self._begun_s = now_s
        if now_s - self._begun_s >= STAYS_S:
            self._told, self._begun_s = None, None
            return True
        part, self._seen_part = self._seen_part, self._opacity(now_s)
        return part != self._seen_part

    def _follow_session(self) -> None:
        session = self._app.session
        if session is not None and session is not self._session and session.autosave.has_file:
            from game.session.milestone_watch import MilestoneWatch  # noqa: PLC0415 - SQLite: not before the title

            self._session, self._app.milestones_reached = session, ()
            self._watch = MilestoneWatch(session, self._app.roadbook, self._app.settings.profile.person)
        if self._watch is not None:
            self._watch.follow()
            self._waiting += self._watch.take()
            self._app.milestone_progress = self._watch.progress

    def _follow_school(self) -> None:
        """The first lesson is a milestone as well, and has no match."""
        person, school_s = self._app.settings.profile.person, self._app.settings.school_s
        if person == self._person and self._school_s is None and school_s is not None:
            self._waiting.append("school")
        self._person, self._school_s = person, school_s

    def _tell(self, scene: Scene[Any]) -> None:
        """Tell the next one in passing, or show all above what is meant for it; below something else they wait."""
        if scene.has_milestones:
            told, self._waiting, self._told, self._begun_s = self._waiting, [], None, None
            self._app.sound.play("milestone")
        elif scene.shows_milestones:
            from game.scenes.milestones_reached import MilestonesReachedScene  # noqa: PLC0415 - not before the title

            told, self._waiting, self._told, self._begun_s = self._waiting, [], None, None
            self._app.push(MilestonesReachedScene(self._app, told, is_new=True))
        elif any(below.shows_milestones for below in self._app.scenes):
            return
        else:
            self._told = self._waiting.pop(0)
            told = [self._told]
            self._app.sound.play("milestone")
        self._app.milestones_reached = (*self._app.milestones_reached, *told)

    # -- words and picture --------------------------------------------------------------------------------------------

    @property
    def is_seen(self) -> bool:
        """Whether the plate is there now."""
        return self._begun_s is not None

    def _opacity(self, now_s: float) -> float:
        """How much of it is seen, from 0 to 1."""
        if self._begun_s is None:
            return 0.0
        since_s = now_s - self._begun_s
        reduced = self._app.settings.reduced_motion
        comes_s, goes_s = (_FADES_S, _FADES_S) if reduced else (_COMES_S, _GOES_S)
        return max(0.0, min(1.0, since_s / comes_s, (STAYS_S - since_s) / goes_s))

    @property
    def _words(self) -> tuple[str, ...]:
        """The lines: that something was reached, and what."""
        assert self._told is not None
        return _("Milestone reached"), milestone_name(self._told)

    @property
    def _place(self) -> Rect:
        w, h = self._app.size
        u = unit((w, h))
        high = max(56, round(104 * u))
        own = self._app.scene.toast_place()
        if own is not None and self._fits(Rect(0, 0, round(own[2]), high)):
            return Rect(round(own[0]), round(own[1]), round(own[2]), high)
        wide = max(250, round(400 * u))
        return Rect(w - wide - max(8, round(24 * u)), round(_TOP * h), wide, high)

    def _badge(self, plate: Rect) -> Rect:
        side, pad = round(0.74 * plate.h), round(min(0.17 * plate.h, 0.06 * plate.w))
        return Rect(plate.x + pad, plate.y + (plate.h - side) // 2, side, side)

    def _room(self, plate: Rect) -> Rect:
        """Where the words stand."""
        left = self._badge(plate).right + round(0.1 * plate.h)
        return Rect(left, plate.y, plate.right - _INSET - left, plate.h)

    def _fits(self, plate: Rect) -> bool:
        """Whether the words stand in a plate of that size without being cut."""
        room = self._room(plate).w
        return all(text.width(line, face, text.MIN_CAPTION_PX) <= room for line, (face, _ink) in self._lines())

    def _lines(self) -> list[tuple[str, tuple[str, Color]]]:
        looks = (("B6", THEME.brass), ("O8", THEME.text))
        return list(zip(self._words, looks, strict=True))

    def nodes(self) -> list[Node]:
        """What is told, for the tree: once, as long as it is seen."""
        if not self.is_seen:
            return []
        place = self._place
        said = plain(labelled(*self._words))
        return [Node("milestone", said, "status", node_rect((place.x, place.y, place.w, place.h)))]

    def draw(self, surface: Surface, now_s: float) -> None:
        """Draw the plate, as far as it has come."""
        if not self.is_seen:
            return
        place, part = self._place, self._opacity(now_s)
        t, margin = text_factor(unit(self._app.size)), 8
        plate = Surface((place.w + margin, place.h + margin)).convert_alpha()
        plate.fill((0, 0, 0, 0))
        self._draw_plate(plate, Rect(0, 0, place.w, place.h), t)
        plate.set_alpha(round(255 * part))
        is_coming = self._begun_s is not None and now_s - self._begun_s < _COMES_S
        travels = is_coming and not self._app.settings.reduced_motion
        aside = round(_FROM_RIGHT * t * (1 - out(part))) if travels else 0
        surface.blit(plate, (place.x + aside, place.y))

    def _draw_plate(self, surface: Surface, plate: Rect, t: float) -> None:
        rim = max(2, round(4 * t))
        draw.plate(surface, plate, 14 * t, THEME.surface, rim=THEME.gold, rim_width=rim, shadow_px=6 * t)
        badge, room, lines = self._badge(plate), self._room(plate), self._lines()
        surface.blit(art.picture(f"badges/{self._told}", *badge.size), badge.topleft)
        px, small = max(text.MIN_NAME_PX, 0.22 * plate.h), max(text.MIN_TEXT_PX, 0.18 * plate.h)
        y = plate.centery - 0.62 * px * (len(lines) - 1)
        for n, (line, (face, ink)) in enumerate(lines):
            size = px if n == 1 else small
            text.draw(surface, line, room.x, y, face, size, ink, max_width=room.w, min_px=text.MIN_CAPTION_PX)
            y += 1.24 * px
