"""What the four rule sets are called and how they differ, in our own words; titles of booklets only as their names."""

from __future__ import annotations

from game.engine.observation import Seating
from game.engine.rules import load_rules
from game.session.setup import MatchSetup
from game.ui.i18n import _, _n


def rule_set_name(rules_id: str) -> str:
    """The name of a rule set, short enough for a list."""
    return {
        "winning_moves": _("Winning Moves 2006"),
        "piatnik": _("Piatnik 2006"),
        "dujardin": _("1000 Bornes, Dujardin"),
        "mille_miglia": _("Mille Miglia Regole"),
    }[rules_id]


def rule_set_source(rules_id: str) -> str:
    """Whose rules these are, as a line."""
    return {
        "winning_moves": _("Rules as in the 2006 Winning Moves booklet"),
        "piatnik": _("Rules as in the 2006 Hungarian booklet by Piatnik"),
        "dujardin": _("Rules as in the French booklet by Dujardin"),
        "mille_miglia": _("Rules as in the Italian leaflet “Mille Miglia Regole”"),
    }[rules_id]


def rule_set_notes(rules_id: str) -> str:
    """What playing by this rule set feels like, in two short sentences."""
    return {
        "winning_moves": _("The common rules. A coup fourré can start a chain of cards."),
        "piatnik": _("A limit lands only on those who roll. A coup fourré earns a little less."),
        "dujardin": _("Every safety gives another turn. The hands are played out to the last card."),
        "mille_miglia": _("One long race. If nobody arrives, the nearest wins; kilometres in hand cost points."),
    }[rules_id]


def seating_line(setup: MatchSetup) -> str:
    """How many play, and whether each alone."""
    if setup.seating is Seating.TEAMS:
        return _n("{n} team of two", "{n} teams of two", setup.seats // 2)
    return _n("{n} driver, each alone", "{n} drivers, each alone", setup.seats)


def seating_note(setup: MatchSetup) -> str | None:
    """That the booklet does not seat players like this, if it does not (rules.md D2)."""
    rules = load_rules(setup.rules)
    option = rules.seating_option(setup.seats, setup.seating)
    if option is None or option.in_book:
        return None
    teams = rules.seating_option(4, Seating.TEAMS)
    if option.seats == 4 and option.seating is Seating.SOLO and teams and teams.in_book:
        return _("The booklet seats four as two teams; each alone is our addition.")
    return _("The booklet does not know this seating; it is our addition.")
