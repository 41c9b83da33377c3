"""What an item of the score sheet is worth under a rule set, read from the rules' own data."""

from __future__ import annotations

from game.engine.rules import load_rules


def points(item: str, rules_id: str) -> int:
    """The points of one item of ``SCORE_ITEMS``, for each card or side where it counts each; 0 if it is not scored."""
    worth = load_rules(rules_id).points
    return {
        "km": worth.km,
        "safeties": worth.safety,
        "all_four": worth.all_four,
        "coups_fourres": worth.coup_fourre,
        "leg_won": worth.leg_won,
        "delayed_action": worth.delayed_action,
        "safe_trip": worth.safe_trip,
        "extension": worth.extension,
        "shut_out": worth.shut_out,
        "no_100": worth.no_100,
        "left_in_hand": worth.left_in_hand,
    }[item]
