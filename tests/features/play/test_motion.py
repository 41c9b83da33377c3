"""What moves on the table follows the settings and never blocks."""

from __future__ import annotations

import time

import pygame
import pytest

from game.features.play.scene import TableScene
from game.match.plan import Plan
from game.match.session import Session
from game.settings.settings import AnimationSpeed
from game.table.animation.effects import HighlightEffect
from game.table.animation.road_effects import CarDrive
from tests.features.play.table_driver import (
    at,
    carry,
    choose,
    held,
    lit,
    on_the_table,
    press,
    release,
    said,
    seen,
    table,
)
from tests.fixed_decks import ScriptedBots, saved_match
from tests.window import Driver, middle

# -- motion never blocks -----------------------------------------------------------------------------------------------


def test_press_during_the_deal_ends_it_and_counts(driver: Driver) -> None:
    saved = saved_match(["go km_25", "", "", ""], "km_25")
    app = driver.app
    app.start_session(Session.new(Plan(saved.setup, saved.players), seed=3, clock=app.clock, bots=ScriptedBots()))
    app.show_table()
    driver.look()
    scene = driver.top(TableScene)
    assert scene.is_moving()
    assert seen(driver).hand != ()
    press(driver, (scene.picture.places.layout.size[0] // 2, 600))
    assert scene.hand.held_card is not None, "the press took hold of a card"
    assert len(scene.match.observation.hand) >= 6
    assert not any(
        flight.turns_over_at for flight in (scene.animation.current.flights if scene.animation.current else ())
    )


def test_drag_begun_while_the_own_card_is_drawn_is_played(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "repairs")
    driver.key(pygame.K_d)
    while not (scene.animation.current and seen(driver).to_move == 3):
        driver.pump()
        time.sleep(0.0005)
    driver.pump()
    assert scene.is_moving()
    driver.key(pygame.K_F5)
    assert seen(driver).to_move == 0, "the rival's last card and the own draw are skipped"
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.settle()
    assert on_the_table(driver)[:2] == ["0 - repairs", "0 km_25"]


def test_press_skips_one_step_of_the_animation_at_a_time(driver: Driver) -> None:
    scene = table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    frames = 0
    while not driver.app.is_settled:
        driver.key(pygame.K_F5)
        frames += 2
        assert frames < 400
        time.sleep(0.0005)
    assert seen(driver).to_move == 0
    assert scene.animation.is_over


def test_chosen_card_stays_chosen_when_the_hand_changes(driver: Driver) -> None:
    table(driver)
    driver.drag(middle(held(driver, "accident")), at(driver, "battle/1"))
    driver.key(pygame.K_F5)
    driver.click("Stop")
    assert driver.focused == held(driver, "stop").id
    driver.settle()
    assert len(seen(driver).hand) == 7
    assert driver.focused == held(driver, "stop").id


def test_card_carried_while_the_rivals_play_can_be_laid_in_the_own_turn(driver: Driver) -> None:
    table(driver)
    driver.drag(middle(held(driver, "repairs")), at(driver, "discard"))
    driver.pump(40)
    press(driver, middle(held(driver, "km_100")))
    carry(driver, (640, 420))
    assert lit(driver) == set()
    for _ in range(400):
        driver.pump()
        if seen(driver).legal:
            break
        time.sleep(0.0005)
    carry(driver, (641, 420))
    assert lit(driver) == {"distance/0", "discard"}
    release(driver, at(driver, "distance/0"))
    driver.settle()
    assert on_the_table(driver)[:2] == ["0 - repairs", "0 km_100"]


def test_move_waits_until_the_last_one_is_on_disk(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table(driver)
    with monkeypatch.context() as slow:
        slow.setattr(Session, "is_waiting_for_viewer", property(lambda _session: False))
        driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
        driver.pump(5)
        assert on_the_table(driver) == []
        assert not driver.app.is_settled
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]


@pytest.mark.parametrize("returns_by", [pygame.WINDOWRESTORED, pygame.WINDOWFOCUSGAINED])
def test_match_pauses_while_the_window_is_minimized(driver: Driver, returns_by: int) -> None:
    table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.post(pygame.WINDOWMINIMIZED)
    before = on_the_table(driver), driver.app.session.observation  # type: ignore[union-attr]
    driver.pump(300)
    assert (on_the_table(driver), driver.app.session.observation) == before  # type: ignore[union-attr]
    driver.post(returns_by)
    driver.settle()
    assert on_the_table(driver)[0] == "0 km_25"
    assert len(on_the_table(driver)) > len(before[0])


def test_resting_table_is_not_drawn_again(driver: Driver) -> None:
    table(driver)
    driver.pump(200)
    presented = driver.app.presenter.frames_presented
    driver.pump(50)
    assert driver.app.presenter.frames_presented == presented


# -- how things move ---------------------------------------------------------------------------------------------------


def set_motion(driver: Driver, **changes: object) -> None:
    driver.app.save_settings(driver.app.settings.with_values(**changes))


def test_reduced_motion_holds_at_once_for_a_card_in_flight(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "km_25")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: bool(list(scene.animation.flights)), "the card to fly")
    set_motion(driver, reduced_motion=True)
    driver.pump()
    assert list(scene.animation.flights) == []
    assert seen(driver).sides[0].km == 25


def test_faster_speed_holds_at_once_for_a_driving_car(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "km_100")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: "car/0" in scene.animation.hidden, "the car to drive")
    set_motion(driver, speed=AnimationSpeed.OFF)
    driver.pump()
    assert not scene.animation.hidden
    assert seen(driver).sides[0].km == 100


def test_km_are_counted_up_while_the_car_drives(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "km_100")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: "km/0" in scene.animation.hidden, "the car to drive")
    counted = []
    while "km/0" in scene.animation.hidden:
        drive, elapsed_s = next(each for each in scene.animation.effects if isinstance(each[0], CarDrive))
        assert isinstance(drive, CarDrive)
        counted.append(round(drive.km(elapsed_s)))
        driver.pump()
    assert counted == sorted(counted)
    assert len(set(counted)) > 10
    assert counted[-1] <= 100


def test_refused_card_stays_and_its_reason_is_framed_with_reduced_motion(driver: Driver) -> None:
    set_motion(driver, reduced_motion=True)
    scene = table(driver)
    before, place = driver.pixels(), held(driver, "repairs").id
    driver.drag(middle(held(driver, "repairs")), at(driver, "battle/0"))
    assert held(driver, "repairs").id == place
    assert [type(effect) for effect, _elapsed_s in scene.animation.effects] == [HighlightEffect]
    framed = driver.pixels()
    assert framed != before
    driver.wait(0.95)
    assert list(scene.animation.effects) == []
    assert said(driver) == "There is nothing to fix with this card."


def test_targets_pulse_only_while_a_card_is_chosen(driver: Driver) -> None:
    table(driver)
    driver.settle()
    choose(driver, "km_25")
    shots = set()
    for _ in range(20):
        driver.pump(4)
        shots.add(driver.pixels())
    assert len(shots) > 5
    assert driver.app.is_settled, "it waits for nothing"
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    presented = driver.app.presenter.frames_presented
    driver.wait(1.0)
    assert driver.app.presenter.frames_presented == presented


def test_targets_are_lit_and_still_with_reduced_motion(driver: Driver) -> None:
    set_motion(driver, reduced_motion=True)
    table(driver)
    choose(driver, "km_25")
    driver.wait(2.0)  # until the tooltip is there
    presented = driver.app.presenter.frames_presented
    driver.wait(1.0)
    assert driver.app.presenter.frames_presented == presented
