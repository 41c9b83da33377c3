"""The screen of the profiles: a list of them, and the current one with its name, symbol, color and car."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial

import pygame
from pygame import Rect, Surface

from game.features.matches.import_scene import ImportScene
from game.features.profiles.files import PROFILES, export_profile
from game.files import limits
from game.i18n import _, say
from game.i18n.punctuation import join_with_commas, join_with_dots
from game.people.looks import CarTrim, Paint, Symbol
from game.people.profiles import (
    MAX_NAME_LETTERS,
    Livery,
    Profile,
    is_name_character,
    name_fault,
    new_profile,
    random_profile_id,
)
from game.phrases import N_
from game.scenes import background
from game.scenes.car_scene import ROAD, paint_car_scene
from game.scenes.dialogs import DialogButton, confirmation_dialog
from game.scenes.host import Host
from game.scenes.screen import corner_button, overlay_panel
from game.ui import layout as ui
from game.ui.animation import Animation, Timeline, ease_out_back, ease_out_cubic
from game.ui.drawing import draw, livery
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.road import car_place
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle, TextDraft
from game.ui.widgets.scroll_offset import ScrollOffset as Offset
from game.words.profiles import legs_line, licence_statistics, name_fault_line, profile_name, refused_character_line

AnimatedPart = Callable[[str], float]


def licence_box(
    s: ui.Scale,
    profile_livery: Livery,
    animated_part: AnimatedPart,
    field: ui.Box,
    fault: str,
    figures: Sequence[tuple[str, str]],
) -> ui.Box:
    """Return the driver's license of a profile as a box.

    ``profile_livery`` is the profile's livery. ``animated_part`` returns how far the animation of "symbol" or "car" has
    come, from 0 to 1. ``field`` is the text field for the name, ``fault`` the error message about the name or "".
    ``figures`` are the numbers on the license with their labels.
    """
    name = ui.Column(
        ui.Label(s, _("Name"), ui.ROLES.small, THEME.ink2),
        field,
        ui.Label(s, fault, ui.ROLES.small, THEME.red_d, alternatives=[_("Name")], id="fault"),
        gap=s.space_px(4), grow=1,
    )  # fmt: skip
    symbol = ui.Canvas(partial(_paint_symbol, profile_livery, animated_part), s.space_px(120), s.space_px(120))
    told = [
        ui.Column(ui.Label(s, value, ui.ROLES.name, THEME.ink), ui.Label(s, words, ui.ROLES.small, THEME.ink2), grow=1)
        for value, words in figures
    ]
    done = ui.Row(
        *told, gap=s.space_px(16), id="figures", label=join_with_commas(f"{value} {words}" for value, words in figures)
    )
    left = ui.Column(
        ui.Label(s, _("Driver’s license"), ui.ROLES.heading, THEME.immune, id="licence"),
        ui.Row(symbol, name, gap=s.space_px(18)),
        ui.Spacer(),
        done if figures else None,
        gap=s.space_px(8), share=0.5,
    )  # fmt: skip
    scene = ui.Canvas(
        partial(_paint_scene, profile_livery, animated_part),
        s.space_px(200),
        (s.space_px(150), s.space_px(330)),
        share=0.5,
    )
    return ui.Panel(
        ui.Row(left, scene, gap=s.space_px(24), middle=False), s.space_px(16), ground=partial(_paint_sheet, s), grow=1
    )


def _paint_sheet(s: ui.Scale, surface: Surface, place: Rect) -> None:
    t = s.default_text_scale
    draw.panel(surface, place, 14 * t, THEME.cream, rim=THEME.gold_d, rim_width=max(1, 2 * t), shadow_px=8 * t)


def _paint_symbol(worn: Livery, moved: AnimatedPart, surface: Surface, place: Rect) -> None:
    """Draw the profile's badge; while its animation runs it is larger and fainter, as if it were being stamped."""
    stamped, d = moved("symbol"), min(place.size)
    r = 0.5 * d * (1.6 - 0.6 * stamped)
    if stamped == 1:
        livery.draw_badge(surface, worn, *place.center, r)
        return
    layer = Surface((round(2 * r) + 2, round(2 * r) + 2), pygame.SRCALPHA)
    livery.draw_badge(layer, worn, r + 1, r + 1, r)
    layer.set_alpha(round(255 * min(1.0, max(0.0, stamped))))
    surface.blit(layer, layer.get_rect(center=place.center))


def _paint_scene(worn: Livery, moved: AnimatedPart, surface: Surface, scene: Rect) -> None:
    """Draw the profile's car, which rolls into the landscape while its animation runs."""
    land = background.scenery_picture(scene.size, LOOKS.scenery, road=ROAD)
    paint_car_scene(surface, scene, worn, land, moved("car"))


_WIDEST = 1.8  # of the plate's height
_LIST = 0.245  # of the width
_ROLL = Animation(duration_s=0.32, easing=ease_out_cubic)
_STAMP = Animation(duration_s=0.16, easing=ease_out_back)


class ProfileScene(TimedFormScene[Host], TreeForm[Host]):
    """The screen with the list of profiles and the driver's license of the current one. Every change is saved at once.

    An invalid name is not saved; the reason is shown, and the profile keeps the name it had before the editing.
    """

    name = "profiles"
    opaque = False
    first_focus = "profiles"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._scroll = Offset()
        self._shown_id, self._name_before = self._profile.id, self._profile.name
        self._draft = TextDraft(self._profile.name, most=MAX_NAME_LETTERS, accepts=is_name_character)

    def enter(self, app: Host) -> None:
        if app.settings.profiles == (self._profile,) and not self._profile.name:
            self.first_focus = "name"
        super().enter(app)
        self._animate(car=_ROLL, symbol=_STAMP)

    def apply_changed_settings(self) -> None:
        if self._profile.id != self._shown_id:
            self._show_licence()

    @property
    def _profile(self) -> Profile:
        return self.app.settings.profile

    # -- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s, close = self.scale, corner_button(self.scale, self.escape)
        return overlay_panel(
            self.app.size, s, "profile", _("Who’s playing?"), self._body, max_aspect_ratio=_WIDEST, corner=close
        )

    def _body(self, room: tuple[int, int]) -> ui.Box:
        bare = partial(self._beside, has_heads=False)
        ways = [self._above] if is_tall(self.app.size) else [self._beside, bare]
        content = self.app.settings.profiles, self._below_name, self._figures
        return self.view_state.first_that_fits("body", room, *ways, self._scrolled, content=content)

    def _beside(self, *, has_heads: bool = True) -> ui.Box:
        s, (new, *others) = self.scale, self._buttons()
        left = ui.Column(self._list(), new, ui.Spacer(), *others, gap=s.space_px(14), share=_LIST)
        right = ui.Column(*self._right(has_heads=has_heads), gap=s.space_px(18), grow=1)
        return ui.Row(left, right, gap=s.space_px(40), middle=False)

    def _above(self) -> ui.Box:
        s = self.scale
        return ui.Column(
            self._list(), ui.Flow(*self._buttons(), gap=s.space_px(20)), *self._right(), gap=s.space_px(18)
        )

    def _scrolled(self) -> ui.Box:
        s = self.scale
        column = ui.Column(
            self._list(least=0), ui.Flow(*self._buttons(), gap=s.space_px(20)), *self._right(), gap=s.space_px(18)
        )
        return ui.Scroll(s, self.view_state.position("page"), column, min_height=0)

    def _list(self, least: int = 3) -> ui.Box:
        s = self.scale
        items = [
            ui.ListItem(
                profile.id, partial(profile_name, profile), partial(self._said, profile), partial(self._row, profile)
            )
            for profile in self.app.settings.profiles
        ]
        head = ui.ListItem("", str, str, lambda _wide: ui.Label(s, _("Profiles"), ui.ROLES.heading))
        return ui.Listing(
            s, "profiles", _("Profiles"), [head, *items], self._profile.id, self._choose,
            lambda: self.controls.focus("name", ring=True), scroll=self._scroll, min_rows=least, grow=0,
        )  # fmt: skip

    def _done(self, profile: Profile) -> str:
        """Return the line about what a profile has played, or "" while this is not known."""
        figures = self.app.profile_stats(profile.id)
        return legs_line(figures) if figures else ""

    def _said(self, profile: Profile) -> str:
        return join_with_dots(filter(None, (profile_name(profile), self._done(profile))))

    def _row(self, profile: Profile, _wide: int) -> ui.Box:
        s = self.scale
        words = ui.Column(
            ui.Label(s, profile_name(profile), ui.ROLES.name, one_line=True, may_be_cut=True),
            ui.Label(s, self._done(profile), ui.ROLES.small, THEME.text2, one_line=True, may_be_cut=True),
            grow=1,
        )  # fmt: skip
        return ui.Row(
            ui.Canvas(partial(_paint_plate, profile.livery), s.space_px(78), s.space_px(78)), words, gap=s.space_px(16)
        )

    def _buttons(self) -> tuple[ui.Box, ...]:
        s, count = self.scale, len(self.app.settings.profiles)
        return (
            ui.Button(s, "new", _("New profile"), self._add, style=ButtonStyle.PAPER, icon="person", role=ui.ROLES.name,
                   enabled=count < limits.MAX_PROFILES),
            ui.Button(s, "export", _("Export"), lambda: export_profile(self.app), style=ButtonStyle.PAPER, icon="copy",
            role=ui.ROLES.name),
            ui.Button(s, "import", _("Import…"), self._choose_file, style=ButtonStyle.PAPER, icon="arrow",
            role=ui.ROLES.name),
            ui.Button(s, "delete", _("Delete"), self._ask_to_delete, style=ButtonStyle.PAPER, icon="trash",
            role=ui.ROLES.name,
                   enabled=count > 1),
        )  # fmt: skip

    def _right(self, *, has_heads: bool = True) -> list[ui.Box]:
        """Return the license and the rows of choices for its livery; ``has_heads`` puts a heading before each row."""
        s, worn = self.scale, self._profile.livery
        field = ui.TextField(
            s, "name", _("Name"), self._draft, self._rename, lambda: self.controls.focus("symbol", ring=True),
            hint=_("You"), icon="pencil",
        )  # fmt: skip
        plate, car, high = s.text_px(60), car_place(s.text_px(60)).w, s.text_px(60)
        symbols = [
            (of.value, say(of.phrase), ui.Canvas(partial(_paint_plate, replace(worn, symbol=of)), plate, high))
            for of in Symbol
        ]
        paints = [
            (of.value, say(of.phrase), ui.Canvas(partial(_paint_color, replace(worn, paint=of)), plate, high))
            for of in Paint
        ]
        trims = [
            (of.value, say(of.phrase), ui.Canvas(partial(_paint_car, replace(worn, trim=of)), car, high))
            for of in CarTrim
            if livery.can_carry(worn.body, of)
        ]
        trim = worn.trim if livery.can_carry(worn.body, worn.trim) else CarTrim.PLAIN
        rows = [
            ui.picture_choice(s, "symbol", _("Symbol"), symbols, worn.symbol, self._set_symbol),
            ui.picture_choice(s, "colour", _("Color"), paints, worn.paint, self._set_paint),
            ui.picture_choice(s, "car", _("Trim"), trims, trim, self._set_trim),
        ][: 2 + (len(trims) > 1)]
        for row in rows:
            row.grow = 1
        heads = [ui.Label(s, row.name, ui.ROLES.heading) for row in rows]
        gap = s.space_px(24), s.space_px(12)
        table = ui.Table(*(zip(heads, rows, strict=True) if has_heads else zip(rows, strict=True)), gap=gap)
        note = _("If two players want the same symbol or color, the one seated later gets the next free one.")
        sheet = licence_box(s, worn, self._animated_part, field, self._below_name, self._figures)
        return [sheet, table, ui.Label(s, note, ui.ROLES.small, THEME.text2, id="note")]

    # -- actions --------------------------------------------------------------------------------------------------

    def escape(self) -> None:
        self.app.pop(self)

    def _choose(self, id: str) -> None:
        self.app.save_settings(self.app.settings.with_current_profile(id))

    def _choose_file(self) -> None:
        self.app.push(ImportScene(self.app, PROFILES))

    def _show_licence(self) -> None:
        """Show the license of the profile that has just become the current one."""
        self._shown_id, self._name_before = self._profile.id, self._profile.name
        self._draft.set(self._name_before)
        self.lay_out()
        self._animate(car=_ROLL, symbol=_STAMP)

    def _add(self) -> None:
        profiles = self.app.settings.profiles
        self.app.save_settings(self.app.settings.with_profile(new_profile(random_profile_id(), profiles)))
        self.controls.focus("name", ring=True)

    def _ask_to_delete(self) -> None:
        asked = self._profile
        self.app.push(
            confirmation_dialog(
                self.app,
                N_("Delete this profile?"),
                lambda: _(
                    "The name, symbol, color and car of “{name}” are deleted; the races stay.",
                    name=profile_name(asked),
                ),
                DialogButton("delete", N_("Delete"), self._delete, ButtonStyle.RED),
            )
        )

    def _delete(self) -> None:
        self.app.save_settings(self.app.settings.without_profile(self._profile.id))
        self.controls.focus("profiles", ring=True)

    def _rename(self, written: str) -> None:
        """Save the typed name if it is valid, without spaces at its ends; the field keeps them, as more may follow."""
        if self._draft.refused:
            self.app.sound.play("knock")
        name = " ".join(written.split())
        self._keep(replace(self._profile, name=self._name_before if self._fault(name) else name))
        self.lay_out()
        if self._below_name:
            self.reveal_beside_focus("fault")

    def _fault(self, name: str) -> str:
        others = [profile for profile in self.app.settings.profiles if profile.id != self._profile.id]
        fault = name_fault(name, others) if name else None
        return name_fault_line(fault, name) if fault else ""

    def _set_symbol(self, symbol: str) -> None:
        self._set_livery(replace(self._profile.livery, symbol=Symbol(symbol)), symbol=_STAMP)

    def _set_paint(self, paint: str) -> None:
        self._set_livery(replace(self._profile.livery, paint=Paint(paint)), symbol=_STAMP)

    def _set_trim(self, trim: str) -> None:
        self._set_livery(replace(self._profile.livery, trim=CarTrim(trim)), car=_ROLL)

    def _set_livery(self, worn: Livery, **moves: Animation) -> None:
        self._keep(replace(self._profile, livery=worn))
        self.lay_out()
        self._animate(**moves)

    def _keep(self, profile: Profile) -> None:
        self.app.save_settings(self.app.settings.with_profile(profile))

    def _animate(self, **moves: Animation) -> None:
        """Start the animations of "car" or "symbol"; with reduced motion they end at once."""
        wanted, moving = self.app.settings.person, dict[Hashable, Animation]()
        moving.update(moves)
        self.timeline = Timeline(self.app.now_s, 0 if wanted.reduced_motion else wanted.speed.factor, moving)

    def _animated_part(self, part: str) -> float:
        """Return how far the animation of "symbol" or "car" has come, from 0 to 1."""
        return self.timeline.eased_progress(part)

    # -- words ----------------------------------------------------------------------------------------------------

    @property
    def _below_name(self) -> str:
        if self._draft.refused:
            return refused_character_line(self._draft.refused, MAX_NAME_LETTERS)
        return self._fault(" ".join(self._draft.text.split()))

    @property
    def _figures(self) -> tuple[tuple[str, str], ...]:
        figures = self.app.profile_stats(self._profile.id)
        return licence_statistics(figures) if figures is not None else ()


def _paint_plate(worn: Livery, surface: Surface, place: Rect) -> None:
    livery.draw_badge(surface, worn, *place.center, 0.48 * min(place.size))


def _paint_color(worn: Livery, surface: Surface, place: Rect) -> None:
    """Draw a sample of the livery's color as a disk."""
    (x, y), r = place.center, 0.48 * min(place.size)
    for radius, color in ((r, THEME.ink), (0.93 * r, THEME.paper), (0.82 * r, livery.color(worn))):
        draw.rounded_rect(surface, (x - radius, y - radius, 2 * radius, 2 * radius), radius, color)


def _paint_car(worn: Livery, surface: Surface, place: Rect) -> None:
    car = car_place(0.86 * place.h, place.w)
    car.midbottom = place.midbottom
    livery.draw_car(surface, worn, car)
