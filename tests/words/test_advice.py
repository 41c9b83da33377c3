"""What bots advise and why, and how they are set, in every language."""

from __future__ import annotations

import pytest

from game.engine.cards import card
from game.engine.rules import RULE_SETS
from game.i18n import LANGUAGES, set_language
from game.match.bot_reasons import BotReason, ReasonCode
from game.people.players import LEVELS, Targeting
from game.words.advice import reason_clause, reason_sentence
from game.words.names import Names
from game.words.settings import level_about, level_name, targeting_about, targeting_name
from tests.cases import each

NAMES = Names((None, "carla", "hugo"), ((0,), (1,), (2,)), 0)


def full(code: ReasonCode) -> BotReason:
    """A reason with every field filled."""
    chance = code in {ReasonCode.EXTENDS, ReasonCode.STAYS}
    return BotReason(code, card("km_100"), card("extra_tank"), 2, 35 if chance else 575)


@each("language", LANGUAGES)
@each("rules_id", RULE_SETS)
def test_reasons_all_have_words_of_their_own_in_each_language(rules_id: str, language: str) -> None:
    set_language(language)
    said = [reason_clause(full(code), rules_id) for code in ReasonCode]
    assert len(set(said)) == len(ReasonCode)
    assert all(words and "{" not in words and not words.endswith(".") for words in said)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (ReasonCode.ATTACKS_LEG_LEADER, "holds back the leading car, at 575 km"),
        (ReasonCode.ATTACKS_NEAR_FINISH, "holds back a car only 575 km from the finish"),
        (ReasonCode.KEEPS_SAFETY, "kept for later: Extra Tank (coup fourré)"),
        (ReasonCode.DISCARDS_NEEDLESS, "no longer a threat: Extra Tank"),
        (ReasonCode.SAFE_TRIP, "earns 300 points more: no 200 km card"),
        (ReasonCode.WINS_LEG, "exactly what’s left to the finish"),
    ],
)
def test_reason_contains_its_values(code: ReasonCode, words: str) -> None:
    set_language("en")
    assert reason_clause(full(code), "winning_moves") == words


def test_chance_is_given_in_percent() -> None:
    said = {}
    for language in LANGUAGES:
        set_language(language)
        said[language] = reason_clause(BotReason(ReasonCode.EXTENDS, number=62), "winning_moves")
    assert said["en"].endswith(" 62%")
    assert said["de"].endswith(" 62\u00a0%")


def test_sentence_begins_with_a_capital_and_ends_with_a_full_stop() -> None:
    set_language("en")
    assert reason_sentence(full(ReasonCode.GETS_GOING), "dujardin") == "Sets the car rolling."


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_and_tempers_have_distinct_names_and_explanations(language: str) -> None:
    set_language(language)
    for words in (level_name, level_about):
        assert len({words(level) for level in LEVELS}) == len(LEVELS)
    for tell in (targeting_name, targeting_about):
        assert len({tell(temper) for temper in Targeting}) == len(Targeting)
