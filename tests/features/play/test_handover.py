"""Several persons at one screen, through the window: the cloth, the round after a hazard, and whole legs by mouse."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from game.engine.moves import MoveKind
from game.engine.rules import Seating
from game.features.play.handover import KEY_DELAY_S, HandoverScene
from game.match.plan import Plan
from game.match.session import Session
from game.people.looks import Paint, Symbol
from game.people.players import HUMAN, Player, PlayerKind, bot
from game.people.profiles import Livery, Profile
from tests.match.harness import QuickBots, aggressive, setup_of
from tests.nightly import some
from tests.scenes.stages import STAGES
from tests.window import Driver

ZOE = Player(PlayerKind.HUMAN, profile=Profile("zoe", "Zoé", Livery(Symbol.RING, Paint.BLACK)))
TABLE = (HUMAN, bot("carla"), ZOE, bot("hugo"))


def sit_down(driver: Driver, players: tuple[Player, ...] = TABLE, seed: int = 7, **setup: object) -> Session:
    app = driver.app
    plan = Plan(setup_of(seats=len(players), legs=1, **setup), players)  # type: ignore[arg-type]
    bots = QuickBots(aggressive)
    app.start_session(Session.new(plan, seed=seed, files=app.files, clock=app.clock, bots=bots))
    assert app.session is not None
    app.session._delayed_reveal.delay_s = 0.0
    app.show_table()
    driver.settle()
    return app.session


def cards_seen(driver: Driver) -> list[str]:
    return [node.name for node in driver.below("card/")]


def take_part(driver: Driver, session: Session, rng: Random) -> None:
    """Do by mouse what the screen waits for."""
    driver.settle()
    if session.is_leg_over:
        return
    if driver.scene == "handover":
        assert cards_seen(driver) == []
        driver.press("here")
    elif driver.scene == "hazard":
        driver.press("no" if session.hot_seat.hazard_answers else "go_on")
    elif driver.scene == "table":
        session.play(rng.choice(session.observation.legal))
    else:
        move = rng.choice(session.observation.legal)
        session.play(move)
        driver.app.pop()


def test_handover_screen_looks_the_same_whatever_the_hands_hold(driver: Driver) -> None:
    """Two deals with the same first dealer, in which nothing has been played: the same picture and control tree."""
    seen = []
    for seed in range(1, 40):
        session = sit_down(driver, seed=seed)
        observation = session.observation
        seen.append((observation.dealer, observation.hand, driver.picture().get_view("2").raw, driver.nodes()))
    first = seen[0]
    same = [one for one in seen[1:] if one[0] == first[0]]
    assert len({one[1] for one in same}) > 3
    assert all(one[2:] == first[2:] for one in same)


def test_handover_screen_shows_the_rivals_and_nothing_of_the_person(driver: Driver) -> None:
    sit_down(driver)
    scene = driver.top(HandoverScene)
    picture, (w, _h) = driver.picture(), driver.app.size
    cloth = picture.get_at((4, picture.get_height() - 4))
    top = next(y for y in range(picture.get_height()) if all(picture.get_at((x, y)) == cloth for x in (2, w - 3)))
    rivals = [place for side, place in enumerate(scene.displays) if side != scene.own_side]
    assert all(place.bottom <= top for place in rivals)
    assert scene.displays[scene.own_side].y >= top - 8


def test_handover_hides_all_cards_until_the_first_person_confirms(driver: Driver) -> None:
    session = sit_down(driver)
    assert driver.scene == "handover"
    assert cards_seen(driver) == []
    seat = session.hot_seat.handover.seat if session.hot_seat.handover else None
    driver.press("here")
    driver.settle()
    assert session.viewer == seat
    assert driver.scene == "table"
    assert len(cards_seen(driver)) >= 6


def test_handover_ignores_a_key_meant_for_the_table(driver: Driver) -> None:
    sit_down(driver)
    driver.press("here")
    driver.app.show_table()
    session = driver.session
    session.hot_seat.is_covered = True
    driver.app.show_table()
    driver.key(pygame.K_RETURN)
    assert driver.scene == "handover"
    driver.clock.now_s += KEY_DELAY_S
    driver.settle()
    assert driver.focused == "here"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene != "handover"


@pytest.mark.parametrize("seed", some([2, 3]))
def test_leg_of_several_persons_is_played_by_mouse(driver: Driver, seed: int) -> None:
    session, rng = sit_down(driver, seed=seed), Random(seed)
    seen = set()
    for _ in range(600):
        if session.is_leg_over:
            break
        seen.add(driver.scene)
        take_part(driver, session, rng)
    assert session.is_leg_over
    driver.settle()
    assert driver.scene == "result"
    assert {"handover", "hazard"} <= seen
    names = [node.name for node in driver.nodes()]
    assert not any("You" in name.split() for name in names), "nobody is you on a sheet that all look at"


def test_table_calls_the_holder_of_the_screen_you(driver: Driver) -> None:
    session, rng = sit_down(driver), Random(1)
    while session.viewer != 2 or driver.scene != "table":
        take_part(driver, session, rng)
        driver.settle()
    names = " ".join(node.name for node in driver.nodes())
    assert "Player 1" in names
    assert "Zoé" not in names


def test_friend_who_is_added_gets_the_screen(driver: Driver) -> None:
    driver.press("race.setup")
    driver.settle()
    driver.press("seating.teams")
    driver.press("add")
    driver.settle()
    plan = driver.app.scene.plan  # type: ignore[attr-defined]
    assert plan.other_persons == (2,)
    driver.press("start")
    driver.settle()
    assert driver.scene == "handover"
    assert driver.session.seat_control.persons == (0, 2)
    assert driver.app.settings.shared_plan("en").other_persons == (2,), "the table is offered again"


def test_person_with_a_profile_sits_in_one_seat_only() -> None:
    plan = Plan(setup_of(), TABLE)
    moved = plan.with_person(1, ZOE.profile)
    assert [player.is_human for player in moved.players] == [True, True, False, False]


def test_team_of_two_persons_is_shown_the_hazard_one_after_the_other(driver: Driver) -> None:
    players = (HUMAN, bot("carla"), ZOE, bot("hugo"))
    session, rng = sit_down(driver, players, seating=Seating.TEAMS), Random(4)
    round_: list[int] = []
    for _ in range(300):
        if session.is_leg_over or len(round_) >= 2:
            break
        if driver.scene == "hazard":
            round_.append(session.viewer)
        elif driver.scene == "table" and round_ and session.is_waiting_for_viewer:
            round_.clear()
        take_part(driver, session, rng)
        driver.settle()
    assert sorted(round_[:2]) == [0, 2]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE])
def test_person_who_holds_the_answer_loses_nothing_by_a_hasty_key(driver: Driver, key: int) -> None:
    STAGES["hazard"](driver)
    assert driver.focused == "yes"
    driver.key(key)
    driver.settle()
    assert driver.session.observation.moves[-1].kind is MoveKind.COUP_FOURRE
