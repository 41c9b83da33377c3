"""Texts for the score sheet: its items in the terms of a rule set, with their points (rules.md §5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.engine.cards import SAFETIES
from game.engine.observation import SideView
from game.engine.rules import load_rules
from game.i18n import _, _n, _r, _rn, number
from game.i18n.punctuation import join_with_commas
from game.words.names import Names


def item_points(item: str, rules_id: str) -> int:
    """Return the points that a rule set gives for one item of ``SCORE_ITEMS``; 0 if the item does not score.

    For ``km`` and ``left_in_hand`` they are per km, for items of ``_EACH`` per card or side.
    """
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


def safety_points(side: SideView, rules_id: str) -> int:
    """Return the points that one more safety brings a side; the fourth brings the rest of what all four score."""
    each, all_four = item_points("safeties", rules_id), item_points("all_four", rules_id)
    return all_four - 3 * each if all_four and len(side.safeties) == len(SAFETIES) - 1 else each


_EACH = frozenset({"safeties", "coups_fourres", "shut_out"})
"""The items that score for each card or side; each other item scores once."""


def score_item(item: str, rules_id: str) -> str:
    """Return the label of an item of ``SCORE_ITEMS`` with its points: “Safeties, 100 each”; for km without points."""
    label = item_name(item, rules_id)
    if item in ("km", "left_in_hand"):
        return label
    worth = number(item_points(item, rules_id))
    if item in _EACH:
        return _("{item}, {points} each", item=label, points=worth)
    return _("{item}, {points}", item=label, points=worth)


def item_name(item: str, rules_id: str) -> str:
    """Return the label of an item of ``SCORE_ITEMS``, without its points."""
    match item:
        case "km":
            return _r(rules_id, "Kilometers")
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
            return _r(rules_id, "Won without a 200")
        case "extension":
            return _r(rules_id, "Extension")
        case "shut_out":
            return _r(rules_id, "Shut-outs")
        case "no_100":
            return _("Without 100s as well")
    return _r(rules_id, "Kilometers left in hand")


def bot_drove_line(names: Names, delegated: Sequence[Collection[int]], rules_id: str) -> str:
    """Return a line that says for which persons a bot drove, or "" if for none.

    ``delegated`` are, for each leg, the seats for which a bot drove.
    """
    seats = sorted({seat for leg in delegated for seat in leg})
    if seats and seats != [names.viewer]:
        return _("A bot drove for {names}", names=join_with_commas(map(names.seat, seats)))
    driven = sum(map(bool, delegated))
    if not driven or len(delegated) == 1:
        return _("A bot drove for you") if driven else ""
    return _rn(rules_id, "A bot drove {n} leg for you", "A bot drove {n} legs for you", driven)


def take_backs_line(times: int) -> str:
    """Return a note that moves were taken back in a match, and how often."""
    return _n("Played with {n} take-back", "Played with {n} take-backs", times)
