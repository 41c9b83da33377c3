"""The pages of the cards, and the sentences about where hazards may be played, for the rule set in play."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.cards import (
    END_OF_LIMIT,
    GO,
    HAZARDS,
    REMEDY_FOR,
    RIGHT_OF_WAY,
    SAFETY_AGAINST,
    SPEED_LIMIT,
    Card,
    Family,
)
from game.engine.rules import BattleTop, Rules
from game.features.rulebook.text.model import CardPortrait, Related, RulesInPlay, RulesPage
from game.i18n import _, _n, _p, _r, capital, number
from game.i18n.punctuation import join_with_commas
from game.words.captions import SLOW_KM
from game.words.vocabulary import card_name, player_or_team_text, term


def tops_text(tops: Iterable[BattleTop], rules_id: str) -> str:
    """Return, as words, the cards that may be on top of a battle pile when a hazard is played on its owner."""
    allowed = set(tops)
    if allowed == set(BattleTop):
        return _("any card, or none yet")
    words = {
        BattleTop.GO: card_name(GO, rules_id),
        BattleTop.REMEDY: term("remedies", rules_id),
        BattleTop.HAZARD: term("hazards", rules_id),
        # Translators: the last of a list of what may lie on a pile: “Go, remedies, nothing yet”
        BattleTop.EMPTY: _p("battle pile", "no card yet"),
    }
    return join_with_commas(words[top] for top in words if top in allowed) or _p("battle pile", "never")


def hazard_text(rules: Rules, rules_id: str) -> str:
    """Return the sentence about the opponents on whom a hazard other than a speed limit may be played.

    Its source is rules.md §3, D4.
    """
    if rules.hazard_needs_rolling:
        return _r(rules_id, "Can be played on any opponent who is rolling.")
    return _r(
        rules_id, "Can be played on any opponent with no hazard on top of the battle pile, even before they start."
    )


def family_name(family: Family, rules_id: str) -> str:
    """Return the name of a family of cards, for use as a heading."""
    terms = {
        Family.DISTANCE: "distance_cards",
        Family.HAZARD: "hazards",
        Family.REMEDY: "remedies",
        Family.SAFETY: "safeties",
    }
    return capital(term(terms[family], rules_id))


def card_page(shown: Card, played: RulesInPlay) -> RulesPage:
    """Return the page of one card: its family, effects, and related cards."""
    count = played.counts.get(shown, 0)
    in_deck = _n("{n} in the deck", "{n} in the deck", count)
    family = family_name(shown.family, played.id)
    portrait = CardPortrait(shown, family, in_deck, tuple(_does(shown, played)), _related(shown, played.id))
    return RulesPage(shown.id, card_name(shown, played.id), (portrait,))


def _does(shown: Card, played: RulesInPlay) -> list[str]:
    match shown.family:
        case Family.DISTANCE:
            return _distance(shown, played)
        case Family.HAZARD:
            return _hazard(shown, played)
        case Family.REMEDY:
            return _remedy(shown, played)
    return _safety(shown, played)


def _distance(shown: Card, played: RulesInPlay) -> list[str]:
    limit, points = card_name(SPEED_LIMIT, played.id), played.rules.points
    does = [
        _("Moves you {km} km ahead while you’re rolling.", km=number(shown.km)),
        _("Also allowed under: {card}.", card=limit)
        if shown.km <= SLOW_KM
        else _("Not allowed under: {card}.", card=limit),
        _r(played.id, "Never past the leg’s {km} km.", km=number(played.seating.distance_km)),
    ]
    if shown.km == 200:
        does.append(
            player_or_team_text(
                played.setup.seating,
                _r(played.id, "At most two per player in a leg."),
                _r(played.id, "At most two per team in a leg."),
            )
        )
        if points.safe_trip:
            does.append(
                _r(played.id, "Winning a leg without any earns {points} points.", points=number(points.safe_trip))
            )
    if shown.km == 100 and played.pays_no_100:
        more = number(points.no_100)
        does.append(_("Winning without 200s and 100s earns {points} more points.", points=more))
    return does


def _hazard(shown: Card, played: RulesInPlay) -> list[str]:
    remedy, safety = card_name(REMEDY_FOR[shown], played.id), card_name(SAFETY_AGAINST[shown], played.id)
    if shown is SPEED_LIMIT:
        return [
            _r(played.id, "Goes on an opponent’s speed pile: from now on they can play only 25 and 50 km cards."),
            limit_text(played),
            _r(played.id, "Fix: {card}. Protection: {safety}.", card=remedy, safety=safety),
        ]
    does = [
        _r(played.id, "Goes on an opponent’s battle pile: they can’t play distance cards anymore."),
        hazard_text(played.rules, played.id),
    ]
    if shown.id == "stop":
        does.append(_r(played.id, "Fix: {card}. Protection: {safety}.", card=remedy, safety=safety))
    else:
        go = card_name(GO, played.id)
        does.append(_r(played.id, "Fix: {card}, then {go}. Protection: {safety}.", card=remedy, go=go, safety=safety))
    return does


def limit_text(played: RulesInPlay) -> str:
    """Return the sentence about when a speed limit may be played."""
    if len(played.rules.limit_lands_on) == 4:
        return _("Can be played at any time, even on opponents who haven’t started or are stopped.")
    tops = tops_text(played.rules.limit_lands_on, played.id)
    return _r(played.id, "Can be played when the top of the battle pile is: {tops}.", tops=tops)


def _remedy(shown: Card, played: RulesInPlay) -> list[str]:
    go = card_name(GO, played.id)
    if shown is GO:
        return [
            _("While this card is on top, you’re rolling and can play kilometers."),
            _r(played.id, "Goes on your own battle pile: to start, on a stop, and after any other remedy."),
            _("Not needed with: {card}.", card=card_name(RIGHT_OF_WAY, played.id)),
        ]
    hazard = card_name(next(hazard for hazard in HAZARDS if REMEDY_FOR[hazard] is shown), played.id)
    if shown is END_OF_LIMIT:
        return [
            _r(played.id, "Goes on your own speed pile, on: {card}.", card=hazard),
            _("From then on you can play any distance again."),
        ]
    return [
        _r(played.id, "Goes on your own battle pile, on: {card}.", card=hazard),
        _("You then still need {card} to roll, unless you have {safety}.", card=go,
          safety=card_name(RIGHT_OF_WAY, played.id)),
    ]  # fmt: skip


def _safety(shown: Card, played: RulesInPlay) -> list[str]:
    points = played.rules.points
    hazards = join_with_commas(
        card_name(hazard, played.id) for hazard, safety in SAFETY_AGAINST.items() if safety is shown
    )
    does = [
        _r(played.id, "Once played, protects you for the rest of the leg from: {hazards}.", hazards=hazards),
        _("If such a hazard is already on you, it’s removed at once."),
    ]
    if shown is RIGHT_OF_WAY:
        does.append(
            _("With it, you roll without {card} as long as nothing else stops you.", card=card_name(GO, played.id))
        )
    worth, more = number(points.safety), number(points.coup_fourre)
    does.append(_r(played.id, "Worth {points} points, and {more} more as a coup fourré.", points=worth, more=more))
    return does


def _related(shown: Card, rules_id: str) -> tuple[Related, ...]:
    match shown.family:
        case Family.HAZARD:
            put_right = Related(_r(rules_id, "Fixed by"), remedies_for(shown))
            return put_right, Related(_("Protection"), (SAFETY_AGAINST[shown],))
        case Family.REMEDY:
            fixed = Related(_("Fixes"), tuple(hazard for hazard in HAZARDS if REMEDY_FOR[hazard] is shown))
            after = tuple(hazard for hazard in HAZARDS if shown in remedies_for(hazard)[1:])
            return (fixed, Related(_("Also needed after"), after)) if after else (fixed,)
        case Family.SAFETY:
            kept = tuple(hazard for hazard, safety in SAFETY_AGAINST.items() if safety is shown)
            return (Related(_("Protects from"), kept),)
    return (Related(_("Slowed by"), (SPEED_LIMIT,)),) if shown.km > SLOW_KM else ()


def remedies_for(hazard: Card) -> tuple[Card, ...]:
    """Return the one or two remedies against a hazard in the order in which they are played."""
    remedy = REMEDY_FOR[hazard]
    return (remedy,) if hazard is SPEED_LIMIT or remedy is GO else (remedy, GO)
