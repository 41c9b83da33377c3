"""The pages of the rules: ten sections, and one for each card."""

from __future__ import annotations

from dataclasses import replace

from game.engine.cards import CARD_BY_ID
from game.engine.rules import RULE_SETS, VARIANTS, Rules, SeatingOption, load_rules
from game.features.rulebook.text.cards import card_page
from game.features.rulebook.text.differences import aspect_differs, differing_aspects
from game.features.rulebook.text.model import Block, Difference, Lead, Point, RulesInPlay, RulesPage
from game.features.rulebook.text.sections import (
    attack_blocks,
    cards_blocks,
    coup_fourre_blocks,
    end_blocks,
    goal_blocks,
    house_blocks,
    scoring_blocks,
    seating_text,
    turn_blocks,
)
from game.features.rulebook.text.tips import tips_blocks
from game.i18n import _, _p, _r, capital
from game.i18n.punctuation import join_with_dots
from game.words.rulesets import rule_set_name, rule_set_source
from game.words.vocabulary import term

SECTIONS = ("goal", "cards", "turn", "attack", "coup_fourre", "end", "scoring", "house", "tips", "differences")
"""The ids of the sections in the order of the contents."""


def section_title(section: str, rules_id: str) -> str:
    """Return the title of a section, as in the list of contents."""
    match section:
        case "goal":
            return _("Goal of the game")
        case "cards":
            return _("The cards")
        case "turn":
            # Translators: the heading of the page that says what one does in a turn
            return _p("rules page", "Your turn")
        case "attack":
            return _("Attack and defense")
        case "coup_fourre":
            return capital(term("coup_fourre", rules_id))
        case "end":
            return _r(rules_id, "End of the leg")
        case "scoring":
            return _("Points")
        case "house":
            return _("House rules")
        case "tips":
            return _("Tips")
    return _("What is different here")


def section_of(topic: str) -> str:
    """Return the section that ``topic`` belongs to: a section is its own, and every card belongs to “cards”."""
    return topic if topic in SECTIONS else "cards"


def rules_page(topic: str, played: RulesInPlay) -> RulesPage:
    """Return the page of a section or a card; ``topic`` is its id."""
    if topic in CARD_BY_ID:
        return card_page(CARD_BY_ID[topic], played)
    blocks = {
        "goal": goal_blocks,
        "cards": cards_blocks,
        "turn": turn_blocks,
        "attack": attack_blocks,
        "coup_fourre": coup_fourre_blocks,
        "end": end_blocks,
        "scoring": scoring_blocks,
        "house": house_blocks,
        "tips": tips_blocks,
        "differences": _difference_blocks,
    }[topic](played)
    return RulesPage(topic, section_title(topic, played.id), tuple(blocks))


def _difference_blocks(played: RulesInPlay) -> list[Block]:
    if played.id in VARIANTS:
        return _variant_blocks(played)
    others = [load_rules(rules_id) for rules_id in RULE_SETS if rules_id != played.id]
    ours = seating_text(played)
    lead = _("You play by {rules}. Here’s how it differs from the other rules.", rules=rule_set_name(played.id))
    blocks: list[Block] = [Lead(lead)]
    if ours:
        blocks.append(Point(rule_set_source(played.id), ours, icon="rules"))
    return [*blocks, *find_differences(played.rules, others)]


def _variant_blocks(played: RulesInPlay) -> list[Block]:
    """Return the blocks about what a variant changes for the seating of the match."""
    book = load_rules(played.id.partition(".")[0])
    rules, usual = (replace(one, seatings=_only_seating(one, played)) for one in (played.rules, book))
    lead = _("You play by {rules}, but this stage changes something.", rules=rule_set_name(book.id))
    return [Lead(lead), *find_differences(rules, [usual])]


def _only_seating(rules: Rules, played: RulesInPlay) -> tuple[SeatingOption, ...]:
    option = rules.seating_option(played.setup.seats, played.setup.seating)
    return () if option is None else (option,)


def find_differences(rules: Rules, others: list[Rules]) -> list[Difference]:
    """Return everything in which at least one of the ``others`` differs from ``rules``, with the rules on each side."""
    found = []
    for aspect in differing_aspects(rules, others):
        compared = [rules, *others]
        elsewhere: dict[str, list[str]] = {}
        for other in others:
            if aspect_differs(aspect, rules, other):
                elsewhere.setdefault(aspect.words(rules.id, other, compared), []).append(rule_set_name(other.id))
        told = tuple((join_with_dots(names), words) for words, names in elsewhere.items())
        found.append(Difference(aspect.head(rules.id), aspect.words(rules.id, rules, compared), told))
    return found
