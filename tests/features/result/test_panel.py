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

from game.engine.rules import Seating, sides_of
from game.features.garage.announce import announce_items
from game.features.garage.model import UNLOCKABLES
from game.features.replay.scene import ReplayScene
from game.features.result.photo import PhotoFinish, PhotoRenderer
from game.features.result.scene import MatchEndScene
from game.files import export
from game.match.deals import Deal
from game.match.match_file import MatchKind
from game.match.session import Session
from game.settings.settings import TEXT_SIZE, TEXT_SIZES
from game.settings.user_files import UserFiles
from game.ui.layout import Label, Scale
from game.words.names import Names
from tests.fit import boxes, look
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window

pytestmark = pytest.mark.usefixtures("window")


def shown(driver: Driver, stage: str = "result_won") -> MatchEndScene:
    STAGES[stage](driver)
    scene = driver.app.scene
    assert isinstance(scene, MatchEndScene)
    return scene


def running(driver: Driver) -> Session:
    assert driver.app.session is not None
    return driver.app.session


@pytest.mark.parametrize("language", ["de", "hu"])
def test_names_of_all_sides_begin_below_each_other(driver: Driver, language: str) -> None:
    driver.app.set_language(language)
    scene = shown(driver, "result_of_six")
    names = {scene.standings.names.side(side) for side in scene.standings.ranking}
    labels = [box for box in boxes(scene.root) if isinstance(box, Label) and box.words in names]
    assert len(labels) == len(names)
    assert len({label.rect.x for label in labels}) == 1


@pytest.mark.parametrize("size", [(1280, 720), (960, 540)])
def test_numbers_are_headed_as_points_where_there_is_room(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_window(tmp_path, size=size, language="de") as driver:
        labels = {box.words: box.rect for box in boxes(shown(driver).root) if isinstance(box, Label)}
    assert labels["Punkte"].right == labels["2.200"].right
    assert labels["Punkte"].bottom <= labels["2.200"].top


# -- where it leads ----------------------------------------------------------------------------------------------------


def test_moment_opens_the_replay_before_that_turn_and_escape_leads_back(driver: Driver) -> None:
    scene = shown(driver)
    for n, moment in enumerate(scene.ending.story.highlights, 1):
        driver.press(f"moment.{n}")
        driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the leg")
        replayed = driver.app.scene
        assert isinstance(replayed, ReplayScene)
        assert replayed.playback.place == moment.turn - 1
        told = replayed.leg.turns[moment.turn - 1]
        assert told.card is moment.line.card
        driver.settle()
        driver.key(pygame.K_ESCAPE)
        assert driver.app.scene is scene
        assert driver.focused == f"moment.{n}"


def test_tab_order_goes_from_the_red_button_to_the_moments_and_the_picture(driver: Driver) -> None:
    shown(driver)
    walked = []
    for _ in range(10):
        walked.append(driver.focused)
        driver.key(pygame.K_TAB)
    ways = ["again", "replay", "sheet", "same_cards", "to_title"]
    assert walked == [*ways, "moment.1", "moment.2", "moment.3", "save", "badge"]


def test_again_button_deals_other_cards_and_same_cards_button_the_same(driver: Driver) -> None:
    code = shown(driver).ending.code
    driver.press("same_cards")
    deal = running(driver).deal
    assert deal is not None
    assert (deal.code, running(driver).kind) == (code, MatchKind.DEAL)
    shown(driver)
    driver.press("again")
    deal = running(driver).deal
    assert deal is not None
    assert (deal.code != code, running(driver).kind) == (True, MatchKind.MATCH)


def test_deal_result_offers_the_deal_again_and_the_comparison(driver: Driver) -> None:
    scene = shown(driver, "result_of_deal")
    assert Deal.from_code(driver.control("code").name.removeprefix("Code: ")) == running(driver).deal
    assert driver.control("again").name == "Play this deal again"
    assert "same_cards" not in [node.id for node in driver.nodes()]
    driver.press("compare")
    assert driver.scene == "deal_result"
    driver.press("close")
    assert driver.app.scene is scene


def test_match_result_has_the_chart_of_its_legs_in_place_of_moments(driver: Driver) -> None:
    scene = shown(driver, "result_of_match")
    ids = [node.id for node in driver.nodes()]
    assert "chart" in ids
    assert not [id for id in ids if id.startswith("moment")]
    assert driver.control("story").name == "You won 3 of 5 legs. You came from behind."
    assert scene.ending.code == "", "the cards of one leg are not those of the match"


def test_review_tells_the_result_where_the_chances_turned(driver: Driver) -> None:
    scene = shown(driver)
    before = [moment.turn for moment in scene.ending.story.highlights]
    driver.press("replay")
    driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the leg")
    replayed = driver.app.scene
    assert isinstance(replayed, ReplayScene)
    for turn in range(1, scene.ending.turns + 1):
        replayed._on_swings({turn: 1e3})
        told = [moment.turn for moment in scene.ending.story.highlights]
        if told != before:
            break
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert turn in told
    assert [driver.control(f"moment.{n}").name.split(":")[0] for n in range(1, len(told) + 1)] == [
        f"Turn {turn}" for turn in told
    ]


# -- milestones --------------------------------------------------------------------------------------------------------


def test_new_milestones_come_one_by_one_and_right_goes_on(driver: Driver) -> None:
    shown(driver)
    assert "2 of 2" in driver.control("badge").name
    scene = driver.app.scene
    scene.controls.focus("badge", ring=True)  # type: ignore[attr-defined]
    driver.key(pygame.K_RIGHT)
    assert "On the dot" in driver.control("badge").name
    assert "1 of 2" in driver.control("badge").name
    driver.wait(1.0)
    assert "1 of 2" in driver.control("badge").name
    driver.wait(0.5)
    assert "2 of 2" in driver.control("badge").name
    assert driver.focused == "badge"


@pytest.mark.parametrize(("stage", "size"), [("result_won", (960, 540)), ("result_of_stage", (1024, 576))])
def test_result_layout_stays_the_same_whichever_milestone_is_shown(
    tmp_path: Path, stage: str, size: tuple[int, int]
) -> None:
    """In a small window one with more to say took the room of the story's second sentence."""
    with open_window(tmp_path, size=size, language="de") as driver:
        shown(driver, stage)
        driver.app.milestones_reached = ("first_stone", "last_100")
        driver.settle()

        def laid_out() -> tuple[str, dict[str, tuple[int, ...]]]:
            return driver.control("story").name, {node.id: node.rect for node in driver.nodes()}

        before = laid_out()
        driver.press("badge")
        assert "1 von 2" in driver.control("badge").name
        assert laid_out() == before


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
        assert all(
            scene.plate.free_photo_rect and scene.plate.free_photo_rect.contains(rect)
            for rect in mask.get_bounding_rects()
        )


def test_near_badge_is_shown_to_a_loser_and_not_to_a_winner(driver: Driver) -> None:
    shown(driver, "result_lost")
    assert driver.control("badge").name.startswith("You came close: Full set")
    assert driver.control("badge").role == "text"
    near = driver.app.milestone_shares
    STAGES["result_won"](driver)
    driver.app.milestones_reached, driver.app.milestone_shares = (), near
    driver.settle()
    assert "badge" not in [node.id for node in driver.nodes()]


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
    return driver.app.toast.words()


def test_picture_is_saved_as_a_plain_png_without_other_data(driver: Driver) -> None:
    scene = shown(driver)
    said = save(driver)
    (path,) = saved_pictures(driver)
    assert said == f"Saved to {path}"
    assert re.fullmatch(rf"milestone-rally_\d\d\d\d-\d\d-\d\d_{scene.ending.code}\.png", path.name)
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
        scene.ending,
        standings=replace(scene.standings, names=names),
        photo_finish=replace(scene.ending.photo_finish, names=names),
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
