from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.engine.cards import card
from game.engine.observation import Observation, Seating
from game.scenes.table import TableScene
from game.session.problems import Problem, ProblemCode
from game.session.session import Session
from game.session.settings import HandOrder, Speed
from game.table.effects import Drive, Frame
from game.ui import text
from game.ui.tree import Node
from tests.stacked import ScriptedBots, saved_match, sit_down
from tests.window import Driver, middle, open_window

ROLLING = ["0 go", "1 go", "2 go", "3 go"]
HANDS = ["go accident stop driving_ace km_100 km_25", "go km_50", "go", "go"]
DRAWS = "speed_limit km_50 km_50 km_50 repairs"


def table(driver: Driver, *script: str, hands: list[str] | None = None, moves: list[str] | None = None) -> TableScene:
    """Seat 0's turn, everybody rolling; hand: km_25, km_100, stop, speed_limit, accident, repairs, driving_ace."""
    saved = saved_match(hands or HANDS, DRAWS, ROLLING if moves is None else moves)
    scene = sit_down(driver, saved, script)
    assert isinstance(scene, TableScene)
    return scene


def seen(driver: Driver) -> Observation:
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    return scene.show.observation


def held(driver: Driver, card_id: str) -> Node:
    """The node of a card of the hand."""
    return driver.control(f"card/{seen(driver).hand.index(card(card_id))}")


def choose(driver: Driver, card_id: str) -> None:
    """Press the number key of a card."""
    driver.key(pygame.K_1 + seen(driver).hand.index(card(card_id)))


def at(driver: Driver, id: str) -> tuple[int, int]:
    return middle(driver.control(id))


def on_the_table(driver: Driver) -> list[str]:
    return [move.text for move in seen(driver).moves[len(ROLLING) :] if move.seat == 0]


def said(driver: Driver) -> str:
    """What the turn plate says below its heading."""
    scene = driver.app.scene
    assert isinstance(scene, TableScene)
    return scene.view.prompt_body


def lit(driver: Driver) -> set[str]:
    return {node.id for node in driver.nodes() if node.role == "pile" and node.enabled}


def press(driver: Driver, pos: tuple[int, int], button: int = 1) -> None:
    driver.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)


def release(driver: Driver, pos: tuple[int, int], button: int = 1) -> None:
    driver.post(pygame.MOUSEBUTTONUP, pos=pos, button=button)


def carry(driver: Driver, pos: tuple[int, int]) -> None:
    driver.post(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0))


def fresh_picture(driver: Driver) -> bytes:
    """The table as one that has only just been opened draws it."""
    scene = TableScene(driver.app)
    scene.enter(driver.app)
    surface = pygame.Surface(driver.app.size)
    scene.render(surface, driver.app.now_s)
    while scene.picture.is_behind:
        scene.render(surface, driver.app.now_s)
    return pygame.image.tobytes(surface, "RGB")


def picture(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.picture(), "RGB")


# -- dragging ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card_id", "target", "expected"),
    [
        ("km_25", "distance/0", "0 km_25"),
        ("km_100", "battle/0", "0 km_100"),
        ("driving_ace", "safeties/0", "0 driving_ace"),
        ("accident", "battle/2", "0 accident > 2"),
        ("accident", "safeties/3", "0 accident > 3"),
        ("speed_limit", "speed/1", "0 speed_limit > 1"),
        ("stop", "discard", "0 - stop"),
        ("repairs", "discard", "0 - repairs"),
    ],
)
def test_a_card_dropped_on_a_pile_or_on_its_display_is_played(
    driver: Driver, card_id: str, target: str, expected: str
) -> None:
    table(driver)
    driver.drag(middle(held(driver, card_id)), at(driver, target))
    driver.settle()
    assert on_the_table(driver) == [expected]


def test_a_card_dropped_between_the_piles_of_a_display_is_played(driver: Driver) -> None:
    scene = table(driver)
    panel = scene.picture.places.display(2)
    driver.drag(middle(held(driver, "stop")), (round(panel.right) - 6, round(panel.y) + 6))
    driver.settle()
    assert on_the_table(driver) == ["0 stop > 2"]


@pytest.mark.parametrize(
    ("card_id", "target", "reason"),
    [
        ("repairs", "battle/0", "There is nothing to put right with this card."),
        ("km_25", "battle/2", "This card goes to your own side."),
        ("stop", "battle/0", "Play this card on an opponent."),
        ("stop", "draw", "Put the card on one of the lit piles."),
        ("repairs", "draw", "There is nothing to put right with this card."),
    ],
)
def test_a_refused_card_goes_back_and_the_turn_plate_says_why(
    driver: Driver, card_id: str, target: str, reason: str
) -> None:
    table(driver)
    before = [node.id for node in driver.nodes()]
    driver.drag(middle(held(driver, card_id)), at(driver, target))
    assert driver.app.scene.is_moving()
    assert said(driver) == reason
    driver.settle()
    assert on_the_table(driver) == []
    assert [node.id for node in driver.nodes()] == before
    assert said(driver) == reason, "it stays until something else is done"


def test_why_a_side_cannot_be_hit_names_it(driver: Driver) -> None:
    table(driver, moves=["0 go", "1 - go", "2 go", "3 go"])
    driver.drag(middle(held(driver, "stop")), at(driver, "battle/1"))
    assert said(driver) == "Not rolling yet, Carla: Go is missing."


def test_a_card_let_go_over_a_hand_that_sorts_itself_is_only_put_back(driver: Driver) -> None:
    driver.app.save_settings(replace(driver.app.settings, hand_order=HandOrder.SORTED))
    table(driver)
    start = middle(held(driver, "stop"))
    driver.drag(start, middle(held(driver, "accident")))
    assert said(driver) == "Lay a card, or discard one."
    driver.settle()
    assert on_the_table(driver) == []


def test_while_a_card_is_carried_the_piles_that_take_it_light_up(driver: Driver) -> None:
    table(driver)
    start = middle(held(driver, "accident"))
    dark = picture(driver)
    press(driver, start)
    assert lit(driver) == set()
    carry(driver, (start[0], start[1] - 80))
    assert lit(driver) == {"battle/1", "battle/2", "battle/3", "discard"}
    assert picture(driver) != dark
    release(driver, start)
    driver.settle()
    assert lit(driver) == set()


def test_a_carried_card_lies_under_the_pointer_in_the_very_next_frame(driver: Driver) -> None:
    driver.app.save_settings(replace(driver.app.settings, reduced_motion=True))  # else it leans as well
    table(driver)
    start = middle(held(driver, "stop"))
    press(driver, start)
    carry(driver, (start[0] - 60, start[1] - 60))
    shots = []
    for pos in ((420, 330), (640, 300), (560, 330)):
        carry(driver, pos)
        shots.append(pygame.image.tobytes(driver.picture().subsurface((pos[0] - 20, pos[1] - 20, 40, 40)), "RGB"))
    assert shots[0] == shots[1] == shots[2]


def test_escape_and_the_right_button_let_a_carried_card_go_back(driver: Driver) -> None:
    table(driver)
    for let_go in (lambda: driver.key(pygame.K_ESCAPE), lambda: press(driver, (600, 300), button=3)):
        start = middle(held(driver, "stop"))
        press(driver, start)
        carry(driver, (600, 300))
        let_go()
        driver.settle()
        release(driver, (600, 300))
        assert driver.scene == "table"
        assert on_the_table(driver) == []
        assert "card/6" in [node.id for node in driver.nodes()]


# -- clicking ----------------------------------------------------------------------------------------------------------


def test_a_click_chooses_a_card_and_a_second_one_lays_it_if_there_is_one_place(driver: Driver) -> None:
    table(driver)
    driver.click("25 km")
    assert driver.focused == held(driver, "km_25").id
    assert lit(driver) == {"distance/0", "discard"}
    assert said(driver) == "Lay it on the lit pile: 25 km."
    driver.click("25 km")
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]


def test_with_several_places_a_second_click_lays_nothing_and_one_on_a_target_does(driver: Driver) -> None:
    table(driver)
    driver.click("Accident")
    driver.click("Accident")
    driver.settle()
    assert on_the_table(driver) == []
    assert said(driver) == "Where to with this card: Accident?"
    driver.click(at(driver, "battle/3"))
    driver.settle()
    assert on_the_table(driver) == ["0 accident > 3"]


def test_a_click_on_a_pile_that_does_not_take_the_card_says_why(driver: Driver) -> None:
    table(driver)
    driver.click("25 km")
    driver.click(at(driver, "battle/1"))
    assert said(driver) == "This card goes to your own side."
    assert on_the_table(driver) == []


def test_a_click_on_the_discard_pile_discards_the_chosen_card(driver: Driver) -> None:
    table(driver)
    driver.click("Repairs")
    driver.click(at(driver, "discard"))
    driver.settle()
    assert on_the_table(driver) == ["0 - repairs"]


def test_a_click_beside_everything_chooses_nothing(driver: Driver) -> None:
    table(driver)
    driver.click("Stop")
    driver.click((330, 505))
    assert driver.focused is None
    assert lit(driver) == set()


def test_a_right_click_discards(driver: Driver) -> None:
    table(driver)
    press(driver, middle(held(driver, "repairs")), button=3)
    driver.settle()
    assert on_the_table(driver) == ["0 - repairs"]


@pytest.mark.parametrize("way", ["right_click", "drag", "key"])
def test_discarding_a_safety_asks_first(driver: Driver, way: str) -> None:
    table(driver)
    place = middle(held(driver, "driving_ace"))
    if way == "right_click":
        press(driver, place, button=3)
    elif way == "drag":
        driver.drag(place, at(driver, "discard"))
    else:
        choose(driver, "driving_ace")
        driver.key(pygame.K_DELETE)
    driver.settle()
    assert driver.scene == "confirm"
    driver.click("Go back")
    driver.settle()
    assert on_the_table(driver) == []
    press(driver, middle(held(driver, "driving_ace")), button=3)
    driver.click("Discard it")
    driver.settle()
    assert on_the_table(driver) == ["0 - driving_ace"]


# -- the keyboard ------------------------------------------------------------------------------------------------------


def test_arrows_and_numbers_choose_a_card(driver: Driver) -> None:
    table(driver)
    driver.key(pygame.K_RIGHT)
    assert driver.focused == held(driver, "repairs").id, "the card just drawn comes first"
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_LEFT)
    assert driver.focused == held(driver, "driving_ace").id
    driver.key(pygame.K_1)
    assert driver.focused == "card/0"
    driver.key(pygame.K_LEFT)
    assert driver.focused == "card/6"
    driver.key(pygame.K_KP_3)
    assert driver.focused == "card/2"
    driver.key(pygame.K_9)
    assert driver.focused == "card/2"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_enter_lays_the_chosen_card(driver: Driver, key: int) -> None:
    table(driver)
    choose(driver, "km_25")
    driver.key(key)
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]


@pytest.mark.parametrize(
    ("keys", "victim"), [((), 1), ((pygame.K_RIGHT,), 2), ((pygame.K_LEFT,), 3), ((pygame.K_TAB,) * 2, 3)]
)
def test_of_several_victims_the_arrows_choose_one(driver: Driver, keys: tuple[int, ...], victim: int) -> None:
    table(driver)
    choose(driver, "accident")
    driver.key(pygame.K_RETURN)
    assert driver.control("battle/1").focused
    for key in keys:
        driver.key(key)
    assert driver.control(f"battle/{victim}").focused
    assert lit(driver) == {"battle/1", "battle/2", "battle/3"}
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert on_the_table(driver) == [f"0 accident > {victim}"]


def test_escape_takes_back_one_thing_after_the_other_and_then_opens_the_menu(driver: Driver) -> None:
    table(driver)
    choose(driver, "accident")
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_ESCAPE)
    assert not driver.control("battle/1").focused
    assert driver.focused == held(driver, "accident").id
    driver.key(pygame.K_ESCAPE)
    assert driver.focused is None
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "menu"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "table"


@pytest.mark.parametrize("key", [pygame.K_d, pygame.K_DELETE, pygame.K_BACKSPACE])
def test_a_key_discards_the_chosen_card(driver: Driver, key: int) -> None:
    table(driver)
    driver.key(key)
    choose(driver, "repairs")
    driver.key(key)
    driver.settle()
    assert on_the_table(driver) == ["0 - repairs"]


def test_enter_on_a_card_that_cannot_be_laid_says_why(driver: Driver) -> None:
    table(driver)
    choose(driver, "repairs")
    driver.key(pygame.K_RETURN)
    assert said(driver) == "There is nothing to put right with this card."
    assert on_the_table(driver) == []


def test_tab_goes_from_the_hand_to_the_controls_and_back(driver: Driver) -> None:
    table(driver)
    driver.key(pygame.K_TAB)
    assert driver.focused == held(driver, "repairs").id
    for id in ("menu", "hint", "rules", "sound", "log"):
        driver.key(pygame.K_TAB)
        assert driver.control(id).focused
    driver.key(pygame.K_TAB)
    assert driver.focused == held(driver, "repairs").id
    for id in ("log", "sound", "rules", "hint", "menu"):
        driver.key(pygame.K_TAB, pygame.KMOD_SHIFT)
        assert driver.control(id).focused
    driver.key(pygame.K_RETURN)
    assert driver.scene == "menu"


def test_the_mouse_opens_the_menu_too(driver: Driver) -> None:
    table(driver)
    driver.click("Menu")
    assert driver.scene == "menu"


# -- what is said ------------------------------------------------------------------------------------------------------


def test_pointing_at_a_card_that_cannot_be_laid_says_why(driver: Driver) -> None:
    table(driver)
    driver.point("Repairs")
    assert said(driver) == "There is nothing to put right with this card."
    driver.point("Stop")
    assert said(driver) == "Lay a card, or discard one."
    driver.point("Repairs")
    driver.post(pygame.WINDOWLEAVE)
    assert said(driver) == "Lay a card, or discard one."


def test_where_a_hand_is_too_small_for_names_the_turn_plate_has_that_of_the_card_pointed_at(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540)) as driver:
        scene = table(driver)
        driver.point("Stop")
        assert scene.view.prompt_head == "Stop"
        driver.point(at(driver, "draw"))
        assert scene.view.prompt_head == "Your turn"


def test_a_hazard_that_can_hit_nobody_says_so(driver: Driver) -> None:
    hands = ["go stop", "km_25", "km_25", "km_25"]
    table(driver, hands=hands, moves=["0 go", "1 - km_25", "2 - km_25", "3 - km_25"])
    driver.point("Stop")
    assert said(driver) == "Nobody can be hit with this card now: Stop."


def test_a_card_played_out_of_turn_is_refused_in_words(driver: Driver) -> None:
    table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.key(pygame.K_F5)
    assert seen(driver).to_move == 1
    driver.drag(middle(held(driver, "km_100")), at(driver, "distance/0"), steps=1)
    assert said(driver) == "It is not your turn."


# -- motion never blocks -----------------------------------------------------------------------------------------------


def test_a_press_while_the_cards_are_dealt_ends_the_deal_and_counts(driver: Driver) -> None:
    saved = saved_match(["go km_25", "", "", ""], "km_25")
    app = driver.app
    app.start_session(Session.new(saved.setup, saved.players, seed=3, clock=app.clock, bots=ScriptedBots()))
    app.show_table()
    driver.pump(3)
    scene = app.scene
    assert isinstance(scene, TableScene)
    assert scene.is_moving()
    assert seen(driver).hand != ()
    press(driver, (scene.picture.places.layout.size[0] // 2, 600))
    assert scene.input.hold is not None, "the press took hold of a card"
    assert len(scene.observation.hand) >= 6
    assert not any(flight.turns_over_at for flight in (scene.show.act.flights if scene.show.act else ()))


def test_a_drag_begun_while_the_own_card_is_drawn_is_played(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "repairs")
    driver.key(pygame.K_d)
    while not (scene.show.act and seen(driver).to_move == 3):
        driver.pump()
        time.sleep(0.0005)
    driver.pump()
    assert scene.is_moving()
    driver.key(pygame.K_F5)
    assert seen(driver).to_move == 0, "the rival's last card and the own draw are skipped"
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.settle()
    assert on_the_table(driver)[:2] == ["0 - repairs", "0 km_25"]


def test_presses_skip_one_action_after_the_other(driver: Driver) -> None:
    scene = table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    frames = 0
    while not driver.app.is_settled:
        driver.key(pygame.K_F5)
        frames += 2
        assert frames < 400
        time.sleep(0.0005)
    assert seen(driver).to_move == 0
    assert scene.show.is_over


def test_what_is_chosen_stays_chosen_when_the_hand_changes(driver: Driver) -> None:
    table(driver)
    driver.drag(middle(held(driver, "accident")), at(driver, "battle/1"))
    driver.key(pygame.K_F5)
    driver.click("Stop")
    assert driver.focused == held(driver, "stop").id
    driver.settle()
    assert len(seen(driver).hand) == 7
    assert driver.focused == held(driver, "stop").id


def test_a_card_carried_while_the_rivals_play_is_kept_and_can_be_laid_in_the_own_turn(driver: Driver) -> None:
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


def test_a_move_waits_until_the_last_one_is_on_disk(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table(driver)
    with monkeypatch.context() as slow:
        slow.setattr(Session, "waiting_for_viewer", property(lambda _session: False))
        driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
        driver.pump(5)
        assert on_the_table(driver) == []
        assert not driver.app.is_settled
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]


def test_a_resting_table_is_not_drawn_again(driver: Driver) -> None:
    table(driver)
    driver.pump(200)
    presented = driver.app.frames_presented
    driver.pump(50)
    assert driver.app.frames_presented == presented


# -- the picture -------------------------------------------------------------------------------------------------------


EVERY_TEMPO = [
    (Speed.NORMAL, False, 0),
    (Speed.NORMAL, False, 7),
    (Speed.NORMAL, False, 1),
    (Speed.SLOW, False, 0),
    (Speed.FAST, False, 5),
    (Speed.OFF, False, 0),
    (Speed.NORMAL, True, 0),
    (Speed.FAST, True, 7),
]


@pytest.mark.parametrize(("speed", "is_reduced", "skip_every"), EVERY_TEMPO)
def test_after_any_steps_the_picture_is_that_of_a_table_drawn_afresh(
    driver: Driver, speed: Speed, is_reduced: bool, skip_every: int
) -> None:
    driver.app.save_settings(replace(driver.app.settings, speed=speed, reduced_motion=is_reduced))
    hands = ["go accident stop driving_ace km_100 km_25", "go puncture_proof", "go flat_tire", "go"]
    scene = table(driver, "1 km_50", "2 flat_tire > 1", "1 ! puncture_proof", "3 - go", hands=hands)
    for card_id, target in (("accident", "battle/1"), ("km_25", "distance/0"), ("driving_ace", "safeties/0")):
        driver.drag(middle(held(driver, card_id)), at(driver, target))
        frames = 0
        while not driver.app.is_settled:
            frames += 1
            driver.pump()
            if skip_every and frames % skip_every == 0:
                driver.key(pygame.K_F5)
            time.sleep(0.0005)  # the writer's turn
        assert driver.app.scene is scene
        driver.post(pygame.WINDOWLEAVE)
        assert picture(driver) == fresh_picture(driver), card_id


# -- how things move ---------------------------------------------------------------------------------------------------


def set_motion(driver: Driver, **changes: object) -> None:
    driver.app.save_settings(replace(driver.app.settings, **changes))  # type: ignore[arg-type]


def test_reduced_motion_holds_at_once_for_a_card_on_its_way(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "km_25")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: bool(list(scene.show.flights)), "the card to fly")
    set_motion(driver, reduced_motion=True)
    driver.pump()
    assert list(scene.show.flights) == []
    assert seen(driver).sides[0].km == 25


def test_a_faster_speed_holds_at_once_for_a_car_on_its_way(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "km_100")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: "car/0" in scene.show.hidden, "the car to drive")
    set_motion(driver, speed=Speed.OFF)
    driver.pump()
    assert not scene.show.hidden
    assert seen(driver).sides[0].km == 100


def test_the_km_are_counted_while_the_car_drives(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "km_100")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: "km/0" in scene.show.hidden, "the car to drive")
    counted = []
    while "km/0" in scene.show.hidden:
        drive, elapsed_s = next(each for each in scene.show.effects if isinstance(each[0], Drive))
        assert isinstance(drive, Drive)
        counted.append(round(drive.km(elapsed_s)))
        driver.pump()
    assert counted == sorted(counted)
    assert len(set(counted)) > 10
    assert counted[-1] <= 100


def test_with_reduced_motion_a_refused_card_stays_and_the_reason_is_framed(driver: Driver) -> None:
    set_motion(driver, reduced_motion=True)
    scene = table(driver)
    before, place = picture(driver), held(driver, "repairs").id
    driver.drag(middle(held(driver, "repairs")), at(driver, "battle/0"))
    assert held(driver, "repairs").id == place
    assert [type(effect) for effect, _elapsed_s in scene.show.effects] == [Frame]
    framed = picture(driver)
    assert framed != before
    driver.wait(0.95)
    assert list(scene.show.effects) == []
    assert said(driver) == "There is nothing to put right with this card."


def test_targets_breathe_while_a_card_is_chosen_and_only_then(driver: Driver) -> None:
    table(driver)
    driver.settle()
    choose(driver, "km_25")
    shots = set()
    for _ in range(20):
        driver.pump(4)
        shots.add(picture(driver))
    assert len(shots) > 5
    assert driver.app.is_settled, "it waits for nothing"
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    presented = driver.app.frames_presented
    driver.wait(1.0)
    assert driver.app.frames_presented == presented


def test_with_reduced_motion_targets_are_lit_and_still(driver: Driver) -> None:
    set_motion(driver, reduced_motion=True)
    table(driver)
    choose(driver, "km_25")
    driver.wait(2.0)  # until the tooltip is there
    presented = driver.app.frames_presented
    driver.wait(1.0)
    assert driver.app.frames_presented == presented


def test_a_resumed_leg_shows_the_same_picture(driver: Driver) -> None:
    driver.app.save_settings(replace(driver.app.settings, hand_order=HandOrder.SORTED))
    driver.click("Play")
    driver.until(lambda: driver.app.is_settled, "the first own turn")
    for _ in range(2):
        driver.key(pygame.K_d) if driver.focused else driver.key(pygame.K_RIGHT)
        driver.key(pygame.K_d)
        if driver.scene == "confirm":
            driver.key(pygame.K_ESCAPE)
            driver.key(pygame.K_RIGHT)
            driver.key(pygame.K_d)
        driver.until(lambda: driver.app.is_settled, "the next own turn")
    driver.key(pygame.K_ESCAPE) if driver.focused else None
    driver.post(pygame.WINDOWLEAVE)
    shown, played = picture(driver), len(seen(driver).moves)
    assert played > 2
    driver.app.go_home()
    driver.pump()
    driver.press("continue")
    driver.post(pygame.WINDOWLEAVE)
    driver.until(lambda: driver.app.is_settled, "the same own turn")
    assert len(seen(driver).moves) == played
    assert picture(driver) == shown


def test_a_new_language_is_drawn_at_once_on_the_table_below_the_menu(driver: Driver) -> None:
    table(driver)
    driver.click("Menu")
    driver.click("English")
    driver.click("Deutsch")
    driver.key(pygame.K_ESCAPE)
    driver.post(pygame.WINDOWLEAVE)
    assert driver.find("Blechschaden").role == "card"
    assert driver.find("Menü").role == "button"
    assert picture(driver) == fresh_picture(driver)


def test_a_new_size_is_laid_out_anew(driver: Driver) -> None:
    table(driver)
    driver.resize((1080, 1350))
    driver.settle()
    assert picture(driver) == fresh_picture(driver)
    driver.drag(middle(held(driver, "stop")), at(driver, "battle/2"))
    driver.settle()
    assert on_the_table(driver) == ["0 stop > 2"]


def test_a_partner_s_display_is_the_own_side_s(driver: Driver) -> None:
    hands = ["go km_25", "go stop", "km_50", "go"]
    saved = saved_match(hands, seating=Seating.TEAMS, rules="dujardin")
    sit_down(driver, saved)
    names = [node.name for node in driver.nodes() if node.id.startswith("battle/")]
    assert names == ["Battle pile, You + Hugo", "Battle pile, Carla + Irma"]
    assert {node.id for node in driver.nodes() if node.role == "card"} == {f"card/{i}" for i in range(7)}


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "hu"])
def test_every_text_of_the_table_fits_the_smallest_window(tmp_path: Path, language: str) -> None:
    with open_window(tmp_path, size=(960, 540), language=language) as driver:
        table(driver, "1 accident > 0")
        for index in range(7):
            driver.point(at(driver, f"card/{index}"))
            driver.key(pygame.K_1 + index)
            driver.key(pygame.K_RETURN) if index == 6 else None
            driver.key(pygame.K_ESCAPE)
        driver.drag(middle(held(driver, "repairs")), at(driver, "battle/0"))
        driver.settle()
        driver.drag(middle(held(driver, "repairs")), at(driver, "discard"))
        driver.settle()
        assert text.overflows == []


# -- what goes wrong ---------------------------------------------------------------------------------------------------


def test_a_problem_is_shown_above_the_table(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table(driver)
    problems = [Problem(ProblemCode.SAVE_FAILED, {"path": "/x", "error": "No space left on device"})]
    monkeypatch.setattr(scene.session, "take_problems", lambda: [problems.pop()] if problems else [])
    driver.pump(2)
    assert driver.scene == "notice"
    driver.key(pygame.K_RETURN)
    assert driver.scene == "table"


def test_nothing_new_happens_under_an_open_menu(driver: Driver) -> None:
    table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "menu"
    driver.wait(3.0)
    assert driver.app.is_settled
    below = driver.app.visible[0]
    assert isinstance(below, TableScene)
    assert [move.text for move in below.show.observation.moves[4:]] == ["0 km_25"]
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert len(seen(driver).moves) > 5
