"""What the rows of those who play are made of, wherever they are set up."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from game.engine.rules import side_of, sides_of
from game.i18n import _
from game.match.plan import Plan, with_person, without_person
from game.people.players import liveries, person_in
from game.people.profiles import Profile
from game.settings.settings import Settings
from game.ui.drawing import art, livery
from game.ui.layout import ROLES, Box, Canvas, Control, Scale, dropdown, icon_button
from game.ui.widgets import Option, Style
from game.words.names import NOBODY, Names

BADGE = 54
"""How large a face is."""


def badge(scale: Scale, plan: Plan, seat: int) -> Box:
    """The face of who drives, with the side's symbol on it, or that symbol alone; as large as there is room."""
    driver = plan.players[seat].driver
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    worn = liveries(plan.players, sides)[side_of(seat, sides)]

    def paint(surface: Surface, place: Rect) -> None:
        d = min(place.size)
        x, y = place.center
        if driver is None:
            livery.draw_plate(surface, worn, x, y, 0.5 * d)
            return
        surface.blit(art.portrait(driver, d), (x - d // 2, y - d // 2))
        livery.draw_plate(surface, worn, x + 0.35 * d, y + 0.35 * d, 0.22 * d)

    return Canvas(paint, scale.line(BADGE), scale.line(BADGE))


def partner_line(plan: Plan, seat: int) -> str:
    """Whose partner sits in a seat, empty for who drives alone; what the player needs no telling is left out."""
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    partners = [other for other in sides[side_of(seat, sides)] if other != seat]
    if not partners or seat == person_in(plan.players):
        return ""
    if partners[0] == person_in(plan.players):
        return _("Your partner")
    return _("Together with {name}", name=Names.at(plan.players, sides, NOBODY).seat(partners[0]))


def leave_button(scale: Scale, plan: Plan, seat: int, take: Callable[[Plan], None]) -> Box:
    """The button that puts a bot in a friend's seat; ``take`` gets the plan then."""
    name = Names.at(plan.players, sides_of(plan.setup.seats, plan.setup.seating), NOBODY).seat(seat)
    side = round(1.6 * scale.px(ROLES.name))
    return icon_button(
        scale, f"leave-{seat}", _("Without {name}", name=name), lambda: take(without_person(plan, seat)), icon="close",
        style=Style.PAPER, side=side,
    )  # fmt: skip


def person_key(profile: Profile | None) -> str:
    """What a person goes by in the list of a seat."""
    return "guest" if profile is None else f"profile/{profile.id}"


def people(settings: Settings, seat: int) -> list[Option]:
    """The persons who can sit there beside who plays: those with a name, and a guest."""
    known = [profile for profile in settings.profiles if profile.id != settings.profile.id and profile.name]
    guest = person_key(None), _("Player {n}", n=seat + 1)
    return [*((person_key(profile), profile.name) for profile in known), guest]


def person_field(
    scale: Scale, settings: Settings, plan: Plan, seat: int, take: Callable[[Plan], None], *, bounds: Rect
) -> Control:
    """The list of those who can sit there; ``take`` gets the plan with whoever was chosen."""
    options, profile = people(settings, seat), plan.players[seat].profile
    key = person_key(profile)

    def choose(chosen: str) -> None:
        take(with_person(plan, seat, next((one for one in settings.profiles if person_key(one) == chosen), None)))

    sits = key if key in dict(options) else person_key(None)
    return dropdown(scale, f"driver-{seat}", _("Seat {n}", n=seat + 1), options, sits, choose, bounds=bounds, grow=1)
