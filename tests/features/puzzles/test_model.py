"""Own dear decisions become puzzles, which hold what was seen and no more, and come again as they were answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from puzzles import PLACES, made

from ai.review import review
from ai.search.expectimax import SearchBudget
from game.career.career import Career
from game.engine.cards import Family
from game.engine.moves import move
from game.engine.observation import Phase
from game.engine.record import Record
from game.features.puzzles.model import (
    PUZZLES,
    ROUND_SIZE,
    Answer,
    Puzzle,
    PuzzleBook,
    answer_puzzle,
    find_puzzles,
    keep_puzzles,
    make_puzzle,
    shipped_puzzles,
)
from game.features.puzzles.words import source_words
from game.features.replay.model.attempt import RIGHT_WITHIN_POINTS, best_and_decoy, is_right, points_below_best
from game.features.replay.model.findings import LEAST_LOSS, MOST_PINS
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import Judgement
from game.files import limits
from game.match.match_file import MatchKind, SavedMatch
from game.people.players import HUMAN, bot
from game.settings.user_files import UserFiles
from tests.careers import done
from tests.nightly import some
from tests.played_legs import played_match
from tests.twins import hidden, twin

QUICK = SearchBudget(worlds=4, moves=6, margin=200.0)


@cache
def leg() -> LegReplay:
    return LegReplay(replace(played_match(), id="m"), 1)


@cache
def judgements() -> tuple[Judgement, ...]:
    return judged(leg())


def judged(of: LegReplay) -> tuple[Judgement, ...]:
    found = review(of.record, of.context, of.viewer, budget=QUICK)
    return tuple(finding for finding in found if isinstance(finding, Judgement))


@cache
def some_puzzles() -> tuple[Puzzle, ...]:
    return find_puzzles(leg(), judgements())


def numbered(count: int, first: int = 0) -> tuple[Puzzle, ...]:
    """So many puzzles of as many matches, the oldest first."""
    return tuple(msgspec.structs.replace(some_puzzles()[0], match=f"m{n}") for n in range(first, first + count))


# -- which decisions become one ---------------------------------------------------------------------------------------


def test_costliest_decisions_of_a_leg_become_puzzles_in_the_order_of_play() -> None:
    dear = sorted((one.cost for one in judgements() if one.cost >= LEAST_LOSS), reverse=True)
    costs = [puzzle.judgement().cost for puzzle in some_puzzles()]
    assert sorted(costs, reverse=True) == dear[:MOST_PINS]
    assert [puzzle.turn for puzzle in some_puzzles()] == sorted(puzzle.turn for puzzle in some_puzzles())


def test_puzzle_is_dated_by_the_local_day_on_which_its_race_began() -> None:
    new_year_s = int(datetime(2025, 1, 1, tzinfo=UTC).timestamp())
    found = {}
    for hours in (-10, 9):
        race = replace(played_match(), id="m", begun_s=new_year_s, begun_offset_s=hours * 3600)
        found[hours] = source_words(make_puzzle(LegReplay(race, 1), max(judgements(), key=lambda one: one.cost)))
    assert found[-10].startswith("Race of Dec 31, 2024, ")
    assert found[9].startswith("Race of Jan 1, 2025, ")


def test_decision_that_costs_less_is_no_puzzle() -> None:
    assert not find_puzzles(leg(), [one for one in judgements() if one.cost < LEAST_LOSS])


def test_puzzle_holds_the_players_view_and_the_values_of_all_moves() -> None:
    for puzzle in some_puzzles():
        judgement, seen = puzzle.judgement(), puzzle.observation()
        assert judgement in judgements()
        was = leg().observation_before(judgement.place, leg().viewer)
        assert replace(seen, moves=was.moves) == was
        assert seen.moves == was.moves[-len(seen.moves) :]
        assert {value.move for value in judgement.values} == set(seen.legal)
        assert puzzle.players_by_seat() == leg().saved.players


def test_puzzles_are_the_same_whatever_others_held() -> None:
    """The cards that the person never saw are others, before any of the decisions and in every hand."""
    whole = leg().saved
    last = some_puzzles()[-1].judged.place
    record = whole.records[1]
    cut = replace(whole.legs[1], record=replace(record, moves=record.moves[:last]))
    running = replace(whole, legs=(whole.legs[0], cut))
    other = twin(running, Random(1), seat=0)
    assert hidden(other) != hidden(running)
    for puzzle in some_puzzles():
        place = puzzle.judged.place
        twins = [with_move(one, place, puzzle.judgement().played.move.text) for one in (running, other)]
        assert len({one.records[1].deck for one in twins}) == 2
        (one, same) = (find_puzzles(LegReplay(it, 1), [puzzle.judgement()]) for it in twins)
        assert one == same


def with_move(saved: SavedMatch, place: int, text: str) -> SavedMatch:
    """The match up to that place of its second leg, and that move."""
    record: Record = saved.records[1]
    cut = replace(saved.legs[1], record=replace(record, moves=(*record.moves[:place], text)))
    return replace(saved, legs=(saved.legs[0], cut), kind=MatchKind.PRACTICE, open_cards=True)


# -- answers ----------------------------------------------------------------------------------------------------------


def test_answer_is_right_within_ten_points_of_the_best() -> None:
    for puzzle in some_puzzles():
        judgement = puzzle.judgement()
        for value in judgement.values:
            off = judgement.best.points - value.points
            assert points_below_best(judgement, value.move) == off >= 0
            assert is_right(judgement, value.move) is (off <= RIGHT_WITHIN_POINTS)
        assert not is_right(judgement, judgement.played.move)


def test_narrowed_choice_is_the_best_move_and_an_untried_wrong_one() -> None:
    for puzzle in some_puzzles():
        judgement = puzzle.judgement()
        tried = [judgement.played.move]
        (other,) = best_and_decoy(judgement, tried) - {judgement.best.move}
        assert not is_right(judgement, other)
        assert other not in tried or all(is_right(judgement, v.move) for v in judgement.values if v.move not in tried)
        assert other.card is not judgement.best.move.card


def test_puzzle_shown_comes_again_after_five_others() -> None:
    book = PuzzleBook(numbered(8))
    first = book.next_round()[0]
    book = book.with_answer(first.id, solved=False)
    for n in range(ROUND_SIZE):
        now = book.next_round()
        assert first not in now[: ROUND_SIZE - 1], n
        book = book.with_answer(now[0].id, solved=True)
    assert book.next_round()[0] == first


def test_new_puzzles_come_first_and_the_latest_before_all() -> None:
    book = PuzzleBook(numbered(3))
    assert book.next_round() == (*reversed(numbered(3)), *shipped_puzzles()[:2])


def test_oldest_puzzles_come_again_once_all_are_solved() -> None:
    book = PuzzleBook(numbered(2))
    for puzzle in book.all_puzzles():
        assert not book.is_solved(puzzle.id)
        book = book.with_answer(puzzle.id, solved=True)
    assert book.next_round() == book.all_puzzles()[:ROUND_SIZE]
    assert book.with_answer(book.all_puzzles()[0].id, solved=False).is_solved(book.all_puzzles()[0].id)


def test_full_puzzle_book_drops_the_oldest_solved_puzzles_first_then_the_oldest() -> None:
    book = PuzzleBook(numbered(limits.MAX_OWN_PUZZLES)).with_answer("m7.2.9", solved=True)
    assert "m7.2.9" in {puzzle.id for puzzle in book.kept}
    more = book | PuzzleBook(numbered(2, first=100))
    assert [puzzle.match for puzzle in more.kept] == [
        *(f"m{n}" for n in range(1, limits.MAX_OWN_PUZZLES) if n != 7), "m100", "m101",
    ]  # fmt: skip
    assert not more.answers


def test_merged_puzzle_books_keep_each_puzzle_once_and_solved_if_either_was() -> None:
    one = PuzzleBook(numbered(2)).with_answer("m0.2.9", solved=True).with_answer("m1.2.9", solved=False)
    other = PuzzleBook(numbered(3)).with_answer("m1.2.9", solved=True)
    both = one | other
    assert both.kept == numbered(3)
    assert both.answers == {"m0.2.9": Answer(1, solved=True), "m1.2.9": Answer(2, solved=True)}
    assert both | one == both | other == both


# -- the file ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Career]:
    files = UserFiles(tmp_path)
    files.matches.mkdir(parents=True)
    yield Career(files, files.folder)
    files.close()


def kept(book: Career) -> PuzzleBook:
    done(book.files.change_later(PUZZLES, "first", lambda before: before))  # what was to be written before has been
    return book.files.read(PUZZLES, "first")


def test_puzzles_of_a_review_are_kept_once_with_their_answers(book: Career) -> None:
    assert keep_puzzles(book, leg(), judgements()) == some_puzzles()
    done(answer_puzzle(book, "first", some_puzzles()[0].id, solved=True))
    assert keep_puzzles(book, leg(), judgements()) == some_puzzles()
    assert kept(book) == PuzzleBook(some_puzzles()).with_answer(some_puzzles()[0].id, solved=True)


@pytest.mark.parametrize(
    "change",
    [{"id": ""}, {"kind": MatchKind.PRACTICE}, {"is_imported": True},
     {"players": (HUMAN, bot("carla"), HUMAN, bot("hugo"))}],
)  # fmt: skip
def test_match_that_counts_for_nobody_gives_no_puzzles(book: Career, change: dict[str, Any]) -> None:
    assert keep_puzzles(book, LegReplay(replace(leg().saved, **change), 1), judgements()) == ()
    assert kept(book) == PuzzleBook()


def test_full_puzzle_file_is_within_its_limit_and_reads_as_written() -> None:
    book = PuzzleBook(numbered(limits.MAX_OWN_PUZZLES))
    for puzzle in book.all_puzzles():
        book = book.with_answer(puzzle.id, solved=True)
    data = PUZZLES.to_bytes(book)
    assert len(data) < limits.PUZZLES_BYTES / 10
    assert PUZZLES.from_bytes(data) == (book, None)


def test_answers_to_puzzles_that_are_gone_are_dropped_so_that_the_file_can_be_read() -> None:
    books = [PuzzleBook(answers={f"{match}{n}.1.1": Answer(n + 1) for n in range(70)}) for match in "ab"]
    both = books[0] | books[1] | PuzzleBook(some_puzzles()).with_answer(some_puzzles()[0].id, solved=True)
    both = both.with_answer(shipped_puzzles()[0].id, solved=True)
    assert PUZZLES.from_bytes(PUZZLES.to_bytes(both)) == (both, None)
    assert set(both.answers) == {some_puzzles()[0].id, shipped_puzzles()[0].id}


def harm(*path: str | int, value: object) -> Any:
    """A puzzle's form with another value there."""
    form = msgspec.json.decode(msgspec.json.encode(some_puzzles()[0]))
    at = form
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return form


@pytest.mark.parametrize(
    "form",
    [
        harm("match", value="../m"),
        harm("turn", value=0),
        harm("leg", value=limits.MAX_LEGS_PLAYED + 1),
        harm("players", 0, value={"kind": "bot", "driver": "leo"}),
        harm("players", value=[{"kind": "human", "driver": None}]),
        harm("seen", "hand", value=["km_25"]),
        harm("seen", "draw_pile", value=7),
        harm("seen", "target", value=limits.MAX_KM + 1),
        harm("seen", "totals", 1, value=limits.MAX_POINTS + 1),
        harm("seen", "legal", value=["0 - km_25"]),
        harm("judged", "values", value=[]),
        harm("judged", "best", "points", value=1e9),
        harm("judged", "best", "points", value=-7.0),
        harm("judged", "comparison", "kind", value="no_reason"),
        harm("judged", "comparison", value=None),
        harm("judged", "comparison", "side", value=5),
    ],
)
def test_puzzle_of_an_impossible_form_is_refused(form: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(form, Puzzle)


# -- the shipped ones -------------------------------------------------------------------------------------------------


def test_shipped_puzzles_can_all_be_played_and_all_moves_have_values() -> None:
    """Beyond that each has the form of a puzzle, which is checked when it is read."""
    puzzles = shipped_puzzles()
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) == 10
    for puzzle in puzzles:
        assert puzzle.is_shipped
        judgement, seen = puzzle.judgement(), puzzle.observation()
        assert judgement.best.move in seen.legal
        assert {value.move for value in judgement.values} == set(seen.legal)
        assert judgement.cost >= LEAST_LOSS
        assert judgement.played.move in seen.legal


def test_shipped_puzzles_all_tell_why_a_card_cannot_be_laid() -> None:
    for puzzle in shipped_puzzles():
        attempt = puzzle.attempt()
        for card in attempt.seen.hand:
            if card.family is not Family.HAZARD:
                laying = move(f"{attempt.seen.seat} {card.id}")
                assert (attempt.why_not(laying) is None) == (laying in attempt.seen.legal), puzzle.id


def test_shipped_puzzles_are_of_many_kinds() -> None:
    puzzles = shipped_puzzles()
    best = {(p.judgement().best.move.kind, p.judgement().best.move.card) for p in puzzles}
    assert len(best) >= 9
    assert {puzzle.observation().phase for puzzle in puzzles} == {Phase.TURN, Phase.EXTENSION}
    assert len({puzzle.observation().rules for puzzle in puzzles}) == 4


@pytest.mark.parametrize("row", some(range(len(PLACES)), every=5))
def test_shipped_puzzles_are_those_that_their_legs_give(row: int) -> None:
    again, kept = made(row + 1), shipped_puzzles()[row]
    assert (again.id, again.seen, again.players) == (kept.id, kept.seen, kept.players)
    for one, other in zip(again.judgement().values, kept.judgement().values, strict=True):
        assert one.move is other.move
        assert one.points == pytest.approx(other.points, abs=0.5)
