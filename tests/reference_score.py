"""The scoring of rules.md §5, plainly, for `tests.reference`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.reference import ReferenceLeg


def scores_of(leg: ReferenceLeg) -> list[dict[str, int]]:
    """The items of each side and their total."""
    scores = []
    for number in range(len(leg.sides)):
        score = {
            "km": leg.sides[number].km(),
            "safeties": safeties(leg, number),
            "all_four": all_four(leg, number),
            "coups_fourres": coups_fourres(leg, number),
            "leg_won": 0,
            "delayed_action": 0,
            "safe_trip": 0,
            "extension": extension(leg, number),
            "shut_out": shut_out(leg, number),
            "no_100": 0,
            "left_in_hand": left_in_hand(leg, number),
        }
        if number == leg.winner:
            score.update(won_items(leg, number))
        score["total"] = sum(score.values())
        scores.append(score)
    return scores


def has_all_four_bonus(leg: ReferenceLeg, number: int) -> bool:
    return leg.rules != "mille_miglia" and len(leg.sides[number].safeties) == 4


def safeties(leg: ReferenceLeg, number: int) -> int:
    # §8: `safeties` is 0 when `all_four` is 700.
    return 0 if has_all_four_bonus(leg, number) else 100 * len(leg.sides[number].safeties)


def all_four(leg: ReferenceLeg, number: int) -> int:
    if has_all_four_bonus(leg, number):
        leg.saw("all four safeties")
        return 700
    return 0


def coups_fourres(leg: ReferenceLeg, number: int) -> int:
    each = 200 if leg.rules == "piatnik" else 300  # D7
    return each * len(leg.sides[number].coups_fourres)


def won_items(leg: ReferenceLeg, number: int) -> dict[str, int]:
    laid = leg.sides[number].distance
    items = {"leg_won": 400}
    if leg.delayed and leg.rules != "mille_miglia":
        leg.saw("delayed action")
        items["delayed_action"] = 300
    if leg.delayed and leg.sides[number].km() == leg.target:
        leg.saw("won on the empty pile")
    if "km_200" not in laid:
        leg.saw("safe trip")
        items["safe_trip"] = 200 if leg.rules == "mille_miglia" else 300
        if "km_100" not in laid and leg.options["no_100_bonus"]:
            leg.saw("no 100 laid")
            if leg.rules == "dujardin":
                items["no_100"] = 500
    return items


def extension(leg: ReferenceLeg, number: int) -> int:
    if leg.extended_by is None:
        return 0
    if leg.rules == "dujardin":
        if leg.winner == leg.extended_by:
            return 200 if number == leg.extended_by else 0
        if number == leg.extended_by:
            return 0
        if not leg.sides[number].distance:
            leg.saw("shut-out side gets a failed extension")
        return 200
    return 200 if number == leg.winner else 0


def shut_out(leg: ReferenceLeg, number: int) -> int:
    others = [side for other, side in enumerate(leg.sides) if other != number and side.distance == []]
    if leg.rules == "dujardin":
        return 500 * len(others) if leg.sides[number].distance else 0
    if leg.rules == "mille_miglia":
        return 0
    return 500 * len(others) if number == leg.winner else 0


def left_in_hand(leg: ReferenceLeg, number: int) -> int:
    if leg.rules != "mille_miglia":
        return 0
    km = {"km_25": 25, "km_50": 50, "km_75": 75, "km_100": 100, "km_200": 200}
    return -sum(km.get(card, 0) for seat in leg.sides[number].seats for card in leg.hands[seat])
