"""The result as a story: what is on its plate, where it leads, and the picture that can be kept."""

from __future__ import annotations

import errno
import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pygame
import pytest

from game.drivers import remarks
from game.drivers.moods import Mood
from game.drivers.remarks import RemarkOccasion
from game.engine.rules import Seating, sides_of
from game.features.garage.announce import announce_items
from game.features.garage.model import UNLOCKABLES
from game.features.replay.scene import ReplayScene
from game.features.result.model import StoryCode, StoryLine
from game.features.result.photo import PhotoFinish, PhotoRenderer
from game.features.result.scene import ResultScene
from game.files import export
from game.i18n import say
from game.match.match_file import MatchKind, SavedMatch
from game.match.session import Session
from game.people.players import Player, PlayerKind
from game.people.profiles import Profile
from game.scenes.sayings import leg_end_remark
from game.settings.settings import TEXT_SIZE, TEXT_SIZES
from game.settings.user_files import UserFiles
from game.ui.layout import Scale
from game.ways import Ways
from game.words.names import Names
from tests.fit import look
from tests.played_legs import played_match
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window

pytestmark = pytest.mark.usefixtures("window")


def shown(driver: Driver, stage: str = "result_won") -> ResultScene:
    STAGES[stage](driver)
    return driver.top(ResultScene)


# -- where it leads ----------------------------------------------------------------------------------------------------


def test_moment_opens_the_replay_before_that_turn_and_escape_leads_back(driver: Driver) -> None:
    scene = shown(driver)
    for n, moment in enumerate(scene.result.story.highlights, 1):
        driver.press(f"moment.{n}")
        driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the leg")
        replayed = driver.top(ReplayScene)
        assert replayed.playback.place == moment.turn - 1
        told = replayed.leg.turns[moment.turn - 1]
        assert told.card is moment.line.card
        driver.settle()
        driver.key(pygame.K_ESCAPE)
        assert driver.app.scene is scene
        assert driver.focused == f"moment.{n}"


def test_tab_order_goes_from_the_red_button_to_the_moments_and_the_shelf(driver: Driver) -> None:
    shown(driver)
    walked = []
    for _ in range(11):
        walked.append(driver.focused)
        driver.key(pygame.K_TAB)
    ways = ["go_on", "look_back", "once_more", "to_title"]
    assert walked == [*ways, "moment.1", "moment.2", "moment.3", "rows", "save", "badge.1", "badge.2"]


def test_ways_on_are_four_at_most(driver: Driver) -> None:
    ways, races = {"go_on", "look_back", "once_more", "to_title"}, {"result_won", "result_of_stage", "result_of_deal"}
    for stage in (*races, "result_of_match", "leg_score", "result_driven_on"):
        shown(driver, stage)
        found = {node.id for node in driver.of_role("button")} - {"rows", "save"}
        assert found <= ways, stage
        assert ("once_more" in found) == (stage in races), stage


@pytest.mark.parametrize("code", ["de", "fr", "hu"])
def test_ways_on_stand_two_by_two_for_large_text_in_a_tall_window(code: str, tmp_path: Path) -> None:
    with open_window(tmp_path, size=(1080, 1350), language=code) as driver:
        driver.app.save_settings(driver.app.settings.with_values(text_size=200))
        shown(driver, "result_of_stage")
        rects = [driver.control(way).rect for way in ("look_back", "once_more", "to_title", "go_on")]
    assert rects[0][1] == rects[1][1] < rects[2][1] == rects[3][1]


def test_red_button_deals_other_cards_and_once_more_the_same(driver: Driver) -> None:
    code = shown(driver).result.code
    driver.press("once_more")
    deal = driver.session.deal
    assert deal is not None
    assert (deal.code, driver.session.kind) == (code, MatchKind.DEAL)
    shown(driver)
    driver.press("go_on")
    deal = driver.session.deal
    assert deal is not None
    assert (deal.code != code, driver.session.kind) == (True, MatchKind.MATCH)


def test_persons_who_drive_once_more_keep_their_seats(driver: Driver) -> None:
    shown(driver)
    saved = driver.session.saved
    anna, own = (
        Player(PlayerKind.HUMAN, profile=each) for each in (Profile("anna", "Anna"), driver.app.settings.profile)
    )
    Ways(driver.app).show_result(replace(saved, players=(anna, own, *saved.players[2:])))
    driver.settle()
    driver.press("once_more")
    assert driver.session.players[:2] == (anna, own)


def test_stage_is_driven_again_with_its_cards_and_stays_a_stage(driver: Driver) -> None:
    code = shown(driver, "result_of_stage").result.code
    driver.press("once_more")
    deal = driver.session.deal
    assert deal is not None
    assert (deal.code, driver.session.kind) == (code, MatchKind.STAGE)


def test_leg_of_a_match_leads_to_the_next_leg_and_escape_to_the_menu(driver: Driver) -> None:
    shown(driver, "leg_score")
    assert driver.control("title").name == "You won leg 1!"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "menu"
    driver.key(pygame.K_ESCAPE)
    driver.press("go_on")
    driver.until(lambda: driver.scene == "table", "the next leg")
    assert driver.session.observation.leg == 2


def test_leg_is_told_as_a_race_and_a_match_with_its_last_moments(driver: Driver) -> None:
    scene = shown(driver, "result_of_match")
    ids = [node.id for node in driver.nodes()]
    assert {"chart", "moment.1"} < set(ids)
    decided = "You got 800 points more than Irma for legs won."
    assert driver.control("story").name == f"{decided} You won 3 of 5 legs. You came from behind to win."
    assert scene.result.code == "", "the cards of one leg are not those of the match"


def test_race_driven_on_says_so_and_has_no_code(driver: Driver) -> None:
    scene = shown(driver, "result_driven_on")
    assert driver.control("title").name == "Continued from turn 14"
    assert (scene.result.code, scene.result.near) == ("", ())
    assert not scene._celebrates


def test_looking_back_leads_back_to_the_page_as_it_was(driver: Driver) -> None:
    scene = shown(driver)
    before = driver.nodes()
    driver.press("look_back")
    driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the leg")
    driver.settle()
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.app.scene is scene
    assert [node.id for node in driver.nodes()] == [node.id for node in before]


# -- milestones --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1920, 1080), (960, 540), (1080, 1350)])
@pytest.mark.parametrize("stage", ["result_of_stage", "leg_score"])
def test_nothing_moves_when_milestones_are_put_on_the_shelf(tmp_path: Path, stage: str, size: tuple[int, int]) -> None:
    with open_window(tmp_path, size=size, language="de") as driver:
        shown(driver, stage)

        def laid_out() -> dict[str, tuple[int, ...]]:
            nodes = (node for node in driver.nodes() if not node.id.startswith(("badge", "new")))
            return {node.id: node.rect for node in nodes}

        before = laid_out()
        for reached in (("first_stone",), ("first_stone", "last_100", "big_leg", "not_a_scratch", "long_road")):
            driver.app.milestones_reached = reached
            driver.settle()
            assert driver.shows("badge.1")
            assert laid_out() == before


@pytest.mark.parametrize(("stars", "size"), [((), (1280, 720)), ((), (960, 540)), ((0, 1), (1280, 720))])
def test_goals_keep_their_places_with_and_without_a_star(
    driver: Driver, stars: tuple[int, ...], size: tuple[int, int]
) -> None:
    """The figures beside a missed goal are the only difference."""
    scene = shown(driver, "result_of_stage")

    def laid_out() -> dict[str, tuple[int, ...]]:
        return {node.id: node.rect for node in driver.nodes()}

    before = laid_out()
    scene.result = replace(scene.result, reached_goals=stars)
    scene.rebuild_layout()
    driver.settle()
    assert laid_out() == before


def test_new_milestones_come_one_by_one_the_latest_first(driver: Driver) -> None:
    scene = shown(driver, "leg_score")
    driver.app.milestones_reached = ("exactly_there", "first_coup")
    driver.pump()
    driver.wait(0.4)
    assert [*scene._state.milestones] == ["exactly_there"]
    driver.wait(1.5)
    assert driver.control("badge.1").name.startswith("New: Coup fourré")
    assert driver.control("badge.2").name.startswith("New: On the dot")


def test_badge_tells_its_name_and_condition(driver: Driver) -> None:
    shown(driver)
    driver.press("badge.1")
    assert driver.app.toast is not None
    assert say(driver.app.toast.words).startswith("Coup fourré: Play your first coup fourré.")


@pytest.mark.parametrize("text_size", [TEXT_SIZE, max(TEXT_SIZES)])
def test_toast_covers_the_photo_and_no_words(tmp_path: Path, text_size: int) -> None:
    with open_window(tmp_path, size=(960, 540), language="de") as driver:
        look(driver, text_size)
        scene = shown(driver)
        driver.app.toast = None
        before = driver.picture().copy()
        announce_items(driver.app, UNLOCKABLES[1:3])
        driver.pump()
        mask = pygame.mask.from_threshold(driver.picture(), (0, 0, 0), (1, 1, 1, 255), before)
        mask.invert()
        assert mask.count()
        free = scene.plate.free_photo_rect
        assert free is None or all(free.contains(rect) for rect in mask.get_bounding_rects())


def test_milestone_that_was_near_stands_pale_on_the_shelf(driver: Driver) -> None:
    scene = shown(driver, "result_lost")
    scene.result = replace(scene.result, near=(StoryLine(StoryCode.MILESTONE_POINTS, 0, n=100, item="big_leg"),))
    scene.rebuild_layout()
    driver.settle()
    assert driver.control("badge.1").name.startswith("You came close: Big score")
    assert driver.control("story").name.endswith("100 points short of the milestone “Big score”.")


# -- the photo ---------------------------------------------------------------------------------------------------------


def photo(km: tuple[int, ...], arrived: int | None, size: tuple[int, int] = (900, 380)) -> PhotoRenderer:
    sides = sides_of(len(km), Seating.SOLO)
    order = sorted(range(len(km)), key=lambda side: (side != arrived, -km[side]))
    shot = PhotoFinish(tuple(order), km, 700, arrived, Names((None, "carla", "leo", "irma")[: len(km)], sides, 0))
    return PhotoRenderer(shot, Scale(0.66), size)


def test_photo_shows_the_winner_past_the_line_and_the_others_to_scale() -> None:
    drawn = photo((700, 675, 550, 400), 0)
    noses = [drawn._nose(side) for side in range(4)]
    assert noses[0] > drawn._goal > noses[1] > noses[2] > noses[3]
    per_km = (drawn._goal - noses[3]) / 300
    assert drawn._goal - noses[1] == pytest.approx(25 * per_km)
    assert drawn._goal - noses[2] == pytest.approx(150 * per_km)


def test_photo_shows_a_car_too_far_behind_at_its_left_edge() -> None:
    far, farther = photo((700, 250, 300, 300), 0), photo((700, 0, 300, 300), 0)
    assert far._nose(1) == farther._nose(1) == pytest.approx(farther._car_w + 16 * farther._t)
    assert farther._shot.label(1) == "Carla −700 km"


def test_photo_without_a_winner_has_a_sign_and_no_line(driver: Driver) -> None:
    shown(driver, "result_of_pile")
    assert "Pile empty" in driver.control("photo").name
    drawn = photo((525, 0, 250, 150), None)
    assert drawn._nose(0) == drawn._goal
    line = drawn.complete_picture().subsurface((round(drawn._goal) + 2, drawn._road_y + 8, 8, 40))
    with_line = photo((700, 0, 250, 150), 0)
    other = with_line.complete_picture().subsurface((round(with_line._goal) + 2, with_line._road_y + 8, 8, 40))
    assert pygame.image.tobytes(line, "RGB") != pygame.image.tobytes(other, "RGB")


# -- the picture that is kept ------------------------------------------------------------------------------------------


def chunks(data: bytes) -> list[str]:
    """The names of the chunks of a PNG file."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, names = 8, []
    while at < len(data):
        (long,) = struct.unpack(">I", data[at : at + 4])
        names.append(data[at + 4 : at + 8].decode())
        at += 12 + long
    return names


def saved_pictures(driver: Driver) -> Iterator[Path]:
    yield from sorted((driver.app.files.folder / "pictures").glob("*.png"))


def save(driver: Driver) -> str:
    """Save the picture; what is said of it."""
    driver.app.toast = None
    driver.press("save")
    driver.until(lambda: driver.app.toast is not None, "the picture")
    assert driver.app.toast is not None
    return say(driver.app.toast.words)


def test_picture_is_saved_as_a_plain_png_without_other_data(driver: Driver) -> None:
    scene = shown(driver)
    said = save(driver)
    (path,) = saved_pictures(driver)
    assert said == f"Saved to {path}"
    assert re.fullmatch(rf"milestone-rally_\d\d\d\d-\d\d-\d\d_{scene.result.code}\.png", path.name)
    found = chunks(path.read_bytes())
    assert (found[0], found[-1]) == ("IHDR", "IEND")
    assert set(found) <= {"IHDR", "IDAT", "IEND", "PLTE", "tRNS", "sRGB", "gAMA", "pHYs"}
    assert pygame.image.load(path).get_size() == (1600, 900)


def test_picture_never_overwrites_a_file_and_has_no_code_for_a_match(driver: Driver) -> None:
    shown(driver, "result_of_match")
    save(driver)
    save(driver)
    names = [path.name for path in saved_pictures(driver)]
    assert len(names) == 2
    assert all(re.fullmatch(r"milestone-rally_\d{4}-\d\d-\d\d(-2)?\.png", name) for name in names)


def test_picture_that_cannot_be_saved_is_told_and_can_be_tried_again(driver: Driver) -> None:
    shown(driver)
    full = mock.patch.object(export, "write_atomically", side_effect=OSError(errno.ENOSPC, "no space left"))
    with full:
        assert save(driver) == "The picture could not be saved (no space left)."
    assert not [*saved_pictures(driver)]
    assert save(driver).startswith("Saved to ")


def test_picture_gives_everybody_a_name(driver: Driver) -> None:
    """Whoever gets it is not who plays: so nobody is called you."""
    scene = shown(driver)
    names = replace(scene.standings.names, people=("Anna", "", "", ""))
    scene._kept._ending = replace(
        scene.result,
        standings=replace(scene.standings, names=names),
        photo_finish=replace(scene.result.photo_finish, names=names),
    )
    with mock.patch.object(PhotoFinish, "label", autospec=True, side_effect=PhotoFinish.label) as label:
        save(driver)
    said = {call.args[0].names.seat(0) for call in label.call_args_list}
    assert said == {"Anna"}


def test_pictures_go_into_the_pictures_folder_if_it_exists(tmp_path: Path) -> None:
    with (
        mock.patch("platformdirs.user_pictures_path", return_value=tmp_path),
        mock.patch.dict(
            "os.environ", {"XDG_STATE_HOME": str(tmp_path / "state"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
        ),
    ):
        files = UserFiles()
        assert [*files.picture_folders()] == [tmp_path, files.folder / "pictures"]
        files.close()
    with mock.patch("platformdirs.user_pictures_path", return_value=tmp_path / "nowhere"):
        files = UserFiles(tmp_path / "own")
        assert [*files.picture_folders()] == [tmp_path / "own" / "pictures"]
        files.close()


def won_on_points() -> SavedMatch:
    """A race in which the finish was not reached, and a bot has the most points."""
    for seed in range(200):
        race = played_match(legs=1, seed=seed)
        best = max(race.totals)
        if Session(race).observation.winner is None and race.totals.count(best) == 1 and race.totals[0] < best:
            return replace(race, setup=replace(race.setup, legs=1), winner=race.totals.index(best), id="points")
    raise AssertionError("take other seeds")


def test_driver_who_won_on_points_is_glad_and_says_so(driver: Driver) -> None:
    race = won_on_points()
    assert race.winner is not None
    Ways(driver.app).show_result(race)
    result = driver.top(ResultScene).result
    assert result.winner == race.winner
    assert [seat for seat, mood in enumerate(result.standings.moods) if mood is Mood.LAUGHING] == [race.winner]
    with mock.patch.object(remarks, "REMARK_PROBABILITIES", dict.fromkeys(RemarkOccasion, 1.0)):
        lines = [leg_end_remark(driver.app, Session(replace(race, id=f"r{n}"))) for n in range(60)]
    said = {(line.remark.seat, line.remark.occasion) for line in lines if line is not None}
    assert (race.winner, RemarkOccasion.WINS) in said
    assert not any((occasion is RemarkOccasion.WINS) is not (seat == race.winner) for seat, occasion in said)


def test_points_of_a_race_with_a_second_leg_after_a_tie_add_up(driver: Driver) -> None:
    race = played_match(legs=2)
    race = replace(race, setup=replace(race.setup, legs=1), winner=race.totals.index(max(race.totals)))
    Ways(driver.app).show_result(race)
    driver.settle()
    assert {"points.before", "points.this_leg"} <= driver.ids()
