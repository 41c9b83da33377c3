"""The rules in words are true of the rule set's data, and its differences are exactly those of the data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from game.engine.cards import CARDS, HAZARDS, REMEDY_FOR, SAFETIES, SAFETY_AGAINST, card
from game.engine.rules import (
    RULE_SETS,
    SCORE_ITEMS,
    BattleTop,
    ExtensionGoesTo,
    PileEmpty,
    Points,
    Rules,
    Score,
    Seating,
    SeatingOption,
    ShutOutGoesTo,
    load_rules,
)
from game.engine.setup import MatchSetup, Options
from game.features.rulebook.text import (
    SECTIONS,
    CardPortrait,
    CardTiles,
    Difference,
    HazardAnswers,
    Point,
    PointsTable,
    RulesInPlay,
    rules_page,
)
from game.features.rulebook.text.differences import ASPECTS, differing_aspects
from game.features.rulebook.text.pages import find_differences
from game.features.rulebook.text.sections import example_lines, match_text
from game.features.rulebook.text.tips import TIPS, tips
from game.i18n import LANGUAGES, number, set_language
from game.ui.accessibility_tree import accessible_text
from game.words.rulesets import length_line, rule_set_name
from tests.cases import each

EVERY_MATCH = [
    pytest.param(rules_id, option, id=f"{rules_id}-{option.seats}-{option.seating.value}")
    for rules_id in RULE_SETS
    for option in load_rules(rules_id).seatings
]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def played(rules_id: str, option: SeatingOption | None = None, options: Options | None = None) -> RulesInPlay:
    option = option or load_rules(rules_id).seatings[0]
    return RulesInPlay.of(MatchSetup.from_booklet(rules_id, option.seating, option.seats, options or Options()))


def points_of(match: RulesInPlay, section: str) -> dict[str, str]:
    """The rules of a section by their heads."""
    return {block.head: block.words for block in rules_page(section, match).blocks if isinstance(block, Point)}


def lines_of(match: RulesInPlay) -> dict[str, str]:
    table = next(block for block in rules_page("scoring", match).blocks if isinstance(block, PointsTable))
    return {line.item: line.points for line in table.lines}


@each(("rules_id", "option"), EVERY_MATCH)
def test_rule_pages_can_all_be_read_in_every_language(rules_id: str, option: SeatingOption) -> None:
    for language in LANGUAGES:
        set_language(language)
        for topic in (*SECTIONS, *(shown.id for shown in CARDS)):
            built = rules_page(topic, played(rules_id, option))
            assert built.title
            assert built.blocks
            assert not re.search(r"[{}]", repr(built.blocks).replace("frozenset({", "")), "a placeholder is left"


@each(("rules_id", "option"), EVERY_MATCH)
def test_cards_shown_are_those_of_the_deck(rules_id: str, option: SeatingOption) -> None:
    match = played(rules_id, option)
    shown = {
        shown: n
        for block in rules_page("cards", match).blocks
        if isinstance(block, CardTiles)
        for shown, n in block.cards
    }
    deck = load_rules(rules_id).deck(option.seats, option.seating)
    assert shown == {kind: deck.count(kind) for kind in CARDS}
    assert f"{len(deck)} cards" in repr(rules_page("cards", match).blocks[0])
    left_out = [words for words in points_of(match, "cards").values() if "Removed from the deck: " in words]
    assert sum(int(n) for words in left_out for n in re.findall(r"(\d+) ×", accessible_text(words))) == len(
        option.removed
    )


def test_card_pages_tell_how_many_there_are_and_what_belongs_to_them() -> None:
    match = played("dujardin")
    for shown in CARDS:
        (portrait,) = rules_page(shown.id, match).blocks
        assert isinstance(portrait, CardPortrait)
        assert portrait.count == f"{match.counts[shown]} in the deck"
        related = {other for group in portrait.related for other in group.cards}
        if shown in HAZARDS:
            assert {REMEDY_FOR[shown], SAFETY_AGAINST[shown]} <= related
        if shown in SAFETIES:
            assert related == {hazard for hazard in HAZARDS if SAFETY_AGAINST[hazard] is shown}


def test_page_of_go_tells_what_it_fixes_from_what_it_follows() -> None:
    (portrait,) = rules_page("go", played("winning_moves")).blocks
    assert isinstance(portrait, CardPortrait)
    said = {group.how: [card.id for card in group.cards] for group in portrait.related}
    assert said == {"Fixes": ["stop"], "Also needed after": ["out_of_gas", "flat_tire", "accident"]}


def test_attack_page_pairs_every_hazard_with_its_remedies_and_its_safety() -> None:
    (answers,) = [block for block in rules_page("attack", played("piatnik")).blocks if isinstance(block, HazardAnswers)]
    assert [row.hazard for row in answers.rows] == list(HAZARDS)
    for row in answers.rows:
        assert row.remedies[0] is REMEDY_FOR[row.hazard]
        needs_go = row.hazard.id in ("out_of_gas", "flat_tire", "accident")
        assert row.remedies[1:] == ((card("go"),) if needs_go else ())
        assert row.safety is SAFETY_AGAINST[row.hazard]


@each(("rules_id", "option"), EVERY_MATCH)
def test_points_shown_are_those_paid_in_this_match(rules_id: str, option: SeatingOption) -> None:
    paid = load_rules(rules_id).points
    worth = [
        paid.km, paid.safety, paid.all_four, paid.coup_fourre, paid.leg_won, paid.delayed_action, paid.safe_trip,
        paid.extension if option.may_extend else 0, paid.shut_out, paid.left_in_hand,
    ]  # fmt: skip
    assert list(lines_of(played(rules_id, option)).values()) == [number(points) for points in worth if points]


def test_bonus_without_200_and_100_is_told_only_where_it_is_played() -> None:
    with_bonus = played("dujardin", options=Options(no_100_bonus=True))
    assert lines_of(with_bonus)["Without 100s as well"] == "500"
    assert "Without 100s as well" not in lines_of(played("dujardin"))
    assert "Without 100s as well" not in lines_of(played("piatnik", options=Options(no_100_bonus=True)))


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_example_adds_up_as_the_engine_would(rules_id: str) -> None:
    match = played(rules_id)
    paid, km = match.rules.points, match.seating.distance_km
    score = Score(
        km=km * paid.km, safeties=2 * paid.safety, coups_fourres=paid.coup_fourre, leg_won=paid.leg_won,
        safe_trip=paid.safe_trip,
    )  # fmt: skip
    *lines, total = example_lines(match)
    assert total.points == number(score.total)
    assert [line.points for line in lines] == [
        number(getattr(score, item)) for item in SCORE_ITEMS if getattr(score, item)
    ]


def test_extension_is_explained_only_where_there_is_one() -> None:
    assert "goes on to 1,000 km" in points_of(played("winning_moves"), "end")["Extension"]
    assert "Not here" in points_of(played("mille_miglia"), "end")["Extension"]
    off = played("winning_moves", options=Options(extension=False))
    assert "Switched off" in points_of(off, "end")["Extension"]
    assert "once the draw pile is empty" in points_of(played("piatnik"), "end")["Extension"]


def test_seats_that_the_booklet_does_not_know_are_told() -> None:
    alone = load_rules("piatnik").seating_option(4, Seating.SOLO)
    teams = load_rules("piatnik").seating_option(4, Seating.TEAMS)
    told = points_of(played("piatnik", alone), "goal")["Who plays"]
    assert "our own addition: the booklet has four play as two teams" in told
    assert "Three rivals’ attacks would choke the race" in told
    assert "2 × Stop, 2 × Out of Gas, 2 × Flat Tire, 2 × Accident" in accessible_text(told)
    assert "2\u00a0×\u00a0Stop" in told, "no line ends between a number and its card"
    assert "our addition" not in points_of(played("piatnik", teams), "goal")["Who plays"]
    assert "Partners" in points_of(played("piatnik", teams), "goal")["Who plays"]


# -- tips -----------------------------------------------------------------------------------------------------------


def ids(match: RulesInPlay) -> set[str]:
    return {tip.id for tip in tips(match)}


@each("extension", [True, False])
@each("no_100_bonus", [True, False])
@each(("rules_id", "option"), EVERY_MATCH)
def test_tips_are_eight_to_ten_for_any_match(
    rules_id: str, option: SeatingOption, *, no_100_bonus: bool, extension: bool
) -> None:
    options = Options(extension=extension, no_100_bonus=no_100_bonus)
    told = rules_page("tips", played(rules_id, option, options)).blocks
    heads = [block.head for block in told if isinstance(block, Point)]
    assert 8 <= len(heads) == len(told) <= 10
    assert len(set(heads)) == len(heads)


@each(("rules_id", "option"), EVERY_MATCH)
@each("options", [Options(), Options(extension=False, no_100_bonus=True)])
def test_tips_are_only_about_rules_that_the_match_has(rules_id: str, option: SeatingOption, options: Options) -> None:
    rules, sides = load_rules(rules_id), option.seats // (2 if option.seating is Seating.TEAMS else 1)
    found = ids(played(rules_id, option, options))
    assert ("extend_rarely" in found) == (option.may_extend and options.extension)
    pays_all = rules.points.shut_out_goes_to is ShutOutGoesTo.EVERY_STARTER and rules.points.shut_out > 0
    is_solo = option.seating is Seating.SOLO
    assert ("aim_at_leader" in found) == (sides > 2 and is_solo and not pays_all)
    assert ("attack_last_too" in found) == (sides > 2 and pays_all)
    assert ("answer_first" in found) == (sides > 2 and not is_solo and not pays_all)
    assert ("attack_first" in found) == (sides == 2)
    assert ("any_km" in found) == (rules.points.shut_out > 0)
    assert ("empty_hand" in found) == (rules.points.left_in_hand < 0)
    assert ("count_down" in found) == rules.nearest_wins
    assert ("limit_anytime" in found) == (len(rules.limit_lands_on) == len(BattleTop))
    assert ("play_200s" in found) == (not (options.no_100_bonus and rules.points.no_100))
    assert ("keep_safeties" in found) == (option.removed.count(card("accident")) < (1 if rules.safety_plays_on else 2))
    assert ("keep_safeties" in found) != ("answer" in found)


LACKING = [
    ("mille_miglia", ["extend_rarely", "any_km", "discard_dead", "attack_last_too", "answer"]),
    ("piatnik", ["limit_anytime", "empty_hand", "count_down", "attack_last_too"]),
    ("winning_moves", ["empty_hand", "count_down", "attack_last_too"]),
    ("dujardin", ["empty_hand", "count_down", "aim_at_leader"]),
]
"""By rule set the tips that no seating of it has."""


@pytest.mark.parametrize(("rules_id", "lacking"), LACKING)
def test_tips_untrue_in_a_rule_set_are_left_out_of_it(rules_id: str, lacking: list[str]) -> None:
    for option in load_rules(rules_id).seatings:
        assert not ids(played(rules_id, option)) & set(lacking)
    others = [other for other, _lacking in LACKING if other != rules_id]
    elsewhere = {id for other in others for option in load_rules(other).seatings for id in ids(played(other, option))}
    assert set(lacking) <= elsewhere


def test_tips_are_all_told_somewhere() -> None:
    every = [(rules_id, option) for rules_id in RULE_SETS for option in load_rules(rules_id).seatings]
    assert {id for rules_id, option in every for id in ids(played(rules_id, option))} == {tip.id for tip in TIPS}


def test_tips_differ_where_the_rules_do() -> None:
    four = {rules_id: load_rules(rules_id).seating_option(4, Seating.SOLO) for rules_id in RULE_SETS}
    here, there, far = (points_of(played(id, four[id]), "tips") for id in ("winning_moves", "dujardin", "mille_miglia"))
    assert "draw pile runs low" in here["Play safeties in time"]
    assert "costs no turn" in there["Play safeties in time"]
    assert "hands the winner 500 points" in here["Get on the board"]
    assert "every opponent who moved" in there["Get on the board"]
    assert "each opponent gets 200" not in here["Extend only with a strong hand"]
    assert "each opponent gets 200 points" in there["Extend only with a strong hand"]
    assert "earns 200 points" in far["Don’t hold back your 200s"]
    assert "being ahead is enough" in far["Stop the leader"]
    assert "exactly 1,000 km" in far["Long distances first"]


@pytest.mark.parametrize(
    ("rules_id", "seats", "counted", "against"),
    [
        ("winning_moves", 4, "4 × Speed Limit, 1 × Out of Gas, 1 × Flat Tire, 1 × Accident", "7 of the 10"),
        ("winning_moves", 2, "4 × Speed Limit, 2 × Out of Gas, 2 × Flat Tire, 2 × Accident", "8 of the 14"),
        ("dujardin", 2, "3 × Speed Limit, 2 × Out of Gas, 2 × Flat Tire, 2 × Accident", "7 of the 13"),
        ("mille_miglia", 4, None, "9 of the 18"),
    ],
)
def test_tips_count_the_hazards_of_the_deck(rules_id: str, seats: int, counted: str | None, against: str) -> None:
    told = points_of(played(rules_id, load_rules(rules_id).seating_option(seats, Seating.SOLO)), "tips")
    assert against in told["Right of Way"]
    if counted:
        assert accessible_text(told["Count the hazards"]).endswith(f"In this deck: {counted}.")


def test_tips_have_the_points_of_the_rule_set() -> None:
    assert "earns 200 points on top of its 100" in points_of(played("piatnik"), "tips")["Hold back your safeties"]
    assert "earns 300 points on top of its 100" in points_of(played("mille_miglia"), "tips")["Hold back your safeties"]


def test_tips_speak_the_words_of_the_booklet() -> None:
    set_language("fr")
    assert "étape gagnée" in repr(rules_page("tips", played("winning_moves")).blocks)
    assert "manche gagnée" in repr(rules_page("tips", played("dujardin")).blocks)
    set_language("it")
    assert "Tenere da parte le carte stivale" in points_of(played("mille_miglia"), "tips")
    assert "Tenere da parte le super-carte" in points_of(played("winning_moves"), "tips")


# -- differences ----------------------------------------------------------------------------------------------------

BASE = load_rules("winning_moves")
OTHER_OPTION = replace(BASE.seatings[0], distance_km=500, may_extend=False, removed=())

VARIANTS: list[tuple[str, dict[str, object], set[str]]] = [
    ("cards", {"cards": (9, *BASE.cards[1:])}, {"deck"}),
    ("seatings", {"seatings": BASE.seatings[1:]}, {"seatings"}),
    ("one seating", {"seatings": (OTHER_OPTION, *BASE.seatings[1:])}, {"distance", "extension", "removed"}),
    ("hand_size", {"hand_size": 7}, {"hand"}),
    ("extended_km", {"extended_km": 900}, {"extension"}),
    ("extension_on_empty_pile", {"extension_on_empty_pile": False}, {"extension"}),
    ("hazard_needs_rolling", {"hazard_needs_rolling": False}, {"hazard"}),
    ("starts_limited", {"starts_limited": True}, {"starts_limited"}),
    ("limit_lands_on", {"limit_lands_on": frozenset({BattleTop.EMPTY})}, {"limit"}),
    ("safety_plays_on", {"safety_plays_on": True}, {"safety"}),
    ("won_turn_draws", {"won_turn_draws": 1}, {"won_turn"}),
    ("won_turn_safety_plays_on", {"won_turn_safety_plays_on": False}, {"won_turn"}),
    ("when_pile_empty", {"when_pile_empty": PileEmpty.UNTIL_HANDS_EMPTY}, {"pile_empty"}),
    ("when_pile_empty_extended", {"when_pile_empty_extended": PileEmpty.TURN_OF_LAST_CARD}, {"pile_empty"}),
    ("nearest_wins", {"nearest_wins": True}, {"pile_empty"}),
    ("match_target", {"match_target": 3000}, {"match"}),
    ("match_legs", {"match_target": None, "match_legs": 3}, {"match"}),
    ("one leg", {"match_target": None, "match_legs": 1, "single_leg_by_points": False}, {"match"}),
]

POINTS: list[tuple[str, object]] = [
    ("km", 2),
    ("safety", 150),
    ("all_four", 0),
    ("coup_fourre", 250),
    ("leg_won", 500),
    ("delayed_action", 0),
    ("safe_trip", 100),
    ("extension", 100),
    ("extension_goes_to", ExtensionGoesTo.EXTENDER_OR_OPPONENTS),
    ("shut_out", 0),
    ("shut_out_goes_to", ShutOutGoesTo.EVERY_STARTER),
    ("shut_out_side_scores", frozenset(SCORE_ITEMS)),
    ("left_in_hand", -1),
    ("no_100", 500),
]


@each(("changed", "found"), [row[1:] for row in VARIANTS])
def test_made_up_rule_set_yields_exactly_its_difference(changed: dict[str, object], found: set[str]) -> None:
    check_difference(replace(BASE, **changed), found)  # type: ignore[arg-type]


@each(("field", "value"), POINTS)
def test_made_up_points_yield_exactly_their_difference(field: str, value: object) -> None:
    points = replace(BASE.points, **{field: value})  # type: ignore[arg-type]
    check_difference(replace(BASE, points=points), {f"points.{field.removesuffix('_goes_to')}"})


def check_difference(variant: Rules, found: set[str]) -> None:
    """The aspects found differ, and are said in other words; the others are said in the same."""
    assert {aspect.id for aspect in differing_aspects(variant, [BASE])} == found
    for aspect in ASPECTS:
        here, there = (aspect.words(BASE.id, rules, [variant, BASE]) for rules in (variant, BASE))
        assert (here != there) or aspect.id not in found, aspect.id
    told = find_differences(variant, [BASE])
    assert len(told) == len(found)
    for difference in told:
        assert [words for _names, words in difference.others] != [difference.here]


def test_rule_set_fields_are_all_compared() -> None:
    """A new field fails here until a variant above shows where its difference is told."""
    compared = {name for row in VARIANTS for name in row[1]} | {"points", "id", "number", "sources", "words"}
    assert {field.name for field in fields(Rules)} == compared
    assert {field.name for field in fields(Points)} == {field for field, _value in POINTS}


def test_equal_rules_differ_in_nothing() -> None:
    assert differing_aspects(BASE, [BASE]) == []


def test_piatnik_and_winning_moves_differ_in_five_things() -> None:
    found = {aspect.id for aspect in differing_aspects(load_rules("piatnik"), [BASE])}
    assert found == {"won_turn", "points.coup_fourre", "limit", "pile_empty", "extension"}


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_page_of_differences_names_the_rule_sets_that_differ(rules_id: str) -> None:
    told = [block for block in rules_page("differences", played(rules_id)).blocks if isinstance(block, Difference)]
    others = [load_rules(other) for other in RULE_SETS if other != rules_id]
    assert len(told) == len(differing_aspects(load_rules(rules_id), others))
    assert all(difference.others for difference in told)
    by_head = {difference.head: difference for difference in told}
    assert by_head["Coups fourrés"].here == ("200" if rules_id == "piatnik" else "300")


@each(
    ("rules_id", "seats", "heads"),
    [
        ("winning_moves.snow", 4, ["Distance", "Extension", "Deck"]),
        ("mille_miglia.hairpins", 3, ["Speed pile, while it is empty", "Deck"]),
        ("winning_moves.moonless", 2, ["Deck"]),
    ],
)
def test_rules_of_a_stage_tell_what_it_changes_and_nothing_else(rules_id: str, seats: int, heads: list[str]) -> None:
    setup = MatchSetup.from_booklet(rules_id, Seating.SOLO, seats)
    blocks = rules_page("differences", RulesInPlay.of(setup)).blocks
    told = [block for block in blocks if isinstance(block, Difference)]
    assert [difference.head for difference in told] == heads
    book = rule_set_name(rules_id)
    assert all([name for name, _words in difference.others] == [book] for difference in told)


def test_rules_of_a_stage_without_limits_speak_of_no_limit_to_lay() -> None:
    setup = MatchSetup.from_booklet("winning_moves.moonless", Seating.SOLO, 2)
    blocks = rules_page("attack", RulesInPlay.of(setup)).blocks
    rows = next(block for block in blocks if isinstance(block, HazardAnswers)).rows
    assert "speed_limit" not in {row.hazard.id for row in rows}
    assert not any(isinstance(block, Point) and card("speed_limit") in block.cards for block in blocks)


def test_setup_and_rules_agree_on_who_wins_a_single_leg_of_mille_miglia() -> None:
    setup = MatchSetup.from_booklet("mille_miglia", Seating.SOLO, 4)
    assert length_line(setup) == "The winner of the leg takes the match, whatever the points."
    assert length_line(setup) in match_text(RulesInPlay.of(setup))
    assert "most points win" in length_line(replace(setup, legs=2))
