"""Announces milestones: in a toast that never covers a question, or one by one above a score sheet or result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pygame import Rect, Surface

from game.i18n import _, language
from game.i18n.punctuation import labelled
from game.scenes.host import Host
from game.ui.accessibility_tree import Node
from game.ui.animation import out
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.layout import Box, Canvas, Column, Flow, Label, Pad, Plate, Role, Row, Scale, Spacer
from game.ui.scene import Scene, text_factor, unit

if TYPE_CHECKING:
    from game.features.milestones.watch import MilestoneWatch
    from game.match.session import Session

STAYS_S = 4.0
_COMES_S, _GOES_S, _FADES_S = 0.24, 0.2, 0.12
_FROM_RIGHT = 24
_TOP = 0.075  # of the height, where a scene has no place of its own
_HIGHEST = 0.25
"""The greatest height of the toast, as a share of the window's, where the scene has a place for it."""
_SHADOW = 8
_REACHED, _NAME = Role("B6", 18.7, 12, by_u=True), Role("O8", 22.9, 14, by_u=True)


class MilestoneTeller:
    """Watches the running match and shows what was reached; ``update`` every frame, ``draw`` above the scenes."""

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
        self._made_for: tuple[object, ...] = ()
        self._made = Box(), Surface((0, 0))

    def update(self, now_s: float) -> bool:
        """Poll the watched match and advance the toast; return True if the picture changed."""
        self._follow_session()
        self._follow_school()
        scene = self._app.scene
        is_free = self._told is None or scene.shows_milestones
        is_quiet = not scene.is_moving() and not scene.is_telling()
        if is_free and self._waiting and is_quiet and scene.takes_toasts():
            self._tell(scene)
        if self._told is None:
            return False
        if not scene.takes_toasts():
            was_seen, self._begun_s = self._begun_s is not None, None  # the toast returns once the question is answered
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
            from game.features.milestones.watch import MilestoneWatch  # noqa: PLC0415 - SQLite: not before the title

            self._session, self._app.milestones_reached = session, ()
            self._watch = MilestoneWatch(session, self._app.roadbook, self._app.settings.profile.person)
        if self._watch is not None:
            self._watch.follow()
            self._waiting += self._watch.take()
            left = (one for one in self._watch.progress.values() if not one.is_reached)
            self._app.milestone_shares = {one.milestone.id: one.share for one in left}

    def _follow_school(self) -> None:
        """Announce the milestone of the first lesson, which belongs to no match."""
        person, school_s = self._app.settings.profile.person, self._app.settings.school_s
        if person == self._person and self._school_s is None and school_s is not None:
            self._waiting.append("school")
        self._person, self._school_s = person, school_s

    def _tell(self, scene: Scene[Any]) -> None:
        """Announce the next milestone in a toast, or all at once on a scene that shows them.

        While such a scene lies below another one, they wait.
        """
        if scene.has_milestones:
            told, self._waiting, self._told, self._begun_s = self._waiting, [], None, None
            self._app.sound.play("milestone")
        elif scene.shows_milestones:
            from game.features.milestones.reached import MilestonesReachedScene  # noqa: PLC0415 - not before the title

            told, self._waiting, self._told, self._begun_s = self._waiting, [], None, None
            self._app.push(MilestonesReachedScene(self._app, told, is_new=True))
        elif any(below.shows_milestones for below in self._app.scenes):
            return
        else:
            self._told = self._waiting.pop(0)
            told = [self._told]
            self._app.sound.play("milestone")
            self._app.announce_opened_by(self._told)
        self._app.milestones_reached = (*self._app.milestones_reached, *told)

    # -- words and picture --------------------------------------------------------------------------------------------

    @property
    def is_seen(self) -> bool:
        return self._begun_s is not None

    def _opacity(self, now_s: float) -> float:
        """Return the opacity of the toast, from 0 to 1."""
        if self._begun_s is None:
            return 0.0
        since_s = now_s - self._begun_s
        reduced = self._app.settings.reduced_motion
        comes_s, goes_s = (_FADES_S, _FADES_S) if reduced else (_COMES_S, _GOES_S)
        return max(0.0, min(1.0, since_s / comes_s, (STAYS_S - since_s) / goes_s))

    def _plate(self) -> Box:
        """Return the toast with badge and words, in the text size of the settings."""
        from game.features.milestones.words import milestone_name  # noqa: PLC0415 - not before the title

        assert self._told is not None
        s, told = Scale(unit(self._app.size), text.wished()), f"badges/{self._told}"
        reached, name = _("Milestone reached"), milestone_name(self._told)
        side, k = max(41, s.gap(77)), s.delivered

        def badge(surface: Surface, rect: Rect) -> None:
            surface.blit(art.picture(told, *rect.size), rect)

        def ground(surface: Surface, rect: Rect) -> None:
            draw.plate(surface, rect, 14 * k, THEME.surface, rim=THEME.gold, rim_width=max(2, 4 * k), shadow_px=6 * k)

        words = Column(Label(s, reached, _REACHED, THEME.brass), Label(s, name, _NAME), gap=s.gap(3), grow=1)
        row = Row(Canvas(badge, side, side), words, gap=s.gap(11))
        return Plate(
            row, (s.gap(12), s.gap(13), s.gap(13)), ground=ground, id="milestone", says=labelled(reached, name)
        )

    def _composed(self) -> tuple[Box, Surface]:
        """Return the placed toast and its picture, cached until something that they depend on changes."""
        app = self._app
        made_for = self._told, app.size, text.wished(), language(), app.scene.toast_place(), THEME.surface, THEME.brass
        if made_for != self._made_for:
            plate = self._placed()
            self._made_for, self._made = made_for, (plate, self._picture(plate))
        return self._made

    @staticmethod
    def _picture(plate: Box) -> Surface:
        place = plate.rect
        picture = Surface((place.w + _SHADOW, place.h + _SHADOW)).convert_alpha()
        picture.fill((0, 0, 0, 0))
        plate.place(place.move(-place.x, -place.y))
        plate.paint(picture)
        plate.place(place)
        return picture

    def _placed(self) -> Box:
        """Return the toast in the scene's place for it if the words fit there, or else in the upper corner."""
        (w, h), plate, own = self._app.size, self._plate(), self._app.scene.toast_place()
        if own is not None and plate.has_room((round(own[2]), round(_HIGHEST * h))):
            left, top, wide = map(round, own)
            plate.place(Rect(left, top, wide, plate.heights(wide)[1]))
        else:
            s = Scale(unit((w, h)))
            place = Column(Pad(Flow(plate, from_right=True), (max(8, s.gap(24)), 0, 0)), Spacer())
            place.place(Rect(0, round(_TOP * h), w, h))
        return plate

    def nodes(self) -> list[Node]:
        """Return the toast's nodes for the accessibility tree, none while it is hidden."""
        if not self.is_seen:
            return []
        told = self._composed()[0].told(Rect((0, 0), self._app.size))
        return [replace(node, role="status") for node in told]

    def draw(self, surface: Surface, now_s: float) -> None:
        if not self.is_seen:
            return
        (plate, picture), part = self._composed(), self._opacity(now_s)
        picture.set_alpha(round(255 * part))
        is_coming = self._begun_s is not None and now_s - self._begun_s < _COMES_S
        travels = is_coming and not self._app.settings.reduced_motion
        aside = round(_FROM_RIGHT * text_factor(unit(self._app.size)) * (1 - out(part))) if travels else 0
        surface.blit(picture, (plate.rect.x + aside, plate.rect.y))
