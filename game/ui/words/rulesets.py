"""What the four rule sets are called and how they differ, in our own words; titles of booklets only as their names."""

from __future__ import annotations

from game.ui.i18n import _


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
