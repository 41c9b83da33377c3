"""The score sheet, row by row (rules.md §5)."""

from __future__ import annotations

from importlib.resources import files

import pytest

from game.engine.rules import Seating, load_rules, parse_rules
from game.engine.scoring import FinalPosition, score
from game.engine.setup import Options
from game.engine.tables import compiled_rules_for, progress_of_cards, state_of
from tests.engine.positions import cards, km

ALL = ("winning_moves", "piatnik", "dujardin", "mille_miglia")
OTHERS = ("winning_moves", "piatnik", "dujardin")
SAFETIES = "right_of_way extra_tank puncture_proof driving_ace"


def scores(rules, sides, *, winner=None, target=700, extender=None, draw_pile=5, in_hand=None, options=None):
    """``sides``: for each side its distance, safeties laid (coups fourrés too), coups fourrés."""
    seats = len(sides)
    finish = FinalPosition(
        winner=winner,
        target=target,
        extender=extender,
        draw_pile=draw_pile,
        states=[state_of((), (), cards(safeties), 0) for _, safeties, _ in sides],
        progress=[progress_of_cards(cards(distance), cards(coups)) for distance, _, coups in sides],
        km_in_hand=in_hand or [0] * seats,
    )
    rules = load_rules(rules) if isinstance(rules, str) else rules
    return score(finish, compiled_rules_for(rules, Seating.SOLO, seats, options or Options()))


def side(distance="", safeties="", coups=""):
    return distance, f"{safeties} {coups}", coups


STARTED = side("km_25")
HOME = side("km_200 " + km(500))
SAFE = side("km_100 " + km(600))
SLOW = side(km(700))


@pytest.mark.parametrize("rules", ALL)
def test_score_counts_each_km_and_each_safety_laid(rules):
    own, _ = scores(rules, [side("km_200 km_75", "extra_tank driving_ace"), STARTED])
    assert (own.km, own.safeties, own.all_four, own.total) == (275, 200, 0, 475)


@pytest.mark.parametrize(("rules", "safeties", "all_four"), [*((r, 0, 700) for r in OTHERS), ("mille_miglia", 400, 0)])
def test_four_safeties_earn_the_bonus_of_the_rule_set(rules, safeties, all_four):
    own, _ = scores(rules, [side("km_25", SAFETIES), STARTED])
    assert (own.safeties, own.all_four) == (safeties, all_four)


@pytest.mark.parametrize(
    ("rules", "each"), [("winning_moves", 300), ("piatnik", 200), ("dujardin", 300), ("mille_miglia", 300)]
)
def test_coup_fourre_counts_on_top_of_its_safety(rules, each):  # D7
    own, _ = scores(rules, [side("km_25", "right_of_way", "extra_tank driving_ace"), STARTED])
    assert (own.safeties, own.coups_fourres) == (300, 2 * each)
    all_four, _ = scores(rules, [side("km_25", "", SAFETIES), STARTED])
    assert all_four.coups_fourres == 4 * each


@pytest.mark.parametrize("rules", ALL)
def test_winner_of_the_leg_gets_400(rules):
    own, other = scores(rules, [HOME, STARTED], winner=0)
    assert (own.leg_won, other.leg_won) == (400, 0)


@pytest.mark.parametrize(("rules", "points"), [*((r, 300) for r in OTHERS), ("mille_miglia", 0)])
def test_leg_won_with_an_empty_draw_pile_is_a_delayed_action(rules, points):  # D8
    assert scores(rules, [HOME, STARTED], winner=0, draw_pile=0)[0].delayed_action == points
    assert scores(rules, [HOME, STARTED], winner=0, draw_pile=1)[0].delayed_action == 0


@pytest.mark.parametrize("rules", ALL)
def test_winner_by_being_nearest_has_no_delayed_action(rules):
    assert scores(rules, [side("km_200 " + km(450)), STARTED], winner=0, draw_pile=0)[0].delayed_action == 0


def test_km_count_the_points_of_the_rule_file():
    text = files("game.engine").joinpath("rulesets", "dujardin.toml").read_text("utf-8")
    rules = parse_rules("dujardin", text.replace("\nkm = { value = 1,", "\nkm = { value = 3,"))
    assert rules.points.km == 3
    assert scores(rules, [side("km_200 km_75"), STARTED])[0].km == 825


@pytest.mark.parametrize(("rules", "points"), [*((r, 300) for r in OTHERS), ("mille_miglia", 200)])
def test_leg_won_with_no_200_is_a_safe_trip(rules, points):
    assert scores(rules, [SAFE, SLOW], winner=0)[0].safe_trip == points
    assert scores(rules, [SAFE, SLOW], winner=0)[1].safe_trip == 0
    assert scores(rules, [HOME, STARTED], winner=0)[0].safe_trip == 0


@pytest.mark.parametrize("rules", ["winning_moves", "piatnik"])
@pytest.mark.parametrize(("winner", "points"), [(0, (200, 0, 0)), (1, (0, 200, 0)), (None, (0, 0, 0))])
def test_extended_leg_is_worth_200_to_the_winner_whoever_extended(rules, winner, points):
    got = scores(rules, [HOME, HOME, STARTED], winner=winner, target=1000, extender=0)
    assert tuple(s.extension for s in got) == points


@pytest.mark.parametrize(("winner", "points"), [(0, (200, 0, 0)), (1, (0, 200, 200)), (None, (0, 200, 200))])
def test_failed_extension_in_dujardin_is_worth_200_to_each_opponent(winner, points):
    got = scores("dujardin", [HOME, HOME, STARTED], winner=winner, target=1000, extender=0)
    assert tuple(s.extension for s in got) == points


@pytest.mark.parametrize("rules", OTHERS)
def test_extension_scores_nothing_in_a_leg_not_extended(rules):
    assert {s.extension for s in scores(rules, [HOME, STARTED], winner=0)} == {0}


@pytest.mark.parametrize("rules", ["winning_moves", "piatnik"])
def test_winner_gets_500_for_each_shut_out_side(rules):
    got = scores(rules, [HOME, side(), side("", "extra_tank"), STARTED], winner=0)
    assert tuple(s.shut_out for s in got) == (1000, 0, 0, 0)
    assert {s.shut_out for s in scores(rules, [STARTED, side()])} == {0}


@pytest.mark.parametrize("winner", [0, None])
def test_shut_out_in_dujardin_pays_500_to_each_side_on_its_way(winner):
    got = scores("dujardin", [HOME, side(), side("", "extra_tank"), STARTED], winner=winner)
    assert tuple(s.shut_out for s in got) == (1000, 0, 0, 1000)


def test_shut_out_scores_nothing_in_mille_miglia():
    assert {s.shut_out for s in scores("mille_miglia", [HOME, side()], winner=0)} == {0}


@pytest.mark.parametrize(
    ("rules", "total"), [("winning_moves", 1600), ("piatnik", 1300), ("dujardin", 1800), ("mille_miglia", 900)]
)
def test_shut_out_side_scores_its_safeties_and_bonuses(rules, total):
    """All four safeties, three of them coups fourrés (two in mille_miglia), an opponent's failed extension, 100 km in
    hand: mille_miglia alone counts what is left in hand."""
    coups = "extra_tank puncture_proof driving_ace" if rules != "mille_miglia" else "extra_tank driving_ace"
    safeties = " ".join(s for s in SAFETIES.split() if s not in coups.split())
    extender = None if rules == "mille_miglia" else 0
    got = scores(rules, [HOME, side("", safeties, coups)], target=1000, extender=extender, in_hand=[0, 100])
    assert got[1].total == total


def test_km_left_in_hand_in_mille_miglia_cost_the_winner_too():
    got = scores("mille_miglia", [HOME, side()], winner=0, target=1000, in_hand=[100, 225])
    assert [s.left_in_hand for s in got] == [-100, -225]
    assert got[1].total == -225


@pytest.mark.parametrize("rules", OTHERS)
def test_cards_left_in_hand_cost_nothing_in_other_rule_sets(rules):
    assert {s.left_in_hand for s in scores(rules, [HOME, STARTED], winner=0, in_hand=[100, 225])} == {0}


@pytest.mark.parametrize(("rules", "points"), [("dujardin", 500), *((r, 0) for r in ALL if r != "dujardin")])
def test_option_pays_500_for_a_leg_won_with_no_100_and_no_200(rules, points):
    on = Options(no_100_bonus=True)
    slow, _ = scores(rules, [SLOW, STARTED], winner=0, options=on)
    assert slow.no_100 == points
    assert slow.safe_trip > 0
    assert scores(rules, [SAFE, STARTED], winner=0, options=on)[0].no_100 == 0
    assert scores(rules, [HOME, STARTED], winner=0, options=on)[0].no_100 == 0
    assert scores(rules, [SLOW, STARTED], winner=0)[0].no_100 == 0


@pytest.mark.parametrize(
    ("sides", "winner", "draw_pile", "totals"),
    [
        ([side("km_50 " + km(300), "right_of_way", "extra_tank"), side(km(825), "driving_ace")], None, 0, (850, 925)),
        (
            [side("km_200 " + km(800), "", "right_of_way extra_tank"), side("km_200 " + km(750), "driving_ace")],
            0,
            3,
            (2200, 1050),
        ),
        (
            [side(km(1000), "right_of_way extra_tank driving_ace"), side(km(275), "", "puncture_proof")],
            0,
            0,
            (2300, 675),
        ),
    ],
)
def test_printed_examples_of_the_rulebook_give_their_totals(sides, winner, draw_pile, totals):
    got = scores("dujardin", sides, winner=winner, target=1000, draw_pile=draw_pile)
    assert tuple(s.total for s in got) == totals
