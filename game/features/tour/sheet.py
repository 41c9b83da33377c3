"""The sheet of a stage: the place, the rivals, the rules, and the three goals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Surface

from game.drivers.remarks import Remark, RemarkOccasion
from game.drivers.words import remark_line
from game.engine.rules import sides_of
from game.features.tour.model import SCENERY_STARS, Stage, Tour, stages
from game.features.tour.words import goal_views, locked_line, rival_line, scenery_line, stage_facts, stage_line
from game.i18n import _, say
from game.i18n.punctuation import join_with_dots, label_with_text
from game.people.players import with_person_seated
from game.people.profiles import Profile
from game.scenes.dialogs import paint_paper_plate
from game.table.goals import goal_rows
from game.ui import layout as ui
from game.ui.drawing import art, livery
from game.ui.drawing.theme import THEME
from game.ui.layout.scrolling import ScrollPosition
from game.words.names import Names, driver_name
from game.words.places import place_about, place_name

_FACE = 74


@dataclass(frozen=True, slots=True)
class StageSheet:
    """The sheet of a stage for the player ``person``. ``buttons`` returns the buttons at its bottom.

    ``speaks`` shows a remark of a rival; ``is_left`` tells that a match of the stage can be continued.
    """

    scale: ui.Scale
    stage: Stage
    tour: Tour
    person: Profile
    buttons: Callable[[], ui.Box]
    speaks: bool
    is_left: bool = False

    def box(
        self, *, in_columns: bool = False, has_faces: bool = True, has_extras: bool = True, is_compact: bool = False,
        position: ScrollPosition | None = None, share: float = 0,
    ) -> ui.Box:  # fmt: skip
        """Return the sheet as a layout box; the options make it smaller.

        ``in_columns`` puts it in two columns, ``is_compact`` moves its parts closer together. Without ``has_extras``, a
        rival's remark, a heading and the line about the landscape are left out; without ``has_faces``, the rivals'
        portraits are. With a ``position``, everything but the buttons scrolls. ``share`` is the sheet's share of the
        width, 0 for the default.
        """
        s = self.scale
        pad = s.text_px(26 if has_extras else 18, 12)
        left: list[ui.Box | None] = [self._about(), self._facts(), self._rivals(has_faces=has_faces)]
        left.append(self._speech() if has_extras else None)
        right = [self._heading() if has_extras else None, self._goals(), self._opens() if has_extras else None]
        gap = s.text_px(18, 9) if has_extras and not is_compact else s.text_px(10, 6)
        foot = ui.Column(self._locked(), self.buttons(), gap=s.text_px(14, 8))
        if in_columns:
            columns = ui.Row(
                ui.Column(*left, ui.Spacer(), gap=gap, share=0.48), ui.Column(*right, ui.Spacer(), foot, gap=gap,
                share=0.52),
                gap=2 * pad, middle=False, grow=1,
            )  # fmt: skip
            told: ui.Box = columns
        elif position is not None:
            told = ui.Column(
                ui.Scroll(s, position, ui.Column(*left, *right, gap=gap), min_height=s.text_px(60)),
                foot,
                gap=gap,
                grow=1,
            )
        else:
            told = ui.Column(*left, *right, ui.Spacer(), foot, gap=gap, grow=1)
        head = ui.Padding(self._head(), (pad, s.text_px(20, 10), s.text_px(18, 9)))
        body = ui.Padding(told, (pad, round(0.8 * pad), pad), grow=1)

        def ground(surface: Surface, rect: object) -> None:
            paint_paper_plate(surface, rect, head.rect, s.default_text_scale)  # type: ignore[arg-type]

        return ui.Panel(ui.Column(head, body), 0, ground=ground, share=share, grow=1)

    def _head(self) -> ui.Box:
        s, of = self.scale, len(stages())
        return ui.Column(
            ui.Label(s, stage_line(self.stage, of, is_left=self.is_left), ui.ROLES.body, THEME.gold_l, id="stage"),
            ui.Label(s, place_name(self.stage.id), ui.ROLES.figure, THEME.white, id="place"),
            gap=s.text_px(6, 3),
        )

    def _about(self) -> ui.Box:
        return ui.Label(self.scale, place_about(self.stage.id), ui.ROLES.body, THEME.text2, id="about")

    def _facts(self) -> ui.Box:
        s, px = self.scale, self.scale.px(ui.ROLES.name)
        rows = [
            ui.Row(
                ui.Icon(icon, round(px), THEME.accent),
                ui.Label(s, words, ui.ROLES.label, grow=1, id=f"fact{n}"),
                gap=s.text_px(9),
            )
            for n, (icon, words) in enumerate(stage_facts(self.stage))
        ]
        return ui.Column(*rows, gap=s.text_px(9, 4))

    # -- rivals -------------------------------------------------------------------------------------------------------

    def _rivals(self, *, has_faces: bool) -> ui.Box:
        s, plan = self.scale, self.stage.plan
        sides = sides_of(plan.setup.seats, plan.setup.seating)
        players = with_person_seated(plan.players, self.person)
        names = Names.for_table(players, sides, 0)
        rows = [
            self._rival(names, side, seat, has_faces=has_faces)
            for side, seats in enumerate(sides)
            for seat in seats
            if not players[seat].is_human
        ]
        return ui.Grid(*rows, across=(3, 2, 1) if len(rows) > 2 else (2, 1), gap=(s.text_px(12), s.text_px(10, 5)))

    def _rival(self, names: Names, side: int, seat: int, *, has_faces: bool) -> ui.Box:
        s, player = self.scale, self.stage.plan.players[seat]
        driver = player.driver or ""
        level = rival_line(self.stage.plan.players, player)
        told = (
            join_with_dots([level, _("with you").replace(" ", "\N{NO-BREAK SPACE}")])
            if 0 in names.sides[side]
            else level
        )
        d = round(
            (_FACE if len(self.stage.plan.players) <= 3 else 0.72 * _FACE) * s.default_text_scale * min(1.3, s.growth)
        )
        d = max(34, d)

        def paint(surface: Surface, rect: object) -> None:
            place = rect
            art.blit_portrait(surface, driver, place.center, d)  # type: ignore[attr-defined]
            worn = names.livery(side)
            livery.draw_badge(surface, worn, place.x + 0.86 * d, place.y + 0.84 * d, 0.19 * d)  # type: ignore[attr-defined]

        words = ui.Column(
            ui.Label(s, driver_name(driver), ui.ROLES.label), ui.Label(s, told, ui.ROLES.small, THEME.text2),
            gap=s.text_px(3), grow=1, id=f"rival{seat}", label=join_with_dots([driver_name(driver), told]),
        )  # fmt: skip
        return ui.Row(ui.Canvas(paint, d, d) if has_faces else None, words, gap=s.text_px(14))

    def _speech(self) -> ui.Box | None:
        """Return a rival's remark before the start, or None; with several rivals, the speaker's name precedes it."""
        s = self.scale
        seats = [n for n, player in enumerate(self.stage.plan.players) if player.driver]
        seat = seats[0]
        driver = self.stage.plan.players[seat].driver or ""
        remark = Remark(seat, RemarkOccasion.RACE_START, 0)
        said = remark_line(remark, driver, self.stage.number, self.person.id) if self.speaks else ""
        if not said:
            return None
        words = ui.Label(
            s, label_with_text(driver_name(driver), said) if len(seats) > 1 else said, ui.ROLES.body, id="remark"
        )
        return ui.Panel(words, (s.text_px(18), s.text_px(11), s.text_px(11)), fill=THEME.mark, radius=s.text_px(14))

    # -- goals --------------------------------------------------------------------------------------------------------

    def _heading(self) -> ui.Box:
        return ui.Label(self.scale, _("Three stars"), ui.ROLES.heading, id="stars")

    def _goals(self) -> ui.Box:
        return goal_rows(self.scale, goal_views(self.stage.id, self.tour.goals_reached(self.stage)))

    def _opens(self) -> ui.Box | None:
        """Return the line about the landscape that the region's stars unlock, or None if it is unlocked."""
        if self.tour.stars(self.stage.region) >= SCENERY_STARS:
            return None
        s, scenery = self.scale, self.stage.region.scenery
        words = ui.Label(
            s, scenery_line(SCENERY_STARS, say(scenery.phrase)), ui.ROLES.small, THEME.text2, grow=1, id="opens"
        )
        return ui.Row(ui.Icon("scenery", round(s.px(ui.ROLES.name)), THEME.brass), words, gap=s.text_px(10))

    def _locked(self) -> ui.Box | None:
        if self.tour.is_open(self.stage):
            return None
        s, words = self.scale, locked_line(stages()[self.stage.number - 2])
        lock = ui.Icon("lock", round(s.px(ui.ROLES.small)), THEME.text2)
        return ui.Row(lock, ui.Label(s, words, ui.ROLES.small, THEME.text2, grow=1, id="locked"), gap=s.text_px(10))
