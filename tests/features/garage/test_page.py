"""The Roadbook's garage: what is looked at and chosen, what is locked and new, and where it is told that it opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pygame
import pytest
from pygame import Rect

from game.career.achievements import Achievements
from game.features.garage.model import UNLOCKABLES, UnlockableKind
from game.i18n import say
from game.people.looks import CarBody, CardBack, Scenery
from game.ui.drawing.looks import LOOKS
from game.ui.layout import Icon, Label
from game.ui.layout.tree_form import TreeForm
from tests.scenes.stages import garage, garage_of_locked
from tests.window import Driver, open_window


@pytest.fixture
def page(driver: Driver) -> Driver:
    garage(driver)
    return driver


def told(driver: Driver) -> str:
    return driver.control("told").name


def show(driver: Driver, kind: str) -> None:
    """Open that part of the collection."""
    driver.press(f"collection.{kind}")
    driver.settle()


def chosen(driver: Driver) -> set[str]:
    return {node.id for node in driver.of_role("cell") if node.value == "on"}


def test_arrow_previews_a_garage_thing_and_enter_chooses_it(page: Driver) -> None:
    assert told(page) == "Bubble: yours."
    assert page.app.settings.profile.livery.body is CarBody.SALOON
    page.key(pygame.K_RETURN)
    page.settle()
    assert page.app.settings.profile.livery.body is CarBody.BUBBLE
    assert told(page) == "Bubble: in use."
    assert chosen(page) == {"garage_body.bubble"}


def test_garage_tile_is_chosen_by_one_mouse_press(page: Driver) -> None:
    show(page, "back")
    page.press("garage_back.finish")
    show(page, "scenery")
    page.press("garage_scenery.coast")
    page.settle()
    settings = page.app.settings
    assert (settings.person.back, settings.person.scenery) == (CardBack.FINISH, Scenery.COAST)
    assert (LOOKS.back, LOOKS.scenery) == ("finish", "coast")


def test_switch_scanning_chooses_the_offered_tile(page: Driver) -> None:
    show(page, "back")
    scan, taken = page.controls, [*CardBack].index(CardBack.PASS)
    shelf = next(widget for widget in scan.widgets if widget.id == "garage_back")
    assert shelf.scan_parts == len(CardBack)
    shelf.scan_offer(taken)
    assert page.app.settings.person.back is CardBack.ROAD, "it is only offered"
    shelf.scan_select(taken)
    assert page.app.settings.person.back is CardBack.PASS


def test_scenery_choice_shows_behind_the_roadbook_too(page: Driver) -> None:
    show(page, "scenery")
    before = page.picture().get_at((4, 4))
    page.press("garage_scenery.coast")
    page.settle()
    assert page.picture().get_at((4, 4)) != before


def test_scenery_choice_fades_in_over_the_one_before(page: Driver) -> None:
    def seen() -> tuple[int, ...]:
        return tuple(page.picture().get_at((4, 4)))

    show(page, "scenery")
    before, between = seen(), list[tuple[int, ...]]()
    page.controls.focus("garage_scenery")
    page.key(pygame.K_RIGHT)
    page.key(pygame.K_RETURN)
    while not page.app.is_settled:
        page.pump()
        between.append(seen())
    assert before != seen()
    assert {*between} - {before, seen()}


def test_car_that_was_chosen_rolls_in(page: Driver) -> None:
    page.key(pygame.K_RETURN)
    place, seen = Rect(page.control("garage_body.bubble").rect), set()
    while not page.app.is_settled:
        page.pump()
        seen.add(page.picture().subsurface(place).get_buffer().raw)
    assert len(seen) > 1


def test_star_note_is_shown_as_long_as_stars_open_something(driver: Driver) -> None:
    garage_of_locked(driver)
    assert driver.control("stars").name.startswith("Stars are won on the tour: you have 0 of 36.")
    driver.app.save_settings(driver.app.settings.with_values(whole_garage=True))
    driver.top(TreeForm).lay_out()
    assert not driver.shows("stars")


def test_locked_thing_tells_how_to_earn_it_and_is_not_chosen(driver: Driver) -> None:
    garage_of_locked(driver)
    way = "Signpost: 2 stars on the tour – you have 0. Or the milestone “Driving school”."
    assert told(driver) == driver.control("garage_back.signpost").name == way
    with mock.patch.object(driver.app.voicing, "say") as say:
        driver.key(pygame.K_RETURN)
    say.assert_called_once_with(way)
    assert driver.app.settings.person.back is CardBack.ROAD


def test_whole_garage_setting_opens_all_things_without_marking_them_new(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(whole_garage=True))
    garage_of_locked(driver)
    assert told(driver) == "Signpost: yours."
    for thing in UNLOCKABLES:
        show(driver, thing.kind)
        driver.press(f"garage_{thing.kind}.{thing.look}")
    driver.settle()
    settings = driver.app.settings
    assert (settings.profile.livery.body, settings.person.back, settings.person.scenery) == (
        CarBody.RACER,
        CardBack.NIGHT,
        Scenery.NIGHT,
    )
    assert settings.person.garage_seen == (), "nothing of it is new: nobody has earned it"


def test_new_mark_goes_once_the_thing_was_previewed(page: Driver) -> None:
    assert "body/bubble" in page.app.settings.person.garage_seen
    assert "body/van" not in page.app.settings.person.garage_seen
    page.key(pygame.K_RIGHT)
    page.key(pygame.K_RIGHT)
    page.settle()
    assert page.app.settings.person.garage_seen == ("body/bubble", "body/estate", "body/van")
    page.key(pygame.K_LEFT)
    assert page.app.settings.person.garage_seen == ("body/bubble", "body/estate", "body/van"), "once is enough"


def test_chosen_thing_has_its_tick_and_no_new_mark(page: Driver) -> None:
    page.press("garage_body.van")
    page.settle()
    tile = Rect(page.control("garage_body.van").rect)
    boxes = [page.top(TreeForm).root]
    for box in boxes:
        boxes += box.children
    said = {box.words for box in boxes if isinstance(box, Label) and tile.contains(box.rect)}
    assert said == {"Van"}
    (tick,) = [box for box in boxes if isinstance(box, Icon) and tile.contains(box.rect)]
    assert tick.rect.w == tick.rect.h


def test_collection_shows_one_kind_at_a_time(page: Driver) -> None:
    assert [node.name for node in page.nodes() if node.id.startswith("collection.")] == [
        "Milestones",
        "Cars",
        "Card backs",
        "Scenery",
    ]
    for kind in UnlockableKind:
        show(page, kind)
        cells = [node.id for node in page.nodes() if node.role == "cell"]
        assert cells == [f"garage_{kind}.{thing.look}" for thing in UNLOCKABLES if thing.kind is kind]


def test_other_part_of_the_collection_shows_its_chosen_thing(page: Driver) -> None:
    show(page, "back")
    assert told(page) == "Road: in use."


def test_licence_opens_from_the_garage_and_leads_back(page: Driver) -> None:
    page.press("licence")
    assert page.scene == "profiles"
    page.key(pygame.K_ESCAPE)
    assert page.scene == "roadbook"


def test_licence_offers_only_the_trims_that_the_car_can_carry(page: Driver) -> None:
    page.press("garage_body.van")
    page.press("licence")
    trims = [node.id for node in page.nodes() if node.id.startswith("car.")]
    assert trims == ["car.plain", "car.pennant"]
    page.key(pygame.K_ESCAPE)
    page.press("garage_body.bubble")
    page.press("licence")
    assert not [node.id for node in page.nodes() if node.id.startswith("car")]


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[Driver]:
    with open_window(tmp_path, counts=True) as driver:
        driver.until(lambda: driver.app.profile_stats(driver.app.settings.profile.id) is not None, "the figures")
        yield driver


def test_milestone_toast_tells_what_it_opens(counting: Driver) -> None:
    counting.app.milestones._queue.append("mechanic")
    counting.until(lambda: counting.app.toast is not None, "the toast")
    assert counting.app.toast is not None
    assert say(counting.app.toast.words) == "New in the collection: Wagon"


def test_star_toast_tells_what_the_stars_open(counting: Driver) -> None:
    app, person = counting.app, counting.app.settings.profile.id
    with mock.patch(
        "game.career.reader.CareerReader.achievements",
        return_value={person: Achievements(stages={"port_sablon": (0, 1, 2)})},
    ):
        app.refresh_stats()
        counting.until(lambda: app.toast is not None, "the toast")
    assert app.toast is not None
    assert say(app.toast.words) == "New in the collection: Bubble, Signpost"
