"""The words of the house rules (rules.md §10), which are ours and in no booklet."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from game.engine.cards import GO
from game.i18n import _, say
from game.i18n.punctuation import join_with_dots
from game.phrases import N_, Phrase
from game.words.vocabulary import card_name, term


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: the id of its option, its name, and a sentence or two about it by a rule set's terms."""

    id: str
    name: Phrase
    about: Callable[[str], str]


HOUSE_RULES = (
    HouseRule(
        "rolling_start",
        N_("Rolling start"),
        lambda rules_id: _(
            "Everyone starts on green. After a breakdown you still need: {go}.", go=card_name(GO, rules_id)
        ),
    ),
    HouseRule(
        "eight_cards",
        N_("Eight cards"),
        lambda rules_id: _(
            "A bigger hand: fewer wasted turns, and a {coup_fourre} more often.",
            coup_fourre=term("coup_fourre", rules_id),
        ),
    ),
)
"""All house rules, in the order in which they are offered."""


def house_rules_line(ids: Collection[str]) -> str:
    """Return the names of these house rules, or "" if there are none."""
    return join_with_dots(say(rule.name) for rule in HOUSE_RULES if rule.id in ids)


def house_rules_about(ids: Collection[str], rules_id: str) -> str:
    """Return sentences about these house rules, by a rule set's terms."""
    said = (rule.about(rules_id) for rule in HOUSE_RULES if rule.id in ids)
    return " ".join((*said, _("House rules, not in any booklet.")))
