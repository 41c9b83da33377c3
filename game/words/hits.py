"""Who hit whom, in sentences: the table of the logbook cell by cell, and what the winner of a match did."""

from __future__ import annotations

from game.engine.attacks import Hits
from game.i18n import _, _n, _r, _rn, in_a_row
from game.words.names import Names


def cell_line(by: int, on: int, hits: Hits, names: Names, rules_id: str) -> str:
    """One cell of the table: “Carla hit you 5 times; 2 parried by a coup fourré”."""
    laid, parried = hits.laid[by][on], hits.parried[by][on]
    said = _hits_line(by, on, laid, names) if laid else _peace_line(by, on, names)
    return in_a_row((said, parried_line(parried, rules_id))) if parried else said


def laid_line(side: int, hits: Hits, names: Names) -> str:
    """How many hazards a side laid on all others."""
    return _("{name} – laid: {n}", name=names.side(side), n=hits.laid_by(side))


def suffered_line(side: int, hits: Hits, names: Names) -> str:
    """How many hazards were laid on a side."""
    return _("{name} – suffered: {n}", name=names.side(side), n=hits.suffered_by(side))


def all_line(hits: Hits) -> str:
    """How many hazards were laid in all."""
    return _("Hits in all: {n}", n=hits.total)


def parried_line(parried: int, rules_id: str) -> str:
    """How many hits a coup fourré parried."""
    return _rn(rules_id, "{n} parried by a coup fourré", "{n} parried by a coup fourré", parried)


def bolt_line(rules_id: str) -> str:
    """What the bolt in a cell means."""
    return _r(rules_id, "parried by a coup fourré")


def _hits_line(by: int, on: int, n: int, names: Names) -> str:
    name, target, partner = names.side(by), names.side(on), names.partner(by) or names.partner(on)
    if names.is_viewers(by) and partner:
        return _n(
            "You and {partner} hit {target} once", "You and {partner} hit {target} {n} times", n,
            partner=partner, target=target,
        )  # fmt: skip
    if names.is_viewers(by):
        return _n("You hit {target} once", "You hit {target} {n} times", n, target=target)
    if names.is_viewers(on) and partner:
        return _n(
            "{name} hit you and {partner} once", "{name} hit you and {partner} {n} times", n,
            name=name, partner=partner,
        )  # fmt: skip
    if names.is_viewers(on):
        return _n("{name} hit you once", "{name} hit you {n} times", n, name=name)
    return _n("{name} hit {target} once", "{name} hit {target} {n} times", n, name=name, target=target)


def _peace_line(by: int, on: int, names: Names) -> str:
    name, target, partner = names.side(by), names.side(on), names.partner(by) or names.partner(on)
    if names.is_viewers(by) and partner:
        return _("You and {partner} never hit {target}", partner=partner, target=target)
    if names.is_viewers(by):
        return _("You never hit {target}", target=target)
    if names.is_viewers(on) and partner:
        return _("{name} never hit you and {partner}", name=name, partner=partner)
    if names.is_viewers(on):
        return _("{name} never hit you", name=name)
    return _("{name} never hit {target}", name=name, target=target)
