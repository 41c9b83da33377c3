"""Where a hazard may land, in words; each sentence follows from the rule set's data."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.cards import card
from game.engine.rules import BattleTop
from game.i18n import _, _p, _r, card_name, term


def tops_text(tops: Iterable[BattleTop], rules_id: str) -> str:
    """The tops of a battle pile that let a hazard land, as a list; or that it lands on any."""
    allowed = set(tops)
    if allowed == set(BattleTop):
        return _("whatever lies there, also before the first card")
    words = {
        BattleTop.GO: card_name(card("go"), rules_id),
        BattleTop.REMEDY: term("remedies", rules_id),
        BattleTop.HAZARD: term("hazards", rules_id),
        # Translators: the last of a list of what may lie on a pile: “Go, remedies, nothing yet”
        BattleTop.EMPTY: _p("battle pile", "nothing yet"),
    }
    return ", ".join(words[top] for top in words if top in allowed) or _p("battle pile", "never")


def hazard_text(tops: Iterable[BattleTop], rules_id: str) -> str:
    """Where a hazard may land, as a sentence."""
    return _r(rules_id, "Can be laid where the top of the battle pile is: {tops}.", tops=tops_text(tops, rules_id))
