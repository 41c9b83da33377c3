"""The score table of a match in words, and a worked example, both from the points of the rule set (rules.md §5)."""

from __future__ import annotations

from game.engine.rules import SCORE_ITEMS, Rules
from game.i18n import _, _r, number
from game.words.rulebook.differences import extension_points_words, shut_out_points_words, shut_out_scores_words
from game.words.rulebook.model import Block, Heading, Lead, Line, Played, Point, Table
from game.words.score import item_name

_EXAMPLE_SAFETIES, _EXAMPLE_COUPS = 2, 1


def scoring_blocks(played: Played) -> list[Block]:
    """The page about points."""
    voice = played.id
    lead = _r(voice, "After every leg each side writes down what it is worth.")
    blocks: list[Block] = [Lead(lead), Table(tuple(_lines(played)))]
    if played.rules.points.shut_out_side_scores != set(SCORE_ITEMS):
        scored = shut_out_scores_words(voice, played.rules)
        words = _("Of the lines above it gets only: {items}.", items=scored)
        blocks.append(Point(_("A side without a single kilometre"), words, icon="close"))
    example = example_lines(played)
    return [*blocks, Heading(_("An example")), Lead(_example_words(played)), Table(example, has_total=True)]


def _lines(played: Played) -> list[Line]:
    paid = played.rules.points
    worth = {
        "km": paid.km, "safeties": paid.safety, "all_four": paid.all_four, "coups_fourres": paid.coup_fourre,
        "leg_won": paid.leg_won, "delayed_action": paid.delayed_action, "safe_trip": paid.safe_trip,
        "no_100": paid.no_100 if played.pays_no_100 else 0,
        "extension": paid.extension if played.may_extend else 0,
        "shut_out": paid.shut_out, "left_in_hand": paid.left_in_hand,
    }  # fmt: skip
    return [
        Line(item_name(item, played.id), _when(item, played), number(points))
        for item, points in worth.items()
        if points
    ]


def _when(item: str, played: Played) -> str:
    voice, rules = played.id, played.rules
    match item:
        case "km":
            return _("for each kilometre laid")
        case "safeties":
            return _r(voice, "for each safety laid")
        case "all_four":
            return _("for all four together, instead of four times {points}", points=number(rules.points.safety))
        case "coups_fourres":
            return _r(voice, "for each one, on top of its safety")
        case "leg_won":
            return _won(rules)
        case "delayed_action":
            return _r(voice, "for arriving when the draw pile is empty")
        case "safe_trip":
            return _r(voice, "for winning the leg with no 200 laid")
        case "no_100":
            return _("for winning with neither a 200 nor a 100 laid, on top of that")
        case "extension":
            return extension_points_words(voice, rules)
        case "shut_out":
            return shut_out_points_words(voice, rules)
    return _("for each kilometre on the cards left in hand, the winner’s too")


def _won(rules: Rules) -> str:
    if rules.nearest_wins:
        return _("for exactly the full distance, or for coming nearest to it")
    return _("for laying exactly the full distance")


def _example_words(played: Played) -> str:
    km = number(played.seating.distance_km)
    return _r(
        played.id,
        "You win with {km} km, without a 200. Two of your safeties are on the table, one of them as a coup fourré.",
        km=km,
    )


def example_lines(played: Played) -> tuple[Line, ...]:
    """The score of a winner with the full distance, two safeties, one of them a coup fourré, and no 200."""
    paid, km = played.rules.points, played.seating.distance_km
    items = {
        "km": km * paid.km,
        "safeties": _EXAMPLE_SAFETIES * paid.safety,
        "coups_fourres": _EXAMPLE_COUPS * paid.coup_fourre,
        "leg_won": paid.leg_won,
        "safe_trip": paid.safe_trip,
    }
    lines = [Line(item_name(item, played.id), "", number(points)) for item, points in items.items() if points]
    return (*lines, Line(_("Total"), "", number(sum(items.values()))))
