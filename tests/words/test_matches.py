from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from game.career.match_stats import summary_of
from game.engine.rules import Seating
from game.i18n import set_language
from game.match.match_file import MatchKind, SavedMatch, match_head
from game.match.plan import DEFAULT_PLAN
from game.people.players import HUMAN, bot
from game.people.profiles import Profile
from game.words.matches import (
    match_details_line,
    match_title,
    opponents_line,
    plan_summary,
    saved_match_line,
    table_line,
)
from tests.played_legs import played_match

JONAS, MIA = (replace(HUMAN, profile=Profile(name.lower(), name)) for name in ("Jonas", "Mia"))


@cache
def played(seating: Seating = Seating.SOLO) -> SavedMatch:
    return replace(SavedMatch.from_bytes(played_match(seating=seating).to_bytes()), id="kept")


@pytest.mark.parametrize(
    ("seating", "players", "named"),
    [
        (Seating.SOLO, (HUMAN, bot("carla"), bot("hugo"), bot("nina")), "Carla, Hugo and Nina"),
        (Seating.TEAMS, (HUMAN, bot("carla"), bot("hugo"), bot("nina")), "Carla and Nina"),
        (Seating.SOLO, (JONAS, MIA, HUMAN, bot("nina")), "Jonas, Mia, Player 3 and Nina"),
    ],
    ids=["alone", "teams", "several"],
)
def test_match_is_called_by_its_opponents(seating: Seating, players: tuple, named: str) -> None:
    saved = replace(played(seating), players=players)
    assert opponents_line(saved) == match_title(summary_of(saved)) == named
    assert match_title(summary_of(replace(saved, kind=MatchKind.DEAL))) == named, "driven once more"
    practice = replace(saved, kind=MatchKind.PRACTICE)
    assert match_title(summary_of(practice)) == f"Practice · {named}"
    assert match_title(summary_of(replace(saved, name="Sunday"))) == "Sunday"


def test_two_names_are_joined_in_each_language() -> None:
    saved, found = played(Seating.TEAMS), []
    for code in ("de", "fr", "it", "hu"):
        set_language(code)
        found.append(opponents_line(saved))
    set_language("en")
    assert [words.split()[1] for words in found] == ["und", "et", "e", "és"]


def test_house_rules_of_a_match_are_named_in_its_line() -> None:
    match = replace(summary_of(played()), house_rules=("rolling_start", "eight_cards"))
    said = match_details_line(match, "winning_moves")
    assert said == "4 drivers, solo · 3 legs · Rolling start · Eight cards"


def test_rule_set_of_a_match_is_named_only_if_another_one_is_set() -> None:
    match = summary_of(played())
    assert match_details_line(match, "winning_moves") == "4 drivers, solo · 3 legs"
    assert match_details_line(match, "dujardin").startswith("Winning Moves 2006 · ")


def test_begun_match_tells_its_leg_and_the_best_other_score() -> None:
    saved = replace(played(), totals=(1850, 400, 2375, 0))
    names = opponents_line(saved)
    assert saved_match_line(saved) == f"{names} · leg 2, you 1,850 to 2,375"


def test_begun_race_tells_distances() -> None:
    saved = replace(played(), setup=replace(played().setup, legs=1), km=(450, 200, 600, 0))
    assert saved_match_line(saved).endswith(" · you 450 to 600 km")


def test_table_is_told_by_its_persons_and_leg() -> None:
    saved = replace(played(), players=(JONAS, MIA, bot("carla"), bot("nina")))
    assert table_line(match_head(saved.to_bytes())) == "Jonas and Mia, leg 2"


def test_plan_of_several_persons_counts_them_and_the_bots() -> None:
    plan = DEFAULT_PLAN.with_persons((HUMAN,) * 3, bots=1)
    assert plan_summary(plan) == "3 at this screen, 1 bot · 5,000 points"
    teams = plan.with_seating(4, Seating.TEAMS)
    assert plan_summary(teams) == "3 at this screen, 1 bot · 2 teams of two · 5,000 points"
