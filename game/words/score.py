"""The items of the score sheet in the words of a rule set, with what each is worth under it (rules.md §5)."""

from __future__ import annotations

from game.i18n import _, _r, number
from game.words.points import points

_EACH = frozenset({"safeties", "coups_fourres", "shut_out"})
"""Items that count for every card or side; all others come once."""


def score_item(item: str, rules_id: str) -> str:
    """The label of an item with its points: “Safeties, 100 each”; km have none, they are their own number."""
    label = item_name(item, rules_id)
    if item in ("km", "left_in_hand"):
        return label
    worth = number(points(item, rules_id))
    if item in _EACH:
        return _("{item}, {points} each", item=label, points=worth)
    return _("{item}, {points}", item=label, points=worth)


def item_name(item: str, rules_id: str) -> str:
    """What an item is called, without its points."""
    match item:
        case "km":
            return _("Kilometres")
        case "safeties":
            return _r(rules_id, "Safeties")
        case "all_four":
            return _r(rules_id, "All four safeties")
        case "coups_fourres":
            return _r(rules_id, "Coups fourrés")
        case "leg_won":
            return _r(rules_id, "Leg won")
        case "delayed_action":
            return _r(rules_id, "Delayed action (empty pile)")
        case "safe_trip":
            return _("Won without a 200")
        case "extension":
            return _r(rules_id, "Extension")
        case "shut_out":
            return _r(rules_id, "Shut-outs")
        case "no_100":
            return _("Without 100s as well")
    return _("Kilometres left in hand")
