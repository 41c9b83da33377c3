"""The parts of a seat's row, used by both setup screens."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from game.engine.rules import side_of, sides_of
from game.i18n import _
from game.match.plan import Plan
from game.people.players import first_person_seat, liveries_by_side
from game.people.profiles import Profile
from game.settings.settings import Settings
from game.ui import layout as ui
from game.ui.drawing import art, livery
from game.ui.widgets import ButtonStyle, Option
from game.words.names import NOBODY, Names

PORTRAIT_SIZE = 54
"""The width and height of a portrait, in px at text scale 1."""


def driver_portrait(scale: ui.Scale, plan: Plan, seat: int) -> ui.Box:
    """Return a bot's portrait with the symbol of its side, or the symbol alone for a person."""
    driver = plan.players[seat].driver
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    worn = liveries_by_side(plan.players, sides)[side_of(seat, sides)]

    def paint(surface: Surface, place: Rect) -> None:
        d = min(place.size)
        x, y = place.center
        if driver is None:
            livery.draw_badge(surface, worn, x, y, 0.5 * d)
            return
        surface.blit(art.portrait(driver, d), (x - d // 2, y - d // 2))
        livery.draw_badge(surface, worn, x + 0.35 * d, y + 0.35 * d, 0.22 * d)

    return ui.Canvas(paint, scale.text_px(PORTRAIT_SIZE), scale.text_px(PORTRAIT_SIZE))


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
    return ui.icon_button(
        scale, f"leave-{seat}", _("Without {name}", name=name), lambda: take(plan.without_person(seat)), icon="close",
        style=ButtonStyle.PAPER, side=side,
    )  # fmt: skip


def person_key(profile: Profile | None) -> str:
    """Return a person's key in the list of persons for a seat; None is a guest."""
    return "guest" if profile is None else f"profile/{profile.id}"


def person_options(settings: Settings, seat: int) -> list[Option]:
    """Return the options of the list of persons for a seat: a guest, and all other profiles that have a name."""
    known = [profile for profile in settings.profiles if profile.id != settings.profile.id and profile.name]
    guest = person_key(None), _("Player {n}", n=seat + 1)
    return [*((person_key(profile), profile.name) for profile in known), guest]


def person_field(
    scale: ui.Scale, settings: Settings, plan: Plan, seat: int, take: Callable[[Plan], None], *, bounds: Rect
) -> ui.Control:
    """Return the list of persons for a seat; a choice calls ``take`` with the plan that has the chosen person there."""
    options, profile = person_options(settings, seat), plan.players[seat].profile
    key = person_key(profile)

    def choose(chosen: str) -> None:
        take(plan.with_person(seat, next((one for one in settings.profiles if person_key(one) == chosen), None)))

    sits = key if key in dict(options) else person_key(None)
    return ui.dropdown(scale, f"driver-{seat}", _("Seat {n}", n=seat + 1), options, sits, choose, bounds=bounds, grow=1)
