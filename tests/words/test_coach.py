"""The coach's sentences: every kind in every language, short, and about the moves it compares."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.engine.cards import card
from game.engine.moves import MoveKind, move
from game.engine.rules import RULE_SETS
from game.i18n import LANGUAGES, set_language
from game.match.comparisons import COMPARISON_RULES, EVEN_KINDS, Comparison, ComparisonKind, comparison_fault
from game.words.coach import comparison_sentence, deed_words, move_noun
from game.words.names import Names
from tests.cases import each

K = ComparisonKind
NAMES = Names((None, "carla", "hugo"), ((0,), (1,), (2,)), 0)
LONGEST = 150
"""Letters, with the longest names of cards in all rule sets; with usual ones it is 110."""
_CARDS = {"hazard": "speed_limit", "remedy": "end_of_limit", "safety": "puncture_proof", "distance": "km_100"}
_MOVES = {
    None: "0 km_75",
    MoveKind.LAY: "0 km_75",
    MoveKind.DISCARD: "0 - km_75",
    MoveKind.COUP_FOURRE: "0 ! extra_tank",
    MoveKind.EXTEND: "0 +",
    MoveKind.STAY: "0 =",
}


def told(kind: ComparisonKind, rules_id: str = "winning_moves", *, is_level: bool = False) -> str:
    """The sentence of a kind with everything that it may contain."""
    form = COMPARISON_RULES[kind]
    better = move(_MOVES[form.better])
    other = None if kind in {K.ONLY, K.TAUGHT} else move(_MOVES[form.other].replace("75", "100"))
    it = Comparison(
        kind,
        1 if form.sides else None,
        2 if form.sides > 1 else None,
        () if form.card is None else (card(_CARDS[form.card.value]),),
        (35, 62)[: form.numbers],
    )
    it = replace(it, is_level=is_level or kind in EVEN_KINDS)
    assert comparison_fault(it, better, other, 3) is None
    return comparison_sentence(it, better, other, NAMES, rules_id)


@each("language", LANGUAGES)
@each("rules_id", RULE_SETS)
def test_kinds_of_comparison_have_sentences_of_their_own_in_each_language(rules_id: str, language: str) -> None:
    set_language(language)
    said = [told(kind, rules_id) for kind in ComparisonKind]
    assert len(set(said)) == len(ComparisonKind)
    for words in (*said, *(told(kind, rules_id, is_level=True) for kind in ComparisonKind)):
        assert words[0] == words[0].upper()
        assert words[-1] in ".%)"
        assert "{" not in words
        assert len(words.replace("\u00ad", "")) <= LONGEST, words


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (K.EVEN, "It’s a close call: either will do."),
        (K.FINISH, "The 75 takes you to the finish, the 100 doesn’t."),
        (K.WHOM_AHEAD, "Better Carla than Hugo: 35 km further on."),
        (K.MORE_KM, "The 75 is simply 35 km more than the 100."),
        (K.DROP_SHORT, "The 75 is the shorter one; the 100 takes you further."),
        (K.DROP_FAR, "You need only 35 km: the 75 takes you too far and can go."),
        (K.DROP_DOUBLE, "The 75: you hold 35 and can spare one."),
        (K.FORWARD, "The 75 takes you forward; the 100 can wait."),
        (K.STAY, "The win is certain now; driving on would put it at risk."),
    ],
)
def test_sentence_names_moves_and_sides_and_what_its_numbers_mean(kind: ComparisonKind, words: str) -> None:
    set_language("en")
    assert told(kind) == words


def said(kind: ComparisonKind, better: str, other: str) -> str:
    """The sentence of two level moves."""
    set_language("en")
    it = Comparison(kind, numbers=(25,) * COMPARISON_RULES[kind].numbers, is_level=True)
    return comparison_sentence(it, move(better), move(other), NAMES, "winning_moves")


def test_sentence_of_level_moves_begins_with_the_close_call() -> None:
    words = "It’s a close call. The 75 takes you forward; Extra Tank can wait."
    assert said(K.FORWARD, "0 km_75", "0 extra_tank") == words


@pytest.mark.parametrize(
    ("kind", "better", "other", "words"),
    [
        (K.FORWARD, "0 km_75", "0 - km_25", "The 75 takes you forward; discarding the 25 can wait."),
        (K.ROLLS, "0 go", "0 - km_25", "Go gets you rolling at once; discarding the 25 can wait."),
        (K.DROP_DOUBLE, "0 - repairs", "0 - go", "Repairs: you hold 25 and can spare one."),
        (K.DROP_SHORT, "0 - km_25", "0 - km_100", "The 25 is the shorter one; the 100 takes you further."),
    ],
)
def test_fact_that_decides_is_said_of_level_moves_without_the_close_call(
    kind: ComparisonKind, better: str, other: str, words: str
) -> None:
    assert said(kind, better, other) == words


@pytest.mark.parametrize(
    ("kind", "better", "other", "words"),
    [
        (K.MORE_KM, "0 km_75", "0 km_50", "It’s a close call: the 75 is 25 km more, but the 50 will do too."),
        (
            K.DROP_SHORT,
            "0 - km_25",
            "0 - km_50",
            "It’s a close call: the 25 is the shorter one, but the 50 could go too.",
        ),
    ],
)
def test_close_call_of_distances_of_nearly_the_same_length_gives_both_sides(
    kind: ComparisonKind, better: str, other: str, words: str
) -> None:
    assert said(kind, better, other) == words


@pytest.mark.parametrize(
    ("text", "noun", "deed"),
    [
        ("0 km_100", "the 100", "Play the 100"),
        ("0 stop > 2", "Stop against Hugo", "Stop against Hugo"),
        ("0 - stop", "discarding Stop", "Discard Stop"),
        ("0 ! extra_tank", "coup fourré", "Coup fourré"),
        ("0 .", "waiting", "Keep it for later"),
        ("0 +", "driving on", "Drive on"),
        ("0 =", "taking the win", "Take the win"),
    ],
)
def test_move_is_a_noun_in_a_sentence_and_a_deed_in_a_heading(text: str, noun: str, deed: str) -> None:
    set_language("en")
    assert (move_noun(move(text), NAMES, "winning_moves"), deed_words(move(text), NAMES, "winning_moves")) == (
        noun,
        deed,
    )
