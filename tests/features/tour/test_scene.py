"""The tour on the screen: the map, the sheet of a stage, a stage driven through the window, and what it brought."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace as replaced

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.features.play.scene import TableScene
from game.features.tour.map import TourMap, road_point
from game.features.tour.model import Stage, stage_of, stages
from game.features.tour.scene import TourScene
from game.features.tour.stage_results import GoalStatus
from game.features.tour.watch import GoalWatch
from game.features.tour.words import goal_words, next_stage_line, stage_facts
from game.i18n import say, set_language
from game.match.match_file import MatchKind, SavedMatch
from game.settings.settings import AnimationSpeed
from game.table.animation.road_effects import FinishCrossing
from game.words.places import place_about
from tests.features.calendar.test_deal_code_scene import played_to_the_end
from tests.fit import look
from tests.fixed_decks import saved_match, sit_down
from tests.scenes.stages import STAGES
from tests.window import Driver, middle, open_window


def stage(id: str) -> Stage:
    found = stage_of(id)
    assert found is not None
    return found


def open_tour(driver: Driver, **won: Sequence[int]) -> TourScene:
    """The tour from the title, with these goals reached in these stages before."""
    app = driver.app
    earned = Achievements(stages={id: tuple(goals) for id, goals in won.items()})
    app._profile_stats._earned = {app.settings.profile.id: earned}
    driver.press("tour")
    driver.settle()
    assert isinstance(app.scene, TourScene)
    return app.scene


def start(driver: Driver, id: str) -> None:
    driver.app.start_stage(stage(id))
    driver.settle()


@pytest.mark.parametrize("code", ["en", "de", "fr", "it", "hu"])
def test_stages_all_have_words_for_all_their_parts(driver: Driver, code: str) -> None:
    set_language(code)
    told = []
    for one in stages():
        told += [place_about(one.id), *(words for _icon, words in stage_facts(one))]
        told += [goal_words(goal, one.plan.setup.rules) for goal in one.goals]
    assert all(told)
    assert not any("{" in words for words in told)


@pytest.mark.parametrize("code", ["de", "fr", "it", "hu"])
def test_goals_of_stages_are_said_in_the_language(driver: Driver, code: str) -> None:
    def said() -> list[str]:
        return [goal_words(goal, one.plan.setup.rules) for one in stages() for goal in one.goals]

    english = said()
    set_language(code)
    assert not set(english) & set(said())


def test_rival_who_spares_the_person_is_marked_where_not_all_do(driver: Driver) -> None:
    open_tour(driver)
    driver.press("stages.les_tilleuls")
    assert driver.control("rival1").name == "Leo · Steady"
    assert driver.control("rival2").name == "Hugo · Steady · Spares you"
    assert driver.control("fact1").name == "Play style: Gentle"


def test_remark_names_its_speaker_among_several_rivals(driver: Driver) -> None:
    open_tour(driver)
    assert not driver.control("remark").name.startswith("Leo: ")
    driver.press("stages.les_tilleuls")
    assert driver.control("remark").name.startswith("Leo: ")


def test_stones_all_tell_place_stars_and_whether_they_were_driven(driver: Driver) -> None:
    open_tour(driver, port_sablon=(0, 2))
    said = [node.name for node in driver.of_role("cell")]
    assert said[:3] == [
        "Stage 1, Port-Sablon, 2 of 3 stars, done",
        "Stage 2, Les Tilleuls, open",
        "Stage 3, Saint-Aubin, still ahead",
    ]
    assert driver.control("all").name == "2 / 36 stars"
    assert driver.control("place").name == "Les Tilleuls"
    assert driver.focused == "drive"


@pytest.mark.parametrize(
    ("code", "words"),
    [("en", "Once more"), ("de", "Noch einmal"), ("fr", "Encore une fois"), ("it", "Ancora una volta"),
     ("hu", "Még egyszer")],
)  # fmt: skip
def test_drive_button_once_driven_has_the_words_of_another_race(driver: Driver, code: str, words: str) -> None:
    """The lesson has the same words in English for another attack, “Et de deux” in French."""
    driver.app.set_language(code)
    open_tour(driver, port_sablon=(0,))
    driver.press("stages.port_sablon")
    assert driver.control("drive").name == words


def test_arrows_go_along_the_road_which_ends_at_both_ends(driver: Driver) -> None:
    scene = open_tour(driver)
    scene.controls.focus("stages")
    right, left = pygame.K_RIGHT, pygame.K_LEFT
    for key, place in ((right, "Les Tilleuls"), (right, "Saint-Aubin"), (left, "Les Tilleuls")):
        driver.key(key)
        assert driver.control("place").name == place
    driver.press("stages.kilometre_1000")
    scene.controls.focus("stages")
    driver.key(pygame.K_RIGHT)
    assert driver.control("place").name == "Kilometer 1000"


def test_stage_still_ahead_is_shown_whole_and_tells_what_opens_it(driver: Driver) -> None:
    open_tour(driver)
    driver.press("stages.szelvar")
    assert not driver.control("drive").enabled
    assert driver.control("locked").name == "Unlocks after Felsentor."
    assert [driver.control(f"goal{n}").name for n in range(3)] == [
        "Finish fourth or better on points: no star yet",
        "Win: no star yet",
        "Play 4 kinds of hazard: no star yet",
    ]


def test_enter_on_a_stone_goes_to_the_button_that_drives_it(driver: Driver) -> None:
    scene = open_tour(driver)
    scene.controls.focus("stages")
    driver.key(pygame.K_RETURN)
    assert driver.focused == "drive"


def test_region_leads_to_its_first_stage_still_to_be_driven(driver: Driver) -> None:
    open_tour(driver, port_sablon=(), les_tilleuls=())
    driver.press("regions.alps")
    assert driver.control("place").name == "Col des Marmottes"
    driver.press("regions.coast")
    assert driver.control("place").name == "Saint-Aubin"


def test_shoulders_and_page_keys_go_from_region_to_region(driver: Driver) -> None:
    scene = open_tour(driver, port_sablon=(), les_tilleuls=())

    def place() -> str:
        return driver.control("place").name

    assert scene.handle_button("shoulder_r")
    assert place() == "Weidenau"
    driver.key(pygame.K_PAGEDOWN)
    driver.key(pygame.K_PAGEDOWN)
    assert place() == "Szélvár"
    assert scene.handle_button("shoulder_r"), "the last one"
    assert place() == "Szélvár"
    driver.key(pygame.K_PAGEUP)
    assert scene.handle_button("shoulder_l")
    assert scene.handle_button("shoulder_l")
    assert place() == "Saint-Aubin"
    assert not scene.handle_button("south")


@pytest.mark.parametrize(("size", "per_cent"), [((1280, 720), 100), ((1080, 1350), 150)])
def test_sheet_leaves_out_nothing_that_has_room(driver: Driver, size: tuple[int, int], per_cent: int) -> None:
    STAGES["tour"](driver)
    driver.resize(size)
    look(driver, per_cent)
    for code in ("en", "de", "hu"):
        driver.app.set_language(code)
        driver.settle()
        assert {"stars", "opens", "remark"} <= driver.ids()


@pytest.mark.parametrize("stage", ["tour", "tour_ahead"])
def test_tall_window_shows_the_map_above_any_sheet_in_large_text(driver: Driver, stage: str) -> None:
    STAGES[stage](driver)
    driver.resize((1080, 1350))
    look(driver, 200)
    assert {"stages", "place", "goal2"} <= driver.ids()
    assert not driver.shows("view")


def test_press_on_a_name_is_as_good_as_one_on_the_stone(driver: Driver) -> None:
    scene = open_tour(driver)
    stones = next(widget for widget in scene.controls.widgets if widget.id == "stages")
    driver.click(stones._names["felsentor"].center)  # type: ignore[attr-defined]
    assert driver.control("place").name == "Felsentor"


def test_road_leads_from_stone_to_stone() -> None:
    assert [road_point(n) for n in (0, 4, 11)] == [(118, 640), (430, 452), (1262, 622)]
    assert 118 < road_point(0.5)[0] < 228


def test_large_text_shows_the_sheet_alone_and_the_map_behind_a_button(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(text_size=200))
    driver.resize((960, 540))
    open_tour(driver)
    assert not driver.shows("stages")
    driver.press("view")
    driver.press("stages.les_tilleuls")
    assert not driver.shows("drive")
    driver.press("view")
    assert driver.control("place").name == "Les Tilleuls"


def test_title_sign_tells_the_next_stage_of_the_tour_and_the_stars(driver: Driver) -> None:
    scene = open_tour(driver, port_sablon=(0, 1))
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.scene == "title"
    assert driver.control("stars").name == "2 / 36 stars"
    assert next_stage_line(scene._saved_progress) == "Next stage: Les Tilleuls"


# -- a stage that is driven --------------------------------------------------------------------------------------------


def test_stage_driven_to_its_end_opens_the_next_whatever_the_place(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        driver.press("tour")
        driver.settle()
        driver.press("drive")
        session = driver.session
        assert (driver.scene, session.stage) == ("table", "port_sablon")
        played_to_the_end(driver)
        assert driver.scene == "result"
        assert driver.control("go_on").name == "On with the tour"
        driver.press("go_on")
        driver.settle()
        assert driver.scene == "tour"
        assert driver.app.session is None
        assert driver.control("place").name == "Port-Sablon"
        assert driver.control("stages.port_sablon").name.endswith("done")
        stars = driver.control("all").name
        assert driver.focused == "next"
        driver.press("next")
        assert driver.control("place").name == "Les Tilleuls"
        assert driver.control("drive").enabled
        driver.key(pygame.K_ESCAPE)
        driver.settle()
    with open_window(tmp_path, counts=True) as driver:
        driver.until(lambda: driver.app.achievements(driver.app.settings.profile.id) is not None, "what was earned")
        driver.press("tour")
        driver.settle()
        assert driver.control("all").name == stars
        assert driver.control("place").name == "Les Tilleuls"


def test_stage_can_be_driven_again_with_the_same_cards(driver: Driver) -> None:
    start(driver, "port_sablon")
    session = driver.session
    deal = session.deal
    played_to_the_end(driver)
    driver.app.show_tour()
    driver.settle()
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    driver.press("tour")
    driver.settle()
    driver.press("stages.port_sablon")
    driver.press("again")
    session = driver.session
    assert (session.deal, session.stage) == (deal, "port_sablon")


def test_stage_that_was_left_is_continued_or_begun_anew(driver: Driver) -> None:
    start(driver, "port_sablon")
    left = driver.session
    driver.app.go_home()
    driver.settle()
    open_tour(driver)
    assert driver.focused == "go_on"
    assert (driver.control("go_on").name, driver.control("drive").name) == ("Continue", "Start over")
    driver.press("go_on")
    driver.settle()
    again = driver.session
    assert (again.saved.id, again.stage) == (left.saved.id, "port_sablon")
    driver.app.go_home()
    driver.settle()
    open_tour(driver, port_sablon=(0,))
    assert driver.control("place").name == "Port-Sablon", "which is under way, though it was driven before"
    driver.press("stages.les_tilleuls")
    assert driver.control("drive").name == "Drive"
    assert not driver.shows("go_on")
    driver.press("stages.port_sablon")
    driver.press("drive")
    anew = driver.session
    assert (anew.saved.id != left.saved.id, anew.stage) == (True, "port_sablon")


@pytest.mark.parametrize("is_deleted", [False, True])
def test_stage_that_was_left_is_continued_after_another_match_too(driver: Driver, *, is_deleted: bool) -> None:
    start(driver, "port_sablon")
    left = driver.session
    driver.app.go_home()
    driver.app.start_match(driver.app.settings.match_plan("en"))
    driver.settle()
    driver.app.go_home()
    driver.settle()
    open_tour(driver)
    assert driver.control("stage").name == "Stage 1 of 12 · Coast · under way"
    assert driver.control("stages.port_sablon").name == "Stage 1, Port-Sablon, open, under way"
    assert driver.focused == "go_on"
    if is_deleted:  # by another copy of the game
        ticket = driver.app.files.delete_match(left.saved.id)
        driver.until(lambda: ticket is None or ticket.is_done, "the match to be gone")
    driver.press("go_on")
    driver.settle()
    if is_deleted:
        assert (driver.scene, driver.control("drive").name) == ("tour", "Drive")
        return
    again = driver.session
    assert again.saved.id == left.saved.id


def test_stage_driven_once_more_leads_to_the_next_undriven_one(driver: Driver) -> None:
    app = driver.app
    start(driver, "port_sablon")
    played_to_the_end(driver)
    app._profile_stats._earned = {
        app.settings.profile.id: Achievements(stages={"port_sablon": (), "les_tilleuls": (0,)})
    }
    app.show_tour()
    driver.settle()
    assert driver.control("next").name == "Next: Saint-Aubin"


def arriving(driver: Driver) -> TourScene:
    """The tour while the car is on its way to the stage just driven."""
    driver.until(driver.app.scene.is_moving, "the arrival")
    scene = driver.top(TourScene)
    driver.wait(0.3)
    assert 0.1 < scene._map_state().car < 0.6
    return scene


def test_arrival_takes_its_time_unless_motion_is_reduced(driver: Driver) -> None:
    start(driver, "port_sablon")
    played_to_the_end(driver)
    driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.NORMAL))
    driver.app.show_tour()
    scene = arriving(driver)
    assert scene._map_state().flag == 0
    driver.settle()
    after = scene._map_state()
    assert (after.car, after.flag) == (0.6, 1)


def test_arrival_drives_to_a_stage_that_is_counted_already(tmp_path: Path) -> None:
    with open_window(tmp_path, counts=True) as driver:
        driver.until(lambda: driver.app.profile_stats(driver.app.settings.profile.id) is not None, "the figures")
        driver.app.record_achievement(lambda _: Achievements(milestones=("school",)))
        start(driver, "port_sablon")
        played_to_the_end(driver)
        person = driver.app.settings.profile.id
        driver.app.refresh_stats()
        driver.until(lambda: "port_sablon" in (driver.app.achievements(person) or Achievements()).stages, "the count")
        driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.NORMAL))
        driver.app.show_tour()
        arriving(driver)


def test_hint_button_is_grey_and_says_why_in_a_stage_without_hints(driver: Driver) -> None:
    start(driver, "valdinotte")
    driver.until(lambda: driver.app.session is not None and driver.session.is_waiting_for_viewer, "the own turn")
    driver.settle()
    hint = driver.control("hint")
    assert not hint.enabled
    assert hint.description.startswith("No hints on this stage.")
    driver.key(pygame.K_h)
    driver.settle()
    assert any("No hints" in str(node) for node in driver.nodes() if node.id != "hint")


def test_goals_stand_on_the_table_and_a_star_turns_gold_when_reached(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.OFF))
    start(driver, "port_sablon")
    assert driver.control("goals").name == "Drive 400 km: no star yet; Win: no star yet; Win with a safety: no star yet"
    scene = driver.top(TableScene)
    scene.goals.status = GoalStatus((0,), (2,))
    scene.stage.invalidate()
    driver.pump()
    assert driver.control("goals").name == "Drive 400 km: star; Win: no star yet; Win with a safety: missed"


def nearly_there(*ways: str) -> SavedMatch:
    """Port-Sablon, where a 25 brings the person to the finish after these ways."""
    moves = [text for way in ways for text in (f"0 {way}", "1 - km_25")]
    hands = [" ".join(ways), " ".join(["km_25"] * 6)]
    one = stage("port_sablon")
    saved = saved_match(hands, "km_25 km_25", moves, options=one.plan.setup.options)
    return replace(saved, setup=one.plan.setup, players=one.plan.players, kind=MatchKind.STAGE, stage=one.id)


def test_star_of_the_end_is_told_no_sooner_than_the_end_is_seen(driver: Driver) -> None:
    sit_down(driver, nearly_there("km_50", "km_200", "km_200", "km_100", "km_100", "km_25"))
    driver.settle()
    scene = driver.top(TableScene)
    session = driver.session
    driver.key(pygame.K_1 + [card.id for card in scene.hand.cards].index("km_25"))
    driver.key(pygame.K_RETURN)
    driver.until(lambda: session.is_leg_over, "the end")
    while not any(isinstance(effect, FinishCrossing) for effect, s in scene.animation.effects if s >= 0):
        assert driver.app.toast is None
        assert scene.goals.status.reached == (0,)
        time.sleep(0.005)  # the goals have time to be read
        driver.pump()
    driver.until(lambda: scene.goals.status.reached == (0, 1), "the star")
    assert driver.app.toast is not None
    assert say(driver.app.toast.words) == "Star: Win"
    assert driver.scene == "table"


def test_stars_that_come_together_are_told_together(driver: Driver) -> None:
    sit_down(driver, nearly_there("right_of_way", "km_200", "km_200", "km_100", "km_100", "km_75"))
    driver.settle()
    scene = driver.top(TableScene)
    driver.key(pygame.K_1 + [card.id for card in scene.hand.cards].index("km_25"))
    driver.key(pygame.K_RETURN)
    driver.until(lambda: scene.goals.status.reached == (0, 1, 2), "the stars")
    assert driver.app.toast is not None
    assert say(driver.app.toast.words) == "Stars: Win; Win with a safety"


def test_goals_of_a_stage_are_in_the_persons_file_when_its_match_ends(driver: Driver) -> None:
    scene = sit_down(driver, nearly_there("right_of_way", "km_200", "km_200", "km_100", "km_100", "km_75"))
    assert isinstance(scene, TableScene)
    driver.key(pygame.K_1 + [card.id for card in scene.hand.cards].index("km_25"))
    driver.key(pygame.K_RETURN)
    kept = {"first": Achievements(stages={"port_sablon": (0, 1, 2)})}
    driver.until(lambda: without_milestones(driver.app.career.files.read_all(ACHIEVEMENT_FILES)) == kept, "the goals")


def without_milestones(kept: dict[str, Achievements]) -> dict[str, Achievements]:
    return {person: replaced(found, milestones=()) for person, found in kept.items()}


@pytest.mark.parametrize(
    ("size", "stage", "has_paper"),
    [
        ((1280, 720), "port_sablon", True),
        ((1280, 720), "szelvar", False),  # of six drivers, where the turn plate needs the room
        ((960, 540), "port_sablon", False),
        ((1080, 1350), "port_sablon", False),
    ],
)
def test_bar_holds_the_three_stars_where_the_paper_has_no_room(
    driver: Driver, size: tuple[int, int], stage: str, has_paper: bool
) -> None:
    driver.resize(size)
    start(driver, stage)
    scene = driver.top(TableScene)
    layout = scene.picture.places.layout
    assert (layout.goals is not None) == has_paper
    place = pygame.Rect(driver.control("goals").rect)
    assert (place.bottom <= layout.top.h) != has_paper
    assert place.bottom <= layout.turn.y or not has_paper


def test_delegation_of_a_stage_warns_beforehand_that_no_stars_are_earned(driver: Driver) -> None:
    start(driver, "port_sablon")
    driver.until(lambda: driver.app.session is not None and driver.session.is_waiting_for_viewer, "the own turn")
    driver.settle()
    scene = driver.top(TableScene)
    scene.delegation.ask_to_delegate()
    driver.settle()
    assert "no stars" in driver.control("message").name


def test_stage_that_was_left_is_continued_by_the_sign_of_the_tour(driver: Driver) -> None:
    start(driver, "lac_aurane")
    driver.app.go_home()
    driver.settle()
    assert driver.control("tour").value == "Lac d’Aurane, under way"
    driver.press("tour")
    driver.settle()
    assert (driver.control("place").name, driver.focused) == ("Lac d’Aurane", "go_on")
    driver.press("go_on")
    driver.settle()
    assert driver.session.stage == "lac_aurane"


@pytest.mark.parametrize("size", [(1280, 720), (960, 540)])
def test_goals_are_told_at_once_by_a_press_and_by_enter(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(size)
    start(driver, "port_sablon")
    driver.until(lambda: driver.app.session is not None and driver.session.is_waiting_for_viewer, "the own turn")
    driver.settle()
    told = "Three stars: Drive 400 km: no star yet; Win: no star yet; Win with a safety: no star yet."
    assert driver.told("tip") is None
    driver.click(middle(driver.control("goals")))
    assert driver.told("tip") == told
    driver.key(pygame.K_F5)  # a key without a meaning
    assert driver.told("tip") is None
    assert driver.app.scene.focus_control("goals")
    driver.key(pygame.K_RETURN)
    assert driver.told("tip") == told


@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (1080, 1350)])
@pytest.mark.parametrize("percent", [100, 200])
def test_names_of_places_never_cover_a_stone(tmp_path: Path, size: tuple[int, int], percent: int) -> None:
    with open_window(tmp_path, size=size) as driver:
        scene = open_tour(driver)
        look(driver, percent)
        for one in stages():
            scene._choose_stage(one.id)
            if not any(isinstance(widget, TourMap) for widget in scene.controls.widgets):
                driver.press("view")
            stones = next(widget for widget in scene.controls.widgets if isinstance(widget, TourMap))
            assert stones._names
            for id, name in stones._names.items():
                others = [cell for cell in stones.cells if cell.id != id]
                covered = [cell.id for cell in others if name.colliderect(cell.box.rect.scale_by(0.7))]
                assert not covered, (one.id, id)


def test_goals_change_no_sooner_than_the_moves_are_seen(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(driver, nearly_there("km_50", "km_200"), ["1 - km_25"])
    driver.settle()
    scene, update, asked = driver.top(TableScene), GoalWatch.update, list[bool]()
    monkeypatch.setattr(GoalWatch, "update", lambda watch: asked.append(scene.animation.is_over) or update(watch))
    driver.key(pygame.K_1 + [card.id for card in scene.hand.cards].index("km_25"))
    driver.key(pygame.K_RETURN)
    driver.until(lambda: len(driver.session.observation.moves) > 5 and scene.animation.is_over, "the rival's move")
    driver.settle()
    assert asked
    assert all(asked)
