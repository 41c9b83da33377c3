"""Announces reached milestones in a toast that never covers a question, or leaves them to the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pygame import Rect, Surface

from game.i18n import _, language
from game.i18n.punctuation import label_with_text
from game.scenes.host import Host
from game.ui import layout as ui
from game.ui.accessibility_tree import Node
from game.ui.animation import ease_out_cubic
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.scene import Scene, layout_unit, text_scale_for

if TYPE_CHECKING:
    from game.features.milestones.watch import MilestoneWatch
    from game.match.session import Session

STAYS_S = 4.0
_COMES_S, _GOES_S, _FADES_S = 0.24, 0.2, 0.12
_FROM_RIGHT = 24
_TOP = 0.075  # of the height, where a scene has no place of its own
_HIGHEST = 0.25
"""The greatest height of the toast as a share of the window's height, if the scene reserves an area for the toast."""
_SHADOW = 8
_REACHED, _NAME = ui.Role("B6", 18.7, 12, uses_unit=True), ui.Role("O8", 22.9, 14, uses_unit=True)


class MilestoneAnnouncer:
    """Announces milestones reached in the running match: call ``update`` every frame, then ``draw`` on all scenes.

    ``watch`` returns what finds the milestones of a match, or None if they are another person's.
    """

    def __init__(self, app: Host, watch: Callable[[Session], MilestoneWatch | None]) -> None:
        self._app = app
        self._watch_session = watch
        self._session: Session | None = None
        self._watch: MilestoneWatch | None = None
        self._person = app.settings.profile.id
        self._lesson_finished_s = app.settings.person.lesson_finished_s
        self._queue: list[str] = []
        self._toast_id: str | None = None
        self._shown_since_s: float | None = None
        self._seen_part = 0.0
        self._cache_key: tuple[object, ...] = ()
        self._cache = ui.Box(), Surface((0, 0))

    def update(self, now_s: float) -> bool:
        """Collect new milestones and advance the toast; return True if it must be drawn again."""
        self._update_watch()
        self._check_lesson()
        scene = self._app.scene
        is_free = self._toast_id is None or scene.announces_milestones
        is_quiet = not scene.is_moving() and not scene.is_showing_ending()
        if is_free and self._queue and is_quiet and scene.allows_toasts():
            self._announce(scene)
        if self._toast_id is None:
            return False
        if not scene.allows_toasts():
            was_seen, self._shown_since_s = (
                self._shown_since_s is not None,
                None,
            )  # the toast returns once the question is answered
            return was_seen
        if self._shown_since_s is None:
            self._shown_since_s = now_s
        if now_s - self._shown_since_s >= STAYS_S:
            self._toast_id, self._shown_since_s = None, None
            return True
        part, self._seen_part = self._seen_part, self._opacity(now_s)
        return part != self._seen_part

    def _update_watch(self) -> None:
        session = self._app.session
        if session is not None and session is not self._session and session.autosave.has_file:
            self._session, self._app.milestones_reached, self._app.milestone_shares = session, (), {}
            self._watch = self._watch_session(session)
        if self._watch is not None:
            self._watch.update()
            self._queue += self._watch.pop_reached()
            left = (one for one in self._watch.progress.values() if not one.is_reached)
            self._app.milestone_shares = {one.milestone.id: one.share for one in left}

    def _check_lesson(self) -> None:
        """Announce the milestone of the first lesson, which is not reached in a match."""
        person, school_s = self._app.settings.profile.id, self._app.settings.person.lesson_finished_s
        if person == self._person and self._lesson_finished_s is None and school_s is not None:
            self._queue.append("school")
        self._person, self._lesson_finished_s = person, school_s

    def _announce(self, scene: Scene[Any]) -> None:
        """Announce the next milestone in a toast, or leave all of them to the scene if it shows them itself.

        If only a scene below ``scene`` shows them, announce nothing yet.
        """
        if scene.announces_milestones:
            told, self._queue, self._toast_id, self._shown_since_s = self._queue, [], None, None
            self._app.sound.play("milestone")
        elif any(below.announces_milestones for below in self._app.scenes):
            return
        else:
            self._toast_id = self._queue.pop(0)
            told = [self._toast_id]
            self._app.sound.play("milestone")
            self._app.announce_unlocked(self._toast_id)
        self._app.milestones_reached = (*self._app.milestones_reached, *told)

    # -- words and picture --------------------------------------------------------------------------------------------

    @property
    def is_seen(self) -> bool:
        return self._shown_since_s is not None

    def _opacity(self, now_s: float) -> float:
        """Return the current opacity of the toast, from 0 to 1."""
        if self._shown_since_s is None:
            return 0.0
        since_s = now_s - self._shown_since_s
        reduced = self._app.settings.person.reduced_motion
        comes_s, goes_s = (_FADES_S, _FADES_S) if reduced else (_COMES_S, _GOES_S)
        return max(0.0, min(1.0, since_s / comes_s, (STAYS_S - since_s) / goes_s))

    def _plate(self) -> ui.Box:
        """Return the toast as a box with badge and text, in the player's text size."""
        from game.features.milestones.words import milestone_name  # noqa: PLC0415 - not before the title

        assert self._toast_id is not None
        s, told = ui.Scale(layout_unit(self._app.size), text.text_size_factor()), f"badges/{self._toast_id}"
        reached, name = _("Milestone reached"), milestone_name(self._toast_id)
        side, k = max(41, s.space_px(77)), s.default_text_scale

        def badge(surface: Surface, rect: Rect) -> None:
            surface.blit(art.picture(told, *rect.size), rect)

        def ground(surface: Surface, rect: Rect) -> None:
            draw.panel(surface, rect, 14 * k, THEME.surface, rim=THEME.gold, rim_width=max(2, 4 * k), shadow_px=6 * k)

        words = ui.Column(
            ui.Label(s, reached, _REACHED, THEME.brass), ui.Label(s, name, _NAME), gap=s.space_px(3), grow=1
        )
        row = ui.Row(ui.Canvas(badge, side, side), words, gap=s.space_px(11))
        return ui.Panel(
            row,
            (s.space_px(12), s.space_px(13), s.space_px(13)),
            ground=ground,
            id="milestone",
            label=label_with_text(reached, name),
        )

    def _cached_toast(self) -> tuple[ui.Box, Surface]:
        """Return the toast in its position and its picture; both are cached until anything that they show changes."""
        app = self._app
        made_for = (
            self._toast_id,
            app.size,
            text.text_size_factor(),
            language(),
            app.scene.toast_slot(),
            THEME.surface,
            THEME.brass,
        )
        if made_for != self._cache_key:
            plate = self._placed_toast()
            self._cache_key, self._cache = made_for, (plate, self._picture(plate))
        return self._cache

    @staticmethod
    def _picture(plate: ui.Box) -> Surface:
        place = plate.rect
        picture = Surface((place.w + _SHADOW, place.h + _SHADOW)).convert_alpha()
        picture.fill((0, 0, 0, 0))
        plate.place(place.move(-place.x, -place.y))
        plate.paint(picture)
        plate.place(place)
        return picture

    def _placed_toast(self) -> ui.Box:
        """Return the toast in its position: in the area that the scene reserves if it fits, else at the top right."""
        (w, h), plate, own = self._app.size, self._plate(), self._app.scene.toast_slot()
        if own is not None and plate.has_room((round(own[2]), round(_HIGHEST * h))):
            left, top, wide = map(round, own)
            plate.place(Rect(left, top, wide, plate.height_range(wide)[1]))
        else:
            s = ui.Scale(layout_unit((w, h)))
            place = ui.Column(ui.Padding(ui.Flow(plate, from_right=True), (max(8, s.space_px(24)), 0, 0)), ui.Spacer())
            place.place(Rect(0, round(_TOP * h), w, h))
        return plate

    def nodes(self) -> list[Node]:
        """Return the toast's nodes for the accessibility tree; the list is empty while the toast is hidden."""
        if not self.is_seen:
            return []
        told = self._cached_toast()[0].accessible_nodes(Rect((0, 0), self._app.size))
        return [replace(node, role="status") for node in told]

    def draw(self, surface: Surface, now_s: float) -> None:
        if not self.is_seen:
            return
        (plate, picture), part = self._cached_toast(), self._opacity(now_s)
        picture.set_alpha(round(255 * part))
        is_coming = self._shown_since_s is not None and now_s - self._shown_since_s < _COMES_S
        travels = is_coming and not self._app.settings.person.reduced_motion
        aside = (
            round(_FROM_RIGHT * text_scale_for(layout_unit(self._app.size)) * (1 - ease_out_cubic(part)))
            if travels
            else 0
        )
        surface.blit(picture, (plate.rect.x + aside, plate.rect.y))
