"""Puzzles solved at the window: by mouse, by keys, by one switch; missed, narrowed and shown; and all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from game.engine.moves import Move, MoveKind, move
from game.features.puzzles.model import PUZZLES, Puzzle, PuzzleBook, shipped_puzzles
from game.features.puzzles.scene import PuzzleScene
from game.features.replay.model.attempt import is_right
from game.table.targets import destination_pile
from game.ui.drawing import text
from game.ui.layout import ROLES, Scale
from game.ui.scene import layout_unit
from tests.careers import done
from tests.features.play.table_driver import at, lit
from tests.features.replay.review_stage import TO_PUZZLES
from tests.fit import look
from tests.scenes.stages import STAGES
from tests.scenes.stages import puzzles as all_puzzles
from tests.window import Driver, middle, open_window

WHOM_TO_HIT = 4
"""The shipped puzzle whose best move is a hazard for one of two; the one played was km_25."""


def open_puzzles(driver: Driver, *which: int) -> PuzzleScene:
    driver.app.push(PuzzleScene(driver.app, [shipped_puzzles()[n] for n in which], TO_PUZZLES))
    driver.settle()
    return now(driver)


def now(driver: Driver) -> PuzzleScene:
    return driver.top(PuzzleScene)


def kept(driver: Driver) -> PuzzleBook:
    """What is kept of the answers."""
    book, person = driver.app.career, driver.app.settings.profile.id
    done(book.record_achievement(person, lambda before: before))
    return book.files.read(PUZZLES, person)


def card_of(scene: PuzzleScene, made: Move) -> int:
    assert made.card is not None
    return scene.hand.cards.index(made.card)


def wrong(scene: PuzzleScene) -> list[Move]:
    """Discards that are wrong and were not tried, of different cards."""
    discards = [value.move for value in scene.attempt.judgement.values if value.move.kind is MoveKind.DISCARD]
    return [
        made
        for made in discards
        if made not in scene.attempt.wrong_moves and not is_right(scene.attempt.judgement, made)
    ]


def discard(driver: Driver, scene: PuzzleScene, made: Move) -> None:
    driver.key(pygame.K_1 + card_of(scene, made))
    driver.key(pygame.K_d)
    driver.settle()


def marks(driver: Driver) -> dict[str, str | None]:
    return {node.id: node.value for node in driver.below("mark/")}


def buttons(driver: Driver) -> list[str]:
    return [node.id for node in driver.of_role("button") if node.id not in ("back", "sound")]


# -- solving ----------------------------------------------------------------------------------------------------------


def test_played_card_shows_its_loss_and_nothing_tells_the_best_move(driver: Driver) -> None:
    scene = open_puzzles(driver, WHOM_TO_HIT)
    played = scene.attempt.judgement.played
    assert marks(driver) == {f"mark/{card_of(scene, played.move)}": "−113"}
    assert scene.stage.view.dimmed == {card_of(scene, played.move)}
    assert driver.control("played").name == "Play the 25"
    assert not lit(driver)


def test_right_card_on_the_right_pile_is_explained_and_the_answer_kept(driver: Driver) -> None:
    scene = open_puzzles(driver, WHOM_TO_HIT)
    best = scene.attempt.judgement.best.move
    index = card_of(scene, best)
    driver.drag(middle(driver.control(f"card/{index}")), at(driver, destination_pile(best, scene.attempt.seen.side)))
    driver.settle()
    assert driver.control("asked").name == "Right!"
    assert driver.control("best").name == "Out of Gas against Leo"
    assert driver.control("why").name.startswith("Out of Gas holds Leo up")
    assert marks(driver)[f"mark/{index}"] == "Right!"
    assert scene.stage.view.selected == index
    assert buttons(driver) == ["next"]
    assert driver.focused == "next"
    assert kept(driver).is_solved(shipped_puzzles()[WHOM_TO_HIT].id)


def test_puzzle_is_solved_by_keys_and_enter_goes_on_to_the_next_and_back(driver: Driver) -> None:
    scene = open_puzzles(driver, WHOM_TO_HIT, 0)
    below = driver.app.scenes[1]
    best = scene.attempt.judgement.best.move
    driver.key(pygame.K_1 + card_of(scene, best))
    driver.key(pygame.K_RETURN)  # whom?
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert scene.attempt.solved
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert now(driver).puzzle == shipped_puzzles()[0]
    assert driver.control("run").name == "Puzzle 2 of 2"
    driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is below


def test_answer_button_does_what_enter_does(driver: Driver) -> None:
    scene = open_puzzles(driver, WHOM_TO_HIT)
    assert not driver.control("take").enabled
    best = scene.attempt.judgement.best.move
    driver.click(middle(driver.control(f"card/{card_of(scene, best)}")))
    driver.press("take")
    assert {"battle/1", "battle/3"} <= lit(driver)
    assert not scene.attempt.is_over
    driver.click(at(driver, "battle/3"))
    driver.settle()
    assert scene.attempt.solved


def test_answer_button_discards_a_card_that_cannot_be_laid(driver: Driver) -> None:
    scene = open_puzzles(driver, 8)
    best = scene.attempt.judgement.best.move
    assert best.text == "0 - km_200"
    driver.click(middle(driver.control(f"card/{card_of(scene, best)}")))
    driver.press("take")
    driver.settle()
    assert scene.attempt.solved


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_third_miss_shows_the_answer_and_is_kept_as_shown(driver: Driver, by: str) -> None:
    scene = open_puzzles(driver, WHOM_TO_HIT)
    for count in range(3):
        assert not scene.attempt.is_over
        made = wrong(scene)[0]
        if by == "keys":
            discard(driver, scene, made)
        else:
            driver.drag(middle(driver.control(f"card/{card_of(scene, made)}")), at(driver, "discard"))
            driver.settle()
        lost = scene.attempt.points_lost(made)
        if count < 2:
            assert driver.control("ask").name == f"That would cost {lost} points. Try again?"
            assert marks(driver)[f"mark/{card_of(scene, made)}"] == f"−{lost}"
            assert not scene.attempt.is_over
    assert driver.control("asked").name == "This was better"
    best = scene.attempt.judgement.best.move
    assert marks(driver)[f"mark/{card_of(scene, best)}"] == "This was better"
    book = kept(driver)
    assert scene.puzzle.id in book.answers
    assert not book.is_solved(scene.puzzle.id)


def test_move_tried_before_counts_as_no_other_miss(driver: Driver) -> None:
    scene = open_puzzles(driver, WHOM_TO_HIT)
    made = wrong(scene)[0]
    for _ in range(4):
        discard(driver, scene, made)
    assert not scene.attempt.is_over
    assert scene.attempt.wrong_moves.count(made) == 1


@pytest.mark.parametrize(("size", "language"), [((960, 540), "hu"), ((1080, 1350), "de")])
def test_reason_is_read_without_scrolling_in_text_of_200_percent(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    with open_window(tmp_path, size=size, language=language) as driver:
        STAGES["puzzle_solved"](driver)
        best = driver.control("best").name
        look(driver, 200)
        assert not driver.of_role("scroll")
        assert now(driver).room.contains(driver.control("why").rect)
        assert [node.id for node in driver.nodes() if best in f"{node.name} {node.value}"] == ["turn"]


def test_reason_without_room_scrolls_by_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.features.replay.words.comparison_sentence", lambda *_: "Mert így jobb. " * 20)
    with open_window(tmp_path, size=(960, 540), language="hu") as driver:
        look(driver, 200)
        open_puzzles(driver, 1)
        driver.press("show")
        driver.settle()
        rect = next(node.rect for node in driver.of_role("scroll") if not node.id.endswith("bar"))
        before = driver.picture().subsurface(rect).copy()
        driver.key(pygame.K_PAGEDOWN)
        after = driver.picture().subsurface(rect).copy()
        up = round(text.LINE_HEIGHT * 1.5 * Scale(layout_unit(driver.app.size)).px(ROLES.body))
        kept = pygame.Rect(0, 0, rect[2] - 24, rect[3] - up)  # but for the bar
        assert rect[3] % up < rect[3] // up, "whole lines"
        stayed = before.subsurface(kept.move(0, up)), after.subsurface(kept)
        assert pygame.image.tobytes(stayed[0], "RGB") == pygame.image.tobytes(stayed[1], "RGB")


def test_help_first_says_where_to_look_and_then_leaves_two_cards(driver: Driver) -> None:
    scene = open_puzzles(driver, WHOM_TO_HIT)
    driver.press("help")
    driver.settle()
    assert driver.control("ask").name == "Look at the others: who can you slow down now?"
    assert not scene.attempt.narrowed_to
    driver.press("help")
    driver.settle()
    dimmed = scene.stage.view.dimmed
    assert dimmed is not None
    bright = {scene.hand.cards[i] for i in range(7) if i not in dimmed}
    assert len(bright) == 2
    assert scene.attempt.judgement.best.move.card in bright
    assert not driver.control("help").enabled
    assert "help" in buttons(driver)


def test_show_me_button_raises_the_best_card_and_frames_it(driver: Driver) -> None:
    scene = open_puzzles(driver, WHOM_TO_HIT)
    driver.press("show")
    driver.settle()
    best = scene.attempt.judgement.best.move
    assert scene.stage.view.selected == card_of(scene, best)
    assert dict(scene.stage.view.marks)[card_of(scene, best)].is_best
    assert scene.stage.view.last_pile == "battle/3"
    discard(driver, scene, wrong(scene)[0])
    assert scene.attempt.chosen is None, "it is over"


def test_puzzle_passed_over_stays_open_and_unanswered(driver: Driver) -> None:
    open_puzzles(driver, WHOM_TO_HIT, 0)
    driver.press("next")
    driver.settle()
    assert now(driver).puzzle == shipped_puzzles()[0]
    assert not driver.app.career.files.read_all(PUZZLES)


def test_move_as_good_as_the_best_is_right_and_says_so(driver: Driver) -> None:
    scene = open_puzzles(driver, 7)
    made = move("0 - end_of_limit")
    discard(driver, scene, made)
    assert scene.attempt.solved
    assert driver.control("best").name == "Discard End of Limit"
    assert driver.control("why").name.startswith("Just as good: Discard Gasoline.")


@pytest.mark.parametrize(("answer", "solved"), [("answer.0", True), ("answer.1", False)])
def test_extension_puzzle_has_one_try_and_hides_the_answer_given_in_play(
    driver: Driver, answer: str, solved: bool
) -> None:
    scene = open_puzzles(driver, 9)
    said = " ".join(node.name for node in driver.nodes())
    assert "You reach the finish. Extension?" in said
    assert "points" not in said.replace("0 points", "")
    assert marks(driver) == {}
    driver.press(answer)
    driver.settle()
    assert scene.attempt.is_over
    assert scene.attempt.solved is solved
    assert driver.control("best").name == "Drive on"


def test_switch_scanning_offers_and_takes_cards(driver: Driver) -> None:
    scene = open_puzzles(driver, 2)
    best = scene.attempt.judgement.best.move
    for _ in range(20):
        scene.offer_next_control()
        if scene.hand.selected == card_of(scene, best):
            break
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert scene.attempt.solved


def test_puzzle_keeps_its_state_in_another_language_and_size(driver: Driver) -> None:
    scene = open_puzzles(driver, WHOM_TO_HIT)
    discard(driver, scene, wrong(scene)[0])
    tried = list(scene.attempt.wrong_moves)
    driver.key(pygame.K_F2)
    driver.resize((960, 540))
    driver.settle()
    assert scene.attempt.wrong_moves == tried
    assert len(marks(driver)) == len({made.card for made in tried})


# -- all of them ------------------------------------------------------------------------------------------------------


def cells(driver: Driver) -> Sequence[str]:
    return [node.name for node in driver.of_role("cell")]


def test_puzzle_page_has_own_and_shipped_puzzles_and_a_filter_for_solved_ones(driver: Driver) -> None:
    all_puzzles(driver)
    assert len(cells(driver)) == 12
    assert cells(driver)[0] == "Race of Nov 13, 2024, turn 26 · Right of Way · −80 points"
    assert cells(driver)[2].startswith("Comes with the game · ")
    driver.press("filter.solved")
    driver.settle()
    assert cells(driver) == ["Race of Nov 13, 2024, turn 10 · 25 km · −51 points"]


def test_next_five_are_played_from_the_page_and_solved_ones_are_there_after(driver: Driver) -> None:
    all_puzzles(driver)
    driver.press("next_five")
    driver.settle()
    scene = now(driver)
    assert driver.control("run").name == "Puzzle 1 of 5"
    best = scene.attempt.judgement.best.move
    scene.play(best, scene.hand.take_off_of(best.card))
    driver.settle()
    driver.press("back")
    driver.settle()
    assert len(cells(driver)) == 11


def test_chosen_puzzle_is_opened_by_its_button_and_by_enter(driver: Driver) -> None:
    all_puzzles(driver)
    page_cells = [node.id for node in driver.of_role("cell")]
    driver.press(page_cells[3])
    assert [node.id for node in driver.of_role("cell") if node.value == "on"] == [page_cells[3]]
    driver.controls.focus("next_five")
    places = [driver.control(id).rect for id in page_cells]
    fills = [tuple(driver.picture().get_at((x + 6, y + h // 2))) for x, y, _wide, h in places]
    assert [n for n, fill in enumerate(fills) if fill != fills[0]] == [3], "marked wherever the focus is"
    driver.press("solve")
    driver.settle()
    opened: Puzzle = now(driver).puzzle
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    driver.press(page_cells[3])
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert now(driver).puzzle == opened == shipped_puzzles()[1]
