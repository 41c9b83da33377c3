"""The review of a leg, through the window."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest import mock

import pygame
import pytest

from game.engine.cards import card
from game.engine.moves import move
from game.engine.rules import Seating
from game.features.puzzles.model import shipped_puzzles
from game.features.puzzles.scene import PuzzleScene
from game.features.replay.model import LegReplay
from game.features.replay.opening import open_replay
from game.features.replay.scene import ReplayScene
from game.features.result.page import ActionButton
from game.features.review import scene as review_scene
from game.features.review.chances import ChancesChart
from game.features.review.findings import LegFindings
from game.features.review.model import (
    Judgement,
    LegReview,
    Luck,
    MoveValue,
    PositionChances,
    ReviewFinding,
    ReviewSize,
    serve,
)
from game.features.review.scene import TO_REVIEW, PuzzleOffer, ReviewScene
from game.features.review.words import better_words, cost_words, played_words, signed_points, why_words
from game.i18n import _
from game.match import session as sessions
from game.match.bot_reasons import BotReason, ReasonCode
from game.match.match_file import MatchKind, SavedMatch
from game.words.names import Names
from tests.features.review.review_stage import FAULT, TO_SCORE, ScriptedReview, findings, open_review, reviewed_by
from tests.fit import faults, watching
from tests.fixed_decks import ScriptedBots
from tests.match.bots.faulty_workers import stopped
from tests.played_legs import played_match
from tests.scenes.stages import STAGES
from tests.window import PATIENCE_S, Driver, middle

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


def value(driver: Driver, id: str) -> str:
    told = driver.control(id).value
    assert told is not None
    return told


# -- the true worker --------------------------------------------------------------------------------------------------


def test_review_from_the_score_runs_to_its_end_and_the_match_goes_on(driver: Driver) -> None:
    STAGES["leg_score"](driver)
    driver.click("Review")
    scene = driver.app.scene
    assert isinstance(scene, ReviewScene)
    assert driver.focused == "go_on"
    driver.until(lambda: scene.is_over, "the end of the review")
    driver.settle()
    assert scene.fault is None
    outline = scene.findings.outline
    assert outline is not None
    assert outline.decisions == len(scene.findings.judgements) > 0
    assert said(driver, "state") == "You won with 700 km"
    assert said(driver, "luck.skill").removeprefix("Your decisions: ") not in {"…", "–"}
    driver.press("go_on")
    driver.until(lambda: driver.scene == "table", "the next leg")


def test_puzzles_found_by_a_review_can_be_solved_at_once(driver: Driver) -> None:
    STAGES["review"](driver)
    review = driver.app.scene
    assert isinstance(review, ReviewScene)
    assert "solve" not in {node.id for node in driver.nodes()}
    puzzles = shipped_puzzles()[:2]
    review.puzzle_offer = PuzzleOffer(2, lambda: driver.app.push(PuzzleScene(driver.app, puzzles, TO_REVIEW)))
    review.lay_out()
    assert driver.control("solve").name == "Solve 2 puzzles"
    driver.press("solve")
    assert driver.scene == "puzzle"
    driver.press("back")
    assert driver.app.scene is review


def test_review_that_is_left_ends_its_process_and_leads_back(driver: Driver) -> None:
    STAGES["leg_score"](driver)
    driver.press("review")
    scene = driver.app.scene
    assert isinstance(scene, ReviewScene)
    driver.until(lambda: scene.findings.outline is not None, "the first finding")
    review = scene._review
    assert isinstance(review, LegReview)
    pid = review.pid
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "result"
    driver.until(lambda: review.pid is None, "the process to be gone")
    assert pid is None or not os.path.exists(f"/proc/{pid}")


def test_frames_never_wait_for_the_review_process(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames go on while it says nothing, and what it finds later is shown."""
    monkeypatch.setattr(review_scene, "LegReview", partial(LegReview, worker=partial(stopped, serve)))
    STAGES["leg_score"](driver)
    driver.press("review")
    scene = driver.app.scene
    assert isinstance(scene, ReviewScene)
    driver.until(lambda: isinstance(scene._review, LegReview) and scene._review.pid is not None, "the process")
    assert isinstance(scene._review, LegReview)
    pid = scene._review.pid
    assert pid is not None
    driver.until(lambda: ") T " in Path(f"/proc/{pid}/stat").read_text(), "the process to stop")
    given_up = threading.Timer(PATIENCE_S, os.kill, (pid, signal.SIGCONT))
    given_up.start()
    driver.pump(60)
    assert given_up.is_alive(), "a frame waited until the process went on"
    given_up.cancel()
    assert not scene.findings.judgements
    os.kill(pid, signal.SIGCONT)
    driver.until(lambda: len(scene.findings.judgements) >= 5, "what it finds")


# -- as it is found ---------------------------------------------------------------------------------------------------


def test_findings_are_shown_as_they_come(driver: Driver) -> None:
    review, told = ScriptedReview([], is_done=False), found()
    open_review(driver, played_match(), 1, review)
    assert said(driver, "heading") == "The costliest decisions so far"
    assert said(driver, "luck.drawn") == "Cards drawn: …"
    assert not driver.control("decision.0").enabled
    assert not driver.control("chances").enabled
    first = judgements(told)[0]
    before = [one for one in told if not isinstance(one, Judgement)]
    review.tell([*before, first])
    driver.pump()
    assert said(driver, "state") == f"1 of {len(judgements(told))} decisions"
    assert said(driver, "luck.drawn") != "Cards drawn: …"
    assert said(driver, "luck.skill") == "Your decisions: …"
    assert driver.control("chances").enabled
    review.tell([one for one in judgements(told) if one is not first], is_done=True)
    driver.settle()
    assert said(driver, "heading") == "The three costliest decisions"
    assert (
        said(driver, "luck.skill") == f"Your decisions: {signed_points(-sum(j.points_lost for j in judgements(told)))}"
    )
    leg = LegReplay(played_match(), 1)
    dearest = sorted(judgements(told), key=lambda j: -j.cost)[:3]
    assert [said(driver, f"decision.{rank}") for rank in range(3)] == [
        f"Turn {leg.place_before(judged.place) + 1}" for judged in dearest
    ]
    for rank, judged in enumerate(dearest):
        assert cost_words(judged)[0] in value(driver, f"decision.{rank}")


def test_open_review_is_still_heard_after_a_screen_lay_above_it(driver: Driver) -> None:
    review, told = ScriptedReview(found()[:-3], is_done=False), found()
    scene = open_review(driver, played_match(), 1, review)
    driver.wait(1.0)
    driver.press("decision.0")
    driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the replay")
    review.tell(told[-3:], is_done=True)
    driver.settle()
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.app.scene is scene
    assert scene.findings.skill is not None
    assert not review.is_closed


def test_review_that_ends_early_says_so_and_shows_its_findings(driver: Driver) -> None:
    STAGES["review_broken_off"](driver)
    assert said(driver, "state") == "Calculation incomplete"
    assert said(driver, "luck.skill") == "Your decisions: –"
    assert driver.control("decision.0").enabled


def test_review_that_ends_at_once_says_so(driver: Driver) -> None:
    open_review(driver, played_match(), 1, ScriptedReview([], fault=FAULT))
    driver.settle()
    assert said(driver, "nothing").startswith("Nothing to show. The review stopped before")
    assert not any(node.id.startswith("decision") for node in driver.nodes())
    assert not driver.control("chances").enabled


def test_findings_before_a_fault_are_not_lost(driver: Driver) -> None:
    scene = open_review(driver, played_match(), 1, ScriptedReview(found()[:-2], fault=FAULT))
    assert len(scene.findings.judgements) == len(judgements(found())) - 2


# -- every kind of leg ------------------------------------------------------------------------------------------------


def test_leg_without_costly_decisions_says_so(driver: Driver) -> None:
    STAGES["review_of_nothing"](driver)
    assert said(driver, "nothing").startswith("Nothing to improve.")
    assert not any(node.id.startswith("decision") for node in driver.nodes())


def test_leg_without_a_choice_says_so(driver: Driver) -> None:
    outlooks = [one for one in found() if isinstance(one, PositionChances)]
    told = [ReviewSize(len(outlooks) - 1, 0), *outlooks, Luck(0.0, -40.0)]
    open_review(driver, played_match(), 1, ScriptedReview(told))
    driver.settle()
    assert said(driver, "nothing") == "Nothing to decide. You never had a choice."
    assert said(driver, "luck.skill") == "Your decisions: 0"


def test_single_costly_decision_is_shown_with_the_note_that_there_are_no_more(driver: Driver) -> None:
    dear = max(judgements(found()), key=lambda judged: judged.cost)
    told = [one for one in found() if not isinstance(one, Judgement) or one is dear]
    open_review(driver, played_match(), 1, ScriptedReview(told))
    driver.settle()
    assert said(driver, "heading") == "The costliest decisions"
    assert said(driver, "decision.1") == "No other costly decision"
    assert "decision.2" not in {node.id for node in driver.nodes()}


@pytest.mark.parametrize(
    ("saved", "index"),
    [
        (played_match(), 0),
        (played_match(RULES, 6, Seating.TEAMS), 1),
        (replace(played_match(), kind=MatchKind.PRACTICE, open_cards=True), 1),
    ],
    ids=["first leg", "teams of six", "practice"],
)
def test_legs_of_every_kind_have_their_picture(driver: Driver, saved: SavedMatch, index: int) -> None:
    leg = LegReplay(saved, index)
    sides = len(leg.sides)
    outlooks = [PositionChances(at, (0.1,) * sides, (1 / sides,) * sides) for at in range(len(leg.record.moves) + 1)]
    own = next(at for at, text in enumerate(leg.record.moves) if text.startswith("0 "))
    played = move(leg.record.moves[own])
    best = next(other for other in leg.observation_before(own, 0).legal if other is not played)
    judged = Judgement(
        own, MoveValue(played, -50, 0.2), MoveValue(best, 9, 0.4), BotReason(ReasonCode.ONLY_MOVE, best.card), ()
    )
    told = [ReviewSize(len(leg.record.moves), 1), *outlooks, Luck(1.0, 2.0), judged]
    open_review(driver, saved, index, ScriptedReview(told))
    driver.settle()
    assert said(driver, "title") == f"Review of leg {index + 1}"
    assert "Better" in value(driver, "decision.0")
    assert value(driver, "chances").count("%") == sides


def test_leg_that_ended_by_exhaustion_was_won_by_nobody(driver: Driver) -> None:
    STAGES["review_of_six"](driver)
    assert said(driver, "state") == "Nobody reached the finish"
    assert said(driver, "take_backs") == "Played with 2 take-backs"


def test_match_of_one_leg_has_no_choice_between_leg_and_match(driver: Driver) -> None:
    saved = played_match(legs=1)
    saved = replace(saved, setup=replace(saved.setup, legs=1), winner=0)
    open_review(driver, saved, 0, ScriptedReview([]))
    assert not any(node.id == "chances_of" for node in driver.nodes())


def test_damaged_record_is_told_and_left(driver: Driver) -> None:
    saved = played_match()
    broken = replace(saved.legs[1].record, moves=("0 go", "0 go"))
    saved = replace(saved, legs=(saved.legs[0], replace(saved.legs[1], record=broken)))
    driver.app.review_replayed(saved, 1)
    driver.until(lambda: driver.scene == "notice", "the notice")
    assert "damaged" in driver.control("message").name
    driver.settle()
    driver.press("ok")
    assert driver.scene == "title"


# -- going about ------------------------------------------------------------------------------------------------------


def test_decision_is_seen_on_the_table_as_it_was(driver: Driver) -> None:
    STAGES["review"](driver)
    leg = LegReplay(played_match(), 1)
    judged = max(judgements(found()), key=lambda one: one.cost)
    for press in (lambda: driver.press("decision.0"), lambda: focus_and_enter(driver, "decision.0")):
        press()
        driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the replay")
        driver.settle()
        replay = driver.app.scene
        assert isinstance(replay, ReplayScene)
        assert replay.playback.place == leg.place_before(judged.place)
        assert leg.move_count_at(replay.playback.place) <= judged.place < leg.move_count_at(replay.playback.place + 1)
        assert not any(node.id == "review" for node in driver.nodes())
        driver.press("back")
        assert driver.scene == "review"
        driver.settle()


def focus_and_enter(driver: Driver, id: str) -> None:
    scene = driver.app.scene
    assert isinstance(scene, ReviewScene)
    scene.controls.focus(id)
    driver.key(pygame.K_RETURN)


def test_chart_is_walked_through_by_key_and_mouse(driver: Driver) -> None:
    STAGES["review"](driver)
    leg = LegReplay(played_match(), 1)
    assert value(driver, "chances").startswith(f"Turn {leg.length}: ")
    scene = driver.app.scene
    assert isinstance(scene, ReviewScene)
    scene.controls.focus("chances")
    driver.key(pygame.K_HOME)
    assert value(driver, "chances").startswith("The deal: ")
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RIGHT)
    assert value(driver, "chances").startswith("Turn 2: ")
    driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the replay")
    driver.settle()
    assert said(driver, "turn").startswith("Turn 2 of")
    driver.press("back")
    driver.settle()
    plot = chart_of(scene).lines.plot
    driver.point((plot.x + plot.w // 2, plot.centery))
    assert value(driver, "chances").startswith(f"Turn {round(leg.length / 2)}: ")


def test_leg_and_match_have_curves_of_their_own(driver: Driver) -> None:
    STAGES["review"](driver)
    end = [one for one in found() if isinstance(one, PositionChances)][-1]
    assert f"You {round(100 * end.match[0])}%" in value(driver, "chances")
    driver.press("chances_of.leg")
    driver.settle()
    assert f"You {round(100 * end.leg[0])}%" in value(driver, "chances")
    assert end.leg != end.match


def test_review_controls_are_all_reached_by_keyboard_alone(driver: Driver) -> None:
    STAGES["review"](driver)
    seen = set()
    for _times in range(8):
        driver.key(pygame.K_TAB)
        seen.add(driver.focused)
    assert {"decision.0", "decision.1", "decision.2", "chances", "back", "go_on"} <= seen


def test_replay_of_a_finished_leg_leads_to_its_review_and_back(driver: Driver) -> None:
    app, saved = driver.app, played_match()
    open_replay(app, saved, 1, TO_SCORE, has_review=True)
    driver.settle()
    review = ScriptedReview(found())
    with reviewed_by(review):
        driver.press("review")
        driver.settle()
    assert driver.scene == "review"
    assert said(driver, "title") == "Review of leg 2"
    driver.press("back")
    assert driver.scene == "replay"
    assert review.is_closed


def test_running_leg_has_no_review(driver: Driver) -> None:
    STAGES["replay_running"](driver)
    assert not any(node.id == "review" for node in driver.nodes())


# -- it adds up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["review", "review_of_six", "review_of_many"])
def test_decision_card_tells_the_same_as_the_chart_at_its_mark(driver: Driver, stage: str) -> None:
    STAGES[stage](driver)
    scene = driver.app.scene
    assert isinstance(scene, ReviewScene)
    for rank, place in enumerate(chart_of(scene).marked_turns):
        card = f"{said(driver, f'decision.{rank}')}: {value(driver, f'decision.{rank}')}"
        told = {at: chart_at(driver, at) for at in (place - 1, place)}
        assert told[place][0] == card.partition(":")[0] == f"Turn {place}"
        better, worse = re.findall(r"(\d+)% instead of (\d+)%", card)[0]
        assert told[place - 1][1] == better
        assert told[place][1] == worse
        assert f"−{int(better) - int(worse)}% chance" in card


def chart_of(scene: ReviewScene) -> ChancesChart:
    assert scene._chart is not None
    return scene._chart


def chart_at(driver: Driver, place: int) -> tuple[str, str]:
    """The turn that the chart tells of at a place, and the own chance there."""
    scene = driver.app.scene
    assert isinstance(scene, ReviewScene)
    chart_of(scene).scan_offer(place)
    name = re.escape(scene._names.side(scene._side))
    turn, own = re.findall(rf"^(Turn \d+|The deal):.*{name} (\d+)%", value(driver, "chances"))[0]
    return turn, own


@pytest.mark.parametrize("stage", ["review", "review_of_six", "review_of_many", "review_of_nothing"])
def test_decisions_add_up_to_their_total_cost(driver: Driver, stage: str) -> None:
    STAGES[stage](driver)
    scene = driver.app.scene
    assert isinstance(scene, ReviewScene)
    nodes = {node.id: node for node in driver.nodes()}
    shown = [re.findall(r"−(\d+) point", nodes[id].value or "") for id in nodes if id.startswith("decision.")]
    costs = [int(found[0]) for found in shown if found]
    rest = [int(points) for points in re.findall(r"−(\d+) points?$", nodes["rest"].name)] if "rest" in nodes else []
    whole = int(said(driver, "luck.skill").removeprefix("Your decisions: ").replace("−", "") or 0)
    assert sum(costs) + sum(rest) == whole
    assert bool(rest) == (len([j for j in scene.findings.judgements if j.cost]) > len(costs))


def test_replay_of_a_decision_tells_which_turn_is_to_come(driver: Driver) -> None:
    STAGES["review"](driver)
    turn = said(driver, "decision.0").removeprefix("Turn ")
    driver.press("decision.0")
    driver.until(lambda: driver.scene == "replay" and bool(driver.nodes()), "the replay")
    driver.settle()
    assert said(driver, "turn").startswith(f"Before turn {turn} of ")
    replay = driver.app.scene
    assert isinstance(replay, ReplayScene)
    assert replay.stage.view.turn.head == f"Before turn {turn}"
    driver.key(pygame.K_RIGHT)
    driver.settle()
    assert said(driver, "turn").startswith(f"Turn {turn} of ")
    driver.key(pygame.K_LEFT)
    driver.settle()
    assert said(driver, "turn").startswith(f"Before turn {turn} of ")


# -- sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(960, 540), (1080, 1350)])
def test_review_words_fit_while_findings_still_come(driver: Driver, size: tuple[int, int]) -> None:
    on = ActionButton("go_on", lambda: _("See the result"), "trophy", driver.app.pop)
    with watching() as watch:
        scene = open_review(driver, played_match(), 1, ScriptedReview(found()[:-4], is_done=False), on)
        driver.wait(1.5)
        with mock.patch.object(scene, "is_settled", return_value=True):
            assert list(faults(driver, watch, {size: ("en", "de", "fr", "it", "hu")})) == []


def test_press_on_an_empty_decision_does_nothing(driver: Driver) -> None:
    scene = open_review(driver, played_match(), 1, ScriptedReview([], is_done=False))
    driver.click(middle(driver.control("decision.0")))
    assert driver.app.scene is scene


# -- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "played", "better"),
    [
        ("0 km_75", "You played 75 km", "Better: 75 km"),
        ("0 spare_tire", "You played it", "Better: play it"),
        ("0 - stop", "You discarded", "Better: discard it"),
        ("0 stop > 2", "You attacked Hugo", "Better: against Hugo"),
        ("0 ! driving_ace", "Coup fourré", "Better: coup fourré"),
        ("0 .", "You kept it", "Better: keep it"),
        ("0 +", "You extended", "Better: extend"),
        ("0 =", "You didn’t extend", "Better: don’t extend"),
    ],
)
def test_moves_of_every_kind_have_words(text: str, played: str, better: str) -> None:
    assert played_words(move(text), NAMES, RULES) == played
    assert better_words(move(text), NAMES, RULES) == better


def judged(played: MoveValue, best: MoveValue, reason: BotReason) -> Judgement:
    return Judgement(3, played, best, reason, (best, played))


def test_cost_is_told_in_points_and_in_chance_where_there_is_any() -> None:
    reason = BotReason(ReasonCode.ATTACKS_ROLLING, card("stop"), side=1)
    laid, attack = MoveValue(move("0 go"), -20.0, 0.30), MoveValue(move("0 stop > 1"), 41.2, 0.341)
    assert cost_words(judged(laid, attack, reason)) == ("−61 points", "−4% chance")
    close = replace(attack, chance=0.302)
    assert cost_words(judged(laid, close, reason)) == ("−61 points",)
    assert why_words(judged(laid, close, reason), NAMES, RULES) == "Carla: could drive on at once."
    assert why_words(judged(laid, attack, reason), NAMES, RULES).endswith(
        "Chance to win the match: 34% instead of 30%."
    )


def test_points_have_their_sign() -> None:
    assert [signed_points(points) for points in (12.4, -1200.0, 0.2)] == ["+12", "−1,200", "0"]


def test_earlier_of_two_equal_decisions_is_costlier() -> None:
    found = LegFindings()
    reason = BotReason(ReasonCode.DISCARDS_SPARE, card("stop"))
    values = MoveValue(move("0 km_25"), 0.0, 0.5), MoveValue(move("0 - stop"), 30.0, 0.6)
    one, two = (Judgement(at, *values, reason, values) for at in (4, 9))
    cheap = replace(one, place=11, best=values[0])
    found.add([two, cheap, one])
    assert found.costliest == (two, one)
    assert found.skill is None
    found.is_done = True
    assert found.skill == -60
