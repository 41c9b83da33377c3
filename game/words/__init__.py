"""The game's texts, in the current language and the words of a rule set's booklet; begin with ``vocabulary``.

``captions`` are the short texts on the table, ``log`` the lines of the log, ``refusals`` why a card cannot be played,
``advice`` why a bot plays one (in hints, log and review). Callers pass the rule set's id and their ``Names``.
"""

from game.words.advice import advice, because, because_sentence
from game.words.captions import (
    about_battle,
    about_card,
    about_distance,
    about_safety,
    about_speed,
    effect,
    immune_chip,
    limit_chip,
    missing,
    state_chip,
    to_go,
    turn_chip,
)
from game.words.log import hurried_line, log_line, take_back_line, win_line
from game.words.names import Names, driver_name, driver_style
from game.words.problems import problem_text
from game.words.refusals import reason_text
from game.words.rulesets import rule_set_name, rule_set_notes, rule_set_source
from game.words.score import score_item
from game.words.settings import level_about, level_name, temper_about, temper_name

__all__ = [
    "Names",
    "about_battle",
    "about_card",
    "about_distance",
    "about_safety",
    "about_speed",
    "advice",
    "because",
    "because_sentence",
    "driver_name",
    "driver_style",
    "effect",
    "hurried_line",
    "immune_chip",
    "level_about",
    "level_name",
    "limit_chip",
    "log_line",
    "missing",
    "problem_text",
    "reason_text",
    "rule_set_name",
    "rule_set_notes",
    "rule_set_source",
    "score_item",
    "state_chip",
    "take_back_line",
    "temper_about",
    "temper_name",
    "to_go",
    "turn_chip",
    "win_line",
]
