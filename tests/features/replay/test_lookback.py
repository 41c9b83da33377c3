"""The review in the look back, through the window: the curve, the pins that ask, and what is kept of them."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.engine.attacks import count_recorded_attacks
from game.engine.moves import move
from game.engine.rules import Seating
from game.features.puzzles.model import PUZZLES, PuzzleBook
from game.features.replay import scene as replay_scene
from game.features.replay.curve import ChancesCurve
from game.features.replay.model.attempt import is_right
from game.features.replay.model.findings import LEAST_LOSS, MOST_PINS, LegFindings, PinState, ReviewRun
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import (
    Judgement,
    LegReview,
    Luck,
    MoveValue,
    PositionChances,
    ReviewFinding,
    ReviewSize,
    serve,
)
from game.features.replay.pin_scene import PinScene
from game.features.replay.scene import ReplayScene
from game.features.replay.words import cost_words, signed_points, why_words
from game.match import session as sessions
from game.match.comparisons import Comparison, ComparisonKind
from game.match.match_file import MatchKind, SavedMatch
from game.people.players import HUMAN
from game.table.animation.choreography import PlayedCardStart
from game.words.names import Names
from tests.careers import done
from tests.features.replay.review_stage import FAULT, ScriptedReview, findings, look_back
from tests.fixed_decks import ScriptedBots
from tests.match.bots.faulty_workers import stopped
from tests.played_legs import played_match
from tests.scenes.stages import STAGES
from tests.waiting import PATIENCE_S
from tests.window import Driver

RULES = "winning_moves"
NAMES = Names((None, "carla", "hugo", "irma"), ((0,), (1,), (2,), (3,)), 0)


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that goes on has scripted bots, not a process of its own."""
    monkeypatch.setattr(sessions, "WorkerBots", ScriptedBots)


def found() -> tuple[ReviewFinding, ...]:
    return findings(RULES, 4, Seating.SOLO)


def judgements(told: Sequence[ReviewFinding]) -> list[Judgement]:
    return [one for one in told if isinstance(one, Judgement)]


def said(driver: Driver, id: str) -> str:
    return driver.control(id).name


def room(driver: Driver) -> ReplayScene:
    return next(scene for scene in driver.app.scenes if isinstance(scene, ReplayScene))


def curve(driver: Driver) -> ChancesCurve:
    made = room(driver)._controls.curve
    assert made is not None
    return made


def asked(driver: Driver) -> PinScene:
    return driver.top(PinScene)


def ask(driver: Driver) -> PinScene:
    STAGES["pin"](driver)
    return asked(driver)


def answer(driver: Driver, scene: PinScene, *, right: bool) -> None:
    tried = scene.attempt.wrong_moves
    values = [value.move for value in scene.attempt.judgement.values if value.move not in tried]
    scene.play(next(it for it in values if is_right(scene.attempt.judgement, it) is right), PlayedCardStart(0, None))
    driver.settle()


def kept(driver: Driver) -> PuzzleBook:
    book, person = driver.app.career, driver.app.settings.profile.id
    done(book.record_achievement(person, lambda before: before))
    return book.files.read(PUZZLES, person)


# -- the true worker --------------------------------------------------------------------------------------------------


def review_from_score(driver: Driver) -> ReviewRun:
    """Look back on a leg from its result, and return its review, which has just begun."""
    STAGES["leg_score"](driver)
    driver.press("look_back")
    driver.until(lambda: driver.scene == "replay", "the leg")
    review = room(driver).review
    assert review is not None
    return review


def test_look_back_from_the_score_reviews_the_leg_to_its_end(driver: Driver) -> None:
    review = review_from_score(driver)
    driver.until(lambda: review.is_over, "the end of the review")
    driver.settle()
    assert review.fault is None
    outline = review.findings.outline
    assert outline is not None
    assert outline.decisions == len(review.findings.judgements) > 0
    assert len(review.chances) == room(driver).leg.length + 1


def test_look_back_that_is_left_ends_its_process(driver: Driver) -> None:
    run = review_from_score(driver)
    driver.until(lambda: run.findings.outline is not None, "the first finding")
    process = run._process
    pid = process.pid
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "result"
    driver.until(lambda: process.pid is None, "the process to be gone")
    assert pid is None or not os.path.exists(f"/proc/{pid}")


def test_frames_never_wait_for_the_review_process(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames go on while it says nothing, and what it finds later is shown."""
    monkeypatch.setattr(replay_scene, "LegReview", partial(LegReview, worker=partial(stopped, serve)))
    run = review_from_score(driver)
    driver.until(lambda: run._process.pid is not None, "the process")
    pid = run._process.pid
    assert pid is not None
    driver.until(lambda: ") T " in Path(f"/proc/{pid}/stat").read_text(), "the process to stop")
    given_up = threading.Timer(PATIENCE_S, os.kill, (pid, signal.SIGCONT))
    given_up.start()
    driver.pump(60)
    assert given_up.is_alive(), "a frame waited until the process went on"
    given_up.cancel()
    assert not run.findings.judgements
    os.kill(pid, signal.SIGCONT)
    driver.until(lambda: len(run.findings.judgements) >= 5, "what it finds")


# -- as it is found ---------------------------------------------------------------------------------------------------


def test_curve_grows_while_it_is_counted_and_pins_come_when_all_is_known(driver: Driver) -> None:
    review, told = ScriptedReview([], is_done=False), found()
    scene = look_back(driver, played_match(), 1, review=review)
    assert driver.control("chances").value == "Calculating…"
    assert said(driver, "review") == "Calculating…"
    known = [one for one in told if not isinstance(one, Judgement)]
    review.tell(known[:20])
    driver.pump()
    assert 0 < len(curve(driver).chances) < scene.leg.length
    review.tell([*known[20:], *judgements(told)[:1]])
    driver.pump()
    assert len(curve(driver).chances) == scene.leg.length + 1
    assert said(driver, "review") == f"Calculating… 1 of {len(judgements(told))} decisions"
    assert not driver.ids() & {"chances.pin.0", "next_pin"}
    review.tell(judgements(told)[1:], is_done=True)
    driver.settle()
    assert said(driver, "review") == "0 of 4 costly decisions found"
    assert {"chances.pin.0", "chances.pin.3", "next_pin"} <= driver.ids()


def test_pins_are_the_costliest_decisions_in_the_order_of_play() -> None:
    leg, run = LegReplay(played_match(RULES, 2, Seating.SOLO), 1), LegFindings()
    run.add(findings(RULES, 2, Seating.SOLO))
    pins = run.find_pins(leg)
    dear = sorted((one.cost for one in run.judgements if one.cost >= LEAST_LOSS), reverse=True)
    assert len(dear) > len(pins) == MOST_PINS
    assert sorted((pin.judgement.cost for pin in pins), reverse=True) == dear[:MOST_PINS]
    assert [pin.turn for pin in pins] == sorted(pin.turn for pin in pins)


def test_review_that_ends_early_says_so_and_asks_what_it_found(driver: Driver) -> None:
    STAGES["replay_broken_off"](driver)
    assert said(driver, "luck.skill") == "Your decisions: –"
    assert "next_pin" in driver.ids()
    look_back(driver, played_match(), 1, review=ScriptedReview([], fault=FAULT))
    assert said(driver, "review") == "Calculation incomplete"
    assert "next_pin" not in driver.ids()


def test_leg_without_costly_decisions_has_nothing_to_better(driver: Driver) -> None:
    STAGES["replay_flawless"](driver)
    assert said(driver, "review") == "Nothing to improve"
    assert "next_pin" not in driver.ids()
    assert curve(driver).is_flawless


def test_end_of_the_leg_tells_luck_and_skill(driver: Driver) -> None:
    STAGES["replay"](driver)
    assert "luck" not in driver.ids()
    driver.key(pygame.K_END)
    driver.settle()
    lost = -sum(one.points_lost for one in judgements(found()))
    luck = next(one for one in found() if isinstance(one, Luck))
    assert said(driver, "luck.skill") == f"Your decisions: {signed_points(lost)}"
    assert said(driver, "luck.drawn") == f"Cards drawn: {signed_points(luck.drawn)}"


def test_running_leg_and_a_leg_of_bots_have_no_review(driver: Driver) -> None:
    STAGES["replay_running"](driver)
    assert not driver.ids() & {"chances", "review", "next_pin"}
    saved = played_match()
    players = tuple(saved.players[1] if player == HUMAN else player for player in saved.players)
    look_back(driver, replace(saved, players=players), 1)
    assert not driver.ids() & {"chances", "review", "next_pin"}


@pytest.mark.parametrize(
    ("saved", "index"),
    [
        (played_match(), 0),
        (played_match(RULES, 6, Seating.TEAMS), 1),
        (replace(played_match(), kind=MatchKind.PRACTICE, open_cards=True), 1),
    ],
    ids=["first leg", "teams of six", "practice"],
)
def test_legs_of_every_kind_have_their_curve(driver: Driver, saved: SavedMatch, index: int) -> None:
    leg = LegReplay(saved, index)
    sides = len(leg.sides)
    outlooks = [PositionChances(at, (0.1,) * sides, (1 / sides,) * sides) for at in range(len(leg.record.moves) + 1)]
    look_back(driver, saved, index, review=ScriptedReview([ReviewSize(len(leg.record.moves), 0), *outlooks]))
    assert (driver.control("chances").value or "").count("%") == sides


def test_who_hits_whom_counts_the_leg_and_the_match(driver: Driver) -> None:
    STAGES["replay_hits"](driver)
    one, two = map(count_recorded_attacks, played_match().records[:2])
    assert driver.control("hits.0.1").value == str((one + two).laid[0][1])
    assert said(driver, "note").startswith("You hit Carla")
    driver.press("scope.leg")
    driver.settle()
    assert driver.control("hits.0.1").value == str(two.laid[0][1])


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)], ids=["960x540", "1280x720"])
def test_log_is_in_the_panel_where_large_text_needs_its_place(size: tuple[int, int], driver: Driver) -> None:
    STAGES["replay"](driver)
    assert driver.control("log").role == "log"
    assert "panel_tabs.log" not in driver.ids()
    driver.app.save_settings(driver.app.settings.with_values(text_size=200))
    driver.resize(size)
    assert "log" not in driver.ids()
    driver.press("panel_tabs")
    driver.press("panel_tabs.log")
    driver.settle()
    newest = room(driver).log_of_turn()
    assert [said(driver, f"log.{n}") for n in range(2)] == [line.full_text for line in newest[:-3:-1]]
    driver.press("first")
    driver.settle()
    assert [id for id in driver.ids() if id.startswith("log.")] == ["log.0"]


# -- a pin asks -------------------------------------------------------------------------------------------------------


def test_pin_asks_first_with_nothing_marked_and_what_comes_later_hidden(driver: Driver) -> None:
    scene = ask(driver)
    assert said(driver, "asked") == "Turn 26"
    assert said(driver, "heading") == "What would you play?"
    assert not any(id.startswith("mark/") for id in driver.ids())
    assert not scene.stage.view.dimmed
    assert not scene.stage.view.targets
    assert room(driver).playback.place == 25
    assert curve(driver).hides_later
    assert room(driver)._controls.timeline.hides_later
    assert "chances.numbers" not in driver.ids()


def test_wrong_answer_shows_its_loss_and_after_two_the_way_out_is_focused(driver: Driver) -> None:
    scene = ask(driver)
    answer(driver, scene, right=False)
    assert re.fullmatch(r"That would cost \d+ points?\. Try again\?", said(driver, "ask"))
    assert len([id for id in driver.ids() if id.startswith("mark/")]) == 1
    answer(driver, scene, right=False)
    assert driver.focused == "show"
    assert room(driver).review.pins[2].state is PinState.OPEN  # type: ignore[union-attr]


def test_found_pin_tells_why_and_is_kept_as_a_solved_puzzle(driver: Driver) -> None:
    answer(driver, ask(driver), right=True)
    assert said(driver, "heading") == "Right!"
    assert "−80 points" in said(driver, "cost")
    assert "chance.1" in driver.ids()
    assert driver.focused == "next"
    assert not curve(driver).hides_later
    assert said(driver, "chances.pin.2") == "Pin 3, your turn 26: found"
    (puzzle,) = kept(driver).kept
    assert puzzle.turn == 26
    assert kept(driver).is_solved(puzzle.id)
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert said(driver, "review") == "1 of 4 costly decisions found"


def test_shown_pin_is_no_puzzle_any_more(driver: Driver) -> None:
    """Not even one that an earlier look back has kept."""
    scene = ask(driver)
    pin = scene.review.pins[scene.index]
    driver.app.keep_puzzles(scene.replay.leg, [pin.judgement])
    assert kept(driver).kept
    driver.press("show")
    driver.settle()
    assert said(driver, "heading") == "This was better"
    assert not kept(driver).kept


def test_pin_gives_two_steps_of_help_before_its_answer(driver: Driver) -> None:
    scene = ask(driver)
    driver.key(pygame.K_h)
    driver.settle()
    assert scene.attempt.has_tip
    assert not scene.attempt.narrowed_to
    driver.key(pygame.K_h)
    driver.settle()
    assert len(scene.attempt.narrowed_to) == 2
    assert not driver.control("help").enabled
    assert scene.review.pins[scene.index].state is PinState.OPEN


def test_look_back_leaves_puzzles_only_of_what_was_not_answered_there(driver: Driver) -> None:
    scene = ask(driver)
    driver.press("show")
    driver.settle()
    driver.press("next")
    driver.settle()
    assert scene is not driver.app.scene
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "title"
    assert [puzzle.turn for puzzle in kept(driver).kept] == [10, 18, 30]


def test_broken_off_review_leaves_no_puzzles(driver: Driver) -> None:
    look_back(driver, replace(played_match(), id="m"), 1, review=ScriptedReview(found(), fault=FAULT))
    driver.key(pygame.K_ESCAPE)
    assert not kept(driver).kept


def test_skipped_pin_stays_open_and_the_last_one_leads_back(driver: Driver) -> None:
    ask(driver)
    driver.press("skip")
    assert said(driver, "asked") == "Turn 30"
    driver.settle()
    driver.press("skip")
    assert driver.scene == "replay"
    assert said(driver, "review") == "0 of 4 costly decisions found"


def test_pin_is_asked_by_a_press_on_it_and_from_the_curve_by_keys(driver: Driver) -> None:
    STAGES["replay"](driver)
    driver.press("chances.pin.1")
    assert said(driver, "asked") == "Turn 18"
    driver.key(pygame.K_ESCAPE)
    room(driver).controls.focus("chances", ring=True)
    driver.key(pygame.K_DOWN)
    driver.settle()
    assert room(driver).playback.place == 25
    for _times in range(2):
        driver.key(pygame.K_UP)
        driver.settle()
    assert room(driver).playback.place == 9
    driver.key(pygame.K_RETURN)
    assert said(driver, "asked") == "Turn 10"


def test_control_of_the_bar_closes_the_question_and_acts(driver: Driver) -> None:
    ask(driver)
    driver.press("on_one")
    driver.settle()
    assert driver.scene == "replay"
    assert room(driver).playback.place == 26
    assert not curve(driver).hides_later
    driver.press("chances.pin.0")
    driver.press("hands.all")
    driver.settle()
    assert driver.scene == "replay"
    assert room(driver).playback.seat is None


def test_question_lives_on_in_another_size_and_language(driver: Driver) -> None:
    scene = ask(driver)
    answer(driver, scene, right=False)
    driver.resize((1080, 1350))
    driver.app.set_language("de")
    driver.settle()
    assert driver.app.scene is scene
    assert said(driver, "asked") == "Zug 26"
    assert curve(driver).hides_later
    assert len(scene.attempt.wrong_moves) == 1


def test_pin_controls_are_all_reached_by_keyboard_alone(driver: Driver) -> None:
    ask(driver)
    seen = set()
    for _times in range(16):
        driver.key(pygame.K_TAB)
        seen.add(driver.focused)
    assert {"show", "skip", "chances", "timeline", "play", "hands.0", "play_on", "back"} <= seen


# -- it adds up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["replay", "replay_of_six", "replay_broken_off"])
def test_answer_tells_the_same_as_the_curve_at_its_pin(driver: Driver, stage: str) -> None:
    STAGES[stage](driver)
    scene = room(driver)
    assert scene.review is not None
    assert scene.review.pins
    for index, pin in enumerate(scene.review.pins):
        scene.ask(index)
        driver.press("show")
        driver.settle()
        better, worse = (re.findall(r"(\d+)%", said(driver, f"chance.{n}"))[0] for n in (0, 1))
        assert f"−{int(better) - int(worse)}% win chance" in said(driver, "cost")
        own = [round(100 * scene.review.chances[turn][0]) for turn in (pin.turn - 1, pin.turn)]
        assert own == [int(better), int(worse)]


# -- words ------------------------------------------------------------------------------------------------------------


def judged(played: MoveValue, best: MoveValue) -> Judgement:
    told = Comparison(ComparisonKind.HOLD, 1)
    return Judgement(3, played, best, told, (best, played))


def test_cost_is_told_in_points_and_in_chance_where_there_is_any() -> None:
    laid, attack = MoveValue(move("0 go"), -20.0, 0.30), MoveValue(move("0 stop > 1"), 41.2, 0.341)
    assert cost_words(judged(laid, attack)) == ("−61 points", "−4% win chance")
    close = replace(attack, chance=0.302)
    assert cost_words(judged(laid, close)) == ("−61 points",)


def test_answer_says_what_the_best_move_has_over_the_one_played() -> None:
    laid, attack = MoveValue(move("0 go"), -20.0, 0.30), MoveValue(move("0 stop > 1"), 41.2, 0.341)
    words = "Stop holds Carla up; Go can wait."
    assert why_words(judged(laid, attack), NAMES, RULES) == words
    assert why_words(Judgement(3, laid, laid, None, (laid,)), NAMES, RULES) == ""


def test_points_have_their_sign() -> None:
    assert [signed_points(points) for points in (12.4, -1200.0, 0.2)] == ["+12", "−1,200", "0"]


def test_pin_moves_the_focus_along_the_bar_by_arrows_with_shift_too(driver: Driver) -> None:
    scene = ask(driver)
    scene.controls.focus("play", ring=True)
    for key in (pygame.K_RIGHT, pygame.K_LEFT):
        driver.key(key, pygame.KMOD_SHIFT)
    assert scene.controls.focused is not None
    assert scene.controls.focused.id == "play"
