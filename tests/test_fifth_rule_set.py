"""A rule set more is a file and rows of the catalogues: bots play it at once, and the window has words for it.

The program is copied, the made-up rule set put in, and asked in a process of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from game.match.deals import CodeError, Deal
from tests.nightly import some

ROOT = Path(__file__).parents[1]
CHANGES = {
    'name = "1000 Bornes, Dujardin"': 'name = "Hill Climb"',
    'booklet = "Rules as in the French booklet by Dujardin"': 'booklet = "Rules of nobody\'s"',
    'character = "Every safety': 'character = "Short and steep. Every safety',
    "number = 2": "number = 4",
    "km_25 = { value = 10": "km_25 = { value = 14",
    "flat_tire = { value = 3": "flat_tire = { value = 4",
    "distance_km = 700": "distance_km = 600",
    "extended_km = { value = 1000": "extended_km = { value = 800",
    "hand_size = { value = 6": "hand_size = { value = 5",
    "won_turn_draws = { value = 2": "won_turn_draws = { value = 1",
    'when_pile_empty = { value = "until_hands_empty"': 'when_pile_empty = { value = "turn_of_last_card"',
    "target_score = { value = 5000": "target_score = { value = 1500",
    "km = { value = 1,": "km = { value = 2,",
    "left_in_hand = { value = 0": "left_in_hand = { value = -1",
}
"""What it has otherwise than Dujardin's: decks, hands, distances, endings and points that no booklet has."""
ROWS = '\nmsgid "Hill Climb"\nmsgstr "Bergrennen"\n'


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with a fifth rule set."""
    top = tmp_path_factory.mktemp("checkout")
    for package in ("game", "ai", "assets"):
        shutil.copytree(ROOT / package, top / package, ignore=shutil.ignore_patterns("__pycache__"))
    rulesets = top / "game" / "engine" / "rulesets"
    text = (rulesets / "dujardin.toml").read_text("utf-8")
    for old, new in CHANGES.items():
        assert old in text
        text = text.replace(old, new)
    (rulesets / "hill_climb.toml").write_text(text, "utf-8")
    catalogue = Path("locale", "de", "LC_MESSAGES", "milestone-rally.po")
    (top / catalogue).parent.mkdir(parents=True)
    (top / catalogue).write_text((ROOT / catalogue).read_text("utf-8") + ROWS, "utf-8")
    (top / "pyproject.toml").touch()
    return top


def run(copy: Path, *arguments: str) -> str:
    """What a program of the copy prints."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(copy), "PYTHONPATH": "", "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("seats", some([2, 4]))
def test_fifth_rule_set_is_played_by_all_levels_better_than_at_random(copy: Path, seats: int) -> None:
    names = ["beginner", "steady", "skilled@0.3", "master@0.02", "priority"]
    for own in some(names, 3) if seats == 2 else [names[0]]:
        others = ["random"] if seats == 2 else ["steady", "skilled@0.3", "master@0.02"]
        asked = [part for name in (own, *others) for part in ("--seat", name)]
        told = run(copy, "-m", "ai", "arena", *asked, "--rules=hill_climb", "--matches=2", "--mirror", "--json")
        result = json.loads(told)
        assert result["faults"] == []
        assert result["course"]["legs"] >= 2
        if seats == 2:
            assert result["players"][0]["won"] == 4, own


def test_fifth_rule_set_is_taken_for_the_most_similar_one_by_bots(copy: Path) -> None:
    asked = "from ai.evaluation.features import most_similar; print(most_similar('hill_climb'))"
    assert run(copy, "-c", asked) == "dujardin\n"


def test_fifth_rule_set_has_deal_codes_and_leaves_the_others_unchanged(copy: Path) -> None:
    program = """
        from game.engine.rules import Seating
        from game.engine.setup import MatchSetup
        from game.match.deals import Deal
        deal = Deal.of(MatchSetup("hill_climb", Seating.TEAMS, 4, legs=1), 3, 4711)
        assert Deal.from_code(deal.code) == deal
        print(Deal.from_code("BDW-HBQ-QZB").rules, deal.code)
    """
    told = run(copy, "-c", dedent(program)).split()
    assert told[0] == "winning_moves"
    with pytest.raises(CodeError, match="unknown"):  # a version without the rule set
        Deal.from_code(told[1])


def test_fifth_rule_set_with_the_number_of_another_is_refused(copy: Path) -> None:
    file = copy / "game" / "engine" / "rulesets" / "hill_climb.toml"
    text = file.read_text("utf-8")
    program = """
        from game.engine.errors import RulesFileError
        from game.match.deals import Deal
        try:
            Deal.from_code("BDW-HBQ-QZB")
        except RulesFileError as error:
            print(error)
    """
    file.write_text(text.replace("number = 4", "number = 2"), "utf-8")
    try:
        assert "hill_climb.toml" in run(copy, "-c", dedent(program))
    finally:
        file.write_text(text, "utf-8")


def test_fifth_rule_set_is_played_by_teams_and_its_records_replay(copy: Path) -> None:
    program = """
        from random import Random
        from ai.bots.factory import make_bot
        from ai.spec import LEVELS, BotSpec
        from game.engine.match import Match
        from game.engine.setup import MatchSetup
        from game.engine.rules import Seating
        from game.engine.record import replay
        match = Match.with_random_dealer(MatchSetup.from_booklet("hill_climb", Seating.TEAMS, 4), Random(1))
        bots = [make_bot(BotSpec(level=level, effort=0.02)) for level in LEVELS]
        while not match.is_over:
            leg = match.deal(match.shuffled_deck(Random(len(match.results))))
            while (seat := leg.seat) is not None:
                observation = leg.observe(seat, match.context)
                decision = bots[seat].decide(observation, Random(len(leg.moves)))
                assert decision.move in observation.legal and decision.reason is not None
                leg.apply(decision.move)
            match.add_finished_leg(leg)
            assert replay(match.results[-1].record).scores == leg.scores
        print(max(match.totals))
    """
    assert int(run(copy, "-c", dedent(program))) >= 1500


def test_fifth_rule_set_has_all_words_of_the_window(copy: Path) -> None:
    program = """
        from game.engine.cards import CARDS
        from game.i18n import set_language
        from game.match.plan import DEFAULT_PLAN, RULE_SETS, seatings
        from game.features.rulebook.text.model import RulesInPlay
        from game.features.rulebook.text.pages import SECTIONS, rules_page
        from game.words.rulesets import rule_set_name
        plan = DEFAULT_PLAN.with_rules("hill_climb")
        for code in ("en", "de"):
            set_language(code)
            for option in seatings("hill_climb"):
                played = RulesInPlay.of(plan.with_seating(option.seats, option.seating).setup)
                assert all(rules_page(topic, played).blocks for topic in (*SECTIONS, *(card.id for card in CARDS)))
            for other in RULE_SETS:
                assert rules_page("differences", RulesInPlay.of(DEFAULT_PLAN.with_rules(other).setup)).blocks
            print(RULE_SETS[-1], rule_set_name("hill_climb"))
    """
    assert run(copy, "-c", dedent(program)).splitlines() == ["hill_climb Hill Climb", "hill_climb Bergrennen"]


def test_fifth_rule_set_has_a_road_that_ends_at_the_goal(copy: Path) -> None:
    """The picture is measured before and after an extension."""
    program = """
        import pygame
        from dataclasses import replace
        from random import Random
        from pygame import Rect, Surface, mask
        from game.engine.match import Match
        from game.engine.rules import Seating, load_rules
        from game.engine.setup import MatchSetup
        from game.people.players import HUMAN, bot
        from game.table.painting.picture import TablePicture
        from game.table.view import TableView, car_id
        from game.ui.drawing.theme import THEME

        pygame.init()
        pygame.display.set_mode((1280, 720))
        for seating, seats in ((Seating.SOLO, 2), (Seating.TEAMS, 4)):
            match = Match.with_random_dealer(MatchSetup.from_booklet("hill_climb", seating, seats), Random(1))
            o = match.deal(match.shuffled_deck(Random(1))).observe(0, match.context)
            players = (HUMAN, *map(bot, ("leo", "irma", "nina")[: seats - 1]))
            table = TablePicture((1280, 720), o, 0)

            def drawn(target, km, *hidden):
                sides = (replace(o.sides[0], km=km), *o.sides[1:])
                view = TableView(replace(o, sides=sides, target=target), players, 0, hidden=frozenset(hidden))
                surface = Surface((1280, 720))
                table.update(view)
                while table.is_behind:
                    table.update(view)
                table.render(surface)
                return surface.subsurface(Rect(table.places.layout.strip))

            for target in dict.fromkeys(load_rules(o.rules).distances_km(seats, seating)):
                print(target, end="")
                for km in (0, 275, target - 25, target):
                    empty = drawn(target, km, car_id(0))
                    same = mask.from_threshold(drawn(target, km), (0, 0, 0), (1, 1, 1, 255), empty)
                    same.invert()
                    first, *others = same.get_bounding_rects()
                    car = first.unionall(others)
                    assert 0 < car.left < car.right < 1280
                sky = empty.subsurface((0, 0, 1280, round(table.places.road.top - table.places.layout.strip.y)))
                (stone,) = mask.from_threshold(sky, THEME.red, (40, 40, 40, 255)).get_bounding_rects()
                print("", stone.left < car.right < stone.right)
    """
    assert run(copy, "-c", dedent(program)).splitlines() == ["600 True", "800 True", "1000 True"]
