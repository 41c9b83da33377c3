"""Who is playing: one of the profiles on this machine, its name, symbol, colour and car."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Final

from pygame import Rect, Surface

from game.i18n import _
from game.i18n.punctuation import listed
from game.scenes.dialogs import DialogButton, confirm, overlay_plate, paint_head
from game.scenes.host import Host
from game.scenes.profile.controls import CarChoice, LiveryChoice, PaintChoice, ProfileList, with_trims
from game.scenes.profile.layout import LicencePlaces, ProfilePlaces, licence_places, profile_places
from game.scenes.profile.licence import paint_car, paint_figures, paint_licence, paint_symbol
from game.session.profiles import (
    NAME_LETTERS,
    Livery,
    Paint,
    Profile,
    Symbol,
    Trim,
    drawn_id,
    is_of_name,
    name_fault,
    new_profile,
)
from game.session.storage import limits
from game.ui.animation import Animation, Timeline, back, out
from game.ui.drawing import text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.scene import text_factor, unit
from game.ui.widgets import Button, Style, TextDraft, TextField, Widget
from game.ui.widgets.scroll import Scroll
from game.words.profiles import (
    licence_figures,
    matches_line,
    name_fault_line,
    paint_name,
    profile_name,
    symbol_name,
    trim_name,
)

_ROLL: Final = Animation(duration_s=0.32, easing=out)
_STAMP: Final = Animation(duration_s=0.16, easing=back)


class ProfileScene(TimedFormScene[Host]):
    """The list of profiles, and the driving licence of the one that plays; whatever is changed is kept at once.

    A name that cannot be is shown with the reason and not kept: who leaves so is called as when the licence was shown.
    """

    text_limit = (1.5, 1.5)
    name = "profiles"
    opaque = False
    first_focus = "profiles"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._scroll = Scroll()
        self._name_before = self._profile.name
        self._draft = TextDraft(self._profile.name, most=NAME_LETTERS, accepts=is_of_name)
        self._places: ProfilePlaces
        self._licence: LicencePlaces

    def enter(self, app: Host) -> None:
        """Lay out, and let the car roll in; where nobody has a name yet, one is asked for first."""
        if app.settings.profiles == (self._profile,) and not self._profile.name:
            self.first_focus = "name"
        super().enter(app)
        at = [profile.id for profile in app.settings.profiles].index(self._profile.id)
        self._scroll.show(at, at + 1)
        self._move(car=_ROLL, symbol=_STAMP)

    @property
    def _profile(self) -> Profile:
        return self.app.settings.profile

    # -- controls -------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The list, the licence's name, symbol, colour and car, then Done, New and Delete."""
        self._lay_out_places()
        places, settings = self._places, self.app.settings
        done = [matches_line(f) if (f := self.app.figures(p.person)) else "" for p in settings.profiles]
        return [
            ProfileList(_("Profiles"), places.list, settings.profiles, done, self._profile.id, scroll=self._scroll,
                        t=self.t, on_choose=self._choose, on_press=lambda: self.controls.focus("name", ring=True)),
            TextField("name", _("Name"), self._licence.name, self._draft, on_change=self._rename, hint=_("You"),
                      icon="pencil", on_press=lambda: self.controls.focus("symbol", ring=True)),
            *self._choices(),
            Button("done", _("Done"), places.done, on_press=self.escape, style=Style.RED, icon="check"),
            Button("new", _("New profile"), places.new, on_press=self._add, style=Style.PAPER, icon="person",
                   enabled=len(settings.profiles) < limits.PROFILES),
            Button("delete", _("Delete"), places.delete, on_press=self._ask_to_delete, style=Style.PAPER, icon="trash",
                   enabled=len(settings.profiles) > 1),
        ]  # fmt: skip

    def _lay_out_places(self) -> None:
        size, t = self.app.size, text_factor(unit(self.app.size))
        done_w = max(round(200 * t), Button.natural_width(_("Done"), max(44, round(76 * t)), icon=True))
        delete_w = max(round(150 * t), Button.natural_width(_("Delete"), max(40, round(58 * t)), icon=True))
        count = len(self.app.settings.profiles)
        self._places = profile_places(size, done_w, delete_w, ProfileList.step(t), count)
        self._licence = licence_places(self._places.licence, t)

    def _choices(self) -> list[Widget]:
        worn, rows = self._profile.livery, [row for _label, row in self._places.rows]
        symbols = [(symbol.value, symbol_name(symbol)) for symbol in Symbol]
        paints = [(paint.value, paint_name(paint)) for paint in Paint]
        trims = [(trim.value, trim_name(trim)) for trim in Trim]
        return [
            LiveryChoice("symbol", _("Symbol"), rows[0], symbols, worn.symbol,
                         [replace(worn, symbol=symbol) for symbol in Symbol], on_change=self._set_symbol),
            PaintChoice("colour", _("Color"), rows[1], paints, worn.paint,
                        [replace(worn, paint=paint) for paint in Paint], on_change=self._set_paint),
            CarChoice("car", _("Car"), rows[2], trims, worn.trim, with_trims(worn), on_change=self._set_trim),
        ]  # fmt: skip

    # -- what they do ---------------------------------------------------------------------------------------------

    def escape(self) -> None:
        """Close: everything is kept already."""
        self.app.pop(self)

    def _choose(self, id: str) -> None:
        if id != self._profile.id:
            self.app.save_settings(self.app.settings.played_by(id))
            self._shown_anew()

    def _shown_anew(self) -> None:
        """Show another licence."""
        self._name_before = self._profile.name
        self._draft.set(self._name_before)
        self.lay_out()
        self._move(car=_ROLL, symbol=_STAMP)

    def _add(self) -> None:
        profiles = self.app.settings.profiles
        self.app.save_settings(self.app.settings.with_profile(new_profile(drawn_id(), profiles)))
        self._shown_anew()
        self._scroll.show(len(profiles), len(profiles) + 1)
        self.controls.focus("name", ring=True)

    def _ask_to_delete(self) -> None:
        asked = self._profile
        self.app.push(
            confirm(
                self.app,
                lambda: _("Delete this profile?"),
                lambda: _(
                    "The name, symbol, color and car of “{name}” are deleted; the matches stay.",
                    name=profile_name(asked),
                ),
                DialogButton("delete", lambda: _("Delete"), self._delete, Style.RED),
            )
        )

    def _delete(self) -> None:
        self.app.save_settings(self.app.settings.without_profile(self._profile.id))
        self.controls.focus("profiles", ring=True)
        self._shown_anew()

    def _rename(self, written: str) -> None:
        """Keep the name as far as it is one; a space may be on its way to the next letter."""
        name = " ".join(written.split())
        self._keep(replace(self._profile, name=self._name_before if self._fault(name) else name))
        self.lay_out()

    def _fault(self, name: str) -> str:
        others = [profile for profile in self.app.settings.profiles if profile.id != self._profile.id]
        fault = name_fault(name, others) if name else None
        return name_fault_line(fault, name) if fault else ""

    def _set_symbol(self, symbol: str) -> None:
        self._wear(replace(self._profile.livery, symbol=Symbol(symbol)), symbol=_STAMP)

    def _set_paint(self, paint: str) -> None:
        self._wear(replace(self._profile.livery, paint=Paint(paint)), symbol=_STAMP)

    def _set_trim(self, trim: str) -> None:
        self._wear(replace(self._profile.livery, trim=Trim(trim)), car=_ROLL)

    def _wear(self, worn: Livery, **moves: Animation) -> None:
        self._keep(replace(self._profile, livery=worn))
        self.lay_out()
        self._move(**moves)

    def _keep(self, profile: Profile) -> None:
        self.app.save_settings(self.app.settings.with_profile(profile))

    def _move(self, **moves: Animation) -> None:
        """Let car and symbol come; where less motion is wanted they are there."""
        wanted, moving = self.app.settings, dict[Hashable, Animation]()
        moving.update(moves)
        self.timeline = Timeline(self.app.now_s, 0 if wanted.reduced_motion else wanted.speed.factor, moving)

    # -- picture --------------------------------------------------------------------------------------------------

    @property
    def _note(self) -> str:
        return _("If two players want the same symbol or color, the one seated later gets the next free one.")

    @property
    def _below_name(self) -> str:
        return self._fault(" ".join(self._draft.text.split()))

    @property
    def _figures(self) -> tuple[tuple[str, str], ...]:
        figures = self.app.figures(self._profile.person)
        return licence_figures(figures) if figures is not None else ()

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The heading, and what stands on the licence and below it."""
        at = self._licence
        said = [
            ("title", _("Who’s playing?"), self._places.head),
            ("licence", _("Driver’s license"), at.title),
            ("fault", self._below_name, at.below),
            ("figures", listed(f"{value} {words}" for value, words in self._figures), at.figures),
            ("note", self._note, self._places.note),
        ]
        return [(id, words, rect) for id, words, rect in said if words]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, licence and all words that are no control's own."""
        places, t = self._places, self.t
        overlay_plate(surface, places.plate, places.head, t)
        paint_head(surface, places.head, places.heading.x, "profile", _("Who’s playing?"))
        px = max(text.MIN_NAME_PX, 26 * t)
        text.draw(surface, _("Profiles"), places.heading.x, places.heading.centery - 4 * t, "O8", px)
        self._paint_licence(surface)
        labels = (_("Symbol"), _("Color"), _("Car"))
        for words, (label, _row) in zip(labels, places.rows, strict=True):
            text.draw(surface, words, label.x, label.centery, "O8", 0.9 * px, max_width=label.w - 6)
        self._paint_note(surface)

    def _paint_licence(self, surface: Surface) -> None:
        at, t, worn = self._licence, self.t, self._profile.livery
        paint_licence(surface, self._places.licence, at, t)
        paint_symbol(surface, at.symbol, worn, self.timeline.eased("symbol"))
        paint_car(surface, at.scene, worn, self.timeline.eased("car"))
        if self._below_name:
            px = max(text.MIN_TEXT_PX, 18 * t)
            text.draw(
                surface, self._below_name, at.below.x + 2, at.below.centery, "B6", px, THEME.red_d, max_width=at.below.w
            )
        if self._figures:
            paint_figures(surface, at.figures, self._figures, t)

    def _paint_note(self, surface: Surface) -> None:
        place, px = self._places.note, max(text.MIN_TEXT_PX, 19 * self.t)
        high = text.paragraph_height(self._note, "B5", px, place.w)
        box = (place.x, place.y + max(0, (place.h - high) // 2), place.w, place.h)
        text.paragraph(surface, self._note, box, "B5", px, THEME.text2)
