"""The parts of a seat's row, used by both setup screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from game.engine.rules import side_of, sides_of
from game.i18n import _, say
from game.i18n.punctuation import label_with_text
from game.match.plan import Plan
from game.people.players import first_person_seat, liveries_by_side
from game.people.profiles import Livery, Profile
from game.settings.settings import Settings
from game.ui import layout as ui
from game.ui.drawing import art, draw, livery
from game.ui.widgets import ButtonStyle, Dropdown, Widget
from game.ui.widgets.switches import field_height
from game.words.names import NOBODY, Names


class _SymbolButton(Widget):
    """The symbol of a side as a button."""

    def __init__(self, id: str, name: str, worn: Livery, on_press: Callable[[], None], side: int) -> None:
        super().__init__(id, name, on_press=on_press, wide=side, high=side)
        self._worn = worn

    def draw(self, surface: Surface, text_scale: float) -> None:
        livery.draw_badge(surface, self._worn, *self.rect.center, (0.5 if self.hovered else 0.46) * self.rect.h)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, 0.5 * self.rect.h, max(0.7, text_scale))


class PersonMenu(Dropdown):
    """A button that opens the list of known persons."""

    def __init__(
        self, scale: ui.Scale, id: str, name: str, known: Sequence[Profile], take: Callable[[Profile], None], *,
        bounds: Rect,
    ) -> None:  # fmt: skip
        """Create the menu; a choice calls ``take``."""
        options = [(profile.id, profile.name) for profile in known]

        def choose(id: str) -> None:
            take(next(profile for profile in known if profile.id == id))

        self._scale = scale
        said, side = label_with_text(_("Known drivers"), name), field_height(scale)
        super().__init__(
            scale, id, said, options, "", choose, bounds=bounds, enabled=bool(known), px=0, size=(side, side)
        )

    def draw(self, surface: Surface, text_scale: float) -> None:
        face = ui.IconButton(self._scale, self.id, self.name, lambda: None, "person", enabled=self.enabled)
        face.rect, face.hovered, face.pressed, face.focused = self.rect, self.hovered, self.pressed, self.focused
        face.shows_ring = self.shows_ring
        face.draw(surface, text_scale)


PORTRAIT_SIZE = 54
"""The width and height of a portrait, in px at text scale 1."""


def driver_portrait(scale: ui.Scale, plan: Plan, seat: int) -> ui.Box:
    """Return a bot's portrait with the symbol of its side, or the symbol alone for a person."""
    driver, worn = plan.players[seat].driver, _livery(plan, seat)

    def paint(surface: Surface, place: Rect) -> None:
        d = min(place.size)
        x, y = place.center
        if driver is None:
            livery.draw_badge(surface, worn, x, y, 0.5 * d)
            return
        surface.blit(art.portrait(driver, d), (x - d // 2, y - d // 2))
        livery.draw_badge(surface, worn, x + 0.35 * d, y + 0.35 * d, 0.22 * d)

    return ui.Canvas(paint, scale.text_px(PORTRAIT_SIZE), scale.text_px(PORTRAIT_SIZE))


def symbol_button(scale: ui.Scale, id: str, plan: Plan, seat: int, act: Callable[[], None]) -> ui.Box:
    """Return the symbol of the side in that seat as a button."""
    worn, side = _livery(plan, seat), scale.text_px(PORTRAIT_SIZE)
    name = label_with_text(_("Symbol"), say(worn.symbol.phrase))
    return _SymbolButton(id, name, worn, act, side)


def _livery(plan: Plan, seat: int) -> Livery:
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    return liveries_by_side(plan.players, sides)[side_of(seat, sides)]


def partner_line(plan: Plan, seat: int) -> str:
    """Return the words that name the partner of a seat's driver.

    Return an empty string if there is no partner, or if the seat is the person's own.
    """
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    partners = [other for other in sides[side_of(seat, sides)] if other != seat]
    if not partners or seat == first_person_seat(plan.players):
        return ""
    if partners[0] == first_person_seat(plan.players):
        return _("Your partner")
    return _("Together with {name}", name=Names.for_table(plan.players, sides, NOBODY).seat(partners[0]))


def remove_friend_button(scale: ui.Scale, plan: Plan, seat: int, take: Callable[[Plan], None]) -> ui.Box:
    """Return the button that removes a friend from a seat; it calls ``take`` with the plan that has a bot there."""
    name = Names.for_table(plan.players, sides_of(plan.setup.seats, plan.setup.seating), NOBODY).seat(seat)
    side = round(1.6 * scale.px(ui.ROLES.name))
    return ui.IconButton(
        scale, f"leave-{seat}", _("Remove {name}", name=name), lambda: take(plan.without_person(seat)), icon="close",
        style=ButtonStyle.PAPER, side=side,
    )  # fmt: skip


def person_key(profile: Profile | None) -> str:
    """Return a person's key in the list of persons for a seat; None is a guest without a name."""
    return "guest" if profile is None else f"profile/{profile.id}"


def person_field(
    scale: ui.Scale, settings: Settings, plan: Plan, seat: int, take: Callable[[Plan], None], *, bounds: Rect
) -> ui.Dropdown:
    """Return the list of persons for a seat; a choice calls ``take`` with the plan that has the chosen person there."""
    seated = [player.profile for player in plan.players if player.profile and player.profile.name]
    first = plan.players[first_person_seat(plan.players)].profile or settings.profile
    known = {person_key(one): one for one in (*settings.known_people, *seated) if one.id != first.id}
    options = [*((key, one.name) for key, one in known.items()), (person_key(None), _("Player {n}", n=seat + 1))]
    key = person_key(plan.players[seat].profile)

    def choose(chosen: str) -> None:
        take(plan.with_person(seat, known.get(chosen)))

    sits = key if key in dict(options) else person_key(None)
    return ui.Dropdown(scale, f"driver-{seat}", _("Seat {n}", n=seat + 1), options, sits, choose, bounds=bounds, grow=1)
