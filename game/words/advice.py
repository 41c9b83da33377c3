"""Why a bot made a move, in words for the log.

A reason names no player: what does something is the card."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.cards import Card
from game.i18n import _, capital, number, percent
from game.i18n.punctuation import with_full_stop
from game.match.bot_reasons import BotReason, ReasonCode
from game.words.score import item_points
from game.words.vocabulary import card_name, term


def reason_clause(reason: BotReason, rules_id: str) -> str:
    """Return the reason for a bot's move in a few lower-case words that can follow the line about the move."""
    return _WORDS[reason.code](reason, rules_id)


def reason_sentence(reason: BotReason, rules_id: str) -> str:
    """Return the reason for a bot's move as a complete sentence."""
    return with_full_stop(capital(reason_clause(reason, rules_id)))


def _card(card: Card | None, rules_id: str) -> str:
    assert card is not None
    return card_name(card, rules_id)


def _number(reason: BotReason) -> str:
    assert reason.number is not None
    return number(reason.number)


def _percent(reason: BotReason) -> str:
    assert reason.number is not None
    return percent(reason.number)


_EVEN_CHANCE = 50
"""In %: a chance of winning above this is not called "only"."""

_WORDS: dict[ReasonCode, Callable[[BotReason, str], str]] = {
    ReasonCode.ONLY_MOVE: lambda _reason, _rules: _("nothing else can be played"),
    ReasonCode.WINS_LEG: lambda _reason, _rules: _("exactly what’s left to the finish"),
    ReasonCode.MAKES_EXACT: lambda reason, _rules: _(
        "leaves {km} km to go, with exactly that in hand", km=_number(reason)
    ),
    ReasonCode.SAFE_TRIP: lambda _reason, rules: _(
        "earns {points} points more: no {km} km card", km=200, points=item_points("safe_trip", rules)
    ),
    ReasonCode.DRIVES: lambda reason, _rules: _("makes {km} km in all", km=_number(reason)),
    ReasonCode.GETS_GOING: lambda _reason, _rules: _("sets the car rolling"),
    ReasonCode.REPAIRS: lambda reason, rules: _("fixes: {hazard}", hazard=_card(reason.other, rules)),
    ReasonCode.LIFTS_LIMIT: lambda _reason, _rules: _("full speed is allowed again"),
    ReasonCode.ATTACKS_LEG_LEADER: lambda reason, _rules: _(
        "holds back the leading car, at {km} km", km=_number(reason)
    ),
    ReasonCode.ATTACKS_MATCH_LEADER: lambda reason, _rules: _(
        "holds back the leader in the standings, at {points} points", points=_number(reason)
    ),
    ReasonCode.ATTACKS_NEAR_FINISH: lambda reason, _rules: _(
        "holds back a car only {km} km from the finish", km=_number(reason)
    ),
    ReasonCode.ATTACKS_ROLLING: lambda _reason, _rules: _("stops a car that’s rolling"),
    ReasonCode.ATTACKS_STANDING: lambda _reason, _rules: _("costs a stopped car one more card"),
    ReasonCode.ATTACKS_LIMITS: lambda _reason, _rules: _("allows at most {km} km at a time from now on", km=50),
    ReasonCode.ATTACKS_IN_TURN: lambda _reason, _rules: _("goes to the car attacked least so far"),
    ReasonCode.DISCARDS_USELESS: lambda _reason, _rules: _("can no longer be played"),
    ReasonCode.DISCARDS_DOUBLE: lambda _reason, _rules: _("another one stays in hand"),
    ReasonCode.DISCARDS_SHORTEST: lambda _reason, _rules: _("the shortest distance in hand"),
    ReasonCode.DISCARDS_NEEDLESS: lambda reason, rules: _(
        "no longer a threat: {hazard}", hazard=_card(reason.other, rules)
    ),
    ReasonCode.DISCARDS_RARELY_NEEDED: lambda reason, rules: _(
        "at most one more to come: {hazard}", hazard=_card(reason.other, rules)
    ),
    ReasonCode.DISCARDS_HITS_NOBODY: lambda _reason, _rules: _("has no target right now"),
    ReasonCode.DISCARDS_SPARE: lambda _reason, _rules: _("easiest to do without"),
    ReasonCode.KEEPS_SAFETY: lambda reason, rules: _(
        "kept for later: {card} ({coup_fourre})",
        card=_card(reason.other, rules),
        coup_fourre=term("coup_fourre", rules),
    ),
    ReasonCode.SAFETY_ROLLS: lambda reason, rules: _("removes: {hazard}", hazard=_card(reason.other, rules)),
    ReasonCode.SAFETY_IN_TIME: lambda _reason, _rules: _("better played now than left in hand"),
    ReasonCode.SAFETY_PLAYS_ON: lambda _reason, _rules: _("gives one more card and one more turn"),
    ReasonCode.COUP_FOURRE: lambda reason, _rules: _("scores {points} points right away", points=_number(reason)),
    ReasonCode.EXTENDS: lambda reason, _rules: _("chance to win the longer race: {percent}", percent=_percent(reason)),
    ReasonCode.STAYS: lambda reason, _rules: _stays(reason),
}


def _stays(reason: BotReason) -> str:
    """Return the reason for not extending the leg.

    Winning it now may be worth more even if the longer leg would probably be won.
    """
    assert reason.number is not None
    if reason.number > _EVEN_CHANCE:
        return _("chance to win the longer race: {percent}", percent=_percent(reason))
    return _("chance to win the longer race: only {percent}", percent=_percent(reason))
