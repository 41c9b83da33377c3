"""The screen on which a leg is looked at again, through the window."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import Any
from unittest import mock

import pygame
import pytest
from pygame import Rect, Surface

from game.drivers.moods import moods
from game.engine.record import Record
from game.features.replay import opening
from game.features.replay.model import leg_replay as replay
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.scene import ReplayScene
from game.features.replay.timeline import TurnAxis, TurnTimeline
from game.match import session as sessions
from game.match.match_file import MatchKind, SavedMatch
from game.people.profiles import assign_liveries
from game.settings.settings import AnimationSpeed
from tests.features.replay.review_stage import TO_RESULT, look_back
from tests.fixed_decks import ScriptedBots
from tests.played_legs import played_match
from tests.scenes.stages import STAGES
from tests.waiting import PATIENCE_S
from tests.window import Driver, middle

START = 25
LONGEST_S = 60.0
LOOK: dict[str, Any] = {
    "liveries": assign_liveries([None] * 4), "u": 0.5, "foot": 15, "larger": 1.0, "rounds": 4,
}  # fmt: skip


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is played on has scripted bots, not a process of its own."""
    monkeypatch.setattr(sessions, "WorkerBots", ScriptedBots)


def scene_of(driver: Driver) -> ReplayScene:
    return driver.top(ReplayScene)


def place(driver: Driver) -> int:
    return scene_of(driver).playback.place


def turn(driver: Driver) -> str:
    """What is said of the place."""
    return driver.control("turn").name


def hand(driver: Driver) -> list[str]:
    return sorted(node.name for node in driver.below("card/"))


# -- walking ----------------------------------------------------------------------------------------------------------


def test_replay_opens_from_the_score_and_leads_back_there(driver: Driver) -> None:
    STAGES["leg_score"](driver)
    driver.click("Look back")
    driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the leg")
    driver.settle()
    assert turn(driver) == "The deal"
    assert driver.focused == "play"
    driver.key(pygame.K_END)
    driver.settle()
    assert driver.log_lines()[-1] == "You won with 700 km"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "result"
    driver.press("look_back")
    driver.settle()
    driver.press("back")
    assert driver.scene == "result"


@pytest.mark.parametrize(
    ("key", "end"),
    [
        (pygame.K_RIGHT, START + 1),
        (pygame.K_LEFT, START - 1),
        (pygame.K_PAGEDOWN, START + 4),
        (pygame.K_PAGEUP, START - 4),
        (pygame.K_HOME, 0),
    ],
)
def test_keys_walk_through_the_replay_wherever_the_focus_is(driver: Driver, key: int, end: int) -> None:
    STAGES["replay"](driver)
    for focus in ("timeline", "hands", "back"):
        scene_of(driver).controls.focus(focus)
        driver.key(key)
        driver.settle()
        assert place(driver) == end
        scene_of(driver).stop_and_go(START)


def test_up_and_down_keys_walk_through_the_turns_of_one_side(driver: Driver) -> None:
    STAGES["replay"](driver)
    turns = scene_of(driver).leg.turns
    side = turns[START - 1].side
    driver.key(pygame.K_DOWN)
    assert turns[place(driver) - 1].side == side
    assert all(one.side != side for one in turns[START : place(driver) - 1])
    driver.key(pygame.K_UP)
    assert place(driver) == START


def test_wheel_walks_through_the_replay_and_scrolls_over_the_log(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.point((640, 300))
    driver.post(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False, precise_x=0.0, precise_y=-1.0)
    assert place(driver) == START + 1
    driver.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False, precise_x=0.0, precise_y=1.0)
    driver.settle()
    assert place(driver) == START
    newest = driver.log_lines()
    driver.point(middle(driver.control("log")))
    driver.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False, precise_x=0.0, precise_y=1.0)
    driver.settle()
    assert place(driver) == START
    assert driver.log_lines() != newest


def test_buttons_walk_through_the_replay(driver: Driver) -> None:
    STAGES["replay"](driver)
    length = scene_of(driver).leg.length
    for id, end in (("back_one", START - 1), ("on_one", START), ("first", 0), ("last", length)):
        driver.press(id)
        driver.settle()
        assert place(driver) == end
    assert turn(driver) == f"Turn {length} of {length}"


def test_head_is_dragged_along_the_timeline(driver: Driver) -> None:
    STAGES["replay"](driver)
    timeline = scene_of(driver)._controls.timeline
    start, end = timeline.column(10).center, timeline.column(40).center
    driver.point(start)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    assert place(driver) == 10
    driver.post(pygame.MOUSEMOTION, pos=end, rel=(1, 1), buttons=(1, 0, 0))
    assert place(driver) == 40
    driver.post(pygame.MOUSEBUTTONUP, pos=end, button=1)
    driver.settle()
    assert driver.control("timeline").value == turn(driver) == f"Turn 40 of {scene_of(driver).leg.length}"


def test_column_pointed_at_tells_its_turn(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.point(scene_of(driver)._controls.timeline.column(3).center)
    driver.wait(1.0)
    assert driver.control("tip").name == f"Turn 3: {scene_of(driver).playback.turn_line(3)}"


def test_log_and_turn_plate_follow_the_place(driver: Driver) -> None:
    STAGES["replay"](driver)
    leg = scene_of(driver).leg
    for there in (0, 7, leg.length, START):
        scene_of(driver).stop_and_go(there)
        driver.settle()
        said = scene_of(driver).playback.turn_line(there)
        assert driver.log_lines()[-1] == said if there not in {0, leg.length} else said in [*driver.log_lines(), said]
        assert scene_of(driver).stage.view.observation.sides == leg.observation_at(there, 0).sides


def test_log_tells_where_moves_were_taken_back(driver: Driver) -> None:
    saved = played_match()
    own = [n for n, text in enumerate(saved.legs[1].record.moves) if text and text.startswith("0 ")]
    legs = saved.legs[0], replace(saved.legs[1], taken_back=(own[1], own[1], own[2]))
    look_back(driver, replace(saved, legs=legs), 1, place=0)
    assert not [line for line in driver.log_lines() if "take back" in line]
    driver.key(pygame.K_END)
    driver.settle()
    told = scene_of(driver).stage.view.log
    assert [line.text for line in told if "take back" in line.text] == [
        "You take back 2 moves", "You take back your last move",
    ]  # fmt: skip


def test_step_forward_plays_a_clip_and_any_press_ends_it(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.key(pygame.K_RIGHT)
    assert driver.app.scene.is_moving()
    before = scene_of(driver).leg.observation_at(START, 0)
    assert scene_of(driver).stage.view.observation.sides == before.sides
    driver.key(pygame.K_F5)
    assert not driver.app.scene.is_moving()
    assert scene_of(driver).stage.view.observation.sides == scene_of(driver).leg.observation_at(START + 1, 0).sides


def test_step_back_is_a_clip_that_runs_backwards(driver: Driver) -> None:
    STAGES["replay"](driver)
    said = scene_of(driver).playback.turn_line(START)
    driver.key(pygame.K_LEFT)
    (step,) = {step for step, _elapsed_s in scene_of(driver).playback.animation.running}
    flown = [flight for flight in step.flights if flight.card is scene_of(driver).leg.turns[START - 1].card]
    assert flown
    assert scene_of(driver)._old is None
    assert said not in driver.log_lines()[-1:]
    driver.settle()
    assert scene_of(driver).stage.view.observation.sides == scene_of(driver).leg.observation_at(START - 1, 0).sides
    driver.key(pygame.K_END)
    assert not scene_of(driver).playback.animation.is_moving
    assert scene_of(driver)._old is not None


@pytest.mark.parametrize("stage", ["replay", "replay_open", "replay_of_six", "replay_running"])
def test_table_after_a_step_back_is_as_it_was_at_that_place(driver: Driver, stage: str) -> None:
    STAGES[stage](driver)
    for _ in range(min(8, place(driver))):
        there = place(driver) - 1
        driver.key(pygame.K_LEFT)
        driver.settle()
        scene = scene_of(driver)
        ran = scene.playback.animation.shown_observation
        assert place(driver) == there
        scene.playback.show_hand(scene.playback.seat)
        assert ran == scene.playback.animation.shown_observation


def test_hands_stay_while_the_table_fades_with_reduced_motion(driver: Driver) -> None:
    STAGES["replay_open"](driver)
    driver.app.save_settings(driver.app.settings.with_values(reduced_motion=True))
    driver.settle()
    tray = driver.below("tray/0")[0]
    before = driver.picture().subsurface(tray.rect).copy()
    while (
        scene_of(driver).leg.turns[place(driver) - 1].seat == 0 or scene_of(driver).leg.turns[place(driver)].seat == 0
    ):
        driver.key(pygame.K_LEFT)
        driver.settle()
        before = driver.picture().subsurface(tray.rect).copy()
    driver.key(pygame.K_LEFT)
    assert scene_of(driver).is_moving()
    assert pygame.image.tobytes(driver.picture().subsurface(tray.rect), "RGB") == pygame.image.tobytes(before, "RGB")


# -- playing ----------------------------------------------------------------------------------------------------------


def played_for_s(driver: Driver, frames: int) -> int:
    begun = place(driver)
    driver.key(pygame.K_SPACE)
    driver.pump(frames)
    driver.key(pygame.K_SPACE)
    return place(driver) - begun


def test_replay_plays_by_itself_at_any_speed_and_stops(driver: Driver) -> None:
    STAGES["replay"](driver)
    counts = []
    for key in ("0.5", "1.0", "4.0"):
        driver.press("speed")
        driver.press(f"speed.{key}")
        counts.append(played_for_s(driver, 600))
        scene_of(driver).stop_and_go(START)
        driver.settle()
    assert counts[0] < counts[1] < counts[2]
    assert counts[0] >= 2
    driver.pump(300)
    assert place(driver) == START


def test_replay_plays_to_the_end_and_then_from_the_beginning(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.app.save_settings(driver.app.settings.with_values(speed=AnimationSpeed.OFF))
    length = scene_of(driver).leg.length
    scene_of(driver).stop_and_go(length - 2)
    driver.press("play")
    assert driver.control("play").name == "Pause"
    driver.settle(LONGEST_S)
    assert place(driver) == length
    assert driver.control("play").name == "Play"
    driver.press("play")
    driver.pump()
    assert place(driver) == 0


@pytest.mark.parametrize("changes", [{"speed": AnimationSpeed.OFF}, {"reduced_motion": True}], ids=["off", "reduced"])
def test_replay_plays_by_itself_without_animation_and_with_reduced_motion(
    driver: Driver, changes: dict[str, object]
) -> None:
    STAGES["replay"](driver)
    driver.app.save_settings(driver.app.settings.with_values(**changes))
    driver.key(pygame.K_SPACE)
    driver.wait(20.0)
    assert place(driver) > START + 3
    driver.key(pygame.K_LEFT)
    driver.settle()
    assert not scene_of(driver).playback.is_playing


def test_language_and_window_may_change_while_the_replay_plays(driver: Driver) -> None:
    STAGES["replay_open"](driver)
    driver.key(pygame.K_SPACE)
    driver.wait(1.0)
    driver.app.set_language("hu")
    driver.wait(0.5)
    driver.resize((1080, 1350))
    there = place(driver)
    driver.wait(6.0)
    assert place(driver) > there
    driver.key(pygame.K_SPACE)
    driver.settle()
    assert turn(driver) == f"{place(driver)}. lépés / {scene_of(driver).leg.length}"


def test_replay_pauses_while_another_screen_lies_above_it(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.key(pygame.K_SPACE)
    driver.key(pygame.K_F1)
    driver.wait(5.0)
    driver.key(pygame.K_ESCAPE)
    assert place(driver) <= START + 1


# -- hands ------------------------------------------------------------------------------------------------------------


def test_hands_can_all_be_seen_by_key_and_by_mouse(driver: Driver) -> None:
    STAGES["replay"](driver)
    leg = scene_of(driver).leg
    own = hand(driver)
    assert len(own) == len(leg.hands(START)[0])
    driver.key(pygame.K_3)
    driver.settle()
    assert len(hand(driver)) == len(leg.hands(START)[2])
    assert driver.control("hands").value == "Hugo"
    driver.press("hands.0")
    driver.settle()
    assert hand(driver) == own


def test_hands_lie_in_trays_with_the_card_that_was_played(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.press("hands.all")
    driver.settle()
    scene = scene_of(driver)
    assert hand(driver) == []
    last = scene.leg.turns[START - 1]
    for seat, cards in enumerate(scene.leg.hands(START)):
        shown = driver.below(f"tray/{seat}/")
        assert len(shown) == len(cards) + (seat == last.seat)


def test_open_hands_of_six_take_the_room_of_their_trays(driver: Driver) -> None:
    STAGES["replay_of_six"](driver)
    for size in ((960, 540), (1280, 720), (1080, 1350)):
        driver.resize(size)
        driver.settle()
        for seat in range(6):
            tray = pygame.Rect(driver.control(f"tray/{seat}").rect)
            first, *_others, last = (node.rect for node in driver.below(f"tray/{seat}/"))
            assert first[0] - tray.x < 0.4 * tray.w
            assert tray.right - (last[0] + last[2]) < 0.06 * tray.w
            assert first[2] >= 0.39 * last[2], "its number is seen"


def test_card_drawn_next_comes_to_its_tray_after_the_clip(driver: Driver) -> None:
    STAGES["replay_open"](driver)
    scene_of(driver).stop_and_go(START)
    driver.settle()
    following = scene_of(driver).leg.drawn_at(START + 1)[0]

    def count() -> int:
        return len(driver.below(f"tray/{following}/"))

    driver.key(pygame.K_RIGHT)
    early = count()
    driver.settle()
    assert count() == early + 1


def test_running_leg_offers_no_other_hand(driver: Driver) -> None:
    STAGES["replay_running"](driver)
    assert turn(driver) == "Turn 5 of 5"
    ids = driver.ids()
    assert not ids & {"hands", "play_on", "export"}
    driver.key(pygame.K_0)
    driver.key(pygame.K_2)
    driver.settle()
    assert scene_of(driver).playback.seat == 0


# -- playing on, and taking along -------------------------------------------------------------------------------------


@pytest.mark.parametrize("looks", [False, True])
def test_match_is_played_on_from_the_place_shown(driver: Driver, looks: bool) -> None:
    begun: list[SavedMatch] = []
    STAGES["replay"](driver)
    if looks:
        driver.key(pygame.K_0)
        driver.key(pygame.K_1)
        driver.settle()
    with mock.patch.object(driver.app, "practise", begun.append):
        driver.press("play_on")
    (saved,) = begun
    assert (saved.kind, saved.open_cards) == (MatchKind.PRACTICE, looks)
    assert len(saved.legs) == 2


def test_play_on_leads_to_the_table(driver: Driver) -> None:
    STAGES["replay"](driver)
    leg = scene_of(driver).leg
    own = next(
        p for p in range(START, leg.length) if leg.observation_at(p, 0).to_move == 0 and leg.turns[p - 1].victim is None
    )
    scene_of(driver).stop_and_go(own)
    driver.settle()
    driver.press("play_on")
    driver.settle()
    assert driver.scene == "table"
    assert driver.session.observation.sides == leg.observation_at(own, 0).sides
    kept = driver.app.files.load_match(driver.session.autosave.id)
    assert kept is not None
    assert kept.kind is MatchKind.PRACTICE


def test_play_on_is_disabled_after_the_last_turn(driver: Driver) -> None:
    STAGES["replay"](driver)
    assert driver.control("play_on").enabled
    driver.key(pygame.K_END)
    driver.settle()
    assert not driver.control("play_on").enabled


def test_record_is_exported_and_its_path_told(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.press("export")
    driver.until(lambda: driver.scene == "notice", "the notice")
    said = driver.control("message").name
    (path,) = (driver.app.files.folder / "exports").iterdir()
    assert said == f"Saved to {path}"
    assert Record.from_json(json.loads(path.read_text())) == played_match().records[1]
    driver.settle()
    driver.press("ok")
    assert driver.scene == "replay"


def test_export_that_fails_says_why(driver: Driver) -> None:
    (driver.app.files.folder / "exports").write_text("in the way")
    STAGES["replay"](driver)
    driver.press("export")
    driver.until(lambda: driver.scene == "notice", "the notice")
    assert driver.control("message").name.startswith("The record could not be saved (")


def test_record_that_cannot_be_played_is_told_and_left(driver: Driver) -> None:
    saved = played_match()
    broken = replace(saved.legs[1].record, moves=("0 go", "0 go"))
    saved = replace(saved, legs=(saved.legs[0], replace(saved.legs[1], record=broken)))
    opening.open_replay(driver.app, saved, 1, TO_RESULT)
    driver.until(lambda: driver.scene == "notice", "the notice")
    assert "damaged" in driver.control("message").name
    driver.settle()
    driver.press("ok")
    assert driver.scene == "title"


# -- size and time ----------------------------------------------------------------------------------------------------


@pytest.mark.real_threads
def test_window_may_change_before_the_leg_was_read(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen below stays, and is left for the replay in the new size."""
    STAGES["leg_score"](driver)
    read = threading.Event()
    replayed = replay._replayed

    def waiting(saved: SavedMatch, index: int) -> LegReplay | None:
        assert read.wait(PATIENCE_S)
        return replayed(saved, index)

    monkeypatch.setattr(replay, "_replayed", waiting)
    node = driver.control("look_back")
    driver.post(pygame.MOUSEBUTTONDOWN, pos=middle(node), button=1)
    driver.post(pygame.MOUSEBUTTONUP, pos=middle(node), button=1)
    driver.app.window.resize((1000, 640))
    for _ in range(4):
        driver.wait(0.1)
    driver.app.set_language("de")
    driver.wait(0.1)
    read.set()
    driver.settle()
    assert driver.scene == "replay"
    assert driver.app.size == (1000, 640)


def test_timeline_with_too_little_room_scrolls_and_keeps_the_head_in_the_middle(window: None) -> None:
    leg = LegReplay(played_match(), 1)
    room = Rect(10, 10, 400, 100)
    axis = TurnAxis(44, 360, leg.length, 0, 0.5)
    timeline = TurnTimeline(room, axis, leg.turns, range(4), 0, on_seek=list[int]().append, **LOOK)
    surface = Surface((420, 120))
    seen = []
    for place in [*range(leg.length + 1), *range(leg.length, -1, -1)]:
        timeline.head = timeline.at = place
        timeline.draw(surface, 1.0)
        seen.append(timeline.column(place).centerx)
    plot = timeline._plot
    assert min(seen) >= plot.x
    assert max(seen) <= plot.right
    assert all(plot.x + plot.w / 3 - 8 < x < plot.x + 2 * plot.w / 3 + 8 for x in seen[30:50])


def test_head_is_drawn_where_it_has_arrived(driver: Driver) -> None:
    """It travels for longer than the picture fades: its last step is the last thing that moves."""
    STAGES["replay"](driver)
    scene = scene_of(driver)
    bar = scene.layout.bar
    driver.key(pygame.K_END)
    driver.settle()
    driver.key(pygame.K_HOME)
    while scene.is_moving() or scene.dirty:
        driver.pump()
    seen = pygame.image.tobytes(driver.picture().subsurface(bar), "RGB")
    scene.dirty = True
    driver.pump()
    assert pygame.image.tobytes(driver.picture().subsurface(bar), "RGB") == seen


def test_head_goes_where_a_scrolled_timeline_is_pressed(window: None) -> None:
    leg, seeks = LegReplay(played_match(), 1), list[int]()
    room = Rect(10, 10, 400, 100)
    axis = TurnAxis(44, 360, leg.length, 60, 0.5)
    timeline = TurnTimeline(room, axis, leg.turns, range(4), 60, on_seek=seeks.append, **LOOK)
    assert timeline.column(0).right < room.x
    for place in (50, 61, leg.length):
        timeline.hold_at(timeline.column(place).center, is_first=True)
    assert seeks == [50, 61, leg.length]


def test_button_for_all_hands_grows_with_the_window(driver: Driver) -> None:
    STAGES["replay"](driver)
    wide = []
    for size in ((1920, 1080), (3840, 2160)):
        driver.resize(size)
        driver.settle()
        wide.append(driver.control("hands.all").rect[2])
    assert wide[1] == pytest.approx(2 * wide[0], rel=0.03)


def test_faces_follow_the_turn_that_is_looked_at(driver: Driver) -> None:
    STAGES["replay"](driver)
    scene, seen = scene_of(driver), []
    driver.key(pygame.K_HOME)
    for _turn in range(scene.leg.length):
        driver.key(pygame.K_RIGHT)
        driver.settle()
        o = scene.playback.animation.shown_observation
        assert scene.faces.moods == moods(o, [player.driver for player in scene.leg.saved.players])
        seen.append(scene.faces.moods)
    assert len(set(seen)) > 1
