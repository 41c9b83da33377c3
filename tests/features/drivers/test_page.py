"""The Roadbook's page of the drivers: the person's licence, what is told of a rival, and what can be done there."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

import pygame
import pytest

from game.career.cache import MatchCache
from game.career.match_stats import match_stats
from game.career.reader import CareerReader, PlayedMatch
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.features.drivers.model import DrivingStyle, Opponent, driving_styles, read_drivers
from game.files import limits
from game.match.match_file import MatchKind, SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.people.drivers import DRIVERS
from game.people.players import HUMAN, Player, PlayerKind, bot
from game.people.profiles import Profile
from game.settings.settings import Person, RemarkFrequency
from game.ui.layout.tree_form import TreeForm
from tests.features.roadbook.roadbook_stage import fill_season, played, season
from tests.scenes.stages import drivers
from tests.window import Driver

ANNA, JONAS = Profile("anna", name="Anna"), Profile("jonas", name="Jonas")
LEG = MatchSetup("winning_moves", Seating.SOLO, 3, legs=1)


@pytest.fixture
def page(driver: Driver) -> Driver:
    drivers(driver)
    return driver


def person(profile: Profile) -> Player:
    return Player(PlayerKind.HUMAN, profile=profile)


def read(*matches: SavedMatch, monkeypatch: pytest.MonkeyPatch) -> dict[str, Opponent]:
    """All opponents of Anna in these matches, by id."""
    found = [PlayedMatch(match_stats(saved)) for saved in matches]
    monkeypatch.setattr(CareerReader, "matches", lambda _self, _only=None: found)
    reader = CareerReader.__new__(CareerReader)
    return {one.id: one for one in read_drivers(reader, ANNA.id).opponents}


def table(players: Sequence[Player], seed: int, **about: object) -> SavedMatch:
    return replace(played(LEG, seed), id=f"m{seed}", players=tuple(players), **about)  # type: ignore[arg-type]


# -- what is counted ------------------------------------------------------------------------------------------------


def test_friend_is_an_opponent_with_a_score_of_the_tables_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = [table([person(ANNA), person(JONAS), bot("carla")], seed) for seed in range(1, 9)]
    jonas = read(*shared, monkeypatch=monkeypatch)["jonas"]
    assert jonas.profile == JONAS
    assert (jonas.won, jonas.lost) == (sum(m.winner == 0 for m in shared), sum(m.winner == 1 for m in shared))
    assert [race.match.id for race in jonas.races] == ["m8", "m7", "m6", "m5", "m4"]


def test_rival_at_a_shared_table_or_at_practice_was_not_met(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = table([person(ANNA), person(JONAS), bot("carla")], 1)
    practice = table([person(ANNA), bot("carla"), bot("hugo")], 2, kind=MatchKind.PRACTICE)
    carla = read(shared, practice, monkeypatch=monkeypatch)["carla"]
    assert (carla.races, carla.last_match) == ((), "")


def test_last_match_to_play_again_is_no_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    at_the_table = [person(ANNA), bot("carla"), bot("hugo")]
    stage = table(at_the_table, 2, kind=MatchKind.STAGE, stage="port_sablon")
    carla = read(table(at_the_table, 1), stage, monkeypatch=monkeypatch)["carla"]
    assert ([race.match.id for race in carla.races], carla.last_match) == (["m2", "m1"], "m1")


def test_driving_style_counts_attacks_by_a_rival_and_those_on_the_person() -> None:
    match = PlayedMatch(match_stats(table([person(ANNA), bot("carla"), bot("hugo")], 1)))
    (leg,) = match.legs
    style = driving_styles([match])["carla"]
    laid = {(by, on): count for by, on, count, _parried in leg.hit_pairs}
    assert style == DrivingStyle(1, laid.get((1, 0), 0) + laid.get((1, 2), 0), laid.get((1, 0), 0), style.coups_fourres)
    assert style.attacks


# -- the list -------------------------------------------------------------------------------------------------------


def test_list_has_the_person_and_the_six_rivals_with_their_scores(page: Driver) -> None:
    rows = [node.name for node in page.nodes() if node.role == "listitem"]
    assert rows[0] == "You · 6 of 80"
    assert [row.split(" · ")[0] for row in rows[1:]] == ["Bruno", "Carla", "Hugo", "Irma", "Leo", "Nina"]
    assert rows[1:3] == ["Bruno · –", "Carla · 2–3"]


def test_faces_stand_in_a_row_above_the_sheet_of_a_tall_window(page: Driver) -> None:
    page.resize((1080, 1350))
    faces = [node for node in page.nodes() if node.id.startswith("drivers.")]
    assert len(faces) == 1 + len(DRIVERS)
    assert len({face.rect[1] for face in faces}) == 1
    page.press("drivers.leo")
    assert page.control("who").name.startswith("Leo. ")


def test_list_with_the_largest_text_leads_to_the_sheet_and_back(page: Driver) -> None:
    page.app.save_settings(page.app.settings.with_values(text_size=200))
    page.resize((960, 540))
    assert "who" not in [node.id for node in page.nodes()]
    page.controls.focus("drivers", ring=True)
    page.key(pygame.K_RETURN)
    assert page.control("who").name.startswith("Carla. ")
    assert page.focused == "back"
    page.key(pygame.K_ESCAPE)
    assert (page.scene, page.focused) == ("roadbook", "drivers")


def test_enter_in_the_list_goes_on_to_the_sheet(page: Driver) -> None:
    page.controls.focus("drivers", ring=True)
    page.key(pygame.K_RETURN)
    assert page.focused == "again"


# -- guests ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def guest(driver: Driver) -> Driver:
    """The page of a guest who has sat at a table with the person."""
    settings = driver.app.settings
    driver.app.save_settings(settings.with_last_match_plan(DEFAULT_PLAN.with_persons([HUMAN, person(JONAS)])))
    drivers(driver)
    driver.press("drivers.jonas")
    return driver


def test_guest_gets_a_licence_and_is_a_person_then(guest: Driver) -> None:
    own = guest.app.settings.profile
    assert guest.control("who").name == "Jonas. Plays as a guest. Not met yet."
    guest.press("issue")
    guest.settle()
    settings = guest.app.settings
    assert (settings.profiles, settings.machine.guests, settings.profile) == ((own, JONAS), (), own)
    assert guest.control("who").name == "Jonas. Not met yet."
    assert "issue" not in [node.id for node in guest.nodes()]
    assert guest.focused == "drivers"


def test_guest_gets_no_licence_where_there_is_no_room_for_another_person(guest: Driver) -> None:
    settings = guest.app.settings
    more = (Person(f"p{n}") for n in range(limits.MAX_PROFILES - 1))
    guest.app.save_settings(replace(settings, people=(*settings.people, *more)))
    guest.top(TreeForm).lay_out()
    assert not guest.control("issue").enabled


# -- the sheet ------------------------------------------------------------------------------------------------------


def test_sheet_of_a_rival_tells_character_score_and_habits(page: Driver) -> None:
    assert page.control("who").name.endswith("Would rather attack than drive. Carla leads 3–2.")
    said = page.control("style").value or ""
    assert said.startswith("Attacks per leg: ")
    assert "… on you: " in said


def test_rival_not_met_yet_has_a_table_to_be_raced_at(page: Driver) -> None:
    page.press("drivers.bruno")
    assert page.control("who").name.endswith("Not met yet.")
    assert page.control("again").name == "Race"
    page.press("again")
    page.until(lambda: page.scene == "table", "the table")
    assert "bruno" in [player.driver for player in page.session.players]


def test_race_again_begins_the_last_table_with_that_rival(page: Driver) -> None:
    last = max((m for m in season().values() if "carla" in {p.driver for p in m.players}), key=lambda m: m.saved_s)
    page.press("again")
    page.until(lambda: page.scene == "table", "the table")
    session = page.session
    assert session.setup == last.setup
    assert [player.driver for player in session.players] == [player.driver for player in last.players]
    assert len(list(page.app.files.matches.glob("*.json"))) >= len(season())


def test_last_races_can_each_be_looked_back_on(page: Driver) -> None:
    races = [node for node in page.nodes() if node.id.startswith("race.")]
    assert len(races) == 5
    assert page.control("met.0").name.endswith("You 2,450, Carla 4,325")
    page.press("race.0")
    page.until(lambda: page.scene == "replay", "the leg")
    page.settle()
    page.key(pygame.K_ESCAPE)
    assert (page.scene, page.control("who").name.split(".")[0]) == ("roadbook", "Carla")


def test_last_word_of_a_rival_is_left_out_without_remarks(page: Driver) -> None:
    assert page.control("remark").name
    page.app.save_settings(page.app.settings.with_values(remarks=RemarkFrequency.OFF))
    page.top(TreeForm).lay_out()
    assert "remark" not in [node.id for node in page.nodes()]


def test_licence_opens_from_the_persons_sheet_and_leads_back(page: Driver) -> None:
    page.press(f"drivers.{page.app.settings.profile.id}")
    assert page.control("who").name == "You. 80 legs · 6 won · 36,100 km · 0 coups fourrés."
    page.press("licence")
    assert page.scene == "profiles"
    page.key(pygame.K_ESCAPE)
    assert page.scene == "roadbook"


def test_sheet_of_another_profile_counts_its_own_matches(page: Driver) -> None:
    settings = page.app.settings
    page.app.save_settings(settings.with_profile(Profile("ada", name="Ada")))
    page.app.scene.resume()
    page.settle()
    rows = [node.name for node in page.nodes() if node.role == "listitem"]
    assert rows[0] == "Ada"
    assert rows[2] == "Carla · –"


@pytest.mark.real_threads
def test_drivers_are_never_read_in_a_frame(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:

    on_main: list[bool] = []
    stats = MatchCache.stats

    def noted(cache: MatchCache) -> object:
        on_main.append(threading.current_thread() is threading.main_thread())
        return stats(cache)

    monkeypatch.setattr(MatchCache, "stats", noted)
    fill_season(driver.app.files, driver.app.settings.profile)
    drivers(driver)
    assert on_main
    assert not any(on_main)
